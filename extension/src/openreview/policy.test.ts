import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Ask,
  Entries,
  mayAsk,
  mayAskForConsole,
  mayAskForLists,
  mayCompareAuthors,
  mayLookUp,
  maySearch,
  maySearchOn,
  Search,
  NO_CONSENT,
  type AuthorsState,
  type ConsoleAction,
  type Consent,
  type ForumAction,
  type ForumState,
  type Readers,
} from "./policy";
import { suggestionsIn, type Suggestion } from "./suggestions";

const TITLE = "Sleep schedules of millers: a diary study with forty participants";
const ABSTRACT =
  "Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded.";
const ADA = "~Ada_Author1";
const RAE = "~Rae_Viewer1";
const VENUE = "Sleep.example/2026/Conference";

/** What a blind submission must not be told by. */
const SECRETS = [TITLE, "Sleep schedules of millers", "Forty millers kept a diary", "Ada", "aB1c"];

type StateName = "public" | "hidden" | "revealed" | "first API";

function state(name: StateName): ForumState {
  const authors: AuthorsState = name === "first API" ? "hidden" : name;
  return {
    ...{ id: "Sleep00001", api: name === "first API" ? 1 : 2, authors },
    authorIds: authors === "public" ? [ADA] : [],
    confidential: authors === "public" ? null : { id: "Sleep00001", title: TITLE, text: ABSTRACT },
    pseudonyms: ["Reviewer aB1c", "Chair xY9z"],
  };
}

/** How a blind submission is shown to whom: what decides is what the page shows, and nothing else. */
const ROLES: Readonly<Record<string, readonly StateName[]>> = {
  guest: ["public", "hidden", "first API"],
  author: ["public", "revealed", "first API"],
  reviewer: ["public", "hidden", "first API"],
  "area chair": ["public", "hidden", "revealed", "first API"],
  "senior area chair": ["public", "hidden", "revealed", "first API"],
  "program chair": ["public", "revealed", "first API"],
};

const pdf = (address: string): ForumAction => ({ kind: "pdf", url: new URL(address) });

const FORUM_ACTIONS: readonly (readonly [
  name: string,
  action: ForumAction,
  expected: Readonly<Record<StateName, string>>,
])[] = [
  ["its PDF", pdf("https://openreview.net/pdf?id=Sleep00001"), same("/pdf?id=Sleep00001")],
  ["a PDF elsewhere", pdf("https://papers.example/sleep.pdf"), same("foreign")],
  ["another page as a PDF", pdf("https://openreview.net/forum?id=Sleep00001"), same("foreign")],
  ["the forum's venue", { kind: "venue-of-forum" }, second("/notes?id=Sleep00001&select=id,domain")],
  ["the venue's names", { kind: "venue", venue: VENUE }, second(`/groups?id=${VENUE}`)],
  ["a profile", { kind: "profile", id: RAE }, same(`/profiles?id=${RAE}`)],
  [
    "papers of the second API",
    { kind: "papers", id: RAE, api: 2 },
    same(`/notes?content.authorids=${RAE}&sort=cdate:desc&limit=200`),
  ],
  [
    "papers of the first API",
    { kind: "papers", id: RAE, api: 1 },
    same(`/notes?content.authorids=${RAE}&sort=cdate:desc&limit=200`),
  ],
  [
    "the venue's score",
    { kind: "edge", invitation: `${VENUE}/Reviewers/-/Affinity_Score`, id: RAE },
    second(`/edges?invitation=${VENUE}/Reviewers/-/Affinity_Score&head=Sleep00001&tail=${RAE}`),
  ],
  [
    "the authors' profiles",
    { kind: "authors" },
    { ...same("authors-hidden"), public: `/profiles/search {"ids":["${ADA}"]}` },
  ],
];

function same(expected: string): Record<StateName, string> {
  return { public: expected, hidden: expected, revealed: expected, "first API": expected };
}

function second(expected: string): Record<StateName, string> {
  return { ...same(expected), "first API": "first-api" };
}

