// The body of a request for a completion, read, and what such servers refuse of it.
import { json, parseJson } from "../fake-apis/answer.mjs";
import { seenIn } from "./transcription.mjs";

/** @typedef {import("../fake-apis/answer.mjs").Answer} Answer */
/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * @typedef {object} Format
 * @property {string} type text, json_object or json_schema
 * @property {string | undefined} name
 * @property {boolean} strict
 * @property {object | undefined} schema
 */

/**
 * @typedef {object} Asked
 * @property {string} model
 * @property {import("./prompts.mjs").Message[]} messages
 * @property {number} images how many came along
 * @property {boolean} stream
 * @property {boolean} includeUsage
 * @property {number | undefined} temperature
 * @property {number | undefined} most tokens that may be written
 * @property {string | undefined} effort
 * @property {number | undefined} seed
 * @property {Format | undefined} format
 * @property {ReadonlySet<string>} names of everything in the body
 */

const ROLES = new Set(["system", "developer", "user", "assistant", "tool"]);
const EFFORTS = new Set(["none", "minimal", "low", "medium", "high"]);
const SCHEMA_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * An error as these servers word it.
 *
 * @param {number} status
 * @param {string} message
 * @param {{ type?: string, param?: string | null, code?: string | null, headers?: Record<string, string> }} [about]
 * @returns {Answer}
 */
export function refusal(
  status,
  message,
  { type = "invalid_request_error", param = null, code = null, headers = {} } = {},
) {
  const answer = json({ error: { message, type, param, code } }, status);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** @param {unknown} value @returns {Record<string, unknown> | undefined} */
const object = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? /** @type {Record<string, unknown>} */ (value)
    : undefined;

/** @param {unknown} value */
const number = (value) => (typeof value === "number" ? value : undefined);

/** @param {unknown} value */
const string = (value) => (typeof value === "string" ? value : undefined);

/** The text of a message: a string, or parts. @param {unknown} content */
function textOf(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part) => string(object(part)?.text) ?? imageIn(part)).join("");
}

/** An image in a message, as it is seen; "" for another part. @param {unknown} part */
function imageIn(part) {
  const url = string(object(object(part)?.image_url)?.url);
  return url === undefined ? "" : seenIn(url);
}

/**
 * Reads a body.
 *
 * @param {string} text
 * @returns {Asked | Answer} an answer if it is none
 */
export function read(text) {
  const body = object(parseJson(text));
  if (!body) return refusal(400, "We could not parse the JSON body of your request.");
  const model = string(body.model);
  if (!model) return refusal(400, "you must provide a model parameter");
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    return refusal(400, "Missing required parameter: 'messages'.", {
      param: "messages",
      code: "missing_required_parameter",
    });
  const messages = [];
  let images = 0;
  for (const [index, one] of body.messages.entries()) {
    const message = object(one);
    const [role, content] = [string(message?.role), textOf(message?.content)];
    if (role === undefined || !ROLES.has(role) || content === undefined)
      return refusal(400, `Invalid value: 'messages[${index}]'.`, {
        param: `messages[${index}]`,
        code: "invalid_value",
      });
    messages.push({ role, content });
    if (Array.isArray(message?.content))
      images += message.content.filter((part) => object(part)?.type === "image_url").length;
  }
  const format = object(body.response_format);
  const schema = object(format?.json_schema);
  return {
    model,
    messages,
    images,
    stream: body.stream === true,
    includeUsage: object(body.stream_options)?.include_usage === true,
    temperature: number(body.temperature),
    most: number(body.max_completion_tokens) ?? number(body.max_tokens),
    effort: string(body.reasoning_effort),
    seed: number(body.seed),
    format: format && {
      type: string(format.type) ?? "",
      name: string(schema?.name),
      strict: schema?.strict === true,
      schema: object(schema?.schema),
    },
    names: new Set(Object.keys(body)),
  };
}

/**
 * What is not taken, in the words of those who do not take it.
 *
 * @param {Asked} asked
 * @param {Settings} settings
 * @returns {Answer | undefined}
 */
