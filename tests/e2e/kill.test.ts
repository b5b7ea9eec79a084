/** Audits that are cut off at any moment go on: the same findings as undisturbed, and nothing asked twice that was answered. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { ENDURANCE } from "./support/endurance";
import type { Extension } from "./support/extension";
import { launchGranted } from "./support/granted";
import { waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";
import { ARTICLE, sleepWeb } from "./support/sleep";
import { lookUpButton, waitForHealth } from "./support/panel";

/** Each kind of kill twice; `./build.sh test-all` kills more often. */
const KILLS = ENDURANCE ? 21 : 6;
const ADDRESS = "https://journal.example/sleep";
/** How long an answer of the fake web takes: a kill then often comes between question and answer. */
const LATENCY_MS = 300;
/** How long after it an answer may take to be read and kept on a slow machine. */
const KEEP_MS = 4000;
/** A request that left before a cut is logged by so much later on a loaded machine. */
const LOG_LAG_MS = 500;

let web: Awaited<ReturnType<typeof sleepWeb>>;
let granted: Awaited<ReturnType<typeof launchGranted>>;
let extension: Extension;

before(async () => {
  web = await sleepWeb();
  granted = await launchGranted(web, "journal.example", new Map([["/sleep", ARTICLE]]));
  ({ extension } = granted);
});

after(async () => {
  await granted.close();
  await web.close();
});

/** Forgets what was answered, as the options do. */
async function forgetAnswers(): Promise<void> {
  const options = await extension.context.newPage();
  await options.goto(`chrome-extension://${extension.id}/options.html`);
  await closeOffscreen();
  await options.getByRole("button", { name: "Clear cache" }).click();
  await options.getByText("Cache cleared.").waitFor();
  await options.close();
}

async function closeTargets(isMeant: (target: { type: string; url: string }) => boolean): Promise<void> {
  const { targetInfos } = await extension.cdp.send("Target.getTargets");
  for (const { targetId, type, url } of targetInfos)
    if (isMeant({ type, url }))
      // What is still being opened may be closed without an answer.
      await Promise.race([
        extension.cdp.send("Target.closeTarget", { targetId }).catch(() => undefined),
        new Promise((done) => setTimeout(done, 2000)),
      ]);
}

/** The document that owns the worker, and the worker with it. */
const closeOffscreen = (): Promise<void> => closeTargets(({ url }) => url.endsWith("/offscreen.html"));
/** As browsers stop one that has been idle. */
async function stopServiceWorker(panel: Page): Promise<void> {
  const session = await extension.context.newCDPSession(panel);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

const KINDS = ["offscreen", "service worker", "page"] as const;

test(
  `an audit killed ${KILLS} times ends as if it had never been disturbed`,
  { timeout: 600_000 },
  async () => {
    const page = await extension.context.newPage();
    await page.goto(ADDRESS);
    await extension.click(page);
    const panel = await extension.sidePanel();
    await waitForEnd(panel);
    await lookUpButton(panel).click();
    await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"]);
    await waitForEnd(panel);
    const undisturbed = await reportOf(panel);

    // The log counts from its own beginning, which lies between these two: on a slow machine far apart.
    const asked = Date.now();
    await fetch(`${web.url}/crossref/works/10.1016/sleep.1`);
    const answered = Date.now();
    const logged = web.log.entries().at(-1)?.time ?? 0;
    const [earliest, latest] = [asked - logged, answered - logged];
    web.reset();
    web.setFaults({ latency: LATENCY_MS });
    await forgetAnswers();
    const cuts: { from: number; to: number }[] = [];
    // The same kills in every run.
    let seed = Number(process.env.SEED ?? 20_261_123);
    const chance = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const start = async (): Promise<void> => {
      await extension.click(page);
    };
    await start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await page.waitForTimeout(200 + chance() * 2500);
      const kind = KINDS[kill % KINDS.length];
      const from = Date.now() - latest;
      if (kind === "offscreen") await closeOffscreen();
      else if (kind === "service worker") await stopServiceWorker(panel);
      else await page.reload();
      // The service worker asks no source: what is lost with it is no excuse.
      if (kind !== "service worker") cuts.push({ from, to: Date.now() - earliest });
      // A page that was loaded anew waits for its reader; so does one whose worker was lost too often.
      const isAtWork = await page.evaluate(() => CSS.highlights.size > 0).catch(() => false);
      if (kind === "page" || !isAtWork) await start();
    }
    // A reader who comes back to it. What was finished before its worker was lost is read from what was kept.
    await start();
    await panel.bringToFront();
    await panel.reload();
    await waitForHealth(panel, ["1 verified", "1 not found", "1 retracted"], 120_000);
    await waitForEnd(panel);
    const killed = await reportOf(panel);
    assert.deepEqual(killed.findings, undisturbed.findings);
    assert.deepEqual(killed.resolutions, undisturbed.resolutions);
    assert.deepEqual(killed.summary, undisturbed.summary);

    // A question that was under way when the kill came may come again: its answer was never seen.
    const entries = web.log.entries();
    const seen = new Map<string, number>();
    let again = 0;
    for (const { method, path, query, time } of entries) {
      const question = JSON.stringify([method, path, query]);
      const before = seen.get(question);
      seen.set(question, time);
      if (before === undefined) continue;
      again += 1;
      const wasCut = cuts.some(
        ({ from, to }) => to >= before - LOG_LAG_MS && from <= before + LATENCY_MS + KEEP_MS,
      );
      const nearest = cuts.map(({ from, to }) => `${from - before} to ${to - before} ms`).join(", ");
      assert.ok(
        wasCut,
        `${path} was asked again after ${time - before} ms though nothing came between (cuts: ${nearest})`,
      );
    }
    // A machine so slow that every moment is excused by some kill is not to excuse everything.
    assert.ok(again <= cuts.length, `${again} requests were asked again after ${cuts.length} cuts`);
    console.log(
      `${KILLS} kills, ${entries.length} requests, ${again} of them asked again since the kill came before the answer`,
    );
    await panel.close();
    await page.close();
  },
);

test("a finished audit outlives the page that owned the worker", async () => {
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  await extension.click(page);
  const panel = await extension.sidePanel();
  await waitForEnd(panel);
  const { findings } = await reportOf(panel);
  assert.ok(findings.length > 0);
  await closeOffscreen();
  // The list wakes the next one, to which the page hands what it was told.
  await panel.reload();
  await waitForEnd(panel);
  assert.deepEqual((await reportOf(panel)).findings, findings);
  // Lists that stay open follow, too.
  await closeOffscreen();
  const other = await extension.context.newPage();
  await other.goto(ADDRESS);
  await extension.click(other);
  await waitForEnd(panel);
  assert.deepEqual((await reportOf(panel)).findings, findings);
});
