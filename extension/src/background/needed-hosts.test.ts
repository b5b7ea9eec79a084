/** A grant serves whoever needs it: it goes with the last of them, and no sooner. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { fromOptions } from "./endpoint";
import { forgetUngranted, giveBack, givingBack, hostsNoLongerOpen } from "./needed-hosts";
import { allowedCopyHosts, askForCopies, chosenCopyHosts } from "../copies";
import { withHosts } from "../host-locks";
import { overlap } from "../host-patterns";
import { extensionLookUp, isLookUpChosen } from "../look-up";
import { forgetSite, pagesOf, readSites, siteChoice, writeSite } from "../sites";
import { NEW_SETTINGS } from "@citelight/shared/audit/endpoint-choice";
import { enter, leave, FakePermissions, type FakeStorageArea } from "@citelight/test-support/fake-browser";

const ARXIV = "https://arxiv.org/*";
const SOURCES = ["https://api.crossref.org/*", ARXIV, "https://export.arxiv.org/*"];

let browser: FakePermissions;
let local: FakeStorageArea;

beforeEach(() => {
  browser = new FakePermissions();
  const getManifest = (): object => ({
    optional_host_permissions: [...SOURCES, "https://*/*", "http://localhost/*", "file:///*"],
  });
  ({ local } = enter({ permissions: browser, runtime: { getManifest } }));
});

afterEach(leave);

const granted = (): string[] => [...browser.granted].sort();
const sorted = (...patterns: string[]): string[] => [...patterns].sort();

/** As the panel does, when articles of a site are to be checked as they are opened. */
async function open(site: string): Promise<void> {
  await browser.request({ origins: [pagesOf(site)] });
  await writeSite(site, { check: "open" });
}

/** A change of the choices for sites, and what the background does when it hears of it. */
async function changed(change: () => Promise<void>): Promise<void> {
  const before = structuredClone(local.kept.sites);
  await change();
  await giveBack(hostsNoLongerOpen(before, local.kept.sites));
}

async function setUp(url: string): Promise<void> {
  await browser.request({ origins: [`https://${new URL(url).hostname}/*`] });
  const settings = { ...NEW_SETTINGS, url, model: "m" };
  await givingBack(() =>
    fromOptions({ kind: "set-endpoint", settings, ask: "on-request", key: null, lasts: null }),
  );
}

test("a site that is given up leaves the hosts that look-ups need", async () => {
  await extensionLookUp.write({ references: true, committees: false, passages: false });
  await open("arxiv.org");
  await open("journal.example");
  await changed(() => writeSite("arxiv.org", { check: "click" }));
  await changed(() => forgetSite("journal.example"));
  assert.deepEqual(granted(), sorted(...SOURCES));
  assert.ok((await extensionLookUp.read()).references);
  await extensionLookUp.write({ references: false, committees: false, passages: false });
  await open("arxiv.org");
  await changed(() => forgetSite("arxiv.org"));
  assert.ok(!granted().includes(ARXIV), "nobody is left");
});

test("a site that is given up leaves the endpoint's host, and the endpoint a site's", async () => {
  await setUp("https://models.example/v1");
  await open("models.example");
  await changed(() => forgetSite("models.example"));
  assert.deepEqual(granted(), ["https://models.example/*"]);
  await open("models.example");
  await givingBack(() => fromOptions({ kind: "forget-endpoint" }));
  assert.deepEqual(granted(), ["https://models.example/*"]);
  await changed(() => writeSite("models.example", { check: "never" }));
  assert.deepEqual(granted(), []);
});

test("another endpoint gives the host of the one before back, and what sources need stays", async () => {
  await extensionLookUp.write({ references: true, committees: false, passages: false });
  await setUp("https://models.example/v1");
  await setUp("https://arxiv.org/v1");
  assert.deepEqual(granted(), sorted(...SOURCES));
  await setUp("https://models.example/v2");
  assert.deepEqual(granted(), sorted(...SOURCES, "https://models.example/*"));
});

