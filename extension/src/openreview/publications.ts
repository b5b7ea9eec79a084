/** What DBLP and OpenAlex list of one person, by the identifiers that their profile names. */

import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import { address, askIndex, OPENALEX_FIELDS, OPENALEX_WORKS, openAlexWorks } from "../suggest/indexes";
import { NOBODY } from "./compare";
import { checked, type FoundPublications, type ListedElsewhere } from "./listed-elsewhere";

/** The newest of each index: all that count for an assignment. */
const MOST_PAPERS = 200;
/** Kinds of DBLP's records that are works of research. */
const WORKS = ["article", "inproceedings", "incollection", "book", "phdthesis"]
  .map((kind) => `dblpperson > r > ${kind}`)
  .join(",");

export async function findPublications(listed: ListedElsewhere): Promise<FoundPublications> {
  const { dblp, orcid } = checked(listed);
  const asked: [name: string, papers: Promise<ComparedWork[] | null>][] = [];
  // Of a work in both, the one with an abstract comes first.
  if (orcid !== null) asked.push(["OpenAlex", inOpenAlex(orcid)]);
  if (dblp !== null) asked.push(["DBLP", inDblp(dblp)]);
  const answers = await Promise.all(asked.map(([, papers]) => papers));
  return {
    papers: answers.flatMap((papers) => papers ?? []),
    failed: asked.filter((_, place) => answers[place] === null).map(([name]) => name),
  };
}

function inOpenAlex(orcid: string): Promise<ComparedWork[] | null> {
  const url = address(OPENALEX_WORKS, {
    filter: `author.orcid:${orcid}`,
    sort: "publication_date:desc",
    "per-page": String(MOST_PAPERS),
    select: OPENALEX_FIELDS,
  });
  return askIndex(url, async (answer) => openAlexWorks(await answer.json()).map(({ work }) => work));
}

function inDblp(id: string): Promise<ComparedWork[] | null> {
  return askIndex(new URL(`https://dblp.org/pid/${id}.xml`), async (answer) =>
    dblpWorks(await answer.text()),
  );
}

function dblpWorks(xml: string): ComparedWork[] {
  const records = new DOMParser().parseFromString(xml, "application/xml").querySelectorAll(WORKS);
  const works = [...records].map((record): ComparedWork | null => {
    const title = record.querySelector("title")?.textContent.trim().replace(/\.$/, "") ?? "";
    const year = Number(record.querySelector("year")?.textContent ?? NaN);
    // Namesakes are numbered.
    const names = [...record.querySelectorAll("author")].map(({ textContent }) =>
      textContent.trim().replace(/\s\d{4}$/, ""),
    );
    if (title === "") return null;
    const authors = names.map((name) => ({ ...NOBODY, name }));
    return { title, abstract_text: null, authors, year: Number.isInteger(year) ? year : null };
  });
  return works
    .filter((work) => work !== null)
    .sort((one, other) => (other.year ?? 0) - (one.year ?? 0))
    .slice(0, MOST_PAPERS);
}
