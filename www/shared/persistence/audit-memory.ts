/** What one audit leaves behind, and finds again: between the session that runs it and the store. */

import type { AuditEvent } from "../audit/audit-log";
import { severityOf, type FindingSeverity } from "../audit/severity";
import { pairKey, type PairKey } from "../audit/state";
import type { Content } from "../generated/Content";
import type { DocumentView } from "../generated/DocumentView";
import type { AuditStore, StoredAudit, StoredVerdicts } from "./audit-store";
import { fingerprintOf, pairsOf, type Fingerprint } from "./fingerprint";
import {
  byQuotes,
  carriedTo,
  documentOf,
  findingsOf,
  isComplete,
  judgements,
  replayed,
  translated,
  translation,
  uncoveredOf,
  worthKeeping,
  NOBODY,
  type AvailableServices,
  type KeptDismissal,
  type JudgementEvent,
  type KeptDismissals,
  type KeptEvents,
} from "./kept-audit";
import { recalledVerdicts, verdictsOf } from "./verdicts";

/** Of an article everything is kept; of a document in confidence verdicts; in private windows nothing. */
export type Keeping = "all" | "verdicts" | "nothing";

/** By what the results of a document are found again, and what may be kept of them. */
export interface Keepable {
  name: string | null;
  keeping: Keeping;
}

export const NOT_KEPT: Keepable = { name: null, keeping: "nothing" };

/** What comes back. */
export interface Recalled {
  /** When it was checked. */
  readonly at: number;
  readonly events: KeptEvents;
  readonly dismissals: KeptDismissals;
  /** Citations of the page for which nothing is kept. */
  readonly uncovered: readonly string[];
  readonly complete: boolean;
  readonly means: AvailableServices;
}

/** What is found of a while is kept together: a fast audit finds hundreds of things a second. */
const SAVE_MS = 4000;

interface Attached extends Keepable {
  fingerprint: Fingerprint;
  audits: readonly StoredAudit[];
  verdicts: StoredVerdicts | null;
  at: number;
  means: AvailableServices;
}

export class AuditMemory {
  readonly #store: AuditStore;
  readonly #log: () => readonly AuditEvent[];
  readonly #dismiss: (event: JudgementEvent) => void;
  #attached: Attached | null = null;
  // The document that it turned to last: what is looked up of an earlier one is nobody's any more.
  #attaching: symbol | null = null;
  /** What the reader dismissed before, by the document's own ids once it is mapped. */
  #before: Promise<KeptDismissals> = Promise.resolve({});
  readonly #dismissed = new Map<PairKey, KeptDismissal>();
  #saving: ReturnType<typeof setTimeout> | null = null;
  /** One after the other: what was found first is not to take the place of what was found last. */
  #last: Promise<void> = Promise.resolve();
  #isReplaying = false;

  /**
   * @param log what happened since the audit began
   * @param dismiss a finding that the reader dismissed before was found again
   */
  constructor(store: AuditStore, log: () => readonly AuditEvent[], dismiss: (event: JudgementEvent) => void) {
    this.#store = store;
    this.#log = log;
    this.#dismiss = dismiss;
  }

