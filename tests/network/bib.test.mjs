// `citelight bib` against the fake scholarly APIs: labels, exit codes, formats, corrections.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { start } from "../fake-apis/support.mjs";
import { bibtex, entriesOf, folder, gold, HALLMARK, run } from "./support.mjs";

const web = await start();
const noisy = await startFakeApis({ records: [HALLMARK.world] });
const home = folder();
after(async () => {
  await Promise.all([web.close(), noisy.close()]);
  home.remove();
});
const stand = (/** @type {{ url: string }} */ { url }) => ["--sources-url", url, "--no-limits", "--no-cache"];

/** Two works of the fixture, one as it is, one with a wrong year. */
const RIGHT = `@inproceedings{weirs,
  title = {Learning Sparse Ladders with Gradient Weirs: A Study of Damped Search},
  author = {{\\O}verg{\\aa}rd, Ada B. and Li, Wei and de la Cruz, Jos{\\'e}},
  booktitle = {International Conference on Learning Weirs},
  year = 2021,
  doi = {10.5555/weirs.2021.17}
}
`;
const INVENTED = `@inproceedings{ghost,
  title = {Butterfly Migration under Quantum Error Correction of Alpine Cheese},
  author = {Nobody, Nora and Nemo, Nils},
  booktitle = {International Conference on Learning Weirs},
  year = 2020
}
`;

test("HALLMARK's entries in the noisy world: bad ones are found, good ones left alone", async () => {
  const entries = gold();
  const indexed = titlesOf(HALLMARK.world);
  const outcome = await run([
    "bib",
    home.write("hallmark.bib", bibtex(entries)),
    "--format",
    "json",
    ...stand(noisy),
  ]);
  const checked = new Map(entriesOf(outcome).map((entry) => [entry.key, entry]));
  assert.equal(checked.size, entries.length);
  const labelled = (/** @type {string} */ label) => entries.filter((entry) => entry.label === label);
  const isFlagged = (/** @type {{ bibtex_key: string }} */ entry) =>
    checked.get(entry.bibtex_key)?.label === "HALLUCINATED";
  const bad = labelled("HALLUCINATED");
  const good = labelled("VALID").filter(({ fields }) => indexed.has(plain(fields.title ?? "")));
  assert.ok(bad.length >= 40 && good.length >= 40);
  const missed = bad.filter((entry) => !isFlagged(entry));
  const accused = good.filter(isFlagged);
  assert.ok(
    missed.length <= 0.08 * bad.length,
    `missed: ${missed.map((entry) => entry.bibtex_key).join(" ")}`,
  );
  assert.ok(
    accused.length <= 0.02 * good.length,
    `accused: ${accused.map((entry) => entry.bibtex_key).join(" ")}`,
  );
  assert.equal(outcome.code, 1);
  for (const entry of checked.values()) {
    assert.deepEqual(Object.keys(entry.subtests), [
      "doi_resolves",
      "title_exists",
      "authors_match",
      "venue_correct",
      "fields_complete",
      "cross_db_agreement",
    ]);
    for (const passed of Object.values(entry.subtests))
      assert.ok(passed === null || typeof passed === "boolean");
    assert.ok(entry.confidence >= 0.5 && entry.confidence <= 1);
    assert.ok(entry.reasons.length > 0);
  }
});

test("exit codes: 0 nothing to review, 1 something, 2 it could not be checked", async () => {
  const right = home.write("right.bib", RIGHT);
  const clean = await run(["bib", right, "--format", "json", ...stand(web)]);
  assert.deepEqual([clean.code, entriesOf(clean).map(({ label }) => label)], [0, ["VALID"]], clean.stdout);

  const both = await run([
    "bib",
    home.write("both.bib", RIGHT + INVENTED),
    "--format",
    "json",
    ...stand(web),
  ]);
  assert.equal(both.code, 1);
  const [, ghost] = entriesOf(both);
  assert.deepEqual([ghost?.label, ghost?.status, ghost?.line], ["HALLUCINATED", "not_found", 8]);

  const down = await run([
    "bib",
    right,
    "--format",
    "json",
    "--sources-url",
    "http://127.0.0.1:9",
    "--no-limits",
    "--no-cache",
  ]);
  assert.equal(down.code, 2);
  const [unchecked] = entriesOf(down);
  assert.deepEqual([unchecked?.label, unchecked?.status], ["UNCERTAIN", "unverified"]);
  assert.match(unchecked?.failures.join(" ") ?? "", /could not be reached/);

  const missing = await run(["bib", home.at("nowhere.bib"), ...stand(web)]);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /nowhere\.bib could not be read/);
});

