/** What was found on an earlier visit, and what of it is kept where. */

import { count, megabytes, number } from "./general";

const atMost = (size: number): string => (size < 0.1 ? `less than ${megabytes(0.1, 1)}` : megabytes(size, 1));

export const restoredWords = {
  /** When the page was checked, in calendar days and as a date; how many of its citations are new since. */
  line: (days: number, date: string, fresh: number) => {
    const when = days <= 0 ? "today" : days === 1 ? "yesterday" : `on ${date}`;
    return `Checked ${when}${fresh > 0 ? ` · ${number(fresh)} new` : ""}`;
  },
  checkNew: (fresh: number) => `Check ${count(fresh, { one: "new citation", other: "new citations" })}`,
  /** On the card of a finding of which nothing else is known. */
  verdictAlone: "Only the verdict was saved. Check again to see why.",
};

export const keptWords = {
  title: "Saved findings",
  use: (articles: number, size: number) =>
    articles === 0
      ? "No findings are saved."
      : `Findings and dismissals of ${count(articles, { one: "article", other: "articles" })} are saved (${atMost(size)}) and return with the page. For submissions under review and files on this computer, only verdicts are saved, for 30 days. Nothing is saved in private windows.`,
  /** The same on a web page, which cannot know whether its window is private. */
  useOfPage: (articles: number, size: number) =>
    articles === 0
      ? "No findings are saved in this browser."
      : `Findings and dismissals of ${count(articles, { one: "article", other: "articles" })} are saved in this browser (${atMost(size)}).`,
  clear: "Clear saved findings",
  cleared: "The saved findings were cleared.",
  notCleared: "The saved findings could not be cleared. Close other tabs with Citelight, then try again.",
};

/** The button in the toolbar, whose badge shows a number. */
export const problemsWords = (problems: number): string =>
  `Citelight: ${count(problems, { one: "citation needs attention", other: "citations need attention" })}`;
