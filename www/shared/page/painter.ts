/** Marks on words of the page: what a painter does, whichever way the browser lets it. */

import type { FindingSeverity } from "../audit/severity";
import type { Subject, SubjectKey } from "../audit/subject";

/** The words of one citation, or of one entry of the reference list. */
export interface Mark {
  readonly id: SubjectKey;
  readonly subject: Subject;
  /** The surface form: `[3]`, `Smith (2020)`. An entry has none. */
  readonly surface: readonly Range[];
  /** The citing sentence, or the whole entry. */
  readonly sentence: readonly Range[];
}

/** Shows needs on marks. Never changes the layout. */
export interface Painter {
  /** Takes the marks of a document, or some anew whose words moved; nothing of them is shown yet. */
  prepare(marks: readonly Mark[]): void;
  /** Shows what a citation or entry needs, or nothing. */
  paint(id: SubjectKey, need: FindingSeverity | null): void;
  /** Sets the words of one mark off while its card is open. */
  activate(id: SubjectKey | null): void;
  /** Removes every trace. */
  clear(): void;
}

/** Needs for which the whole sentence is underlined, not only the citation. */
export function marksSentence(need: FindingSeverity): boolean {
  return need === "review" || need === "reference" || need === "retracted-since";
}
