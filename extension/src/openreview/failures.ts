/** Why OpenReview gave no answer, in words. */

import { localized } from "@citelight/shared/ui/errors";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { ApiRefused } from "./api";
import { Throttled } from "./audit-queue";

export function failureOf(words: ExtensionMessages, error: unknown): string {
  const text = words.openReview.assignment;
  if (error instanceof Throttled) return words.openReview.throttled;
  if (!(error instanceof ApiRefused))
    return text.failed(localized(words, error instanceof Error ? error.message : String(error)));
  if (error.isChallenge) return text.challenge;
  if (error.status === 429) return words.openReview.throttled;
  return error.status === 401 || error.status === 403
    ? text.signIn
    : text.failed(error.status === null ? text.noAnswer : words.viewer.status(error.status));
}
