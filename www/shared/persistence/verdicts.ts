/**
 * What is kept of documents in confidence (submissions under review, files of this computer): verdicts under salted hashes, and no word of the
 * document, of its reference list or of what it cites.
 */

import type { PairKey } from "../audit/state";
import type { CategoryLabel } from "../generated/CategoryLabel";
import type { DocumentView } from "../generated/DocumentView";
import type { Finding } from "../generated/Finding";
import type { FromWorker } from "../generated/FromWorker";
import type { Reason } from "../generated/Reason";
import type { Verdict } from "../generated/Verdict";
import { pairsOf, salted } from "./fingerprint";
import {
  ended,
  findingsOf,
  isComplete,
  told,
  type AvailableServices,
  type KeptDismissal,
  type KeptEvents,
} from "./kept-audit";

export interface KeptVerdict {
  verdict: Verdict;
  category: CategoryLabel | null;
  confidence: number | null;
  /** The kind of the deciding reason, where it says what the finding is about. */
  about: ReferenceReason | null;
  dismissed: KeptDismissal | null;
}

export interface KeptVerdicts {
  complete: boolean;
  /** Who could be asked. */
  means: AvailableServices;
  /** By the salted hash of sentence and entry. */
  pairs: Record<string, KeptVerdict>;
}

/** Reasons that make a finding one about the work and not about its words (severity.ts). */
type ReferenceReason =
  | "no-record"
  | "retracted"
  | "metadata-differs"
  | "retracted-since"
  | "retracted-undated"
  | "seems-about-something-else"
  | "name-beside-differs"
  | "year-beside-differs";
const ABOUT_THE_WORK: ReadonlySet<string> = new Set<ReferenceReason>([
  "no-record",
  "retracted",
  "metadata-differs",
  "retracted-since",
  "retracted-undated",
  "seems-about-something-else",
  "name-beside-differs",
  "year-beside-differs",
]);
/** Those that count wherever they stand among the reasons. */
const ANYWHERE: ReadonlySet<string> = new Set<ReferenceReason>([
  "retracted",
  "retracted-since",
  "retracted-undated",
  "seems-about-something-else",
  "name-beside-differs",
  "year-beside-differs",
]);

type Salt = Uint8Array<ArrayBuffer>;

/** The hashes of a document's pairs. */
async function hashesOf(document: DocumentView, salt: Salt): Promise<Map<PairKey, string>> {
  const pairs = [...pairsOf(document)];
  return new Map(
    await Promise.all(pairs.map(async ([key, words]) => [key, await salted(salt, words)] as const)),
  );
}

/** The verdicts of an audit, without its words. */
export async function verdictsOf(
  document: DocumentView,
  events: KeptEvents,
  { dismissed, means }: { dismissed: ReadonlyMap<PairKey, KeptDismissal>; means: AvailableServices },
  salt: Salt,
): Promise<KeptVerdicts> {
  const hashes = await hashesOf(document, salt);
  const pairs: Record<string, KeptVerdict> = {};
  for (const [key, finding] of findingsOf(events)) {
    const hash = hashes.get(key);
    if (hash === undefined) continue;
    const { verdict, category, confidence } = finding;
    pairs[hash] = {
      verdict,
      category,
      confidence,
      about: aboutOf(finding),
      dismissed: dismissed.get(key) ?? null,
    };
  }
  return { complete: isComplete(events), means, pairs };
}

function aboutOf({ reasons }: Finding): ReferenceReason | null {
  const telling = reasons.find(
    ({ kind }, place) => ABOUT_THE_WORK.has(kind) && (place === 0 || ANYWHERE.has(kind)),
  );
  return telling === undefined ? null : (telling.kind as ReferenceReason);
}

/** What is kept, on a document that was mapped again. */
export async function recalledVerdicts(
  document: DocumentView,
  kept: KeptVerdicts,
  salt: Salt,
): Promise<{ events: KeptEvents; dismissals: Record<PairKey, KeptDismissal> }> {
  const sentences = new Map(document.citations.map(({ id, sentence }) => [id, sentence]));
  const findings = new Map<PairKey, Finding>();
  const dismissals: Record<PairKey, KeptDismissal> = {};
  for (const [key, hash] of await hashesOf(document, salt)) {
    // What was kept has the names that hashes have; a prototype's are none of them.
    const verdict = Object.hasOwn(kept.pairs, hash) ? kept.pairs[hash] : undefined;
    if (verdict === undefined) continue;
    const [citation = "", reference = ""] = key.split("\u001f");
    findings.set(key, findingOf(citation, reference, sentences.get(citation) ?? "", verdict));
    if (verdict.dismissed !== null) dismissals[key] = verdict.dismissed;
  }
  const events: FromWorker[] = [told({ kind: "mapped", document })];
  for (const finding of findings.values()) events.push(told({ kind: "found", finding }));
  events.push(ended(events, kept.complete));
  return { events, dismissals };
}

/** A finding of which nothing but the verdict is known (`isVerdictAlone`). */
function findingOf(citation: string, reference: string, sentence: string, kept: KeptVerdict): Finding {
  const { verdict, category, confidence, about } = kept;
  return {
    citation,
    reference,
    verdict,
    category,
    confidence,
    // The page's own, which is read again.
    claim: sentence,
    function: "background",
    reasons: about === null ? [] : [bare(about)],
    message: "",
    evidence: [],
    trail: [],
    committee: null,
  };
}

function bare(about: ReferenceReason): Reason {
  switch (about) {
    case "no-record":
      return { kind: "no-record", asked: [] };
    case "retracted":
      return { kind: "retracted", year: null, notice: null };
    case "metadata-differs":
      return { kind: "metadata-differs", differences: [] };
    case "retracted-since":
      return { kind: "retracted-since", date: "", citing: "", notice: null, manner: "retracted" };
    case "seems-about-something-else":
      return { kind: "seems-about-something-else", title: "", nearest: "", better: null };
    case "name-beside-differs":
      return { kind: "name-beside-differs", sentence: "", entry: "" };
    case "year-beside-differs":
      return { kind: "year-beside-differs", sentence: "", entry: "" };
    case "retracted-undated":
      return { kind: "retracted-undated", date: null, citing: null, notice: null, manner: "retracted" };
  }
}
