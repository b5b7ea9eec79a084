/**
 * What a chair's table needs beyond the console's own answers: look-ups, the venue's scores and conflicts, reviewers' papers. One submission
 * after the other, at a slow pace, until it is paused; what was answered once is kept, and not asked again.
 */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { ApiRefused, type Paper } from "../api";
import type { OpenReviewClient } from "../client";
import { NOBODY } from "../compare";
import { MOST_ENTRIES } from "../messages";
import { mayAskForConsole, mayLookUp, PAGE_SIZE, type Entries, type Readers } from "../policy";
import { nameIn, replacementsIn, weightsIn, type Noted, type Replacement } from "./edges";
import {
  factOf,
  shownBeside,
  type ReviewerFact,
  type SubmissionFacts,
  type SuggestionFact,
  type WorkFact,
} from "./facts";
import type { Assigned } from "./groups";
import { chunks, type VenueData } from "./load";
import { TimeLeft } from "./pace";
import { ReviewerFits, type FitContext } from "./reviewer-fits";
import { stateOfSubmission, type Submission, type SuggestingReply } from "./submissions";
import { uncovered } from "./topics";
import { workKey, type Suggestion } from "../suggestions";

export interface CheckContext extends FitContext {
  client: Pick<OpenReviewClient, "lookUp" | "assess" | "mayLookUp">;
  changed(): void;
}

/** What the venue noted, as it is kept. */
interface KeptEdges {
  scores: [string, number][] | null;
  conflicts: string[] | null;
  replacements: Replacement[];
  /** Those of whom it was asked. */
  of: string[];
}

export class ChairCheck {
  readonly #venue: VenueData;
  readonly #context: CheckContext;
  readonly #fits: ReviewerFits;
  readonly #timeLeft = new TimeLeft();
  readonly #facts = new Map<string, SubmissionFacts>();
  readonly #works = new Map<string, WorkFact>();
  /** Invitations that are out of this session's reach: that is asked once. */
  readonly #closed = new Set<string>();
  #run: AbortController | null = null;
  #last: Promise<void> = Promise.resolve();
  /** Why it paused itself. */
  problem: unknown = null;

  constructor(venue: VenueData, context: CheckContext) {
    this.#venue = venue;
    this.#context = context;
    this.#fits = new ReviewerFits(context);
  }

