/** What a reader chose for a site holds for its PDFs, which the extension's own page shows. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { Extension } from "./support/extension";
import { writeHabits } from "./support/habits";
import { KEY, lampDouble, MODEL } from "./support/lamps";
import { axe, DIST, SCREENSHOTS, waitForEnd } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const FIXTURE = "tests/fixtures/pdf/author-year.pdf";
const PATH = "/papers/one.pdf";
const HOSTS = ["never.example", "any.example", "off.example"];
const ASKED = /127\.0\.0\.1\S* is asked about inconclusive claims/;
const NOT_ASKED = "Off. Nothing is sent to an AI model.";

let double: FakeLlm;
let server: SecureServer;
let extension: Extension;
let folder: string;
const opened: Page[] = [];

before(async () => {
  double = await lampDouble();
  server = await serveSecurely(
    new Map([
      [PATH, { type: "application/pdf", body: readFileSync(FIXTURE) }],
      ["/on.pdf", { type: "", body: new Uint8Array(), redirect: `https://any.example${PATH}` }],
    ]),
  );
  folder = mkdtempSync(join(tmpdir(), "citelight-pdf-site-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  writeHabits(join(folder, "library"));
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
  const granted = ["http://127.0.0.1/*", ...HOSTS.map((host) => `https://${host}/*`)];
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ ...manifest, host_permissions: granted }));
  extension = await Extension.launch(folder, HOSTS, server.port);
  const [worker] = extension.context.serviceWorkers();
  assert.ok(worker);
  const settings = { ...NEW_SETTINGS, url: `${double.url}/v1`, model: MODEL };
  await worker.evaluate(
    async ([settings, key]) => {
      await chrome.storage.local.set({
        endpoint: { settings, ask: "always", key, lasts: "stored" },
        sites: {
          "never.example": { check: "click", ask: "off" },
          "off.example": { check: "never", ask: null },
        },
      });
    },
    [settings, KEY] as const,
  );
});

afterEach(async () => {
  for (const page of opened.splice(0)) await page.close();
});

after(async () => {
  await extension.close();
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

async function viewer(query: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(`chrome-extension://${extension.id}/viewer.html${query}`);
  opened.push(page);
  return page;
}

async function check(page: Page): Promise<Page> {
  await page.getByRole("button", { name: "Check citations" }).click();
  const panel = await extension.sidePanel();
  opened.push(panel);
  return panel;
}

const viewed = (address: string): Promise<Page> => viewer(`?file=${encodeURIComponent(address)}`);

test("a site's choices hold for its PDFs: none is put to the endpoint where the site forbids it, and none is checked where it is switched off", async () => {
  const allowed = await check(await viewed(`https://any.example${PATH}`));
  await allowed.getByText(ASKED).waitFor();
  await waitForEnd(allowed);
  await allowed.getByText("On any.example · experimental").waitFor();

  for (const address of [`https://never.example${PATH}`, "https://never.example/on.pdf"]) {
    const before = double.log.entries().length;
    const panel = await check(await viewed(address));
    await waitForEnd(panel);
    await panel.getByText(NOT_ASKED).waitFor();
    assert.equal(double.log.entries().length, before, address);
  }

  const off = await check(await viewed(`https://off.example${PATH}`));
  await off.getByText("Citelight is off on off.example.").waitFor();
  await off.getByRole("button", { name: "Check citations" }).waitFor();
});

test("a file of this computer is put to the endpoint only where the reader chose so for files", async () => {
  const page = await viewer("");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles(FIXTURE);
  await page.locator(".textLayer .endOfContent").first().waitFor({ state: "attached" });
  const panel = await check(page);
  await waitForEnd(panel);
  await panel.getByText(NOT_ASKED).waitFor();
  await panel.getByText("On this computer", { exact: true }).click();
  assert.deepEqual(await axe(panel), []);
  await panel.screenshot({ path: join(SCREENSHOTS, "panel-files.png"), fullPage: true });
  const ask = panel.getByLabel("AI second opinion", { exact: true });
  assert.equal(await ask.inputValue(), "off");
  await ask.selectOption("on-request");
  await panel.getByText("Saved.", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Check again" }).click();
  await panel.getByText(/You can ask 127\.0\.0\.1\S* about inconclusive claims/).waitFor();
});
