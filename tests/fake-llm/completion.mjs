// Completions as OpenAI-compatible servers send them: whole, and in pieces.
import { json } from "../fake-apis/answer.mjs";

/**
 * What the model says.
 *
 * @typedef {object} Said
 * @property {string} [content]
 * @property {{ name: string, arguments: string }[]} [tools]
 * @property {string} [refusal]
 * @property {"stop" | "length" | "content_filter" | "tool_calls"} [finish]
 * @property {"no choices" | "error" | "no end"} [envelope] what is wrong around the words
 * @property {boolean} [unbounded] it keeps to no limit of tokens
 * @property {string[]} [obeyed] names of the orders that it followed
 */

/**
 * @typedef {object} Frame
 * @property {string} id
 * @property {string} model
 * @property {string} thoughts
 * @property {"hidden" | "field" | "inline"} thinking where thoughts go
 * @property {number | undefined} most tokens
 * @property {number} read tokens of the prompt
 * @property {boolean} usage
 */

const CREATED = 1_767_225_600;
const PIECE = 7;

/** Tokens of a text, as many as servers count on average. @param {string} text */
export const tokens = (text) => Math.ceil([...text].length / 4);

/**
 * What is really sent: thoughts count, and what goes beyond the limit is cut off.
 *
 * @param {Said} said
 * @param {Frame} frame
 */
function limited(said, { thoughts, thinking, most }) {
  const inline = thoughts !== "" && thinking === "inline" ? `<think>\n${thoughts}\n</think>\n\n` : "";
  const content = said.content === undefined ? undefined : inline + said.content;
  const thought = inline === "" ? tokens(thoughts) : 0;
  const left = most === undefined || said.unbounded ? Infinity : Math.max(0, most - thought);
  const cut = content !== undefined && tokens(content) > left;
  const kept = cut ? [...content].slice(0, left * 4).join("") : content;
  return {
    content: kept,
    finish: cut ? "length" : (said.finish ?? (said.tools?.length ? "tool_calls" : "stop")),
    thought: Math.min(thought, most ?? thought),
    written: tokens(kept ?? said.refusal ?? JSON.stringify(said.tools ?? "")),
  };
}

/**
 * @param {Frame} frame
 * @param {{ thought: number, written: number }} counts
 */
const usage = ({ read, thoughts }, { thought, written }) => ({
  prompt_tokens: read,
  completion_tokens: thought + written,
  total_tokens: read + thought + written,
  ...(thoughts === "" ? {} : { completion_tokens_details: { reasoning_tokens: thought } }),
});

/** @param {Said} said @param {string} id */
const toolCalls = ({ tools }, id) =>
  tools?.map((one, index) => ({ index, id: `call_${id}_${index}`, type: "function", function: one }));

/**
 * The answer in one piece.
 *
 * @param {Said} said
 * @param {Frame} frame
 */
export function whole(said, frame) {
  if (said.envelope === "error")
    return json({
      error: { message: "The server had an error while processing your request.", type: "server_error" },
    });
  const sent = limited(said, frame);
  const message = {
    role: "assistant",
    content: sent.content ?? null,
    refusal: said.refusal ?? null,
    ...(frame.thoughts !== "" && frame.thinking === "field" ? { reasoning_content: frame.thoughts } : {}),
    ...(said.tools ? { tool_calls: toolCalls(said, frame.id) } : {}),
  };
  const answer = json({
    id: frame.id,
    object: "chat.completion",
    created: CREATED,
    model: frame.model,
    choices:
      said.envelope === "no choices"
        ? []
        : [{ index: 0, message, logprobs: null, finish_reason: sent.finish }],
    ...(frame.usage ? { usage: usage(frame, sent) } : {}),
  });
  return said.envelope === "no end"
    ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) }
    : answer;
}

/**
 * The answer in pieces: the events of a stream, each with its blank line.
 *
 * @param {Said} said
 * @param {Frame} frame
 * @returns {string[]}
 */
export function pieces(said, frame) {
  const sent = limited(said, frame);
  /** @param {object} value */
  const event = (value) => `data: ${JSON.stringify(value)}\n\n`;
  const head = { id: frame.id, object: "chat.completion.chunk", created: CREATED, model: frame.model };
  // Servers that tell tokens at the end say null before.
  const untold = frame.usage ? { usage: null } : {};
  /** @param {object} delta @param {string | null} [finish] */
  const chunk = (delta, finish = null) =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...untold });
  // A comment, as proxies send them to keep the connection open.
  const events = [": waiting\n\n"];
  if (said.envelope !== "no choices") {
    events.push(chunk({ role: "assistant", content: sent.content === undefined ? null : "" }));
    if (frame.thoughts !== "" && frame.thinking === "field")
      events.push(...parts(frame.thoughts).map((text) => chunk({ reasoning_content: text })));
    events.push(...parts(sent.content ?? "").map((text) => chunk({ content: text })));
    if (said.refusal !== undefined)
      events.push(...parts(said.refusal).map((text) => chunk({ refusal: text })));
    if (said.tools) events.push(chunk({ tool_calls: toolCalls(said, frame.id) }));
  }
  if (said.envelope === "no end") return events;
  if (said.envelope === "error")
    return [...events, event({ error: { message: "The server had an error.", type: "server_error" } })];
  if (said.envelope !== "no choices") events.push(chunk({}, sent.finish));
  if (frame.usage) events.push(event({ ...head, choices: [], usage: usage(frame, sent) }));
  return [...events, "data: [DONE]\n\n"];
}

/** A text in small parts; a long one in no more than a thousand. @param {string} text */
function parts(text) {
  const points = [...text];
  const size = Math.max(PIECE, Math.ceil(points.length / 1000));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size).join(""),
  );
}
