// What the tests of the fake LLM share: requests as the core words and sends them, and reading what comes back.
import { readFileSync } from "node:fs";
import { parseJson } from "../fake-apis/answer.mjs";

export { ask, askJson } from "../fake-apis/support.mjs";

/** The files that word the prompts. @type {Record<string, string>} */
const PROMPTS = {
  data: "crate/verify/src/llm/prompt.rs",
  arbitration: "crate/verify/src/llm/arbitration/mod.rs",
  boundary: "crate/verify/src/llm/boundary.rs",
  candidates: "crate/verify/src/llm/candidates.rs",
  semantic_audit: "crate/verify/src/llm/semantic_audit.rs",
  taxonomy: "crate/verify/src/llm/taxonomy.rs",
  transcription: "crate/verify/src/llm/transcription.rs",
  claim: "crate/verify/src/committee/model/claim.rs",
  clusters: "crate/verify/src/committee/model/clusters.rs",
  relation: "crate/verify/src/committee/model/relation.rs",
  statement: "crate/verify/src/committee/model/statement.rs",
  agent: "crate/core/src/attribute/agent/request.rs",
  grading: "crate/eval/src/misciting/prompt/grading.rs",
  miscitation: "crate/eval/src/misciting/prompt/miscitation/request.rs",
  validation: "crate/eval/src/misciting/prompt/validation.rs",
};

/** @param {string} prompt @returns {[string, string]} the file that words it, and what stands there */
function sourceOf(prompt) {
  const path = PROMPTS[prompt];
  if (path === undefined) throw new Error(`no file words a prompt "${prompt}"`);
  return [path, readFileSync(path, "utf8")];
}

/**
 * A string of a prompt's source, from its first words: prompts are read where they stand, so that they cannot differ from these.
 *
 * @param {string} prompt
 * @param {string} start
 */
function worded(prompt, start) {
  const [path, source] = sourceOf(prompt);
  const literal = new RegExp(`"(${start}(?:[^"\\\\]|\\\\[\\s\\S])*)"`).exec(source)?.[1];
  if (literal === undefined) throw new Error(`${path} has no string that begins with "${start}"`);
  return literal.replaceAll(/\\\n\s*/g, "").replaceAll('\\"', '"');
}

/** Data as a prompt contains it. @param {string} text */
export const contained = (text) =>
  text
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    // eslint-disable-next-line no-control-regex -- control characters are what is replaced
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");

/** @param {string} tag @param {string} text */
export const data = (tag, text) => `<${tag}>${contained(text)}</${tag}>\n`;

/** @param {string} tag @param {string[]} texts */
export const numbered = (tag, texts) =>
  texts.map((text, at) => `<${tag} number="${at + 1}">${contained(text)}</${tag}>\n`).join("");

/**
 * The instructions of a prompt, from where they are worded.
 *
 * @param {string} prompt
 */
export function systemOf(prompt) {
  const [path, source] = sourceOf(prompt);
  const literal = /let system = (?:format!\(\s*)?"((?:[^"\\]|\\[\s\S])*)"/.exec(source)?.[1];
  if (literal === undefined) throw new Error(`${path} words no instructions`);
  return literal
    .replaceAll(/\\\n\s*/g, "")
    .replaceAll('\\"', '"')
    .replaceAll("{{", "{")
    .replaceAll("}}", "}");
}

/**
 * The body of a request as the core sends it, to the bare words.
 *
 * @param {string} prompt
 * @param {string} user
 * @param {number} [temperature]
 */
export const asking = (prompt, user, temperature = 0) => ({
  model: "double",
  messages: [
    { role: "system", content: systemOf(prompt) },
    { role: "user", content: user },
  ],
  temperature,
});

