/** What a card says about one entry of the reference list. */

import type { EditorialNotice } from "../generated/EditorialNotice";
import type { Record as WorkRecord } from "../generated/Record";
import type { Resolution } from "../generated/Resolution";
import type { AuditState } from "../audit/state";
import type { ReferenceStatus } from "../audit/reference-status";
import { english } from "./core-text";
import { identifierLink, referenceTroubles, shorten, shortNames } from "./describe";
import { h } from "./dom";
import { linkOut, row } from "./parts";
import type { Messages } from "./locales/messages";

const ENTRY_LENGTH = 400;
/** Score from which another work's record may help a reader to see what was meant. */
const NEAR = 0.4;

export function referenceBody(
  words: Messages,
  reference: string,
  standing: ReferenceStatus,
  state: AuditState,
): HTMLElement {
  const entry = state.reference(reference);
  const resolution = state.resolution(reference);
  const bibtex = state.bibtex(reference);
  return h(
    "div",
    { class: "body", tabindex: "0", role: "group", "aria-label": words.reference.label },
    h(
      "dl",
      {},
      ...row(words.reference.entry, h("p", { dir: "auto" }, shorten(entry?.raw ?? reference, ENTRY_LENGTH))),
      ...row(words.reference.record, ...recordParts(words, resolution)),
      ...row(words.card.why, ...troubles(words, resolution), h("p", {}, words.standingHint[standing])),
    ),
    bibtex !== null &&
      h("details", { class: "how" }, h("summary", {}, words.reference.bibtex), h("pre", {}, bibtex)),
  );
}

function recordParts(words: Messages, resolution: Resolution | null): (Node | string)[] {
  switch (resolution?.kind) {
    case "resolved":
      return [described(words, resolution.record)];
    case "ghost":
      return resolution.nearest === null || resolution.nearest.score < NEAR
        ? [words.reference.none]
        : [h("p", { class: "quiet" }, words.reference.nearest), described(words, resolution.nearest.record)];
    case "ambiguous":
      return resolution.candidates.slice(0, 3).map(({ record }) => described(words, record));
    case "unknown":
      return [english(words, resolution.reason)];
    case undefined:
      return [words.card.pending];
  }
}

/** A record in one line, opening where it can be read. */
function described(words: Messages, record: WorkRecord): HTMLElement {
  const link = identifierLink(record.identifiers);
  const title = link === null ? record.title : linkOut(words, link, record.title);
  const about = [shortNames(words, record.authors), record.year?.toString() ?? "", record.venue ?? ""];
  return h(
    "div",
    { dir: "auto" },
    title,
    h("div", { class: "quiet" }, about.filter((part) => part.length > 0).join(" · ")),
  );
}

function troubles(words: Messages, resolution: Resolution | null): Node[] {
  // That none was found is said already.
  if (resolution?.kind !== "resolved") return [];
  const sentences = referenceTroubles(words, resolution).map((trouble) => h("p", {}, trouble));
  const notices = resolution.record.notices ?? [];
  return [...sentences, ...notices.flatMap((notice) => noticeLink(words, notice) ?? [])];
}

/** The notice itself, where it can be read. */
function noticeLink(words: Messages, { notice }: EditorialNotice): HTMLElement | null {
  if (notice === undefined) return null;
  const link = /^10\.\d{4,}\//.test(notice) ? identifierLink({ doi: notice }) : null;
  if (link === null) return null;
  return h("p", {}, linkOut(words, link, words.reference.notice));
}
