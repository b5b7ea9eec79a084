// `citelight bib` against sources that answer as scripted: renamed submissions, records without titles, identifiers of other works,
// retractions that only a notice tells of.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { entriesOf, folder, run } from "./support.mjs";

const home = folder();
after(() => {
  home.remove();
});

/**
 * @typedef {object} Scripted
 * @property {string[]} if what an address must hold, all of it, to be answered so
 * @property {(address: string) => unknown} body the answer to such an address; undefined if there is none
 */

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
    const told = found?.body(address);
    const { status, body } = told === undefined ? nothing(address) : { status: 200, body: told };
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
  body: () => ({
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
  }),
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

test("a title that OpenReview's own entry or an edit bears is the work's", async () => {
  const own =
    "@inproceedings{\nhuang2025,\ntitle={Sparse gates save compute},\nauthor={Yu Huang and Li Ge},\nyear={2025}\n}";
  const hidden = { authors: { value: [] } };
  const edit = (/** @type {string} */ title) => ({ note: { content: { title: { value: title } } } });
  const scripted = [
    note("OWNBIBTEX1", "Thrifty Routing of Experts", { _bibtex: { value: own } }),
    note("EDITED0001", "Thrifty Routing of Experts", hidden),
    {
      if: ["/openreview2/notes/edits?", "EDITED0001"],
      body: () => ({ edits: [edit("Thrifty"), edit(TITLE)], count: 2 }),
    },
    note("UNEDITED01", "Thrifty Routing of Experts", { authors: { value: ["Ann Lee", "Bo Kim"] } }),
  ];
  const ids = ["OWNBIBTEX1", "EDITED0001", "UNEDITED01"];
  const { outcome } = await checked(scripted, ids.map((id) => submission(id, id)).join("\n"));
  const [first, second, third] = entriesOf(outcome);
  assert.equal(first?.label, "VALID", JSON.stringify(first));
  assert.equal(second?.label, "VALID", JSON.stringify(second));
  assert.deepEqual([third?.label, third?.status], ["HALLUCINATED", "identifier_of_another_work"]);
});

/** @typedef {{ DOI: string }} Work */

const FIELDS = {
  type: "journal-article",
  author: [
    { given: "Yi", family: "Huan" },
    { given: "Ou", family: "Zou" },
  ],
  "container-title": ["Systems Notes"],
  issued: { "date-parts": [[2010]] },
};

/** @param {string} doi @param {object} more @returns {Work} */
const work = (doi, more) => ({
  DOI: doi,
  ...FIELDS,
  ...more,
});

/**
 * Crossref's answers about works: about one by its address, about several by a list.
 *
 * @param {Work[]} held
 * @returns {Scripted}
 */
const works = (held) => ({
  if: ["/crossref/works"],
  body: (address) => {
    const message = held.find(({ DOI }) => address.startsWith(`/crossref/works/${DOI}`));
    if (message !== undefined) return { status: "ok", "message-type": "work", message };
    if (!address.includes("filter=doi:")) return undefined;
    const items = held.filter(({ DOI }) => address.includes(`doi:${DOI}`));
    return { status: "ok", "message-type": "work-list", message: { items } };
  },
});

/** @param {string} key @param {string} doi @param {string} [title] */
const article = (key, doi, title = `Control of two arms, number ${key}`) =>
  `@article{${key}, author={Huan, Yi and Zou, Ou}, title={${title}}, journal={Systems Notes}, year={2010}, doi={${doi}}}`;

test("a record without a title contradicts nothing", async () => {
  const titles = [
    [],
    [""],
    undefined,
    ["[No title found]"],
    ["Untitled"],
    ["."],
    null,
    ["WITHDRAWN"],
    ["n/a"],
  ];
  const dois = [...titles, null].map((_, at) => `10.5555/n.${at}x`);
  const scripted = [
    works(titles.map((title, at) => work(dois[at] ?? "", { title }))),
    {
      if: ["/openalex/works", "10.5555/n.9x"],
      body: () => ({
        meta: { count: 1 },
        results: [
          {
            id: "https://openalex.org/W1",
            doi: "https://doi.org/10.5555/n.9x",
            title: null,
            publication_year: 2010,
            authorships: [],
          },
        ],
      }),
    },
  ];
  const { outcome } = await checked(scripted, dois.map((doi, at) => article(`n${at}`, doi)).join("\n"));
  const entries = entriesOf(outcome);
  for (const entry of entries) assert.notEqual(entry.label, "HALLUCINATED", JSON.stringify(entry));
  assert.deepEqual(
    entries.slice(0, -1).map(({ label }) => label),
    titles.map(() => "VALID"),
  );
  // What stands in the place of one title tells that the work was withdrawn.
  const withdrawn = entries.filter(({ work: status }) => status.kind !== "current");
  assert.deepEqual(
    withdrawn.map(({ key }) => key),
    ["n7"],
  );
});

