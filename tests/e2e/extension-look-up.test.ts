import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { HOSTS } from "../scholarly-web/sources.mjs";
import { Extension } from "./support/extension";
import { axe, DIST, SCREENSHOTS, waitForEnd, waitForMark } from "./support/reading";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { serveSecurely, type SecureServer } from "./support/tls";

const MAIL = "reader@example.org";
const ADDRESS = "https://journal.example/sleep";

let web: Awaited<ReturnType<typeof sleepWeb>>;
let server: SecureServer;
let extension: Extension;
let folder: string;

before(async () => {
  web = await sleepWeb();
  const standIns = new Map(
    Object.entries(HOSTS as Readonly<Record<string, string>>).map(([host, prefix]) => [
      host,
      `${web.url}/${prefix}`,
    ]),
  );
  server = await serveSecurely(new Map([["/sleep", ARTICLE]]), standIns);
  // Browsers ask readers for hosts in a window of their own, which no test can click: here they are granted.
  folder = mkdtempSync(join(tmpdir(), "citelight-granted-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  const { optional_host_permissions: hosts, ...manifest } = JSON.parse(
    readFileSync(join(folder, "manifest.json"), "utf8"),
  ) as { optional_host_permissions: string[] };
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ ...manifest, host_permissions: hosts, optional_host_permissions: hosts }),
  );
  extension = await Extension.launch(folder, ["journal.example", ...standIns.keys()], server.port);
});

after(async () => {
  await extension.close();
  await server.close();
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the side panel lets references be looked up: found, retracted, missing, and a claim checked", async () => {
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const count = panel.locator(".references .count");
  assert.match((await count.textContent()) ?? "", /^0 of 3 found/);
  assert.equal(web.log.entries().length, 0, "nobody is asked before the reader says so");

  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await options.getByLabel("Your mail address").fill("no address");
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("This is no mail address.").waitFor();
  await options.getByLabel("Your mail address").fill(MAIL);
  await options.getByRole("button", { name: "Save address" }).click();
  await options.getByText("Saved.").waitFor();
  await options.close();
  await panel.bringToFront();

  await panel.getByLabel("Look references up online").check();
  await panel.getByText("2 of 3 found · 2 to look at").waitFor({ timeout: 60_000 });
  await waitForEnd(panel);
  await waitForMark(page, "citelight-review-sentence", "remembered 30 % less");
  assert.deepEqual(await axe(panel), []);
  const told = web.log.entries().filter(({ source }) => source === "crossref");
  assert.ok(
    told.length > 0 && told.every(({ mailto }) => mailto === MAIL),
    "Crossref is told the mail address",
  );
  await panel.screenshot({ path: join(SCREENSHOTS, "extension-look-up.png"), animations: "disabled" });

  const before = web.log.entries().length;
  await panel.reload();
  assert.equal(await panel.getByLabel("Look references up online").isChecked(), true);
  // The button says so anew when this check has ended: it may take no time at all.
  await panel.getByRole("button", { name: "Check again" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.textContent = "…";
  });
  await waitForEnd(panel);
  assert.match((await count.textContent()) ?? "", /^2 of 3 found/);
  assert.equal(web.log.entries().length, before, "what was answered is kept");
  await panel.close();
  await page.close();
});
