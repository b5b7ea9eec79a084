// arXiv: the Atom API (export.arxiv.org/api/query) and the site's /abs, /html, /pdf, /e-print.
import { gzipSync } from "node:zlib";
import { decode, element, escapeXml, integer, raw, textElement } from "../answer.mjs";
import { citationMetas } from "../formats.mjs";
import { dateOf, fullName, hash } from "../identities.mjs";
import { words } from "../search.mjs";
import { arxivOf, fullTitle } from "../store.mjs";

/** @typedef {import("../store.mjs").Work} Work */
/** @typedef {import("../answer.mjs").World} World */

const ATOM = "application/atom+xml; charset=UTF-8";
const NAMESPACES =
  'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom"';
const UPDATED = "2026-04-12T22:59:06Z";

/** @param {string} inner */
const feed = (inner) => `<?xml version='1.0' encoding='UTF-8'?>\n<feed ${NAMESPACES}>\n${inner}</feed>\n`;

/**
 * @param {Work} work
 * @param {string | null} version
 */
function entry(work, version) {
  const id = `${work.arxiv ?? ""}${version ?? "v1"}`;
  const time = `${dateOf(work)}T12:00:00Z`;
  const category = work.arxiv?.includes("/") ? (work.arxiv.split("/", 1)[0] ?? "cs.LG") : "cs.LG";
  // A work that appeared elsewhere names the journal and its DOI; arXiv's own DOI is not given.
  const published = work.doi !== null && !work.doi.startsWith("10.48550/") ? work.doi : null;
  return `  <entry>
    <id>http://arxiv.org/abs/${id}</id>
    ${textElement("title", fullTitle(work))}
    <updated>${time}</updated>
    <link href="https://arxiv.org/abs/${id}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>${
      published
        ? `\n    <link rel="related" href="https://doi.org/${escapeXml(published)}" title="doi"/>`
        : ""
    }
    ${textElement("summary", work.abstract ?? "")}
    <category term="${category}" scheme="http://arxiv.org/schemas/atom"/>
    <published>${time}</published>${work.comment ? `\n    ${textElement("arxiv:comment", work.comment)}` : ""}
    <arxiv:primary_category term="${category}"/>${
      published && work.venue
        ? `\n    ${textElement("arxiv:journal_ref", `${work.venue}${work.volume ? ` ${work.volume}` : ""} (${work.year ?? ""})`)}`
        : ""
    }
${work.authors.map((author) => `    <author>\n      ${textElement("name", fullName(author))}\n    </author>\n`).join("")}${published ? `    ${textElement("arxiv:doi", published)}\n` : ""}  </entry>
`;
}

/** @param {string} id */
function malformed(id) {
  const about = `https://arxiv.org/api/errors#incorrect_id_format_for_${escapeXml(id)}`;
  return raw(
    feed(`  <id>https://arxiv.org/</id>
  <title>arXiv Search Results</title>
  <updated>${UPDATED}</updated>
  <opensearch:itemsPerPage>1</opensearch:itemsPerPage>
  <opensearch:totalResults>1</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  <entry>
    <id>${about}</id>
    <title>Error</title>
    <updated>${UPDATED}</updated>
    <link href="${about}" rel="alternate" type="text/html"/>
    <summary>incorrect id format for ${escapeXml(id)}</summary>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
`),
    ATOM,
    400,
  );
}

/**
 * A search_query: fields (ti, au, abs, all …) joined by AND, OR, ANDNOT.
 *
 * @param {string} text
 * @param {World} world
 * @returns {Work[]}
 */
export function searched(text, world) {
  const index = world.store.of.arxiv;
  /** @type {Map<Work, number> | undefined} */
  let found;
  let operator = "OR";
  const pieces = text.match(/(?:\w+:)?(?:"[^"]*"|\([^)]*\)|[^\s"()]+)/g) ?? [];
  for (const piece of pieces) {
    if (/^(AND|OR|ANDNOT)$/.test(piece)) {
      operator = piece;
      continue;
    }
    const colon = /^(ti|au|abs|all|cat|co|jr|id):/.exec(piece);
    const field = colon?.[1] ?? "all";
    const value = (colon ? piece.slice(field.length + 1) : piece).replace(/^[("]|[)"]$/g, "");
    const hits =
      field === "au"
        ? index.works
            .filter(({ authors }) =>
              authors.some((author) => words(value).every((word) => words(fullName(author)).includes(word))),
            )
            .map((work) => ({ work, score: 1 }))
        : (field === "ti" ? index.titles : index.everything).containing(value).flatMap((hit) => {
            const work = index.works[hit.index];
            return work ? [{ work, score: hit.score }] : [];
          });
    const these = new Map(hits.map(({ work, score }) => [work, score]));
    const before = found;
    if (!before) found = these;
    else if (operator === "AND") found = new Map([...before].filter(([work]) => these.has(work)));
    else if (operator === "ANDNOT") found = new Map([...before].filter(([work]) => !these.has(work)));
    else found = new Map([...before, ...these]);
    operator = "OR";
  }
  return [...(found ?? [])].sort(([, one], [, other]) => other - one).map(([work]) => work);
}

