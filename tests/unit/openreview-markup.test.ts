import assert from "node:assert/strict";
import { test } from "node:test";
import type { Forum } from "../../extension/src/openreview/markup";
import {
  areaChairPage,
  chairStatusPage,
  CONSOLE,
  consolePage,
  PROGRAM_CHAIRS,
  programChairPage,
} from "../e2e/support/openreview/consoles";
import { FORUM, forumPage, legacyForumPage } from "../e2e/support/openreview/forum";
import {
  ADA,
  back,
  BO,
  CHAIR,
  JANE,
  profile,
  RAE,
  VENUE,
  type Person,
} from "../e2e/support/openreview/frame";
import type { AuthorLine, Signature } from "../e2e/support/openreview/people";
import {
  ABSTRACT,
  ANSWER,
  COMMENT,
  REVIEW,
  SUBMISSION,
  SUBMISSION_ID,
} from "../e2e/support/openreview/works";
import { pages } from "./support/in-page";

const open = pages();

type Read = Omit<Forum, "end" | "pdf" | "replies"> & {
  pdf: string | null;
  replies: { id: string; signedBy: Person | null; byAuthors: boolean; words: string }[] | null;
};

/** A forum as it is read, without its elements. */
async function read(html: string, address = FORUM): Promise<Read> {
  const page = await open(html, address);
  const forum = await page.evaluate((): Read | null => {
    const found = lib.readForum(document);
    if (found === null) return null;
    const { id, title, abstract, authors, text, venue, pdf, replies } = found;
    return {
      ...{ id, title, abstract, authors, text, venue, pdf: pdf?.href ?? null },
      replies:
        replies?.map(({ id, signedBy, byAuthors, blocks }) => {
          const words = blocks.map((block) => block.textContent).join("\n");
          return { id, signedBy, byAuthors, words };
        }) ?? null,
    };
  });
  await page.close();
  assert.ok(forum);
  return forum;
}

const TWO = [ADA, BO];
const manyPeople: Person[] = Array.from({ length: 25 }, (_, at) => ({
  id: `~Nth_Author${at + 1}`,
  name: `Nth Author${at + 1}`,
}));

const HIDDEN: [string, AuthorLine][] = [
  ["the signature of their group", { kind: "hidden" }],
  ["revealed to this reader alone", { kind: "revealed", people: TWO }],
  ["many, revealed to this reader alone", { kind: "revealed", people: manyPeople }],
  [
    "with institutions, revealed to this reader alone",
    { kind: "institutions", people: TWO, isRevealed: true },
  ],
  ["nobody", { kind: "public", people: [] }],
];

for (const [name, authors] of HIDDEN)
  test(`authors of a forum are hidden: ${name}`, async () => {
    assert.deepEqual((await read(forumPage({ authors }))).authors, { kind: "hidden" });
  });

test("authors of a forum are hidden: lines that nobody knows", async () => {
  const line = (inside: string): string =>
    forumPage().replace(
      /<div class="forum-authors[^]*?<\/div>/,
      () => `<div class="forum-authors">${inside}</div>`,
    );
  for (const inside of [
    "<h3><span>Anonymous</span></h3>",
    "<h3><span>Ada Author, Bo Writer</span></h3>",
    `<h3><span><a href="/profile?email=ada@sleep.example.edu">Ada Author</a></span></h3>`,
    `<h3><span><a href="/group?id=${VENUE}/Submission7/Authors">Sleep 2026 Conference Submission7 Authors</a></span></h3>`,
    // The group's name beside a person: who may read that?
    `<h3><span>Sleep 2026 Conference Submission7 Authors (${profile(ADA)})</span></h3>`,
    `<h3><span>Paper7 Authors</span> ${profile(ADA)}</h3>`,
    `<h3><span class="glyphicon glyphicon-eye-open"></span> ${profile(ADA)}</h3>`,
    `<h3>${profile(ADA)}</h3><span class="private-contents-icon"></span>`,
    "",
  ])
    assert.deepEqual((await read(line(inside))).authors, { kind: "hidden" }, inside);
  assert.deepEqual((await read(line(`<h3>${profile(ADA)}</h3>`))).authors, { kind: "public", people: [ADA] });
});

