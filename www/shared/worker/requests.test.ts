import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAddress } from "./requests";

test("an address is shown without the key in it", () => {
  assert.equal(
    shownAddress("https://api.example.org/works?search=a%20b&api_key=k-1&per-page=2"),
    "https://api.example.org/works?search=a%20b&api_key=…&per-page=2",
  );
  assert.equal(
    shownAddress("https://api.example.org/works?api_key=k-1"),
    "https://api.example.org/works?api_key=…",
  );
  const keyless = "https://api.example.org/works?search=api_key";
  assert.equal(shownAddress(keyless), keyless);
});
