/** Where else a profile says that its papers are listed, and what is found there. */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";

export interface ListedElsewhere {
  /** DBLP's identifier of a person, `65/9612`. */
  dblp: string | null;
  orcid: string | null;
}

export interface FoundPublications {
  papers: ComparedWork[];
  /** Indexes that did not answer, by name. */
  failed: string[];
}

const DBLP_ID = /^[\w-]{1,20}\/[\w-]{1,60}$/;
const ORCID = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

/**
 * The identifiers in the addresses of a profile: `https://dblp.org/pid/65/9612.html`, `https://orcid.org/0000-0002-1825-0097`. Older
 * addresses of DBLP hold a name and no identifier.
 */
export function listedIn(addresses: ListedElsewhere): ListedElsewhere {
  const dblp = /^https?:\/\/dblp\.(?:org|uni-trier\.de|dagstuhl\.de)\/pid\/([^?#]+?)(?:\.\w+)?(?:[?#].*)?$/;
  const orcid = /^(?:https?:\/\/orcid\.org\/)?([^/?#]+)\/?$/;
  return checked({
    dblp: dblp.exec(addresses.dblp ?? "")?.[1] ?? null,
    orcid: orcid.exec(addresses.orcid ?? "")?.[1] ?? null,
  });
}

/** Without what is no identifier: words might stand in it. */
export function checked({ dblp, orcid }: ListedElsewhere): ListedElsewhere {
  return {
    dblp: dblp !== null && DBLP_ID.test(dblp) ? dblp : null,
    orcid: orcid !== null && ORCID.test(orcid) ? orcid : null,
  };
}
