import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { IDBFactory } from "fake-indexeddb";
import { citation, documentView, finding, summary } from "@citelight/test-support/factories";
import { severityOf } from "../audit/severity";
import { pairKey } from "../audit/state";
import type { Finding } from "../generated/Finding";
import { AuditStore, DATABASE, LIMITS, type StoredAudit } from "./audit-store";
import { fingerprintOf, sha256 } from "./fingerprint";
import { NOBODY, told } from "./kept-audit";
import { recalledVerdicts, verdictsOf } from "./verdicts";

const KEY = pairKey({ citation: "c0", reference: "r1" });
const DAY = 24 * 60 * 60_000;
const SECRET = "The unpublished sentence";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function audit(text: string, name: string | null = null, filling = ""): StoredAudit {
  const document = { ...documentView([citation("c0", ["r1"])]), title: filling };
  return {
    fingerprint: { content: text, text },
    name,
    at: 1,
    means: NOBODY,
    events: [
      told({ kind: "mapped", document }),
      told({ kind: "found", finding: finding("c0", "r1", "miscited") }),
      told({ kind: "finished", summary: summary(true) }),
    ],
    dismissals: {},
  };
}

/** What does not compress. */
const noise = (length: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString("base64");

/** All that a database holds, as text. */
async function everything(): Promise<string> {
  const database = await new Promise<IDBDatabase>((done) => {
    const opening = indexedDB.open(DATABASE);
    opening.onsuccess = () => {
      done(opening.result);
    };
  });
  const stores = [...database.objectStoreNames];
  const rows = await Promise.all(
    stores.map(
      (store) =>
        new Promise((done) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => {
            done(request.result);
          };
        }),
    ),
  );
  database.close();
  return JSON.stringify(rows);
}

test("an article is found by its words, and versions of it by its name", async () => {
  const store = new AuditStore();
  await store.keep(audit("one", "doi:10.1000/x"), true);
  await store.keep(audit("two", "doi:10.1000/y"), true);
  const found = async (text: string, name: string | null): Promise<string[]> =>
    (await store.find({ content: text, text }, name)).map(({ fingerprint }) => fingerprint.text);
  assert.deepEqual(await found("one", null), ["one"]);
  assert.deepEqual(await found("one", "doi:10.1000/y"), ["one"], "its own words go before a name");
  assert.deepEqual(await found("changed", "doi:10.1000/x"), ["one"]);
  assert.deepEqual(await found("changed", null), []);
  const [kept] = await store.find({ content: "other markup", text: "two" }, null);
  assert.deepEqual(kept?.events, audit("two").events);
  assert.ok(await store.has("doi:10.1000/x"));
  assert.ok(!(await store.has("doi:10.1000/z")));
});

test("two tabs keep each other's dismissals, and an audit that was cut off replaces no whole one", async () => {
  const [one, other] = [new AuditStore(), new AuditStore()];
  await one.keep(audit("one"), true);
  await other.keep(audit("one"), true);
  await one.dismiss({ content: "one", text: "one" }, KEY, { reason: "not-worth", severity: "review" });
  await other.keep(audit("one"), true);
  const [kept] = await other.find({ content: "one", text: "one" }, null);
  assert.deepEqual(kept?.dismissals, { [KEY]: { reason: "not-worth", severity: "review" } });
  await other.keep({ ...audit("one"), at: 9 }, false);
  assert.equal((await one.find({ content: "one", text: "one" }, null))[0]?.at, 1);
  await other.dismiss({ content: "one", text: "one" }, KEY, null);
  assert.deepEqual((await one.find({ content: "one", text: "one" }, null))[0]?.dismissals, {});
});

test("what is kept stays within bounds, and what was looked at longest ago goes first", async () => {
  let now = 0;
  const store = new AuditStore(
    { ...LIMITS, bytes: 50_000, articles: 4, largest: 30_000 },
    () => (now += 2 * DAY),
  );
  for (const text of ["a", "b", "c", "d"]) await store.keep(audit(text), true);
  await store.use({ content: "a", text: "a" });
  await store.keep(audit("e"), true);
  const present = async (): Promise<string> => {
    const all = await Promise.all(
      ["a", "b", "c", "d", "e", "f"].map(async (text) =>
        (await store.find({ content: text, text }, null)).length > 0 ? text : "",
      ),
    );
    return all.join("");
  };
  assert.equal(await present(), "acde");
  await store.keep(audit("f", null, noise(40_000)), true);
  assert.equal(await present(), "acde", "an article larger than allowed is not kept");
  for (const text of ["1", "2", "3"]) await store.keep(audit(text, null, noise(20_000)), true);
  assert.ok((await store.usage()).bytes <= 50_000);
  assert.equal((await store.find({ content: "3", text: "3" }, null)).length, 1);
});

