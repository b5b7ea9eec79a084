/**
 * What may be asked about a submission, of whom, and in which state of its forum. Every request that a page of OpenReview causes is made
 * here: what sends takes an `Ask` or `Entries`, and nothing but this module can make one.
 *
 * Roles decide nothing. What a page shows to a chair alone is treated as what it is to everybody else.
 */

import { namesIt, tellsOfIt, type Confidential } from "./confidential";
import { isPrivateSite } from "../suggest/private-site";
import { queryOf } from "../suggest/query";
import { isOpenReviewSite, ORIGIN, PDF_PATH } from "./site";
import type { Suggestion } from "./suggestions";

/** Who sees the authors of a submission. */
export type AuthorsState =
  | "public"
  /** Nobody whom the page tells of. */
  | "hidden"
  /** This reader and a few others. */
  | "revealed";

/** Who may read a reply. */
export type Readers =
  | "everyone"
  /** Reviewers or authors, and chairs. */
  | "committee"
  /** Chairs alone. */
  | "chairs"
  /** The page does not say: as if chairs alone might. */
  | "unknown";

/** What is known of a forum as far as something depends on it. */
export interface ForumState {
  id: string;
  /** Which of the site's two APIs holds it. */
  api: 1 | 2;
  authors: AuthorsState;
  /** Profiles of its authors; of those alone whom everybody sees. */
  authorIds: readonly string[];
  /** What must not leave the browser; null where everybody knows who wrote it. */
  confidential: Confidential | null;
  /** How those who are anonymous sign here: “Reviewer aB1c”. */
  pseudonyms: readonly string[];
}

/** What the reader allowed for one forum. */
export interface Consent {
  /** To look up what stands in comments that chairs alone may read. */
  chairsReplies: boolean;
  /** To compare the authors whom OpenReview reveals to this reader; nobody is asked about them. */
  revealedAuthors: boolean;
}

export const NO_CONSENT: Consent = { chairsReplies: false, revealedAuthors: false };

/** What is wanted of OpenReview about a forum. */
export type ForumAction =
  /** Its file. */
  | { kind: "pdf"; url: URL }
  /** To which venue it belongs. */
  | { kind: "venue-of-forum" }
  /** How the venue calls its invitations. */
  | { kind: "venue"; venue: string }
  /** The profile of somebody whose id the reader entered, or of the reader. */
  | { kind: "profile"; id: string }
  /** What that person published. */
  | { kind: "papers"; id: string; api: 1 | 2 }
  /** What the venue noted of the forum and that person: its score, a conflict. */
  | { kind: "edge"; invitation: string; id: string }
  /** The profiles of the authors. */
  | { kind: "authors" };

/** What is wanted of OpenReview for a console. */
export type ConsoleAction =
  | { kind: "pdf"; url: URL }
  | { kind: "venue"; venue: string }
  /** Groups of submissions in which the reader is. */
  | { kind: "own-groups"; venue: string; id: string }
  /** Ids of the venue's submissions, page by page. */
  | { kind: "submissions"; invitation: string; venue: string; after: string | null }
  /** The same with their titles, authors and replies, as consoles themselves ask for them; those of some numbers, or all. */
  | {
      kind: "replies";
      invitation: string;
      venue: string;
      numbers: readonly number[] | null;
      after: string | null;
    }
  /** Who is in the groups of one submission, or of all. */
  | { kind: "members"; venue: string; submission: string; number: number | null }
  /** The profiles of those who review. */
  | { kind: "reviewers"; ids: readonly string[] }
  /** What one of them published. */
  | { kind: "papers"; id: string; api: 1 | 2 }
  /** What the venue noted of one submission and its reviewers. */
  | { kind: "edges"; invitation: string; id: string };

/** Why something is not asked. */
export type Refusal =
  /** Who wrote the submission is not for everybody. */
  | "authors-hidden"
  /** The venue of a forum of the first API keeps its records elsewhere. */
  | "first-api"
  /** Only chairs may read it, and the reader did not allow it. */
  | "chairs-only"
  /** It leads elsewhere. */
  | "foreign"
  /** It would tell of the submission. */
  | "tells-of-it"
  /** It is no name or id of the site's: words might stand in it. */
  | "no-name";

