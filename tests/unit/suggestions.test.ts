import assert from "node:assert/strict";
import { test } from "node:test";
import { pageKind } from "../../extension/src/openreview/markup";
import { suggestionsIn } from "../../extension/src/openreview/suggestions";

const entries = (text: string, avoid: string | null = null): string[] =>
  suggestionsIn([text], avoid).map(({ entry }) => entry);

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

test("each work is named once, and the submission's own title never while its authors are hidden", () => {
  const twice = "arXiv:1706.03762 and again arXiv:1706.03762";
  assert.deepEqual(entries(twice), ["arXiv:1706.03762"]);
  const own = "See Doe et al. (2024), “Learning to Sleep: a study”.";
  assert.equal(entries(own).length, 1);
  assert.deepEqual(entries(own, "Learning to sleep – A Study"), []);
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

test("pages are told by their address", () => {
  assert.equal(pageKind("https://openreview.net/forum?id=abc"), "forum");
  assert.equal(pageKind("https://openreview.net/group?id=Venue.cc/2025/Conference/Reviewers"), "console");
  assert.equal(
    pageKind("https://openreview.net/group?id=Venue.cc/2025/Conference/Area_Chairs#assigned"),
    "console",
  );
  assert.equal(pageKind("https://openreview.net/group?id=Venue.cc/2025/Conference/Authors"), null);
  assert.equal(pageKind("https://openreview.net/group?id=Venue.cc/2025/Conference"), null);
  assert.equal(pageKind("https://openreview.net.example/forum?id=abc"), null);
  assert.equal(pageKind("http://openreview.net/forum?id=abc"), null);
  assert.equal(pageKind("no address"), null);
});
