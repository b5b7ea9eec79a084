/** A small world of works, and an article that cites them: one with its text, one retracted, one that nobody wrote. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFakeApis } from "../../fake-apis/server.mjs";

const EVENING = "Evening sleepers and what they remember";
const CURE = "Dreams that cure every ailment of the mind";
const NOBODY = "Midnight millers and the economics of counting other people's sheep";

const PARAGRAPH =
  "Forty sleepers remembered 30 % more of what they had learnt in the evening than forty who were kept awake until noon. ";
const TEXT = `<?xml version="1.0"?>
<article><front><article-meta><title-group><article-title>${EVENING}</article-title></title-group></article-meta></front>
<body><sec><title>Results</title>${`<p>${PARAGRAPH}Beds were hard and nights were short in the laboratory.</p>`.repeat(4)}</sec></body></article>`;

const AUTHORS = { authors: [{ family: "Walker", given: "Ann" }], year: 2019, venue: "Journal of Sleep" };
const WORKS = [
  {
    id: "S1",
    title: EVENING,
    type: "journal-article",
    ...AUTHORS,
    doi: "10.1016/sleep.1",
    pmcid: "PMC7000002",
    pmid: "7000002",
  },
  {
    id: "S2",
    title: CURE,
    type: "journal-article",
    ...AUTHORS,
    doi: "10.1016/sleep.2",
    updated_by: [{ doi: "10.1016/sleep.9", type: "retraction", date: "2021-02-03" }],
  },
];

/** The article; the first sentence says less where its source says more. */
export const ARTICLE = `<!DOCTYPE html><html lang="en"><head><title>Sleep and what it is for</title>
<meta name="citation_title" content="Sleep and what it is for"><meta name="citation_publication_date" content="2023/05/01"></head>
<body><article><h1>Sleep and what it is for</h1><h2>Introduction</h2>
<p>Forty sleepers remembered 30 % less of what they had learnt in the evening than forty who were kept awake until noon
<a href="#r1">[1]</a>. Dreams were said to cure ailments of the mind <a href="#r2">[2]</a>. Counting sheep pays for millers
<a href="#r3">[3]</a>.</p>
<p>Most of what is known about sleep comes from laboratories, in which beds are hard and nights are short. We asked forty
millers to keep a diary for a month instead, and compared what they wrote with what their clocks recorded.</p>
<h2>References</h2><ol class="references">
<li id="r1">Walker A. ${EVENING}. Journal of Sleep. 2019. doi:10.1016/sleep.1</li>
<li id="r2">Walker A. ${CURE}. Journal of Sleep. 2019. doi:10.1016/sleep.2</li>
<li id="r3">Miller B, Baker C. ${NOBODY}. Journal of Economic Sheep. 2018;12(3):44-61. doi:10.1016/sheep.3</li>
</ol></article></body></html>`;

/** The fake scholarly APIs with these works. */
export async function sleepWeb(): Promise<Awaited<ReturnType<typeof startFakeApis>>> {
  const folder = mkdtempSync(join(tmpdir(), "citelight-texts-"));
  writeFileSync(join(folder, "PMC7000002.xml"), TEXT);
  const sources = ["crossref", "openalex", "semanticscholar"];
  const web = await startFakeApis({
    texts: folder,
    works: WORKS.map((work) => ({ ...work, sources })),
  });
  return {
    ...web,
    close: async () => {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
