// DBLP: publication search (/search/publ/api) in JSON and XML, records as BibTeX (/rec/{key}.bib), a person's publications (/pid/{pid}.xml).
import { decode, element, escapeXml, integer, json, raw, remember, textElement } from "../answer.mjs";
import { toBibtex } from "../formats.mjs";
import { dblpKey, dblpPerson, fullName, hash } from "../identities.mjs";
import { fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */

/** @type {Record<string, string>} */
const TYPES = {
  "journal-article": "Journal Articles",
  "proceedings-article": "Conference and Workshop Papers",
  "posted-content": "Informal and Other Publications",
  book: "Books and Theses",
};

/** @param {import("../store.mjs").Author} author */
function person(author) {
  const { pid, name } = dblpPerson(fullName(author));
  return { "@pid": pid, text: name };
}

const info = remember((/** @type {Work} */ work) => {
  const key = dblpKey(work);
  const people = work.authors.map(person);
  const preprint = work.type === "posted-content" && work.arxiv !== null;
  const ee = work.doi
    ? `https://doi.org/${work.doi}`
    : (work.url ?? (work.arxiv ? `https://arxiv.org/abs/${work.arxiv}` : null));
  return {
    // One author is an object, several are a list.
    ...(people.length > 0 ? { authors: { author: people.length === 1 ? people[0] : people } } : {}),
    title: `${escapeXml(fullTitle(work)).replace(/\.$/, "")}.`,
    ...(work.venue_short || work.venue
      ? { venue: preprint ? "CoRR" : (work.venue_short ?? work.venue) }
      : {}),
    ...(work.volume ? { volume: work.volume } : preprint ? { volume: `abs/${work.arxiv ?? ""}` } : {}),
    ...(work.issue ? { number: work.issue } : {}),
    ...(work.pages ? { pages: work.pages } : {}),
    year: String(work.year ?? ""),
    type: TYPES[work.type] ?? "Informal and Other Publications",
    access: work.arxiv ? "open" : "closed",
    key,
    ...(work.doi ? { doi: work.doi } : {}),
    ...(ee ? { ee } : {}),
    url: `https://dblp.org/rec/${key}`,
  };
});

/** @param {Work} work */
const hitId = (work) => String(hash(`dblp ${work.id}`) % 9_000_000);

/** @param {{ work: Work, score: number }} hit */
function xmlHit({ work, score }) {
  const { authors, ...fields } = info(work);
  const people = authors ? [authors.author].flat().flatMap((one) => (one ? [one] : [])) : [];
  return element(
    `hit score="${score}" id="${hitId(work)}"`,
    element(
      "info",
      element(
        "authors",
        people.map((one) => element(`author pid="${one["@pid"]}"`, escapeXml(one.text))).join(""),
      ) +
        Object.entries(fields)
          .map(([name, value]) => (name === "title" ? element(name, value ?? "") : textElement(name, value)))
          .join(""),
    ) + textElement("url", `URL#${hitId(work)}`),
  );
}

/** Names of records in a person's list. @type {Record<string, string>} */
const RECORDS = { "journal-article": "article", "proceedings-article": "inproceedings", book: "book" };

/** @param {string} pid @param {readonly Work[]} works */
function listOf(pid, works) {
  const people = works.map((work) => work.authors.map(person));
  const own = people.flat().find((one) => one["@pid"] === pid);
  if (own === undefined) return null;
  const records = works.flatMap((work, place) => {
    const authors = people[place] ?? [];
    if (!authors.some((one) => one["@pid"] === pid)) return [];
    const inside = [
      ...authors.map((one) => element(`author pid="${one["@pid"]}"`, escapeXml(one.text))),
      textElement("title", `${fullTitle(work)}.`),
      textElement("year", String(work.year ?? "")),
    ];
    const record = element(`${RECORDS[work.type] ?? "article"} key="${dblpKey(work)}"`, inside.join(""));
    return [element("r", record)];
  });
  const about = element(`person key="homepages/${pid}"`, element(`author pid="${pid}"`, escapeXml(own.text)));
  const attributes = `name="${escapeXml(own.text)}" pid="${pid}" n="${records.length}"`;
  return `<?xml version="1.0"?>\n${element(`dblpperson ${attributes}`, about + records.join(""))}\n`;
}

/** @type {import("../answer.mjs").Api} */
export function dblp(ask, world) {
  const index = world.store.of.dblp;
  const record = /^\/rec\/(.+?)\.(bib|html|xml)$/.exec(decode(ask.path));
  if (record) {
    const work = index.byMadeKey(record[1] ?? "", (one) => [dblpKey(one)]);
    if (!work || record[2] !== "bib")
      return raw("<html><body><h1>Error 404: Not Found</h1></body></html>", "text/html; charset=utf-8", 404);
    return raw(
      toBibtex(work)
        .trim()
        .replace(/^(@\w+\{)[^,]+/, `$1DBLP:${dblpKey(work)}`),
      "application/x-bibtex; charset=utf-8",
    );
  }
  const ofPerson = /^\/pid\/(.+)\.xml$/.exec(decode(ask.path));
  const own = ofPerson && listOf(ofPerson[1] ?? "", index.works);
  if (own) return raw(own, "application/xml; charset=utf-8");
  if (ask.path !== "/search/publ/api")
    return raw("<html><body><h1>Error 404: Not Found</h1></body></html>", "text/html; charset=utf-8", 404);
  const query = ask.query.get("q") ?? "";
  const hits = index.everything.withPrefixes(query).flatMap(({ index: place, score }) => {
    const work = index.works[place];
    return work ? [{ work, score }] : [];
  });
  const first = integer(ask.query, "f", 0);
  const page = hits.slice(first, first + integer(ask.query, "h", 30, 1000));
  const counts = {
    "@total": String(hits.length),
    "@computed": String(hits.length),
    "@sent": String(page.length),
    "@first": String(first),
  };
  if (ask.query.get("format") === "json")
    return json({
      result: {
        query,
        status: { "@code": "200", text: "OK" },
        hits: {
          ...counts,
          ...(page.length > 0
            ? {
                hit: page.map(({ work, score }) => ({
                  "@score": String(score),
                  "@id": hitId(work),
                  info: info(work),
                  url: `URL#${hitId(work)}`,
                })),
              }
            : {}),
        },
      },
    });
  const attributes = Object.entries(counts).map(([name, value]) => `${name.slice(1)}="${value}"`);
  return raw(
    `<?xml version="1.0"?>\n${element("result", textElement("query", query) + element('status code="200"', "OK") + element(`hits ${attributes.join(" ")}`, page.map(xmlHit).join("")))}\n`,
    "text/xml; charset=utf-8",
  );
}
