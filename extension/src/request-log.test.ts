import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { clearLog, logRequests } from "./background/request-log-writer";
import type { CheckedSubmission } from "./openreview/audit-queue";
import { keepChecked, keepWanted, storedQueue } from "./openreview/queue-store";
import { countsOf, REFERENCES } from "./openreview/submission-counts.double";
import { readLog } from "./request-log";
import type { LoggedRequest } from "@citelight/shared/worker/requests";
import { enter, leave, soon } from "@citelight/test-support/fake-browser";

afterEach(leave);

const request = (at: number): LoggedRequest => ({
  at,
  method: "GET",
  url: "https://a.example/",
  sent: 0,
  status: 200,
});

test("requests that are told at the same time are all listed, in their order", async () => {
  enter();
  logRequests([request(1)]);
  clearLog();
  logRequests([request(2), request(3)]);
  logRequests([request(4)]);
  for (let wait = 0; wait < 20; wait += 1) await soon();
  assert.deepEqual(
    (await readLog()).map(({ at }) => at),
    [2, 3, 4],
  );
});

test("what a console tells of its queue at the same time is all kept", async () => {
  enter();
  const counts: CheckedSubmission = {
    counts: countsOf({ total: 3, problems: 1, judged: 2 }),
    references: REFERENCES,
    lookedUp: true,
  };
  // As an earlier version kept it: it is checked anew.
  const earlier = { counts: { total: 3, review: 1 }, lookedUp: true } as unknown as CheckedSubmission;
  await Promise.all([
    keepWanted("group", true),
    keepChecked("one", counts),
    keepChecked("two", counts),
    keepChecked("three", earlier),
  ]);
  assert.deepEqual(await storedQueue("group", ["one", "two", "three"]), {
    isWanted: true,
    checked: { one: counts, two: counts },
  });
});
