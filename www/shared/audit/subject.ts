/** What a mark in the page, a row of the list and a card are about. */

/** A citation in the text, or an entry of the reference list. */
export interface Subject {
  readonly kind: "citation" | "reference";
  readonly id: string;
}

/** One string for one subject. */
export type SubjectKey = `${Subject["kind"]}\u001f${string}`;

export function subjectKey({ kind, id }: Subject): SubjectKey {
  return `${kind}\u001f${id}`;
}

export function isSame(one: Subject | null, other: Subject | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}