test("every output format says the same", async () => {
  const both = home.write("formats.bib", RIGHT + INVENTED);
  const written = async (/** @type {string} */ format) =>
    (await run(["bib", both, "--format", format, ...stand(web)])).stdout;
  assert.match(await written("text"), /ghost \(line 8\): needs review, not found/);
  assert.match(await written("github"), /^::error file=.*formats\.bib,line=8,title=ghost%3A needs review/);
  assert.match(await written("junit"), /<testsuite [^>]*tests="2" failures="1" errors="0" skipped="0">/);
  const sarif = /** @type {{ version: string, runs: { results: Sarif[] }[] }} */ (
    parseJson(await written("sarif"))
  );
  const result = sarif.runs[0]?.results[0];
  assert.equal(sarif.version, "2.1.0");
  assert.equal(result?.locations[0]?.physicalLocation.region.startLine, 8);
  assert.equal(result.level, "warning");
  assert.equal(result.ruleId, "not-found");
});

test("--fix changes what is wrong and not one byte more", async () => {
  const before = [
    "% my references, café\r",
    "@string{iclw = {International Conference on Learning Weirs}}",
    "@InProceedings{weirs,\r",
    "\ttitle     = {Learning {S}parse Ladders with Gradient Weirs: A Study of Damped Search},",
    '  author = "{\\O}verg{\\aa}rd, Ada B. and Li, Wei and de la Cruz, Jos{\\\'e}" ,',
    "  booktitle = iclw , pages={101--112},",
    "  year      = 2017,",
    "  doi = {10.5555/weirs.2021.17}",
    "}",
    "@comment{@article{no, year = 2017}}",
    "",
  ].join("\n");
  const file = home.write("fix.bib", before);
  const shown = await run(["bib", file, "--diff", ...stand(web)]);
  assert.equal(home.read("fix.bib"), before, "--diff changes nothing");
  assert.match(shown.stderr, /- {2}year {6}= 2017,\n\+ {2}year {6}= 2021,/);

  const fixed = await run(["bib", file, "--fix", "--backup", ...stand(web)]);
  assert.equal(home.read("fix.bib"), before.replace("year      = 2017", "year      = 2021"));
  assert.equal(home.read("fix.bib.orig"), before);
  assert.equal(fixed.code, 0, fixed.stdout);
  const again = await run(["bib", file, "--fix", ...stand(web)]);
  assert.equal(again.code, 0);
  assert.equal(again.stderr.includes("+++"), false, "a second run finds nothing to change");

  home.write("fix.bib", before);
  await run(["bib", file, "--fix", "--output", home.at("other.bib"), ...stand(web)]);
  assert.equal(home.read("fix.bib"), before);
  assert.match(home.read("other.bib"), /2021,/);

  home.write("broken.ris", "TY  - JOUR\nTI  - Weirs\nER  - \n");
  const ris = await run(["bib", home.at("broken.ris"), "--fix", ...stand(web)]);
  assert.equal(ris.code, 2);
  assert.match(ris.stderr, /only BibTeX files can be corrected/);
});

test("files of records do instead of the network", async () => {
  web.reset();
  const records = "tests/fixtures/fake-apis/works.jsonl";
  const file = home.write("offline.bib", RIGHT + INVENTED);
  const offline = await run(["bib", file, "--records", records, "--complete-records", "--format", "json"]);
  assert.deepEqual(
    entriesOf(offline).map(({ label }) => label),
    ["VALID", "HALLUCINATED"],
  );
  const partial = home.write("part.jsonl", readFileSync(records, "utf8").split("\n").slice(1).join("\n"));
  const unknown = await run(["bib", file, "--records", partial, "--format", "json"]);
  assert.deepEqual(
    entriesOf(unknown).map(({ label }) => label),
    ["VALID", "UNCERTAIN"],
  );
  assert.equal(web.log.summary().requests, 0);
});

/** @typedef {{ level: string, ruleId: string, locations: { physicalLocation: { region: { startLine: number } } }[] }} Sarif */

/** @param {string} title */
const plain = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Titles that some source of a world has.
 *
 * @param {string} world
 */
function titlesOf(world) {
  const titles = new Set();
  for (const line of readFileSync(world, "utf8").split("\n").filter(Boolean)) {
    const paper = /** @type {{ sources: Record<string, { title: string }> }} */ (parseJson(line));
    for (const record of Object.values(paper.sources)) titles.add(plain(record.title));
  }
  return titles;
}
