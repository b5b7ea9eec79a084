import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { fromOpenReview } from "../background";
import { CHAIRS_DATABASE, KeptAnswers } from "./kept-store";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test("what was answered is found again on another day, and forgotten after a while", async () => {
  await new KeptAnswers().put("papers ~Rae_Viewer1", [{ title: "Clocks" }], 1000);
  const later = new KeptAnswers();
  assert.deepEqual(await later.get("papers ~Rae_Viewer1", 2000), [{ title: "Clocks" }]);
  assert.equal(await later.get("papers ~Jane_Signer1", 2000), null);
  assert.equal(await later.get("papers ~Rae_Viewer1", 1000 + 31 * 24 * 60 * 60_000), null);
});

test("no more than so many are kept, the newest", async () => {
  const kept = new KeptAnswers({ answers: 3, ms: 1e9 });
  for (let at = 0; at <= 200; at += 1) await kept.put(`name ${at}`, at, at);
  assert.equal(await kept.get("name 0", 300), null);
  assert.equal(await kept.get("name 200", 300), 200);
});

test("nobody reads in the database what an answer belongs to", async () => {
  await new KeptAnswers().put("fit Paper00007 ~Rae_Viewer1", 0.4);
  const names = await new Promise<IDBValidKey[]>((done) => {
    const opening = indexedDB.open(CHAIRS_DATABASE);
    opening.onsuccess = () => {
      const asked = opening.result.transaction("answers").objectStore("answers").getAllKeys();
      asked.onsuccess = () => {
        done(asked.result);
      };
    };
  });
  assert.equal(names.length, 1);
  assert.match(JSON.stringify(names), /^\["[\da-f]{64}"\]$/);
});

test("of a private window nothing is kept, and nothing kept earlier is given to it", async () => {
  enter();
  const sender = (incognito: boolean): chrome.runtime.MessageSender =>
    ({ tab: { id: 3, incognito } }) as chrome.runtime.MessageSender;
  const name = "papers ~Jane_Signer1";
  const get = (incognito: boolean): Promise<unknown> =>
    fromOpenReview({ kind: "openreview-kept", name }, sender(incognito));
  await fromOpenReview({ kind: "openreview-keep", name, value: 1 }, sender(true));
  assert.equal(await get(false), null);
  await fromOpenReview({ kind: "openreview-keep", name, value: 2 }, sender(false));
  assert.deepEqual([await get(true), await get(false)], [null, 2]);
  leave();
});
