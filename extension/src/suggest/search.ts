/** Works that may be the source of a sentence: two indexes are searched with its words, and the core compares what they give. */

import type { AssignmentRequest } from "../openreview/messages";
import type { Assessment } from "@citelight/shared/generated/Assessment";

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import { at, list, text } from "../openreview/api";
import { NOBODY } from "../openreview/compare";
import { folded } from "../openreview/confidential";
import { tellRequest } from "../request-log";
import { withTimeout } from "@citelight/shared/timeout";
import type { FoundSources } from "./sources";

const ANSWER_MS = 20_000;
const EACH = 25;
const SHOWN = 8;

interface Found {
  work: ComparedWork;
  doi: string | null;
}

interface Index {
  name: string;
  address(query: string): URL;
  works(answer: unknown): (Found | null)[];
}

function address(base: string, query: Readonly<Record<string, string>>): URL {
  return new URL(`${base}?${new URLSearchParams(query).toString()}`);
}

const INDEXES: readonly Index[] = [
  {
    name: "OpenAlex",
    address: (query) =>
      address("https://api.openalex.org/works", {
        search: query,
        "per-page": String(EACH),
        select: "id,title,publication_year,authorships,doi,abstract_inverted_index",
      }),
    works: (answer) =>
      list(answer, "results").map((one) =>
        foundOf(one, {
          year: at(one, "publication_year"),
          authors: list(one, "authorships").map((author) => text(author, "author", "display_name")),
          doi: text(one, "doi"),
          abstract: abstractOf(at(one, "abstract_inverted_index")),
        }),
      ),
  },
  {
    name: "Semantic Scholar",
    address: (query) =>
      address("https://api.semanticscholar.org/graph/v1/paper/search", {
        query,
        limit: String(EACH),
        fields: "title,abstract,year,authors,externalIds",
      }),
    works: (answer) =>
      list(answer, "data").map((one) =>
        foundOf(one, {
          year: at(one, "year"),
          authors: list(one, "authors").map((author) => text(author, "name")),
          doi: text(one, "externalIds", "DOI"),
          abstract: text(one, "abstract"),
        }),
      ),
  },
];

function foundOf(
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

/** @param assess by the core, in this browser. */
export async function findSources(
  sentence: string,
  query: string,
  assess: (order: AssignmentRequest) => Promise<Assessment>,
): Promise<FoundSources> {
  const answers = await Promise.all(INDEXES.map((index) => asked(index, query)));
  const failed = INDEXES.filter((_, place) => answers[place] === null).map(({ name }) => name);
  const found = distinct(answers.flatMap((works) => works ?? []));
  if (found.length === 0) return { sources: [], failed };
  const submission: ComparedWork = { title: sentence, abstract_text: null, authors: [], year: null };
  const works = found.map(({ work }) => work);
  const { by_meaning: meaning, by_words: words } = await assess({
    submission,
    works,
    reviewer: null,
    since: 0,
  });
  const cosines = (meaning ?? words)?.cosines ?? [];
  const sources = found
    .map(({ work, doi }, place) => ({
      ...{ title: work.title, year: work.year, doi, authors: work.authors.map(({ name }) => name) },
      cosine: cosines[place] ?? null,
    }))
    .sort((one, other) => (other.cosine ?? -2) - (one.cosine ?? -2))
    .slice(0, SHOWN)
    .map((source) => (meaning === null ? { ...source, cosine: null } : source));
  return { sources, failed };
}

async function asked(index: Index, query: string): Promise<Found[] | null> {
  const url = index.address(query);
  const sent = { at: Date.now(), method: "GET", url: url.href, sent: 0 };
  try {
    const answer = await withTimeout(
      ANSWER_MS,
      fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", cache: "default" }),
    );
    tellRequest({ ...sent, status: answer.status });
    return answer.ok ? index.works(await answer.json()).filter((work) => work !== null) : null;
  } catch {
    tellRequest({ ...sent, status: null });
    return null;
  }
}

/** A work that both indexes know is one; with the abstract of whichever has one. */
function distinct(all: readonly Found[]): Found[] {
  const known = new Map<string, Found>();
  for (const found of all) {
    const key = folded(found.work.title);
    const other = known.get(key);
    if (other === undefined) known.set(key, found);
    else {
      other.work.abstract_text ??= found.work.abstract_text;
      other.doi ??= found.doi;
    }
  }
  return [...known.values()];
}
