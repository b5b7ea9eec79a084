// OpenReview: API 1 (bare values, one `invitation`) and API 2 ({ value }, `invitations`): /notes by id, forum or
// title, /notes/search; and the site's /pdf?id=.
import { integer, json, raw } from "../answer.mjs";
import { dateOf, fullName, hash } from "../identities.mjs";
import { words } from "../search.mjs";
import { fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */

/** The first year of venues on API 2. */
const FIRST_YEAR_V2 = 2023;

/** @param {Work} work */
function contentOf(work) {
  const first = words(work.authors[0]?.family ?? "anonymous").join("");
  return {
    title: fullTitle(work),
    abstract: work.abstract ?? "",
    paperhash: `${first}|${words(fullTitle(work)).join("_")}`,
    authors: work.authors.map(fullName),
    authorids: work.authors.map((author) => `~${fullName(author).replaceAll(" ", "_")}1`),
    keywords: [],
    venue: `${work.venue_short ?? work.venue ?? ""} ${work.year ?? ""}`.trim(),
    venueid: `${(work.venue_short ?? "TMLR").replaceAll(" ", "_")}.cc/${work.year ?? ""}/Conference`,
    pdf: `/pdf/${hash(work.id).toString(16)}.pdf`,
  };
}

/**
 * @param {Work} work
 * @param {1 | 2} version
 */
function noteOf(work, version) {
  const content = contentOf(work);
  const time = Date.parse(dateOf(work));
  const group = content.venueid;
  const number = hash(work.id) % 9000;
  const id = work.openreview ?? "";
  const common = {
    cdate: time,
    tcdate: time,
    tmdate: time,
    readers: ["everyone"],
    signatures: [`${group}/Submission${number}/Authors`],
    writers: [group],
    replyto: null,
  };
  if (version === 1)
    return {
      id,
      original: `${id}Original`,
      number,
      ...common,
      ddate: null,
      content,
      forum: id,
      referent: null,
      invitation: `${group}/-/Blind_Submission`,
      nonreaders: [],
      details: { replyCount: 0 },
    };
  return {
    id,
    forum: id,
    domain: group,
    number,
    ...common,
    invitations: [`${group}/-/Submission`, `${group}/-/Edit`],
    content: Object.fromEntries(Object.entries(content).map(([name, value]) => [name, { value }])),
    mdate: time,
  };
}

/**
 * @param {1 | 2} version
 * @returns {import("../answer.mjs").Api}
 */
const api = (version) => (ask, world) => {
  const index = world.store.of.openreview;
  const { query } = ask;
  /** @param {Work} work */
  const here = (work) => (work.year ?? 0) >= FIRST_YEAR_V2 === (version === 2);
  if (ask.path === "/pdf") {
    const text = world.texts.find([query.get("id") ?? ""], [".pdf"]);
    return text
      ? raw(text, "application/pdf")
      : json({ name: "NotFoundError", message: "The file was not found", status: 404, details: {} }, 404);
  }
  /** @type {Work[]} */
  let found;
  const id = query.get("id") ?? query.get("forum");
  if (ask.path === "/notes/search") {
    const term = query.get("term") ?? query.get("query") ?? "";
    found = index.titles.containing(term).flatMap((hit) => index.works[hit.index] ?? []);
  } else if (ask.path !== "/notes") {
    return json(
      { name: "NotFoundError", message: `The path ${ask.path} was not found`, status: 404, details: {} },
      404,
    );
  } else if (id !== null) {
    const work = index.byMadeKey(id, ({ openreview }) => (openreview ? [openreview] : []));
    if (!work || !here(work))
      return json(
        {
          name: "NotFoundError",
          message: `The Note ${id} was not found`,
          status: 404,
          details: { path: "id", value: id },
        },
        404,
      );
    found = [work];
  } else if (query.has("content.title") || query.has("paperhash")) {
    const title = words(query.get("content.title") ?? "").join(" ");
    found = index.works.filter(
      (work) =>
        contentOf(work).paperhash === query.get("paperhash") ||
        (title !== "" && words(fullTitle(work)).join(" ") === title),
    );
  } else {
    return json(
      {
        name: "ValidationError",
        message: "A parameter that selects notes is missing",
        status: 400,
        details: {},
      },
      400,
    );
  }
  found = found.filter(here);
  const offset = integer(query, "offset", 0);
  const page = found.slice(offset, offset + integer(query, "limit", 1000, 1000));
  return json(
    { notes: page.map((work) => noteOf(work, version)), count: found.length },
    200,
    "application/json; charset=utf-8",
  );
};

export const openreview = api(1);
export const openreview2 = api(2);
