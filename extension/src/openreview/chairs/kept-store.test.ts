import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { enter, leave } from "@citelight/test-support/fake-browser";
import { fromOpenReview, type FromOpenReview } from "../background";
import { CHAIRS_DATABASE, KeptAnswers } from "./kept-store";
import { countsOf, REFERENCES } from "../submission-counts.double";

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

test("what is kept after the reader emptied the database is found by the next service worker", async () => {
  const kept = new KeptAnswers();
  await kept.put("papers ~Rae_Viewer1", 1);
  await new Promise<void>((done) => {
    const opening = indexedDB.open(CHAIRS_DATABASE);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(["answers", "salt"], "readwrite");
      for (const store of ["answers", "salt"]) transaction.objectStore(store).clear();
      transaction.oncomplete = () => {
        opening.result.close();
        done();
      };
    };
  });
  assert.equal(await kept.get("papers ~Rae_Viewer1"), null);
  await kept.put("papers ~Rae_Viewer1", 2);
  assert.equal(await new KeptAnswers().get("papers ~Rae_Viewer1"), 2);
});

test("a database that could not be opened is tried again", async () => {
  const kept = new KeptAnswers();
  // A later version's, which an earlier one cannot open.
  await new Promise<void>((done) => {
    const opening = indexedDB.open(CHAIRS_DATABASE, 2);
    opening.onsuccess = () => {
      opening.result.close();
      done();
    };
  });
  await assert.rejects(kept.get("papers ~Rae_Viewer1"));
  globalThis.indexedDB = new IDBFactory();
  await kept.put("papers ~Rae_Viewer1", 3);
  assert.equal(await kept.get("papers ~Rae_Viewer1"), 3);
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

test("of a console in a private window no submission, count or wish is kept, and none that was kept is told there", async () => {
  enter();
  const counts = {
    counts: countsOf({ total: 3, problems: 0, judged: 3 }),
    references: REFERENCES,
    lookedUp: false,
  };
  const say = (message: FromOpenReview, incognito: boolean | undefined): Promise<unknown> =>
    fromOpenReview(message, { tab: { id: 3, incognito } } as chrome.runtime.MessageSender);
  const group = "Sleep.example/2026/Conference/Reviewers";
  const asked: FromOpenReview = { kind: "openreview-queue", group, ids: ["Paper00001"] };
  const checked: FromOpenReview = { kind: "openreview-checked", id: "Paper00001", checked: counts };
  const wanted: FromOpenReview = { kind: "openreview-wanted", group, isWanted: true };
  const nothing = { isWanted: false, checked: {} };
  for (const incognito of [true, undefined]) {
    await say(wanted, incognito);
    await say(checked, incognito);
    assert.deepEqual(await chrome.storage.local.get(null), {}, "where the browser does not say, neither");
    assert.deepEqual(await say(asked, false), nothing);
  }
  await say(wanted, false);
  await say(checked, false);
  assert.deepEqual(await say(asked, false), { isWanted: true, checked: { Paper00001: counts } });
  assert.equal(await say(asked, true), null);
  leave();
});
