/**
 * What is known of OpenReview's markup, all of it in this file.
 *
 * No saved console exists, and no saved forum either: the selectors were rebuilt from the documentation of OpenReview, of the fields of its
 * notes, and from what others who read these pages say of them. The tests' pages are rebuilt in the same way, so they cannot
 * tell whether the real pages look so. Whoever can save one: put it beside tests/e2e/support/openreview.ts, and mend this file alone.
 * What does not fit is not guessed: a forum without a title has no reviews, a console without rows no column.
 */

/** Links that name a paper or a person by its id. */
const FORUM_LINK = 'a[href*="/forum?"]';
const PDF_LINK = 'a[href*="/pdf?"]';
const PROFILE_LINK = 'a[href*="/profile?"]';
const GROUP_LINK = 'a[href*="/group?"]';

const TITLE = ".forum-title .citation_title, .forum-title h2, .citation_title";
const AUTHORS = ".forum-authors";
const FORUM_NOTE = ".forum-note";
const REPLY = "#forum-replies .note[data-id], .note_children .note[data-id]";
const SIGNATURES = ".signatures";
const FIELD_NAME = ".note-content-field";
const FIELD_VALUE = ".note-content-value";
const FIELDS = ".note-content";
/** What holds a stretch of a review's words. */
const BLOCK = "p, li, td, blockquote, pre, h1, h2, h3, h4, h5, h6";

/** Tables of consoles: the number of the submission in the first cell, its title and links in one of the next. */
const CONSOLE_NUMBER = ".note-number";
const CONSOLE_TABLE = "table";
/** Where the reader's own name stands. */
const OWN_PROFILE = '#user-menu a[href*="/profile?"], .navbar a[href*="/profile?"]';

export const HOST = "openreview.net";
export const ORIGIN = "https://openreview.net";

export type PageKind = "forum" | "console";

/** A person whom the page itself names. */
export interface ShownPerson {
  name: string;
  /** Id of the profile that the name leads to; null where it leads nowhere. */
  id: string | null;
}

export interface Reply {
  element: HTMLElement;
  id: string;
  /** Where something of ours may stand: after the words. */
  end: HTMLElement;
  /** The words, block by block. */
  blocks: HTMLElement[];
  /** Who signed it, where that is a person with a profile; an anonymous reviewer is nobody. */
  signedBy: ShownPerson | null;
  /** Signed by the submission's authors, whoever they are. */
  byAuthors: boolean;
}

export interface Forum {
  id: string;
  title: string;
  abstract: string | null;
  /** None where they are hidden. */
  authors: ShownPerson[];
  pdf: URL | null;
  /** Id of the venue's group; null if no link names it. */
  venue: string | null;
  /** Where something of ours may stand. */
  end: HTMLElement;
  replies: Reply[];
}

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
    /\/(?:[A-Za-z]+_)?(?:Reviewers|Area_Chairs|Action_Editors|Senior_Area_Chairs)(?:\/[\w-]+)?$/;
  return url.pathname === "/group" && isConsole.test(id) ? "console" : null;
}

export function readForum(document: Document): Forum | null {
  const id = new URLSearchParams(document.location.search).get("id");
  const title = textOf(document.querySelector(TITLE));
  const end = document.querySelector<HTMLElement>(FORUM_NOTE);
  if (id === null || title === "" || end === null) return null;
  return {
    id,
    title,
    abstract: fieldOf(end, "abstract"),
    authors: people(end.querySelector(AUTHORS)),
    pdf: linkedPdf(end),
    venue: venueOf(document),
    end,
    replies: [...document.querySelectorAll<HTMLElement>(REPLY)]
      .map(readReply)
      .filter((reply) => reply !== null),
  };
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
    signedBy: linked(signatures)[0] ?? null,
    byAuthors: /\bAuthors\b/.test(textOf(signatures)),
  };
}

/** The submissions that a console lists; each once. */
export function readConsole(document: Document): ConsoleRow[] {
  const rows: ConsoleRow[] = [];
  const seen = new Set<string>();
  for (const number of document.querySelectorAll(`${CONSOLE_TABLE} ${CONSOLE_NUMBER}`)) {
    const row = number.closest("tr");
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

/** The profile of whoever is signed in, where the page's menu leads to it by its id. */
export function ownProfile(document: Document): string | null {
  const link = document.querySelector<HTMLAnchorElement>(OWN_PROFILE);
  return link === null ? null : idIn(link);
}

/** Authors as the page shows them; "Anonymous" is nobody. */
function people(place: Element | null): ShownPerson[] {
  const found = linked(place);
  if (found.length > 0) return found;
  const names = textOf(place)
    .split(/,\s*/)
    .map((name) => name.trim());
  return names
    .filter((name) => name !== "" && !/anonym|hidden|under double/i.test(name))
    .map((name) => ({ name, id: null }));
}

function linked(place: Element | null): ShownPerson[] {
  const links = place?.querySelectorAll<HTMLAnchorElement>(PROFILE_LINK) ?? [];
  return [...links].flatMap((link) => {
    const id = idIn(link);
    const name = textOf(link);
    return id?.startsWith("~") === true && name !== "" ? [{ name, id }] : [];
  });
}

function fieldOf(note: Element, wanted: string): string | null {
  for (const name of note.querySelectorAll(FIELD_NAME)) {
    if (textOf(name).replace(/:$/, "").toLowerCase() !== wanted) continue;
    const value = textOf(name.parentElement?.querySelector(FIELD_VALUE) ?? null);
    return value === "" ? null : value;
  }
  return null;
}

function venueOf(document: Document): string | null {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(GROUP_LINK)) {
    const id = idIn(link);
    if (id?.includes("/") === true) return id.replace(/\/(?:Authors|Reviewers|Area_Chairs)$/, "");
  }
  return null;
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

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
