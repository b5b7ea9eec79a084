// The fake LLM: an OpenAI-compatible server whose answers, faults and manners tests choose.
//   node tests/fake-llm/server.mjs --port N --mode oracle|noisy|obedient|garbage|scripted [--gold FILE.jsonl] …
// The README has the options.
import { createHash } from "node:crypto";
import { json } from "../fake-apis/answer.mjs";
import { hash } from "../fake-apis/identities.mjs";
import { bodyOf, listen } from "../fake-apis/listen.mjs";
import { read, refusal, refused } from "./asked.mjs";
import { isStarted, main } from "./command.mjs";
import { pieces, tokens, whole } from "./completion.mjs";
import { control } from "./control.mjs";
import { GARBAGE } from "./garbage.mjs";
import { GoldTable } from "./gold.mjs";
import { Log } from "./log.mjs";
import { NoAnswer, Script, basis, speak } from "./modes.mjs";
import { questionOf, recognise } from "./prompts.mjs";
import { Formats } from "./schema.mjs";
import { changed, DEFAULTS } from "./settings.mjs";
import { areHarmless, corsHeaders, Faults, keyOf, preflight, send } from "./transport.mjs";

/** @typedef {import("./asked.mjs").Asked} Asked */
/** @typedef {import("./completion.mjs").Said} Said */
/** @typedef {import("./settings.mjs").Settings} Settings */
/** @typedef {import("./transport.mjs").FaultSettings} FaultSettings */
/** @typedef {import("./transport.mjs").Leaving} Leaving */
/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

/**
 * @typedef {Partial<Settings> & { port?: number, gold?: readonly (string | import("./prompts.mjs").Gold)[],
 *   script?: import("./modes.mjs").Answers, faults?: FaultSettings, keep?: number }} Options
 *   gold: files or lines; keep: entries of the log, 50,000 if left out; port 0: the system chooses
 */

/**
 * @typedef {object} FakeLlm
 * @property {string} url without a slash at the end; the API is under /v1
 * @property {Log} log
 * @property {() => Omit<Settings, "key"> & { key: boolean }} settings whether a key is asked for, not which
 * @property {() => { gold: number, scriptLeft: number }} state
 * @property {() => FaultSettings} faults
 * @property {(changes: Partial<Settings>) => void} set
 * @property {(answers: import("./modes.mjs").Answers) => void} setScript
 * @property {(gold: readonly import("./prompts.mjs").Gold[]) => void} addGold
 * @property {(settings: FaultSettings) => void} setFaults
 * @property {() => void} clearFaults
 * @property {() => void} reset log, faults and counts
 * @property {() => Promise<void>} close
 */

/** Tokens of thoughts by effort. */
const THOUGHTS = new Map([
  ["none", 0],
  ["minimal", 16],
  ["low", 64],
  ["high", 1024],
]);
const MEDIUM = 256;
/** Thoughts try out answers: braces stand in them. */
const THOUGHT = "Is it {supported}? ";

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** @param {Asked} asked */
const systemOf = ({ messages }) =>
  messages.find(({ role }) => role === "system" || role === "developer")?.content ?? "";

/**
 * What a model says, as the server sends it.
 *
 * @param {Said} said
 * @param {Asked} asked
 * @param {{ settings: Settings, id: string }} about
 * @returns {Leaving}
 */
function completed(said, asked, { settings, id }) {
  const { thinking } = settings;
  const thought = thinking === "none" ? 0 : (THOUGHTS.get(asked.effort ?? "medium") ?? MEDIUM) * 4;
  const frame = {
    id,
    model: asked.model,
    thoughts: THOUGHT.repeat(Math.ceil(thought / THOUGHT.length)).slice(0, thought),
    thinking: thinking === "none" ? /** @type {const} */ ("hidden") : thinking,
    most: asked.most,
    read: asked.messages.reduce((sum, { content }) => sum + tokens(content) + 4, 2),
    usage: settings.usage,
  };
  if (!asked.stream || settings.streaming === "ignored") return { answer: whole(said, frame) };
  const events = pieces(said, { ...frame, usage: settings.usage && asked.includeUsage });
  const headers = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache" };
  return { answer: { status: 200, headers, body: events.join("") }, events };
}

