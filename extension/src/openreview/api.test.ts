import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Answers, OpenReviewApi, type Paper } from "./api";
import { checkAssignment, type Assignment } from "./assignment";
import type { OpenReviewClient } from "./client";
import { NOBODY } from "./compare";
import { stateOf, type Forum } from "./markup";
import { NO_CONSENT, type Consent } from "./policy";
import type { AssignmentRequest } from "./messages";
import { enter, leave } from "@citelight/test-support/fake-browser";

const RAE = "~Rae_Viewer1";
const TITLE = "Sleep schedules of millers: a diary study with forty participants";

const ABSTRACT =
  "Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded.";

const value = (value: unknown, readers?: string[]): object => ({ value, ...(readers && { readers }) });

function note(id: string, title: string, authors: object, more: object = {}): object {
  return {
    ...{ id, forum: id, readers: ["everyone"], pdate: Date.UTC(2024, 5, 1) },
    content: { title: value(title), abstract: value("An abstract."), ...authors },
    ...more,
  };
}

const CHAIRS = ["Other.example/2026/Conference/Program_Chairs"];
const open = { authors: value(["Rae Viewer"]), authorids: value([RAE]) };
const NOTES = [
  note("Open000001", "A paper that everybody may read", open),
  // Public and blind: who wrote it is read by chairs alone.
  note("Blind00001", "A blind paper", {
    authors: value(["Rae Viewer"], CHAIRS),
    authorids: value([RAE], CHAIRS),
  }),
  note("Blind00002", "Another blind paper", {
    authors: value(["Rae Viewer"], CHAIRS),
    authorids: value([RAE]),
  }),
  note("Closed0001", "A paper in review elsewhere", open, { readers: CHAIRS }),
  // Authors as objects, readable by all.
  note("Object0001", "A paper with institutions", {
    authors: value(
      [
        { username: RAE, fullname: "Rae Viewer", institutions: [{ domain: "sleep.example.edu" }] },
        { username: "~Ada_Author1", fullname: "Ada Author", institutions: [] },
      ],
      ["everyone"],
    ),
  }),
  note("Copy000002", "Diaries of those who grind", {
    ...open,
    abstract: value(`${ABSTRACT} All diaries are given to whoever asks.`),
  }),
  note("Copy000001", "Sleep Schedules of Millers – a diary study with 40 participants", open),
];

/** As the first API has them: values are bare. A blind note has its original's authors for those who may see them. */
const OLD_NOTES = [
  oldNote("Old0000001", "An old paper"),
  oldNote("Old0000002", "An old blind paper", { original: "Old0000002Original" }),
  oldNote("Old0000003", "An old paper, published", {
    original: "Old0000003Original",
    bibtex: "@inproceedings{ viewer2019old, title={An old paper, published}, author={Rae Viewer} }",
  }),
  oldNote("Old0000004", "An old paper that was never published", {
    original: "Old0000004Original",
    bibtex: "@misc{ anonymous2019never, author={Anonymous} }",
  }),
  // The same paper in both.
  oldNote("Old0000005", "A paper that everybody may read"),
];

function oldNote(
  id: string,
  title: string,
  { original, bibtex }: { original?: string; bibtex?: string } = {},
): object {
  const content = { title, abstract: "Old.", authors: ["Rae Viewer"], authorids: [RAE], _bibtex: bibtex };
  return { id, forum: id, original, readers: ["everyone"], cdate: Date.UTC(2019, 5, 1), content };
}

const PROFILE = {
  id: RAE,
  content: {
    names: [
      { fullname: "Rae Old", username: "~Rae_Old1" },
      { fullname: "Rae Viewer", username: RAE, preferred: true },
    ],
    emails: ["****@gmail.com", "****@sleep.example.edu"],
    history: [
      { institution: { domain: "old.example.edu" }, start: 1999, end: 2003 },
      { institution: { domain: "sleep.example.edu" }, start: "2019", end: null },
      { institution: { domain: "undated.example.edu" }, start: null, end: null },
      { institution: {} },
    ],
    relations: [
      { name: "Ada Author", username: "~Ada_Author1", relation: "PhD Advisor", end: 2010 },
      { name: "Bo Writer", relation: "Coauthor" },
    ],
  },
};