const API_2 = "https://api2.openreview.net";
const API_1 = "https://api.openreview.net";
/** Papers of one person, and people, that are asked for. */
const MOST_NOTES = 200;
const MOST_AUTHORS = 50;
/** Submissions in one answer, the most that the site gives. */
const MOST_SUBMISSIONS = 1000;
/** Papers of one reviewer in a chair's table, the newest; people and edges in one answer. */
const MOST_RECENT = 50;
const MOST_PEOPLE = 1000;
const MOST_EDGES = 1000;
/** Ids of the site, its profiles, and names of its groups and invitations: no words. */
const ID = /^[\w-]{5,40}$/;
const PROFILE = /^~\S{1,120}\d$/;
const NAME = /^[\w.~-]+(?:\/[\w.~-]+)*$/;

let ask: (url: URL, body?: object) => Ask;
let entries: (list: readonly string[]) => Entries;
let searchFor: (sentence: string, query: string) => Search;

/** A request that may be sent to OpenReview in the reader's session. */
export class Ask {
  readonly body: string | null;

  private constructor(
    readonly url: URL,
    body: object | undefined,
  ) {
    this.body = body === undefined ? null : JSON.stringify(body);
  }

  static {
    ask = (url, body) => new Ask(url, body);
  }
}

/** Entries that may be looked up in scholarly indexes. */
export class Entries {
  private constructor(readonly list: readonly string[]) {}

  static {
    entries = (list) => new Entries(list);
  }
}

/** Words of a sentence whose source may be searched for in scholarly indexes. */
export class Search {
  private constructor(
    readonly sentence: string,
    readonly query: string,
  ) {}

  static {
    searchFor = (sentence, query) => new Search(sentence, query);
  }
}

/** Why no source is searched for. */
export type SearchRefusal =
  /** Who wrote the text is hidden: its sentences stay here. */
  | "authors-hidden"
  /** It names somebody who is anonymous. */
  | "tells-of-it"
  /** Nobody knows whose text it is, or not everybody can reach it. */
  | "in-confidence"
  /** Too few words to search for. */
  | "too-short";

/** Whether the source of a sentence may be searched for from a forum. */
export function maySearch(forum: ForumState, sentence: string): Search | SearchRefusal {
  if (forum.authors !== "public" || forum.confidential !== null) return "authors-hidden";
  if (forum.pseudonyms.some((name) => holdsName(sentence, name))) return "tells-of-it";
  return searched(sentence);
}

/** The same from any other page, by its site: what OpenReview shows is searched for from its forums alone. */
export function maySearchOn(site: string | null, sentence: string): Search | SearchRefusal {
  if (isOpenReviewSite(site)) return "authors-hidden";
  if (site === null || site === "file:" || isPrivateSite(site)) return "in-confidence";
  return searched(sentence);
}

function searched(sentence: string): Search | SearchRefusal {
  const query = queryOf(sentence);
  return query === null ? "too-short" : searchFor(sentence, query);
}

/** Whether an entry tells nobody of the submission, or of who judges it. */
export function isHarmless(suggestion: Suggestion, { confidential, pseudonyms }: ForumState): boolean {
  const { entry, quoted } = suggestion;
  if (pseudonyms.some((name) => holdsName(entry, name))) return false;
  return confidential === null || !tellsOfIt(entry, quoted, confidential);
}

/** What of some suggestions may be looked up. */
export function mayLookUp(
  forum: ForumState,
  consent: Consent,
  readers: Readers,
  suggestions: readonly Suggestion[],
): Entries | Refusal {
  const isForChairs = readers === "chairs" || readers === "unknown";
  if (isForChairs && !consent.chairsReplies) return "chairs-only";
  if (!suggestions.every((one) => isHarmless(one, forum))) return "tells-of-it";
  return entries(suggestions.map(({ entry }) => entry));
}

/** Whether authors may be compared with a reviewer in this browser. */
export function mayCompareAuthors(forum: ForumState, consent: Consent): boolean {
  return forum.authors === "public" || (forum.authors === "revealed" && consent.revealedAuthors);
}

/** The request for what is wanted of a forum. */
export function mayAsk(forum: ForumState, action: ForumAction): Ask | Refusal {
  const made = requestFor(forum, action);
  if (typeof made === "string") return made;
  const whole = `${decodeURIComponent(made.url.search.replaceAll("+", " "))} ${made.body ?? ""}`;
  const { confidential, pseudonyms } = forum;
  const tells =
    (confidential !== null && namesIt(whole, confidential)) ||
    pseudonyms.some((name) => holdsName(whole, name));
  return tells ? "tells-of-it" : made;
}

