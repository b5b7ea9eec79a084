/**
 * What this program itself says of its failures travels as a code through messages that hold texts of the core, too: whoever shows it
 * speaks the reader's language, which whoever met the failure does not know.
 */

import type { Words } from "./words";

const FAILURES = ["crashed", "stuck", "unreachable", "unloadable"] as const;
export type Failure = (typeof FAILURES)[number];

export function codeOf(failure: Failure): string {
  return `citelight:${failure}`;
}

/** The failure that a message is the code of; null for texts. */
export function failureOf(message: string): Failure | null {
  return FAILURES.find((failure) => codeOf(failure) === message) ?? null;
}

/** A message in the reader's words where it is a code; else as it is. */
export function readable(words: Words, message: string): string {
  const failure = failureOf(message);
  return failure === null ? message : words.failure[failure];
}

/** An error whose message is written for the reader, in the reader's language. */
export class Told extends Error {}