const told = (made: Ask | string): string =>
  made instanceof Ask
    ? `${decodeURIComponent(made.url.pathname + made.url.search)}${made.body === null ? "" : ` ${made.body}`}`
    : made;

for (const [role, states] of Object.entries(ROLES))
  for (const name of states)
    test(`what OpenReview is asked, by a ${role}, authors ${name}`, () => {
      for (const [what, action, expected] of FORUM_ACTIONS) {
        const made = mayAsk(state(name), action);
        assert.equal(told(made), expected[name], what);
        if (name !== "public")
          for (const secret of SECRETS) assert.ok(!told(made).includes(secret), `${what} tells “${secret}”`);
      }
    });

const suggested = (text: string): Suggestion[] => suggestionsIn([text], null);
const HARMLESS = suggested("Walker et al. (2019), “Evening sleepers and what they remember”");
const TELLING: readonly (readonly [name: string, suggestions: Suggestion[]])[] = [
  ["its title", suggested(`See Doe et al. (2024), “${TITLE}”.`)],
  [
    "its title, as it may have been",
    suggested("See Doe (2024), “Sleep schedules of forty millers: a diary study”."),
  ],
  ["words of it", suggested("As Doe et al. (2024) say, “Forty millers kept a diary” when asked.")],
  [
    "its address",
    suggested("[4] Doe, J. On the sleep of some. https://openreview.net/forum?id=Sleep00001, 2024."),
  ],
];
/** As signatures have it, as names of groups do, by the code alone; and somebody whose replies the page did not draw. */
const NAMES_OF_REVIEWERS = [
  ...["Reviewer aB1c", "Reviewer_aB1c", "REVIEWER aB1c", "R-aB1c", "aB1c", "(aB1c)"],
  ...["Reviewer kL3m", "Reviewer_Zq7x", "reviewer 4tUv", "Area Chair kQpZ", "Program Committee Member 9xyz"],
];
const NAMING_A_REVIEWER = NAMES_OF_REVIEWERS.flatMap((name) =>
  suggested(`[5] Doe, J. What ${name} said of sleep. Journal of Sleep, 2024.`),
);
/** What looks like a code to nobody, or stands in a longer word. */
const NAMING_NOBODY = [
  "Reviewer bias",
  "the Editor 2019",
  "CaB1cX",
  "Area Chair work",
  "Reviewer them",
].flatMap((name) => suggested(`[5] Doe, J. What ${name} said of sleep. Journal of Sleep, 2024.`));

const CONSENTS: readonly Consent[] = [
  NO_CONSENT,
  { ...NO_CONSENT, chairsReplies: true },
  { ...NO_CONSENT, revealedAuthors: true },
  { ...NO_CONSENT, papersElsewhere: true },
  { chairsReplies: true, revealedAuthors: true, papersElsewhere: true },
];

for (const [role, states] of Object.entries(ROLES))
  for (const name of states)
    test(`what is looked up in indexes, by a ${role}, authors ${name}`, () => {
      for (const consent of CONSENTS)
        for (const readers of ["everyone", "committee", "chairs", "unknown"] as const satisfies Readers[]) {
          const isRefused = (readers === "chairs" || readers === "unknown") && !consent.chairsReplies;
          const lookUp = (suggestions: readonly Suggestion[]): readonly string[] | string => {
            const made = mayLookUp(state(name), consent, readers, suggestions);
            return made instanceof Entries ? made.list : made;
          };
          const here = `${readers}, ${JSON.stringify(consent)}`;
          assert.deepEqual(
            lookUp(HARMLESS),
            isRefused ? "chairs-only" : HARMLESS.map(({ entry }) => entry),
            here,
          );
          for (const [what, suggestions] of TELLING) {
            assert.equal(suggestions.length, 1, what);
            const expected = name === "public" ? suggestions.map(({ entry }) => entry) : "tells-of-it";
            assert.deepEqual(lookUp(suggestions), isRefused ? "chairs-only" : expected, `${what}, ${here}`);
          }
          // A reviewer is anonymous also where the authors are not.
          assert.equal(NAMING_A_REVIEWER.length, NAMES_OF_REVIEWERS.length);
          for (const naming of NAMING_A_REVIEWER)
            for (const suggestions of [[naming], [...HARMLESS, naming]])
              assert.equal(
                lookUp(suggestions),
                isRefused ? "chairs-only" : "tells-of-it",
                `${naming.entry}, ${here}`,
              );
          for (const one of NAMING_NOBODY)
            assert.deepEqual(lookUp([one]), isRefused ? "chairs-only" : [one.entry], here);
        }
    });

