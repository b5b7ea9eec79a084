// `citelight serve` and the scholarly sources: committees, references and attributions as jobs, against the fake scholarly APIs.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { startFakeLlm } from "../fake-llm/server.mjs";
import { startFakeApis } from "../fake-apis/server.mjs";
import { start } from "../fake-apis/support.mjs";
import { ask, configuration, MODEL_KEY, serve } from "./serving.mjs";
import { folder, run } from "./support.mjs";

const CLAIM = "Weirs of oak outlast weirs of pine by forty years in cold rivers.";
/** The same in other words. */
const REWORDED = "Weirs of oak outlast the weirs of pine by forty years in cold rivers.";
const WITNESSES = 7;
/** Whether each paraphrase is worded otherwise than the one before. */
let restless = false;
let paraphrases = 0;

/** What a model says that finds every claim as it stands, one aspect, and entailment. @param {import("../fake-llm/modes.mjs").Turn} turn */
function agreeing({ messages }) {
  const system = messages[0]?.content ?? "";
  const user = messages[1]?.content ?? "";
  if (system.includes('"sufficient"')) {
    paraphrases += 1;
    return { json: { sufficient: true, claim: restless && paraphrases % 2 ? REWORDED : CLAIM } };
  }
  if (system.includes('"clusters"')) {
    const count = user.match(/<claim/g)?.length ?? 0;
    const claims = Array.from({ length: count }, (_, at) => at + 1);
    return { json: { clusters: [{ claims, name: "Durability of weirs", summary: CLAIM }] } };
  }
  if (system.includes('"statement"')) return { json: { statement: CLAIM } };
  return { json: { quote: CLAIM, rationale: "The same is said.", relation: "entails" } };
}

const home = folder();
const web = await start();
const cited = {
  id: "W200",
  title: "Durability of oak weirs",
  year: 2001,
  doi: "10.5555/oak",
  pmid: "22222220",
};
const citing = await startFakeApis({
  works: [
    cited,
    ...Array.from({ length: WITNESSES }, (_, number) => ({
      id: `W30${number}`,
      title: `A survey of dams and their keepers, part ${number}`,
      authors: [{ family: `Keeper${number}`, given: "Ann" }],
      year: 2010 + number,
      doi: `10.5555/dams.${number}`,
      pmid: `3333333${number}`,
      references: ["W200"],
      quotes: { W200: ["Weirs of oak outlast weirs of pine by forty years in cold rivers [3]."] },
    })),
  ],
});
const double = await startFakeLlm({ key: MODEL_KEY, mode: "scripted", script: agreeing });
after(async () => {
  await Promise.all([web.close(), citing.close(), double.close()]);
  home.remove();
});

/** A server that asks this stand-in for the sources. @param {string} name @param {string} url @param {string} [top] */
async function serving(name, url, top = "") {
  const more = `[sources]\nurl = "${url}"\nno_limits = true\n`;
  const store = `sqlite:${home.at(`${name}.sqlite`)}`;
  const server = await serve(home.write(`${name}.toml`, configuration(double.url, { store, more, top })));
  after(() => server.kill());
  return server;
}

/** @template T @param {{ status: number, text: string, json: unknown }} answer @returns {T} */
function resultOf({ status, text, json }) {
  assert.equal(status, 200, text);
  const job = /** @type {{ state: string, result: T }} */ (json);
  assert.equal(job.state, "done", text);
  return job.result;
}

test("a reference is looked up, and one of no work is found out", async () => {
  const server = await serving("references", web.url);
  /** @param {string} reference @returns {Promise<{ label: string, record: { title: string } | null, asked: string[] }>} */
  const check = async (reference) =>
    resultOf(await ask(`${server.url}/v1/references:check`, { body: { reference } }));
  const known = await check(
    "Øvergård AB, Li W, de la Cruz J. Learning sparse ladders with gradient weirs: a study of damped search. International Conference on Learning Weirs, 2021. doi:10.5555/weirs.2021.17",
  );
  assert.equal(known.label, "VALID");
  assert.match(known.record?.title ?? "", /Learning Sparse Ladders/i);
  const ghost = await check(
    "Nobody N, Nemo N. Butterfly migration under quantum error correction of alpine cheese. Journal of Nowhere. 2020;3:1-9.",
  );
  assert.notEqual(ghost.label, "VALID");
  assert.equal(ghost.record, null);
  assert.ok(ghost.asked.length > 0);
  const empty = await ask(`${server.url}/v1/references:check`, { body: { reference: " " } });
  assert.equal(empty.status, 422);
  assert.equal(double.log.entries().length, 0, "no model is asked");
  const { stderr } = await server.stop();
  assert.doesNotMatch(stderr, /Butterfly|Ladders/i);
});

