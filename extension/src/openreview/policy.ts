/**
 * What may be asked about a submission, of whom, and in which state of its forum. Every request that a page of OpenReview causes is made
 * here: what sends takes an `Ask` or `Entries`, and nothing but this module can make one.
 *
 * Roles decide nothing. What a page shows to a chair alone is treated as what it is to everybody else.
 */

import { namesIt, quotes, tellsOfIt, type Confidential } from "./confidential";
import { checked, type ListedElsewhere } from "./listed-elsewhere";
import { isPrivateSite } from "../suggest/private-site";
import { queryOf } from "../suggest/query";
import { isOpenReviewSite, isPdf } from "./site";
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
  /** To ask indexes what else a reviewer published. */
  papersElsewhere: boolean;
}

export const NO_CONSENT: Consent = {
  chairsReplies: false,
  revealedAuthors: false,
  papersElsewhere: false,
};

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
  | { kind: "own-groups"; venue: string; submission: string; id: string }
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
/** The newest papers of one person: all that count for an assignment, and for each reviewer of a chair's table. */
const MOST_PAPERS = 200;
const MOST_RECENT = 50;
const MOST_AUTHORS = 50;
/** Items in one answer, the most that the site gives: submissions, people, edges. */
export const PAGE_SIZE = 1000;
/** Pages of a list that are asked for: no venue has more. */
export const MOST_PAGES = 40;
/** Ids of the site, its profiles, and names of its groups and invitations: no words. */
const ID = /^[\w-]{5,40}$/;
const PROFILE = /^~\S{1,120}\d$/;
const NAME = /^[\w.~-]+(?:\/[\w.~-]+)*$/;

let ask: (url: URL, body?: object) => Ask;
let entries: (list: readonly string[]) => Entries;
let searchFor: (sentence: string, query: string) => Search;
let listsOf: (listed: ListedElsewhere) => Lists;

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

/** Lists of what somebody published, which indexes may be asked for: identifiers of a person alone. */
export class Lists {
  private constructor(readonly listed: ListedElsewhere) {}

  static {
    listsOf = (listed) => new Lists(listed);
  }

  /** The indexes, as readers know them. */
  get names(): string[] {
    const { dblp, orcid } = this.listed;
    return [...(orcid === null ? [] : ["OpenAlex"]), ...(dblp === null ? [] : ["DBLP"])];
  }
}

/** Why no source is searched for. */
export type SearchRefusal =
  /** Who wrote the text is hidden: its sentences stay here. */
  | "authors-hidden"
  /** It names somebody who is anonymous. */
  | "tells-of-it"
  /** It stands in a comment that only chairs may read, and the reader did not allow it. */
  | "chairs-only"
  /** Nobody knows whose text it is, or not everybody can reach it. */
  | "in-confidence"
  /** Too few words to search for. */
  | "too-short";

/**
 * Whether the source of a sentence may be searched for from a forum.
 *
 * @param forChairs the words of its comments that chairs alone may read.
 */
export function maySearch(
  forum: ForumState,
  consent: Consent,
  forChairs: readonly string[],
  sentence: string,
): Search | SearchRefusal {
  if (forum.authors !== "public" || forum.confidential !== null) return "authors-hidden";
  if (namesSomebody(sentence, forum.pseudonyms)) return "tells-of-it";
  if (!consent.chairsReplies && forChairs.some((words) => quotes(sentence, words))) return "chairs-only";
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
  if (namesSomebody(entry, pseudonyms)) return false;
  return confidential === null || !tellsOfIt(entry, quoted, confidential);
}

/** Whether chairs alone may read a reply, for all that its page says. */
export const isForChairs = (readers: Readers): boolean => readers === "chairs" || readers === "unknown";

/** What of some suggestions may be looked up. */
export function mayLookUp(
  forum: ForumState,
  consent: Consent,
  readers: Readers,
  suggestions: readonly Suggestion[],
): Entries | Refusal {
  if (isForChairs(readers) && !consent.chairsReplies) return "chairs-only";
  if (!suggestions.every((one) => isHarmless(one, forum))) return "tells-of-it";
  return entries(suggestions.map(({ entry }) => entry));
}

/** Whether authors may be compared with a reviewer in this browser. */
export function mayCompareAuthors(forum: ForumState, consent: Consent): boolean {
  return forum.authors === "public" || (forum.authors === "revealed" && consent.revealedAuthors);
}

/** What indexes may be asked of the papers of a profile that the reader entered; null if the reader did not allow it, or it names no list. */
export function mayAskForLists(
  { pseudonyms }: ForumState,
  { papersElsewhere }: Consent,
  listed: ListedElsewhere,
): Lists | null {
  const { dblp, orcid } = checked(listed);
  const harmless = (id: string | null): string | null =>
    id === null || namesSomebody(id, pseudonyms) ? null : id;
  const asked = { dblp: harmless(dblp), orcid: harmless(orcid) };
  return papersElsewhere && (asked.dblp ?? asked.orcid) !== null ? listsOf(asked) : null;
}

