import assert from "node:assert/strict";
import { test } from "node:test";
import { isCopy, namesIt, type Confidential } from "./confidential";
import { isReadable } from "./site";
import { isSameWork, suggestionsIn, type Suggestion } from "./suggestions";

const entries = (text: string, avoid: Confidential | null = null): string[] =>
  suggestionsIn([text], avoid).map(({ entry }) => entry);

const SLEEP: Confidential = {
  id: "aB3xYz09Qw",
  title: "Learning to Sleep: a Study of Forty Millers and Their Diaries",
  text: "millers, sleep\nForty millers kept a diary. We ask what they remember in the morning, and when the wind was down.",
};

test("identifiers, quoted titles and whole entries are found", () => {
  assert.deepEqual(entries("Please compare with arXiv:1706.03762 and https://arxiv.org/abs/2001.08361v2."), [
    "arXiv:1706.03762",
    "arXiv:2001.08361",
  ]);
  assert.deepEqual(entries("See (https://doi.org/10.1016/s0140-6736(20)30183-5)."), [
    "https://doi.org/10.1016/s0140-6736(20)30183-5",
  ]);
  assert.deepEqual(
    entries("The authors missed Walker et al. (2019), “Evening sleepers and what they remember”."),
    ["Walker et al. (2019). Evening sleepers and what they remember."],
  );
  assert.deepEqual(entries('Compare "Deep graph kernels revisited" (Smith and Jones, 2021).'), [
    "Smith and Jones (2021). Deep graph kernels revisited.",
  ]);
  assert.deepEqual(
    entries("[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019."),
    ["Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019."],
  );
  assert.deepEqual(
    entries("Walker et al. (2019). Evening sleepers and what they remember. Journal of Sleep."),
    ["Walker et al. (2019). Evening sleepers and what they remember. Journal of Sleep."],
  );
});

test("what could only be guessed is left alone", () => {
  for (const text of [
    "The work of Smith et al. (2019) is missing.",
    "The paper says “the o.o.d. performance increases” in line 147.",
    "“We propose a new method for graphs” is not supported by Table 2.",
    "Smith et al. 2019 showed that larger models learn faster, and the authors should say so in 2024.",
    "The o.o.d. accuracy fell to 10.5 % in 2019, see Figure 3.",
    "[1] The claim in the introduction is too strong. Please tone it down by the year 2024 or so.",
    "",
  ])
    assert.deepEqual(entries(text), [], text);
});

test("lines that follow each other in one paragraph are entries of their own", () => {
  const list = [
    "Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.",
    "Miller, B., and Baker, C. Midnight millers and their sheep. Sheep Journal, 12(3):44-61, 2018.",
    "Jones, D. What the wind does to dreams. In Proceedings of Dreams, 2020.",
  ];
  for (const written of [
    list.map((entry, at) => `[${at + 1}] ${entry}`).join("\n"),
    list.map((entry, at) => `[${at + 1}] ${entry}`).join(" "),
    list.map((entry, at) => `${at + 1}. ${entry}`).join("\n"),
    list.map((entry) => `- ${entry}`).join("\n"),
    list.join("\n"),
    // Lines that were broken to keep them short.
    list.map((entry, at) => `[${at + 1}] ${entry.replace(". ", ".\n")}`).join("\n"),
    `The authors miss some works:\n${list.map((entry, at) => `[${at + 1}] ${entry}`).join("\n")}\nPlease discuss them.`,
  ])
    assert.deepEqual(entries(written).slice(0, 3), list, written);
});

test("a title between its authors and its year is an entry", () => {
  for (const [written, entry] of [
    [
      "Walker et al., “Evening sleepers and what they remember”, 2019",
      "Walker et al. (2019). Evening sleepers and what they remember.",
    ],
    [
      'See Walker et al., "Evening sleepers and what they remember", NeurIPS 2019.',
      "Walker et al. (2019). Evening sleepers and what they remember.",
    ],
    [
      "Walker and Smith: „Evening sleepers and what they remember“ (2019)",
      "Walker and Smith (2019). Evening sleepers and what they remember.",
    ],
    [
      "Walker & Smith, “Evening sleepers and what they remember,” in Journal of Sleep, 2019.",
      "Walker & Smith (2019). Evening sleepers and what they remember.",
    ],
  ] as const)
    assert.deepEqual(entries(written), [entry], written);
  assert.deepEqual(entries("Table 2, “Evening sleepers and what they remember”, says so."), []);
});

