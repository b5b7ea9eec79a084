import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Firefox } from "./support/firefox";
import { highlighted, press, shows, watchErrors } from "./support/firefox-page";
import { RETRACTED_SENTENCE, writeHabits } from "./support/habits";
import { AUDIT_MS, bare, DIST, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PATH = "/pdf/2511.00002v1";
const FILE = { type: "application/pdf", body: readFileSync("tests/fixtures/pdf/author-year.pdf") };

let server: SecureServer;
let firefox: Firefox;
let folder: string;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  server = await serveSecurely(new Map([[PATH, FILE]]));
  folder = mkdtempSync(join(tmpdir(), "citelight-firefox-"));
  cpSync(join(DIST, "firefox"), folder, { recursive: true });
  writeHabits(join(folder, "library"));
  firefox = await Firefox.launch(folder, server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the button on Firefox's PDF viewer leads to ours, which asks for the one host, reads the file and gives the host back", async () => {
  const page = await firefox.openInViewer(`https://arxiv.org${PATH}`);
  const errors = watchErrors(page);
  const before = await firefox.grantedHosts();
  await shows(page, "[role=alert]", /needs permission to read files from arxiv\.org/);
  await press(page, ".box button");
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, AUDIT_MS);
  // Pages are drawn, and marked, once they are looked at.
  await page.bringToFront();
  await page.waitForFunction(() => (CSS.highlights.get("citelight-retracted-since-sentence")?.size ?? 0) > 0);
  const marked = bare((await highlighted(page, "citelight-retracted-since-sentence")).join(""));
  assert.ok(marked.includes(bare(RETRACTED_SENTENCE)), marked);
  assert.deepEqual(await firefox.grantedHosts(), before);
  await page.screenshot({ path: join(SCREENSHOTS, "firefox-viewer.png") });
  assert.deepEqual([...errors, ...(await firefox.errors())], []);
});

test("a PDF of this computer is chosen, since no address leads there", async () => {
  const page = await firefox.open(
    firefox.url(`viewer.html?file=${encodeURIComponent("file:///papers/one.pdf")}`),
  );
  await shows(page, "[role=alert]", /extensions can’t open files by address/);
  await page.close();
});
