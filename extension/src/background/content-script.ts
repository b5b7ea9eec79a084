/** Which script reads a page that the reader clicked on. */

import { isOpenReviewSite, isReadable } from "../openreview/site";
import { siteOf } from "../sites";

/** Null for pages that are not read: lists on OpenReview's other pages hold submissions in confidence, not references. */
export function contentScriptFor(address: string): string | null {
  if (isReadable(address)) return "openreview.js";
  return isOpenReviewSite(siteOf(address)) ? null : "content.js";
}
