import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { permissionsFor } from "./allowed";
import { fromOptions } from "./endpoint";
import { contentScriptFor } from "./content-script";
import { askForCopies } from "../copies";
import { extensionLookUp, writeMail } from "../look-up";
import { isOpenReviewSite } from "../openreview/site";
import { FILES, readSites, siteOf, SITES_KEY, writeSite } from "../sites";
import { addSourceKeys } from "../source-keys";
import { NO_LOOK_UP } from "@citelight/shared/audit/look-up-choice";
import { NEW_SETTINGS, type AskMode } from "@citelight/shared/audit/endpoint-choice";
import type { EndpointSettings } from "@citelight/shared/generated/EndpointSettings";
import { ownModelSettings } from "@citelight/shared/own-model/endpoint";
import { enter, leave } from "@citelight/test-support/fake-browser";

const OPENREVIEW = ["openreview.net", "api2.openreview.net", "openreview.net:443"];
const WRITTEN_OTHERWISE = ["https://openreview.net./pdf?id=a", "https://OpenReview.net/pdf?id=a"];
const OTHERS = ["journal.example", "openreview.net.example", "notopenreview.net"];
const MAIL = "reader@example.org";

/** A reader who allowed everything, everywhere. */
beforeEach(async () => {
  const getManifest = (): object => ({ optional_host_permissions: ["https://api.crossref.org/*"] });
  enter({ runtime: { getManifest } });
  await extensionLookUp.write({ references: true, committees: true, passages: true });
  await writeMail(MAIL);
  await addSourceKeys({ openalex: "oa-key", semanticscholar: "s2-key" });
  const settings = { ...NEW_SETTINGS, url: "https://models.example/v1", model: "m" };
  await fromOptions({ kind: "set-endpoint", settings, ask: "always", key: "k", lasts: null });
});

afterEach(leave);

test("whoever is asked about what stands on OpenReview is told neither mail address nor key", async () => {
  for (const site of OPENREVIEW)
    for (const cause of ["click", "automatic"] as const) {
      const { online } = await permissionsFor({ kind: "allowed", sites: [site], cause });
      assert.deepEqual(online, { mailto: null, keys: {}, any_server: true }, site);
    }
  // Also where another site sent the file, or was sent for it, and where nobody knows.
  for (const sites of [["openreview.net", "cdn.example"], ["short.example", "openreview.net"], []]) {
    const { online } = await permissionsFor({ kind: "allowed", sites, cause: "click" });
    assert.deepEqual([online?.mailto, online?.keys], [null, {}], sites.join());
  }
  for (const address of WRITTEN_OTHERWISE) {
    const sites = [siteOf(address)].filter((site) => site !== null);
    const { online } = await permissionsFor({ kind: "allowed", sites, cause: "click" });
    assert.deepEqual([online?.mailto, online?.keys], [null, {}], address);
  }
  for (const site of OTHERS) {
    const { online } = await permissionsFor({ kind: "allowed", sites: [site], cause: "click" });
    assert.deepEqual([online?.mailto, online?.keys.openalex], [MAIL, "oa-key"], site);
  }
});

test("open copies are read from the sites that the reader allowed, and of what may be in review from none", async () => {
  const copiesOf = async (...sites: string[]): Promise<readonly string[] | null> =>
    (await permissionsFor({ kind: "allowed", sites, cause: "click" })).copies;
  assert.deepEqual(await copiesOf("journal.example"), []);
  assert.ok(await askForCopies(["repository.example", "archive.example"]));
  for (const site of OTHERS)
    assert.deepEqual(await copiesOf(site), ["repository.example", "archive.example"]);
  for (const site of OPENREVIEW) assert.equal(await copiesOf(site), null, site);
  assert.equal(await copiesOf("openreview.net", "cdn.example"), null);
  assert.equal(await copiesOf(), null, "nobody knows where it is from");
  await extensionLookUp.write(NO_LOOK_UP);
  assert.equal(await copiesOf("journal.example"), null, "nothing is looked up");
});

test("claims go to a search for passages, but for what may be in review", async () => {
  const isSearched = async (...sites: string[]): Promise<boolean> =>
    (await permissionsFor({ kind: "allowed", sites, cause: "click" })).passages;
  for (const site of OTHERS) assert.equal(await isSearched(site), true, site);
  for (const site of OPENREVIEW) assert.equal(await isSearched(site), false, site);
  assert.equal(await isSearched("openreview.net", "cdn.example"), false);
  assert.equal(await isSearched(), false, "nobody knows where it is from");
  await extensionLookUp.write({ references: true, committees: true, passages: false });
  assert.equal(await isSearched("journal.example"), false, "the reader did not choose it");
});

test("on OpenReview a model is asked by a press of a button alone, unless the reader chose more for this very site", async () => {
  const asked = async (...sites: string[]): Promise<boolean | undefined> =>
    (await permissionsFor({ kind: "allowed", sites, cause: "click" })).endpoint?.always;
  for (const site of OPENREVIEW) assert.equal(await asked(site), false, site);
  for (const site of OTHERS) assert.equal(await asked(site), true, site);
  assert.equal(await asked("openreview.net", "cdn.example"), false);
  await writeSite("openreview.net", { ask: "always" });
  assert.equal(await asked("openreview.net"), true);
  await writeSite("openreview.net", { ask: "off" });
  assert.equal(await asked("openreview.net"), undefined);
});

