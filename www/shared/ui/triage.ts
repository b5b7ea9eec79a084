/** A reader's answers to open claims: by a key or a button, in the card and in the list. They stay on this machine. */

import { isVerdictAlone } from "../audit/severity";
import type { Finding } from "../generated/Finding";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import { h } from "./dom";
import type { Messages } from "./locales/messages";

/** The answers with their keys, in the order in which they are offered. */
export const ANSWERS: readonly (readonly [key: string, answer: ReaderAnswer])[] = [
  ["1", "supported"],
  ["2", "not-supported"],
  ["3", "skipped"],
];
/** Takes an answer back. */
export const UNDO_KEY = "0";

/** What a key answers; null takes the answer back, undefined is no answer. */
export function answerOf(key: string): ReaderAnswer | null | undefined {
  if (key === UNDO_KEY) return null;
  return ANSWERS.find(([one]) => one === key)?.[1];
}

/** Whether a reader can say something of a claim: what is supported already needs no answer. */
export function canBeAnswered(finding: Finding): boolean {
  return finding.reference !== "" && finding.verdict !== "supported" && !isVerdictAlone(finding);
}

/** What the reader said, for a row of the list. */
export function answerNode(words: Messages, answer: ReaderAnswer | undefined): HTMLElement[] {
  if (answer === undefined) return [];
  return [
    h("span", { class: "answer", "data-answer": answer }, words.triage.said(words.triage.answer[answer])),
  ];
}
