/** Open copies of works of which no whole text was read: which the reader may have read, and how far that has come. */

import type { Event } from "../generated/Event";
import type { Finding } from "../generated/Finding";
import type { FromWorker } from "../generated/FromWorker";

/** A work, by the references that name it, and the hosts that hold copies of it. */
export type OpenCopy = Omit<Extract<Event, { kind: "open-copies" }>, "kind">;

export function isOpenCopies(message: FromWorker): boolean {
  return message.kind === "event" && message.event.kind === "open-copies";
}

/** Whether a finding rests on a whole text. */
export function isOfWholeText({ evidence }: Finding): boolean {
  return evidence.some(({ place }) => place.extent === "full-text");
}

/** What came of reading copies. */
export interface CopiesRead {
  works: number;
  /** Works whose whole text was read. */
  read: number;
  /** What kept any from being read at all. */
  failure: string | null;
}

export class OpenCopies {
  #offered: OpenCopy[] = [];
  // Works that are being read, and references of them that were judged anew.
  #reading: readonly OpenCopy[] = [];
  readonly #judged = new Set<string>();
  readonly #whole = new Set<string>();
  #outcome: CopiesRead | null = null;

  /** Works that nobody was allowed to have read yet. */
  get offered(): readonly OpenCopy[] {
    return this.#offered;
  }

  /** Hosts of those works, each once. */
  get hosts(): readonly string[] {
    return [...new Set(this.#offered.flatMap(({ hosts }) => hosts))];
  }

  /** How many works are being read, and how many of them were; null while none is. */
  get progress(): { done: number; total: number } | null {
    const { length } = this.#reading;
    if (length === 0) return null;
    const done = this.#reading.filter((work) => work.references.some((id) => this.#judged.has(id)));
    return { done: done.length, total: length };
  }

  /** What came of the last reading; null before one ended. */
  get outcome(): CopiesRead | null {
    return this.#outcome;
  }

  offer({ references, hosts }: OpenCopy): void {
    const isSame = (work: OpenCopy): boolean => work.references.some((id) => references.includes(id));
    this.#offered = [...this.#offered.filter((work) => !isSame(work)), { references, hosts }];
  }

  /** The reader has the works read that these references name. */
  begin(references: readonly string[]): void {
    const isMeant = (work: OpenCopy): boolean => work.references.some((id) => references.includes(id));
    this.#reading = this.#offered.filter(isMeant);
    this.#offered = this.#offered.filter((work) => !isMeant(work));
    this.#judged.clear();
    this.#whole.clear();
    this.#outcome = null;
  }

  judged(finding: Finding): void {
    if (this.#reading.length === 0) return;
    this.#judged.add(finding.reference);
    if (isOfWholeText(finding)) this.#whole.add(finding.reference);
  }

  end(failure: string | null): void {
    const works = this.#reading.length;
    const read = this.#reading.filter((work) => work.references.some((id) => this.#whole.has(id))).length;
    this.#reading = [];
    this.#outcome = { works, read, failure };
  }

  clear(): void {
    this.#offered = [];
    this.#reading = [];
    this.#judged.clear();
    this.#whole.clear();
    this.#outcome = null;
  }
}
