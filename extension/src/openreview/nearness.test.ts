import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ALL_MESSAGES } from "@citelight/shared/ui/locales/all";
import { FAR, NEAR, nearnessOf } from "./nearness";

test("a work is called near or far only where nine in ten of those called so were", () => {
  const { figures } = JSON.parse(readFileSync("docs/results/nearness.json", "utf8")) as {
    figures: { row: string; column: string; value: number; of?: number }[];
  };
  for (const [cosine, column] of [
    [NEAR, "as near: cited"],
    [FAR, "farther: not cited"],
  ] as const) {
    const figure = figures.find((one) => one.row === cosine.toFixed(1) && one.column === column);
    assert.ok(figure, column);
    assert.ok(figure.value >= 0.9 && (figure.of ?? 0) >= 20, `${column}: ${figure.value}`);
  }
});

test("between the two a work is somewhat near", () => {
  const { near, some, far } = ALL_MESSAGES.en.openReview.nearness;
  const said = [1, NEAR, NEAR - 0.01, FAR, FAR - 0.01, -1].map((one) => nearnessOf(ALL_MESSAGES.en, one));
  assert.deepEqual(said, [near, near, some, some, far, far]);
});