/** The instructions of an arbitration. */
export function arbitrationSystem() {
  const declared = worded("data", "Everything \\{\\} is data").replace(
    "{}",
    "between <claim> and </claim> and between <passage> and </passage>",
  );
  return worded("arbitration", "You compare one claim")
    .replace(/(?<!\{)\{\}/, declared)
    .replace("{RATIONALE_WORDS}", "40")
    .replaceAll("{{", "{")
    .replaceAll("}}", "}");
}

export const SCHEMA = {
  type: "object",
  properties: {
    relation: { type: "string", enum: ["supported", "contradicted", "unclear"] },
    quote: { type: "string" },
    rationale: { type: "string" },
  },
  required: ["relation", "quote", "rationale"],
  additionalProperties: false,
};

/**
 * The body of an arbitration as the core sends it.
 *
 * @param {string} claim
 * @param {string[]} passages
 * @param {{ format?: "schema" | "object" | "plain", stream?: boolean, effort?: "low" | "medium" | "high", temperature?: number,
 *   repair?: { answer: string, fault: string }, more?: object }} [how]
 */
export function arbitration(claim, passages, how = {}) {
  const { format = "plain", stream = false, effort, temperature = 0.7, repair, more = {} } = how;
  const messages = [
    { role: "system", content: arbitrationSystem() },
    {
      role: "user",
      content: data("claim", claim) + passages.map((passage) => data("passage", passage)).join(""),
    },
  ];
  if (repair)
    messages.push(
      { role: "assistant", content: repair.answer },
      {
        role: "user",
        content: `That answer cannot be used: ${repair.fault}. Answer once more with the JSON object that was asked for and nothing else.`,
      },
    );
  return {
    model: "double",
    messages,
    ...(effort
      ? { reasoning_effort: effort, max_completion_tokens: 8300 }
      : { temperature, top_p: 0.95, max_tokens: 300 }),
    ...(format === "schema"
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: "arbitration_1", strict: true, schema: SCHEMA },
          },
        }
      : format === "object"
        ? { response_format: { type: "json_object" } }
        : {}),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...more,
  };
}

/**
 * @typedef {object} Completion
 * @property {number} status
 * @property {string} text what the model wrote
 * @property {string} thoughts
 * @property {string | null} refusal
 * @property {string | undefined} finish
 * @property {{ name: string, arguments: string }[]} tools
 * @property {{ prompt_tokens: number, completion_tokens: number, completion_tokens_details?: { reasoning_tokens: number } } | undefined} usage
 * @property {string | undefined} error
 * @property {number} events of a stream
 * @property {boolean} ended with the mark of its end, if a stream
 * @property {Headers} headers
 */

/**
 * @typedef {object} Part
 * @property {string | null} [content]
 * @property {string | null} [refusal]
 * @property {string} [reasoning_content]
 * @property {{ function: { name: string, arguments: string } }[]} [tool_calls]
 */

/**
 * @typedef {object} Wire
 * @property {{ message?: Part, delta?: Part, finish_reason?: string | null }[]} [choices]
 * @property {Completion["usage"] | null} [usage]
 * @property {{ message: string }} [error]
 */

/**
 * Posts a body and reads the completion, whole or in pieces.
 *
 * @param {string} url of the double
 * @param {object} body
 * @param {{ key?: string, headers?: Record<string, string>, signal?: AbortSignal }} [how]
 * @returns {Promise<Completion>}
 */
export async function complete(url, body, { key, headers = {}, signal } = {}) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const isStream = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
  const lines = isStream
    ? text.split("\n\n").flatMap((event) => (event.startsWith("data: ") ? [event.slice(6)] : []))
    : [text];
  const chunks = lines
    .filter((line) => line !== "[DONE]")
    .map((line) => /** @type {Wire | undefined} */ (parseJson(line)))
    .filter((chunk) => chunk !== undefined);
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const parts = choices.map(({ message, delta }) => message ?? delta ?? {});
  /** @param {"content" | "reasoning_content" | "refusal"} name */
  const joined = (name) => parts.map((part) => part[name] ?? "").join("");
  return {
    status: response.status,
    text: joined("content"),
    thoughts: joined("reasoning_content"),
    refusal: joined("refusal") || null,
    finish: choices.map(({ finish_reason: finish }) => finish).find((finish) => !!finish) ?? undefined,
    tools: parts.flatMap((part) => (part.tool_calls ?? []).map((call) => call.function)),
    usage: chunks.map(({ usage }) => usage).find((usage) => !!usage) ?? undefined,
    error: chunks.find(({ error }) => error)?.error?.message,
    events: chunks.length,
    ended: lines.at(-1) === "[DONE]",
    headers: response.headers,
  };
}

/** The JSON object that a completion holds. @param {Completion} completion @returns {Record<string, unknown>} */
export function objectOf({ text, status, error }) {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null)
    throw new Error(`status ${status}, no object: ${error ?? text}`);
  return /** @type {Record<string, unknown>} */ (value);
}

/** A completion before anything came. @type {Completion} */
export const EMPTY = {
  status: 0,
  text: "",
  thoughts: "",
  refusal: null,
  finish: undefined,
  tools: [],
  usage: undefined,
  error: undefined,
  events: 0,
  ended: false,
  headers: new Headers(),
};
