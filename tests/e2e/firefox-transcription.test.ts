/** In Firefox, too, a page without text is drawn, and read by the model that the reader chose for it. */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startFakeLlm, type FakeLlm } from "../fake-llm/server.mjs";
import { Firefox } from "./support/firefox";
import { fill, press, pressNamed, shows, watchErrors } from "./support/firefox-page";
import { KEY, MODEL } from "./support/lamps";
import { writeRecords } from "./support/library";
import { paperPdf, type Scan } from "./support/made-pdf";
import { AUDIT_MS, DIST, SCREENSHOTS } from "./support/reading";
import { serveSecurely, type SecureServer } from "./support/tls";

const PATH = "/pdf/2511.00003v1";
const FIRST = [
  "Weirs of the north",
  "Weirs were built of timber in all rivers of the north for as long as there were mills.",
  "Oak was used for most of them, as was shown for forty rivers in an earlier survey [1].",
];
const SCANNED = "Bats hunt over lakes by sonar alone, and so they do over the ponds above the weirs [1].";
const LAST = [
  "It took forty days in all, and we would do it again in the next year if somebody pays.",
  "References",
  "[1] A. Smith. Oak timber in the rivers of the north. Journal of Wood, 12:3-9, 2020.",
];

let double: FakeLlm;
let server: SecureServer;
let firefox: Firefox;
let folder: string;

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  double = await startFakeLlm({
    key: KEY,
    gold: [{ prompt: "transcription", page: 2, blocks: [{ kind: "paragraph", text: SCANNED }] }],
  });
  const body = paperPdf([FIRST, scan(), LAST]);
  server = await serveSecurely(new Map([[PATH, { type: "application/pdf", body }]]));
  folder = mkdtempSync(join(tmpdir(), "citelight-firefox-"));
  cpSync(join(DIST, "firefox"), folder, { recursive: true });
  writeRecords(join(folder, "library"), [
    { id: "oak", title: "Oak timber in the rivers of the north", authors: ["Smith, Ada"], year: 2020 },
  ]);
  firefox = await Firefox.launch(folder, server.port);
});

after(async () => {
  await firefox.close();
  await server.close();
  await double.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lines of something black: what they say only gold knows. */
function scan(): Scan {
  const [width, height] = [612, 792];
  const pixels = new Uint8Array(width * height).fill(240);
  for (let y = 80; y < 400; y += 1) if (y % 16 < 6) pixels.fill(20, y * width + 60, y * width + 500);
  return { width, height, pixels };
}

test("a page without text is drawn in Firefox's viewer of ours, and its code can be read", async () => {
  const options = await firefox.open(firefox.url("options.html"));
  const errors = watchErrors(options);
  await fill(options, "Address", `${double.url}/v1`);
  await fill(options, "Model", MODEL);
  await fill(options, "API key", KEY);
  await fill(options, "For every inconclusive claim", null);
  await press(options, "form.endpoint details summary");
  await fill(options, "Send pages without text as images", null);
  await pressNamed(options, "Save and test");
  await shows(options, "form.endpoint .outcome", /works\. Response format/);
  double.reset();

  const page = await firefox.openInViewer(`https://arxiv.org${PATH}`);
  await shows(page, "[role=alert]", /needs permission to read files from arxiv\.org/);
  await press(page, ".box button");
  const panel = await firefox.open(await firefox.sidebarAddress());
  await shows(panel, ".state button", /^(Check again|Try again)$/, AUDIT_MS);
  await shows(panel, ".notices", /Page 2 was read from its image by double/);
  const asked = double.log.entries({ prompt: "transcription" });
  assert.deepEqual(
    asked.map(({ images, outcome, repair }) => [images, outcome, repair]),
    [[1, "answered", false]],
  );
  await press(panel, 'details.group[data-class="unchecked"] summary');
  await press(panel, 'details.group[data-class="unchecked"] .rows li:nth-child(2) button');
  await page.bringToFront();
  await shows(page, "[role=dialog]", /Page 2 was read from its image by an AI model/);
  await page.screenshot({ path: join(SCREENSHOTS, "firefox-transcription.png") });
  assert.deepEqual([...errors, ...(await firefox.errors())], []);
});
