/** Scholarly indexes, asked without cookies, mail address or keys, and what they say about works. */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import { at, list, text } from "../openreview/api";
import { NOBODY } from "../openreview/compare";
import { tellRequest } from "../request-log";

const ANSWER_MS = 20_000;

export interface Found {
  work: ComparedWork;
  doi: string | null;
}

export function address(base: string, query: Readonly<Record<string, string>>): URL {
  return new URL(`${base}?${new URLSearchParams(query).toString()}`);
}

/**
 * What an index answers, as `read` understands it; null if it gives no answer in time. The request is listed for the reader. The browser's
 * cache keeps nothing of it: private windows are served here, too.
 */
export async function askIndex<T>(url: URL, read: (answer: Response) => Promise<T>): Promise<T | null> {
  const sent = { at: Date.now(), method: "GET", url: url.href, sent: 0 };
  let status: number | null = null;
  try {
    const answer = await fetch(url, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    status = answer.status;
    return answer.ok ? await read(answer) : null;
  } catch {
    return null;
  } finally {
    tellRequest({ ...sent, status });
  }
}

/** OpenAlex's works: each is one of its results with the fields of `OPENALEX_FIELDS`. */
export const OPENALEX_WORKS = "https://api.openalex.org/works";
export const OPENALEX_FIELDS = "id,title,publication_year,authorships,doi,abstract_inverted_index";

export function openAlexWorks(answer: unknown): Found[] {
  const works = list(answer, "results").map((one) =>
    foundOf(one, {
      year: at(one, "publication_year"),
      authors: list(one, "authorships").map((author) => text(author, "author", "display_name")),
      doi: text(one, "doi"),
      abstract: abstractOf(at(one, "abstract_inverted_index")),
    }),
  );
  return works.filter((work) => work !== null);
}

/** A work by its `title` and what an index says besides. */
export function foundOf(
  one: unknown,
  more: { year: unknown; authors: readonly (string | null)[]; doi: string | null; abstract: string | null },
): Found | null {
  const title = text(one, "title");
  if (title === null) return null;
  const authors = more.authors.filter((name) => name !== null).map((name) => ({ ...NOBODY, name }));
  const year = typeof more.year === "number" ? more.year : null;
  const doi = more.doi?.toLowerCase().replace(/^https?:\/\/(?:dx\.)?doi\.org\//, "") ?? null;
  return { work: { title, abstract_text: more.abstract, authors, year }, doi };
}

/** OpenAlex gives words with their places. */
function abstractOf(places: unknown): string | null {
  if (typeof places !== "object" || places === null) return null;
  const words: string[] = [];
  for (const [word, at] of Object.entries(places))
    for (const place of Array.isArray(at) ? (at as unknown[]) : [])
      if (typeof place === "number" && place >= 0 && place < 5000) words[place] = word;
  const whole = words.join(" ").replace(/\s+/g, " ").trim();
  return whole === "" ? null : whole;
}
