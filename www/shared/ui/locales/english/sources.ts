/** “Suggest a reference for this sentence”. */

import { decimal, list } from "./general";

export const sourceWords = {
  title: "Suggest a reference for a sentence",
  about:
    "Searches OpenAlex and Semantic Scholar with the words of the sentence below, without your name, email address or keys. What they find is compared with the sentence in this browser.",
  sentence: "Sentence",
  take: "Use selected text",
  nothingSelected: "Select a sentence on the page first, or type one.",
  search: "Search",
  searching: "Searching…",
  found: "Works that may be meant, most similar first. Read a work before you cite or suggest it.",
  none: "Nothing found. Try other words.",
  noAnswer: (indexes: readonly string[]) => `No answer from ${list(indexes)}.`,
  similarity: (cosine: number) => `similarity ${decimal(cosine)}`,
  refused: {
    "authors-hidden":
      "Nothing was sent: the authors of this submission are hidden, or may be, so its sentences stay in this browser.",
    "tells-of-it": "Nothing was sent: the sentence names somebody who is anonymous here.",
    "chairs-only": "Nothing was sent: the sentence is from a comment that may be for chairs only.",
    "in-confidence":
      "Nothing was sent: Citelight treats files, pages of private networks and pages of unknown origin as confidential.",
    "too-short": "Enter a whole sentence.",
  },
};
