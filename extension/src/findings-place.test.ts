import assert from "node:assert/strict";
import { test } from "node:test";
import { addressAt, placeFault } from "./findings-place";

test("a place is an encrypted address with the DOI in its path or query", () => {
  for (const place of [
    "https://findings.example/{doi}.json",
    "https://findings.example:8443/check?of={doi}",
    "https://findings.example/{doi}/{doi}.json",
  ])
    assert.equal(placeFault(place), null, place);
  for (const place of [
    "",
    "findings.example/{doi}",
    "http://findings.example/{doi}.json",
    "https://{doi}/findings.json",
    "https://{doi}.findings.example/a.json",
    "https://findings.example:{doi}/a.json",
    "https://reader:secret@findings.example/{doi}",
    "javascript:alert('{doi}')",
    `https://findings.example/${"a".repeat(1000)}{doi}`,
  ])
    assert.equal(placeFault(place), "address", place);
  assert.equal(placeFault("https://findings.example/findings.json"), "doi");
});

test("a DOI is one segment, whatever it holds", () => {
  assert.equal(
    addressAt("https://findings.example/{doi}.json", "10.1234/../../x?y#z")?.href,
    "https://findings.example/10.1234%2F..%2F..%2Fx%3Fy%23z.json",
  );
  assert.equal(
    addressAt(
      "https://findings.example/{doi}",
      "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o",
    )?.host,
    "findings.example",
  );
});
