import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { Firefox } from "./support/firefox";
import { highlighted, shows, watchErrors } from "./support/firefox-page";
import { AUDIT_MS, DIST, paragraph } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PATH = "/html/2511.00001v1";
const NEXT_PATH = "/list/cs.CL/recent";

let server: SecureServer;
let firefox: Firefox;

before(async () => {
  const next = "<!doctype html><title>Recent submissions</title><p>No article.</p>";
  server = await serveSecurely(
    new Map([
      [PATH, paragraph()],
      [NEXT_PATH, next],
    ]),
  );
  firefox = await Firefox.launch(resolve(DIST, "firefox"), server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
});

test("a check that was left half-way goes on when the reader comes back to the page that Firefox kept", async () => {
  const page = await firefox.browser.newPage();
  const errors = watchErrors(page);
  await page.goto(`https://arxiv.org${PATH}`);
  await page.evaluate(() => {
    window.addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.lang = persisted ? "x-kept" : "";
    });
  });
  await firefox.click(page);
  const address = await firefox.sidebarAddress();
  const panel = await firefox.open(address);
  await shows(panel, ".state button", /^Stop$/);
  await panel.close();
  await page.bringToFront();

  await page.goto(`https://arxiv.org${NEXT_PATH}`);
  // puppeteer's `goBack` waits for a page that loads, which one that was kept does not.
  await page.evaluate(() => {
    history.back();
  });
  await page.waitForFunction(() => document.documentElement.lang === "x-kept");
  const again = await firefox.open(address);
  await shows(again, ".state button", /^Check again$/, AUDIT_MS);
  const marked = await highlighted(page, "citelight-may-differ-sentence");
  assert.ok(marked.length > 0, "nothing is marked");
  assert.deepEqual(
    errors.filter((error) => !error.includes("/favicon.ico")),
    [],
  );
  await again.close();
  await page.close();
});
