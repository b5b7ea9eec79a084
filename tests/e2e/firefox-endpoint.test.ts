import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { FakeLlm } from "../fake-llm/server.mjs";
import { Firefox } from "./support/firefox";
import { fill, press, pressNamed, shows, watchErrors } from "./support/firefox-page";
import { ARTICLE, KEY, lampDouble, MODEL, writeLibrary } from "./support/lamps";
import { DIST } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const ENDED = /^(Check again|Try again)$/;
/** One claim. */
const ENDS_MS = 120_000;

let double: FakeLlm;
let server: SecureServer;
let firefox: Firefox;
let folder: string;

before(async () => {
  double = await lampDouble();
  server = await serveSecurely(new Map([["/lamps", ARTICLE]]));
  folder = mkdtempSync(join(tmpdir(), "citelight-firefox-"));
  cpSync(join(DIST, "firefox"), folder, { recursive: true });
  writeLibrary(join(folder, "library"));
  firefox = await Firefox.launch(folder, server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an endpoint is asked with the reader's consent, its key is out of reach of content scripts, and consent can be taken back", async () => {
  const options = await firefox.open(firefox.url("options.html"));
  const errors = watchErrors(options);
  assert.deepEqual(await firefox.consents(), []);
  await fill(options, "Address", `${double.url}/v1`);
  await fill(options, "Model", MODEL);
  await fill(options, "API key", KEY);
  await fill(options, "For every inconclusive claim", null);
  await pressNamed(options, "Save and test");
  await shows(options, "form.endpoint .outcome", /works\. Response format: JSON schema/);
  assert.deepEqual((await firefox.consents()).sort(), ["authenticationInfo", "websiteContent"]);
  assert.ok((await firefox.grantedHosts()).includes("http://127.0.0.1/*"));
  // What content scripts can read of the extension's storage.
  assert.ok(!JSON.stringify(await options.evaluate(() => chrome.storage.local.get(null))).includes(KEY));
  assert.ok(double.log.entries().every(({ key, keyElsewhere }) => key === "present" && !keyElsewhere));

  await fill(options, "Your email address (optional)", "reader@example.org");
  await pressNamed(options, "Save address");
  await shows(options, ".outcome", /^Saved\.$/);
  assert.ok((await firefox.consents()).includes("personallyIdentifyingInfo"));

  double.reset();
  const page = await firefox.browser.newPage();
  await page.goto("https://journal.example/lamps");
  await firefox.click(page);
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", ENDED, ENDS_MS);
  await shows(panel, ".state", /1 need/);
  await press(panel, ".group .rows button");
  await page.bringToFront();
  await shows(
    page,
    "[role=dialog]",
    /Needs review[\s\S]*a day later than under cool ones[\s\S]*Sent to 127\.0\.0\.1/,
  );

  await firefox.takeBack("websiteContent");
  double.reset();
  await panel.bringToFront();
  // The button says so anew when this check has ended: it may take no time at all.
  await panel.evaluate(() => {
    const button = document.querySelector("#panel")?.shadowRoot?.querySelector<HTMLElement>(".state button");
    if (button) button.textContent = "…";
  });
  await press(panel, ".state button");
  await shows(panel, ".state button", ENDED, ENDS_MS);
  assert.deepEqual(double.log.entries(), []);
  assert.deepEqual([...errors, ...(await firefox.errors())], []);
});
