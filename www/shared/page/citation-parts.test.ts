import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "./citation-parts";
import { reference } from "@citelight/test-support/factories";

function numbered(...labels: readonly (string | null)[]): ReturnType<typeof reference>[] {
  return labels.map((label, place) => ({ ...reference(`r${place + 1}`), number: place + 1, label }));
}

function named(...works: readonly (readonly [string, number])[]): ReturnType<typeof reference>[] {
  return works.map(([family, year], place) => ({
    ...reference(`r${place + 1}`),
    label: null,
    number: 90 + place,
    authors: [{ family, given: "" }],
    year,
  }));
}

function parts(surface: string, entries: ReturnType<typeof reference>[]): string[] {
  return partsOf(surface, entries).map((one) => `${one.reference} ${surface.slice(one.start, one.end)}`);
}

test("each number of a group is the words of its own reference", () => {
  assert.deepEqual(parts("[3, 5, 13]", numbered("[3]", "5.", "(13)")), ["r1 3", "r2 5", "r3 13"]);
  assert.deepEqual(parts("2,3", numbered(null, null, null).slice(1)), ["r2 2", "r3 3"]);
});

test("a range, and what stands twice, names none by itself", () => {
  assert.deepEqual(parts("[3–7]", numbered("3", "4", "5", "6", "7")), []);
  assert.deepEqual(parts("[1, 3-5]", numbered("1", "3", "4", "5")), []);
  assert.deepEqual(parts("[3, 3]", numbered("3", "3")), []);
});

test("authors and year name a reference, where no other stands in the same piece", () => {
  const two = named(["Smith", 2019], ["Müller", 2020]);
  assert.deepEqual(parts("(Smith et al., 2019; Muller 2020)", two), [
    "r1 Smith et al., 2019",
    "r2 Muller 2020",
  ]);
  assert.deepEqual(parts("(Smith 2019, 2020)", named(["Smith", 2019], ["Smith", 2020])), []);
  assert.deepEqual(parts("(Smith 2019; Smith 2020)", named(["Smith", 2019], ["Smith", 2020])), [
    "r1 Smith 2019",
    "r2 Smith 2020",
  ]);
});