  of(id: string): SubmissionFacts | null {
    return this.#facts.get(id) ?? null;
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  get done(): number {
    return this.#facts.size;
  }

  get all(): number {
    return this.#venue.submissions.length;
  }

  /** Whether some were done while references might not be looked up. */
  get isWithoutLookUps(): boolean {
    return [...this.#facts.values()].some(({ lookedUp }) => !lookedUp);
  }

  /** Milliseconds that the rest takes; null as long as nobody knows. */
  get timeLeft(): number | null {
    return this.#timeLeft.of(this.all - this.done);
  }

  /** What the reader allows has changed: it is all put together again, from what is kept. */
  forget(): void {
    this.pause();
    this.#facts.clear();
    this.#context.changed();
  }

  async start(): Promise<void> {
    if (this.#run !== null) return;
    const run = new AbortController();
    this.#run = run;
    this.problem = null;
    this.#context.changed();
    // What was being asked when the reader paused is waited for: asked at once, it would be asked twice.
    const before = this.#last;
    this.#last = before.then(() => this.#goOn(run));
    await this.#last;
  }

  async #goOn(run: AbortController): Promise<void> {
    if (isOver(run.signal)) return;
    try {
      const mayLookUpNow = await this.#context.client.mayLookUp();
      for (const submission of this.#venue.submissions) {
        run.signal.throwIfAborted();
        const known = this.#facts.get(submission.id);
        if (known !== undefined && (known.lookedUp || !mayLookUpNow)) continue;
        const begun = performance.now();
        const before = this.#fits.requests;
        const facts = await this.#check(submission, mayLookUpNow, run.signal);
        run.signal.throwIfAborted();
        if (this.#fits.requests > before) this.#timeLeft.took(performance.now() - begun);
        this.#fits.letGo();
        this.#facts.set(submission.id, facts);
        this.#context.changed();
      }
    } catch (error) {
      if (isOver(run.signal)) return;
      this.problem = error;
    }
    if (isOver(run.signal)) return;
    this.#run = null;
    this.#context.changed();
  }

  pause(): void {
    this.#run?.abort();
    this.#run = null;
    this.#context.changed();
  }

  async #check(submission: Submission, mayLookUpNow: boolean, signal: AbortSignal): Promise<SubmissionFacts> {
    const assigned = submission.number === null ? [] : (this.#venue.assignments.get(submission.number) ?? []);
    const ids = [...new Set(assigned.map(({ id }) => id).filter((id) => id !== null))];
    if (mayLookUpNow) await this.#lookUp(submission, signal);
    const suggestions = await this.#suggestions(submission, assigned);
    signal.throwIfAborted();
    const edges = await this.#edges(submission, ids, signal);
    const reviewers = new Map<string, ReviewerFact>();
    const written: Paper[] = [];
    for (const id of ids) {
      const papers = await this.#fits.papersBeside(submission, id, signal);
      written.push(...papers);
      reviewers.set(id, await this.#fits.fit(submission, this.#scholar(id), papers));
      signal.throwIfAborted();
    }
    const isKnown = assigned.length > 0 && assigned.every(({ id }) => id !== null) && written.length > 0;
    return {
      suggestions,
      lookedUp: mayLookUpNow,
      reviewers,
      ...edges,
      uncovered: isKnown ? uncovered(submission.keywords, written) : null,
    };
  }

  // Suggested works.

  async #lookUp(submission: Submission, signal: AbortSignal): Promise<void> {
    const state = stateOfSubmission(submission);
    const byReaders = new Map<Readers, Map<string, Suggestion>>();
    for (const { readers, suggestions } of submission.replies) {
      const open = byReaders.get(readers) ?? new Map<string, Suggestion>();
      byReaders.set(readers, open);
      for (const suggestion of suggestions) {
        const key = workKey(suggestion);
        if (this.#works.has(key)) continue;
        const known = (await this.#context.kept.get(`work ${key}`)) as WorkFact | null;
        if (known === null) open.set(key, suggestion);
        else this.#works.set(key, known);
      }
    }
    for (const [readers, open] of byReaders)
      for (const some of chunks([...open.values()], MOST_ENTRIES)) {
        const unknown = some.filter((suggestion) => !this.#works.has(workKey(suggestion)));
        const entries = mayLookUp(state, this.#context.consent, readers, unknown);
        if (typeof entries !== "string" && unknown.length > 0) await this.#lookUpAll(unknown, entries);
        signal.throwIfAborted();
      }
  }

  async #lookUpAll(open: readonly Suggestion[], entries: Entries): Promise<void> {
    this.#fits.requests += 1;
    const answered = new Set<number>();
    const found: Promise<void>[] = [];
    const looked = await this.#context.client.lookUp(entries, (entry, resolution) => {
      const suggestion = open[entry];
      if (suggestion === undefined) return;
      answered.add(entry);
      found.push(this.#keepWork(workKey(suggestion), factOf(resolution, suggestion.identifier)));
    });
    await Promise.all(found);
    if (looked.kind === "not-allowed") return;
    if (looked.failure !== null) throw new Error(looked.failure);
    for (const [place, suggestion] of open.entries())
      if (!answered.has(place))
        await this.#keepWork(workKey(suggestion), { status: "unreadable", work: null });
  }

  async #keepWork(key: string, fact: WorkFact): Promise<void> {
    this.#works.set(key, fact);
    // What stayed open may be found next time.
    if (fact.status !== "open") await this.#context.kept.put(`work ${key}`, fact);
  }

  /** Works of each reply beside the submission, and beside whoever suggests them. */
  async #suggestions(
    submission: Submission,
    assigned: readonly Assigned[],
  ): Promise<ReadonlyMap<string, readonly (SuggestionFact | null)[]>> {
    const { confidential } = stateOfSubmission(submission);
    const all = new Map<string, readonly (SuggestionFact | null)[]>();
    for (const reply of submission.replies) {
      const facts = reply.suggestions.map((suggestion) => {
        const fact = this.#works.get(workKey(suggestion));
        return fact === undefined ? null : shownBeside(fact, confidential);
      });
      const works = [...new Set(facts.map((fact) => fact?.work ?? null))].filter((work) => work !== null);
      const signer = this.#signerOf(reply, assigned);
      const { by_meaning: meaning, own } = await this.#compare(submission, works, signer);
      all.set(
        reply.id,
        facts.map((fact) => {
          if (fact === null) return null;
          const place = fact.work === null ? -1 : works.indexOf(fact.work);
          const isOwn = signer === null || place < 0 ? null : own.includes(place);
          return { fact, cosine: meaning?.cosines[place] ?? null, isOwn };
        }),
      );
    }
    return all;
  }

  async #compare(
    submission: Submission,
    works: readonly ComparedWork[],
    reviewer: Scholar | null,
  ): Promise<Pick<Awaited<ReturnType<OpenReviewClient["assess"]>>, "by_meaning" | "own">> {
    if (works.length === 0) return { by_meaning: null, own: [] };
    return this.#context.client.assess({
      submission: { title: submission.title, abstract_text: submission.abstract, authors: [], year: null },
      works: [...works],
      reviewer,
      since: 0,
    });
  }