/**
 * Starts a fake LLM on the loopback interface.
 *
 * @param {Options} [options]
 * @returns {Promise<FakeLlm>}
 */
export async function startFakeLlm(options = {}) {
  const { port = 0, gold = [], script: answers = [], faults: wanted, keep = 50_000, ...chosen } = options;
  let settings = changed(DEFAULTS, chosen, GARBAGE);
  const table = new GoldTable();
  for (const one of gold)
    if (typeof one === "string") table.load(one);
    else table.add(one);
  const script = new Script();
  script.set(answers);
  const log = new Log(keep);
  const formats = new Formats();
  const faults = new Faults();
  if (wanted) faults.set(wanted);
  /** Whole answers by body: samples of one body are told apart by it. @type {Map<string, number>} */
  const given = new Map();
  const started = performance.now();
  /** Milliseconds since the start, to a tenth. */
  const time = () => Math.round((performance.now() - started) * 10) / 10;
  let running = 0;

  /**
   * The answer of the model, with the faults that it will get.
   *
   * @param {Asked} asked
   * @param {import("./log.mjs").Entry} entry
   * @param {IncomingMessage} request
   * @returns {Promise<Leaving>}
   */
  async function complete(asked, entry, request) {
    const prompt = recognise({ system: systemOf(asked), schemaName: asked.format?.name });
    const { question, data, outside } = questionOf(prompt, asked.messages);
    entry.prompt = prompt?.name ?? "unknown";
    entry.subject = question.subject === "" ? "" : sha256(question.subject);
    entry.repair = asked.messages.some(({ role }) => role === "assistant");
    entry.stream = asked.stream;
    entry.format = asked.format?.type ?? "";
    entry.outside = outside.length;
    entry.images = asked.images;
    const malformed = formats.fault(asked.format);
    const no =
      malformed === undefined ? refused(asked, settings) : refusal(400, `Invalid schema: ${malformed}`);
    if (no) return { answer: no };
    // Faults are drawn before anything is waited for, so that samples of one body are numbered whatever runs at the same time. An
    // answer that is lost keeps its number for the next attempt.
    const drawn = faults.choose(request, entry);
    const before = given.get(entry.fingerprint) ?? 0;
    if (areHarmless(drawn)) given.set(entry.fingerprint, before + 1);
    // Without chance, the same question gets the same answer.
    const sample = asked.temperature === 0 || settings.isSteady ? 0 : before;
    entry.sample = sample;
    /** @type {import("./modes.mjs").Turn} */
    const turn = {
      prompt,
      question,
      messages: asked.messages,
      data,
      golds: prompt ? table.of(prompt.name, question.subject) : [],
      sample,
      repair: entry.repair,
      authorization: request.headers.authorization ?? "",
      settings,
      script,
      draw: (label, many) => hash(`${settings.seed} ${entry.fingerprint} ${sample} ${label}`) % many,
    };
    let said;
    try {
      said = await speak(turn);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { answer: refusal(400, `The fake LLM has no answer: ${error.message}.`) };
    }
    entry.gold = basis(turn);
    entry.obeyed = said.obeyed ?? [];
    entry.fits = formats.fits(asked.format, said.content);
    if (entry.fits === false) {
      if (settings.mode === "oracle" || settings.mode === "noisy")
        throw new Error(`the ${settings.mode} broke the schema of ${entry.prompt}: ${said.content ?? ""}`);
      if (settings.schema === "hold") said = { refusal: "I cannot answer in the form that was asked for." };
    }
    const id = `chatcmpl-${entry.fingerprint.slice(0, 16)}-${sample}`;
    return { ...completed(said, asked, { settings, id }), faults: drawn };
  }

  /**
   * The answer to a request of the API.
   *
   * @param {IncomingMessage} request
   * @param {string} path
   * @param {string} body
   * @param {import("./log.mjs").Entry} entry
   * @returns {Promise<Leaving>}
   */
  async function answer(request, path, body, entry) {
    const method = request.method ?? "";
    if (settings.key !== undefined && entry.key === "absent")
      return { answer: refusal(401, "You didn't provide an API key.") };
    if (entry.key === "wrong")
      return { answer: refusal(401, "Incorrect API key provided.", { code: "invalid_api_key" }) };
    const allowed = { "/v1/models": "GET", "/v1/chat/completions": "POST" }[path];
    if (allowed === undefined) return { answer: refusal(404, `Invalid URL (${method} ${path})`) };
    if (method !== allowed) return { answer: refusal(405, `Not allowed to ${method} on ${path}.`) };
    if (path === "/v1/models") {
      const names = settings.models.length > 0 ? settings.models : ["double"];
      const data = names.map((id) => ({ id, object: "model", created: 0, owned_by: "double" }));
      return { answer: json({ object: "list", data }), faults: faults.choose(request, entry) };
    }
    const asked = read(body);
    return "status" in asked ? { answer: asked } : complete(asked, entry, request);
  }

  /**
   * @param {IncomingMessage} request
   * @param {string} path
   * @param {string} body
   * @param {ServerResponse} response
   * @param {Record<string, string>} open CORS headers
   */
  async function serve(request, path, body, response, open) {
    const key = keyOf(request);
    const isRight = settings.key === undefined || key === settings.key;
    const entry = log.begin({
      time: time(),
      path,
      fingerprint: sha256(body),
      key: key === undefined ? "absent" : isRight ? "present" : "wrong",
      keyElsewhere: !!key && (body.includes(key) || (request.url ?? "").includes(key)),
      bodyBytes: Buffer.byteLength(body),
      concurrent: (running += 1),
    });
    try {
      const leaving = await answer(request, path, body, entry);
      const headers = { "X-Request-Id": `req_${entry.number}`, ...open };
      const how = { identity: entry.fingerprint, headers, speed: settings.speed };
      const { status, outcome } = await send(response, leaving, how);
      log.end(entry, status, outcome, time());
    } catch (error) {
      log.end(entry, 500, "failed", time());
      throw error;
    } finally {
      running -= 1;
    }
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function handle(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://double");
    const open = corsHeaders(settings.cors, request.headers.origin);
    if (request.method === "OPTIONS") {
      preflight(request, response, open);
      return;
    }
    const how = { identity: "", headers: open, speed: 1 };
    const body = await bodyOf(request);
    if (body === undefined) {
      await send(response, { answer: refusal(413, "The request is too large.") }, how);
      request.destroy();
    } else if (pathname.startsWith("/control")) {
      const path = pathname.slice("/control".length);
      const ask = {
        method: request.method ?? "",
        path,
        query: searchParams,
        headers: request.headers,
        body,
      };
      await send(response, { answer: control(ask, double) }, how);
    } else await serve(request, pathname, body, response, open);
  }

  const server = await listen(handle, { port, bugHeader: "X-Model-Double-Error" });
  /** @type {FakeLlm} */
  const double = {
    url: server.url,
    log,
    settings: () => ({ ...settings, key: settings.key !== undefined }),
    state: () => ({ gold: table.size, scriptLeft: script.left }),
    faults: () => faults.settings,
    set: (changes) => {
      settings = changed(settings, changes, GARBAGE);
    },
    setScript: (one) => {
      script.set(one);
    },
    addGold: (lines) => {
      for (const line of lines) table.add(line);
    },
    setFaults: (one) => {
      faults.set(one);
    },
    clearFaults: () => {
      faults.clear();
    },
    reset: () => {
      log.clear();
      faults.clear();
      given.clear();
    },
    close: server.close,
  };
  return double;
}

if (isStarted(import.meta.url)) await main(startFakeLlm);
