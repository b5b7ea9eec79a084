import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { NO_CITATIONS } from "@citelight/shared/audit/counts";
import { clearLog, logRequests } from "./background/request-log-writer";
import { keepChecked, keepWanted, storedQueue } from "./openreview/queue-store";
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
  const counts = {
    counts: { ...NO_CITATIONS, total: 3, review: 1, supported: 1, unchecked: 1 },
    lookedUp: true,
  };
  await Promise.all([keepWanted("group", true), keepChecked("one", counts), keepChecked("two", counts)]);
  assert.deepEqual(await storedQueue("group", ["one", "two", "three"]), {
    isWanted: true,
    checked: { one: counts, two: counts },
  });
});
