/** An audit as it is kept, and brought back on the same words, or on what is left of them. */

import type { AuditEvent } from "../audit/audit-log";
import { severityOf, type FindingSeverity } from "../audit/severity";
import { AuditState, pairKey, type PairKey } from "../audit/state";
import { summaryOf } from "../audit/summary-of";
import type { DismissReason } from "../generated/DismissReason";
import type { DocumentView } from "../generated/DocumentView";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { FromWorker } from "../generated/FromWorker";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import type { Locator } from "../generated/Locator";
import { entriesOf, pairsOf } from "./fingerprint";

/** A reader's judgement of a finding, and what the finding said then: another one is not dismissed with it. */
export interface KeptDismissal {
  /** Why it was dismissed; null where it was not. */
  reason: DismissReason | null;
  severity: FindingSeverity;
  /** What the reader said of the claim: that holds whatever is found. */
  answer?: ReaderAnswer;
}

export type KeptDismissals = Readonly<Record<PairKey, KeptDismissal>>;

/** What a reader does with a finding. */
export type JudgementEvent = Extract<AuditEvent, { kind: "dismiss" | "answer" }>;

/** Messages of the worker from which everything that was found can be shown again. */
export type KeptEvents = readonly FromWorker[];

/** Who could be asked when an audit was made. */
export interface AvailableServices {
  online: boolean;
  committees: boolean;
  passages: boolean;
  /** Host of the endpoint that all open claims were put to. */
  endpoint: string | null;
}

export const NOBODY: AvailableServices = {
  online: false,
  committees: false,
  passages: false,
  endpoint: null,
};

/** Whether a check would ask nobody now who was not asked then. */
export function suffices(then: AvailableServices, now: AvailableServices): boolean {
  return (
    (then.online || !now.online) &&
    (then.committees || !now.committees) &&
    (then.passages || !now.passages) &&
    (now.endpoint === null || then.endpoint === now.endpoint)
  );
}

/** Whose messages they were: no audit that runs has this id. */
const KEPT = "kept";

/**
 * What is worth keeping of a log: no progress, nobody's endpoint, and of each pair and reference the last word. What was found after the end
 * stands after it, since the counts of the end do not know of it.
 */
export function worthKeeping(events: readonly AuditEvent[]): KeptEvents {
  const messages = events.flatMap((event) => (event.kind === "worker" ? [event.message] : []));
  const isEnd = (message: FromWorker): boolean =>
    message.kind === "event" && message.event.kind === "finished";
  const end = messages.findLastIndex(isEnd) + 1;
  return [...lastWords(messages.slice(0, end)), ...lastWords(messages.slice(end))];
}

function lastWords(messages: readonly FromWorker[]): FromWorker[] {
  const kept = new Map<string, FromWorker>();
  for (const [place, message] of messages.entries()) {
    const key = keyOf(message, place);
    if (key !== null) kept.set(key, message);
  }
  return [...kept.values()].map((message) =>
    message.kind === "event" ? { ...message, audit: KEPT } : message,
  );
}

/** The same for messages of which the last replaces the others; null for what is not kept. */
function keyOf(message: FromWorker, place: number): string | null {
  if (message.kind === "ready") return "ready";
  if (message.kind !== "event") return null;
  const { event } = message;
  if (event.kind === "progress") return null;
  if (event.kind === "mapped" || event.kind === "finished") return event.kind;
  if (event.kind === "resolved") return `resolved ${event.reference}`;
  if (event.kind === "found") return `found ${pairKey(event.finding)}`;
  return `other ${place}`;
}

export function documentOf(events: KeptEvents): DocumentView | null {
  for (const message of events)
    if (message.kind === "event" && message.event.kind === "mapped") return message.event.document;
  return null;
}

/** Whether the audit ran to its end. */
export function isComplete(events: KeptEvents): boolean {
  return events.some(
    (message) =>
      message.kind === "event" && message.event.kind === "finished" && message.event.summary.complete,
  );
}

export function findingsOf(events: KeptEvents): Map<PairKey, Finding> {
  const findings = new Map<PairKey, Finding>();
  for (const message of events)
    if (message.kind === "event" && message.event.kind === "found")
      findings.set(pairKey(message.event.finding), message.event.finding);
  return findings;
}

/** What was kept, as it was told; an audit that was cut off ends where it was. */
export function replayed(events: KeptEvents): KeptEvents {
  const hasEnd = events.some((message) => message.kind === "event" && message.event.kind === "finished");
  return hasEnd ? events : [...events, ended(events, false)];
}

/**
 * The same where the page's words are the same but its elements are numbered otherwise: words are found by their quotes alone, since the
 * same marker may stand at another number.
 */
export function byQuotes(events: KeptEvents): KeptEvents {
  return events.map((message) =>
    message.kind === "event" && message.event.kind === "mapped"
      ? told({ kind: "mapped", document: unnumbered(message.event.document) })
      : message,
  );
}

