/** The browser of edges: the submission that is selected, and the reviewers beside it. */

import { NOBODY } from "./compare";
import { idIn, textOf } from "./markup";
import type { Submission } from "./chairs/submissions";
import { isProfile } from "./policy";

const BROWSER = ".explore-interface";
/** From the left to the right: each holds what the selected entry of the one before leads to. */
const COLUMN = ".explore-interface > .column";
const SELECTED = "li.entry-note.is-selected";
const NOTE = "li.entry-note";
const NOTE_LINK = '.note-heading a[href*="/forum?"]';
const AUTHOR_LINK = '.note-authors a[href*="/profile?"]';
const FIELD = ".note-content-list li";
const FIELD_NAME = ".note-content-field";
const REVIEWER = "li.entry-reviewer";
const REVIEWER_HEAD = ".reviewer-heading";
const REVIEWER_LINK = '.reviewer-heading a[href*="/profile?"]';

export interface EntryOfReviewer {
  id: string;
  name: string;
  /** After it something of ours may stand. */
  after: HTMLElement;
}

/** A submission and the reviewers that stand beside it, those that are drawn. */
export interface EdgeSelection {
  submission: Submission;
  reviewers: EntryOfReviewer[];
}

/** All columns: something of ours may stand before them. */
export function edgeBrowser(document: Document): HTMLElement | null {
  return document.location.pathname === "/edges/browse" ? document.querySelector<HTMLElement>(BROWSER) : null;
}

/** The selected submission, or the only one of its column, with the reviewers of the next column; the last one if the reader went on. */
export function edgeSelection(document: Document): EdgeSelection | null {
  const columns = [...document.querySelectorAll(COLUMN)];
  for (const [at, column] of [...columns.entries()].reverse()) {
    const submission = selectedIn(column);
    const reviewers = reviewersIn(columns[at + 1]);
    if (submission !== null && reviewers.length > 0) return { submission, reviewers };
  }
  return null;
}

/** The page does not say who else sees the authors of a submission: they are taken for revealed to this reader alone. */
function selectedIn(column: Element): Submission | null {
  const selected = column.querySelectorAll(SELECTED);
  const [note, other] = selected.length > 0 ? selected : column.querySelectorAll(NOTE);
  const link = note?.querySelector<HTMLAnchorElement>(NOTE_LINK) ?? null;
  const id = link === null ? null : idIn(link);
  if (note === undefined || other !== undefined || link === null || id === null) return null;
  const authors = [...note.querySelectorAll<HTMLAnchorElement>(AUTHOR_LINK)].flatMap((author) => {
    const own = idIn(author);
    return own === null ? [] : [{ ...NOBODY, id: own, name: textOf(author) }];
  });
  const fields = [...note.querySelectorAll(FIELD)];
  const valueOf = (field: Element): string =>
    textOf(field)
      .slice(textOf(field.querySelector(FIELD_NAME)).length)
      .trim();
  const abstract = fields.find((field) => /^abstract:?$/i.test(textOf(field.querySelector(FIELD_NAME))));
  return {
    ...{ id, number: null, title: textOf(link), keywords: [], pseudonyms: [], replies: [] },
    abstract: abstract === undefined ? null : valueOf(abstract),
    authorsState: authors.length === 0 ? "hidden" : "revealed",
    authors,
    text: fields.map(valueOf).join("\n"),
  };
}

function reviewersIn(column: Element | undefined): EntryOfReviewer[] {
  return [...(column?.querySelectorAll<HTMLElement>(REVIEWER) ?? [])].flatMap((entry) => {
    const link = entry.querySelector<HTMLAnchorElement>(REVIEWER_LINK);
    const after = entry.querySelector<HTMLElement>(REVIEWER_HEAD);
    const id = link === null ? null : idIn(link);
    return link === null || after === null || id === null || !isProfile(id)
      ? []
      : [{ id, name: textOf(link), after }];
  });
}
