/** Works that may be the source of a sentence: two indexes are searched with its words, and the core compares what they give. */

import type { AssignmentRequest } from "../openreview/messages";
import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import { at, list, text } from "../openreview/api";
import { folded } from "../openreview/confidential";
import {
  address,
  askIndex,
  foundOf,
  OPENALEX_FIELDS,
  OPENALEX_WORKS,
  openAlexWorks,
  type Found,
} from "./indexes";
import type { FoundSources } from "./sources";

const EACH = 25;
const SHOWN = 8;

interface Index {
  name: string;
  address(query: string): URL;
  works(answer: unknown): (Found | null)[];
}

const INDEXES: readonly Index[] = [
  {
    name: "OpenAlex",
    address: (query) =>
      address(OPENALEX_WORKS, { search: query, "per-page": String(EACH), select: OPENALEX_FIELDS }),
    works: openAlexWorks,
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

function asked(index: Index, query: string): Promise<Found[] | null> {
  return askIndex(index.address(query), async (answer) =>
    index.works(await answer.json()).filter((work) => work !== null),
  );
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
