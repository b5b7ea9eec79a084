/** What a policy makes of an entry is here what it is in the core: both judge the same cases. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { record } from "@citelight/test-support/factories";
import type { Discrepancy } from "../generated/Discrepancy";
import type { FieldDifference } from "../generated/FieldDifference";
import type { Level } from "../generated/Level";
import type { Person } from "../generated/Person";
import type { Resolution } from "../generated/Resolution";
import type { WorkKind } from "../generated/WorkKind";
import type { WorkStatus } from "../generated/WorkStatus";
import { factsOf, levelOf, profileFrom, PROFILES, type PolicyProfile } from "./policy";

interface Case {
  name: string;
  kind: "ghost" | "unknown" | "resolved";
  work?: { authors?: Person[]; kind?: WorkKind; status?: WorkStatus };
  differences?: FieldDifference[];
  retracted_since?: boolean;
  facts: Discrepancy[];
  levels: Record<PolicyProfile, Level>;
}

const cases = JSON.parse(readFileSync("tests/fixtures/findings/policies.json", "utf8")) as Case[];

function resolutionOf({ kind, work, differences = [] }: Case): Resolution {
  if (kind === "ghost") return { kind, asked: [], nearest: null };
  if (kind === "unknown") return { kind, reason: "" };
  return { kind, score: 1, record: { ...record(), ...work }, differences };
}

for (const one of cases)
  test(`facts and levels: ${one.name}`, () => {
    const resolution = resolutionOf(one);
    assert.deepEqual(factsOf(resolution).sort(), [...one.facts].sort());
    for (const profile of PROFILES)
      assert.equal(levelOf(profile, resolution, one.retracted_since === true), one.levels[profile], profile);
  });

test("a choice that is not known is none", () => {
  assert.equal(profileFrom("iclr-2026"), "iclr-2026");
  for (const kept of [undefined, null, "constructor", 3]) assert.equal(profileFrom(kept), null);
});