const VENUE = "Sleep.example/2026/Conference";
const GROUP = {
  id: VENUE,
  content: {
    reviewers_affinity_score_id: { value: `${VENUE}/-/Reviewer_Scores` },
    reviewers_conflict_id: { value: `${VENUE}/Reviewers/-/Conflict` },
  },
};

const asked: string[] = [];

function answering(changed: Readonly<Record<string, object | number>> = {}): void {
  enter();
  asked.length = 0;
  const answers: Readonly<Record<string, object | number>> = {
    "api2.openreview.net/profiles": { profiles: [PROFILE] },
    "api2.openreview.net/profiles/search": { profiles: [] },
    "api2.openreview.net/notes": { notes: NOTES },
    "api.openreview.net/notes": { notes: OLD_NOTES },
    "api2.openreview.net/notes?id": { notes: [{ id: "Sleep00001", domain: VENUE }] },
    "api2.openreview.net/groups": { groups: [GROUP] },
    "api2.openreview.net/edges": { edges: [{ weight: 0.63 }] },
    ...changed,
  };
  globalThis.fetch = (url) => {
    const { host, pathname, search } = url as URL;
    asked.push(`${host}${pathname}${decodeURIComponent(search)}`);
    const path = `${host}${pathname}`;
    const answer = (search.startsWith("?id=") ? answers[`${path}?id`] : undefined) ?? answers[path] ?? {};
    return Promise.resolve(
      typeof answer === "number" ? Response.json({}, { status: answer }) : Response.json(answer),
    );
  };
}

function apiOf(authors: Forum["authors"] = { kind: "hidden" }): OpenReviewApi {
  return new OpenReviewApi(stateOf(forum(authors)), new Answers());
}

const { fetch: kept } = globalThis;
afterEach(() => {
  globalThis.fetch = kept;
  leave();
});

test("of others only those papers are used that everybody may read, authors and all", async () => {
  answering();
  const titles = async (isOwn: boolean): Promise<string[]> =>
    (await apiOf().papersOf(RAE, isOwn, 2)).map(({ id }) => id);
  assert.deepEqual(await titles(false), ["Open000001", "Object0001", "Copy000002", "Copy000001"]);
  assert.equal((await titles(true)).length, NOTES.length);
});

test("papers of the first API: a blind note's authors may be shown to this reader alone, until they are published", async () => {
  answering();
  const ids = async (isOwn: boolean): Promise<string[]> =>
    (await apiOf().papersOf(RAE, isOwn, 1)).map(({ id }) => id);
  assert.deepEqual(await ids(false), ["Old0000001", "Old0000003", "Old0000005"]);
  assert.equal((await ids(true)).length, OLD_NOTES.length);
});

test("a profile is read with all its names, its institutions' dates and its relations", async () => {
  answering();
  assert.deepEqual(await apiOf().profile(RAE), {
    ...NOBODY,
    ...{ id: RAE, name: "Rae Viewer", other_names: ["Rae Old"], other_ids: ["~Rae_Old1"] },
    affiliations: [
      { domain: "old.example.edu", is_dated: true, until: 2003 },
      { domain: "sleep.example.edu", is_dated: true, until: null },
      { domain: "undated.example.edu", is_dated: false, until: null },
      { domain: "gmail.com", is_dated: false, until: null },
      { domain: "sleep.example.edu", is_dated: false, until: null },
    ],
    relations: [
      { name: "Ada Author", id: "~Ada_Author1", kind: "PhD Advisor", until: 2010 },
      { name: "Bo Writer", id: null, kind: "Coauthor", until: null },
    ],
  });
});

test("authors as objects are read like others", async () => {
  answering();
  const papers: Paper[] = await apiOf().papersOf(RAE, false, 2);
  assert.deepEqual(
    papers.find(({ id }) => id === "Object0001")?.authors.map(({ id, name }) => [id, name]),
    [
      [RAE, "Rae Viewer"],
      ["~Ada_Author1", "Ada Author"],
    ],
  );
});

function forum(authors: Forum["authors"], api: 1 | 2 = 2): Forum {
  const note = {} as HTMLElement;
  return {
    ...{ id: "Sleep00001", api, title: TITLE, abstract: null, text: ABSTRACT, authors },
    ...{ pseudonyms: [], authorLines: [], pdf: null, note, replies: [] },
  };
}