test("authors of a forum are public where they are linked and no icon says that only some see them", async () => {
  for (const authors of [
    { kind: "public", people: TWO },
    { kind: "institutions", people: TWO, isRevealed: false },
  ] satisfies AuthorLine[])
    assert.deepEqual((await read(forumPage({ authors }))).authors, { kind: "public", people: TWO });
  const { authors } = await read(forumPage({ authors: { kind: "public", people: manyPeople } }));
  assert.equal(authors.kind === "public" && authors.people.length, 20);
});

test("a profile in the abstract, a reply or the head makes no author public", async () => {
  const html = forumPage({ replies: [COMMENT] })
    .replace(ABSTRACT, `${ABSTRACT} ${profile(ADA)}`)
    .replace("<title>", `<meta name="citation_author" content="Ada Author"><title>`);
  assert.deepEqual((await read(html)).authors, { kind: "hidden" });
});

test("a forum of the first API is read as a blind one, whatever its line of authors holds", async () => {
  for (const people of ["", "Anonymous", profile(ADA)]) {
    const forum = await read(legacyForumPage(people));
    assert.deepEqual(
      [forum.title, forum.abstract, forum.pdf, forum.authors, forum.replies],
      [SUBMISSION, ABSTRACT, "https://openreview.net/pdf?id=Sleep00001", { kind: "hidden" }, null],
    );
  }
});

const signed = async (by: Signature, level?: "collapsed"): Promise<Person | null | undefined> => {
  const reply = { ...REVIEW, by, ...(level === undefined ? {} : { level }) };
  return (await read(forumPage({ replies: [reply] }))).replies?.[0]?.signedBy;
};

test("a reviewer whose identity is revealed to this reader alone is anonymous", async () => {
  assert.equal(await signed({ kind: "revealed", as: "Reviewer aB1c", person: RAE }), null);
  assert.equal(await signed({ kind: "revealed", as: "Reviewer aB1c", person: RAE }, "collapsed"), null);
  assert.equal(await signed({ kind: "revealed", as: "Area Chair xY9z", person: CHAIR }), null);
  assert.equal(await signed({ kind: "anonymous", as: "Reviewer aB1c" }), null);
  const page = await read(
    forumPage({ replies: [{ ...REVIEW, by: { kind: "revealed", as: "Reviewer aB1c", person: RAE } }] }),
  );
  assert.ok(!JSON.stringify(page).includes("Rae"), "the name is nowhere in what is read");
});

test("a name in brackets is nobody's unless the page says that everybody sees it", async () => {
  const as = (signature: string): string =>
    forumPage({ replies: [REVIEW] }).replace("by <span>Reviewer aB1c</span>", () => signature);
  for (const signature of [
    `by <span>Reviewer aB1c (${profile(RAE)})</span>`,
    `by Reviewer aB1c ${profile(RAE)}`,
    `by <span>Reviewer aB1c</span> <span class="glyphicon glyphicon-eye-open"></span><span>${profile(RAE)}</span>`,
    `by <span>${profile(JANE)}</span>, <span>Reviewer aB1c (<span class="glyphicon glyphicon-eye-open"></span>${profile(RAE)})</span>`,
    `by <span>Reviewer aB1c (<span class="glyphicon glyphicon-eye-open"></span><span class="glyphicon glyphicon-globe"></span>${profile(RAE)})</span>`,
  ]) {
    const html = as(signature);
    assert.ok(html.includes(signature));
    assert.equal((await read(html)).replies?.[0]?.signedBy, null, signature);
  }
});

test("who signed with a profile, or is known to everybody, is named", async () => {
  assert.deepEqual(await signed({ kind: "profile", person: JANE }), JANE);
  assert.deepEqual(await signed({ kind: "public", as: "Reviewer aB1c", person: RAE }), RAE);
});

