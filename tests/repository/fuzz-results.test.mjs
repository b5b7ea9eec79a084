import assert from "node:assert/strict";
import { test } from "node:test";
import { readersOf } from "../bench/fuzz.mjs";

const HEAD = "reader\tinputs\tslowest\tmost memory\tharm\n";

test("a table of fuzzing is read in one unit, and what is none is refused", () => {
  assert.deepEqual(
    readersOf(`${HEAD}pdf/plain\t12\t1.5 s\t53.8 MB\t0\ndocuments/bib\t3\t87 ms\t900 kB\t1\n`),
    [
      { group: "pdf", inputs: 12, slowest: 1500, memory: 53.8e6, harm: 0 },
      { group: "documents", inputs: 3, slowest: 87, memory: 900e3, harm: 1 },
    ],
  );
  for (const line of ["pdf/plain\t12", "pdf/plain\t12\t9 weeks\t1 MB\t0", "pdf/plain\tmany\t9 ms\t1 MB\t0"])
    assert.throws(() => readersOf(`${HEAD}${line}\n`), /no line of a table/);
});
