/** The page's end: asks the offscreen document, and hears its answers. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { AssignmentRequest } from "./messages";
import type { Resolution } from "@citelight/shared/generated/Resolution";
import { codeOf } from "@citelight/shared/error-codes";
import { Connection } from "../connection";
import type { FoundPublications } from "./listed-elsewhere";
import type { CheckedSubmission } from "./audit-queue";
import type { SubmissionCounts } from "./submission-counts";
import type { FoundSources } from "../suggest/sources";
import type { Entries, Lists, Search } from "./policy";
import { OPENREVIEW_PORT, type OpenReviewReply, type OpenReviewRequest } from "./messages";

/** How a look-up went: every entry that was answered, by its place. */
export type LookUpResult =
  | { kind: "not-allowed" }
  | { kind: "answered"; resolutions: Map<number, Resolution>; failure: string | null };

/** How a search for a sentence's source went. */
export type SearchResult =
  { kind: "not-allowed" } | { kind: "searched"; found: FoundSources } | { kind: "failed"; failure: string };

/** How indexes answered for what somebody published. */
export type PublicationsResult =
  { kind: "not-allowed" } | { kind: "found"; found: FoundPublications } | { kind: "failed"; failure: string };

type Hearing = (message: OpenReviewReply) => boolean;

export class OpenReviewClient {
  readonly #hearings = new Map<number, Hearing>();
  readonly #connection = new Connection<OpenReviewReply, OpenReviewRequest>(OPENREVIEW_PORT, {
    hear: (answer) => {
      if (this.#hearings.get(answer.request)?.(answer) === true) this.#forget(answer.request);
    },
    lost: () => {
      this.#lose();
    },
  });
  #counter = 0;

  lookUp({ list }: Entries, heard: (entry: number, resolution: Resolution) => void): Promise<LookUpResult> {
    const resolutions = new Map<number, Resolution>();
    return new Promise((done) => {
      this.#ask(
        (request) => [{ kind: "look-up", request, entries: [...list] }],
        (message) => {
          if (message.kind === "looked-up") {
            resolutions.set(message.entry, message.resolution);
            heard(message.entry, message.resolution);
            return false;
          }
          const failure = message.kind === "ended" ? message.failure : null;
          done(
            message.kind === "not-allowed"
              ? { kind: "not-allowed" }
              : { kind: "answered", resolutions, failure },
          );
          return true;
        },
      );
    });
  }

  assess(order: AssignmentRequest): Promise<Assessment> {
    return new Promise((done) => {
      this.#ask(
        (request) => [{ kind: "assess", request, order }],
        (message) => {
          const problem = message.kind === "ended" ? message.failure : null;
          done(message.kind === "assessed" ? message.assessment : { ...NOTHING, problem });
          return true;
        },
      );
    });
  }

  search({ sentence, query }: Search): Promise<SearchResult> {
    return new Promise((done) => {
      this.#ask(
        (request) => [{ kind: "search", request, sentence, query }],
        (message) => {
          const failure = (message.kind === "ended" ? message.failure : null) ?? codeOf("crashed");
          if (message.kind === "searched") done({ kind: "searched", found: message.found });
          else done(message.kind === "not-allowed" ? { kind: "not-allowed" } : { kind: "failed", failure });
          return true;
        },
      );
    });
  }

  publications({ listed }: Lists): Promise<PublicationsResult> {
    return new Promise((done) => {
      this.#ask(
        (request) => [{ kind: "publications", request, listed }],
        (message) => {
          const failure = (message.kind === "ended" ? message.failure : null) ?? codeOf("crashed");
          if (message.kind === "publications") done({ kind: "found", found: message.found });
          else done(message.kind === "not-allowed" ? { kind: "not-allowed" } : { kind: "failed", failure });
          return true;
        },
      );
    });
  }

  /** Whether the reader allowed references to be looked up. */
  mayLookUp(): Promise<boolean> {
    return new Promise((done) => {
      this.#ask(
        (request) => [{ kind: "may-look-up", request }],
        (message) => {
          done(message.kind === "may-look-up" && message.isAllowed);
          return true;
        },
      );
    });
  }

  /** Has a PDF audited when its turn comes. */
  audit(
    parts: readonly string[],
    origin: string,
    told: (counts: SubmissionCounts) => void,
    signal: AbortSignal,
  ): Promise<CheckedSubmission> {
    return new Promise((done, fail) => {
      // It may have been given up while its file came.
      signal.throwIfAborted();
      const orders = (request: number): OpenReviewRequest[] => [
        ...parts.map((base64): OpenReviewRequest => ({ kind: "pdf-part", request, base64 })),
        { kind: "audit-pdf", request, origin },
      ];
      const request = this.#ask(orders, (message) => {
        if (message.kind === "counted") {
          told(message.counts);
          return false;
        }
        signal.removeEventListener("abort", giveUp);
        if (message.kind === "audited") done(message.checked);
        else fail(new Error((message.kind === "ended" ? message.failure : null) ?? codeOf("crashed")));
        return true;
      });
      const giveUp = (): void => {
        this.#forget(request);
        this.#connection.say({ kind: "give-up", request });
        fail(signal.reason as Error);
      };
      signal.addEventListener("abort", giveUp);
    });
  }

  /** Asks, in one message or several; gives the request's number. */
  #ask(orders: (request: number) => OpenReviewRequest[], hear: Hearing): number {
    this.#counter += 1;
    const request = this.#counter;
    this.#hearings.set(request, hear);
    this.#connection.await(true);
    this.#connection.open().then(
      () => {
        if (this.#hearings.has(request)) for (const order of orders(request)) this.#connection.say(order);
      },
      () => {
        this.#lose();
      },
    );
    return request;
  }

  #forget(request: number): void {
    this.#hearings.delete(request);
    this.#connection.await(this.#hearings.size > 0);
  }

  /** Whoever waits hears that nothing more comes; the next question finds a new offscreen document. */
  #lose(): void {
    const hearings = [...this.#hearings];
    this.#hearings.clear();
    for (const [request, hear] of hearings) hear({ kind: "ended", request, failure: codeOf("crashed") });
  }
}

const NOTHING: Assessment = {
  by_meaning: null,
  by_words: null,
  expertise: null,
  model: null,
  problem: null,
  conflicts: [],
  own: [],
};
