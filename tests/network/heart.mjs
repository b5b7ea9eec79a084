// A trial whose text nobody can have, and eight open papers that say what it found: for the committees of every surface.
import { startFakeApis } from "../fake-apis/server.mjs";
import { folder } from "./support.mjs";

const CITED = "Beta blockers after myocardial infarction: a randomised trial";

/** What each citing paper says of the trial. */
const SAID = [
  "Beta blockers reduced mortality in patients with myocardial infarction",
  "In patients with myocardial infarction, beta blockers reduced mortality",
  "Mortality of patients with myocardial infarction was reduced by beta blockers",
  "Beta blockers reduced the mortality of patients with myocardial infarction",
  "Beta blockers reduced mortality among patients with myocardial infarction",
  "In patients with myocardial infarction mortality was reduced by beta blockers",
  "Among patients with myocardial infarction, beta blockers reduced mortality",
  "Beta blockers have reduced mortality in patients with myocardial infarction",
];

const FILLER =
  "The wards were visited each morning, and what the nurses had written was copied by two of us. ".repeat(75);
const ENTRIES = [
  "Jones D. Heart attacks and wars in numbers. Heart Journal. 1990;1:2-3.",
  `Smith A. ${CITED}. Heart Journal. 2001. doi:10.1016/heart.1`,
];
const MORE = "We looked at the records of four hospitals and counted who had left them alive.";

/** A page that cites the trial. @param {string} title @param {string} sentence without its full stop */
const page = (title, sentence) => `<!DOCTYPE html><html lang="en"><head><title>${title}</title>
<meta name="citation_title" content="${title}"></head><body><article><h1>${title}</h1><h2>Introduction</h2>
<p>Heart attacks kill more people than wars <a href="#r1">[1]</a>. ${sentence} <a href="#r2">[2]</a>. ${MORE}</p>
<p>${FILLER}</p>
<h2>References</h2><ol class="references">${ENTRIES.map((entry, at) => `<li id="r${at + 1}">${entry}</li>`).join("\n")}</ol>
</article></body></html>`;

/** The same as an archive keeps it. @param {string} title @param {string} sentence */
const archived = (title, sentence) => `<?xml version="1.0"?>
<article><front><article-meta><title-group><article-title>${title}</article-title></title-group></article-meta></front>
<body><sec><title>Introduction</title><p>Heart attacks kill more people than wars <xref ref-type="bibr" rid="r1">[1]</xref>. ${sentence}
<xref ref-type="bibr" rid="r2">[2]</xref>. ${MORE}</p><p>${FILLER}</p></sec></body>
<back><ref-list>${ENTRIES.map((entry, at) => `<ref id="r${at + 1}"><mixed-citation>${entry}</mixed-citation></ref>`).join("")}</ref-list></back></article>`;

/** An article with a sentence about the trial. @param {string} sentence */
export const article = (sentence) => page("Survival after heart attacks", sentence);

/** The fake scholarly APIs with the trial and those who cite it. */
export async function heartWeb() {
  const home = folder();
  const subjects = ["wards", "nurses", "diets", "drugs", "stairs", "beds", "nights", "visits"];
  const citing = SAID.map((said, at) => {
    const title = `Hospitals and their ${subjects[at] ?? ""}: a survey of four towns`;
    home.write(`PMC80000${at}.html`, page(title, said));
    home.write(`PMC80000${at}.xml`, archived(title, said));
    return {
      id: `W80${at}`,
      title,
      type: "journal-article",
      authors: [{ family: "Walker", given: "Ann" }],
      year: 2010 + at,
      venue: "Hospital Journal",
      doi: `10.5555/hospitals.${at}`,
      pmid: `800000${at}`,
      pmcid: `PMC80000${at}`,
      oa_url: `/text/PMC80000${at}.html`,
      cited_by: 40 - at,
      percentile: 0.9,
      field: "Medicine",
      references: ["W1"],
    };
  });
  const web = await startFakeApis({
    texts: home.path,
    works: [
      {
        id: "W1",
        title: CITED,
        type: "journal-article",
        authors: [{ family: "Smith", given: "Ada" }],
        year: 2001,
        venue: "Heart Journal",
        doi: "10.1016/heart.1",
        pmid: "8888888",
      },
      ...citing,
    ],
  });
  return {
    ...web,
    close: async () => {
      await web.close();
      home.remove();
    },
  };
}
