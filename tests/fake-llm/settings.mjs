// What the double is and how it answers: settings with their defaults, checked where they are set.

export const MODES = /** @type {const} */ (["oracle", "noisy", "obedient", "garbage", "scripted"]);
const CHOICES = {
  mode: MODES,
  obedience: ["crude", "careful"],
  thinking: ["none", "hidden", "field", "inline"],
  schema: ["check", "hold"],
  streaming: ["yes", "ignored", "refused"],
};

/** @typedef {typeof MODES[number]} Mode */

/**
 * @typedef {object} Settings
 * @property {Mode} mode
 * @property {number} seed of every choice
 * @property {number} errorRate share of wrong answers of the noisy mode, 0..1
 * @property {boolean} isSteady whether all samples of one body are one: in which order they arrive then changes nothing
 * @property {"crude" | "careful"} obedience careful: a verdict that was ordered rests on words that really stand in the evidence
 * @property {readonly string[]} garbage kinds that the garbage mode draws from
 * @property {boolean} mends whether an answer that is sent back is answered as the oracle does
 * @property {"none" | "hidden" | "field" | "inline"} thinking none: no thinking model; else where its thoughts go
 * @property {readonly string[]} formats response formats that are taken beside text
 * @property {"check" | "hold"} schema check: what does not fit is logged; hold: it is refused by the model instead of sent
 * @property {boolean} usage whether tokens are told
 * @property {"yes" | "ignored" | "refused"} streaming
 * @property {readonly string[]} models names that are known; none: every name is
 * @property {string | undefined} key undefined: none is asked for
 * @property {"all" | "none" | readonly string[]} cors origins
 * @property {number} speed how many times faster than the clock delays run
 */

/** @type {Settings} */
export const DEFAULTS = {
  mode: "oracle",
  seed: 0,
  errorRate: 0.1,
  isSteady: false,
  obedience: "crude",
  garbage: [],
  mends: false,
  thinking: "none",
  formats: ["json_object", "json_schema"],
  schema: "check",
  usage: true,
  streaming: "yes",
  models: [],
  key: undefined,
  cors: "all",
  speed: 1,
};

/**
 * Settings with some changed.
 *
 * @param {Settings} settings
 * @param {Record<string, unknown>} changes
 * @param {readonly string[]} garbageKinds
 * @returns {Settings}
 */
export function changed(settings, changes, garbageKinds) {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DEFAULTS, name))
      throw new Error(`unknown setting "${name}"; there are ${Object.keys(DEFAULTS).join(", ")}`);
    const wrong = fault(name, value, garbageKinds);
    if (wrong) throw new Error(`setting "${name}" must be ${wrong}, not ${JSON.stringify(value)}`);
  }
  return { ...settings, ...changes };
}

/**
 * What a setting must be, if it is not that.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} garbageKinds
 */
function fault(name, value, garbageKinds) {
  const choices = Object.entries(CHOICES).find(([one]) => one === name)?.[1];
  if (choices) return choices.some((choice) => choice === value) ? undefined : `one of ${choices.join(", ")}`;
  /** @param {readonly string[]} [known] */
  const isList = (known) =>
    Array.isArray(value) &&
    value.every((one) => typeof one === "string" && (known === undefined || known.includes(one)));
  switch (name) {
    case "seed":
      return Number.isSafeInteger(value) ? undefined : "a whole number";
    case "errorRate":
      return typeof value === "number" && value >= 0 && value <= 1 ? undefined : "between 0 and 1";
    case "speed":
      return typeof value === "number" && value > 0 ? undefined : "a number over 0";
    case "isSteady":
    case "mends":
    case "usage":
      return typeof value === "boolean" ? undefined : "true or false";
    case "garbage":
      return isList(garbageKinds) ? undefined : `a list of ${garbageKinds.join(", ")}`;
    case "formats":
      return isList(["json_object", "json_schema"]) ? undefined : "a list of json_object, json_schema";
    case "models":
      return isList() ? undefined : "a list of names";
    case "cors":
      return value === "all" || value === "none" || isList() ? undefined : "all, none or a list of origins";
    default:
      return value === undefined || (typeof value === "string" && value !== "") ? undefined : "a text";
  }
}
