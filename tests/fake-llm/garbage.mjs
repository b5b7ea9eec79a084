// Answers that are of no use, one kind each.

/** @typedef {import("./completion.mjs").Said} Said */

const HUGE = 3_000_000;
const DEEP = 20_000;

/**
 * @param {(right: string, object: Record<string, unknown>) => string} make
 * @returns {(right: Record<string, unknown>) => Said}
 */
const content = (make) => (right) => ({ content: make(JSON.stringify(right), right) });

/** Each kind makes an answer from the right one. @type {Record<string, (right: Record<string, unknown>) => Said>} */
const KINDS = {
  prose: content(() => "I would say that the passages support this rather well."),
  empty: content(() => ""),
  blank: content(() => " \n\t"),
  cut: (right) => {
    const text = JSON.stringify(right);
    return { content: text.slice(0, Math.floor(text.length * 0.6)), finish: "length" };
  },
  "single-quotes": content((text) => text.replaceAll('"', "'")),
  "other-schema": content(() => JSON.stringify({ name: "get_weather", parameters: { city: "Bergen" } })),
  "extra-field": content((_, object) => JSON.stringify({ ...object, confidence: 0.99 })),
  "missing-field": content((_, object) =>
    JSON.stringify(Object.fromEntries(Object.entries(object).slice(1))),
  ),
  "wrong-types": content((_, object) =>
    JSON.stringify(
      Object.fromEntries(Object.keys(object).map((name, index) => [name, [index, null, {}][index % 3]])),
    ),
  ),
  "unknown-word": content((_, object) =>
    JSON.stringify(Object.fromEntries(Object.keys(object).map((name) => [name, "APPROVED"]))),
  ),
  array: content((text) => `[${text},${text}]`),
  two: content((text) => `${text}\n${text}`),
  null: content(() => "null"),
  schema: content(() => JSON.stringify({ type: "object", properties: {}, required: [] })),
  deep: (right) => ({
    content: `{"${Object.keys(right)[0] ?? "a"}":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`,
    unbounded: true,
  }),
  huge: (right) => ({
    content: JSON.stringify(right) + " ".repeat(HUGE) + "}".repeat(10),
    unbounded: true,
  }),
  controls: content((text) => `\u0000\u001b[2J\u202e${text}\ufeff\u{e0041}`),
  surrogate: content((text) => text.replace(/^\{/, '{"\\ud800":"\\udfff",')),
  nothing: () => ({}),
  refusal: () => ({ refusal: "I'm sorry, I can't assist with that request." }),
  filtered: () => ({ content: "", finish: "content_filter" }),
  tool: () => ({ tools: [{ name: "open_page", arguments: '{"address":"http://127.0.0.1:9/"}' }] }),
  "no-choices": () => ({ envelope: "no choices" }),
  error: () => ({ content: "{", envelope: "error" }),
  "no-end": (right) => ({ content: JSON.stringify(right), envelope: "no end" }),
};

/** Names of all kinds. */
export const GARBAGE = Object.keys(KINDS);

/**
 * @param {string} kind
 * @param {Record<string, unknown>} right
 * @returns {Said}
 */
export function garbage(kind, right) {
  const make = KINDS[kind];
  if (!make) throw new Error(`unknown garbage "${kind}"; there is ${GARBAGE.join(", ")}`);
  return make(right);
}
