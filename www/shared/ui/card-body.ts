/** What a card says about one finding: this article and the source side by side, then what else a reader should know. */

import type { Evidence } from "../generated/Evidence";
import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";
import type { Resolution } from "../generated/Resolution";
import type { AuditState } from "../audit/state";
import { committeePart } from "./committee";
import { nodesOf } from "./core-text";
import { evidencePlace, referenceTroubles, shorten, shortReference } from "./describe";
import { differingInClaim, differingInSource } from "./differences";
import { h } from "./dom";
import { furtherReasons, isAbstractOnly } from "./headline";
import { linkOut, quoted } from "./parts";
import { isByPolicy } from "./policy-line";
import { decidingPassages, isNothingFound, neededInClaim, neededInPassage, pagesRead } from "./passages";
import { reasonParts } from "./reasons";
import { described, nextSteps, noticeLinks } from "./reference-card";
import { sourceLink } from "./source-link";
import { technicalDetails } from "./technical-details";
import type { Messages } from "./locales/messages";

/** Characters of an entry that are shown. */
const ENTRY_LENGTH = 300;

/** Reasons about the work and not its words: its record is shown, not what it says. */
const OF_THE_WORK: ReadonlySet<Reason["kind"]> = new Set<Reason["kind"]>([
  "author-differs",
  "no-record",
  "not-checkable",
  "metadata-differs",
  "retracted",
  "retracted-since",
  "retracted-undated",
  "retracted-and-replaced",
  "updated",
  "changed-since",
  "identifier-of-another-work",
]);

export function cardBody(words: Messages, finding: Finding, state: AuditState): HTMLElement {
  return h(
    "div",
    {
      class: "body",
      tabindex: "0",
      role: "group",
      "aria-label": words.card.label(words.verdict[finding.verdict]),
    },
    ...bodyParts(words, finding, state),
  );
}

/** The same as parts, for a place of their own in a list of sources. */
export function bodyParts(words: Messages, finding: Finding, state: AuditState): Node[] {
  const parts: (Node | null)[] = [
    h("div", { class: "compare" }, here(words, finding), there(words, finding, state)),
    ...notes(words, finding, state),
    committeePart(words, finding.committee),
    technicalDetails(words, finding),
  ];
  return parts.filter((part) => part !== null);
}

function side(name: string, className: string, ...parts: readonly (Node | null)[]): HTMLElement {
  return h("section", { class: className }, h("h3", {}, name), ...parts);
}

function here(words: Messages, finding: Finding): HTMLElement {
  const { claim, reasons } = finding;
  const differing = differingInClaim(claim, reasons);
  const quote = quoted(words, claim, differing.length > 0 ? differing : neededInClaim(finding));
  return side(words.card.here, "here", h("blockquote", { dir: "auto" }, ...quote));
}

function there(words: Messages, finding: Finding, state: AuditState): HTMLElement {
  const reference = state.reference(finding.reference);
  const resolution = state.resolution(finding.reference);
  const name = shortReference(words, reference, finding.reference);
  const kind = finding.reasons[0]?.kind;
  // Of an entry that is in error by the policy the record is shown, unless there is a passage to read.
  const isOfTheWork =
    (kind !== undefined && OF_THE_WORK.has(kind)) ||
    (finding.evidence.length === 0 && isByPolicy(state, finding));
  if (isOfTheWork && resolution !== null) return ofTheWork(words, finding, state, resolution);
  // What a committee shows are words of other papers.
  const [shown] = finding.committee === null ? finding.evidence : [];
  const title = (resolution?.kind === "resolved" ? resolution.record.title : reference?.title) ?? "";
  const link = sourceLink(reference, resolution, shown);
  const isOpen = finding.verdict === "undecidable" && shown !== undefined;
  const place = shown === undefined ? "" : evidencePlace(words, finding, shown);
  const [said, ...others] = decidingPassages(finding);
  return side(
    isOpen ? words.card.deciding : words.card.source,
    "there",
    isNothingFound(finding) ? h("p", {}, words.card.nothingFound(pagesRead(finding))) : null,
    said === undefined
      ? null
      : h("blockquote", { class: "evidence", dir: "auto" }, ...evidenceText(words, said, finding)),
    h("p", { class: "name" }, h("bdi", {}, name), place === "" ? "" : ` · ${place}`),
    ...others.flatMap((other) => [
      h("blockquote", { class: "evidence", dir: "auto" }, ...evidenceText(words, other, finding)),
      h("p", { class: "name" }, evidencePlace(words, finding, other)),
    ]),
    isOpen && neededInClaim(finding).length > 0 ? h("p", { class: "quiet" }, words.card.needed) : null,
    title === "" || title === name ? null : h("p", { class: "quiet", dir: "auto" }, title),
    link === null
      ? null
      : h(
          "p",
          { class: "open" },
          linkOut(words, link.href, link.isAtPassage ? words.card.openPassage : words.card.openSource),
        ),
  );
}

/** The entry and what the records say of its work. */
function ofTheWork(
  words: Messages,
  finding: Finding,
  state: AuditState,
  resolution: Resolution,
): HTMLElement {
  const reference = state.reference(finding.reference);
  const entry = h(
    "p",
    { class: "entry", dir: "auto" },
    shorten(reference?.raw ?? finding.reference, ENTRY_LENGTH),
  );
  if (resolution.kind !== "resolved")
    return side(words.reference.entry, "there", entry, nextSteps(words, reference, resolution));
  const [evidence] = finding.evidence;
  const isOfAuthors = finding.reasons[0]?.kind === "author-differs" && evidence !== undefined;
  return side(
    words.reference.record,
    "there",
    isOfAuthors
      ? h("blockquote", { class: "evidence", dir: "auto" }, ...evidenceText(words, evidence, finding))
      : null,
    described(words, resolution.record),
    ...noticeLinks(words, resolution.record),
  );
}

function evidenceText(words: Messages, evidence: Evidence, finding: Finding): (Node | string)[] {
  const differing = differingInSource(evidence, finding.reasons);
  return quoted(words, evidence.text, differing.length > 0 ? differing : neededInPassage(finding, evidence));
}

/** What the headline leaves to say, what else is wrong with the reference, and what would settle what is open. */
function notes(words: Messages, finding: Finding, state: AuditState): HTMLElement[] {
  const resolution = state.resolution(finding.reference);
  const isHeaded = isByPolicy(state, finding);
  const reasons = isHeaded
    ? finding.reasons.filter(({ kind }) => kind !== "metadata-differs")
    : furtherReasons(finding);
  const sentences = reasons.map((reason) => h("p", {}, ...nodesOf(words, reasonParts(words, reason))));
  // The headline says everything of one difference.
  const isSaid = isHeaded && resolution?.kind === "resolved" && resolution.differences.length === 1;
  const troubles = (isSaid ? [] : referenceTroubles(words, resolution, finding.reasons)).map((trouble) =>
    h("p", {}, trouble),
  );
  const settles = settledBy(words, finding);
  const all = [...sentences, ...troubles, ...(settles === null ? [] : [h("p", { class: "quiet" }, settles)])];
  return all.length === 0 ? [] : [h("div", { class: "notes" }, ...all)];
}

/** What a reader can do about what is open. */
function settledBy(words: Messages, finding: Finding): string | null {
  if (finding.verdict === "supported" || finding.verdict === "miscited") return null;
  if (isAbstractOnly(finding)) return words.card.settledByText;
  return finding.reasons.some(({ kind }) => kind === "no-text") ? words.card.settledByAccess : null;
}
