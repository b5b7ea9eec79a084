/** Marks on words of the page: what a painter does, whichever way the browser lets it. */

import type { Need } from "../audit/need";

/** The words of one citation. */
export interface Mark {
  readonly id: string;
  /** The surface form: `[3]`, `Smith (2020)`. */
  readonly surface: readonly Range[];
  /** The citing sentence. */
  readonly sentence: readonly Range[];
}

/** Shows needs on marks. Never changes the layout. */
export interface Painter {
  /** Takes the marks of a document; nothing is shown yet. */
  prepare(marks: readonly Mark[]): void;
  /** Shows what a citation needs, or nothing. */
  paint(id: string, need: Need | null): void;
  /** Sets the sentence of one citation off while its card is open. */
  activate(id: string | null): void;
  /** Removes every trace. */
  clear(): void;
}

/** Needs for which the whole sentence is underlined, not only the citation. */
export function marksSentence(need: Need): boolean {
  return need === "review" || need === "reference";
}
