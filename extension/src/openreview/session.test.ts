import assert from "node:assert/strict";
import { test } from "node:test";
import { ownProfile } from "./session";

const user = (value: unknown): string => `openreview.user=${encodeURIComponent(JSON.stringify(value))}`;

test("whoever is signed in is known by the site's own cookie, and by nothing else", () => {
  const rae = { id: "rae@sleep.example.edu", profile: { id: "~Rae_Viewer1", fullname: "Rae Viewer" } };
  assert.equal(ownProfile(user(rae)), "~Rae_Viewer1");
  assert.equal(ownProfile(`_ga=1; ${user(rae)}; other=~Bo_Other1`), "~Rae_Viewer1");
  for (const cookies of [
    "",
    "openreview.user=",
    "openreview.user=%7B",
    "openreview.user=null",
    "openreview.user=%E0%A4%A",
    user({ id: "guest_1" }),
    user({ profile: {} }),
    user({ profile: { id: "Sleep.example/2026/Conference/Reviewers" } }),
    user({ profile: { id: 7 } }),
    `xopenreview.user=${encodeURIComponent(JSON.stringify(rae))}`,
  ])
    assert.equal(ownProfile(cookies), null, cookies);
});