test("two sites of one host on several ports share its grant", async () => {
  await open("journal.example");
  await open("journal.example:8443");
  await changed(() => forgetSite("journal.example:8443"));
  assert.deepEqual(granted(), ["https://journal.example/*"]);
});

test("a viewer's host stays while another viewer reads from it, and while anybody else needs it", async () => {
  await browser.request({ origins: [ARXIV] });
  await withHosts([ARXIV], async () => {
    await giveBack([ARXIV]);
    assert.deepEqual(granted(), [ARXIV]);
  });
  await open("arxiv.org");
  await giveBack([ARXIV]);
  assert.deepEqual(granted(), [ARXIV]);
  await changed(() => forgetSite("arxiv.org"));
  assert.deepEqual(granted(), []);
});

test("a site of open copies is kept while references are looked up, and what the reader takes back is asked about anew", async () => {
  await extensionLookUp.write({ references: true, committees: false, passages: false });
  assert.ok(await askForCopies(["repository.example", "journal.example"]));
  await open("journal.example");
  await changed(() => forgetSite("journal.example"));
  assert.ok(granted().includes("https://journal.example/*"));
  browser.granted.delete("https://repository.example/*");
  await forgetUngranted();
  assert.deepEqual(await chosenCopyHosts(), ["journal.example"]);
  // Granted for something else, it is no site whose copies the reader let us read.
  await open("repository.example");
  assert.deepEqual(await allowedCopyHosts(), ["journal.example"]);
});

test("a file of settings that no longer opens a site gives its host back", async () => {
  await open("a.example");
  await open("b.example");
  await changed(async () => {
    await local.set({ sites: { "b.example": { check: "open", ask: null } } });
  });
  assert.deepEqual(granted(), ["https://b.example/*"]);
});

test("what a reader takes back in the browser's own settings is off, and does not begin again unasked", async () => {
  await extensionLookUp.write({ references: true, committees: true, passages: false });
  await open("journal.example");
  await writeSite("journal.example", { ask: "off" });
  await open("other.example");
  browser.granted.delete("https://journal.example/*");
  browser.granted.delete("https://api.crossref.org/*");
  await forgetUngranted();
  assert.deepEqual(await siteChoice("journal.example"), { check: "click", ask: "off" });
  assert.equal((await readSites()).get("other.example")?.check, "open");
  assert.ok(!(await isLookUpChosen()));
  await browser.request({ origins: [...SOURCES, "https://journal.example/*"] });
  assert.deepEqual(await extensionLookUp.read(), { references: false, committees: false, passages: false });
});

test("patterns that speak of the same addresses are known, however wide", () => {
  const all: [string, string][] = [
    ["https://arxiv.org/*", "https://arxiv.org/*"],
    ["https://*/*", "https://export.arxiv.org/*"],
    ["https://*.arxiv.org/*", "https://export.arxiv.org/*"],
    ["https://*.arxiv.org/*", "https://arxiv.org/*"],
    ["https://*.export.arxiv.org/*", "https://*.arxiv.org/*"],
    ["*://arxiv.org/*", "https://arxiv.org/*"],
    ["<all_urls>", "file:///*"],
    ["https://arxiv.org:8443/*", "https://arxiv.org/*"],
    ["https://ARXIV.org/*", "https://arxiv.org/*"],
    ["no pattern", "https://arxiv.org/*"],
  ];
  for (const [one, other] of all) {
    assert.ok(overlap(one, other), `${one} ${other}`);
    assert.ok(overlap(other, one), `${other} ${one}`);
  }
  const none: [string, string][] = [
    ["https://arxiv.org/*", "https://export.arxiv.org/*"],
    ["https://*.arxiv.org/*", "https://notarxiv.org/*"],
    ["https://arxiv.org/*", "http://arxiv.org/*"],
    ["*://arxiv.org/*", "file:///*"],
    ["https://*.a.example/*", "https://*.b.example/*"],
  ];
  for (const [one, other] of none) {
    assert.ok(!overlap(one, other), `${one} ${other}`);
    assert.ok(!overlap(other, one), `${other} ${one}`);
  }
});
