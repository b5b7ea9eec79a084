import assert from "node:assert/strict";
import { test } from "node:test";
import type { Forum } from "./markup";
import type { Readers } from "./policy";
import type { UnreadReplies } from "./replies";
import {
  areaChairPage,
  chairStatusPage,
  CONSOLE,
  consolePage,
  PROGRAM_CHAIRS,
  programChairPage,
  reviewerStatusPage,
} from "../../../tests/e2e/support/openreview/consoles";
import {
  BAKERS,
  EDGES,
  edgeBrowserPage,
  SLEEP,
  type EdgeColumn,
} from "../../../tests/e2e/support/openreview/edge-browser";
import {
  ASSIGNMENTS,
  assignmentsPage,
  PROFILE,
  profilePage,
  VENUE_HOME,
  venueHomePage,
} from "../../../tests/e2e/support/openreview/places";
import { FORUM, forumPage, legacyForumPage } from "../../../tests/e2e/support/openreview/forum";
import {
  ADA,
  BO,
  CHAIR,
  JANE,
  profile,
  RAE,
  VENUE,
  type Person,
} from "../../../tests/e2e/support/openreview/frame";
import type { Reply } from "../../../tests/e2e/support/openreview/reply";
import type { AuthorLine, Signature } from "../../../tests/e2e/support/openreview/people";
import {
  ABSTRACT,
  ANSWER,
  COMMENT,
  REVIEW,
  SUBMISSION,
  SUBMISSION_ID,
} from "../../../tests/e2e/support/openreview/works";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

type Read = Omit<Forum, "note" | "authorLines" | "pdf" | "replies"> & {
  pdf: string | null;
  replies: {
    id: string;
    title: string;
    signedBy: Person | null;
    byAuthors: boolean;
    readers: Readers;
    words: string;
  }[];
  /** Why there are none. */
  unread: UnreadReplies | null;
};

/** A forum as it is read, without its elements. */
async function read(html: string, address = FORUM): Promise<Read> {
  const page = await open(html, address);
  const forum = await page.evaluate((): Read | null => {
    const found = lib.readForum(document);
    if (found === null) return null;
    const { id, api, title, abstract, authors, text, pseudonyms, pdf, replies } = found;
    return {
      ...{ id, api, title, abstract, authors, text, pseudonyms, pdf: pdf?.href ?? null },
      unread: Array.isArray(replies) ? null : replies,
      replies: (Array.isArray(replies) ? replies : []).map(({ fields, ...reply }) => ({
        ...{ id: reply.id, title: reply.title, signedBy: reply.signedBy },
        ...{ byAuthors: reply.byAuthors, readers: reply.readers },
        words: fields.flatMap((field) => lib.blocksOf(field)).join("\n"),
      })),
    };
  });
  await open.done(page);
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
  ["nobody", { kind: "public", people: [] }],
];

for (const [name, authors] of HIDDEN)
  test(`authors of a forum are hidden: ${name}`, async () => {
    assert.deepEqual((await read(forumPage({ authors }))).authors, { kind: "hidden" });
  });

const REVEALED: [string, AuthorLine][] = [
  ["two", { kind: "revealed", people: TWO }],
  ["many", { kind: "revealed", people: manyPeople }],
  ["with institutions", { kind: "institutions", people: TWO, isRevealed: true }],
];

for (const [name, authors] of REVEALED)
  test(`authors of a forum that are revealed to this reader alone are not read: ${name}`, async () => {
    const forum = await read(forumPage({ authors }));
    assert.deepEqual(forum.authors, { kind: "revealed" });
    assert.doesNotMatch(JSON.stringify(forum), /Ada|Author1|Bo Writer/);
  });

