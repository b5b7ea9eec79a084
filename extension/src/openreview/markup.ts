/**
 * What is known of OpenReview's markup: this file, people.ts for who wrote and signed, replies.ts, console-markup.ts, and no other.
 *
 * The selectors follow what was seen of OpenReview's web app (openreview-web 1.15.30), and so do the tests' pages in
 * tests/e2e/support/openreview. Of the first API one forum was seen: little of such forums is read here, and their authors never.
 * What does not fit is not guessed: a forum without a title has no reviews, a console without rows no column.
 */

import type { Confidential } from "./confidential";
import { blocksOf } from "./lines";
import { authorsIn, pseudonymsIn, type Authors } from "./people";
import type { ForumState } from "./policy";
import { isPdf } from "./site";
import { repliesIn, type Reply, type UnreadReplies } from "./replies";

/** Links that name a file. */
const PDF_LINK = 'a[href*="/pdf?"]';

const FORUM_NOTE = ".forum-note";
/** Where its file is: its own words may link to other files. */
const FILE = ".forum-content-link";
const LEGACY_FILE = ".title_pdf_row";
const TITLE = ".forum-title .citation_title, .forum-title h2";
const AUTHORS = ".forum-authors";
/** The submission of a forum of the first API. */
const LEGACY_NOTE = ".forum-container > .note";
const LEGACY_TITLE = ".title_pdf_row .note_content_title";
const LEGACY_FIELD_NAME = ".note_content_field";
const LEGACY_FIELD_VALUE = ".note_content_value";
const FIELD_NAME = ".note-content-field";
const FIELD_VALUE = ".note-content-value";

export interface Forum {
  id: string;
  api: 1 | 2;
  title: string;
  abstract: string | null;
  authors: Authors;
  /** All words of the submission that the page shows. */
  text: string;
  /** How those who are anonymous sign here. */
  pseudonyms: readonly string[];
  pdf: URL | null;
  /** The submission: something of ours may stand after it, and nothing within, which the site draws anew. */
  note: HTMLElement;
  /** The lines of its authors. */
  authorLines: readonly Element[];
  replies: Reply[] | UnreadReplies;
}

export function readForum(document: Document): Forum | null {
  const { pathname, search } = document.location;
  if (!pathname.startsWith("/forum")) return null;
  const id = new URLSearchParams(search).get("id");
  return readPresent(document, id) ?? readLegacy(document, id);
}

/** @param id as the address has it, which may still be, or already, that of another page; null where it names the forum otherwise. */
function readPresent(document: Document, id: string | null): Forum | null {
  const note = document.querySelector<HTMLElement>(FORUM_NOTE);
  const title = wordsOf(note?.querySelector<HTMLElement>(TITLE) ?? null);
  if (note === null || title === "") return null;
  const pdf = linkedPdf(note.querySelector(FILE));
  const own = pdf?.searchParams.get("id") ?? id;
  if (own === null) return null;
  const authorLines = [...note.querySelectorAll(AUTHORS)];
  return {
    id: own,
    api: 2,
    title,
    abstract: fieldOf(note, FIELD_NAME, FIELD_VALUE, "abstract"),
    authors: authorsIn(authorLines),
    authorLines,
    text: textsOf(note, FIELD_VALUE),
    pseudonyms: pseudonymsIn(document),
    pdf,
    note,
    replies: repliesIn(document),
  };
}

/** Nobody saw how these mark authors whom only some may see: all are taken for hidden. */
function readLegacy(document: Document, id: string | null): Forum | null {
  const note = document.querySelector<HTMLElement>(LEGACY_NOTE);
  const title = ownTextOf(note?.querySelector(LEGACY_TITLE) ?? null);
  if (note === null || title === "" || id === null) return null;
  return {
    id,
    api: 1,
    title,
    abstract: fieldOf(note, LEGACY_FIELD_NAME, LEGACY_FIELD_VALUE, "abstract"),
    authors: { kind: "hidden" },
    authorLines: [],
    text: textsOf(note, LEGACY_FIELD_VALUE),
    pseudonyms: pseudonymsIn(document),
    pdf: linkedPdf(note.querySelector(LEGACY_FILE)),
    note,
    replies: "first-api",
  };
}

/** Whether replies are still to come. */
export function isWaiting(document: Document): boolean {
  return document.querySelector("#forum-replies .spinner-container, #forum-replies .spinner") !== null;
}

/** What of a forum decides what may be asked about it. */
export function stateOf({ id, api, title, text, authors, pseudonyms }: Forum): ForumState {
  const confidential: Confidential | null = authors.kind === "public" ? null : { id, title, text };
  const authorIds = authors.kind === "public" ? authors.people.map((person) => person.id) : [];
  return { id, api, authors: authors.kind, authorIds, confidential, pseudonyms };
}

function fieldOf(note: Element, name: string, value: string, wanted: string): string | null {
  for (const field of note.querySelectorAll(name)) {
    if (textOf(field).replace(/:$/, "").trim().toLowerCase() !== wanted) continue;
    const text = wordsOf(field.parentElement?.querySelector<HTMLElement>(value) ?? null);
    return text === "" ? null : text;
  }
  return null;
}

function textsOf(note: Element, value: string): string {
  return [...note.querySelectorAll<HTMLElement>(value)].map(wordsOf).join("\n");
}

export function linkedPdf(place: Element | null): URL | null {
  const link = place?.querySelector<HTMLAnchorElement>(PDF_LINK);
  if (link === null || link === undefined || !URL.canParse(link.href)) return null;
  const url = new URL(link.href);
  return isPdf(url) ? url : null;
}

export function idIn(link: HTMLAnchorElement): string | null {
  if (!URL.canParse(link.href)) return null;
  return new URL(link.href).searchParams.get("id");
}

/** Without what its links say. */
function ownTextOf(element: Element | null): string {
  const own = [...(element?.childNodes ?? [])].filter((node) => !(node instanceof HTMLAnchorElement));
  return own
    .map(({ textContent }) => textContent ?? "")
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** The same words before and after formulas were typeset. */
function wordsOf(element: HTMLElement | null): string {
  return element === null ? "" : blocksOf(element).join(" ").replace(/\s+/g, " ").trim();
}

export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
