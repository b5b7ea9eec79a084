import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { OpenReviewApi } from "./api";
import { checkAssignment } from "./assignment";
import type { OpenReviewClient } from "./client";
import type { Forum } from "./markup";
import type { AssignmentOrder } from "@citelight/shared/generated/AssignmentOrder";
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

const asked: string[] = [];

function answering(): void {
  enter();
  asked.length = 0;
  const answers: Readonly<Record<string, object>> = {
    "/profiles": { profiles: [{ id: RAE, content: { names: [{ fullname: "Rae Viewer" }] } }] },
    "/profiles/search": { profiles: [] },
    "/notes": { notes: NOTES },
    "/edges": { edges: [] },
  };
  globalThis.fetch = (url) => {
    const { pathname, search } = url as URL;
    asked.push(`${pathname}${search}`);
    return Promise.resolve(Response.json(answers[pathname] ?? {}));
  };
}

const { fetch: kept } = globalThis;
afterEach(() => {
  globalThis.fetch = kept;
  leave();
});

test("of others only those papers are used that everybody may read, authors and all", async () => {
  answering();
  const titles = async (isOwn: boolean): Promise<string[]> =>
    (await new OpenReviewApi().papersOf(RAE, isOwn)).map(({ id }) => id);
  assert.deepEqual(await titles(false), ["Open000001", "Object0001", "Copy000002", "Copy000001"]);
  assert.equal((await titles(true)).length, NOTES.length);
});

test("authors as objects are read like others", async () => {
  answering();
  const papers = await new OpenReviewApi().papersOf(RAE, false);
  assert.deepEqual(
    papers.find(({ id }) => id === "Object0001")?.authors.map(({ id, name }) => [id, name]),
    [
      [RAE, "Rae Viewer"],
      ["~Ada_Author1", "Ada Author"],
    ],
  );
});

function forum(authors: Forum["authors"]): Forum {
  const element = {} as HTMLElement;
  return {
    ...{ id: "Sleep00001", title: TITLE, abstract: null, text: ABSTRACT, authors },
    ...{ pdf: null, venue: null, end: element, replies: [] },
  };
}

async function compared(authors: Forum["authors"]): Promise<AssignmentOrder> {
  answering();
  const orders: AssignmentOrder[] = [];
  const client = {
    assess: (order: AssignmentOrder) => {
      orders.push(order);
      return Promise.resolve({
        by_meaning: null,
        by_words: null,
        model: null,
        problem: null,
        conflicts: [],
        own: [],
      });
    },
  };
  await checkAssignment(forum(authors), RAE, 5, new OpenReviewApi(), client as unknown as OpenReviewClient);
  assert.ok(orders[0]);
  return orders[0];
}

const titlesOf = ({ works }: AssignmentOrder): string[] => works.map(({ title }) => title);

test("while authors are hidden, no conflict is looked for, nobody is asked of them, and a copy of the submission is no paper", async () => {
  const order = await compared({ kind: "hidden" });
  assert.deepEqual(order.submission.authors, []);
  assert.deepEqual(titlesOf(order), ["A paper that everybody may read", "A paper with institutions"]);
  assert.ok(!asked.some((path) => path.startsWith("/profiles/search")), asked.join(" "));
});

test("where the forum shows its authors to everybody, they are compared", async () => {
  const order = await compared({
    kind: "public",
    people: [{ id: "~Ada_Author1", name: "Ada Author" }],
    isCut: false,
  });
  assert.deepEqual(order.submission.authors, [{ id: "~Ada_Author1", name: "Ada Author", domains: [] }]);
  assert.equal(titlesOf(order).length, 4);
});