test("revealed authors are named when the reader asks, and nobody where they are hidden or the line is not known", async () => {
  const asked = async (html: string): Promise<unknown> => {
    const page = await open(html, FORUM);
    const found = await page.evaluate(() => {
      const lines = [...document.querySelectorAll(".forum-authors")];
      return [lib.revealedIn(lines).map(({ id }) => id), [...lib.domainsByAuthor(lines)]];
    });
    await open.done(page);
    return found;
  };
  const ids = TWO.map(({ id }) => id);
  assert.deepEqual(await asked(forumPage({ authors: { kind: "revealed", people: TWO } })), [ids, []]);
  const authors: AuthorLine = { kind: "institutions", people: TWO, isRevealed: true };
  assert.deepEqual(await asked(forumPage({ authors })), [ids, ids.map((id) => [id, ["sleep.example.edu"]])]);
  assert.deepEqual(await asked(forumPage()), [[], []]);
  assert.deepEqual(await asked(forumPage({ authors: { kind: "public", people: TWO } })), [[], []]);
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
    `<h3><span>${profile(ADA)} <span title="Identities privately revealed to Program Chairs"></span></span></h3>`,
    `<h3><span><span>Sleep 2026 Conference Full_Paper7 Authors</span></span></h3>`,
    `<h3><span><a href="/profile?id=Sleep.example/2026/Conference/Submission7/Authors">Authors</a></span></h3>`,
    "",
  ])
    assert.deepEqual((await read(line(inside))).authors, { kind: "hidden" }, inside);
  assert.deepEqual((await read(line(`<h3>${profile(ADA)}</h3>`))).authors, {
    kind: "public",
    people: [ADA],
    isCut: false,
  });
});

test("authors of a forum are public where they are linked and no icon says that only some see them", async () => {
  for (const authors of [
    { kind: "public", people: TWO },
    { kind: "institutions", people: TWO, isRevealed: false },
  ] satisfies AuthorLine[])
    assert.deepEqual((await read(forumPage({ authors }))).authors, {
      kind: "public",
      people: TWO,
      isCut: false,
    });
  const { authors } = await read(forumPage({ authors: { kind: "public", people: manyPeople } }));
  assert.ok(authors.kind === "public");
  assert.deepEqual([authors.people.length, authors.isCut], [20, true], "the rest is behind a button");
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
      [forum.title, forum.abstract, forum.pdf, forum.authors, forum.replies, forum.unread],
      [SUBMISSION, ABSTRACT, "https://openreview.net/pdf?id=Sleep00001", { kind: "hidden" }, [], "first-api"],
    );
  }
});

const signed = async (by: Signature, level?: "collapsed"): Promise<Person | null | undefined> => {
  const reply = { ...REVIEW, by, ...(level === undefined ? {} : { level }) };
  return (await read(forumPage({ replies: [reply] }))).replies[0]?.signedBy;
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
    assert.equal((await read(html)).replies[0]?.signedBy, null, signature);
  }
});

test("how those who are anonymous sign is known, and no person's name is among it", async () => {
  const replies = [
    REVIEW,
    { ...REVIEW, id: "R2", by: { kind: "revealed", as: "Area Chair xY9z", person: CHAIR } as const },
    { ...COMMENT, by: { kind: "profile", person: { id: "~Jane_Ford1", name: "Jane Ford" } } as const },
    ANSWER,
  ];
  assert.deepEqual((await read(forumPage({ replies }))).pseudonyms, ["Reviewer aB1c", "Chair xY9z"]);
});

test("who may read a reply is what its line says: in doubt, chairs", async () => {
  const readers = async (...groups: string[]): Promise<Readers | undefined> =>
    (await read(forumPage({ replies: [{ ...REVIEW, readers: groups }] }))).replies[0]?.readers;
  assert.equal(await readers("everyone"), "everyone");
  for (const groups of [
    ["Program Chairs", "Submission7 Area Chairs", "Submission7 Reviewers"],
    ["Program Chairs", "Submission7 Reviewers Submitted"],
    ["Submission7 Authors", "Program Chairs"],
    ["Submission7 Program Committee"],
  ])
    assert.equal(await readers(...groups), "committee", groups.join(", "));
  for (const groups of [
    ["Program Chairs"],
    ["Program Chairs", "Submission7 Senior Area Chairs", "Submission7 Area Chairs"],
    ["Submission7 Senior Program Committee"],
    ["Submission7 Action Editors"],
    ["Program Chairs", "Submission7 Reviewer aB1c"],
  ])
    assert.equal(await readers(...groups), "chairs", groups.join(", "));
  assert.equal(await readers("Desk of the Dean"), "unknown");
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
    assert.deepEqual([replies[0]?.byAuthors, replies[0]?.signedBy], [true, null]);
  }
});

