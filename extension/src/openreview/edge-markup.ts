/** The browser of edges: the submission that is selected, and the reviewers beside it. */

import { NOBODY } from "./compare";
import { idIn, textOf } from "./markup";
import type { Submission } from "./chairs/submissions";

const BROWSER = ".explore-interface";
/** The submission whose assignments are shown. */
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

/** All columns: something of ours may stand before them. */
export function edgeBrowser(document: Document): HTMLElement | null {
  return document.location.pathname === "/edges/browse" ? document.querySelector<HTMLElement>(BROWSER) : null;
}

/**
 * The selected submission, or the only one; null where there is none, or more than one. The page does not say who else sees its authors: they are taken for
 * revealed to this reader alone.
 */
export function selectedSubmission(document: Document): Submission | null {
  const selected = document.querySelectorAll(SELECTED);
  const [note, other] = selected.length > 0 ? selected : document.querySelectorAll(NOTE);
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
    ...{
      id,
      number: null,
      title: textOf(link).replace(/\s*\(#\d+\)$/, ""),
      keywords: [],
      pseudonyms: [],
      replies: [],
    },
    abstract: abstract === undefined ? null : valueOf(abstract),
    authorsState: authors.length === 0 ? "hidden" : "revealed",
    authors,
    text: fields.map(valueOf).join("\n"),
  };
}

/** Reviewers of all columns, those that are drawn. */
export function shownReviewers(document: Document): EntryOfReviewer[] {
  return [...document.querySelectorAll<HTMLElement>(REVIEWER)].flatMap((entry) => {
    const link = entry.querySelector<HTMLAnchorElement>(REVIEWER_LINK);
    const after = entry.querySelector<HTMLElement>(REVIEWER_HEAD);
    const id = link === null ? null : idIn(link);
    return link === null || after === null || id?.startsWith("~") !== true
      ? []
      : [{ id, name: textOf(link), after }];
  });
}