function unnumbered(document: DocumentView): DocumentView {
  const quoted = (locator: Locator): Locator => ({ ...locator, ranges: [] });
  return {
    ...document,
    citations: document.citations.map((citation) => ({
      ...citation,
      locator: quoted(citation.locator),
      sentence_locator: quoted(citation.sentence_locator),
    })),
    references: document.references.map((reference) => ({
      ...reference,
      locator: quoted(reference.locator),
    })),
  };
}

/** What of a kept audit holds for a document whose words changed. */
export interface Carried {
  readonly events: KeptEvents;
  readonly dismissals: KeptDismissals;
  /** Citations of the document for which nothing was found: they are new, or stand in another sentence now. */
  readonly uncovered: readonly string[];
}

/** The findings of those pairs whose sentence and entry stand in the document now, under its own ids. */
export function carriedTo(document: DocumentView, kept: KeptEvents, dismissals: KeptDismissals): Carried {
  const before = documentOf(kept);
  if (before === null) return { events: [], dismissals: {}, uncovered: [] };
  const pairs = translation(pairsOf(before), pairsOf(document));
  const entries = translation(entriesOf(before), entriesOf(document));
  const events: FromWorker[] = [];
  for (const message of kept) {
    if (message.kind === "ready") events.push(message);
    if (message.kind !== "event") continue;
    const { event } = message;
    if (event.kind === "mapped") events.push(told({ kind: "mapped", document }));
    else if (event.kind === "resolved") {
      const reference = entries.get(event.reference);
      if (reference !== undefined) events.push(told({ ...event, reference }));
    } else if (event.kind === "found") {
      const pair = pairs.get(pairKey(event.finding));
      if (pair !== undefined)
        events.push(told({ kind: "found", finding: { ...event.finding, ...partsOf(pair) } }));
    }
  }
  events.push(ended(events, isComplete(kept)));
  const found = findingsOf(events);
  return {
    events,
    dismissals: translated(dismissals, pairs),
    uncovered: uncoveredOf(document, (pair) => found.has(pair)),
  };
}

/** Citations of a document that name an entry without a finding. */
export function uncoveredOf(document: DocumentView, isFound: (pair: PairKey) => boolean): string[] {
  return document.citations
    .filter(({ id, references }) =>
      references.some((reference) => !isFound(pairKey({ citation: id, reference }))),
    )
    .map(({ id }) => id);
}

/** Dismissals of one document under the ids of another. */
export function translated(
  dismissals: KeptDismissals,
  pairs: ReadonlyMap<PairKey, PairKey>,
): Record<PairKey, KeptDismissal> {
  const known: Record<PairKey, KeptDismissal> = {};
  for (const [pair, dismissal] of Object.entries(dismissals) as [PairKey, KeptDismissal][]) {
    const now = pairs.get(pair);
    if (now !== undefined) known[now] = dismissal;
  }
  return known;
}

/** From the ids of one document to those of another, over what both say. */
export function translation<K>(
  before: ReadonlyMap<K, string>,
  now: ReadonlyMap<K, string>,
): ReadonlyMap<K, K> {
  const places = new Map([...now].map(([id, words]) => [words, id]));
  const pairs = new Map<K, K>();
  for (const [id, words] of before) {
    const there = places.get(words);
    if (there !== undefined) pairs.set(id, there);
  }
  return pairs;
}

/** Dismissals that still fit what was found. */
export function standing(dismissals: KeptDismissals, findings: ReadonlyMap<PairKey, Finding>): AuditEvent[] {
  return (Object.entries(dismissals) as [PairKey, KeptDismissal][]).flatMap(([key, kept]) => {
    const finding = findings.get(key);
    return finding === undefined ? [] : judgements(key, kept, severityOf(finding));
  });
}

/** What a reader said of a pair, as it holds for what is found of it now. */
export function judgements(
  key: PairKey,
  { reason, severity, answer }: KeptDismissal,
  found: FindingSeverity | null,
): JudgementEvent[] {
  const events: JudgementEvent[] = [];
  if (reason !== null && found === severity) events.push({ kind: "dismiss", key, reason });
  if (answer !== undefined && found !== null) events.push({ kind: "answer", key, answer });
  return events;
}

export function told(event: Event): FromWorker {
  return { kind: "event", audit: KEPT, event };
}

/** The end of an audit of which these messages are left. */
export function ended(events: KeptEvents, complete: boolean): FromWorker {
  const state = new AuditState();
  for (const message of events) state.apply(message);
  return told({ kind: "finished", summary: summaryOf(state, complete) });
}

function partsOf(pair: PairKey): { citation: string; reference: string } {
  const [citation = "", reference = ""] = pair.split("\u001f");
  return { citation, reference };
}
