// The command line of the fake LLM.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseJson } from "../fake-apis/answer.mjs";

const USAGE =
  "usage: server.mjs [--port N] [--mode oracle|noisy|obedient|garbage|scripted] [--gold FILE.jsonl]… [--script FILE.json] [--seed N] " +
  "[--error-rate 0..1] [--garbage KIND]… [--mends] [--careful] [--thinking none|hidden|field|inline] [--formats object,schema] [--hold] " +
  "[--no-usage] [--streaming yes|ignored|refused] [--model NAME]… [--key-from VARIABLE] [--cors all|none|ORIGIN,…] [--speed N] " +
  "[--latency MS] [--fault-rate 0..1] [--fault KIND]…";

/** Whether a module is what was started. @param {string} url its own */
export const isStarted = (url) => process.argv[1] === fileURLToPath(url);

function parsed() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      mode: { type: "string", default: "oracle" },
      gold: { type: "string", multiple: true, default: [] },
      script: { type: "string" },
      seed: { type: "string", default: "0" },
      "error-rate": { type: "string", default: "0.1" },
      garbage: { type: "string", multiple: true, default: [] },
      mends: { type: "boolean", default: false },
      careful: { type: "boolean", default: false },
      thinking: { type: "string", default: "none" },
      formats: { type: "string", default: "object,schema" },
      hold: { type: "boolean", default: false },
      "no-usage": { type: "boolean", default: false },
      streaming: { type: "string", default: "yes" },
      model: { type: "string", multiple: true, default: [] },
      "key-from": { type: "string" },
      cors: { type: "string", default: "all" },
      speed: { type: "string", default: "1" },
      latency: { type: "string", default: "0" },
      "fault-rate": { type: "string", default: "0" },
      fault: { type: "string", multiple: true },
    },
  });
  return values;
}

/** @param {string} file @returns {unknown[]} */
function scriptOf(file) {
  const answers = parseJson(readFileSync(file, "utf8"));
  if (!Array.isArray(answers)) throw new Error(`${file} must be a JSON list of answers`);
  return answers;
}

/** @param {string} variable of the environment: a key on the command line would stand in every list of processes */
function keyFrom(variable) {
  const key = process.env[variable];
  if (!key) throw new Error(`--key-from ${variable}: that variable is not set`);
  return { key };
}

/** @param {typeof import("./server.mjs").startFakeLlm} start */
export async function main(start) {
  try {
    const values = parsed();
    const rate = Number(values["fault-rate"]);
    const port = Number(values.port);
    const latency = Number(values.latency);
    if (!(port >= 0) || !(latency >= 0)) throw new Error("--port and --latency must be numbers from 0 on");
    // The settings are checked where they are set.
    const settings = /** @type {Partial<import("./settings.mjs").Settings>} */ ({
      mode: values.mode,
      seed: Number(values.seed),
      errorRate: Number(values["error-rate"]),
      garbage: values.garbage,
      mends: values.mends,
      obedience: values.careful ? "careful" : "crude",
      thinking: values.thinking,
      formats: values.formats
        .split(",")
        .filter((name) => name !== "" && name !== "none")
        .map((name) => `json_${name}`),
      schema: values.hold ? "hold" : "check",
      usage: !values["no-usage"],
      streaming: values.streaming,
      models: values.model,
      cors: values.cors === "all" || values.cors === "none" ? values.cors : values.cors.split(","),
      speed: Number(values.speed),
      ...(values["key-from"] === undefined ? {} : keyFrom(values["key-from"])),
    });
    const double = await start({
      ...settings,
      port,
      gold: values.gold,
      ...(values.script === undefined
        ? {}
        : { script: /** @type {import("./modes.mjs").Scripted[]} */ (scriptOf(values.script)) }),
      faults: {
        latency,
        random:
          rate === 0
            ? null
            : { rate, seed: Number(values.seed), ...(values.fault ? { kinds: values.fault } : {}) },
      },
    });
    console.log(double.url);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(USAGE);
    process.exit(2);
  }
}
