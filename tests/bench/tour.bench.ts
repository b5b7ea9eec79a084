/**
 * What marks cost a reader: `npm run bench tour` after a build. A scripted tour of scrolling, pointing and clicking through a page with
 * more than 300 marks, with and without the extension's audit, turn by turn; the work of the page's main thread by Chromium's own trace.
 *
 * Bar: within 10 % of the page alone. Times vary on a busy machine, so nothing fails here but a page with too few marks.
 */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { Extension } from "../e2e/support/extension";
import { tasksDuring } from "../e2e/support/measure";
import { DIST, waitForEnd } from "../e2e/support/reading";
import { serveSecurely } from "../e2e/support/tls";
import { clocked, inputOf, resultsPath, writeResults } from "./results.mjs";

const ROUNDS = 7;
const MARKS = 300;
const HOST = "bmcgenomics.biomedcentral.com";
const PATH = "/articles/10.1186/1471-2164-13-425";
const PAGE = "tests/fixtures/pages/bmc-1471-2164-13-425.html";
const STEP_PX = 300;
const POINTS = 12;

/** Scrolls to the end and back with the wheel, moves the pointer over the text and clicks it, as fast as frames come. */
async function tour(page: Page): Promise<void> {
  const { height, width, shown } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: innerWidth,
    shown: innerHeight,
  }));
  const steps = Math.min(60, Math.floor((height - shown) / STEP_PX));
  const frame = (): Promise<unknown> =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  for (const way of [1, -1])
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, way * STEP_PX);
      await frame();
      // Over the same words in every round.
      await page.mouse.move(width * 0.3, shown * 0.3);
      await page.mouse.move(width * 0.5, shown * 0.6, { steps: 5 });
    }
  for (let point = 0; point < POINTS; point += 1) {
    await page.mouse.wheel(0, STEP_PX);
    await frame();
    await page.mouse.click(width * 0.4, shown * (0.2 + 0.05 * point));
    await page.keyboard.press("Escape");
    await frame();
  }
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Some paragraphs twice, in other words (repeated ones are read once), for as many marks as are wanted. Links lead nowhere: a click on one would end the tour. */
function article(): string {
  let paragraphs = 0;
  const copied = (paragraph: string): string => {
    paragraphs += 1;
    if (paragraphs % 3 !== 0) return "";
    return paragraph.replace(/<p\b[^>]*>/, `$&To say it a second time (${paragraphs}): `);
  };
  return readFileSync(PAGE, "utf8")
    .replace(/<p\b[\s\S]*?<\/p>/g, (paragraph) => paragraph + copied(paragraph))
    .replace(/\shref="(?!#)[^"]*"/g, "");
}

test("a tour of a page with marks", { timeout: 1_200_000 }, async () => {
  const server = await serveSecurely(new Map([[PATH, article()]]));
  const folder = mkdtempSync(join(tmpdir(), "citelight-tour-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  // Without models each citation is marked, as not checked.
  rmSync(join(folder, "models"), { recursive: true, force: true });
  const extension = await Extension.launch(folder, [HOST], server.port);
  try {
    const browser: Browser | null = extension.context.browser();
    assert.ok(browser);
    const open = async (): Promise<Page> => {
      const page = await extension.context.newPage();
      await page.goto(`https://${HOST}${PATH}`);
      return page;
    };
    const [alone, marked] = [await open(), await open()];
    await extension.click(marked);
    const panel = await extension.sidePanel();
    await waitForEnd(panel);
    await panel.close();
    const marks = await marked.evaluate(() =>
      [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0),
    );
    assert.ok(marks >= MARKS, `${marks} marks`);

    const work = { alone: [] as number[], marked: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = [
        ["alone", alone],
        ["marked", marked],
      ] as const;
      for (const [name, page] of round % 2 === 0 ? order : [...order].reverse()) {
        await page.bringToFront();
        const { tasks } = await tasksDuring(browser, page, () => tour(page));
        work[name].push(tasks.reduce((sum, task) => sum + task.work, 0));
      }
    }
    const [without, withMarks] = [median(work.alone), median(work.marked)];
    console.log(`${marks} marks; main thread's work in ${ROUNDS} tours each, ms:`);
    console.log(`  alone  ${work.alone.map((ms) => ms.toFixed(0)).join(" ")} · median ${without.toFixed(0)}`);
    console.log(
      `  marked ${work.marked.map((ms) => ms.toFixed(0)).join(" ")} · median ${withMarks.toFixed(0)}`,
    );
    console.log(`marked / alone: ${(withMarks / without).toFixed(3)} (bar: at most 1.10)`);
    const cell = (row: string) => ({ section: "Work of the main thread in a tour", row, column: "figure" });
    writeResults(resultsPath("tour"), {
      title: "What marks cost a reader who scrolls, points and clicks",
      about:
        `A scripted tour through a page, with and without the extension's marks, in turns, ${ROUNDS} rounds; medians of the main thread's ` +
        "work by the browser's own trace. The ratio is within the run, the times are of this machine.",
      command: "./build.sh bench tour",
      inputs: [inputOf(PAGE)],
      figures: [
        { key: "marks", ...cell("marks on the page"), value: marks, unit: "count" },
        clocked({
          key: "alone",
          ...cell("the page alone"),
          value: without,
          unit: "milliseconds",
          of: ROUNDS,
        }),
        clocked({ key: "marked", ...cell("with marks"), value: withMarks, unit: "milliseconds", of: ROUNDS }),
        clocked({
          key: "ratio",
          ...cell("with marks against alone"),
          value: withMarks / without,
          unit: "ratio",
          bar: { is: "at-most", value: 1.1 },
        }),
      ],
    });
  } finally {
    await extension.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
