/** What an audit may do with a document: whether it may be checked, who may be asked, and how. */

import { allowedCopyHosts } from "../copies";
import { lookedUp } from "../look-up";
import type { AuditPermissions } from "@citelight/shared/audit/audit-session";
import type { EndpointUse } from "@citelight/shared/audit/endpoint-choice";
import type { AskPermissions } from "../messages";
import { isOpenReviewSite } from "../openreview/site";
import { choicesWithinBrowser, mayCheck, siteChoices } from "../sites";
import { endpointUse } from "./endpoint";

/**
 * What is read on OpenReview may be in review: whoever is asked about its references is not told by whom. And as of a page that nobody
 * clicked on, no model is asked about it, unless the reader presses a button or chose so for this very site. Whole pages of it are sent
 * to nobody, whatever was chosen.
 */
export async function permissionsFor({ sites, cause }: AskPermissions): Promise<AuditPermissions> {
  const choices = await siteChoices(sites);
  // What may come from there counts as coming from there.
  const isInConfidence = sites.length === 0 || sites.some(isOpenReviewSite);
  const { online, ...further } = await lookedUp(isInConfidence);
  const endpoint = await endpointUse(
    choices,
    await choicesWithinBrowser(sites),
    isInConfidence ? "automatic" : cause,
  );
  return {
    online,
    ...further,
    // Each site would learn that the work is read by whoever reads the submission.
    copies: online === null || isInConfidence ? null : await allowedCopyHosts(),
    mayCheck: mayCheck(choices, cause === "automatic"),
    endpoint,
    pageImages: cause === "click" && !isInConfidence && areSent(endpoint),
  };
}

/** Pages are sent where claims are without being asked for each, and to a model: no other endpoint takes images. */
function areSent(endpoint: EndpointUse | null): boolean {
  if (endpoint?.always !== true) return false;
  const { kind, transcribe } = endpoint.endpoint.settings;
  return kind === "model" && transcribe;
}
