/**
 * The first minute on real articles: saved pages under their own hosts, beside scholarly APIs that know what they cite and keep to their
 * documented limits. How long sixty titles take without a browser around them is measured in virtual time (crate/core/tests/first_minute.rs).
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { CheckExport } from "@citelight/shared/generated/CheckExport";
import { knowReferencesOf } from "./support/known-references";
import { launchGranted } from "./support/granted";
import { lookUpButton } from "./support/panel";
import { OF_ENDURANCE } from "./support/endurance";
import { SCREENSHOTS, waitForEnd } from "./support/reading";
import { reportOf } from "./support/report";
import { savedPages } from "./support/saved-pages";

/**
 * How long a reader waits, in milliseconds: the first words after the click, then what is known of all references. The first words are
 * wanted within three seconds, which a machine that does much else at the same time misses by itself.
 */
const FIRST_WORDS_MS = 9000;
const HEALTH_MS = { identifiers: 15_000, titles: 75_000 };

const ARTICLES = [
  { name: "mdpi-brainsci15030264.html", allow: HEALTH_MS.identifiers, options: OF_ENDURANCE },
  { name: "plos-pbio.1001461.html", allow: HEALTH_MS.titles, options: {} },
  { name: "latexml-1707.08043.html", allow: HEALTH_MS.titles, options: {} },
];

for (const { name, allow, options } of ARTICLES)
  test(
    `${name}: references first, nothing counted that was not checked, a second visit asks nobody`,
    options,
    async () => {
      const saved = savedPages().find((page) => page.name === name);
      assert.ok(saved, "the page is there");
      const { host, pathname } = new URL(saved.address);
      const known = await knowReferencesOf(saved.path);
      const granted = await launchGranted(known.web, host, new Map([[pathname, saved.html]]));
      try {
        const { extension } = granted;
        const page = await extension.context.newPage();
        await page.goto(saved.address, { waitUntil: "domcontentloaded" });
        const clicked = Date.now();
        await extension.click(page);
        const panel = await extension.sidePanel();
        await firstWordsAbout(panel, known.references);
        const firstWords = Date.now() - clicked;
        assert.equal(known.web.log.entries().length, 0, "nobody was asked before the reader said so");

        const pressed = Date.now();
        await lookUpButton(panel).click();
        await allAnswered(panel, known.references, allow);
        const health = Date.now() - pressed;
        await waitForEnd(panel);
        const end = Date.now() - pressed;
        const requests = known.web.log.entries().length;
        console.log(
          `${name}: first words ${firstWords} ms, health of ${known.references} references ${health} ms, all ${end} ms, ${requests} requests`,
        );
        assert.ok(firstWords <= FIRST_WORDS_MS, `the first words came after ${firstWords} ms`);
        const report = await reportOf(panel);
        const { references } = report.summary;
        assert.equal(references.total, known.references);
        assert.ok(references.verified >= ANSWERED * references.total, JSON.stringify(references));
        everyFindingIsExplained(report);
        assert.deepEqual(await contradictions(panel, report), []);
        if (existsSync(SCREENSHOTS)) {
          await panel.screenshot({ path: join(SCREENSHOTS, `first-minute-${name}.panel.png`) });
          await page.screenshot({ path: join(SCREENSHOTS, `first-minute-${name}.png`) });
        }

        await page.reload({ waitUntil: "domcontentloaded" });
        await extension.click(page);
        await waitForEnd(panel);
        assert.equal(known.web.log.entries().length, requests, "a second visit asked again");
      } finally {
        await granted.close();
        await known.close();
      }
    },
  );

/**
 * Waits until the panel says how many references were found, or how they stand: the extension's own library knows works of some
 * articles, and a check that asks nobody may have ended before the panel is looked at.
 */
async function firstWordsAbout(panel: Page, references: number): Promise<void> {
  await panel.waitForFunction(
    (references) => {
      const root = document.querySelector("#panel")?.shadowRoot;
      const said = root?.querySelector(".state p")?.textContent ?? "";
      const standing = [...(root?.querySelectorAll<HTMLElement>(".health button:not([hidden])") ?? [])];
      const counted = standing.map(({ textContent }) => Number(/\d+/.exec(textContent)?.[0] ?? 0));
      return (
        said.includes(`, ${String(references)} references found`) ||
        counted.reduce((sum, count) => sum + count, 0) === references
      );
    },
    references,
    { timeout: 60_000, polling: 100 },
  );
}

/** What of the references is answered where records know them all: the others may stay open. */
const ANSWERED = 0.8;

/** Waits until the references have their answers, as the counts above the list say it. */
async function allAnswered(panel: Page, references: number, milliseconds: number): Promise<void> {
  await panel.waitForFunction(
    (wanted) => {
      const root = document.querySelector("#panel")?.shadowRoot;
      const counts = [...(root?.querySelectorAll<HTMLElement>(".health button:not([hidden])") ?? [])];
      const said = counts
        .filter(({ dataset }) => dataset.class !== "open")
        .map(({ textContent }) => Number(/\d+/.exec(textContent)?.[0] ?? 0));
      return said.reduce((sum, count) => sum + count, 0) >= wanted;
    },
    ANSWERED * references,
    { timeout: milliseconds, polling: 100 },
  );
}

/** What is open says why. */
function everyFindingIsExplained({ findings }: CheckExport): void {
  for (const { citation, reasons, message } of findings)
    assert.ok(reasons.length > 0 && message !== "", `${citation} has no reason`);
}

/** Numbers in the panel that differ from the file's. */
async function contradictions(panel: Page, { summary }: CheckExport): Promise<string[]> {
  const shown = await panel.evaluate(() => {
    const root = document.querySelector("#panel")?.shadowRoot;
    const all = [
      ...(root?.querySelectorAll<HTMLElement>(".filters [data-class], .health [data-class]") ?? []),
    ];
    return all
      .filter((element) => !element.hidden)
      .map((element) => ({
        kind: element.closest(".health") ? "references" : "citations",
        name: element.dataset.class ?? "",
        count: Number(
          /\d+/.exec(element.querySelector(".count")?.textContent ?? element.textContent)?.[0] ?? 0,
        ),
      }));
  });
  return shown.flatMap(({ kind, name, count }) => {
    const counts = summary[kind as "references" | "citations"] as unknown as Record<string, number>;
    const expected = counts[name.replace(/-/g, "_")] ?? 0;
    return expected === count ? [] : [`${kind} ${name}: ${count} shown, ${expected} in the file`];
  });
}