test("pages are sent as images where claims are without a question, on a click, and of nothing that may be in review", async () => {
  const sent = async (cause: "click" | "automatic", ...sites: string[]): Promise<boolean> =>
    (await permissionsFor({ kind: "allowed", sites, cause })).pageImages;
  const setUp = async (changes: Partial<EndpointSettings>, ask: AskMode = "always"): Promise<void> => {
    const settings = { ...NEW_SETTINGS, url: "https://models.example/v1", model: "m", ...changes };
    await fromOptions({ kind: "set-endpoint", settings, ask, key: "k", lasts: null });
  };
  assert.equal(await sent("click", "journal.example"), false, "off at first");
  await setUp({ transcribe: true });
  for (const site of OTHERS) assert.equal(await sent("click", site), true, site);
  assert.equal(await sent("automatic", "journal.example"), false, "nobody clicked");
  await writeSite("journal.example", { ask: "always" });
  assert.equal(await sent("automatic", "journal.example"), false, "claims go, pages do not");
  await writeSite("journal.example", { ask: "off" });
  assert.equal(await sent("click", "journal.example"), false);
  assert.equal(await sent("click", "other.example", "journal.example"), false, "one site forbids it");
  assert.equal(await sent("click", FILES), false, "a file may come from anywhere");
  await writeSite(FILES, { ask: "always" });
  assert.equal(await sent("click", FILES), true, "the reader chose it for files");
  for (const site of OPENREVIEW) {
    await writeSite(site, { ask: "always" });
    assert.equal(await sent("click", site), false, site);
    assert.equal(await sent("click", "other.example", site), false, site);
  }
  assert.equal(await sent("click"), false, "nobody knows where it is from");
  await setUp({ transcribe: true }, "on-request");
  assert.equal(await sent("click", "other.example"), false);
  await setUp({ transcribe: true, kind: "citelight" });
  assert.equal(await sent("click", "other.example"), false, "a Citelight server takes no images");
  await setUp({ ...ownModelSettings(), transcribe: true });
  assert.equal(await sent("click", "other.example"), false, "nor does the browser's own model");
});

test("no page of OpenReview is checked as it is opened, whatever was kept", async () => {
  await chrome.storage.local.set({
    [SITES_KEY]: { "openreview.net": { check: "open", ask: "off" }, "a.example": { check: "open" } },
  });
  assert.deepEqual(
    [...(await readSites())].map(([site, { check, ask }]) => [site, check, ask]),
    [
      ["a.example", "open", null],
      ["openreview.net", "click", "off"],
    ],
  );
});

test("of OpenReview's pages only forums, groups and edges are looked at, and by no script that takes lists for references", () => {
  const at = (path: string): string => `https://openreview.net${path}`;
  for (const path of [
    "/forum?id=abc",
    "/forum?id=abc&noteId=def&referrer=%5BConsole%5D(%2Fgroup)",
    "/group?id=Venue.cc/2025/Conference/Reviewers#assigned",
    "/group?id=Venue.org/2026/Conference/Program_Committee",
    "/group?id=Venue.org/2026/Conference/Senior_Program_Committee",
    "/group?id=Journal/Action_Editors",
    "/group?id=Venue.cc/2025/Conference/Senior_Area_Chairs",
    "/group?id=Venue.cc/2025/Conference/Program_Chairs#submission-status",
    // The same forum under its other name.
    "/forum/doe|a_diary_study_of_sleepers",
    // Whether a group's page is a console is seen on the page alone: roles are called as venues like.
    "/group?id=Venue.cc/2025/Conference",
    "/group?id=Venue.cc/2025/Conference/Submission7/Authors",
    "/edges/browse?traverse=Venue.cc/2025/Conference/Reviewers/-/Assignment",
  ])
    assert.equal(contentScriptFor(at(path)), "openreview.js", path);
  for (const path of [
    "/profile?id=~Rae_Viewer1",
    // A submission's edits, its supplement.
    "/forum?noteId=abc",
    "/revisions?id=abc",
    "/attachment?id=abc&name=supplementary_material",
    "/assignments?group=Venue.cc/2025/Conference/Reviewers",
    "/",
  ])
    assert.equal(contentScriptFor(at(path)), null, path);
  for (const address of ["https://openreview.net./forum?id=abc", "http://openreview.net/forum?id=abc"])
    assert.equal(contentScriptFor(address), null, address);
  assert.equal(contentScriptFor("https://api2.openreview.net/notes?id=abc"), null);
  for (const address of [
    "https://journal.example/article",
    "https://openreview.net.example/forum?id=abc",
    "",
  ])
    assert.equal(contentScriptFor(address), "content.js", address);
  for (const site of OPENREVIEW) assert.ok(isOpenReviewSite(site));
  for (const site of OTHERS) assert.ok(!isOpenReviewSite(site));
});
