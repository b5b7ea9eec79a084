import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_WORKERS, optionsOf } from "./options";

const SCRIPT = "https://page.test/citelight/worker.js";

test("WebAssembly lies beside the script, or where the address says", () => {
  assert.equal(optionsOf(SCRIPT, 2).wasm, "https://page.test/citelight/wasm/");
  assert.equal(optionsOf(`${SCRIPT}?wasm=/other/`, 2).wasm, "https://page.test/other/");
});

test("there are as many workers as cores, or as the address says, never none and never too many", () => {
  const workers = (query: string, cores: number): number => optionsOf(SCRIPT + query, cores).workers;
  assert.deepEqual(
    [1, 3, MOST_WORKERS, 64, 0, Number.NaN].map((cores) => workers("", cores)),
    [1, 3, MOST_WORKERS, MOST_WORKERS, 1, 1],
  );
  assert.deepEqual(
    ["1", "2", "99"].map((given) => workers(`?workers=${given}`, 3)),
    [1, 2, MOST_WORKERS],
  );
});

test("what is no number of workers is refused with what to give", () => {
  for (const given of ["abc", "", "0", "-1", "1.5", "2x", "NaN", "Infinity"])
    assert.throws(() => optionsOf(`${SCRIPT}?workers=${given}`, 2), /give \?workers=1 or more/, given);
});
