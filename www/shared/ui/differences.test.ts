import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason } from "../generated/Reason";
import { differingInClaim, differingInSource } from "./differences";

function inClaim(claim: string, ...reasons: readonly Reason[]): string[] {
  return differingInClaim(claim, reasons).map(({ start, end }) => claim.slice(start, end));
}

function inSource(text: string, reason: Reason): string[] {
  return differingInSource({ text, differing: [] }, [reason]).map(({ start, end }) => text.slice(start, end));
}

test("the words that differ are set off in the claim, whole and in their places only", () => {
  const number: Reason = { kind: "number-differs", claim: "2.4", source: "3.1" };
  assert.deepEqual(inClaim("From 12.4 to 2.4, not 2.45 or 2.4.", number), ["2.4", "2.4"]);
  assert.deepEqual(inClaim("It explained 52% of the 152% seen.", { ...number, claim: "52%" }), ["52%"]);
  const direction: Reason = { kind: "direction-differs", claim: "gained", source: "lower" };
  assert.deepEqual(inClaim("Gained weight regained nothing.", direction), ["Gained"]);
  const missing: Reason = {
    kind: "another-subject",
    missing: ["PBDE-47", "females", "no such word"],
    elsewhere: "reference 3",
  };
  assert.deepEqual(inClaim("PBDE-47 rose in females.", missing), ["PBDE-47", "females"]);
  assert.deepEqual(inClaim("No change.", { kind: "negation-differs", claim: "", source: "not" }), []);
});

test("where the core sets nothing off in the source, what reasons name is", () => {
  const author: Reason = { kind: "author-differs", claim: "Lee et al.", record: "Emslie et al." };
  assert.deepEqual(inSource("Emslie, Cheal (2018). Fish. PeerJ.", author), ["Emslie"]);
  const text = "Explained 32% of 132%.";
  assert.deepEqual(differingInSource({ text, differing: [{ start: 10, end: 13 }] }, []), [
    { start: 10, end: 13 },
  ]);
  assert.deepEqual(differingInSource({ text, differing: [{ start: 10, end: 99 }] }, []), []);
});

test("stretches that touch each other's words become one", () => {
  const claim = "It rose by 12.3 mg per day.";
  const found = inClaim(
    claim,
    { kind: "number-differs", claim: "12.3 mg", source: "12.3 μg" },
    { kind: "entity-differs", claim: "mg per", source: "μg per" },
  );
  assert.deepEqual(found, ["12.3 mg per"]);
});
