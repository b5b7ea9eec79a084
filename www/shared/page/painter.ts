/** Marks on words of the page: what a painter does, whichever way the browser lets it. */

import type { FindingSeverity } from "../audit/severity";
import type { Subject, SubjectKey } from "../audit/subject";

/** Words of a citation that name one of its references: `5` of `[3, 5, 7]`. */
export interface MarkPart {
  readonly reference: string;
  readonly ranges: readonly Range[];
}

/** The words of one citation, or of one entry of the reference list. */
export interface Mark {
  readonly id: SubjectKey;
  readonly subject: Subject;
  /** The surface form: `[3]`, `Smith (2020)`. An entry has none. */
  readonly surface: readonly Range[];
  /** Of a citation of several works, the words that name each, as far as they can be told apart. */
  readonly parts: readonly MarkPart[];
  /** The citing sentence, or the whole entry. */
  readonly sentence: readonly Range[];
}

/** Shows needs on marks. Never changes the layout. */
export interface Painter {
  /** Takes the marks of a document, or some anew whose words moved; nothing of them is shown yet. */
  prepare(marks: readonly Mark[]): void;
  /** Shows what a citation or entry needs, or nothing. Of several references, `of` are those that need it. */
  paint(id: SubjectKey, need: FindingSeverity | null, of?: ReadonlySet<string>): void;
  /** Sets the words of one mark off while its card is open. */
  activate(id: SubjectKey | null): void;
  /** Removes every trace. */
  clear(): void;
}

/** The words that are set off for some of a citation's references: all of its own, where these cannot be told apart. */
export function wordsOf(mark: Mark, of: ReadonlySet<string> | null): readonly Range[] {
  if (of === null || of.size === 0) return mark.surface;
  const parts = mark.parts.filter(({ reference }) => of.has(reference));
  return parts.length < of.size ? mark.surface : parts.flatMap(({ ranges }) => ranges);
}