test("authors are compared if everybody sees them, or if this reader sees them and asks for it", () => {
  for (const consent of CONSENTS) {
    const compared = (name: StateName): boolean => mayCompareAuthors(state(name), consent);
    assert.deepEqual(
      [compared("public"), compared("hidden"), compared("revealed"), compared("first API")],
      [true, false, consent.revealedAuthors, false],
    );
  }
});

for (const [role, states] of Object.entries(ROLES))
  for (const name of states)
    test(`indexes are asked for a reviewer's papers by identifiers, if the reader wants it: ${role}, authors ${name}`, () => {
      const listed = { dblp: "65/9612", orcid: "0000-0002-1825-0097" };
      for (const consent of CONSENTS) {
        const made = mayAskForLists(state(name), consent, listed);
        assert.deepEqual(made?.listed ?? null, consent.papersElsewhere ? listed : null);
      }
      const wanted: Consent = { ...NO_CONSENT, papersElsewhere: true };
      const asked = (dblp: string | null, orcid: string | null): unknown =>
        mayAskForLists(state(name), wanted, { dblp, orcid })?.listed ?? null;
      assert.deepEqual(asked("s/Reviewer_aB1c", listed.orcid), { dblp: null, orcid: listed.orcid });
      assert.deepEqual(asked(listed.dblp, "Ada Author"), { dblp: listed.dblp, orcid: null });
      for (const words of [TITLE, "Ada Author", "65/9612.xml?x=", "../search/publ/api", "aB1c/1", "", null])
        assert.equal(asked(words, words), null, String(words));
    });

test("what a name in the address could tell is not asked", () => {
  const invitation = `${VENUE}/-/Affinity_Score`;
  for (const action of [
    { kind: "venue", venue: TITLE.replace(/\W+/g, "_") },
    { kind: "profile", id: "~Reviewer_aB1c1" },
    { kind: "edge", invitation: `${VENUE}/-/Reviewer_aB1c`, id: RAE },
    { kind: "edge", invitation, id: "~Reviewer_aB1c1" },
  ] as const satisfies ForumAction[])
    assert.equal(mayAsk(state("hidden"), action), "tells-of-it", JSON.stringify(action));
  for (const words of [TITLE, "Ada Author", "~Ada Author1", "Reviewer aB1c", ""])
    for (const action of [
      { kind: "venue", venue: words },
      { kind: "profile", id: words },
      { kind: "papers", id: words, api: 2 },
      { kind: "papers", id: words, api: 1 },
      { kind: "edge", invitation: words, id: RAE },
      { kind: "edge", invitation, id: words },
    ] as const satisfies ForumAction[])
      assert.equal(mayAsk(state("public"), action), "no-name", JSON.stringify(action));
});

test("a link to a file whose address is not well escaped is asked for as it is", () => {
  const url = new URL("https://openreview.net/pdf?id=Sleep00001&name=%E0%A4%A");
  assert.ok(mayAsk(state("hidden"), { kind: "pdf", url }) instanceof Ask);
  const telling = new URL(`https://openreview.net/pdf?id=Sleep00001&name=${encodeURIComponent(TITLE)}&x=%`);
  assert.equal(mayAsk(state("hidden"), { kind: "pdf", url: telling }), "tells-of-it");
});

