/**
 * OpenReview's own API, asked with nothing but the rights of the session that is signed in on the page: at most four requests for one
 * check, each when the reader pressed the button, none twice. Readers are throttled, too.
 */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { loggedFetch } from "./messages";

const BASE = "https://api2.openreview.net";
/** Papers of one person that are asked for. */
const MOST_NOTES = 200;
const MOST_AUTHORS = 50;

/** Why nothing came of a request. */
export class ApiRefused extends Error {
  constructor(readonly status: number | null) {
    super(status === null ? "no answer" : `status ${status}`);
  }
}

export interface Paper extends ComparedWork {
  id: string;
}

export class OpenReviewApi {
  /** Requests that were sent. */
  calls = 0;
  readonly #answers = new Map<string, Promise<unknown>>();

  /** A public profile, or that of whoever is signed in. */
  async profile(id: string | null): Promise<Scholar | null> {
    const query = id === null ? "" : `?${new URLSearchParams({ id }).toString()}`;
    const [profile] = list(await this.#ask(`/profiles${query}`), "profiles").map(scholarOf);
    return profile ?? null;
  }

  /** Papers that a profile lists, as far as this session may read them; of others only those that everybody may read, authors and all. */
  async papersOf(id: string, isOwn: boolean): Promise<Paper[]> {
    const query = new URLSearchParams({ "content.authorids": id, limit: String(MOST_NOTES) });
    const notes = list(await this.#ask(`/notes?${query.toString()}`), "notes");
    return notes
      .filter((note) => isOwn || isPublic(note))
      .map(paperOf)
      .filter((paper) => paper !== null);
  }

  /** The profiles of people whom the page itself names as authors. */
  async people(ids: readonly string[]): Promise<Scholar[]> {
    if (ids.length === 0) return [];
    const body = JSON.stringify({ ids: ids.slice(0, MOST_AUTHORS) });
    return list(await this.#ask("/profiles/search", body), "profiles").map(scholarOf);
  }

  /** The score that the venue computed, where this session may read it. */
  async venueScore(venue: string, forum: string, reviewer: string): Promise<number | null> {
    const invitation = `${venue}/Reviewers/-/Affinity_Score`;
    const query = new URLSearchParams({ invitation, head: forum, tail: reviewer });
    const [edge] = list(await this.#ask(`/edges?${query.toString()}`), "edges");
    const weight = at(edge, "weight");
    return typeof weight === "number" ? weight : null;
  }

  #ask(path: string, body: string | null = null): Promise<unknown> {
    const key = `${path}\n${body ?? ""}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.calls += 1;
    const answer = asked(path, body);
    this.#answers.set(key, answer);
    // What failed may be asked again, at the reader's next press.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }
}

async function asked(path: string, body: string | null): Promise<unknown> {
  const answer = await loggedFetch(new URL(`${BASE}${path}`), {
    method: body === null ? "GET" : "POST",
    body,
    headers: body === null ? {} : { "Content-Type": "application/json" },
    credentials: "include",
    cache: "no-store",
  }).catch(() => {
    throw new ApiRefused(null);
  });
  if (!answer.ok) throw new ApiRefused(answer.status);
  return answer.json().catch(() => {
    throw new ApiRefused(null);
  });
}

// Answers are what somebody wrote: every field is looked at before it is believed.

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined,
    value,
  );
}

function list(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function text(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
}

/** A field of a note: bare in the first API, wrapped in the second. */
function field(note: unknown, name: string): unknown {
  const found = at(note, "content", name);
  return at(found, "value") ?? found;
}

function scholarOf(profile: unknown): Scholar {
  const names = list(profile, "content", "names");
  const name = names.find((one) => at(one, "preferred") === true) ?? names[0];
  const parts = [text(name, "first"), text(name, "middle"), text(name, "last")];
  const institutions = list(profile, "content", "history").map((entry) =>
    text(entry, "institution", "domain"),
  );
  const mails = list(profile, "content", "emails").map((mail) => text(mail)?.split("@")[1] ?? null);
  return {
    id: text(profile, "id"),
    name: text(name, "fullname") ?? parts.filter((part) => part !== null).join(" "),
    domains: [...new Set([...institutions, ...mails].filter((domain) => domain !== null))],
  };
}

/** Whether everybody may read a note and who wrote it: a blind submission is public, its authors are read by a few. */
function isPublic(note: unknown): boolean {
  const isOpen = (readers: unknown): boolean => Array.isArray(readers) && readers.includes("everyone");
  const fields = ["authors", "authorids"].map((name) => at(note, "content", name, "readers"));
  return isOpen(at(note, "readers")) && fields.every((readers) => readers === undefined || isOpen(readers));
}

function paperOf(note: unknown): Paper | null {
  const id = text(note, "forum") ?? text(note, "id");
  const title = text(field(note, "title"));
  if (id === null || title === null) return null;
  const ids = list(field(note, "authorids"));
  // Newer notes have authors as objects, and no field of their ids.
  const authors = list(field(note, "authors")).map((author, place): Scholar => {
    const own = text(ids[place]) ?? text(author, "username");
    const name = text(author) ?? text(author, "fullname") ?? "";
    return { name, id: own?.startsWith("~") === true ? own : null, domains: [] };
  });
  const time = at(note, "pdate") ?? at(note, "cdate");
  const year = typeof time === "number" ? new Date(time).getUTCFullYear() : null;
  return { id, title, abstract_text: text(field(note, "abstract")), authors, year };
}
