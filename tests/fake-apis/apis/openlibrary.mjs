// Open Library: its search (/search.json) by ISBN, or by title and author.
import { integer, json } from "../answer.mjs";
import { fullName } from "../identities.mjs";

/** @typedef {import("../store.mjs").Work} Work */

/** @param {Work} work */
const doc = (work) => ({
  key: `/works/${work.id}`,
  title: work.title,
  ...(work.subtitle ? { subtitle: work.subtitle } : {}),
  ...(work.authors.length > 0 ? { author_name: work.authors.map(fullName) } : {}),
  ...(work.year === null ? {} : { first_publish_year: work.year, publish_year: [work.year] }),
  ...(work.publisher ? { publisher: [work.publisher] } : {}),
  ...(work.isbn ? { isbn: [work.isbn] } : {}),
});

/** @type {import("../answer.mjs").Api} */
export function openlibrary(ask, world) {
  if (ask.path !== "/search.json") return json({ error: "notfound", key: ask.path }, 404);
  const index = world.store.of.openlibrary;
  const isbn = ask.query.get("isbn");
  const author = ask.query.get("author")?.toLowerCase();
  const found = isbn
    ? index.works.filter((work) => work.isbn === isbn)
    : index.titles
        .containing(ask.query.get("title") ?? "")
        .flatMap(({ index: place }) => index.works[place] ?? []);
  const by = found.filter(
    (work) => !author || work.authors.some((one) => fullName(one).toLowerCase().includes(author)),
  );
  const docs = by.slice(0, integer(ask.query, "limit", 100, 1000)).map(doc);
  return json({ numFound: by.length, start: 0, numFoundExact: true, docs, num_found: by.length, q: "" });
}
