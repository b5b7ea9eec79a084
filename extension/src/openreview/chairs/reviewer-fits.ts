/** Reviewers' papers, and how they stand to a submission: asked for at a slow pace, kept, and compared in this browser. */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { ApiRefused, isPublic, list, paperOf, type Answers, type Paper } from "../api";
import { distinct } from "../assignment";
import { Throttled } from "../audit-queue";
import type { OpenReviewClient } from "../client";
import { folded, isCopy } from "../confidential";
import { mayAskForConsole, mayCompareAuthors, type Consent } from "../policy";
import type { ReviewerFact } from "./facts";
import type { Kept } from "./kept";
import { Pace } from "./pace";
import { stateOfSubmission, type Submission } from "./submissions";

export interface FitContext {
  client: Pick<OpenReviewClient, "assess">;
  answers: Answers;
  kept: Kept;
  consent: Consent;
  /** Papers written together, institutions and relations count from this year on. */
  since(): number;
  pace?: Pace;
}

/** Papers of so many reviewers are held at once. */
const MOST_HELD = 60;

export class ReviewerFits {
  readonly #context: FitContext;
  readonly #pace: Pace;
  readonly #papers = new Map<string, readonly Paper[]>();
  readonly #held: ReturnType<typeof mayAskForConsole>[] = [];
  /** Requests that were sent. */
  requests = 0;

  constructor(context: FitContext) {
    this.#context = context;
    this.#pace = context.pace ?? new Pace();
  }

  /**
   * Asks OpenReview at the slow pace; a site that asks to wait ends the run. An answer is held until it is let go: whoever pauses in between
   * has nothing asked twice.
   */
  async ask(made: ReturnType<typeof mayAskForConsole>, signal: AbortSignal): Promise<unknown> {
    if (!this.#context.answers.has(made)) {
      await this.#pace.turn(signal);
      this.requests += 1;
    }
    this.#held.push(made);
    return this.#context.answers.of(made).catch((error: unknown) => {
      throw error instanceof ApiRefused && error.status === 429 ? new Throttled() : error;
    });
  }

  /** What was asked so far is kept or used up. */
  letGo(): void {
    for (const made of this.#held.splice(0)) this.#context.answers.drop(made);
  }

  /** Papers that everybody may read, authors and all, the newest of each API. */
  async papersOf(id: string, signal: AbortSignal): Promise<readonly Paper[]> {
    const held = this.#papers.get(id);
    if (held !== undefined) return held;
    const known = (await this.#context.kept.get(`papers ${id}`)) as Paper[] | null;
    const papers = known ?? (await this.#askPapers(id, signal));
    if (known === null) await this.#context.kept.put(`papers ${id}`, papers);
    this.#papers.set(id, papers);
    const [oldest] = this.#papers.keys();
    if (this.#papers.size > MOST_HELD && oldest !== undefined) this.#papers.delete(oldest);
    return papers;
  }

  /** A reviewer's papers without the submission itself: who wrote it is not told by a list of papers. */
  async papersBeside(submission: Submission, id: string, signal: AbortSignal): Promise<readonly Paper[]> {
    const { confidential } = stateOfSubmission(submission);
    const papers = await this.papersOf(id, signal);
    return papers.filter(
      (paper) => paper.id !== submission.id && (confidential === null || !isCopy(paper, confidential)),
    );
  }

  async #askPapers(id: string, signal: AbortSignal): Promise<Paper[]> {
    const found: Paper[] = [];
    for (const api of [2, 1] as const) {
      const answer = await this.ask(mayAskForConsole({ kind: "papers", id, api }), signal).catch(
        (error: unknown) => {
          // The first API may know nobody of that name.
          if (api === 1 && error instanceof ApiRefused && (error.status === 404 || error.status === 403))
            return {};
          throw error;
        },
      );
      found.push(
        ...list(answer, "notes")
          .filter(isPublic)
          .map(paperOf)
          .filter((paper) => paper !== null),
      );
    }
    return found;
  }

  async fit(submission: Submission, reviewer: Scholar, papers: readonly Paper[]): Promise<ReviewerFact> {
    const works = distinct(papers);
    const state = stateOfSubmission(submission);
    const isCompared = mayCompareAuthors(state, this.#context.consent) && submission.authors.length > 0;
    const authors = isCompared ? [...submission.authors] : [];
    const { kept, client } = this.#context;
    const order = {
      submission: { title: submission.title, abstract_text: submission.abstract, authors, year: null },
      reviewer,
      since: this.#context.since(),
    };
    const name = `fit ${submission.id} ${reviewer.id ?? reviewer.name} ${papers.length}`;
    const known = (await kept.get(name)) as number | null;
    // With the fit known, only what may tell of a conflict has to be compared once more.
    const compared = known === null ? works : works.filter((work) => mayBeJoint(work, authors));
    const assessed = await client.assess({ ...order, works: compared });
    const fit = known ?? (assessed.by_meaning ?? assessed.by_words)?.mean_of_nearest ?? null;
    if (known === null && assessed.by_meaning !== null) await kept.put(name, fit);
    return { papers: works.length, fit, conflicts: isCompared ? assessed.conflicts : null };
  }
}

/** Whether a paper may be one of an author's: by profile, or by the last word of a name. The core decides. */
export function mayBeJoint(work: ComparedWork, authors: readonly Scholar[]): boolean {
  const last = (name: string): string => folded(name).split(" ").at(-1) ?? "";
  return work.authors.some((one) =>
    authors.some(
      (author) =>
        (one.id !== null && [author.id, ...author.other_ids].includes(one.id)) ||
        [author.name, ...author.other_names].some((name) => last(name) === last(one.name)),
    ),
  );
}