/**
 * @param {URLSearchParams} query
 * @param {World} world
 */
function api(query, world) {
  const search = query.get("search_query") ?? "";
  const ids = (query.get("id_list") ?? "").split(",").filter((id) => id !== "");
  /** @type {{ work: Work, version: string | null }[]} */
  let found = [];
  for (const id of ids) {
    const asked = arxivOf(id);
    if (!asked) return malformed(id);
    const work = world.store.of.arxiv.byArxiv.get(asked.id);
    if (work) found.push({ work, version: asked.version });
  }
  if (search !== "") {
    const wanted = new Set(found.map(({ work }) => work));
    found = searched(search, world)
      .filter((work) => ids.length === 0 || wanted.has(work))
      .map((work) => ({ work, version: null }));
  }
  const start = integer(query, "start", 0);
  const most = integer(query, "max_results", 10, 2000);
  const about = `search_query=${search}&id_list=${ids.join(",")}&start=${start}&max_results=${most}`;
  const link = `https://arxiv.org/api/query?search_query=${search}&start=${start}&max_results=${most}&id_list=${ids.join(",")}`;
  const inner = `  <id>https://arxiv.org/api/${Buffer.from(String(hash(about))).toString("base64")}</id>
  ${textElement("title", `arXiv Query: ${about}`)}
  <updated>${UPDATED}</updated>
  <link href="${escapeXml(link)}" type="application/atom+xml"/>
  <opensearch:itemsPerPage>${most}</opensearch:itemsPerPage>
  <opensearch:totalResults>${found.length}</opensearch:totalResults>
  <opensearch:startIndex>${start}</opensearch:startIndex>
`;
  return raw(
    feed(
      inner +
        found
          .slice(start, start + most)
          .map(({ work, version }) => entry(work, version))
          .join(""),
    ),
    ATOM,
  );
}

/** @param {string} what */
const missing = (what) =>
  raw(
    `<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><h1>${escapeXml(what)}</h1></body></html>`,
    "text/html; charset=utf-8",
    404,
  );

/** @type {import("../answer.mjs").Api} */
export function arxiv(ask, world) {
  if (ask.path === "/api/query") return api(ask.query, world);
  const asked = /^\/(abs|html|pdf|e-print|src)\/(.+?)(?:\.pdf)?\/?$/.exec(decode(ask.path));
  const id = asked?.[2] === undefined ? null : arxivOf(asked[2]);
  const work = id && world.store.of.arxiv.byArxiv.get(id.id);
  if (!asked?.[1] || !id) return missing("Page not found");
  const names = [`${id.id}${id.version ?? ""}`, id.id, `${id.id}v1`].map((name) => name.replace("/", "_"));
  /** @param {string[]} endings */
  const text = (endings) => world.texts.find(names, endings);
  if (asked[1] === "html") {
    const body = text([".html", ".xhtml"]);
    return body ? raw(body, "text/html; charset=utf-8") : missing(`No HTML for '${asked[2]}'`);
  }
  if (asked[1] === "pdf") {
    const body = text([".pdf"]);
    return body ? raw(body, "application/pdf") : missing(`No PDF for '${asked[2]}'`);
  }
  if (asked[1] !== "abs") {
    const tex = text([".tex"]);
    // A source of one file is that file, compressed.
    const body = text([".tar.gz", ".tgz", ".gz"]) ?? (tex && gzipSync(tex));
    return body ? raw(body, "application/gzip") : missing(`No source for '${asked[2]}'`);
  }
  if (!work) return missing(`Article identifier '${asked[2]}' not recognized`);
  const metas = citationMetas(work).map(
    ([name, value]) => `<meta name="${name}" content="${escapeXml(value ?? "")}"/>`,
  );
  const comment = work.comment
    ? element('td class="tablecell comments mathjax"', escapeXml(work.comment))
    : "";
  return raw(
    `<!DOCTYPE html>\n<html lang="en"><head><title>[${escapeXml(work.arxiv ?? "")}] ${escapeXml(fullTitle(work))}</title>\n${metas.join("\n")}\n</head>\n<body><h1 class="title mathjax">${escapeXml(fullTitle(work))}</h1>\n<blockquote class="abstract mathjax">${escapeXml(work.abstract ?? "")}</blockquote>\n<table><tr>${comment}</tr></table></body></html>`,
    "text/html; charset=utf-8",
  );
}