export function refused(asked, settings) {
  if (settings.models.length > 0 && !settings.models.includes(asked.model))
    return refusal(404, `The model '${asked.model}' does not exist or you do not have access to it.`, {
      code: "model_not_found",
    });
  return refusedParameter(asked, settings) ?? (asked.format && refusedFormat(asked, asked.format, settings));
}

/**
 * @param {Asked} asked
 * @param {Settings} settings
 */
function refusedParameter({ names, effort, stream, temperature }, { thinking, streaming }) {
  /** @param {string} param @param {string} [hint] */
  const unsupported = (param, hint = "") =>
    refusal(400, `Unsupported parameter: '${param}' is not supported with this model.${hint}`, {
      param,
      code: "unsupported_parameter",
    });
  if (thinking === "none") {
    if (names.has("reasoning_effort")) return unsupported("reasoning_effort");
  } else {
    for (const param of ["temperature", "top_p", "presence_penalty", "frequency_penalty"])
      if (names.has(param)) return unsupported(param);
    if (names.has("max_tokens")) return unsupported("max_tokens", " Use 'max_completion_tokens' instead.");
    if (names.has("reasoning_effort") && !EFFORTS.has(effort ?? ""))
      return refusal(
        400,
        `Invalid value: '${effort ?? ""}'. Supported values are: 'low', 'medium', and 'high'.`,
        {
          param: "reasoning_effort",
          code: "invalid_value",
        },
      );
  }
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2))
    return refusal(400, `Invalid 'temperature': ${temperature} lies outside 0 to 2.`, {
      param: "temperature",
    });
  if (names.has("stream_options") && !stream)
    return refusal(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: "stream_options",
    });
  if (stream && streaming === "refused") return unsupported("stream");
  return undefined;
}

/**
 * @param {Asked} asked
 * @param {Format} format
 * @param {Settings} settings
 */
function refusedFormat({ messages }, { type, name, strict, schema }, { formats }) {
  const param = "response_format";
  if (!["text", "json_object", "json_schema"].includes(type))
    return refusal(400, `Invalid value: '${type}'.`, { param: `${param}.type`, code: "invalid_value" });
  if (type !== "text" && !formats.includes(type))
    return refusal(400, `Invalid parameter: '${param}' of type '${type}' is not supported with this model.`, {
      param,
    });
  if (type === "json_object" && !messages.some(({ content }) => /json/i.test(content)))
    return refusal(
      400,
      `'messages' must contain the word 'json' in some form, to use '${param}' of type 'json_object'.`,
      { param: "messages" },
    );
  if (type !== "json_schema") return undefined;
  if (!name || !SCHEMA_NAME.test(name))
    return refusal(400, `Invalid '${param}.json_schema.name': it must match ${SCHEMA_NAME.source}.`, {
      param: `${param}.json_schema.name`,
      code: "invalid_value",
    });
  const fault = schema
    ? strict
      ? looseness(schema, "()")
      : undefined
    : "In context=(), a schema is missing.";
  return fault === undefined
    ? undefined
    : refusal(400, `Invalid schema for ${param} '${name}': ${fault}`, {
        param,
        code: "invalid_json_schema",
      });
}

/**
 * Why a schema is not strict: every object names all its properties as required and allows no others.
 *
 * @param {object} schema
 * @param {string} context
 * @returns {string | undefined}
 */
function looseness(schema, context) {
  const { type, properties, required, additionalProperties, items } = /** @type {Record<string, unknown>} */ (
    schema
  );
  const inner = object(properties);
  if (type === "object" || inner) {
    if (additionalProperties !== false)
      return `In context=${context}, 'additionalProperties' is required to be supplied and to be false.`;
    const named = new Set(Array.isArray(required) ? required : []);
    for (const [name, value] of Object.entries(inner ?? {})) {
      if (!named.has(name))
        return `In context=${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${name}'.`;
      const fault = object(value) && looseness(/** @type {object} */ (value), `${context}.${name}`);
      if (fault) return fault;
    }
  }
  return object(items) && looseness(/** @type {object} */ (items), `${context}[]`);
}
