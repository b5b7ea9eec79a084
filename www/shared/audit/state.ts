/** What a surface knows of one audit: worker messages folded into one state. Decides nothing, only remembers. */

import type { FullTexts } from "./full-texts";
import type { CitationView } from "../generated/CitationView";
import type { DismissReason } from "../generated/DismissReason";
import type { DocumentView } from "../generated/DocumentView";
import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { Level } from "../generated/Level";
import type { PolicyOutcome } from "../generated/PolicyOutcome";
import type { FromWorker } from "../generated/FromWorker";
import type { Notice } from "../generated/Notice";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import type { ReferenceView } from "../generated/ReferenceView";
import type { Resolution } from "../generated/Resolution";
import type { Stage } from "../generated/Stage";
import type { Summary } from "../generated/Summary";
import {
  isRetractedSince,
  mostSevere,
  severityOf,
  type CitationClass,
  type FindingSeverity,
} from "./severity";
import { levelOf, severityAt, type PolicyProfile } from "./policy";
import type { Published } from "./published";
import { OpenCopies } from "./open-copies";
import { withVerdictChanged } from "./summary";
import { referenceStatusOf, type ReferenceStatus } from "./reference-status";

export type Phase = "idle" | "loading" | "running" | "finished" | "stopped" | "failed";

export const DISMISS_REASONS: readonly DismissReason[] = [
  "source-agrees",
  "claim-misread",
  "wrong-source",
  "not-worth",
];

/** Citation and reference of one finding. */
export type PairKey = `${string}\u001f${string}`;

export function pairKey(finding: { citation: string; reference: string }): PairKey {
  return `${finding.citation}\u001f${finding.reference}`;
}

/** Whom a finding is put to once more: the endpoint, or the sources and models that were asked at first. */
export type RecheckTarget = "endpoint" | "sources";

/** The citation of a finding's key. */
function citationOf(key: PairKey): string {
  return key.split("\u001f")[0] ?? "";
}

/** What changed since the last look; a surface redraws no more than this. */
export interface Change {
  /** The document came or went: everything. */
  all: boolean;
  citations: Set<string>;
  references: Set<string>;
}

/** Something about the findings as a whole that no engine said. */
export interface Remark {
  readonly severity: "info" | "warning";
  readonly head: string;
  readonly message: string;
}

type Listener = (change: Change) => void;

// Listeners hear at most this often: a fast audit sends hundreds of events a second.
const FLUSH_MS = 80;

export class AuditState {
  phase: Phase = "idle";
  document: DocumentView | null = null;
  progress: { stage: Stage; done: number; total: number } | null = null;
  /** Texts that were fetched so far, and how many are wanted: claims are checked meanwhile. */
  fetched: { done: number; total: number } | null = null;
  loading = new Map<string, { received: number; total: number }>();
  notices: Notice[] = [];
  remarks: readonly Remark[] = [];
  /** Whether the findings came in a file: then nothing is checked here, and nothing can be checked again. */
  isBeforehand = false;
  /** Who published the findings for the page, where its reader was not asked to check. */
  published: Published | null = null;
  /** The venue's policy that was chosen: it says which references are a problem. Null for none. */
  policy: PolicyProfile | null = null;
  /** What a policy made of findings that came in a file: it holds where none was chosen here. */
  outcome: PolicyOutcome | null = null;
  /** Why what was published for the page is not shown. */
  unusable: { host: string; reason: string } | null = null;
  /** What could not be loaded, as the worker says it. */
  problems: readonly string[] = [];
  /** Names of the models that run. */
  models: readonly string[] = [];
  summary: Summary | null = null;
  /** Where the page says that the full text is; null as long as it was not asked. */
  fullTexts: FullTexts | null = null;
  /** Pages without text that were drawn for the endpoint so far. */
  pageImages = 0;
  failure: string | null = null;
  /** Whether it is said in the reader's language: else it is the core's text, or a code of ours (error-codes.ts). */
  isFailureTold = false;
  /** When checking began and how far it was then: for the time left. */
  verifyBegan: { at: number; done: number } | null = null;
  readonly dismissed = new Map<PairKey, DismissReason>();
  /** What the reader says of claims after looking at their sources. */
  readonly answers = new Map<PairKey, ReaderAnswer>();
  /** Citations whose place is not in the page any more. */
  readonly lost = new Set<string>();
  /** Host of the endpoint that open claims can be put to; null without one. */
  endpoint: string | null = null;
  /** Findings that the reader put to the endpoint, while it is being asked. */
  readonly asking = new Map<PairKey, RecheckTarget>();
  /** What kept the endpoint from being asked at all. */
  readonly unasked = new Map<PairKey, string>();

