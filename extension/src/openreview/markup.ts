/**
 * What is known of OpenReview's markup: this file, people.ts for who wrote and signed, and no other.
 *
 * The selectors follow what was seen of OpenReview's web app (openreview-web 1.15.30), and so do the tests' pages in
 * tests/e2e/support/openreview. Forums of the first API were only read of: little of them is read here, and their authors never.
 * What does not fit is not guessed: a forum without a title has no reviews, a console without rows no column.
 */

import { authorsIn, signerIn, type Authors, type ShownPerson } from "./people";

/** Links that name a paper by its id. */
const FORUM_LINK = 'a[href*="/forum?"]';
const PDF_LINK = 'a[href*="/pdf?"]';

const FORUM_NOTE = ".forum-note";
const TITLE = ".forum-title .citation_title, .forum-title h2";
const AUTHORS = ".forum-authors";
/** The submission of a forum of the first API. */
const LEGACY_NOTE = ".forum-container > .note";
const LEGACY_TITLE = ".title_pdf_row .note_content_title";
const LEGACY_FIELD_NAME = ".note_content_field";
const LEGACY_FIELD_VALUE = ".note_content_value";
const REPLY = "#forum-replies .note[data-id], .note_children .note[data-id]";
/** Replies as a chat: nobody signs, and no note is marked as one. */
const CHAT = ".forum-replies-container.layout-chat";
const SIGNATURES = ".signatures";
const FIELD_NAME = ".note-content-field";
const FIELD_VALUE = ".note-content-value";
const FIELDS = ".note-content";
/** What holds a stretch of a review's words. */
const BLOCK = "p, li, td, blockquote, pre, h1, h2, h3, h4, h5, h6";

/** Tables of consoles: the number of the submission in one of the first cells, its title and links in one of the next. */
const CONSOLE_NUMBER = ".note-number";
const CONSOLE_TABLE = "table";
/** Tables whose rows are people. */
const OF_PEOPLE = ".pc-console-ac-sac-status, .pc-console-reviewer-status";
/** Buttons that name an invitation, and the line above the page. */
const INVITATION = ".invitations-container [data-id]";
const BANNER_LINK = '#or-banner a[href*="/group?"]';
/** Roles of venues that follow their names in groups. Venues may have others. */
const ROLE =
  /\/(?:[A-Za-z]+_)?(?:Reviewers|Area_Chairs|Action_Editors|Program_Chairs|Program_Committee|Authors)$/;

export const HOST = "openreview.net";
export const ORIGIN = "https://openreview.net";

export type PageKind = "forum" | "console";

export interface Reply {
  element: HTMLElement;
  id: string;
  /** Where something of ours may stand: after the words. */
  end: HTMLElement;
  /** The words, block by block. */
  blocks: HTMLElement[];
  /** Who signed it, where everybody sees their name; an anonymous reviewer is nobody, whoever this reader knows them to be. */
  signedBy: ShownPerson | null;
  /** Signed by the submission's authors, whoever they are. */
  byAuthors: boolean;
}

export interface Forum {
  id: string;
  title: string;
  abstract: string | null;
  authors: Authors;
  /** All words of the submission that the page shows. */
  text: string;
  pdf: URL | null;
  /** Id of the venue's group; null if nothing names it. */
  venue: string | null;
  /** Where something of ours may stand. */
  end: HTMLElement;
  replies: Reply[] | UnreadReplies;
}

/** Why replies are not read: it is a forum of the first API, or they are drawn as a chat. */
export type UnreadReplies = "first-api" | "chat";

export interface ConsoleRow {
  row: HTMLTableRowElement;
  id: string;
  title: string;
  pdf: URL;
}

/** What kind of page of OpenReview an address names; null for all others. */
export function pageKind(address: string): PageKind | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" || url.host !== HOST) return null;
  const id = url.searchParams.get("id");
  if (id === null) return null;
  if (url.pathname === "/forum") return "forum";
  const isConsole =
    /\/(?:[A-Za-z]+_)?(?:Reviewers|Program_Committee|Area_Chairs|Action_Editors)(?:\/[\w-]+)?$/;
  return url.pathname === "/group" && isConsole.test(id) ? "console" : null;
}

/** Whether a site is OpenReview's: what is read there may be a submission whose authors are hidden. */
export function isOpenReviewSite(site: string | null): boolean {
  const name = site?.replace(/:\d+$/, "") ?? "";
  return name === HOST || name.endsWith(`.${HOST}`);
}

export function readForum(document: Document): Forum | null {
  const id = new URLSearchParams(document.location.search).get("id");
  return id === null ? null : (readPresent(document, id) ?? readLegacy(document, id));
}

