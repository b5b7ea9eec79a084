/** The one audit of this page, whoever starts it. */

import { findFullTexts } from "@citelight/shared/page/find-full-texts";
import { articleOf } from "@citelight/shared/article/parse";
import { SnapshotAnchors } from "@citelight/shared/page/snapshot-anchors";
import { takeSnapshot } from "@citelight/shared/page/snapshot";
import { articleName } from "@citelight/shared/persistence/article-name";
import { textAlone } from "@citelight/shared/audit/order";
import { onPolicyChanged, policyFromBackground } from "../policy-choice";
import { PageAudit, type Taken } from "./page-audit";
import { messagesInPage } from "./page-locale";
import { publishedFindings } from "./published";

async function take(signal: AbortSignal): Promise<Taken> {
  const snapshot = await takeSnapshot({ root: articleOf(document), signal });
  return {
    document: { content: textAlone(snapshot.html), origin: location.href, address: null },
    name: articleName(document.head, location.href),
    places: new SnapshotAnchors(snapshot),
    fullTexts: findFullTexts(document, location.href),
    root: snapshot.root,
  };
}

/** By a symbol: an element with a name of ours would stand under that name in the script's own world, too. */
const AUDIT = Symbol.for("citelight");

/** Scripts that are put into a page twice find what the first made. */
export function pageAudit(): PageAudit {
  const known = Reflect.get(globalThis, AUDIT) as PageAudit | undefined;
  const policy = { read: policyFromBackground, watch: onPolicyChanged };
  const options = { changes: true, published: publishedFindings, policy };
  const audit = known ?? new PageAudit(take, messagesInPage, options);
  Reflect.set(globalThis, AUDIT, audit);
  return audit;
}
