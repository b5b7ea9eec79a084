/** What a card says about one entry of the reference list. */

import type { EditorialNotice } from "../generated/EditorialNotice";
import type { Record as WorkRecord } from "../generated/Record";
import type { Resolution } from "../generated/Resolution";
import type { AuditState } from "../audit/state";
import type { Standing } from "../audit/standing";
import { identifierLink, referenceTroubles, shorten, shortNames } from "./describe";
import { h } from "./dom";
import { linkOut, row } from "./parts";
import { words } from "./words";

const ENTRY_LENGTH = 400;
/** Score from which another work's record may help a reader to see what was meant. */
const NEAR = 0.4;

export function referenceBody(reference: string, standing: Standing, state: AuditState): HTMLElement {
  const entry = state.reference(reference);
  const resolution = state.resolution(reference);
  const bibtex = state.bibtex(reference);
  return h(
    "div",
    { class: "body", tabindex: "0", role: "group", "aria-label": words.reference.label },
    h(
      "dl",
      {},
      ...row(words.reference.entry, shorten(entry?.raw ?? reference, ENTRY_LENGTH)),
      ...row(words.reference.record, ...recordParts(resolution)),
      ...row(words.card.why, ...troubles(resolution), h("p", {}, words.standingHint[standing])),
    ),
    bibtex !== null &&
      h("details", { class: "how" }, h("summary", {}, words.reference.bibtex), h("pre", {}, bibtex)),
  );
}

function recordParts(resolution: Resolution | null): (Node | string)[] {
  switch (resolution?.kind) {
    case "resolved":
      return [described(resolution.record)];
    case "ghost":
      return resolution.nearest === null || resolution.nearest.score < NEAR
        ? [words.reference.none]
        : [h("p", { class: "quiet" }, words.reference.nearest), described(resolution.nearest.record)];
    case "ambiguous":
      return resolution.candidates.slice(0, 3).map(({ record }) => described(record));
    case "unknown":
      return [resolution.reason];
    case undefined:
      return [words.card.pending];
  }
}

/** A record in one line, opening where it can be read. */
function described(record: WorkRecord): HTMLElement {
  const link = identifierLink(record.identifiers);
  const title = link === null ? record.title : linkOut(link, record.title);
  const about = [shortNames(record.authors), record.year?.toString() ?? "", record.venue ?? ""];
  return h(
    "div",
    {},
    title,
    h("div", { class: "quiet" }, about.filter((part) => part.length > 0).join(" · ")),
  );
}

function troubles(resolution: Resolution | null): Node[] {
  // That none was found is said already.
  if (resolution?.kind !== "resolved") return [];
  const sentences = referenceTroubles(resolution).map((trouble) => h("p", {}, trouble));
  const notices = resolution.record.notices ?? [];
  return [...sentences, ...notices.flatMap((notice) => noticeLink(notice) ?? [])];
}

/** The notice itself, where it can be read. */
function noticeLink({ notice }: EditorialNotice): HTMLElement | null {
  if (notice === undefined) return null;
  const link = /^10\.\d{4,}\//.test(notice) ? identifierLink({ doi: notice }) : null;
  if (link === null) return null;
  return h("p", {}, linkOut(link, words.reference.notice));
}
