/** What is known of the works that a forum's replies suggest: each is looked up once, whoever suggests it, and however often the page is drawn. */

import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { Resolution } from "@citelight/shared/generated/Resolution";
import type { OpenReviewClient } from "./client";
import type { Entries } from "./policy";
import { isSameWork, type Suggestion } from "./suggestions";

/** How near a work is to the submission. */
export type Nearness =
  { kind: "cosine"; cosine: number; hasAbstract: boolean } | { kind: "problem"; problem: string | null };

export interface WorkCheck {
  readonly suggestion: Suggestion;
  /** Unreadable: it was asked for, and nothing in it could be looked up. */
  state: "open" | "asked" | "answered" | "unreadable";
  resolution: Resolution | null;
  nearness: Nearness | null;
}

/** How a look-up ended. */
export type Ending = { kind: "not-allowed" } | { kind: "ended"; failure: string | null };

export class WorkChecks {
  readonly #works: WorkCheck[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #running = new Set<Promise<unknown>>();

  /** What is known of a work. */
  of(suggestion: Suggestion): WorkCheck {
    const known = this.#works.find((work) => isSameWork(work.suggestion, suggestion));
    if (known !== undefined) return known;
    const work: WorkCheck = { suggestion, state: "open", resolution: null, nearness: null };
    this.#works.push(work);
    return work;
  }

  /** Tells whenever something more is known. */
  subscribe(changed: () => void): void {
    this.#listeners.add(changed);
  }

  /** Looks works up, which must be open; entries are theirs, in their order. */
  async lookUp(works: readonly WorkCheck[], entries: Entries, client: OpenReviewClient): Promise<Ending> {
    for (const work of works) work.state = "asked";
    this.#tell();
    const looking = client.lookUp(entries, (entry, resolution) => {
      const work = works[entry];
      if (work === undefined) return;
      work.resolution = byIdentifier(resolution, work.suggestion.identifier);
      work.state = "answered";
      this.#tell();
    });
    this.#running.add(looking);
    const looked = await looking;
    this.#running.delete(looking);
    const isWhole = looked.kind === "answered" && looked.failure === null;
    for (const work of works) if (work.state === "asked") work.state = isWhole ? "unreadable" : "open";
    this.#tell();
    return looked.kind === "not-allowed" ? looked : { kind: "ended", failure: looked.failure };
  }

  /** Waits for what was asked from another box. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Keeps how near works are, in the order in which they were compared. */
  compared(works: readonly WorkCheck[], { by_meaning: meaning, problem }: Assessment): void {
    works.forEach((work, at) => {
      const cosine = meaning?.cosines[at];
      const hasAbstract =
        work.resolution?.kind === "resolved" && work.resolution.record.abstract_text !== null;
      work.nearness =
        cosine === undefined ? { kind: "problem", problem } : { kind: "cosine", cosine, hasAbstract };
    });
    this.#tell();
  }

  #tell(): void {
    for (const changed of this.#listeners) changed();
  }
}

/** An entry that is an identifier alone gives nothing to compare with its record: the work that has this very identifier is the one. */
export function byIdentifier(resolution: Resolution, identifier: string | null): Resolution {
  if (resolution.kind !== "ambiguous" || identifier === null) return resolution;
  const own = resolution.candidates.find(
    ({ record: { identifiers } }) => identifiers.doi === identifier || identifiers.arxiv === identifier,
  );
  return own === undefined
    ? resolution
    : { kind: "resolved", record: own.record, score: own.score, differences: [] };
}
