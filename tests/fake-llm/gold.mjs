// The table of right answers.
import { readFileSync } from "node:fs";
import { parseJson } from "../fake-apis/answer.mjs";
import { fold } from "./folding.mjs";
import { PROMPTS } from "./prompts.mjs";

/** @typedef {import("./prompts.mjs").Gold} Gold */

/** Gold by prompt and subject. */
export class GoldTable {
  /** @type {Map<string, Gold[]>} */
  #bySubject = new Map();
  size = 0;

  /** @param {Gold} gold `prompt` names the prompt, arbitration if it is left out */
  add(gold) {
    const name = gold.prompt ?? "arbitration";
    const prompt = PROMPTS.find((one) => one.name === name);
    if (!prompt) throw new Error(`gold for an unknown prompt: ${JSON.stringify(name)}`);
    const subject = fold(prompt.subject(gold));
    if (subject === "")
      throw new Error(`gold of ${prompt.name} without its subject: ${JSON.stringify(gold)}`);
    const key = `${prompt.name} ${subject}`;
    const known = this.#bySubject.get(key);
    if (known) known.push(gold);
    else this.#bySubject.set(key, [gold]);
    this.size += 1;
  }

  /** @param {string} file one JSON object a line */
  load(file) {
    for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
      if (line.trim() === "") continue;
      const gold = parseJson(line);
      if (typeof gold !== "object" || gold === null)
        throw new Error(`${file}, line ${index + 1}: no JSON object`);
      this.add(/** @type {Gold} */ (gold));
    }
  }

  /**
   * @param {string} prompt
   * @param {string} subject
   * @returns {Gold[]}
   */
  of(prompt, subject) {
    return this.#bySubject.get(`${prompt} ${fold(subject)}`) ?? [];
  }
}