test("the work that an excerpt speaks of is found", async () => {
  const server = await serving("attributions", web.url);
  const excerpt = "Sparse ladders with gradient weirs converge by damped search [CITATION].";
  /** @type {{ selected: string | null, candidates: { record: { title: string } }[] }} */
  const found = resultOf(await ask(`${server.url}/v1/attributions`, { body: { excerpt, year: 2023 } }));
  assert.ok(found.selected);
  assert.match(found.candidates[0]?.record.title ?? "", /Learning Sparse Ladders/);
  const unmasked = await ask(`${server.url}/v1/attributions`, { body: { excerpt: "No citation here." } });
  assert.equal(unmasked.status, 422);
  const { stderr } = await server.stop();
  assert.doesNotMatch(stderr, /gradient/);
});

/** The cited work as its record says it. */
const record = {
  id: "W200",
  source: "openalex",
  title: cited.title,
  authors: [],
  year: cited.year,
  identifiers: { doi: cited.doi, pmid: cited.pmid },
  kind: "research",
  status: { kind: "current" },
};

test("a committee hears those who cite a work, and answers with all it rests on", async () => {
  const server = await serving("committees", citing.url);
  const body = { sentence: CLAIM, window: ["Rivers are cold.", CLAIM], own: 1, cited: record };
  const answer = await ask(`${server.url}/v1/committees`, { body });
  /** @type {{ bundle: { witnesses: unknown[], answered: string[], aspects: { relation: string }[], failures: string[] }, usage: { requests: number } }} */
  const { bundle, usage } = resultOf(answer);
  assert.equal(bundle.witnesses.length, WITNESSES, answer.text);
  assert.deepEqual(
    bundle.aspects.map(({ relation }) => relation),
    ["entails"],
  );
  assert.ok(bundle.answered.includes("semanticscholar"), bundle.failures.join("; "));
  // Questions of the same words are asked once and counted each time.
  const { requests } = double.log.summary();
  assert.ok(requests > 0 && usage.requests >= requests);
  const { stderr } = await server.stop();
  assert.doesNotMatch(stderr, /oak|pine/);
});

test("wordings of one meaning are one claim where the server has a bi-encoder", async () => {
  restless = true;
  after(() => {
    restless = false;
  });
  const before = ["Eels are shy.", "Rivers are cold.", "Wood is scarce.", "Stone is dear."];
  const body = { sentence: CLAIM, window: [...before, CLAIM], own: before.length, cited: record };
  for (const models of [true, false]) {
    const top = models ? `models = "${resolve("models")}"` : "";
    const server = await serving(`wordings-${models}`, citing.url, top);
    /** @type {{ bundle: { claim: { claim: string | null, similarity: number | null } } }} */
    const { bundle } = resultOf(await ask(`${server.url}/v1/committees`, { body }));
    const { claim, similarity } = bundle.claim;
    if (models) assert.ok([CLAIM, REWORDED].includes(claim ?? "") && (similarity ?? 0) >= 0.95, `${claim}`);
    else assert.deepEqual([claim, similarity], [null, null]);
    await server.stop();
  }
  const wrong = home.write(
    "no-models.toml",
    configuration(double.url, { store: `sqlite:${home.at("none.sqlite")}`, top: `models = "${home.path}"` }),
  );
  const { code, stderr } = await run(["serve", "--config", wrong, "--check"]);
  assert.equal(code, 2);
  assert.match(stderr, /manifest/);
});
