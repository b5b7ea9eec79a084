/** Orders to the worker: which document is checked, with which settings, and who may be asked about it. */

import type { AuditOrder } from "../generated/AuditOrder";
import type { Content } from "../generated/Content";
import type { DocumentSource } from "../generated/DocumentSource";

/** Markup or text that stands alone. */
export function textAlone(text: string): Content {
  return { text: { text } };
}

/** An order by which nobody is asked and the defaults hold, but for what is said otherwise. */
export function newOrder(
  document: DocumentSource,
  how: Partial<Omit<AuditOrder, "document">> = {},
): AuditOrder {
  return {
    document,
    settings: null,
    online: null,
    endpoint: null,
    committees: false,
    snippets: "off",
    copies: [],
    only: null,
    ...how,
  };
}
