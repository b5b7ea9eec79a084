/** An article whose one claim no small model settles, the library that holds its source, and a double that knows the answer. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFakeLlm, type FakeLlm } from "../../fake-llm/server.mjs";

export const KEY = "sk-of-the-browser-tests-7f3a";
export const MODEL = "double";
export const CLAIM =
  "Warm lighting in offices makes employees finish their reports sooner than cool lighting does.";
export const SAYS = "Under warm lamps the staff handed in their paperwork a day later than under cool ones";

const TITLE = "Warm and cool lamps in forty offices";
const FILLER =
  "We fitted lamps of two colours in forty offices and changed them every month for a year. Nobody was told why. ";

export const ARTICLE = `<!DOCTYPE html><html lang="en"><head><title>Lamps at work</title>
<meta name="citation_title" content="Lamps at work"></head><body><article><h1>Lamps at work</h1><h2>Introduction</h2>
<p>${"Offices are lit in many ways, and much was written about it. ".repeat(12)}</p>
<p>${CLAIM.replace(/\.$/, "")} <a href="#r1">[1]</a>.</p>
<h2>References</h2><ol class="references"><li id="r1">Lumen A, Watt B. ${TITLE}. 2019.</li>
<li id="r2">Ohm C. Something about currents in rivers. 2011.</li></ol></article></body></html>`;

const RECORD = {
  id: "lamps",
  title: TITLE,
  authors: [
    { family: "Lumen", given: "A" },
    { family: "Watt", given: "B" },
  ],
  year: 2019,
};

/** The library's files by path. */
export const LIBRARY: ReadonlyMap<string, string> = new Map([
  ["records.jsonl", `${JSON.stringify(RECORD)}\n`],
  [
    "texts.json",
    JSON.stringify({ texts: [{ record: "lamps", file: "texts/lamps.html", extent: "full-text" }] }),
  ],
  [
    "texts/lamps.html",
    `<!DOCTYPE html><html><head><title>${TITLE}</title><meta name="citation_title" content="${TITLE}"></head><body><article>
<h1>${TITLE}</h1><h2>Methods</h2><p>${FILLER.repeat(5)}</p><h2>Results</h2><p>${SAYS}.</p>
<h2>Discussion</h2><p>${FILLER.repeat(5)}</p></article></body></html>`,
  ],
]);

/** Puts the library in the place of another one. */
export function writeLibrary(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of LIBRARY) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A double that wants the key. */
export function lampDouble(): Promise<FakeLlm> {
  return startFakeLlm({
    key: KEY,
    gold: [
      { claim: CLAIM, relation: "contradicted", quote: SAYS },
      {
        prompt: "taxonomy",
        claim: CLAIM,
        quote: SAYS,
        category: "content-misrepresentation",
        subtype: "contradictory",
      },
    ],
  });
}