/** @param id as the address has it, which may still be, or already, that of another page. */
function readPresent(document: Document, id: string): Forum | null {
  const end = document.querySelector<HTMLElement>(FORUM_NOTE);
  const title = textOf(end?.querySelector(TITLE) ?? null);
  if (end === null || title === "") return null;
  const pdf = linkedPdf(end);
  return {
    id: pdf?.searchParams.get("id") ?? id,
    title,
    abstract: fieldOf(end, FIELD_NAME, FIELD_VALUE, "abstract"),
    authors: authorsIn([...end.querySelectorAll(AUTHORS)]),
    text: textsOf(end, FIELD_VALUE),
    pdf,
    venue: venueOf(document),
    end,
    replies: document.querySelector(CHAT) === null ? repliesIn(document) : "chat",
  };
}

/** Nobody saw how these show authors, or that only some may see them: they are taken for hidden. */
function readLegacy(document: Document, id: string): Forum | null {
  const end = document.querySelector<HTMLElement>(LEGACY_NOTE);
  const title = ownTextOf(end?.querySelector(LEGACY_TITLE) ?? null);
  if (end === null || title === "") return null;
  return {
    id,
    title,
    abstract: fieldOf(end, LEGACY_FIELD_NAME, LEGACY_FIELD_VALUE, "abstract"),
    authors: { kind: "hidden" },
    text: textsOf(end, LEGACY_FIELD_VALUE),
    pdf: linkedPdf(end),
    venue: venueOf(document),
    end,
    replies: "first-api",
  };
}

function repliesIn(document: Document): Reply[] {
  return [...document.querySelectorAll<HTMLElement>(REPLY)].map(readReply).filter((reply) => reply !== null);
}

function readReply(element: HTMLElement): Reply | null {
  const own = (part: Element): boolean => part.closest(".note[data-id]") === element;
  const fields = [...element.querySelectorAll<HTMLElement>(FIELDS)].find(own);
  if (fields === undefined) return null;
  const values = [...fields.querySelectorAll<HTMLElement>(FIELD_VALUE)].filter(own);
  const blocks = values.flatMap((value) => {
    const inner = [...value.querySelectorAll<HTMLElement>(BLOCK)].filter(
      (block) => block.querySelector(BLOCK) === null,
    );
    return inner.length > 0 ? inner : [value];
  });
  const signatures = [...element.querySelectorAll(SIGNATURES)].find(own) ?? null;
  return {
    element,
    id: element.dataset.id ?? "",
    end: fields,
    blocks,
    signedBy: signatures === null ? null : signerIn(signatures),
    byAuthors: /\bAuthors\b/.test(textOf(signatures)),
  };
}

/** The submissions that a console lists; each once. */
export function readConsole(document: Document): ConsoleRow[] {
  const rows: ConsoleRow[] = [];
  const seen = new Set<string>();
  for (const number of document.querySelectorAll(`${CONSOLE_TABLE} ${CONSOLE_NUMBER}`)) {
    const row = number.closest(OF_PEOPLE) === null ? number.closest("tr") : null;
    const link = row?.querySelector<HTMLAnchorElement>(FORUM_LINK) ?? null;
    const id = link === null ? null : idIn(link);
    if (row === null || link === null || id === null || seen.has(id)) continue;
    seen.add(id);
    const pdf = linkedPdf(row) ?? new URL(`/pdf?id=${encodeURIComponent(id)}`, document.location.origin);
    rows.push({ row, id, title: textOf(link), pdf });
  }
  return rows;
}

/** The head of a row's table, where a column is named. */
export function headOf(row: HTMLTableRowElement): HTMLTableRowElement | null {
  return row.closest("table")?.querySelector<HTMLTableRowElement>("thead tr") ?? null;
}

function fieldOf(note: Element, name: string, value: string, wanted: string): string | null {
  for (const field of note.querySelectorAll(name)) {
    if (textOf(field).replace(/:$/, "").trim().toLowerCase() !== wanted) continue;
    const text = textOf(field.parentElement?.querySelector(value) ?? null);
    return text === "" ? null : text;
  }
  return null;
}

function textsOf(note: Element, value: string): string {
  return [...note.querySelectorAll(value)].map(textOf).join("\n");
}

/** Invitations name it always; the line above the page where it leads back to the venue or to a role there. */
function venueOf(document: Document): string | null {
  for (const { dataset } of document.querySelectorAll<HTMLElement>(INVITATION)) {
    const venue = /^(.+)\/[^/]*\d\/-\/[^/]+$/.exec(dataset.id ?? "")?.[1];
    if (venue !== undefined) return venue;
  }
  const link = document.querySelector<HTMLAnchorElement>(BANNER_LINK);
  const group = link === null ? null : idIn(link);
  if (link === null || group === null) return null;
  if (link.title === "Venue Homepage") return group;
  return ROLE.test(group) ? group.replace(ROLE, "") : null;
}

function linkedPdf(place: Element): URL | null {
  const link = place.querySelector<HTMLAnchorElement>(PDF_LINK);
  if (link === null) return null;
  const url = new URL(link.href);
  // A page may show links that somebody else wrote.
  return url.protocol === "https:" && url.host === HOST && url.pathname === "/pdf" ? url : null;
}

function idIn(link: HTMLAnchorElement): string | null {
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

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
