import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import { settingsFrom, written } from "./options/transfer";
import {
  ANY_SITE,
  choiceFrom,
  FILES,
  pagesOf,
  readSites,
  siteOf,
  SITES_KEY,
  writeSite,
  writeSites,
  type SiteChoice,
} from "./sites";
import { enter, leave } from "@citelight/test-support/fake-browser";

afterEach(leave);

test("a site is a web page's host, with its port", () => {
  assert.equal(siteOf("https://www.example.org/a?b"), "www.example.org");
  assert.equal(siteOf("http://localhost:8080/"), "localhost:8080");
  assert.equal(siteOf("blob:https://www.example.org/5f0c"), "www.example.org");
  for (const same of [
    "https://www.example.org./a",
    "https://WWW.Example.ORG/a",
    "https://reader:word@www.example.org/a",
    "https://www.example.org:443/a",
    "blob:https://www.example.org./5f0c",
  ])
    assert.equal(siteOf(same), "www.example.org", same);
  assert.equal(siteOf("http://localhost.:8080/"), "localhost:8080");
  assert.equal(siteOf("file:///home/reader/a.pdf"), FILES);
  for (const none of ["chrome://settings", "about:blank", "data:text/html,a", "blob:null/5f0c", "nothing"])
    assert.equal(siteOf(none), null, none);
  assert.equal(siteOf(undefined), null);
  assert.equal(pagesOf("www.example.org"), "https://www.example.org/*");
  assert.equal(pagesOf("localhost:8080"), "http://localhost/*");
});

test("what was kept of a site is read with care", () => {
  assert.deepEqual(choiceFrom({ check: "open", ask: "always" }), { check: "open", ask: "always" });
  for (const odd of [null, 7, "open", {}, { check: "sometimes", ask: [] }])
    assert.deepEqual(choiceFrom(odd), ANY_SITE);
});

test("settings come back from their file as they went, without a key", () => {
  const settings = {
    language: "de" as const,
    mail: "reader@example.org",
    sites: new Map([["a.example", { check: "never", ask: null } as const]]),
    endpoint: {
      settings: { ...NEW_SETTINGS, url: "https://m.example/v1", model: "m", prices: { input: 1, output: 2 } },
      ask: "always" as const,
    },
  };
  const text = written(settings);
  assert.ok(!text.includes("key"));
  const { prices, ...rest } = settings.endpoint.settings;
  assert.deepEqual(settingsFrom(text), {
    ...settings,
    endpoint: { ask: "always", settings: { ...rest, prices } },
  });
});

test("what is no file of settings is none, and strange parts are left out", () => {
  for (const none of ["", "[]", "{}", '{"schema":"citelight/settings/9"}'])
    assert.equal(settingsFrom(none), null);
  const odd = {
    schema: "citelight/settings/1",
    language: "tlh",
    mail: 7,
    sites: {
      "<script>": {},
      "*": {},
      "a.example/b": {},
      "A.example": {},
      "a b": {},
      "": {},
      "a.example": "x",
      "localhost:8080": {},
    },
    endpoint: { settings: { url: "http://m.example/v1", model: "m" } },
  };
  assert.deepEqual(settingsFrom(JSON.stringify(odd)), {
    language: "browser",
    mail: null,
    sites: new Map([
      ["a.example", ANY_SITE],
      ["localhost:8080", ANY_SITE],
    ]),
    endpoint: null,
  });
});

test("what is no site's name is not read as one", async () => {
  const { local } = enter();
  await local.set({
    [SITES_KEY]: { "*": { check: "open" }, "a b": { check: "open" }, "a.example": { check: "open" } },
  });
  assert.deepEqual([...(await readSites()).keys()], ["a.example"]);
});

test("sites that are chosen at the same time are all kept", async () => {
  enter();
  const never: SiteChoice = { check: "never", ask: null };
  await Promise.all([
    writeSites(new Map([["loaded.example", never]])),
    writeSite("a.example", { check: "open" }),
    writeSite("b.example", never),
    writeSite("loaded.example", ANY_SITE),
    writeSite("c.example", { ask: "off" }),
  ]);
  assert.deepEqual(
    await readSites(),
    new Map<string, SiteChoice>([
      ["a.example", { check: "open", ask: null }],
      ["b.example", never],
      ["c.example", { check: "click", ask: "off" }],
    ]),
  );
});

test("what is chosen of a site leaves what else was chosen of it", async () => {
  enter();
  await Promise.all([
    writeSite("a.example", { check: "open" }),
    writeSite("a.example", { ask: "always" }),
    writeSite("b.example", { ask: "always" }),
  ]);
  await Promise.all([writeSite("a.example", { check: "click" }), writeSite("b.example", { ask: null })]);
  assert.deepEqual(
    await readSites(),
    new Map<string, SiteChoice>([["a.example", { check: "click", ask: "always" }]]),
  );
});
