/** Words for the cosine of a work and a submission: from these values of the embedded model on a work counts as near, or somewhat near. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";

const NEAR = 0.5;
/** Below it a work is far from the submission. */
export const FAR = 0.3;

export function nearnessOf({ openReview: text }: ExtensionMessages, cosine: number): string {
  if (cosine >= NEAR) return text.nearness.near;
  return cosine >= FAR ? text.nearness.some : text.nearness.far;
}
