/**
 * What a reader can do about an entry of the reference list: open its record, or, where none was found, the address that the entry gives,
 * a search for its title, and the nearest record if it is near. Records and entries are other people's words: only web addresses are led
 * to, and nobody there learns from where.
 */

import { webAddress } from "../audit/full-texts";
import type { Identifiers } from "../generated/Identifiers";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import { shorten } from "./describe";
import { identifierLink, titleSearch, wellFormed } from "./source-link";
import type { Messages } from "./locales/messages";

export interface ReferenceLink {
  readonly address: string;
  readonly text: string;
}

/** Score from which another work's record may help a reader to see what was meant. */
export const NEAR = 0.4;
/** Characters of a title that are searched for. */
const LONGEST_QUERY = 300;

export function referenceLinks(
  words: Messages,
  entry: ReferenceView | null,
  resolution: Resolution | null,
): ReferenceLink[] {
  if (resolution?.kind === "resolved") {
    const record = pageOf(resolution.record.identifiers) ?? (entry === null ? null : pageOf(entry));
    return record === null ? searches(words, entry) : [opening(words, record)];
  }
  const own = entry === null ? null : pageOf(entry);
  const nearest = resolution?.kind === "ghost" ? nearestLink(words, resolution.nearest) : null;
  return [...(own === null ? [] : [opening(words, own)]), ...searches(words, entry), ...(nearest ?? [])];
}

/** The page of a work: by identifier, else the address that is given. */
export function pageOf(identifiers: Partial<Identifiers>): string | null {
  return identifierLink(identifiers) ?? webAddress(identifiers.url ?? "")?.href ?? null;
}

function opening(words: Messages, address: string): ReferenceLink {
  return { address, text: words.reference.openAt(new URL(address).host) };
}

function searches(words: Messages, entry: ReferenceView | null): ReferenceLink[] {
  const title = (entry?.title ?? entry?.raw ?? "").replace(/\s+/g, " ").trim();
  if (title === "") return [];
  const query = wellFormed(title.slice(0, LONGEST_QUERY));
  return [
    {
      address: `https://scholar.google.com/scholar?q=${encodeURIComponent(query)}`,
      text: words.reference.searchAt("Google Scholar"),
    },
    {
      address: titleSearch(query),
      text: words.reference.searchAt("Crossref"),
    },
  ];
}

type Nearest = Extract<Resolution, { kind: "ghost" }>["nearest"];

function nearestLink(words: Messages, nearest: Nearest): ReferenceLink[] | null {
  if (nearest === null || nearest.score < NEAR) return null;
  const address = pageOf(nearest.record.identifiers);
  if (address === null) return null;
  return [{ address, text: `${words.reference.nearest}${words.gap}${shorten(nearest.record.title, 80)}` }];
}