  /** Turns to a document: what is kept of it is looked up, and what will be found of it is kept. */
  async attach(content: Content, keepable: Keepable): Promise<void> {
    this.release();
    const attaching = Symbol();
    this.#attaching = attaching;
    if (keepable.keeping === "nothing") return;
    const fingerprint = await fingerprintOf(content);
    if (fingerprint === null) return;
    const isConfidential = keepable.keeping === "verdicts";
    const audits = isConfidential ? [] : await this.#store.find(fingerprint, keepable.name);
    const verdicts = isConfidential ? await this.#store.verdicts(fingerprint.text) : null;
    if (this.#attaching !== attaching) return;
    this.#attached = { ...keepable, fingerprint, audits, verdicts, at: Date.now(), means: NOBODY };
  }

  /** A check begins: who can be asked. */
  begin(means: AvailableServices): void {
    if (this.#attached === null) return;
    this.#attached.at = Date.now();
    this.#attached.means = means;
  }

  /**
   * What is kept of the document, as it is to be shown now; null if that is too little to be called this article's.
   *
   * @param map has the document mapped, by nobody but the worker
   */
  async recall(map: () => Promise<DocumentView | null>): Promise<Recalled | null> {
    const attached = this.#attached;
    if (attached === null) return null;
    const { audits, verdicts, fingerprint } = attached;
    const [first] = audits;
    if (verdicts !== null) {
      const document = await map();
      if (document === null) return null;
      const { events, dismissals } = await recalledVerdicts(document, verdicts.verdicts, verdicts.salt);
      const { at } = verdicts;
      const { means } = verdicts.verdicts;
      return this.#enough(document, { at, events, dismissals, means });
    }
    if (first === undefined) return null;
    if (first.fingerprint.text === fingerprint.text) {
      const isSame = first.fingerprint.content === fingerprint.content;
      const events = replayed(isSame ? first.events : byQuotes(first.events));
      const { at, dismissals, means } = first;
      return { at, events, dismissals, means, uncovered: [], complete: isComplete(events) };
    }
    const document = await map();
    if (document === null) return null;
    const best = audits
      .map((audit) => ({ ...audit, ...carriedTo(document, audit.events, audit.dismissals) }))
      .reduce((one, other) => (other.uncovered.length < one.uncovered.length ? other : one));
    return this.#enough(document, best);
  }

  /** Another article may bear the same name, by mistake or by malice: most of the page's own citations must be among what is kept. */
  #enough(
    document: DocumentView,
    { at, events, dismissals, means }: Pick<Recalled, "at" | "events" | "dismissals" | "means">,
  ): Recalled | null {
    const found = findingsOf(events);
    const uncovered = uncoveredOf(document, (pair) => found.has(pair));
    const all = document.citations.filter(({ references }) => references.length > 0).length;
    if (all === 0 || uncovered.length * 2 > all) return null;
    return { at, events, dismissals, means, uncovered, complete: isComplete(events) };
  }

  /** What was recalled is shown by this; it is kept already, unless the article's words changed. */
  replay({ at, means, uncovered }: Recalled, show: () => void): void {
    const attached = this.#attached;
    if (attached === null) return;
    attached.at = at;
    attached.means = means;
    this.#isReplaying = true;
    show();
    this.#isReplaying = false;
    const [first] = attached.audits;
    if (first?.fingerprint.content === attached.fingerprint.content && uncovered.length === 0)
      this.#enqueue(() => this.#store.use(attached.fingerprint));
    else this.#save();
  }

  /** Takes over what another page had found: it may not have come to keep it. */
  takeOver(): void {
    const attached = this.#attached;
    if (attached === null) return;
    const [first] = attached.audits;
    // When it was checked, only the store knows; what the page tells was found by then.
    if (first?.fingerprint.content === attached.fingerprint.content) {
      attached.at = first.at;
      attached.means = first.means;
    }
    this.#isReplaying = true;
    for (const event of this.#log()) this.heard(event);
    this.#isReplaying = false;
    this.#save();
  }

  /** Hears what happens to the audit. */
  heard(event: AuditEvent): void {
    if (this.#attached === null) return;
    if (event.kind === "dismiss" || event.kind === "answer") this.#heardJudgement(event);
    if (event.kind !== "worker" || event.message.kind !== "event") return;
    const { event: told } = event.message;
    if (told.kind === "progress") return;
    if (told.kind === "mapped") this.#before = this.#dismissedBefore(this.#attached, told.document);
    if (this.#isReplaying) return;
    if (told.kind === "found") this.#dismissAgain(pairKey(told.finding));
    if (told.kind === "finished") this.#save();
    else
      this.#saving ??= setTimeout(() => {
        this.#save();
      }, SAVE_MS);
  }

  /** Lets go of the document; what was found of it is kept. */
  release(): void {
    if (this.#saving !== null) this.#save();
    this.#attaching = null;
    this.#attached = null;
    this.#dismissed.clear();
    this.#before = Promise.resolve({});
  }

  /** When all that was to be kept is. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** What the finding of a pair says, as it was told last. */
  #severityOf(key: PairKey): FindingSeverity | null {
    for (const event of this.#log().toReversed()) {
      if (event.kind !== "worker" || event.message.kind !== "event") continue;
      const { event: told } = event.message;
      if (told.kind === "found" && pairKey(told.finding) === key) return severityOf(told.finding);
    }
    return null;
  }

  #heardJudgement(event: JudgementEvent): void {
    const { key } = event;
    const attached = this.#attached;
    const severity = this.#severityOf(key);
    if (attached === null || severity === null) return;
    const dismissal = withJudgement(this.#dismissed.get(key), event, severity);
    if (dismissal === null) this.#dismissed.delete(key);
    else this.#dismissed.set(key, dismissal);
    if (this.#isReplaying) return;
    const { fingerprint, keeping } = attached;
    if (keeping === "all") this.#enqueue(() => this.#store.dismiss(fingerprint, key, dismissal));
    else {
      const document = documentOf(worthKeeping(this.#log()));
      const words = document === null ? undefined : pairsOf(document).get(key);
      if (words !== undefined)
        this.#enqueue(() => this.#store.dismissVerdict(fingerprint.text, words, dismissal));
    }
  }

  async #dismissedBefore({ audits, verdicts }: Attached, document: DocumentView): Promise<KeptDismissals> {
    if (verdicts !== null)
      return (await recalledVerdicts(document, verdicts.verdicts, verdicts.salt)).dismissals;
    const now = pairsOf(document);
    const known: Record<PairKey, KeptDismissal> = {};
    // Of several versions the latest has the last word.
    for (const { events, dismissals } of audits.toReversed()) {
      const before = documentOf(events);
      if (before !== null) Object.assign(known, translated(dismissals, translation(pairsOf(before), now)));
    }
    return known;
  }

  /** What the reader dismissed stays dismissed when it is found again as it was. */
  #dismissAgain(key: PairKey): void {
    const attached = this.#attached;
    void this.#before.then((before) => {
      const dismissal = Object.hasOwn(before, key) ? before[key] : undefined;
      if (dismissal === undefined || this.#attached !== attached || this.#dismissed.has(key)) return;
      for (const event of judgements(key, dismissal, this.#severityOf(key))) this.#dismiss(event);
    });
  }

  #save(): void {
    if (this.#saving !== null) clearTimeout(this.#saving);
    this.#saving = null;
    const attached = this.#attached;
    if (attached === null) return;
    const events = worthKeeping(this.#log());
    const document = documentOf(events);
    if (document === null || document.citations.length + document.references.length === 0) return;
    const dismissed = new Map(this.#dismissed);
    const { fingerprint, name, keeping, at, means } = attached;
    if (keeping === "all")
      this.#enqueue(() =>
        this.#store.keep(
          {
            fingerprint,
            name,
            at,
            means,
            events,
            dismissals: Object.fromEntries(dismissed),
          },
          isComplete(events),
        ),
      );
    else
      this.#enqueue(async () => {
        const salt = await this.#store.salt().catch(() => null);
        if (salt === null) return;
        const verdicts = await verdictsOf(document, events, { dismissed, means }, salt);
        await this.#store.keepVerdicts(fingerprint.text, verdicts, at);
      });
  }

  #enqueue(act: () => Promise<void>): void {
    this.#last = this.#last.then(act).catch(() => undefined);
  }
}

/** What a reader says of a finding now, beside what was said of it before; null where nothing is left of it. */
function withJudgement(
  before: KeptDismissal | undefined,
  event: JudgementEvent,
  severity: FindingSeverity,
): KeptDismissal | null {
  const { reason = null, answer } = before ?? {};
  const after =
    event.kind === "dismiss"
      ? { reason: event.reason, answer }
      : { reason, answer: event.answer ?? undefined };
  if (after.reason === null && after.answer === undefined) return null;
  // What was dismissed is what was found then.
  const of = event.kind === "answer" && before !== undefined ? before.severity : severity;
  return {
    reason: after.reason,
    severity: of,
    ...(after.answer === undefined ? {} : { answer: after.answer }),
  };
}