  /** Who signed, as this session may know it; it stays in this browser. */
  #signerOf({ signature }: SuggestingReply, assigned: readonly Assigned[]): Scholar | null {
    const id = signature.startsWith("~")
      ? signature
      : (assigned.find((one) => one.signature === signature)?.id ?? null);
    return id === null ? null : this.#scholar(id);
  }

  #scholar(id: string): Scholar {
    return this.#venue.people.get(id) ?? { ...NOBODY, id, name: nameIn(id) };
  }

  // What the venue noted.

  async #edges(
    { id }: Submission,
    assigned: readonly string[],
    signal: AbortSignal,
  ): Promise<Pick<SubmissionFacts, "scores" | "conflicts" | "replacements">> {
    const { score, conflict } = this.#venue.names;
    const name = `edges ${score ?? ""} ${conflict ?? ""} ${id}`;
    let known = (await this.#context.kept.get(name)) as KeptEdges | null;
    if (known === null || !assigned.every((one) => known?.of.includes(one))) {
      const scores = await this.#weights(score, id, signal);
      const conflicts = await this.#weights(conflict, id, signal);
      known = {
        scores: scores === null ? null : [...scores].filter(([one]) => assigned.includes(one)),
        conflicts: conflicts === null ? null : [...conflicts.keys()].filter((one) => assigned.includes(one)),
        // Of a list that goes on, nobody knows who else has a conflict.
        replacements:
          scores === null || conflicts === null || conflicts.size >= PAGE_SIZE
            ? []
            : replacementsIn(scores, conflicts, assigned),
        of: [...assigned],
      };
      // What is out of reach today may be readable later.
      if ((scores !== null || score === null) && (conflicts !== null || conflict === null))
        await this.#context.kept.put(name, known);
    }
    const noted = <T>(invitation: string | null, value: T | null): Noted<T> =>
      invitation === null
        ? { kind: "unnamed" }
        : value === null
          ? { kind: "hidden" }
          : { kind: "known", value };
    return {
      scores: noted(score, known.scores === null ? null : new Map(known.scores)),
      conflicts: noted(conflict, known.conflicts === null ? null : new Set(known.conflicts)),
      replacements: known.replacements,
    };
  }

  async #weights(
    invitation: string | null,
    id: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number> | null> {
    if (invitation === null || this.#closed.has(invitation)) return null;
    try {
      const answer = await this.#fits.ask(mayAskForConsole({ kind: "edges", invitation, id }), signal);
      return weightsIn(answer);
    } catch (error) {
      if (
        !(error instanceof ApiRefused) ||
        (error.status !== 403 && error.status !== 404) ||
        error.isChallenge
      )
        throw error;
      this.#closed.add(invitation);
      return null;
    }
  }
}

/** It may have ended meanwhile. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted;
