import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { fromOptions, storedEndpoint } from "./endpoint";
import { grants } from "../browser/grants";
import type { FromOptions, StoredEndpoint } from "../messages";
import { written } from "../options/transfer";
import { loaded } from "../options/transfer-form";
import { readSites } from "../sites";
import { NEW_SETTINGS, type EndpointSetup, type KeyLasts } from "@citelight/shared/audit/endpoint-choice";
import { enter, leave, soon, type FakeStorageArea } from "@citelight/test-support/fake-browser";

const KEY = "sk-key-of-tests";
const SETTINGS = { ...NEW_SETTINGS, url: "https://m.example/v1", model: "m" };
const ELSEWHERE = { ...SETTINGS, url: "https://other.example/v1" };

let local: FakeStorageArea;
let session: FakeStorageArea;

beforeEach(() => {
  const sendMessage = (message: FromOptions | { kind: "endpoint-changed" }): Promise<unknown> =>
    message.kind === "endpoint-changed" ? Promise.resolve() : fromOptions(message);
  ({ local, session } = enter({ runtime: { sendMessage } }));
});

afterEach(leave);

const set = (
  key: string | null,
  lasts: KeyLasts | null,
  settings: EndpointSetup["settings"] = SETTINGS,
): Promise<unknown> => fromOptions({ kind: "set-endpoint", settings, ask: "on-request", key, lasts });

const setup = async (): Promise<EndpointSetup | null> =>
  (await fromOptions({ kind: "endpoint" })) as EndpointSetup | null;

/** As the options load a file of settings. */
async function load(settings: EndpointSetup["settings"]): Promise<void> {
  const text = written({
    language: "browser",
    mail: null,
    sites: new Map(),
    endpoint: { settings, ask: "always" },
  });
  assert.equal(await loaded(new File([text], "settings.json")), "all");
}

const onDisk = (): string => JSON.stringify(local.kept);

test("a key for the session stays off the disk when a file of settings is loaded", async () => {
  await set(KEY, "session");
  await load({ ...SETTINGS, model: "another" });
  assert.ok(!onDisk().includes(KEY), onDisk());
  assert.equal((await storedEndpoint())?.key, KEY);
  const known = await setup();
  assert.equal(known?.settings.model, "another");
  assert.equal(known.ask, "always");
  assert.equal(known.keyLasts, "session");
});

test("a key that is stored stays stored when a file of settings is loaded", async () => {
  await set(KEY, "stored");
  await load({ ...SETTINGS, model: "another" });
  assert.ok(onDisk().includes(KEY));
  assert.equal((await setup())?.keyLasts, "stored");
});

test("a key stays with its server, and the choice how long keys last with the reader", async () => {
  await load(SETTINGS);
  assert.deepEqual([(await setup())?.hasKey, (await setup())?.keyLasts], [false, "stored"]);
  await set(KEY, "session");
  await load(ELSEWHERE);
  assert.deepEqual([(await setup())?.hasKey, (await setup())?.keyLasts], [false, "session"]);
  assert.ok(!JSON.stringify([local.kept, session.kept]).includes(KEY));
});

test("the reader may choose anew how long the kept key lasts", async () => {
  await set(KEY, "session");
  await set(null, "stored");
  assert.ok(onDisk().includes(KEY));
  assert.deepEqual(session.kept, {});
  await set(null, "session");
  assert.ok(!onDisk().includes(KEY));
  assert.equal((await storedEndpoint())?.key, KEY);
});

test("a key that is removed while something else is set does not come back", async () => {
  await set(KEY, "stored");
  await Promise.all([
    fromOptions({ kind: "remove-key" }),
    set(null, "stored", { ...SETTINGS, model: "new" }),
  ]);
  assert.ok(!onDisk().includes(KEY));
  assert.deepEqual([(await setup())?.hasKey, (await setup())?.settings.model], [false, "new"]);
});

test("amid a change no key stands beside another server's address", async () => {
  await set("sk-of-the-first", "session");
  const changing = set("sk-of-the-second", "session", ELSEWHERE);
  const seen: Promise<StoredEndpoint | null>[] = [];
  for (let wait = 0; wait < 20; wait += 1) {
    seen.push(storedEndpoint());
    await soon();
  }
  await changing;
  const pairs = (await Promise.all(seen)).map((kept) => {
    assert.ok(kept !== null);
    return `${kept.settings.url} ${kept.key ?? "none"}`;
  });
  const whole = [`${SETTINGS.url} sk-of-the-first`, `${ELSEWHERE.url} sk-of-the-second`];
  assert.deepEqual(
    pairs.filter((pair) => !whole.includes(pair)),
    [],
  );
});

test("a mail address of a file that the browser may not ask about leaves the others loaded", async (t) => {
  // As Firefox answers once a file was read.
  t.mock.method(grants, "ask", () =>
    Promise.reject(new Error("may only be called from a user input handler")),
  );
  const text = written({
    language: "browser",
    mail: "reader@example.org",
    sites: new Map([["a.example", { check: "never", ask: null }]]),
    endpoint: { settings: SETTINGS, ask: "always" },
  });
  assert.equal(await loaded(new File([text], "settings.json")), "without-mail");
  assert.ok(!onDisk().includes("reader@example.org"), onDisk());
  assert.deepEqual([...(await readSites()).keys()], ["a.example"]);
  assert.equal((await setup())?.settings.model, SETTINGS.model);
});