test("suggestions come in the order in which they stand", () => {
  assert.deepEqual(
    entries(
      "See https://doi.org/10.1000/first, then “Evening sleepers and what they remember” (Walker, 2019), then arXiv:2001.08361.",
    ),
    [
      "https://doi.org/10.1000/first",
      "Walker (2019). Evening sleepers and what they remember.",
      "arXiv:2001.08361",
    ],
  );
});

test("one work is known in other words, another is not", () => {
  const one = (text: string): Suggestion => {
    const [first] = suggestionsIn([text], null);
    assert.ok(first, text);
    return first;
  };
  const whole = "[1] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019.";
  for (const [first, second] of [
    ["arXiv:1706.03762", "https://arxiv.org/abs/1706.03762v5"],
    ["arXiv:1706.03762", "https://doi.org/10.48550/arXiv.1706.03762"],
    ["https://doi.org/10.1000/Ab", "doi: 10.1000/ab."],
    [whole, "[7] Walker, A. Evening sleepers and what they remember. Journal of Sleep, 2019."],
    [whole, "Walker et al. (2019), “Evening Sleepers and What They Remember”"],
    [whole, "Walker, A. (2019). Evening sleepers and what they remember. J. Sleep."],
    ["Doe (2024), “Sleep in O(n log n) time for all”", "Doe (2024), “Sleep in O(nlogn) time for all”"],
  ] as const)
    assert.ok(isSameWork(one(first), one(second)), `${first} is ${second}`);
  for (const [first, second] of [
    ["arXiv:1706.03762", "arXiv:1706.03763"],
    [whole, "Walker et al. (2021), “Evening Sleepers and What They Remember”"],
    [whole, "Walker et al. (2019), “Morning Sleepers and What They Remember”"],
    [whole, "arXiv:1706.03762"],
  ] as const)
    assert.ok(!isSameWork(one(first), one(second)), `${first} is not ${second}`);
});

test("each work is named once", () => {
  assert.deepEqual(entries("arXiv:1706.03762 and again arXiv:1706.03762"), ["arXiv:1706.03762"]);
});

test("while its authors are hidden, nothing that tells of the submission is an entry", () => {
  for (const own of [
    "See Doe et al. (2024), “Learning to Sleep: a Study of Forty Millers and Their Diaries”.",
    "See Doe et al. (2024), “LEARNING TO SLEEP – A STUDY OF FORTY MILLERS AND THEIR DIARIES”.",
    "See Doe et al. (2024), “Learning to Sleep: a Study of Forty Millers and Their Diaries (Extended Abstract)”.",
    // As it may have been called before.
    "See Doe et al. (2024), “Learning to Sleep: Forty Millers, a Study with Diaries”.",
    "[3] Doe, J. Studying to sleep: learning from forty millers and their diaries. Journal of Sleep, 2024.",
    // By its address.
    "[4] Doe, J. On the sleep of some. https://openreview.net/forum?id=aB3xYz09Qw, 2024.",
    // What it says itself.
    "As Doe et al. (2024) say, “Forty millers kept a diary” when asked.",
    "[5] Doe, J. We ask what they remember in the morning. Journal of Sleep, 2024.",
  ]) {
    assert.equal(entries(own).length, 1, `otherwise looked up: ${own}`);
    assert.deepEqual(entries(own, SLEEP), [], own);
  }
  // Works beside it are asked for all the same.
  for (const other of [
    "See Doe et al. (2024), “Learning to Wake: a Survey of Forty Bakers”.",
    "[6] Doe, J. A study of sleep and diaries in towns. Journal of Sleep, 2024.",
    "Please compare with arXiv:1706.03762.",
  ])
    assert.equal(entries(other, SLEEP).length, 1, other);
});