function requestFor(forum: ForumState, action: ForumAction): Ask | Refusal {
  switch (action.kind) {
    case "pdf":
      return pdf(action.url);
    case "venue-of-forum":
      return forum.api === 1 ? "first-api" : get(API_2, "/notes", { id: forum.id, select: "id,domain" });
    case "venue":
      return forum.api === 1 ? "first-api" : venueOf(action.venue);
    case "profile":
      return get(API_2, "/profiles", { id: action.id });
    case "papers":
      return get(action.api === 1 ? API_1 : API_2, "/notes", {
        "content.authorids": action.id,
        sort: "cdate:desc",
        limit: String(MOST_NOTES),
      });
    case "edge":
      return forum.api === 1
        ? "first-api"
        : get(API_2, "/edges", { invitation: action.invitation, head: forum.id, tail: action.id });
    case "authors":
      return forum.authors === "public"
        ? ask(new URL("/profiles/search", API_2), { ids: forum.authorIds.slice(0, MOST_AUTHORS) })
        : "authors-hidden";
  }
}

/** The request for what is wanted for a console. Nothing but ids and names of groups stands in it: no submission is told by its words. */
export function mayAskForConsole(action: ConsoleAction): Ask | Refusal {
  switch (action.kind) {
    case "pdf":
      return pdf(action.url);
    case "venue":
      return named(action.venue) ?? venueOf(action.venue);
    case "own-groups":
      return (
        named(action.venue) ??
        profiled(action.id) ??
        get(API_2, "/groups", {
          member: action.id,
          prefix: `${action.venue}/Submission.*`,
          select: "id",
          stream: "true",
        })
      );
    case "submissions":
      return (
        named(action.invitation, action.venue) ??
        identified(action.after) ??
        get(API_2, "/notes", {
          invitation: action.invitation,
          domain: action.venue,
          select: "id,number",
          sort: "id",
          limit: String(MOST_SUBMISSIONS),
          ...(action.after === null ? {} : { after: action.after }),
        })
      );
    case "replies":
      return (
        named(action.invitation, action.venue) ??
        identified(action.after) ??
        get(API_2, "/notes", {
          invitation: action.invitation,
          ...(action.numbers === null ? {} : { number: action.numbers.join(",") }),
          details: "replies",
          select: "id,number,forum,content,details,invitations,readers",
          sort: "number:asc",
          domain: action.venue,
          limit: String(MOST_SUBMISSIONS),
          count: "true",
          ...(action.after === null ? {} : { after: action.after }),
        })
      );
    case "members": {
      const { venue, submission, number } = action;
      const group = `${venue}/${submission}`;
      return (
        named(group) ??
        get(API_2, "/groups", {
          ...(number === null ? { prefix: `${group}.*` } : { parent: `${group}${number}` }),
          select: "id,members",
          ...(number === null ? { stream: "true" } : {}),
        })
      );
    }
    case "reviewers": {
      const ids = action.ids.slice(0, MOST_PEOPLE);
      return profiled(...ids) ?? ask(new URL("/profiles/search", API_2), { ids });
    }
    case "papers":
      return (
        profiled(action.id) ??
        get(action.api === 1 ? API_1 : API_2, "/notes", {
          "content.authorids": action.id,
          sort: "cdate:desc",
          limit: String(MOST_RECENT),
        })
      );
    case "edges":
      return (
        named(action.invitation) ??
        identified(action.id) ??
        get(API_2, "/edges", {
          invitation: action.invitation,
          head: action.id,
          sort: "weight:desc",
          limit: String(MOST_EDGES),
        })
      );
  }
}

const named = (...names: readonly string[]): Refusal | null =>
  names.every((name) => NAME.test(name)) ? null : "no-name";

const identified = (id: string | null): Refusal | null => (id === null || ID.test(id) ? null : "no-name");

const profiled = (...ids: readonly string[]): Refusal | null =>
  ids.every((id) => PROFILE.test(id)) ? null : "no-name";

const venueOf = (id: string): Ask => get(API_2, "/groups", { id });

function get(base: string, path: string, query: Record<string, string>): Ask {
  return ask(new URL(`${path}?${new URLSearchParams(query).toString()}`, base));
}

function pdf(url: URL): Ask | Refusal {
  return url.origin === ORIGIN && url.pathname === PDF_PATH ? ask(url) : "foreign";
}

function holdsName(text: string, name: string): boolean {
  return name !== "" && text.toLowerCase().includes(name.toLowerCase());
}
