// How the double answers: one function for each mode.
import { GARBAGE, garbage } from "./garbage.mjs";
import { obey } from "./obedient.mjs";

/** @typedef {import("./completion.mjs").Said} Said */

/**
 * Everything that an answer may hang on.
 *
 * @typedef {object} Turn
 * @property {import("./prompts.mjs").Prompt | undefined} prompt
 * @property {import("./prompts.mjs").Question} question
 * @property {import("./prompts.mjs").Message[]} messages
 * @property {import("./delimiters.mjs").Block[]} data
 * @property {import("./prompts.mjs").Gold[]} golds
 * @property {number} sample how many answers to the same body came before
 * @property {boolean} repair whether an answer was sent back
 * @property {string} authorization
 * @property {import("./settings.mjs").Settings} settings
 * @property {Script} script
 * @property {(label: string, many: number) => number} draw a whole number under `many`, the same for seed, body, sample and label
 */

/**
 * One answer of a script: words, an object that is written as JSON under `json`, or what the model says in full.
 *
 * @typedef {string | (Said & { json?: unknown })} Scripted
 */

/** @typedef {readonly Scripted[] | ((turn: Turn) => Scripted | Promise<Scripted>)} Answers */

/** What the scripted mode says, in order of arrival. */
export class Script {
  /** @type {Answers} */
  #answers = [];
  #next = 0;

  /** @param {Answers} answers */
  set(answers) {
    this.#answers = answers;
    this.#next = 0;
  }

  /** Answers that nobody asked for yet. */
  get left() {
    return typeof this.#answers === "function" ? Infinity : this.#answers.length - this.#next;
  }

  /** @param {Turn} turn @returns {Promise<Said>} */
  async next(turn) {
    const answers = this.#answers;
    const answer = typeof answers === "function" ? await answers(turn) : answers[this.#next++];
    if (answer === undefined) throw new NoAnswer("the script is at its end");
    if (typeof answer === "string") return { content: answer };
    const { json, ...said } = answer;
    return json === undefined ? said : { content: JSON.stringify(json), ...said };
  }
}

/** There is nothing to answer: the test asked what it prepared nothing for. */
export class NoAnswer extends Error {}

/** @param {Turn} turn */
function right({ prompt, question, golds }) {
  if (!prompt) throw new NoAnswer("no recogniser knows this prompt; add one to tests/fake-llm/prompts.mjs");
  return prompt.right(question, golds);
}

/** @param {Turn} turn @returns {Said} */
const oracle = (turn) => ({ content: JSON.stringify(right(turn).answer) });

/** What was written and sent back before, and why: it may hold orders from the evidence. @param {Turn} turn */
const sentBack = ({ messages }) =>
  messages
    .slice(messages.findIndex(({ role }) => role === "user") + 1)
    .flatMap(({ role, content }) =>
      role === "assistant"
        ? [content]
        : [...content.matchAll(/“([\s\S]*)”/g)].map(([, quoted = ""]) => quoted),
    );

/** @type {Record<import("./settings.mjs").Mode, (turn: Turn) => Said | Promise<Said>>} */
const MODES = {
  oracle,
  noisy: (turn) => {
    const { answer } = right(turn);
    const { draw, prompt, question, settings } = turn;
    const errs = draw("errs", 2 ** 30) < settings.errorRate * 2 ** 30;
    if (!errs || !prompt) return { content: JSON.stringify(answer) };
    let step = 0;
    return {
      content: JSON.stringify(prompt.wrong(question, answer, (many) => draw(`wrong ${(step += 1)}`, many))),
    };
  },
  obedient: (turn) => {
    const { answer } = right(turn);
    const { prompt, question, data, messages, authorization, settings } = turn;
    if (!prompt) return oracle(turn);
    const system = messages.find(({ role }) => role === "system" || role === "developer")?.content ?? "";
    return obey(answer, [...data.map(({ text }) => text), ...sentBack(turn)], {
      fields: prompt.fields,
      question,
      system,
      authorization,
      careful: settings.obedience === "careful",
    });
  },
  garbage: (turn) => {
    const { prompt, repair, settings, draw } = turn;
    if (repair && settings.mends) return oracle(turn);
    const kinds = settings.garbage.length > 0 ? settings.garbage : GARBAGE;
    const like = prompt ? right(turn).answer : { answer: "", reason: "" };
    return garbage(kinds[draw("garbage", kinds.length)] ?? "prose", like);
  },
  scripted: (turn) => turn.script.next(turn),
};

/**
 * @param {Turn} turn
 * @returns {Promise<Said>}
 */
export const speak = async (turn) => MODES[turn.settings.mode](turn);

/** How gold stands to a question, for the log. @param {Turn} turn */
export const basis = ({ prompt, question, golds }) => prompt?.right(question, golds).basis;