test("an arXiv paper is excused by the title of an earlier version, and by nothing else", async () => {
  const titles = new Map([
    ["2101.00001", "Thrifty Routing of Experts"],
    ["2101.00001v1", TITLE],
    ["2101.00002", "Thrifty Routing of Experts"],
    ["2101.00002v1", "Thrifty Routing"],
    ["2101.00003", "Thrifty Routing of Experts"],
    ["2101.00003v1", "Thrifty Routing"],
    ["2101.00003v2", TITLE],
  ]);
  const paperOf = (/** @type {string} */ id) =>
    `<entry><id>http://arxiv.org/abs/${id}</id><title>${titles.get(id)}</title><summary>Gates.</summary><published>2021-01-05T00:00:00Z</published><author><name>Yu Huang</name></author><author><name>Li Ge</name></author></entry>`;
  /** @type {Scripted[]} */
  const scripted = [
    {
      if: ["/arxiv/api/query", "id_list="],
      body: (address) => {
        const asked = /id_list=([^&]*)/.exec(address)?.[1]?.split(",") ?? [];
        return `<feed xmlns="http://www.w3.org/2005/Atom">${asked
          .filter((id) => titles.has(id))
          .map(paperOf)
          .join("")}</feed>`;
      },
    },
  ];
  const paper = (/** @type {string} */ id) =>
    `@misc{a${id}, author={Huang, Yu and Ge, Li}, title={${TITLE}}, year={2021}, eprint={${id}}, archiveprefix={arXiv}}`;
  const ids = ["2101.00001", "2101.00002", "2101.00003"];
  const { outcome } = await checked(scripted, ids.map(paper).join("\n"));
  const [first, second, third] = entriesOf(outcome);
  assert.equal(third?.label, "VALID", JSON.stringify(third));
  assert.equal(first?.label, "VALID", JSON.stringify(first));
  assert.deepEqual([second?.label, second?.status], ["HALLUCINATED", "identifier_of_another_work"]);
});

test("another title under a real identifier is named as that in every format", async () => {
  const scripted = [works([work("10.5555/other.1", { title: ["A history of locks"] })])];
  const bibtex = article("other", "10.5555/other.1");
  const json = await checked(scripted, bibtex);
  const [entry] = entriesOf(json.outcome);
  assert.deepEqual([entry?.label, entry?.status], ["HALLUCINATED", "identifier_of_another_work"]);
  for (const [format, pattern] of /** @type {const} */ ([
    ["text", /needs review, not found, identifier of another work/],
    ["github", /identifier of another work/],
    ["sarif", /"identifier-of-another-work"/],
    ["junit", /identifier of another work/],
  ])) {
    const { outcome } = await checked(scripted, bibtex, ["--format", format]);
    assert.match(outcome.stdout, pattern, format);
    assert.match(outcome.stdout, /A history of locks/, format);
  }
});

test("retractions are found by the notices about a work, also of DOIs with commas", async () => {
  const dois = [
    "10.5555/gone.1",
    "10.5555/gone.2,3",
    "10.5555/doubt.1",
    "10.5555/mended.1",
    "10.5555/anew.1",
  ];
  const kinds = ["retraction", "withdrawal", "expression_of_concern", "correction", "retraction"];
  const notices = dois.map((doi, at) => ({
    DOI: `10.5555/notice.${at}`,
    title: [at === 4 ? "Notice of Retraction and Replacement" : "Notice"],
    "update-to": [{ DOI: doi, type: kinds[at], updated: { "date-parts": [[2015, 6, 7]] } }],
  }));
  /** @type {Scripted[]} */
  const scripted = [
    {
      if: ["/crossref/works?", "updates:"],
      body: (address) => {
        const items = notices.filter((_, at) => address.includes(`updates:${dois[at]}`));
        return { status: "ok", "message-type": "work-list", message: { items } };
      },
    },
    works(dois.map((doi, at) => work(doi, { title: [`Control of two arms, number k${at}`] }))),
  ];
  const { outcome, asked } = await checked(
    scripted,
    dois.map((doi, at) => article(`k${at}`, doi)).join("\n"),
  );
  const entries = entriesOf(outcome);
  const told = entries.map(
    ({ work: status }) => /** @type {{ kind: string, date?: string, manner?: string }} */ (status),
  );
  assert.deepEqual(
    told.map(({ kind, date, manner }) => [kind, date, manner]),
    [
      ["retracted", "2015-06-07", undefined],
      ["retracted", "2015-06-07", "withdrawn"],
      ["concern", undefined, undefined],
      ["corrected", undefined, undefined],
      ["retracted", "2015-06-07", "replaced"],
    ],
    outcome.stdout,
  );
  const filters = asked.filter((address) => address.includes("filter=updates:"));
  assert.ok(
    filters.some((address) => address.includes("updates:10.5555/gone.2,3&")),
    filters.join("\n"),
  );
  const summary = /** @type {{ summary: { retracted: number } }} */ (parseJson(outcome.stdout)).summary;
  assert.equal(summary.retracted, 2, "what was replaced can be cited");
});

test("an entry that names its preprint's DOI is asked for by its title, too", async () => {
  const preprint = work("10.1101/123456", {
    title: ["Control of two arms, number p"],
    type: "posted-content",
    subtype: "preprint",
    "container-title": [],
    issued: { "date-parts": [[2009]] },
  });
  const paper = work("10.5555/paper.1", { title: ["Control of two arms, number p"] });
  /** @type {Scripted} */
  const byTitle = {
    if: ["/crossref/works?query"],
    body: () => ({ status: "ok", "message-type": "work-list", message: { items: [paper, preprint] } }),
  };
  const bibtex = article("p", "10.1101/123456");
  const { outcome } = await checked([byTitle, works([preprint, paper])], bibtex);
  const [entry] = entriesOf(outcome);
  assert.equal(entry?.label, "VALID", JSON.stringify(entry));
  // Where nobody knows a paper, the journal is wrong.
  const alone = entriesOf((await checked([works([preprint])], bibtex)).outcome);
  assert.equal(alone[0]?.label, "HALLUCINATED", JSON.stringify(alone));
});