async function checked(
  { authors = { kind: "hidden" }, api = 2 }: { authors?: Forum["authors"]; api?: 1 | 2 } = {},
  consent: Consent = NO_CONSENT,
): Promise<{ order: AssignmentRequest; assignment: Assignment }> {
  const orders: AssignmentRequest[] = [];
  const client = {
    assess: (order: AssignmentRequest) => {
      orders.push(order);
      const nothing = {
        by_meaning: null,
        by_words: null,
        expertise: null,
        model: null,
        problem: null,
        conflicts: [],
        own: [],
      };
      return Promise.resolve(nothing);
    },
  } as unknown as OpenReviewClient;
  const of = forum(authors, api);
  const asks = new OpenReviewApi(stateOf(of), new Answers());
  const assignment = await checkAssignment(
    of,
    { id: RAE, isOwn: false, since: new Date().getFullYear() - 5 },
    consent,
    asks,
    client,
  );
  assert.ok(orders[0] && assignment);
  return { order: orders[0], assignment };
}

const titlesOf = ({ works }: AssignmentRequest): string[] => works.map(({ title }) => title);
const PUBLIC: Forum["authors"] = {
  kind: "public",
  people: [{ id: "~Ada_Author1", name: "Ada Author" }],
  isCut: false,
};

test("while authors are hidden, no conflict is looked for, nobody is asked of them, and a copy of the submission is no paper", async () => {
  answering();
  const { order } = await checked();
  assert.deepEqual(order.submission.authors, []);
  assert.deepEqual(titlesOf(order), [
    "A paper that everybody may read",
    "A paper with institutions",
    "An old paper",
    "An old paper, published",
  ]);
  assert.ok(!asked.some((path) => path.includes("/profiles/search")), asked.join(" "));
});

test("where the forum shows its authors to everybody, they are compared", async () => {
  answering();
  const { order, assignment } = await checked({ authors: PUBLIC });
  assert.deepEqual(order.submission.authors, [{ ...NOBODY, id: "~Ada_Author1", name: "Ada Author" }]);
  assert.equal(titlesOf(order).length, 6);
  assert.equal(assignment.authors, "public");
  assert.equal(asked.length, 8, asked.join(" "));
});

test("the venue is the note's own, and its invitations are called what its group says", async () => {
  answering();
  const { assignment } = await checked();
  assert.deepEqual(assignment.score, { kind: "weight", weight: 0.63 });
  assert.deepEqual(
    asked.filter((path) => /groups|edges|\?id=Sleep/.test(path)),
    [
      "api2.openreview.net/notes?id=Sleep00001&select=id,domain",
      `api2.openreview.net/groups?id=${VENUE}`,
      `api2.openreview.net/edges?invitation=${VENUE}/-/Reviewer_Scores&head=Sleep00001&tail=${RAE}`,
      `api2.openreview.net/edges?invitation=${VENUE}/Reviewers/-/Conflict&head=Sleep00001&tail=${RAE}`,
    ],
  );
  for (const [name, changed, expected] of [
    ["no edge of this pair", { "api2.openreview.net/edges": { edges: [] } }, "none"],
    ["edges out of reach", { "api2.openreview.net/edges": 403 }, "hidden"],
    ["a group that names none", { "api2.openreview.net/groups": { groups: [{ id: VENUE }] } }, "unnamed"],
    ["a group out of reach", { "api2.openreview.net/groups": 403 }, "hidden"],
    ["a note without a venue", { "api2.openreview.net/notes?id": { notes: [{}] } }, "hidden"],
    ["a note out of reach", { "api2.openreview.net/notes?id": 404 }, "hidden"],
  ] as const) {
    answering(changed);
    assert.equal((await checked()).assignment.score.kind, expected, name);
  }
});

test("of a forum of the first API the venue is not asked for", async () => {
  answering();
  const { assignment } = await checked({ api: 1 });
  assert.deepEqual([assignment.score.kind, assignment.conflict.kind], ["first-api", "first-api"]);
  assert.ok(!asked.some((path) => /groups|edges|\?id=Sleep/.test(path)), asked.join(" "));
});

test("what one API refuses is no failure of the whole; a site that asks to wait is", async () => {
  answering({ "api.openreview.net/notes": 403 });
  assert.equal(titlesOf((await checked()).order).length, 2);
  answering({ "api2.openreview.net/edges": 429 });
  await assert.rejects(checked(), /status 429/);
});
