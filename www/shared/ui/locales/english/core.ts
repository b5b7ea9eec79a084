/** Sentences for what the core says in codes and fixed phrases. core-phrases.test.ts compares them with the core. */

import type { AnomalyKind } from "../../../generated/AnomalyKind";

/** What a condition of the trail measures, by the core’s own name for it. */
export const measure = {
  "quotations that the source has otherwise": "quotations that the source has otherwise",
  "tested statements of this rule": "tested statements of this rule",
  "share of them on which it was right": "share of them on which the rule was right",
  alignment: "similarity of the sentence to the claim",
  confidence: "confidence",
  "confirmations elsewhere": "sentences elsewhere that confirm it",
  "confirmations in the same sentence": "confirmations in the same sentence",
  contradiction: "contradiction (model)",
  "contradiction decides": "a contradiction decides",
  "coverage by a sentence of the other": "claim’s words in one sentence of the other source",
  "coverage of the claim's words": "claim’s words in the sentence",
  "disagreement H": "disagreement among citing papers",
  entailment: "confirmation (model)",
  "entries that may be meant": "references it may mean",
  "pages that were read from an image": "pages that were read from an image",
  "highest contradiction": "strongest contradiction (model)",
  "highest entailment": "strongest confirmation (model)",
  "indexes without it": "indexes that don’t list it",
  "names of the claim that it lacks": "names from the claim that are missing",
  "near sentences that differ": "close sentences that differ",
  "numbers, directions and denials that it does not confirm":
    "numbers, directions and negations not confirmed",
  "other sentences that are nearly the claim": "other sentences that nearly repeat the claim",
  "places of the source that state the number": "places in the source that state the number",
  "questions failed": "questions failed",
  "respects in which it differs": "aspects in which it differs",
  "respects in which it does not agree": "aspects in which it doesn’t agree",
  score: "match with the record",
  "sentences that are nearly the claim and differ": "sentences that nearly repeat the claim but differ",
  "share of the claim's words around the difference": "claim’s words around the difference",
  "share of the majority": "share of the majority",
  "share of the sentence's words around it": "sentence’s words around the difference",
  "share that the other holds": "missing words found in the other source",
  "similarity to the topic": "similarity to the topic",
  "their share of the claim": "missing words as a share of the claim",
  witnesses: "citing papers used",
  "words of both in the same order": "words shared in the same order",
  "words of the claim that it lacks": "claim’s words missing from the source",
  "odds of being about something else": "likelihood of being about something else",
  "words of the source to show": "words of the source that can be shown",
  "works it cites there": "other works that it cites for it",
  "|V|": "strength of the vote",
};

/** What is wrong with a document, by kind. */
export const anomaly: Readonly<Record<AnomalyKind, string>> = {
  "no-body": "No article text found. Open the full text.",
  "no-references": "No reference list found.",
  truncated: "The text ends early. Part of the article may be missing.",
  "heading-jump": "A heading level is skipped. A section may be missing.",
  "number-gap": "A number is missing. Part of the text may not have been read.",
  "duplicate-text": "A paragraph appears twice.",
  "broken-sentence": "A sentence breaks off.",
  "out-of-order": "Parts of the text are in the wrong order.",
  "unmatched-citation": "A citation matches no reference.",
  "no-citations": "References were found, but no citations in the text.",
  "too-many-citations": "There are more citations than one check can follow.",
  "uncited-reference": "A reference is never cited.",
  "contradictory-link": "A citation’s link leads to a different reference.",
  "converter-error": "The text has conversion errors.",
  "missing-file": "An included file is missing.",
  "page-without-text": "These pages have no readable text, as scans do. Nothing on them is checked:",
  "page-read-from-image": "A model read these pages from their images. Words may be misread:",
  "doubtful-layout": "The layout is unclear. Text may be cut off or out of order.",
};

/** What a notice says, where its code says it all. */
export const noticeText = {
  "no-models": "Claims are not checked. Load the models to check them.",
  "no-records": "No index is available. Turn on lookups or add a file of records.",
  damaged: "Part of the article may be missing. Open the full text and check again.",
  "no-citations": "References can be looked up; nothing else can be checked.",
  "shifted-numbering":
    "From some reference on, the citations fit the reference before or after the one they name. Check the numbering.",
  "pages-without-text":
    "These pages hold no text that can be read, such as scans. Nothing on them is checked:",
  "pages-read-from-images": "A model read these pages from their images. Words may be misread:",
  "too-many-citations": "Only the first citations are checked. Check the article in parts.",
};