test("authors' replies are theirs, also where a chair sees who they are", async () => {
  for (const by of [
    { kind: "anonymous", as: "Authors" },
    { kind: "revealed", as: "Authors", person: ADA },
  ] satisfies Signature[]) {
    const { replies } = await read(forumPage({ replies: [{ ...ANSWER, by }] }));
    assert.deepEqual([replies?.[0]?.byAuthors, replies?.[0]?.signedBy], [true, null]);
  }
});

test("replies: each with its own words, those below it apart; drawn minimally or as a chat, none", async () => {
  const { replies, title, abstract, text } = await read(forumPage());
  assert.deepEqual([title, abstract], [SUBMISSION, ABSTRACT]);
  assert.match(text, /^sleep, millers\nMillers sleep when the wind is down\.\nForty millers/);
  assert.deepEqual(
    replies?.map(({ id, byAuthors }) => [id, byAuthors]),
    [
      ["Review0001", false],
      ["Reply00001", true],
      ["Review0002", false],
    ],
  );
  assert.doesNotMatch(replies[0]?.words ?? "", /We now cite/, "the answer below is not the review's");
  assert.deepEqual((await read(forumPage({ replies: [{ ...REVIEW, level: "minimal" }] }))).replies, []);
  assert.deepEqual((await read(forumPage({ layout: "chat" }))).replies, []);
  assert.deepEqual((await read(forumPage({ isWaiting: true }))).replies, []);
});

test("a submission is known by its own PDF, not by an address that says something else", async () => {
  assert.equal((await read(forumPage(), `${FORUM}Other`)).id, SUBMISSION_ID);
  const elsewhere = forumPage().replace(/href="\/pdf\?id=\w+"/, 'href="https://papers.example/sleep.pdf"');
  const { id, pdf } = await read(elsewhere);
  assert.deepEqual([id, pdf], [SUBMISSION_ID, null]);
});

test("the venue is named by invitations, or by the line above the page where that leads there", async () => {
  const venue = async (page: Parameters<typeof forumPage>[0]): Promise<string | null> =>
    (await read(forumPage(page))).venue;
  assert.equal(await venue({}), VENUE);
  assert.equal(await venue({ banner: null, reader: RAE }), VENUE);
  assert.equal(await venue({ banner: null }), null, "the links at the foot of every page lead to no venue");
  const role = back("Area Chairs Console", `/group?id=${VENUE}/Area_Chairs#assigned-submissions`);
  assert.equal(await venue({ banner: role }), VENUE);
  assert.equal(await venue({ banner: role, reader: RAE }), VENUE);
  assert.equal(await venue({ banner: back("Somebody", `/group?id=${VENUE}/Unknown_Role`) }), null);
  assert.equal(await venue({ banner: back("Rae Viewer", `/profile?id=${RAE.id}`) }), null);
});

test("consoles: each submission once, without who wrote or reviews it; a row of a person is no submission", async () => {
  for (const [address, html] of [
    [CONSOLE, consolePage(3)],
    [CONSOLE.replace("Reviewers", "Area_Chairs"), areaChairPage(3)],
    [PROGRAM_CHAIRS, programChairPage(3)],
  ] as const) {
    const page = await open(html, address);
    const rows = await page.evaluate(() =>
      lib.readConsole(document).map(({ id, title, pdf }) => ({ id, title, pdf: pdf.href })),
    );
    assert.deepEqual(
      rows,
      [1, 2, 3].map((number) => ({
        id: `Paper0000${number}`,
        title: `A diary study of sleepers, part ${number}`,
        pdf: `https://openreview.net/pdf?id=Paper0000${number}`,
      })),
      address,
    );
    await page.close();
  }
  const people = await open(chairStatusPage(), PROGRAM_CHAIRS);
  assert.equal(await people.evaluate(() => lib.readConsole(document).length), 0);
  await people.close();
});