test("replies: each with its own words, those below it apart; drawn minimally, none", async () => {
  const { replies, title, abstract, text } = await read(forumPage());
  assert.deepEqual([title, abstract], [SUBMISSION, ABSTRACT]);
  assert.match(text, /^sleep, millers\nMillers sleep when the wind is down\.\nForty millers/);
  assert.deepEqual(
    replies.map(({ id, byAuthors }) => [id, byAuthors]),
    [
      ["Review0001", false],
      ["Reply00001", true],
      ["Review0002", false],
    ],
  );
  assert.doesNotMatch(replies[0]?.words ?? "", /We now cite/, "the answer below is not the review's");
  assert.deepEqual((await read(forumPage({ replies: [{ ...REVIEW, level: "minimal" }] }))).replies, []);
  const chat = await read(forumPage({ layout: "chat" }));
  assert.deepEqual(
    chat.replies.map(({ id, signedBy, readers }) => [id, signedBy, readers]),
    [
      ["Review0001", null, "unknown"],
      ["Review0002", null, "unknown"],
    ],
    "a chat tells neither who signed nor who may read",
  );
  assert.deepEqual((await read(forumPage({ isWaiting: true }))).replies, []);
});

test("in a chat a signature is read without those whom it stands for, whoever may see them", async () => {
  const signed = (by: Signature): Reply => ({ ...ANSWER, id: `Chat${by.kind}`, by });
  const chat = await read(
    forumPage({
      layout: "chat",
      replies: [
        signed({ kind: "revealed", as: "Reviewer aB1c", person: RAE }),
        signed({ kind: "anonymous", as: "Reviewer xY9z" }),
        { ...signed({ kind: "anonymous", as: "Authors" }), id: "ChatAuthors" },
      ],
    }),
  );
  assert.deepEqual(
    chat.replies.map(({ title, byAuthors }) => [title, byAuthors]),
    [
      ["Reviewer aB1c: Official Comment", false],
      ["Reviewer xY9z: Official Comment", false],
      ["Authors: Official Comment", true],
    ],
  );
  assert.deepEqual(chat.pseudonyms, ["Reviewer aB1c", "Reviewer xY9z"]);
});

test("blocks of a review are those that were written, in their order: of a formula they make no line", async () => {
  // As MathJax leaves it: what is drawn has no text, and what is read aloud holds signs that nobody sees.
  const typeset =
    "<mjx-container><mjx-math><mjx-mi></mjx-mi></mjx-math><mjx-assistive-mml><math><mi>𝑂</mi><mo>(</mo><mi>n</mi><mi>log</mi><mo>\u2061</mo><mi>n</mi><mo>)</mo></math></mjx-assistive-mml></mjx-container>";
  const comment = (formula: string): string =>
    `<p>See Doe (2024), “Sleep in ${formula} time,\nfor all”.<br>Next line.</p>`;
  const review = {
    ...REVIEW,
    fields: [
      ["Comment", comment(typeset)],
      ["Untypeset", comment("$O(n \\log n)$")],
      ["Plain", "One\ntwo", "plain"],
      ["Code", "<pre>One\ntwo</pre>"],
      // A list within an entry, and words beside it.
      ["Nested", "<ul><li>First<ul><li>Inner <em>words</em></li></ul>and last</li></ul>Below"],
      [
        "Links",
        `<p>[Here](a) <a href="https://doi.org/10.1000/x">the paper</a>, <a href="https://doi.org/10.1000/y">10.1000/y</a>, <a href="https://example.org/z">elsewhere</a></p>`,
      ],
      ["Table", "<table><tbody><tr><td>One</td><td>Two</td></tr></tbody></table>"],
    ],
  } as const;
  const page = await open(forumPage({ replies: [review] }), FORUM);
  const blocks = await page.evaluate(() => {
    const replies = lib.readForum(document)?.replies;
    return Array.isArray(replies)
      ? replies[0]?.fields.map((field) => lib.blocksOf(field).map((block) => block.trim()))
      : null;
  });
  const sleep = ["See Doe (2024), “Sleep in O(nlogn) time,\nfor all”.", "Next line."];
  assert.deepEqual(blocks, [
    sleep,
    sleep,
    ["One\ntwo"],
    ["One", "two"],
    ["First", "Inner words", "and last", "Below"],
    ["[Here](a) the paper https://doi.org/10.1000/x , 10.1000/y, elsewhere"],
    ["One", "Two"],
  ]);
  await open.done(page);
});

test("a reply that was revised, answers another or is being edited is read by its own words and signature", async () => {
  const revealed = { kind: "revealed", as: "Reviewer aB1c", person: RAE } as const;
  for (const more of [{ isRevised: true }, { answers: "the review of Jane Signer" }, { isEdited: true }]) {
    const { replies } = await read(forumPage({ replies: [{ ...REVIEW, ...more, by: revealed }] }));
    assert.deepEqual([replies.length, replies[0]?.signedBy, replies[0]?.byAuthors], [1, null, false]);
    assert.match(replies[0]?.words ?? "", /Evening sleepers/);
    assert.doesNotMatch(replies[0]?.words ?? "", /Jane|draft/);
  }
});