  /** When what is shown was found, if that was before the page was opened, and citations that it does not cover. */
  #restored: { at: number; uncovered: readonly string[] } | null = null;
  /** Copies that may be read besides what was. */
  readonly copies = new OpenCopies();

  readonly #findings = new Map<string, Finding[]>();
  readonly #resolutions = new Map<string, Resolution>();
  /** References whose work was retracted after this paper appeared, as findings tell. */
  readonly #retractedSince = new Set<string>();
  /** Those, and those of which nobody knows when it was: neither is held against anybody. */
  readonly #toldOnly = new Set<string>();
  /** Levels of entries by the file's policy. */
  #judged: ReadonlyMap<string, Level> = new Map();
  readonly #bibtex = new Map<string, string>();
  readonly #citations = new Map<string, CitationView>();
  readonly #references = new Map<string, ReferenceView>();
  readonly #listeners = new Set<Listener>();
  #change: Change = noChange();
  #isScheduled = false;

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets everything for a new audit. */
  begin(phase: "idle" | "loading"): void {
    this.phase = phase;
    this.document = null;
    this.progress = null;
    this.fetched = null;
    this.loading.clear();
    this.notices = [];
    this.remarks = [];
    if (this.published !== null) this.isBeforehand = false;
    this.published = null;
    this.outcome = null;
    this.unusable = null;
    this.problems = [];
    this.models = [];
    this.summary = null;
    this.fullTexts = null;
    this.pageImages = 0;
    this.failure = null;
    this.isFailureTold = false;
    this.verifyBegan = null;
    this.dismissed.clear();
    this.answers.clear();
    this.lost.clear();
    this.asking.clear();
    this.unasked.clear();
    this.#restored = null;
    this.copies.clear();
    this.#retractedSince.clear();
    this.#toldOnly.clear();
    for (const map of [this.#findings, this.#resolutions, this.#bibtex, this.#citations, this.#references])
      map.clear();
    this.#touch().all = true;
  }

  drewPages(count: number): void {
    this.pageImages = count;
    this.#touch();
  }

  toldFullTexts(fullTexts: FullTexts): void {
    this.fullTexts = fullTexts;
    this.#touch().all = true;
  }

  /** Takes one message of the worker. */
  apply(message: FromWorker): void {
    switch (message.kind) {
      case "loading":
        this.loading.set(message.file, { received: message.received, total: message.total });
        break;
      case "ready":
        this.loading.clear();
        this.problems = message.problems;
        this.models = message.models;
        break;
      case "event":
        this.#event(message.event);
        break;
      case "opened":
      case "working":
      case "tried":
      case "written":
      case "assessed":
      case "pages-read":
      case "unknown-document":
        break;
      case "failed":
        this.fail(message.message, false);
        break;
    }
    this.#touch();
  }

  /** Ends the audit early; why, and whether that is said in the reader's language. */
  fail(message: string, isTold: boolean): void {
    this.phase = "failed";
    this.failure = message;
    this.isFailureTold = isTold;
    this.#touch();
  }

  dismiss(key: PairKey, reason: DismissReason | null): void {
    if (reason === null) this.dismissed.delete(key);
    else this.dismissed.set(key, reason);
    this.#touch().citations.add(citationOf(key));
  }

  answer(key: PairKey, answer: ReaderAnswer | null): void {
    if (answer === null) this.answers.delete(key);
    else this.answers.set(key, answer);
    this.#touch().citations.add(citationOf(key));
  }

  /** Names the endpoint of the audit that begins, or of none. */
  offer(endpoint: string | null): void {
    this.endpoint = endpoint;
    this.#touch().all = true;
  }

  /** A finding is put to somebody once more. */
  ask(key: PairKey, whom: RecheckTarget): void {
    this.asking.set(key, whom);
    this.unasked.delete(key);
    this.#touch().citations.add(citationOf(key));
  }

  /** Whoever was asked about a finding answered, or could not be asked. */
  asked(key: PairKey, failure: string | null): void {
    this.asking.delete(key);
    if (failure !== null) this.unasked.set(key, failure);
    this.#touch().citations.add(citationOf(key));
  }

  /** Open copies of the works that these references name are read. */
  readCopies(references: readonly string[]): void {
    this.copies.begin(references);
    this.#touch();
  }

  /** They were read, or something kept them from it. */
  copiesRead(failure: string | null): void {
    this.copies.end(failure);
    this.#touch();
  }

  /** The findings that follow were published for the page: they cannot be asked about here. */
  publish(published: Published): void {
    this.published = published;
    this.isBeforehand = true;
    this.#touch().all = true;
  }

  /** Problems are told by another policy from now on, or by none. */
  choosePolicy(policy: PolicyProfile | null): void {
    if (policy === this.policy) return;
    this.policy = policy;
    this.#retold();
  }

  /** The findings that follow came in a file, judged by a policy. */
  judgedBy(outcome: PolicyOutcome): void {
    this.outcome = outcome;
    this.#judged = new Map(outcome.references.map(({ reference, level }) => [reference, level]));
    this.#retold();
  }

  remark(remark: Remark): void {
    this.remarks = [...this.remarks, remark];
    this.#touch();
  }

  /** What is shown was kept from an earlier visit. */
  restore(at: number, uncovered: readonly string[]): void {
    this.#restored = { at, uncovered };
    this.#touch();
  }

  /** When what is shown was found, if that was on an earlier visit, and how many citations of the page are new since. */
  get restored(): { at: number; newCitations: number } | null {
    if (this.#restored === null) return null;
    const { at, uncovered } = this.#restored;
    const isOpen = (id: string): boolean =>
      this.findingsOf(id).length < (this.citation(id)?.references.length ?? 0);
    return { at, newCitations: uncovered.filter(isOpen).length };
  }

  lose(citation: string): void {
    this.lost.add(citation);
    this.#touch().citations.add(citation);
  }

  findingsOf(citation: string): readonly Finding[] {
    return this.#findings.get(citation) ?? [];
  }

  *findings(): Generator<Finding> {
    for (const list of this.#findings.values()) yield* list;
  }

  citation(id: string): CitationView | null {
    return this.#citations.get(id) ?? null;
  }

  reference(id: string): ReferenceView | null {
    return this.#references.get(id) ?? null;
  }

  resolution(reference: string): Resolution | null {
    return this.#resolutions.get(reference) ?? null;
  }

  /** The record of a reference as an entry of BibTeX. */
  bibtex(reference: string): string | null {
    return this.#bibtex.get(reference) ?? null;
  }

  /** How an entry of the list stands to the records; none until it was looked up. */
  referenceStatus(reference: string): ReferenceStatus | null {
    const resolution = this.resolution(reference);
    if (resolution === null) return null;
    return referenceStatusOf(resolution, this.#retractedSince.has(reference));
  }

  /** The name of the policy by which problems are told; null for none. */
  get policyName(): string | null {
    return this.policy ?? this.outcome?.policy ?? null;
  }

  /** What the policy makes of an entry; null without a policy, and until the entry was looked up. */
  policyLevel(reference: string): Level | null {
    const resolution = this.resolution(reference);
    if (resolution === null) return null;
    if (this.policy !== null) return levelOf(this.policy, resolution, this.isToldOnly(reference));
    if (this.outcome === null) return null;
    return this.#judged.get(reference) ?? "none";
  }

  /** Whether a work was retracted after this paper appeared, or nobody knows when. */
  isToldOnly(reference: string): boolean {
    return this.#toldOnly.has(reference);
  }

  /** Whether the reader dismissed all that was found about an entry. */
  isDismissed(reference: string): boolean {
    const all = [...this.findings()].filter((finding) => finding.reference === reference);
    return all.length > 0 && all.every((finding) => this.dismissed.has(pairKey(finding)));
  }

  /** What a finding needs, by the policy if there is one. */
  severityOf(finding: Finding): FindingSeverity {
    const level = this.policyLevel(finding.reference);
    return level === null ? severityOf(finding) : severityAt(level, finding);
  }

  /** Ids of the citations that name a reference, in reading order. */
  citationsOf(reference: string): string[] {
    const citations = this.document?.citations ?? [];
    return citations.filter(({ references }) => references.includes(reference)).map(({ id }) => id);
  }

  /** What a citation needs; none while it waits or when all its findings were dismissed. */
  severityOfCitation(id: string): FindingSeverity | null {
    return mostSevere(
      this.findingsOf(id)
        .filter((finding) => !this.dismissed.has(pairKey(finding)))
        .map((finding) => this.severityOf(finding)),
    );
  }

  /** What a citation counts as. Where a source has no finding yet it is open, whatever the others say. */
  classOfCitation(id: string): CitationClass {
    const findings = this.findingsOf(id);
    const references = this.#citations.get(id)?.references.length ?? 0;
    if (findings.length >= Math.max(1, references)) return this.severityOfCitation(id) ?? "dismissed";
    return mostSevere([this.severityOfCitation(id) ?? "unchecked", "unchecked"]) ?? "unchecked";
  }

  #event(event: Event): void {
    switch (event.kind) {
      case "mapped":
        this.document = event.document;
        this.phase = "running";
        for (const citation of event.document.citations) this.#citations.set(citation.id, citation);
        for (const reference of event.document.references) this.#references.set(reference.id, reference);
        this.#touch().all = true;
        break;
      case "progress":
        this.phase = "running";
        if (event.stage === "access") {
          this.fetched = { done: event.done, total: event.total };
          break;
        }
        this.progress = { stage: event.stage, done: event.done, total: event.total };
        if (event.stage === "verify") this.verifyBegan ??= { at: performance.now(), done: event.done };
        break;
      case "resolved":
        this.#resolutions.set(event.reference, event.resolution);
        if (event.bibtex) this.#bibtex.set(event.reference, event.bibtex);
        this.#retell(event.reference);
        break;
      case "found":
        this.#found(event.finding);
        break;
      case "open-copies":
        this.copies.offer(event);
        break;
      case "notice":
        this.notices.push(event.notice);
        break;
      case "finished":
        this.summary = event.summary;
        this.phase = event.summary.complete ? "finished" : "stopped";
        this.#touch().all = true;
        break;
    }
  }

  #found(finding: Finding): void {
    this.copies.judged(finding);
    if (isRetractedSince(finding) && !this.#retractedSince.has(finding.reference)) {
      this.#retractedSince.add(finding.reference);
      this.#touch().references.add(finding.reference);
    }
    if (severityOf(finding) === "retracted-since" && !this.#toldOnly.has(finding.reference)) {
      this.#toldOnly.add(finding.reference);
      if (this.policyName !== null) this.#retell(finding.reference);
    }
    const list = this.#findings.get(finding.citation) ?? [];
    const at = list.findIndex((other) => other.reference === finding.reference);
    const old = list[at];
    if (old === undefined) list.push(finding);
    else {
      list[at] = finding;
      // A finding that was asked about after the end.
      if (this.summary !== null)
        this.summary = withVerdictChanged(this.summary, old.verdict, finding.verdict);
    }
    this.#findings.set(finding.citation, list);
    this.#touch().citations.add(finding.citation);
  }

  /** An entry, and by a policy its citations, are told otherwise. */
  #retell(reference: string): void {
    const change = this.#touch();
    change.references.add(reference);
    if (this.policyName !== null) for (const id of this.citationsOf(reference)) change.citations.add(id);
  }

  #retold(): void {
    const change = this.#touch();
    change.all = true;
    for (const id of this.#citations.keys()) change.citations.add(id);
    for (const id of this.#references.keys()) change.references.add(id);
  }

  #touch(): Change {
    if (this.#isScheduled) return this.#change;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      const change = this.#change;
      this.#change = noChange();
      for (const listener of this.#listeners) listener(change);
    }, FLUSH_MS);
    return this.#change;
  }
}

function noChange(): Change {
  return { all: false, citations: new Set(), references: new Set() };
}
