/** What a card says about one entry of the reference list: the entry and the record of its work side by side. */

import type { EditorialNotice } from "../generated/EditorialNotice";
import type { Record as WorkRecord } from "../generated/Record";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import type { AuditState } from "../audit/state";
import { needsAttention, type ReferenceStatus } from "../audit/reference-status";
import { english } from "./core-text";
import { referenceTroubles, shorten, shortNames } from "./describe";
import { merged, placesOf } from "./differences";
import { h } from "./dom";
import { linkOut, marked } from "./parts";
import { NEAR } from "./reference-links";
import { identifierLink, titleSearch } from "./source-link";
import type { Messages } from "./locales/messages";

const ENTRY_LENGTH = 400;

export function referenceBody(
  words: Messages,
  reference: string,
  standing: ReferenceStatus,
  state: AuditState,
): HTMLElement {
  const entry = state.reference(reference);
  const resolution = state.resolution(reference);
  const bibtex = state.bibtex(reference);
  const raw = shorten(entry?.raw ?? reference, ENTRY_LENGTH);
  const differences = resolution?.kind === "resolved" ? resolution.differences : [];
  const differing = merged(differences.flatMap((difference) => placesOf(raw, difference.reference)));
  return h(
    "div",
    { class: "body", tabindex: "0", role: "group", "aria-label": words.reference.label },
    h(
      "div",
      { class: "compare" },
      h(
        "section",
        { class: "here" },
        h("h3", {}, words.reference.entry),
        h("p", { class: "entry", dir: "auto" }, ...marked(raw, differing)),
      ),
      h(
        "section",
        { class: "there" },
        h("h3", {}, words.reference.record),
        ...recordParts(words, entry, resolution),
      ),
    ),
    h(
      "div",
      { class: "notes" },
      ...troubles(words, resolution),
      needsAttention(standing) &&
        state.policyLevel(reference) !== "none" &&
        h("p", {}, words.standingHint[standing]),
    ),
    bibtex !== null &&
      h("details", { class: "bibtex" }, h("summary", {}, words.reference.bibtex), h("pre", {}, bibtex)),
  );
}

function recordParts(
  words: Messages,
  entry: ReferenceView | null,
  resolution: Resolution | null,
): (Node | string)[] {
  switch (resolution?.kind) {
    case "resolved":
      return [
        described(
          words,
          resolution.record,
          resolution.differences.map(({ record }) => record),
        ),
      ];
    case "ghost":
      return [h("p", {}, words.reference.none), nextSteps(words, entry, resolution)];
    case "ambiguous":
      return resolution.candidates.slice(0, 3).map(({ record }) => described(words, record));
    case "unknown":
      return [h("p", {}, english(words, resolution.reason)), nextSteps(words, entry, resolution)];
    case undefined:
      return [words.card.pending];
  }
}

/** What a reader can do where no record was found: open the DOI, look for the title, see the nearest record if it is near. */
export function nextSteps(words: Messages, entry: ReferenceView | null, resolution: Resolution): HTMLElement {
  const link = entry === null ? null : identifierLink(entry);
  const title = entry?.title ?? entry?.raw ?? "";
  const nearest = resolution.kind === "ghost" ? resolution.nearest : null;
  return h(
    "div",
    { class: "next" },
    link !== null &&
      h("p", {}, linkOut(words, link, entry?.doi ? words.reference.openDoi : words.card.openSource)),
    title !== "" && h("p", {}, linkOut(words, titleSearch(shorten(title, 200)), words.reference.searchTitle)),
    ...(nearest !== null && nearest.score >= NEAR
      ? [h("p", { class: "quiet" }, words.reference.nearest), described(words, nearest.record)]
      : []),
  );
}

/** A record in one line, opening where it can be read; values in which an entry differs are set off. */
export function described(
  words: Messages,
  record: WorkRecord,
  differing: readonly string[] = [],
): HTMLElement {
  const setOff = (text: string): (Node | string)[] =>
    marked(text, merged(differing.flatMap((value) => placesOf(text, value))));
  const link = identifierLink(record.identifiers);
  const title = setOff(record.title);
  const about = [shortNames(words, record.authors), record.year?.toString() ?? "", record.venue ?? ""];
  return h(
    "div",
    { class: "record", dir: "auto" },
    ...(link === null ? title : [linkOut(words, link, ...title)]),
    h("div", { class: "quiet" }, ...setOff(about.filter((part) => part.length > 0).join(" · "))),
  );
}

function troubles(words: Messages, resolution: Resolution | null): Node[] {
  // That none was found is said already.
  if (resolution?.kind !== "resolved") return [];
  // The headline says that the work was retracted, and of one difference everything.
  const isSaid = resolution.record.status.kind === "retracted" || resolution.differences.length === 1;
  const sentences = (isSaid ? [] : referenceTroubles(words, resolution)).map((trouble) =>
    h("p", {}, trouble),
  );
  return [...sentences, ...noticeLinks(words, resolution.record)];
}

/** The notices about a work, where they can be read. */
export function noticeLinks(words: Messages, { notices = [], status }: WorkRecord): HTMLElement[] {
  const links = notices.flatMap((notice) => noticeLink(words, notice) ?? []);
  if (links.length > 0 || status.kind !== "retracted" || status.notice === null) return links;
  const link = noticeLink(words, { notice: status.notice });
  return link === null ? [] : [link];
}

function noticeLink(words: Messages, { notice }: Pick<EditorialNotice, "notice">): HTMLElement | null {
  if (notice === undefined) return null;
  const link = /^10\.\d{4,}\//.test(notice) ? identifierLink({ doi: notice }) : null;
  if (link === null) return null;
  return h("p", {}, linkOut(words, link, words.reference.notice));
}