/** The request for what is wanted of a forum. */
export function mayAsk(forum: ForumState, action: ForumAction): Ask | Refusal {
  const made = requestFor(forum, action);
  if (typeof made === "string") return made;
  const whole = `${decoded(made.url.search)} ${made.body ?? ""}`;
  const { confidential, pseudonyms } = forum;
  const tells = (confidential !== null && namesIt(whole, confidential)) || namesSomebody(whole, pseudonyms);
  return tells ? "tells-of-it" : made;
}

function requestFor(forum: ForumState, action: ForumAction): Ask | Refusal {
  switch (action.kind) {
    case "pdf":
      return pdf(action.url);
    case "venue-of-forum":
      if (forum.api === 1) return "first-api";
      return identified(forum.id) ?? get(API_2, "/notes", { id: forum.id, select: "id,domain" });
    case "venue":
      return forum.api === 1 ? "first-api" : venueOf(action.venue);
    case "profile":
      return profiled(action.id) ?? get(API_2, "/profiles", { id: action.id });
    case "papers":
      return papersOf(action.id, action.api, MOST_PAPERS);
    case "edge": {
      if (forum.api === 1) return "first-api";
      const { invitation, id } = action;
      return (
        named(invitation) ??
        identified(forum.id) ??
        profiled(id) ??
        get(API_2, "/edges", { invitation, head: forum.id, tail: id })
      );
    }
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
      return venueOf(action.venue);
    case "own-groups": {
      const group = `${action.venue}/${action.submission}`;
      return (
        named(group) ??
        profiled(action.id) ??
        get(API_2, "/groups", { member: action.id, prefix: `${group}.*`, select: "id", stream: "true" })
      );
    }
    case "submissions":
      return (
        named(action.invitation, action.venue) ??
        identified(action.after) ??
        get(API_2, "/notes", {
          invitation: action.invitation,
          domain: action.venue,
          select: "id,number",
          sort: "id",
          limit: String(PAGE_SIZE),
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
          limit: String(PAGE_SIZE),
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
      const ids = action.ids.slice(0, PAGE_SIZE);
      return profiled(...ids) ?? ask(new URL("/profiles/search", API_2), { ids });
    }
    case "papers":
      return papersOf(action.id, action.api, MOST_RECENT);
    case "edges":
      return (
        named(action.invitation) ??
        identified(action.id) ??
        get(API_2, "/edges", {
          invitation: action.invitation,
          head: action.id,
          sort: "weight:desc",
          limit: String(PAGE_SIZE),
        })
      );
  }
}

const named = (...names: readonly string[]): Refusal | null =>
  names.every((name) => NAME.test(name)) ? null : "no-name";

const identified = (id: string | null): Refusal | null => (id === null || ID.test(id) ? null : "no-name");

const profiled = (...ids: readonly string[]): Refusal | null => (ids.every(isProfile) ? null : "no-name");

/** Whether a name is that of a profile: `~First_Last1`. */
export function isProfile(id: string): boolean {
  return PROFILE.test(id);
}

const venueOf = (id: string): Ask | Refusal => named(id) ?? get(API_2, "/groups", { id });

/** The newest of what one person published, at most so many. */
function papersOf(id: string, api: 1 | 2, most: number): Ask | Refusal {
  const query = { "content.authorids": id, sort: "cdate:desc", limit: String(most) };
  return profiled(id) ?? get(api === 1 ? API_1 : API_2, "/notes", query);
}

function get(base: string, path: string, query: Record<string, string>): Ask {
  return ask(new URL(`${path}?${new URLSearchParams(query).toString()}`, base));
}

function pdf(url: URL): Ask | Refusal {
  return isPdf(url) ? ask(url) : "foreign";
}

/** What a query says; escapes that are none stay as they are. In Firefox content scripts cannot go through `searchParams`. */
function decoded(search: string): string {
  return search.replaceAll("+", " ").replace(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Four signs that stand for one person: no word, and no year. */
const CODE = /^(?=.*[A-Za-z])(?:.*\d|.*[a-z][A-Z]|.*[A-Z]{2})/;
/** How somebody signs who is anonymous, whether or not the page shows anything of theirs. */
const SIGNED =
  /(?<![A-Za-z\d])(?:reviewer|referee|chair|editor|member|committee)[\s_]+([A-Za-z\d]{4})(?![A-Za-z\d])/gi;

/**
 * Whether a text names somebody who is anonymous.
 *
 * @param pseudonyms how they sign, as far as it is known.
 */
function namesSomebody(text: string, pseudonyms: readonly string[]): boolean {
  if (pseudonyms.some((name) => holdsName(text, name) || holdsCode(text, name))) return true;
  return [...text.matchAll(SIGNED)].some(([, code]) => CODE.test(code ?? ""));
}

/** The end of a signature alone: reviewers call each other so. */
function holdsCode(text: string, name: string): boolean {
  const code = /[A-Za-z\d]{4}$/.exec(name)?.[0] ?? "";
  return CODE.test(code) && new RegExp(`(?<![A-Za-z\\d])${code}(?![A-Za-z\\d])`).test(text);
}

/** Names of groups have `_` where signatures have a blank. */
function holdsName(text: string, name: string): boolean {
  const plain = (words: string): string => words.replace(/[\s_]+/g, " ").toLowerCase();
  return name !== "" && plain(text).includes(plain(name));
}
