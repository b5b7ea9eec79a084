/** A worker in place of the one that runs models: it answers from a recording (`citelight check --inference`). */

import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const REPLAY = `
const hex = async (text) => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
const recording = fetch(new URL("inference.jsonl", self.location.href))
  .then((answer) => answer.text())
  .then((text) => new Map(text.split("\\n").filter(Boolean).map((line) => {
    const entry = JSON.parse(line);
    return [entry.role + " " + entry.input, entry];
  })));
const act = {
  start: () => null,
  wanted: ({ manifest }) => JSON.parse(manifest).models,
  load: async ({ entry }) => [...(await recording).values()].find(({ role }) => role === entry.role).model,
  run: async ({ role, columns: [first, second] }) => {
    const entries = await Promise.all(first.map(async (text, index) => {
      const name = role + " " + (await hex(second === undefined ? text : text + "\\n" + second[index]));
      const entry = (await recording).get(name);
      if (entry === undefined) throw new Error("the recording lacks " + name);
      return entry;
    }));
    const name = entries[0].model;
    if (role === "bi-encoder") return { numbers: new Float32Array(entries.flatMap(({ output }) => output)), name };
    const numbers = entries.flatMap(({ output }) => [output.entailment, output.neutral, output.contradiction]);
    return { numbers: new Float64Array(numbers), name };
  },
};
self.addEventListener("message", async ({ data: { id, kind, order } }) => {
  try {
    self.postMessage({ id, answer: await act[kind](order) });
  } catch (error) {
    self.postMessage({ id, failed: String(error) });
  }
});
`;

/** Makes a folder of a site of the one that was built, in which models answer from a recording. */
export function replayingSite(built: string, folder: string, recording: string): void {
  cpSync(built, folder, { recursive: true });
  writeFileSync(join(folder, "model-worker.js"), REPLAY);
  copyFileSync(recording, join(folder, "inference.jsonl"));
}
