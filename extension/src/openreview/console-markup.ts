/** The tables of consoles, whatever a venue calls the role: which submissions they list, and where a cell of ours may stand. */

import { idIn, linkedPdf, textOf } from "./markup";

/** A console's tables; other pages of groups have none of this class. */
const TABLE = "#group-container table.console-table";
/** The number of a submission in one of the first cells, its title and links in one of the next. */
const NUMBER = ".note-number";
const SUMMARY = ".note";
const FORUM_LINK = 'a[href*="/forum?"]';
/** The first tab of whoever chairs the whole venue. */
const OVERVIEW = '.nav-tabs a[href$="#overview"]';
/** Tables of those who chair. */
const OF_CHAIRS = `.areachair-console-table, .pc-console-paper-status, .pc-console-ac-sac-status, .pc-console-reviewer-status, ${OVERVIEW}`;
/** Tables whose rows are people. */
const OF_PEOPLE = ".pc-console-ac-sac-status, .pc-console-reviewer-status";
/** Where its file is. */
const FILE = ".download-pdf-link";
/** “Showing 1-25 of 30”. */
const PAGES = ".pagination-container .pagination-count";

/** All tabs of a console: something of ours may stand before them. */
export const TABS = "#group-container > .tabs-container";

export interface ConsoleRow {
  row: HTMLTableRowElement;
  /** The cell that names the submission. */
  summary: HTMLElement;
  id: string;
  title: string;
  pdf: URL;
}

/** Whether the page is a console, though its table may still be to come or list people. */
export function isConsole(document: Document): boolean {
  return document.querySelector(TABS) !== null;
}

/** The submissions that a console shows; each once. */
export function readConsole(document: Document): ConsoleRow[] {
  const rows: ConsoleRow[] = [];
  const seen = new Set<string>();
  for (const table of document.querySelectorAll<HTMLTableElement>(TABLE)) {
    if (table.matches(OF_PEOPLE)) continue;
    for (const number of table.querySelectorAll(NUMBER)) {
      const row = number.closest("tr");
      const summary = row?.querySelector<HTMLElement>(SUMMARY) ?? null;
      const link = summary?.querySelector<HTMLAnchorElement>(FORUM_LINK) ?? null;
      const id = link === null ? null : idIn(link);
      if (row === null || summary === null || link === null || id === null || seen.has(id)) continue;
      seen.add(id);
      const pdf = linkedPdf(row.querySelector(FILE)) ?? pdfOf(id, document.location.origin);
      rows.push({ row, summary, id, title: textOf(link), pdf });
    }
  }
  return rows;
}

export function pdfOf(id: string, origin: string): URL {
  return new URL(`/pdf?id=${encodeURIComponent(id)}`, origin);
}

/** Whether whoever sees the console chairs, as far as it is drawn. */
export function isOfChair(document: Document): boolean {
  return document.querySelector(`#group-container :is(${OF_CHAIRS})`) !== null;
}

/** Whether the console is that of the whole venue's chairs. */
export function isOfWholeVenue(document: Document): boolean {
  return document.querySelector(`#group-container ${OVERVIEW}`) !== null;
}

/** How many submissions the console lists on all its pages; null if the page does not say. */
export function listedOnAllPages(document: Document): number | null {
  const total = /\bof\s+([\d,.\s]+)$/.exec(textOf(document.querySelector(PAGES)))?.[1];
  return total === undefined ? null : Number(total.replace(/\D/g, ""));
}

/** The head of a row's table, where a column is named. */
export function headOf(row: HTMLTableRowElement): HTMLTableRowElement | null {
  return row.closest("table")?.querySelector<HTMLTableRowElement>("thead tr") ?? null;
}
