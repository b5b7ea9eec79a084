/** An article that runs from right to left, written for tests, with what a check would find about its one claim. */

import { readFileSync } from "node:fs";

/** In Hebrew letters; its authors and numbers are made up. */
const SENTENCE = "בארבעים משרדים נמצא כי תאורה חמה קיצרה את זמן הכתיבה ב-30% (לוי, 2020).";
const SURFACE = "(לוי, 2020)";
const FILLER = "על האור בחדרי עבודה נכתב רבות, ורבים מן הכותבים מסכימים כי יש לבדוק זאת שוב. ";
const ENTRY = "לוי א. מנורות חמות וקרות בארבעים משרדים. 2020.";
export const SAYS = "בתאורה חמה התקצר זמן הכתיבה ב-13%.";

export const ARTICLE = `<article><h1>אור ועבודה</h1><h2>מבוא</h2>
<p>${FILLER.repeat(6)}</p><p>${FILLER.repeat(2)}${SENTENCE} ${FILLER.repeat(3)}</p><p>${FILLER.repeat(12)}</p>
<h2>מקורות</h2><ol class="references"><li id="r1">${ENTRY}</li></ol></article>`;

interface Loose {
  [key: string]: unknown;
  id?: string;
  verdict?: string;
}

/** A file of findings as the command writes it, by the form of one that it wrote. */
export function findings(): string {
  const file = JSON.parse(readFileSync("tests/fixtures/findings/sample.json", "utf8")) as Record<
    "references" | "citations" | "findings",
    Loose[]
  >;
  const place = (exact: string): object => ({
    ranges: [],
    quote: { exact, prefix: "", suffix: "" },
    line: 0,
  });
  const reference: Loose = {
    ...file.references[0],
    id: "r1",
    raw: ENTRY,
    authors: [{ family: "לוי", given: "א" }],
    year: 2020,
    title: "מנורות חמות וקרות בארבעים משרדים",
    doi: null,
    locator: place(ENTRY),
  };
  const citation: Loose = {
    ...file.citations[0],
    id: "c0",
    surface: SURFACE,
    sentence: SENTENCE,
    references: ["r1"],
    locator: place(SURFACE),
    sentence_locator: place(SENTENCE),
  };
  const finding: Loose = {
    ...file.findings.find(({ verdict }) => verdict === "miscited"),
    citation: "c0",
    reference: "r1",
    claim: "תאורה חמה קיצרה את זמן הכתיבה ב-30%.",
    reasons: [{ kind: "number-differs", claim: "30%", source: "13%" }],
    evidence: [
      {
        text: SAYS,
        differing: [],
        place: {
          section: ["תוצאות"],
          paragraph: 4,
          sentence: 1,
          origin: "texts/levi.html",
          extent: "full-text",
        },
        scores: { similarity: 0.9, lexical: 0.6, nli: null },
      },
    ],
  };
  return JSON.stringify({
    ...file,
    title: "אור ועבודה",
    style: "author-year",
    references: [reference],
    citations: [citation],
    anomalies: [],
    resolutions: [],
    findings: [finding],
    notices: [],
  });
}