test("a submission in the bin is as blind as it was", async () => {
  const { authors, title } = await read(forumPage({ isTrashed: true }));
  assert.deepEqual([title, authors], [SUBMISSION, { kind: "hidden" }]);
});

test("a submission is known by its own PDF, not by an address that says something else", async () => {
  assert.equal((await read(forumPage(), `${FORUM}Other`)).id, SUBMISSION_ID);
  const elsewhere = forumPage().replace(/href="\/pdf\?id=\w+"/, 'href="https://papers.example/sleep.pdf"');
  const { id, pdf } = await read(elsewhere);
  assert.deepEqual([id, pdf], [SUBMISSION_ID, null]);
  // Its own words may link to another one's.
  const linking = elsewhere.replace(ABSTRACT, `${ABSTRACT} <a href="/pdf?id=Other00001">As shown</a>`);
  assert.ok(linking.includes("Other00001"));
  const other = await read(linking);
  assert.deepEqual([other.id, other.pdf], [SUBMISSION_ID, null]);
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
    await open.done(page);
  }
  for (const html of [chairStatusPage(), reviewerStatusPage()]) {
    const people = await open(html, PROGRAM_CHAIRS);
    const seen = await people.evaluate(() => [lib.isConsole(document), lib.readConsole(document).length]);
    assert.deepEqual(seen, [true, 0]);
    await open.done(people);
  }
});

test("a console tells how many it lists on all its pages; pages of people, venues and assignments are none", async () => {
  const listed = async (html: string): Promise<number | null> => {
    const page = await open(html, PROGRAM_CHAIRS);
    const found = await page.evaluate(() => lib.listedOnAllPages(document));
    await open.done(page);
    return found;
  };
  assert.equal(await listed(programChairPage(3214)), 3214);
  assert.equal(await listed(programChairPage(3214).replace("of 3214", "of 3,214")), 3214);
  assert.equal(await listed(consolePage(3)), null);
  for (const [address, html] of [
    [VENUE_HOME, venueHomePage()],
    [PROFILE, profilePage()],
    [ASSIGNMENTS, assignmentsPage()],
    [EDGES, edgeBrowserPage()],
  ] as const) {
    const page = await open(html, address);
    const seen = await page.evaluate(() => [
      lib.isConsole(document),
      lib.readConsole(document).length,
      lib.readForum(document),
    ]);
    assert.deepEqual(seen, [false, 0, null], address);
    await open.done(page);
  }
});

test("the browser of edges: the submission that is selected, with the reviewers beside it and no others", async () => {
  const selected = async (columns: readonly EdgeColumn[]): Promise<unknown> => {
    const page = await open(edgeBrowserPage({ columns }), EDGES);
    const found = await page.evaluate(() => {
      const selection = lib.edgeSelection(document);
      if (selection === null) return null;
      const { submission, reviewers } = selection;
      return [
        ...[submission.id, submission.title, submission.abstract, submission.authorsState],
        ...[submission.authors.map(({ id }) => id), reviewers.map(({ id }) => id)],
      ];
    });
    await open.done(page);
    return found;
  };
  const { id, title, abstract } = SLEEP;
  const ids = TWO.map((author) => author.id);
  const notes = { notes: [BAKERS, SLEEP] };
  const all = { reviewers: [RAE, JANE] };
  const sleep = [id, title, abstract, "revealed", ids, [RAE.id, JANE.id]];
  assert.deepEqual(await selected([notes, { ...all, of: SLEEP }]), sleep);
  assert.deepEqual(
    await selected([{ notes: [{ ...SLEEP, isSelected: false }] }, all]),
    sleep,
    "the only one",
  );
  const bakers = [BAKERS.id, BAKERS.title, BAKERS.abstract, "hidden", [], [JANE.id]];
  const further = { notes: [{ ...BAKERS, authors: [], isSelected: true }] };
  assert.deepEqual(
    await selected([notes, all, further, { reviewers: [JANE], of: BAKERS }]),
    bakers,
    "the reader went on from a reviewer to another submission of theirs",
  );
  assert.deepEqual(await selected([notes, { ...all, of: SLEEP }, { notes: [BAKERS] }]), sleep);
  assert.equal(await selected([{ notes: [BAKERS, { ...SLEEP, isSelected: false }] }]), null);
  // A browser that begins with reviewers: what stands beside one of them is theirs, and says nothing of the others.
  assert.equal(await selected([all, { notes: [BAKERS] }]), null);
});
