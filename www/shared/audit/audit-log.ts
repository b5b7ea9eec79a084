/** What happens to an audit, in the order it happens: kept, so that whoever comes late can be told all of it. */

import type { DismissReason } from "../generated/DismissReason";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import type { FromWorker } from "../generated/FromWorker";
import type { PolicyOutcome } from "../generated/PolicyOutcome";
import type { AskMode } from "./endpoint-choice";
import type { FullTexts } from "./full-texts";
import type { Published } from "./published";
import type { AuditState, PairKey, RecheckTarget } from "./state";

export type AuditEvent =
  | { kind: "worker"; message: FromWorker }
  /** Open claims can be put to this endpoint from now on. Its host is all that pages come to know. */
  | { kind: "endpoint"; host: string | null; ask: AskMode }
  /** So many pages without text were drawn for the endpoint, before the document is checked. */
  | { kind: "page-images"; count: number }
  | { kind: "asking"; key: PairKey; whom: RecheckTarget }
  | { kind: "asked"; key: PairKey; failure: string | null }
  /** Open copies of the works that these references name are read, as the reader allowed it. */
  | { kind: "reading-copies"; references: readonly string[] }
  | { kind: "copies-read"; failure: string | null }
  /** What follows was not found here: it was published for the page, and came in a file. */
  | { kind: "published"; published: Published }
  /** What follows came in a file, judged by a policy. */
  | { kind: "judged"; outcome: PolicyOutcome }
  /** What was published for the page is of no use, for a reason in the reader's language. */
  | { kind: "unusable"; host: string; reason: string }
  | { kind: "dismiss"; key: PairKey; reason: DismissReason | null }
  /** What the reader says of a claim after looking at its source; null takes it back. */
  | { kind: "answer"; key: PairKey; answer: ReaderAnswer | null }
  /** A citation's place is not in the page any more. */
  | { kind: "lost"; citation: string }
  /** Where the page says that the full text is. */
  | { kind: "full-texts"; fullTexts: FullTexts }
  /** What was told before this was kept: when it was found, and which citations of the page it does not cover. */
  | { kind: "restored"; at: number; uncovered: readonly string[] };

/** What the page tells, or the reader does on it: whoever runs the audit hears it from there. */
export type EventOfPage = Extract<
  AuditEvent,
  { kind: "dismiss" | "answer" | "lost" | "full-texts" | "unusable" }
>;

const KINDS: ReadonlySet<string> = new Set<AuditEvent["kind"]>([
  "worker",
  "endpoint",
  "page-images",
  "asking",
  "asked",
  "reading-copies",
  "copies-read",
  "published",
  "judged",
  "unusable",
  "dismiss",
  "answer",
  "lost",
  "full-texts",
  "restored",
]);

/** Whether a message between the parts of a surface is about the audit itself. */
export function isAuditEvent<M extends { kind: string }>(
  message: M,
): message is Extract<M, { kind: AuditEvent["kind"] }> {
  return KINDS.has(message.kind);
}

/** Folds an event into what a surface knows. */
export function applyEvent(state: AuditState, event: AuditEvent): void {
  switch (event.kind) {
    case "worker":
      state.apply(event.message);
      break;
    case "endpoint":
      state.offer(event.host);
      break;
    case "page-images":
      state.drewPages(event.count);
      break;
    case "asking":
      state.ask(event.key, event.whom);
      break;
    case "asked":
      state.asked(event.key, event.failure);
      break;
    case "reading-copies":
      state.readCopies(event.references);
      break;
    case "copies-read":
      state.copiesRead(event.failure);
      break;
    case "published":
      state.publish(event.published);
      break;
    case "judged":
      state.judgedBy(event.outcome);
      break;
    case "unusable":
      state.unusable = { host: event.host, reason: event.reason };
      break;
    case "dismiss":
      state.dismiss(event.key, event.reason);
      break;
    case "answer":
      state.answer(event.key, event.answer);
      break;
    case "lost":
      state.lose(event.citation);
      break;
    case "full-texts":
      state.toldFullTexts(event.fullTexts);
      break;
    case "restored":
      state.restore(event.at, event.uncovered);
      break;
  }
}

export class AuditLog {
  readonly #heard: (event: AuditEvent) => void;
  #events: AuditEvent[] = [];

  /** @param heard hears of each event as it is recorded. */
  constructor(heard: (event: AuditEvent) => void) {
    this.#heard = heard;
  }

  /** All that happened since the audit began; another array after `clear` or `restore`. */
  get events(): readonly AuditEvent[] {
    return this.#events;
  }

  record(event: AuditEvent): void {
    this.#events.push(event);
    this.#heard(event);
  }

  /** What happened where the audit ran before, and was heard there. */
  restore(events: readonly AuditEvent[]): void {
    this.#events = [...events];
  }

  clear(): void {
    this.#events = [];
  }
}
