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

/** What a step of the trail came to, by the core’s sentence; those with names and numbers in them stay English. */
export const summary = {
  "a sentence of the source repeats the claim nearly word for word":
    "A sentence in the source repeats the claim nearly word for word.",
  "a sentence of the source that is nearly the claim says otherwise, and no other takes it back":
    "A sentence in the source that is nearly the claim says otherwise, and no other sentence takes it back.",
  "a window of the source entails the claim with its neighbours":
    "A passage in the source confirms the claim with the sentences around it.",
  "the whole source lacks a number of the claim": "The source lacks a number of the claim.",
  "what it quotes is not what the source says": "The quotation is not what the source says.",
  "One of them was chosen before, and is asked about.": "This reference was chosen earlier.",
  "a sentence of the source on the same matter says otherwise, and no other takes it back":
    "A sentence in the source on the same matter says otherwise, and no other sentence takes it back.",
  "a sentence of the source says the same in every respect that was compared":
    "A sentence in the source says the same in every respect compared.",
  "a window of the source contradicts the claim": "A passage in the source contradicts the claim.",
  "a window of the source entails the claim": "A passage in the source confirms the claim.",
  "named in passing: judged by topic only": "Named in passing: compared by topic only.",
  "no sentence of the source shares the claim's words":
    "No sentence in the source shares words with the claim.",
  "not checked": "Not checked.",
  "nothing can be shown for it": "Nothing in the source can be shown for it.",
  "nothing found decides": "Nothing found is conclusive.",
  "title and abstract of the work are far from the sentence and from the article":
    "Title and abstract of the work are far from the sentence and from the article.",
  "the whole source lacks the claim's words; another source of the list holds them":
    "The source lacks the claim’s words; another source in the list has them.",
  "what the endpoint was asked for this claim": "What the AI model was asked about this claim.",
  "which entry is meant is not sure enough to object": "It isn’t certain enough which reference is meant.",
  "words that may be misread are not sure enough to object":
    "Words that may be misread aren’t certain enough.",
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
