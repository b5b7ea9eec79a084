// `citelight bib` against sources that answer as scripted: renamed submissions, records without titles, identifiers of other works,
// retractions that only a notice tells of.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { entriesOf, folder, run } from "./support.mjs";

const home = folder();
after(() => {
  home.remove();
});

/** @typedef {{ if: string[], body: unknown }} Scripted what is answered where the address holds all of these */

/**
 * Runs `bib` against sources that hold nothing but what is scripted; every DOI is registered. What was asked comes back, too.
 *
 * @param {Scripted[]} scripted
 * @param {string} bibtex
 * @param {string[]} [more]
 */
async function checked(scripted, bibtex, more = ["--format", "json"]) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? "").replaceAll("+", " "));
    asked.push(address);
    const found = scripted.find(({ if: parts }) => parts.every((part) => address.includes(part)));
    const { status, body } = found === undefined ? nothing(address) : { status: 200, body: found.body };
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "application/xml" : "application/json" });
    response.end(isText ? body : JSON.stringify(body));
  });
  await new Promise((done) =>
    server.listen(0, "127.0.0.1", () => {
      done(undefined);
    }),
  );
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    const file = home.write("refs.bib", bibtex);
    const url = `http://127.0.0.1:${address.port}`;
    const outcome = await run(["bib", file, "--sources-url", url, "--no-limits", "--no-cache", ...more]);
    return { outcome, asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * How each source says that it has no such work.
 *
 * @param {string} address
 */
function nothing(address) {
  const ok = (/** @type {unknown} */ body) => ({ status: 200, body });
  const absent = (/** @type {unknown} */ body) => ({ status: 404, body });
  if (address.startsWith("/crossref/works/")) return absent("Resource not found.");
  if (address.startsWith("/crossref/"))
    return ok({ status: "ok", "message-type": "work-list", message: { items: [] } });
  if (address.startsWith("/openalex/works/")) return absent({});
  if (address.startsWith("/openalex/")) return ok({ meta: { count: 0 }, results: [] });
  if (address.startsWith("/semanticscholar/")) return absent({ error: "Paper not found" });
  if (address.startsWith("/dblp/")) return ok({ result: { hits: { "@total": "0" } } });
  if (address.startsWith("/europepmc/")) return ok({ hitCount: 0, resultList: { result: [] } });
  if (address.startsWith("/datacite/dois/")) return absent({ errors: [{ status: "404" }] });
  if (address.startsWith("/datacite/")) return ok({ data: [], meta: { total: 0 } });
  if (address.startsWith("/arxiv/")) return ok('<feed xmlns="http://www.w3.org/2005/Atom"></feed>');
  if (address.startsWith("/openreview")) return ok({ notes: [], edits: [], references: [], count: 0 });
  if (address.startsWith("/doi/api/handles/"))
    return ok({
      responseCode: 1,
      handle: "x",
      values: [{ index: 1, type: "URL", data: { format: "string", value: "https://example.org" } }],
    });
  return absent({});
}

const TITLE = "Sparse gates save compute";

/** @param {string} id @param {string} title @param {object} [more] */
const note = (id, title, more = {}) => ({
  if: ["/openreview2/notes?", id],
  body: {
    notes: [
      {
        id,
        forum: id,
        invitations: ["ICLR.cc/2025/Conference/-/Submission"],
        content: {
          title: { value: title },
          authors: { value: ["Yu Huang", "Li Ge"] },
          venue: { value: "ICLR 2025 Poster" },
          venueid: { value: "ICLR.cc/2025/Conference" },
          ...more,
        },
        cdate: 1_727_000_000_000,
      },
    ],
    count: 1,
  },
});

/** @param {string} key @param {string} id */
const submission = (key, id) =>
  `@inproceedings{${key}, author={Huang, Yu and Ge, Li}, title={${TITLE}}, booktitle={International Conference on Learning Representations}, year={2025}, url={https://openreview.net/forum?id=${id}}}`;

test("a renamed submission is the same work: its new title is the correction", async () => {
  const renamed = [
    "Sparse Gates Save Compute and Memory in Expert Models",
    "GateSave: Sparse Gates Save Compute",
    "Sparse Gates Save Compute for Large Models",
    "Efficient Sparse Gates Save Compute",
    "Thrifty Routing of Experts",
    "When Do Experts Sleep?",
  ];
  const ids = renamed.map((_, at) => `RENAMED00${at}`);
  const scripted = renamed.map((title, at) => note(ids[at] ?? "", title));
  const bibtex = ids.map((id, at) => submission(`v${at}`, id)).join("\n");
  const { outcome } = await checked(scripted, bibtex);
  for (const [at, entry] of entriesOf(outcome).entries()) {
    assert.deepEqual([entry.label, entry.status], ["UNCERTAIN", "title_mismatch"], JSON.stringify(entry));
    assert.equal(entry.record?.title, renamed[at]);
    assert.match(entry.reasons.join(" "), new RegExp(renamed[at] ?? "-"));
  }
  assert.equal(outcome.code, 0, "nobody is accused");
  const text = (await checked(scripted, bibtex, [])).outcome.stdout;
  assert.match(text, /v0.*: the title differs/);
  assert.doesNotMatch(text, /no such work|not found/);
});

/** @param {string} doi @param {object} more */
const work = (doi, more) => ({
  if: ["/crossref/works/", doi],
  body: {
    status: "ok",
    "message-type": "work",
    message: {
      DOI: doi,
      type: "journal-article",
      author: [
        { given: "Yi", family: "Huan" },
        { given: "Ou", family: "Zou" },
      ],
      "container-title": ["Systems Notes"],
      issued: { "date-parts": [[2010]] },
      ...more,
    },
  },
});

/** @param {string} key @param {string} doi @param {string} [title] */
const article = (key, doi, title = `Control of two arms, number ${key}`) =>
  `@article{${key}, author={Huan, Yi and Zou, Ou}, title={${title}}, journal={Systems Notes}, year={2010}, doi={${doi}}}`;

test("another title under a real identifier is named as that in every format", async () => {
  const scripted = [work("10.5555/other.1", { title: ["A history of locks"] })];
  const bibtex = article("other", "10.5555/other.1");
  const json = await checked(scripted, bibtex);
  const [entry] = entriesOf(json.outcome);
  assert.deepEqual([entry?.label, entry?.status], ["HALLUCINATED", "identifier_of_another_work"]);
  for (const [format, pattern] of /** @type {const} */ ([
    ["text", /needs review, identifier of another work/],
    ["github", /identifier of another work/],
    ["sarif", /"identifier-of-another-work"/],
    ["junit", /identifier of another work/],
  ])) {
    const { outcome } = await checked(scripted, bibtex, ["--format", format]);
    assert.match(outcome.stdout, pattern, format);
    assert.match(outcome.stdout, /A history of locks/, format);
  }
});
