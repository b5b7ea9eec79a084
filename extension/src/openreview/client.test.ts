import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { OpenReviewClient } from "./client";

afterEach(leave);

test("a submission that was given up while its file came is not audited", async () => {
  const opened: string[] = [];
  enter({
    runtime: {
      connect: ({ name }: { name: string }) => {
        opened.push(name);
        throw new Error("nobody is there");
      },
      onMessage: { addListener: () => undefined },
    },
  });
  const given = new AbortController();
  given.abort(new Error("paused"));
  const audited = new OpenReviewClient().audit(
    ["AAAA"],
    "https://openreview.net/pdf?id=A",
    () => undefined,
    given.signal,
  );
  await assert.rejects(audited, /paused/);
  assert.deepEqual(opened, [], "and nobody was asked");
});
