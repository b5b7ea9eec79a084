// `citelight check FOLDER --reports FOLDER`: a report for each submission; cut off at any moment it goes on, and asks nothing twice.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { parseJson } from "../fake-apis/answer.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { begin, folder, run } from "./support.mjs";

const SUBMISSIONS = 6;
const CITED = 3;
const LATENCY_MS = 200;
/** How long after it an answer may take to be read and kept on a slow machine. */
const KEEP_MS = 1500;

/** Each is cited by two submissions or three. */
const WORKS = Array.from({ length: 8 }, (_, at) => ({
  id: `S${at}`,
  title: `Sleepers of the valley number ${at} and what they remember`,
  doi: `10.1016/valley.${at}`,
}));

const home = folder();
const submissions = home.at("submissions");
mkdirSync(submissions);
for (let number = 0; number < SUBMISSIONS; number += 1) {
  const cited = Array.from({ length: CITED }, (_, at) => WORKS[(number * 2 + at) % WORKS.length]);
  writeFileSync(
    join(submissions, `paper-${number}.html`),
    `<!DOCTYPE html><html><head><title>Paper ${number}</title></head><body><article><h1>Paper ${number}</h1><h2>Introduction</h2>
<p>${cited.map((_, at) => `Sleepers of a valley remember the evening <a href="#r${at}">[${at + 1}]</a>.`).join(" ")}</p>
<p>Most of what is known about sleep comes from laboratories, in which beds are hard and nights are short. We asked forty
millers to keep a diary for a month instead, and compared what they wrote with what their clocks recorded.</p>
<h2>References</h2><ol class="references">
${cited.map((work, at) => `<li id="r${at}">Walker A. ${work?.title}. Journal of Sleep. 2021. doi:${work?.doi}</li>`).join("\n")}
</ol></article></body></html>`,
  );
}
const web = await startFakeApis({
  works: WORKS.map((work) => ({
    ...work,
    type: "journal-article",
    authors: [{ family: "Walker", given: "Ann" }],
    year: 2021,
    venue: "Journal of Sleep",
    sources: ["crossref", "openalex", "semanticscholar"],
  })),
});
after(async () => {
  await web.close();
  home.remove();
});
afterEach(() => {
  web.reset();
});

/** @param {string} name */
const command = (name) => [
  ...["check", submissions, "--reports", home.at(name), "--format", "json", "--online", "--no-models"],
  ...["--sources-url", web.url, "--no-limits", "--cache", home.at(`${name}-cache`)],
];

/** @param {string} name */
function reports(name) {
  const files = readdirSync(home.at(name)).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(
    files.sort().map((file) => [file, readFileSync(join(home.at(name), file), "utf8")]),
  );
}

/** @param {string} name */
const journal = (name) =>
  home
    .read(join(name, "checked.jsonl"))
    .trim()
    .split("\n")
    .map((line) => /** @type {{ submission: string, end: string }} */ (parseJson(line)));

test("killed again and again, it ends with the reports of an undisturbed run, and asks nothing twice", async () => {
  const undisturbed = await run(command("undisturbed"));
  assert.equal(undisturbed.code, 0, undisturbed.stderr);
  assert.match(undisturbed.stdout, /^6 submissions: 6 checked, 0 incomplete, 0 failed; 0 of them known/);
  assert.equal(Object.keys(reports("undisturbed")).length, SUBMISSIONS);
  web.reset();

  web.setFaults({ latency: LATENCY_MS });
  /** Times of the log at which it was killed, the last request before. @type {number[]} */
  const kills = [];
  for (let kill = 1; kill <= 4; kill += 1) {
    const { child, ended } = begin(command("killed"));
    const enough = web.log.entries().length + 2 + kill;
    while (web.log.entries().length < enough && child.exitCode === null)
      await new Promise((done) => setTimeout(done, 10));
    child.kill("SIGKILL");
    await ended;
    kills.push(web.log.entries().at(-1)?.time ?? 0);
  }
  const last = await run(command("killed"));
  assert.equal(last.code, 0, last.stderr);
  assert.deepEqual(reports("killed"), reports("undisturbed"));

  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const { method, path, query, time } of web.log.entries()) {
    const question = JSON.stringify([method, path, query]);
    const before = seen.get(question);
    seen.set(question, time);
    if (before === undefined) continue;
    const wasCut = kills.some((kill) => before <= kill && kill <= before + LATENCY_MS + KEEP_MS);
    assert.ok(wasCut, `${path} was asked twice though nothing came between`);
  }

  // What is done is done.
  web.reset();
  const again = await run(command("killed"));
  assert.match(again.stdout, /6 submissions: 6 checked, .*; 6 of them known from before/);
  assert.equal(web.log.entries().length, 0);
});

test("what changed is checked again, what failed is told and tried again, and the others go on", async () => {
  const first = await run(command("changed"));
  assert.equal(first.code, 0, first.stderr);
  const changed = join(submissions, "paper-1.html");
  const text = readFileSync(changed, "utf8");
  writeFileSync(changed, text.replace("remember the evening", "forget the evening"));
  const broken = join(submissions, "broken.pdf");
  writeFileSync(broken, "%PDF-1.7 and nothing more");
  writeFileSync(join(submissions, "table.xlsx"), "");
  const second = await run(command("changed"));
  assert.equal(second.code, 2);
  assert.match(
    second.stdout,
    /7 submissions: 6 checked, 0 incomplete, 1 failed; 5 of them known from before/,
  );
  assert.match(second.stderr, /left out, being no articles: table\.xlsx/);
  assert.match(second.stderr, /broken\.pdf: failed: the article \S+broken\.pdf could not be read/);
  assert.match(reports("changed")["paper-1.html.json"] ?? "", /forget the evening/);
  for (const path of [broken, join(submissions, "table.xlsx")]) rmSync(path);
  writeFileSync(changed, text);
});

test("a source that failed leaves a submission incomplete until it answers", async () => {
  web.setFaults({ sources: { crossref: "503", openalex: "503", semanticscholar: "503" } });
  const failing = await run(command("failing"));
  assert.equal(failing.code, 2);
  assert.match(failing.stdout, /6 submissions: 0 checked, 6 incomplete, 0 failed/);
  assert.match(failing.stdout, /tried again when the same command is run again/);
  web.reset();
  const mended = await run(command("failing"));
  assert.match(mended.stdout, /6 submissions: 6 checked, 0 incomplete, 0 failed; 0 of them known/);
  assert.deepEqual(
    new Map(journal("failing").map(({ submission, end }) => [submission, end])),
    new Map(Array.from({ length: SUBMISSIONS }, (_, at) => [`paper-${at}.html`, "checked"])),
  );
});

test("two checks do not write to one folder, and a file is no folder", async () => {
  web.setFaults({ latency: 1000 });
  const one = begin(command("shared"));
  while (web.log.entries().length === 0) await new Promise((done) => setTimeout(done, 10));
  const other = await run(command("shared"));
  assert.equal(other.code, 2);
  assert.match(other.stderr, /another check writes there/);
  one.child.kill("SIGKILL");
  await one.ended;
  const file = await run(["check", join(submissions, "paper-0.html"), "--reports", home.at("file")]);
  assert.equal(file.code, 2);
  assert.match(file.stderr, /it is a file; give its folder, or leave out --reports/);
});
