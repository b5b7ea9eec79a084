/**
 * How long a browser takes from a LaTeXML page to its mapped document: `npm run bench` after a build.
 *
 * The page is the fixture's own, made long by copies with ids of their own (as in crate/document/benches/parse.rs, which
 * measures memory too). Bars: 1 MB in 150 ms (median of 20), ten times the page in at most 11 times the time.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { launch } from "../e2e/support/browser";
import { DIST } from "../e2e/support/reading";
import { serve } from "../../scripts/build/serve.mjs";
import { clocked, inputOf, resultsPath, writeResults, type Measured } from "./results.mjs";

const FIXTURE = "tests/fixtures/pages/latexml-1707.08043.html";
const RUNS = 20;
const RUNS_OF_TEN = 5;

/** A LaTeXML page of about `size` characters: sections and references of a real article, again and again. */
function longPage(size: number): string {
  const html = readFileSync(FIXTURE, "utf8");
  const at = (words: string, from = 0): number => {
    const found = html.indexOf(words, from);
    assert.ok(found >= 0, `${words} is in the fixture`);
    return found;
  };
  const body = at("<section");
  const list = at('<section id="bib"');
  const end = at("</section>", list);
  const entries = at("<li", list);
  const entriesEnd = html.lastIndexOf("</li>", end) + "</li>".length;
  const parts = [html.slice(body, list), html.slice(entries, entriesEnd)];
  const copies = Math.max(1, Math.floor(size / (parts.join("").length || 1)));
  const repeated = (part: string): string =>
    Array.from({ length: copies }, (_, copy) =>
      part.replaceAll('id="', `id="c${copy}.`).replaceAll('href="#', `href="#c${copy}.`),
    ).join("");
  const [sections = "", listed = ""] = parts;
  return (
    html.slice(0, body) +
    repeated(sections) +
    html.slice(list, entries) +
    repeated(listed) +
    html.slice(entriesEnd)
  );
}

/** Milliseconds from the order to the mapped document, once per run, in one worker that has done one before. */
function timesOf(page: Page, content: string, runs: number): Promise<number[]> {
  return page.evaluate(
    async ({ content, runs }) => {
      const worker = new Worker("worker.js", { type: "module" });
      const heard = (wanted: (message: unknown) => boolean) =>
        new Promise<void>((done, failed) => {
          const listen = ({ data }: MessageEvent<{ kind: string; message?: string }>) => {
            if (data.kind === "failed") failed(new Error(data.message));
            if (!wanted(data)) return;
            worker.removeEventListener("message", listen);
            done();
          };
          worker.addEventListener("message", listen);
        });
      const ready = heard((message) => (message as { kind: string }).kind === "ready");
      worker.postMessage({ kind: "load", models: null, added: [], library: null });
      await ready;
      const times: number[] = [];
      for (let run = 0; run <= runs; run += 1) {
        const audit = `run-${run}`;
        const event = (kind: string) =>
          heard((message) => {
            const { audit: own, event } = message as { audit?: string; event?: { kind: string } };
            return own === audit && event?.kind === kind;
          });
        const [mapped, finished] = [event("mapped"), event("finished")];
        const start = performance.now();
        worker.postMessage({
          kind: "audit",
          audit,
          order: {
            document: {
              kind: "sent",
              id: null,
              document: { content: { text: { text: content } }, origin: "bench", address: null },
            },
            settings: null,
            online: null,
            endpoint: null,
            committees: false,
            snippets: "off",
            copies: [],
            only: null,
          },
        });
        await mapped;
        times.push(performance.now() - start);
        worker.postMessage({ kind: "cancel", audit });
        await finished;
      }
      worker.terminate();
      return times.slice(1);
    },
    { content, runs },
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

test("a page of a megabyte is mapped, and one of ten", async () => {
  const server = await serve(join(DIST, "www"));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}component.html`);
    const [once, ten] = [longPage(1_000_000), longPage(10_000_000)];
    const [oneMs, tenMs] = [
      median(await timesOf(page, once, RUNS)),
      median(await timesOf(page, ten, RUNS_OF_TEN)),
    ];
    const megabytes = (text: string) => text.length / 1e6;
    const perMegabyte = oneMs / megabytes(once);
    console.log(
      `${megabytes(once).toFixed(2)} MB: ${oneMs.toFixed(0)} ms, ` +
        `${perMegabyte.toFixed(0)} ms for each MB (median of ${RUNS}; bar 150)`,
    );
    console.log(`${megabytes(ten).toFixed(2)} MB: ${tenMs.toFixed(0)} ms (median of ${RUNS_OF_TEN})`);
    const growth = tenMs / megabytes(ten) / perMegabyte;
    console.log(`ten times the page: ${(10 * growth).toFixed(1)} times the time (bar 11)`);
    assert.ok(oneMs > 0 && tenMs > oneMs);
    const cell = (row: string) => ({
      section: "From the page to its mapped document",
      row,
      column: "figure",
    });
    const figures: Measured[] = [
      {
        key: "per-megabyte",
        ...cell("a megabyte of a page"),
        value: perMegabyte,
        unit: "milliseconds",
        bar: { is: "at-most", value: 150 },
        of: RUNS,
      },
      { key: "ten-megabytes", ...cell("ten megabytes"), value: tenMs, unit: "milliseconds", of: RUNS_OF_TEN },
      {
        key: "growth",
        ...cell("time for ten times the page"),
        value: 10 * growth,
        unit: "ratio",
        bar: { is: "at-most", value: 11 },
      },
    ];
    writeResults(resultsPath("mapping-speed"), {
      title: "How long a page is mapped in the browser",
      about:
        "A real LaTeXML page, made long with copies of its sections and references, in a worker that has mapped one before; medians. The first and second figures are times of this machine, the third is not.",
      command: "./build.sh bench mapping-speed",
      inputs: [inputOf(FIXTURE)],
      figures: figures.map(clocked),
    });
  } finally {
    await browser.close();
    await server.close();
  }
});