test("for a console OpenReview is asked for files, groups and ids, and for no title", () => {
  const url = new URL("https://openreview.net/pdf?id=Paper00001");
  const asked = [
    mayAskForConsole({ kind: "pdf", url }),
    mayAskForConsole({ kind: "pdf", url: new URL("https://papers.example/a.pdf") }),
    mayAskForConsole({ kind: "venue", venue: VENUE }),
    mayAskForConsole({ kind: "own-groups", venue: VENUE, submission: "Paper", id: RAE }),
    mayAskForConsole({ kind: "submissions", invitation: `${VENUE}/-/Submission`, venue: VENUE, after: null }),
    mayAskForConsole({
      kind: "submissions",
      invitation: `${VENUE}/-/Submission`,
      venue: VENUE,
      after: "Paper00009",
    }),
  ].map(told);
  const listed = `/notes?invitation=${VENUE}/-/Submission&domain=${VENUE}&select=id,number&sort=id&limit=1000`;
  assert.deepEqual(asked, [
    "/pdf?id=Paper00001",
    "foreign",
    `/groups?id=${VENUE}`,
    `/groups?member=${RAE}&prefix=${VENUE}/Paper.*&select=id&stream=true`,
    listed,
    `${listed}&after=Paper00009`,
  ]);
});

/** What whoever chairs has asked, by every action: what could stand in it is ids and names of the site, whatever somebody puts there. */
const CHAIR_ACTIONS: readonly (readonly [name: string, action: ConsoleAction, expected: string])[] = [
  [
    "replies of some submissions",
    { kind: "replies", invitation: `${VENUE}/-/Submission`, venue: VENUE, numbers: [3, 7], after: null },
    `/notes?invitation=${VENUE}/-/Submission&number=3,7&details=replies&select=id,number,forum,content,details,invitations,readers&sort=number:asc&domain=${VENUE}&limit=1000&count=true`,
  ],
  [
    "replies of all submissions",
    {
      kind: "replies",
      invitation: `${VENUE}/-/Submission`,
      venue: VENUE,
      numbers: null,
      after: "Paper00009",
    },
    `/notes?invitation=${VENUE}/-/Submission&details=replies&select=id,number,forum,content,details,invitations,readers&sort=number:asc&domain=${VENUE}&limit=1000&count=true&after=Paper00009`,
  ],
  [
    "the groups of one submission",
    { kind: "members", venue: VENUE, submission: "Submission", number: 7 },
    `/groups?parent=${VENUE}/Submission7&select=id,members`,
  ],
  [
    "the groups of all",
    { kind: "members", venue: VENUE, submission: "Submission", number: null },
    `/groups?prefix=${VENUE}/Submission.*&select=id,members&stream=true`,
  ],
  ["profiles of reviewers", { kind: "reviewers", ids: [RAE] }, `/profiles/search {"ids":["${RAE}"]}`],
  [
    "their papers",
    { kind: "papers", id: RAE, api: 2 },
    `/notes?content.authorids=${RAE}&sort=cdate:desc&limit=50`,
  ],
  [
    "their papers in the first API",
    { kind: "papers", id: RAE, api: 1 },
    `/notes?content.authorids=${RAE}&sort=cdate:desc&limit=50`,
  ],
  [
    "the venue's scores",
    { kind: "edges", invitation: `${VENUE}/Reviewers/-/Affinity_Score`, id: "Sleep00001" },
    `/edges?invitation=${VENUE}/Reviewers/-/Affinity_Score&head=Sleep00001&sort=weight:desc&limit=1000`,
  ],
];

test("for a chair OpenReview is asked by ids and names of groups alone", () => {
  for (const [what, action, expected] of CHAIR_ACTIONS)
    assert.equal(told(mayAskForConsole(action)), expected, what);
});

