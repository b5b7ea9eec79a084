/** What readers feel: layout shifts, and how long the main thread was kept at work. */

import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";

interface Source {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

/**
 * Tells unexpected layout shifts from the page's very beginning: when, how much (CLS), and what moved from where. Citelight's own panel
 * is left out: rows find their place in it while the audit runs.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const world = globalThis as { citelightShifts?: string[] };
    const shifts: string[] = (world.citelightShifts = []);
    const told = ({ node, previousRect: from, currentRect: to }: Source): string =>
      `${node instanceof Element ? `${node.tagName}#${node.id}.${node.className}` : "text"} ${from.left},${from.top},${from.width}×${from.height} → ${to.left},${to.top},${to.width}×${to.height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: Source[];
      })[]) {
        const panel = document
          .querySelector('[data-citelight-ui="panel"], cite-light')
          ?.getBoundingClientRect();
        const isOurs = ({ previousRect: from, currentRect: to }: Source): boolean =>
          panel !== undefined &&
          [from, to].every(
            // What is scrolled out of the panel has no extent.
            (box) => box.width === 0 || (panel.left - 1 <= box.left && box.right <= panel.right + 1),
          );
        if (!entry.hadRecentInput && !entry.sources.every(isOurs))
          shifts.push(
            `${Math.round(entry.startTime)} ms: ${entry.value}: ${entry.sources.map(told).join("; ")}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() => (globalThis as { citelightShifts?: string[] }).citelightShifts ?? ["not watched"]);
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; src_func?: string };
}

export interface Task {
  /** Processor time, ms: waiting for a core on a busy machine is not the page's doing. */
  work: number;
  /** Time on the clock, ms. */
  clock: number;
}

export interface Measured {
  /** Longest work first. */
  tasks: Task[];
  /** The longest work that a task may have, ms. */
  allowed: number;
}

/** Work that keeps no reader waiting, ms. */
const SHORT = 50;
/** The same in turns of the yardstick, for machines that are too slow for SHORT. The longest of ours, a content script, takes 8 to 14. */
const YARDSTICKS = 20;
/** Turns of the yardstick before and after what is measured. */
const TURNS = 3;

const ATTEMPTS = 3;

/**
 * Fails if a task of the page's main thread works too long while `action` runs. It is measured again before: a task of ours is too long every
 * time, one that a busy machine stretched is not.
 */
export async function assertShortTasks(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { tasks, allowed } = await tasksDuring(browser, page, action);
    const told = tasks.slice(0, 5).map(({ work, clock }) => `${work.toFixed(1)} (${clock.toFixed(1)})`);
    console.log(
      `longest tasks, ms of work (on the clock): ${told.join(", ")}; allowed ${allowed.toFixed(0)}`,
    );
    if ((tasks[0]?.work ?? NaN) <= allowed) return;
    assert.ok(attempt < ATTEMPTS, `a task kept the page at work too long: ${told[0]} ms`);
  }
}

/** The tasks of the page's main thread while `action` runs. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<Measured> {
  // What earlier tests left on the heap (axe above all) is collected now, not in the page's time.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  await cdp.detach();
  await browser.startTracing(page, {
    categories: ["__metadata", "toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"],
  });
  await page.evaluate(() => performance.mark("citelight-page"));
  for (let turn = 0; turn < TURNS; turn += 1) await page.evaluate(yardstick);
  await action();
  for (let turn = 0; turn < TURNS; turn += 1) await page.evaluate(yardstick);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mark = trace.traceEvents.find(({ name }) => name === "citelight-page");
  if (mark === undefined) throw new Error("the trace does not know the page");
  const ofPage = trace.traceEvents.filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid);
  const turns = ofPage.filter(({ name }) => name === "citelight-yardstick").map(({ ts }) => ts);
  const tasks: Task[] = [];
  const yardsticks: number[] = [];
  // A task that began before the trace has no work of its own there.
  for (const { name, ph, ts, dur = 0, tdur = 0 } of ofPage) {
    if (ph !== "X" || !name.endsWith("RunTask")) continue;
    const [work, clock] = [tdur / 1000, dur / 1000];
    if (turns.some((turn) => ts <= turn && turn <= ts + dur)) yardsticks.push(work);
    else tasks.push({ work, clock });
  }
  return {
    tasks: tasks.sort((a, b) => b.work - a.work),
    allowed: Math.max(SHORT, YARDSTICKS * median(yardsticks)),
  };
}

/** Work of the kind that pages do, always the same. In the page. */
function yardstick(): number {
  performance.mark("citelight-yardstick");
  const words = Array.from({ length: 8000 }, (_, index) => `${((index * 7919) % 8009).toString(36)} of it`);
  const kept = JSON.parse(JSON.stringify(words.sort())) as string[];
  return kept.join(" ").replace(/[aeiou]+(?= of)/g, "").length;
}

function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error("the trace does not hold the yardstick");
  return middle;
}
