/** Failures as readers are told of them. */

import { errorCodeOf } from "../error-codes";
import type { Messages } from "./locales/messages";

/** A message in the reader's words where it is a code; else as it is. */
export function localized(words: Messages, message: string): string {
  const failure = errorCodeOf(message);
  return failure === null ? message : words.failure[failure];
}

/** An error whose message is written for the reader, in the reader's language. */
export class LocalizedError extends Error {}