test("a full disk loses nothing that was kept and throws nothing at the reader", async () => {
  const store = new AuditStore();
  await store.keep(audit("one"), true);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its object below
  const put = IDBObjectStore.prototype.put;
  let refusals = 1;
  IDBObjectStore.prototype.put = function (...given: Parameters<IDBObjectStore["put"]>) {
    if (this.name === "findings" && refusals > 0) {
      refusals -= 1;
      throw new DOMException("the disk is full", "QuotaExceededError");
    }
    return put.apply(this, given);
  };
  try {
    // The oldest half makes room.
    await store.keep(audit("two"), true);
    assert.equal((await store.find({ content: "two", text: "two" }, null)).length, 1);
    refusals = Infinity;
    await store.keep({ ...audit("two"), at: 5 }, true);
    await store.keep(audit("three"), true);
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  assert.equal((await store.find({ content: "three", text: "three" }, null)).length, 0);
  assert.ok((await store.usage()).articles <= 1);
  await store.keep(audit("four"), true);
  assert.equal((await store.find({ content: "four", text: "four" }, null)).length, 1);
});

test("where the browser keeps nothing, nothing is found and nothing fails", async () => {
  Reflect.set(globalThis, "indexedDB", {
    open: () => {
      throw new DOMException("not here", "SecurityError");
    },
  });
  const store = new AuditStore();
  await store.keep(audit("one"), true);
  assert.deepEqual(await store.find({ content: "one", text: "one" }, "doi:10.1000/x"), []);
  assert.equal(await store.verdicts("one"), null);
  assert.deepEqual(await store.usage(), { articles: 0, bytes: 0 });
  assert.equal(await store.clear(), false);
});

test("of a document in confidence no word is kept, its hashes are this browser's own, and verdicts go after 30 days", async () => {
  let now = DAY;
  const store = new AuditStore(LIMITS, () => now);
  const document = {
    ...documentView([{ ...citation("c0", ["r1"]), sentence: `${SECRET} [1].` }]),
    title: SECRET,
  };
  const found = { ...finding("c0", "r1", "miscited"), claim: SECRET, message: SECRET };
  const events = [told({ kind: "mapped", document }), told({ kind: "found", finding: found })];
  const dismissed = new Map([[KEY, { reason: "not-worth", severity: "review" } as const]]);
  const text = await sha256(SECRET);
  const salt = await store.salt();
  await store.keepVerdicts(text, await verdictsOf(document, events, { dismissed, means: NOBODY }, salt), now);
  const disk = await everything();
  assert.ok(disk.includes("miscited"));
  for (const word of ["unpublished", "A title", "95 %", text, await sha256(`${SECRET}\u001f`)])
    assert.ok(!disk.includes(word), word);
  const kept = await store.verdicts(text);
  assert.ok(kept !== null);
  const recalled = await recalledVerdicts(document, kept.verdicts, kept.salt);
  const [, shown] = recalled.events;
  assert.ok(shown?.kind === "event" && shown.event.kind === "found");
  assert.deepEqual([shown.event.finding.verdict, shown.event.finding.evidence], ["miscited", []]);
  assert.deepEqual(recalled.dismissals, Object.fromEntries(dismissed));
  // Another installation makes other hashes of the same document.
  globalThis.indexedDB = new IDBFactory();
  const elsewhere = new AuditStore(LIMITS, () => now);
  assert.notDeepEqual(await elsewhere.salt(), salt);
  await elsewhere.keepVerdicts(text, kept.verdicts, now);
  const again = await elsewhere.verdicts(text);
  assert.ok(again !== null);
  assert.equal(findings((await recalledVerdicts(document, again.verdicts, again.salt)).events), 0);
  now += 29 * DAY;
  assert.notEqual(await new AuditStore(LIMITS, () => now).verdicts(text), null);
  now += 2 * DAY;
  assert.equal(await new AuditStore(LIMITS, () => now).verdicts(text), null);
  assert.ok(!(await everything()).includes("miscited"));
});

const findings = (events: readonly { kind: string }[]): number =>
  events.filter((event) => "event" in event && (event.event as { kind: string }).kind === "found").length;

test("a document is known by its words whatever its metadata and numbers, and by nothing less", async () => {
  const page = (body: string, token: string): Parameters<typeof fingerprintOf>[0] => ({
    text: {
      text: `<html><head><meta content="${token}"></head><body data-citelight="2">${body}</body></html>`,
    },
  });
  const plain = await fingerprintOf(page("<p>Ice melts.</p>", "a"));
  assert.deepEqual(await fingerprintOf(page("<p>Ice melts.</p>", "b")), plain);
  const marked = await fingerprintOf(page('<p id="x7">Ice  melts.</p>', "a"));
  assert.equal(marked?.text, plain?.text);
  assert.notEqual(marked?.content, plain?.content);
  assert.notEqual((await fingerprintOf(page("<p>Ice melted.</p>", "a")))?.text, plain?.text);
});

test("everything can be cleared", async () => {
  const store = new AuditStore();
  await store.keep(audit("one", "doi:10.1000/x"), true);
  await store.keepVerdicts("two", { complete: true, means: NOBODY, pairs: {} }, Date.now());
  assert.equal((await store.usage()).articles, 2);
  assert.ok(await store.clear());
  assert.deepEqual(await store.usage(), { articles: 0, bytes: 0 });
});

test("of a hint about the subject its kind is kept, and no word of the work", async () => {
  const store = new AuditStore();
  const document = documentView([{ ...citation("c0", ["r1"]), sentence: "Lamps dim [1]." }]);
  const reasons: Finding["reasons"] = [
    { kind: "not-found-in-source" },
    { kind: "seems-about-something-else", title: SECRET, nearest: SECRET, better: null },
  ];
  const events = [
    told({ kind: "mapped", document }),
    told({ kind: "found", finding: { ...finding("c0", "r1", "undecidable"), reasons } }),
  ];
  const salt = await store.salt();
  const kept = await verdictsOf(document, events, { dismissed: new Map(), means: NOBODY }, salt);
  assert.ok(!JSON.stringify(kept).includes(SECRET));
  const [, shown] = (await recalledVerdicts(document, kept, salt)).events;
  assert.ok(shown?.kind === "event" && shown.event.kind === "found");
  assert.equal(severityOf(shown.event.finding), "may-not-fit");
});
