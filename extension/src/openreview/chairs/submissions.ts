/** Submissions with their replies, as a console's own request answers them: what they suggest is read at once, and their words are let go. */

import type { Scholar } from "@citelight/shared/generated/Scholar";
import { at, field, isPublic, list, paperOf, text } from "../api";
import type { Confidential } from "../confidential";
import { isNobody, pseudonymsOf } from "../people";
import { isHarmless, type AuthorsState, type ForumState, type Readers } from "../policy";
import { readersNamed } from "../replies";
import { suggestionsIn, type Suggestion } from "../suggestions";
import { plainBlocks } from "./markdown";

/** A review or comment that suggests references. */
export interface SuggestingReply {
  id: string;
  /** The group or profile that signed: `<venue>/Submission7/Reviewer_aB1c`. */
  signature: string;
  readers: Readers;
  suggestions: readonly Suggestion[];
}

export interface Submission {
  id: string;
  number: number | null;
  title: string;
  abstract: string | null;
  keywords: readonly string[];
  authorsState: AuthorsState;
  /** As far as this session may read them. */
  authors: readonly Scholar[];
  /** Its own words, which must not leave the browser. */
  text: string;
  /** Names by which those who are anonymous signed. */
  pseudonyms: readonly string[];
  replies: readonly SuggestingReply[];
}

/** Words of the submission that its reviews may quote. */
const OWN_FIELDS = ["abstract", "TLDR", "TL;DR", "keywords"];
/** One submission has no more keywords in earnest. */
const MOST_KEYWORDS = 12;

/** What of a submission decides what may be asked about it. */
export function stateOfSubmission(submission: Submission): ForumState {
  const { id, title, text: words, authorsState, authors, pseudonyms } = submission;
  const confidential: Confidential | null = authorsState === "public" ? null : { id, title, text: words };
  const ids = authors.map((author) => author.id).filter((one) => one !== null);
  return {
    id,
    api: 2,
    authors: authorsState,
    authorIds: confidential === null ? ids : [],
    confidential,
    pseudonyms,
  };
}

/** @param note with its replies in `details`; null if it is no submission that this session may read. */
export function submissionIn(note: unknown): Submission | null {
  const id = text(note, "id");
  const title = text(field(note, "title"));
  if (id === null || title === null) return null;
  const number = at(note, "number");
  const replies = list(note, "details", "replies");
  const authors = authorsOf(note);
  const submission: Submission = {
    id,
    number: typeof number === "number" ? number : null,
    title,
    abstract: text(field(note, "abstract")),
    keywords: keywordsOf(note),
    authorsState: authors.length === 0 ? "hidden" : isPublic(note) ? "public" : "revealed",
    authors,
    text: OWN_FIELDS.map((name) => wordsOf(field(note, name))).join("\n"),
    pseudonyms: pseudonymsOf(replies.flatMap(signaturesOf).map(labelOf)),
    replies: [],
  };
  return { ...submission, replies: repliesOf(submission, replies) };
}

/** How a signature is shown: “Reviewer aB1c”. */
export function labelOf(signature: string): string {
  return (signature.split("/").at(-1) ?? signature).replaceAll("_", " ").trim();
}

function repliesOf(submission: Submission, replies: readonly unknown[]): SuggestingReply[] {
  const state = stateOfSubmission(submission);
  return replies.flatMap((reply): SuggestingReply[] => {
    const id = text(reply, "id");
    const [signature] = signaturesOf(reply);
    if (id === null || signature === undefined || signature.endsWith("/Authors")) return [];
    const blocks = Object.values(at(reply, "content") ?? {}).flatMap((value: unknown) =>
      plainBlocks(text(at(value, "value") ?? value) ?? ""),
    );
    const suggestions = suggestionsIn(blocks, null).filter((one) => isHarmless(one, state));
    if (suggestions.length === 0) return [];
    return [{ id, signature, readers: readersOf(reply), suggestions }];
  });
}

const signaturesOf = (reply: unknown): string[] =>
  list(reply, "signatures").filter((one): one is string => typeof one === "string" && one !== "");

function readersOf(reply: unknown): Readers {
  const named = list(reply, "readers").filter((one): one is string => typeof one === "string");
  if (named.includes("everyone")) return "everyone";
  // One reviewer may read what they wrote themselves: that opens it to nobody else.
  return named.length === 0
    ? "unknown"
    : readersNamed(named.map((one) => one.replaceAll("/", " ")).join(", "));
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  return typeof value === "string" ? value : "";
}

/** Lists, or one text with stops between. */
function keywordsOf(note: unknown): string[] {
  const words = wordsOf(field(note, "keywords"))
    .split(/[,;]/)
    .map((word) => word.replace(/\s+/g, " ").trim());
  return [...new Set(words.filter((word) => word !== ""))].slice(0, MOST_KEYWORDS);
}

/** Authors with the institutions that newer submissions name; none where no profile, or nobody's name, stands in their place. */
function authorsOf(note: unknown): Scholar[] {
  const authors = paperOf(note)?.authors ?? [];
  if (authors.every(({ id }) => id === null) || authors.some(({ name }) => isNobody(name))) return [];
  const objects = list(field(note, "authors"));
  return authors.map((author, place) => {
    const domains = list(objects[place], "institutions").map((one) => text(one, "domain"));
    const affiliations = domains.filter((one) => one !== null);
    return {
      ...author,
      affiliations: affiliations.map((domain) => ({ domain, is_dated: true, until: null })),
    };
  });
}