test("words are no names: no title, author, pseudonym or text comes into a chair's request", () => {
  const secrets = [TITLE, ABSTRACT, "Ada Author", "Reviewer aB1c", "~Ada Author1", ""];
  for (const secret of secrets) {
    const inPlaceOf: readonly ConsoleAction[] = [
      { kind: "venue", venue: secret },
      { kind: "own-groups", venue: VENUE, submission: "Submission", id: secret },
      { kind: "own-groups", venue: secret, submission: "Submission", id: RAE },
      { kind: "own-groups", venue: VENUE, submission: secret, id: RAE },
      { kind: "submissions", invitation: secret, venue: VENUE, after: null },
      { kind: "submissions", invitation: `${VENUE}/-/Submission`, venue: VENUE, after: secret },
      { kind: "replies", invitation: secret, venue: VENUE, numbers: null, after: null },
      { kind: "replies", invitation: `${VENUE}/-/Submission`, venue: secret, numbers: null, after: null },
      { kind: "replies", invitation: `${VENUE}/-/Submission`, venue: VENUE, numbers: null, after: secret },
      { kind: "members", venue: secret, submission: "Submission", number: 7 },
      { kind: "members", venue: VENUE, submission: secret, number: null },
      { kind: "reviewers", ids: [RAE, secret] },
      { kind: "papers", id: secret, api: 1 },
      { kind: "papers", id: secret, api: 2 },
      { kind: "edges", invitation: secret, id: "Sleep00001" },
      { kind: "edges", invitation: `${VENUE}/Reviewers/-/Conflict`, id: secret },
    ];
    for (const action of inPlaceOf)
      assert.equal(told(mayAskForConsole(action)), "no-name", `${secret}: ${JSON.stringify(action)}`);
  }
});

const SENTENCE = "Evening sleepers remember more than those who sleep at noon [4].";

for (const [role, states] of Object.entries(ROLES))
  for (const name of states)
    test(`whose sentences are searched for, by a ${role}, authors ${name}`, () => {
      const made = maySearch(state(name), NO_CONSENT, [], SENTENCE);
      if (name !== "public") {
        assert.equal(made, "authors-hidden");
        return;
      }
      assert.ok(made instanceof Search);
      assert.equal(made.query, "Evening sleepers remember sleep noon");
      assert.equal(
        maySearch(state(name), NO_CONSENT, [], `As Reviewer aB1c says, ${SENTENCE}`),
        "tells-of-it",
      );
      assert.equal(maySearch(state(name), NO_CONSENT, [], "Sleep."), "too-short");
    });

test("what stands in a comment that chairs alone may read is searched for if the reader allowed that", () => {
  const comment =
    "To the chairs only. Evening sleepers remember more than those who sleep at noon [4]. The authors hid that from all of us.";
  for (const sentence of [
    SENTENCE,
    "Sleepers remember more than those who sleep at dawn.",
    "The authors hid that.",
  ]) {
    assert.equal(maySearch(state("public"), NO_CONSENT, [comment], sentence), "chairs-only", sentence);
    const allowed = maySearch(state("public"), { ...NO_CONSENT, chairsReplies: true }, [comment], sentence);
    assert.notEqual(allowed, "chairs-only", sentence);
  }
  const other = "Millers remember less than bakers when asked at noon.";
  assert.ok(maySearch(state("public"), NO_CONSENT, [comment], other) instanceof Search);
});

test("on other pages a sentence is searched for, but not of OpenReview, a file or who knows what", () => {
  assert.ok(maySearchOn("journal.example", SENTENCE) instanceof Search);
  for (const site of ["openreview.net", "api2.openreview.net", "dev.openreview.net:3000"])
    assert.equal(maySearchOn(site, SENTENCE), "authors-hidden", site);
  assert.equal(maySearchOn("file:", SENTENCE), "in-confidence");
  assert.equal(maySearchOn(null, SENTENCE), "in-confidence");
  for (const site of [
    "localhost:8080",
    "intranet",
    "wiki.corp",
    "10.0.0.7",
    "172.20.1.1:80",
    "192.168.1.2",
    "[::1]",
  ])
    assert.equal(maySearchOn(site, SENTENCE), "in-confidence", site);
  for (const site of ["172.example.org", "8.8.8.8", "journal.example:8443"])
    assert.ok(maySearchOn(site, SENTENCE) instanceof Search, site);
});
