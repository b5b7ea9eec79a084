import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { writeSite } from "../sites";
import { badgeText } from "./badge";
import { forgetTab, recallIn, rememberTab } from "./recall";

const given: unknown[] = [];

beforeEach(() => {
  given.length = 0;
  const executeScript = (injection: unknown): Promise<void> => Promise.resolve(void given.push(injection));
  enter({ scripting: { executeScript } });
});
afterEach(leave);

const SCRIPT = { target: { tabId: 7 }, files: ["content-recall.js"] };

test("a page that is loaded again where the reader clicked gets its script, and no other page does", async () => {
  await rememberTab(7, "https://journal.example/a");
  await recallIn(7, "https://journal.example/b");
  assert.deepEqual(given, [SCRIPT]);
  await recallIn(8, "https://journal.example/b");
  await recallIn(7, "https://other.example/");
  // The click's grant has ended: the browser names no address.
  await recallIn(7, undefined);
  await recallIn(7, "chrome://newtab");
  assert.equal(given.length, 1);
  await forgetTab(7);
  await recallIn(7, "https://journal.example/b");
  assert.equal(given.length, 1);
});

test("neither a site that is switched off nor OpenReview's lists are read", async () => {
  await rememberTab(7, "https://journal.example/a");
  await writeSite("journal.example", { check: "never" });
  await recallIn(7, "https://journal.example/a");
  await rememberTab(7, "https://openreview.net/forum?id=a");
  await recallIn(7, "https://openreview.net/forum?id=a");
  await recallIn(7, "https://openreview.net/group?id=a");
  assert.deepEqual(given, []);
});

test("the badge is as short as it must be", () => {
  assert.deepEqual([0, 3, 99, 100].map(badgeText), ["", "3", "99", "99+"]);
});
