/** The pages that bring the check along: demo and component. */

import { count, form, list, megabytes, number } from "./general";

export const demoWords = {
  title: "Citelight: citations checked where you read",
  skip: "Skip to the article",
  results: "Results of all measurements",
  choose: "Article",
  /** Two kinds of articles. */
  kinds: { sample: "Sample", article: "Article" },
  file: "Check your own .html",
  drop: "Drop the .html file to check it",
  dropped: (name: string) => `Your file: ${name}`,
  notHtml: (name: string) =>
    `${name} is not an HTML file. Save the article's page as .html and drop it here.`,
  tooLarge: (name: string, most: number) =>
    `${name} is larger than ${megabytes(most)}. Save the article alone, without its pictures.`,
  unreadable: (name: string) => `${name} could not be read. Choose it again.`,
  noArticle: (title: string) =>
    `“${title}” could not be loaded. See that this page is still being served, then choose it again.`,
  noIndex: "The list of articles could not be loaded. Reload the page, or drop a file.",
  /** In the place of a picture; its description may be empty. */
  figure: (description: string) =>
    description === "" ? "Figure left out" : `Figure left out: ${description}`,
  /** By whether references are looked up, and when the endpoint is asked. */
  leaves: {
    nothing: {
      off: "Everything stays in this browser.",
      "on-request": "Only what you ask about leaves this browser.",
      always: "Claims that stay open leave this browser.",
    },
    references: {
      off: "Only the reference list leaves this browser.",
      "on-request": "Reference list and what you ask about leave this browser.",
      always: "Reference list and claims that stay open leave this browser.",
    },
  },
};

export const beforehandWords = {
  check: "Show citation check",
  idle: "The citations of this article were checked beforehand.",
  loading: "Loading the findings",
  failed: "The findings could not be shown.",
  made: "Checked beforehand",
  madeBy: (models: readonly string[]) =>
    `Whoever runs this page had the citations checked${models.length > 0 ? ` (with ${list(models)})` : ""}. Nothing is computed in this browser. Passages that were added since were not checked.`,
  changed: "The article was changed since",
  citationsMissing: (missing: number, all: number) =>
    form(missing, {
      one: `${number(missing)} citing sentence of ${number(all)} does not stand on this page as it was checked. What was found about it is listed, but neither marked nor summed up.`,
      other: `${number(missing)} citing sentences of ${number(all)} do not stand on this page as they were checked. What was found about them is listed, but neither marked nor summed up.`,
    }),
  referencesMissing: (missing: number, all: number) =>
    form(missing, {
      one: `${number(missing)} entry of ${number(all)} of the reference list does not stand here as it was checked.`,
      other: `${number(missing)} entries of ${number(all)} of the reference list do not stand here as they were checked.`,
    }),
  listElsewhere: "The reference list is not marked",
  listElsewhereWhy: "It stands elsewhere, or is written otherwise than where it was checked.",
  otherArticle: (name: string, citations: number) =>
    `${name} is about another text: none of its ${count(citations, { one: "citing sentence", other: "citing sentences" })} stands in this article. Whoever runs this page can make it anew with citelight check --format json.`,
  unreachable: (name: string, reason: string) =>
    `${name} could not be loaded: ${reason}. Whoever runs this page can correct src="…".`,
  tooLarge: (name: string, most: number) => `${name} is larger than ${megabytes(most)}.`,
  noJson: (name: string) => `${name} is not JSON. It must be what citelight check --format json writes.`,
  otherSchema: (name: string, schema: string | null, wanted: string) =>
    `${name} is ${schema === null ? "no file of findings" : `of the kind “${schema}”`}. It must be of the kind “${wanted}”, as citelight check --format json writes it.`,
  misfit: (name: string, fault: string) =>
    `${name} is not as citelight check --format json writes it: ${fault}. Whoever runs this page can make it anew.`,
};
