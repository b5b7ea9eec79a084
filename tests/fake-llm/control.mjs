// The control interface (/control/…): settings, script, gold, faults, log, reset. It is not part of what is tested.
import { json, parseJson } from "../fake-apis/answer.mjs";
import { GARBAGE } from "./garbage.mjs";
import { PROMPTS } from "./prompts.mjs";
import { MODES } from "./settings.mjs";

/** @typedef {import("../fake-apis/answer.mjs").Answer} Answer */
/** @typedef {import("../fake-apis/answer.mjs").Ask} Ask */

/**
 * @param {Ask} ask its path after /control
 * @param {import("./server.mjs").FakeLlm} double
 * @returns {Answer}
 */
export function control(ask, double) {
  const changes = ask.method === "POST" || ask.method === "PUT";
  const body = ask.body === "" ? {} : parseJson(ask.body);
  if (changes && (typeof body !== "object" || body === null))
    return json({ error: "the body must be a JSON object, or a list for /script and /gold" }, 400);
  try {
    return route(ask, changes ? /** @type {object} */ (body) : undefined, double);
  } catch (error) {
    return json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}

/** @param {URLSearchParams} query @param {string} name @param {number} standard */
function whole(query, name, standard) {
  const text = query.get(name);
  if (text === null) return standard;
  if (!/^\d+$/.test(text)) throw new Error(`"${name}" must be a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

/** @param {object} body @param {string} path @returns {unknown[]} */
function list(body, path) {
  if (!Array.isArray(body)) throw new Error(`${path} takes a list`);
  return body;
}

/**
 * @param {Ask} ask
 * @param {object | undefined} body of a request that changes something
 * @param {import("./server.mjs").FakeLlm} double
 * @returns {Answer}
 */
function route({ method, path, query }, body, double) {
  switch (path) {
    case "":
    case "/":
      return json({
        modes: MODES,
        prompts: PROMPTS.map(({ name }) => name),
        garbage: GARBAGE,
        settings: double.settings(),
        ...double.state(),
      });
    case "/settings":
      if (body) double.set({ ...body });
      return json(double.settings());
    case "/script":
      if (body) double.setScript(/** @type {import("./modes.mjs").Scripted[]} */ (list(body, path)));
      return json(double.state());
    case "/gold":
      if (body) double.addGold(/** @type {import("./prompts.mjs").Gold[]} */ (list(body, path)));
      return json(double.state());
    case "/faults":
      if (method === "DELETE") double.clearFaults();
      else if (body) double.setFaults(body);
      return json(double.faults());
    case "/log":
      if (method === "DELETE") double.log.clear();
      return json(
        double.log.entries({
          prompt: query.get("prompt") ?? undefined,
          since: whole(query, "since", 0),
          limit: whole(query, "limit", Number.MAX_SAFE_INTEGER),
        }),
      );
    case "/summary":
      return json(double.log.summary());
    case "/balance":
      return json(double.log.balance(whole(query, "samples", 1)));
    case "/reset":
      if (!body) return json({ error: "POST resets log, faults and counts" }, 405);
      double.reset();
      return json({ reset: true });
    default:
      return json(
        {
          error: `no /control${path}; there are /settings, /script, /gold, /faults, /log, /summary, /balance, /reset`,
        },
        404,
      );
  }
}
