/** A submission whose authors are hidden: nobody outside of this browser may be asked about it. */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";

export interface Confidential {
  id: string;
  title: string;
  /** All words that the page shows of it. */
  text: string;
}

/** Titles have so many words before a colon that they name one work alone. */
const LEAST_MAIN = 4;
/** A title may have been changed since: so many of so many of its longer words are enough. */
const LEAST_WORDS = 5;
const SHARE = 0.7;
const LONGER = 4;
/** So many letters in a row are no accident, wherever words end. */
const LONG = 20;
/** So many words in a row are quoted. */
const IN_A_ROW = 6;
/** Of the runs of so many words in an abstract, this share is the submission's own only where both are of one work. */
const SHARE_OF_RUNS = 0.3;
const LEAST_RUNS = 12;

/** Whether a title is the submission's, as it is or as it may have been before. */
export function namesIt(words: string, { title }: Confidential): boolean {
  const given = folded(words);
  const own = folded(title);
  if (own === "") return false;
  if (contains(given, own)) return true;
  // A formula has its blanks here and there.
  const close = own.replaceAll(" ", "");
  if (close.length >= LONG && given.replaceAll(" ", "").includes(close)) return true;
  const main = folded(/^(.+?)(?:[:?!–—]|\s-\s)/.exec(title)?.[1] ?? "");
  if (main.split(" ").length >= LEAST_MAIN && contains(given, main)) return true;
  const longer = new Set(own.split(" ").filter(({ length }) => length >= LONGER));
  const known = new Set(given.split(" "));
  const shared = [...longer].filter((word) => known.has(word)).length;
  return longer.size >= LEAST_WORDS && shared >= SHARE * longer.size;
}

/**
 * Whether an entry tells something of the submission: its title, its id or words of it.
 *
 * @param quoted the title that stood in quotation marks: a review quotes the submission in the same way.
 */
export function tellsOfIt(entry: string, quoted: string | null, submission: Confidential): boolean {
  if (namesIt(entry, submission)) return true;
  if (submission.id !== "" && entry.includes(submission.id)) return true;
  const text = folded(submission.text);
  if (quoted !== null && contains(text, folded(quoted))) return true;
  return runsOf(entry).some((run) => contains(text, run));
}

/** Whether a sentence is one of a text, or shares a run of words with it. */
export function quotes(sentence: string, text: string): boolean {
  const whole = folded(text);
  return contains(whole, folded(sentence)) || runsOf(sentence).some((run) => contains(whole, run));
}

/** Whether a work is a copy of the submission: a preprint, perhaps, which may have another title, but is summed up in the same words. */
export function isCopy(
  work: Pick<ComparedWork, "title" | "abstract_text">,
  submission: Confidential,
): boolean {
  if (namesIt(work.title, submission)) return true;
  const own = new Set(runsOf(submission.text));
  const runs = runsOf(work.abstract_text ?? "");
  const shared = runs.filter((run) => own.has(run)).length;
  return runs.length >= LEAST_RUNS && shared >= SHARE_OF_RUNS * runs.length;
}

function runsOf(text: string): string[] {
  const words = folded(text).split(" ");
  return words.slice(IN_A_ROW - 1).map((_, at) => words.slice(at, at + IN_A_ROW).join(" "));
}

/** Whether some whole words are among others. */
function contains(text: string, words: string): boolean {
  return words !== "" && ` ${text} `.includes(` ${words} `);
}

/** Words alone, whatever their case, accents and stops. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
