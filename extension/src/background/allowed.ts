/** What an audit may do with a document: whether it may be checked, who may be asked, and how. */

import { allowedCopyHosts } from "../copies";
import { lookedUp } from "../look-up";
import type { AuditPermissions } from "@citelight/shared/audit/audit-session";
import type { AskPermissions } from "../messages";
import { isOpenReviewSite } from "../openreview/site";
import { choicesWithinBrowser, mayCheck, siteChoices } from "../sites";
import { endpointUse } from "./endpoint";

/**
 * What is read on OpenReview may be in review: whoever is asked about its references is not told by whom. And as of a page that nobody
 * clicked on, no model is asked about it, unless the reader presses a button or chose so for this very site.
 */
export async function permissionsFor({ sites, cause }: AskPermissions): Promise<AuditPermissions> {
  const choices = await siteChoices(sites);
  // What may come from there counts as coming from there.
  const isInConfidence = sites.length === 0 || sites.some(isOpenReviewSite);
  const { online, ...further } = await lookedUp(isInConfidence);
  return {
    online,
    ...further,
    // Each site would learn that the work is read by whoever reads the submission.
    copies: online === null || isInConfidence ? null : await allowedCopyHosts(),
    mayCheck: mayCheck(choices, cause === "automatic"),
    endpoint: await endpointUse(
      choices,
      await choicesWithinBrowser(sites),
      isInConfidence ? "automatic" : cause,
    ),
  };
}
