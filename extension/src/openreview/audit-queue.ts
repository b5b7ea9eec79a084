/** The submissions of a console, one after the other: started, paused and resumed by the reader, and kept over days. */

import type { ReferenceCounts } from "@citelight/shared/generated/ReferenceCounts";
import type { SubmissionCounts } from "./submission-counts";

export type SubmissionState =
  | { kind: "waiting" }
  | { kind: "running"; counts: SubmissionCounts | null }
  | ({ kind: "checked" } & CheckedSubmission)
  | { kind: "failed"; reason: string };

/** What came of a submission, and whether its references were looked up. */
export interface CheckedSubmission {
  counts: SubmissionCounts;
  /** Entries of its reference list by what became of them. */
  references: ReferenceCounts;
  lookedUp: boolean;
}

/** What is kept: submissions that were checked, and whether the reader wants the others checked. */
export interface StoredQueue {
  isWanted: boolean;
  checked: Record<string, CheckedSubmission>;
}

export interface QueueHandlers {
  /** Checks one submission. Throws if that fails; `Throttled` if nothing may be asked for a while. */
  check(
    id: string,
    told: (counts: SubmissionCounts) => void,
    signal: AbortSignal,
  ): Promise<CheckedSubmission>;
  keepWanted(isWanted: boolean): Promise<void>;
  keepChecked(id: string, checked: CheckedSubmission): Promise<void>;
  changed(): void;
}

/** The site asks to be left alone for a while: the queue pauses itself. */
export class Throttled extends Error {}

export class AuditQueue {
  readonly #ids: string[] = [];
  readonly #handlers: QueueHandlers;
  readonly #standings = new Map<string, SubmissionState>();
  #run: AbortController | null = null;
  /** Why the queue paused itself. */
  problem: string | null = null;

  constructor(ids: readonly string[], kept: StoredQueue, handlers: QueueHandlers) {
    this.#handlers = handlers;
    this.add(ids, kept.checked);
  }

  /** More submissions, which another page of the console lists; those that are known stay as they are. */
  add(ids: readonly string[], checked: StoredQueue["checked"]): void {
    for (const id of ids) {
      if (this.#standings.has(id)) continue;
      this.#ids.push(id);
      const known = checked[id];
      this.#standings.set(id, known === undefined ? { kind: "waiting" } : { kind: "checked", ...known });
    }
  }

  has(id: string): boolean {
    return this.#standings.has(id);
  }

  get size(): number {
    return this.#ids.length;
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  /** Submissions that were checked. */
  get done(): number {
    return this.#ids.filter((id) => this.of(id).kind === "checked").length;
  }

  /** What came of them. */
  get checked(): (readonly [id: string, checked: CheckedSubmission])[] {
    return this.#ids.flatMap((id) => {
      const state = this.of(id);
      return state.kind === "checked" ? [[id, state] as const] : [];
    });
  }

  /** Submissions that can still be checked. */
  get open(): number {
    return this.#ids.filter((id) => this.of(id).kind !== "checked").length;
  }

  /** Submissions that were checked without their references being looked up. */
  get notLookedUp(): number {
    return this.#ids.filter((id) => this.#isNotLookedUp(id)).length;
  }

  /** Lets those be checked once more that were checked without look-ups. */
  openNotLookedUp(): void {
    for (const id of this.#ids) if (this.#isNotLookedUp(id)) this.#standings.set(id, { kind: "waiting" });
  }

  #isNotLookedUp(id: string): boolean {
    const state = this.of(id);
    return state.kind === "checked" && !state.lookedUp;
  }

  of(id: string): SubmissionState {
    return this.#standings.get(id) ?? { kind: "waiting" };
  }

  /** Checks what is not checked yet, one submission at a time; what failed before is tried once more. */
  async start(): Promise<void> {
    if (this.#run !== null) return;
    const run = new AbortController();
    this.#run = run;
    this.problem = null;
    for (const id of this.#ids)
      if (this.of(id).kind === "failed") this.#standings.set(id, { kind: "waiting" });
    this.#handlers.changed();
    await this.#handlers.keepWanted(true);
    // More may be added while it runs.
    for (const id of this.#ids) {
      if (run.signal.aborted) return;
      if (this.of(id).kind === "waiting") await this.#check(id, run.signal);
    }
    if (run.signal.aborted) return;
    this.#run = null;
    this.#handlers.changed();
    await this.#handlers.keepWanted(false);
  }

  /** Stops after what is kept; the submission that was being checked begins anew when the queue is resumed. */
  async pause(): Promise<void> {
    this.leave();
    this.#handlers.changed();
    await this.#handlers.keepWanted(false);
  }

  /** Stops without a word of the reader's: what they wanted stays wanted. */
  leave(): void {
    this.#run?.abort();
    this.#run = null;
    for (const [id, standing] of this.#standings)
      if (standing.kind === "running") this.#standings.set(id, { kind: "waiting" });
  }

  async #check(id: string, signal: AbortSignal): Promise<void> {
    const set = (standing: SubmissionState): void => {
      if (signal.aborted) return;
      this.#standings.set(id, standing);
      this.#handlers.changed();
    };
    set({ kind: "running", counts: null });
    try {
      const told = (counts: SubmissionCounts): void => {
        set({ kind: "running", counts });
      };
      const checked = await this.#handlers.check(id, told, signal);
      // Known at once: whoever pauses while it is being kept has it checked no second time.
      set({ kind: "checked", ...checked });
      if (!signal.aborted) await this.#handlers.keepChecked(id, checked);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof Throttled)) {
        set({ kind: "failed", reason });
        return;
      }
      this.problem = reason;
      await this.pause();
    }
  }
}
