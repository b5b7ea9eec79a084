/**
 * Words for the cosine of a work and a submission, by the embedded model. Where as many works are cited as are not, nine in ten of
 * those called near are cited and nine in ten of those called far are not: `citelight-eval nearness` (docs/results.md).
 */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";

/** From here on a work is near to the submission. */
export const NEAR = 0.6;
/** Below it a work is far from the submission. */
export const FAR = 0.3;

export function nearnessOf({ openReview: text }: ExtensionMessages, cosine: number): string {
  if (cosine >= NEAR) return text.nearness.near;
  return cosine >= FAR ? text.nearness.some : text.nearness.far;
}
