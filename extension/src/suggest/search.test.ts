import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { AssignmentRequest } from "../openreview/messages";

import { enter, leave } from "@citelight/test-support/fake-browser";
import { queryOf } from "./query";
import { findSources } from "./search";

afterEach(leave);

test("a sentence is searched for by its telling words, without its citations", () => {
  assert.equal(
    queryOf(
      "As shown by others (Walker et al., 2019), evening sleepers have remembered more than noon sleepers [3, 4].",
    ),
    "others evening sleepers remembered noon",
  );
  assert.equal(queryOf("This was shown [1]."), null);
  assert.equal(
    queryOf(`${"word ".repeat(3)}${Array.from({ length: 40 }, (_, at) => `term${at}`).join(" ")}`)?.split(" ")
      .length,
    14,
  );
});

const OPENALEX = {
  results: [
    {
      title: "Evening sleepers and what they remember",
      publication_year: 2019,
      authorships: [{ author: { display_name: "Ann Walker" } }, { author: {} }],
      doi: "https://doi.org/10.1016/SLEEP.1",
      abstract_inverted_index: { Sleepers: [0], remember: [1], more: [2] },
    },
    { title: null },
  ],
};
const SCHOLAR = {
  data: [
    { title: "Magnets", year: 2020, authors: [{ name: "Jane Signer" }], externalIds: {}, abstract: "Cold." },
    {
      title: "Evening Sleepers, and What They Remember",
      year: 2019,
      authors: [],
      externalIds: null,
      abstract: null,
    },
  ],
};

test("what two indexes find is put together, compared here, the most similar first", async () => {
  enter();
  const asked: URL[] = [];
  globalThis.fetch = (input, init) => {
    const url = new URL(input as URL);
    asked.push(url);
    assert.deepEqual(
      [init?.credentials, init?.referrerPolicy, init?.cache],
      ["omit", "no-referrer", "no-store"],
    );
    return Promise.resolve(
      new Response(JSON.stringify(url.host === "api.openalex.org" ? OPENALEX : SCHOLAR)),
    );
  };
  const orders: AssignmentRequest[] = [];
  const found = await findSources("A sentence.", "evening sleepers", (order) => {
    orders.push(order);
    const cosines = order.works.map(({ title }) => (title === "Magnets" ? 0.1 : 0.8));
    const fit = { mean: 0, mean_of_nearest: 0, max: 0, cosines, nearest: [] };
    return Promise.resolve({
      by_meaning: fit,
      by_words: null,
      expertise: null,
      model: null,
      problem: null,
      conflicts: [],
      own: [],
    });
  });
  assert.deepEqual(
    asked.map(({ host }) => host),
    ["api.openalex.org", "api.semanticscholar.org"],
  );
  assert.ok(asked.every(({ search }) => search.includes("evening+sleepers") && !/mailto|key/.test(search)));
  assert.equal(orders[0]?.submission.title, "A sentence.");
  assert.equal(orders[0].works[0]?.abstract_text, "Sleepers remember more");
  assert.deepEqual(
    found.sources.map(({ title, doi, cosine }) => [title, doi, cosine]),
    [
      ["Evening sleepers and what they remember", "10.1016/sleep.1", 0.8],
      ["Magnets", null, 0.1],
    ],
  );
  assert.deepEqual(found.failed, []);
});

test("an index that does not answer is named, and the other one is used", async () => {
  enter();
  globalThis.fetch = (input) =>
    new URL(input as URL).host === "api.openalex.org"
      ? Promise.reject(new TypeError("no network"))
      : Promise.resolve(new Response("[]", { status: 429 }));
  const found = await findSources("A sentence.", "evening sleepers", () =>
    Promise.reject(new Error("not asked")),
  );
  assert.deepEqual(found, { sources: [], failed: ["OpenAlex", "Semantic Scholar"] });
});