test("a title is the submission's with other case, stops and accents, by its main part and as it was before", () => {
  const named = (words: string, title: string): boolean => namesIt(words, { ...SLEEP, title });
  assert.ok(named("Über das Schlafen der Müller", "Uber das Schlafen der Muller"));
  assert.ok(named("Sleep schedules of millers", "Sleep schedules of millers: a diary study"));
  assert.ok(named("On O(n log n) sleep of the sorted millers", "On O(nlogn) sleep of the sorted millers"));
  assert.ok(!named("Graph networks", "Graph networks: a survey of what they learn"));
  assert.ok(!named("Sleep", "Sleep and other habits"));
  assert.ok(!named("asleep at last", "sleep at last"), "words are whole");
  assert.ok(!named("Anything", ""));
});

test("a copy is known by its title or by its abstract, another work by neither", () => {
  const ABSTRACT =
    "Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded, and ask what they remember in the morning.";
  const submission = { ...SLEEP, text: `sleep, millers\nWhat millers dream.\n${ABSTRACT}\n7` };
  const copy = (abstract_text: string | null, title = "What the wind does to dreams"): boolean =>
    isCopy({ title, abstract_text }, submission);
  assert.ok(copy(null, SLEEP.title));
  assert.ok(copy(ABSTRACT), "under another title");
  assert.ok(copy(ABSTRACT.toUpperCase().replaceAll(" ", "\n")), "drawn otherwise");
  assert.ok(copy(`Abstract. ${ABSTRACT} We also give all diaries to whoever asks for them.`), "with more");
  assert.ok(
    copy(ABSTRACT.replace("Forty millers", "Fifty millers").replace("ask what", "tell what")),
    "revised",
  );
  assert.ok(copy(`${ABSTRACT.slice(0, 110)}.`), "cut short");
  assert.ok(!copy(null));
  assert.ok(!copy(""));
  assert.ok(!copy("Forty millers kept a diary of when they slept."), "a phrase is not enough");
  assert.ok(
    !copy(
      "Forty sleepers kept diaries of when they slept, and what they had learnt in the evening was asked for in the morning. We compare what they wrote with tests.",
    ),
    "a work on the same subject",
  );
  assert.ok(!isCopy({ title: "Another", abstract_text: ABSTRACT }, { id: "", title: "", text: "" }));
});

test("hostile text costs no time and makes no entry longer than it may be", () => {
  const began = performance.now();
  for (const text of [
    "“".repeat(20_000),
    "A. ".repeat(20_000),
    "10.1000/".repeat(5_000),
    "Aa et al. ".repeat(5_000),
  ])
    for (const { entry } of suggestionsIn([text], null)) assert.ok(entry.length <= 600);
  assert.ok(performance.now() - began < 2_000, `${performance.now() - began} ms`);
});

test("only pages that may be read are looked at, by their address", () => {
  for (const address of [
    "https://openreview.net/forum?id=abc",
    "https://openreview.net/forum/author|a_paper",
    "https://openreview.net/group?id=Venue.cc/2025/Conference/Reviewers",
    // Whatever a venue calls the role.
    "https://openreview.net/group?id=TMLR/Senior_Action_Editors#assigned",
    "https://openreview.net/group?id=Venue.cc/2025/Conference/Program_Committee",
    "https://openreview.net/edges/browse?traverse=a",
  ])
    assert.ok(isReadable(address), address);
  for (const address of [
    "https://openreview.net/profile?id=~Ada_Author1",
    "https://openreview.net/assignments?group=a",
    "https://openreview.net/forum",
    "https://openreview.net/group",
    "https://openreview.net/pdf?id=abc",
    "https://openreview.net.example/forum?id=abc",
    "http://openreview.net/forum?id=abc",
    "no address",
  ])
    assert.ok(!isReadable(address), address);
});
