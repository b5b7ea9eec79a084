/** What `<cite-light>` tells its page. All events bubble and are composed. */

import type { Finding } from "../shared/generated/Finding";
import type { Summary } from "../shared/generated/Summary";

/** What of a file of findings does not stand on the page as it was checked. */
export interface Outdated {
  /** Ids of citations whose sentence reads otherwise, or is gone. */
  citations: readonly string[];
  /** Ids of entries of the reference list. */
  references: readonly string[];
}

/** The events by name. */
export interface CiteLightEvents {
  /** A finding, as soon as it is there. */
  "citelight-finding": CustomEvent<Finding>;
  /** The audit's end, with its counts. */
  "citelight-finished": CustomEvent<Summary>;
  /** What happened, to what, and what to do: text for people. */
  "citelight-failed": CustomEvent<string>;
  /** With `src`: the article was changed since its findings were made. */
  "citelight-outdated": CustomEvent<Outdated>;
}
