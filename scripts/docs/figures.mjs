// Every figure of README, docs and model cards beside the stored result that it stands for: node scripts/docs/figures.mjs [--write]
// With --write the stored numbers take their place, in the form in which they stand.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compared, rewritten } from "./figures/compare.mjs";
import { documents, readPage } from "./figures/pages.mjs";
import { storedResults } from "./figures/stored.mjs";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const stored = storedResults();
let [figures, differing, problems] = [0, 0, 0];
for (const path of documents()) {
  const { marks } = readPage(path);
  const all = marks.flatMap((mark) => {
    const one = compared(mark, stored);
    if (!("problem" in one)) return [one];
    problems += 1;
    console.log(`${path}:${mark.line}: ${one.problem}`);
    return [];
  });
  for (const { mark, date, held } of all) {
    const differs = held.some(({ differs }) => differs);
    figures += 1;
    if (differs) differing += 1;
    const [printed, kept] = [held.map(({ printed }) => printed), held.map(({ stored }) => stored)];
    const facet = mark.facet === undefined ? "" : `#${mark.facet}`;
    console.log(
      `${path}:${mark.line}: ${printed.join(", ")}  stored ${kept.join(", ")}  ` +
        `${mark.suite}:${mark.key}${facet}, ${date}${differs ? "  DIFFERS" : ""}`,
    );
  }
  if (values.write) {
    const source = readFileSync(path, "utf8");
    const fresh = rewritten(source, all);
    if (fresh !== source) {
      writeFileSync(path, fresh);
      console.log(`${path}: written anew`);
    }
  }
}
console.log(
  `${figures} figures; ${differing} differ from the stored ones${values.write ? " (written anew)" : ""}, ${problems} cannot be compared`,
);
process.exitCode = problems > 0 || (differing > 0 && !values.write) ? 1 : 0;
