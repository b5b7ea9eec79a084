// Which prompt a request asks: one entry each. A new prompt is one more entry; the README says how.
import { ATTRIBUTION } from "./attribution.mjs";
import { blocks } from "./delimiters.mjs";
import { COMMITTEE } from "./committee.mjs";
import { DOCUMENT_REPAIR } from "./document-repair.mjs";
import { fold, foundIn } from "./folding.mjs";
import { grading } from "./grading.mjs";
import { MISCITING } from "./misciting.mjs";
import { TRANSCRIPTION } from "./transcription.mjs";

/**
 * @typedef {object} Message
 * @property {string} role
 * @property {string} content
 */

/**
 * What a request to a model holds that tells prompts apart.
 *
 * @typedef {object} Wording
 * @property {string} system
 * @property {string | undefined} schemaName of the response format, where there is one
 */

/**
 * What is asked, as read from between the delimiters.
 *
 * @typedef {object} Question
 * @property {string} subject what gold is kept by: the claim
 * @property {string[]} evidence what an answer may quote
 * @property {number} [steps] of a search, those that were taken
 * @property {string} [task] the instructions, where they differ with what is wanted
 */

/** @typedef {Record<string, unknown>} Gold a line of the gold table */

/**
 * @typedef {object} Prompt
 * @property {string} name
 * @property {(wording: Wording) => boolean} recognises
 * @property {(data: import("./delimiters.mjs").Block[], system: string) => Question} read
 * @property {(gold: Gold) => string} subject which questions a line of gold belongs to
 * @property {(question: Question, golds: Gold[]) => { answer: Record<string, unknown>, basis: "found" | "no quote" | "unknown" }} right
 *   the answer that gold knows
 * @property {(question: Question, right: Record<string, unknown>, draw: (many: number) => number) => Record<string, unknown>} wrong a wrong
 *   answer of the right form
 * @property {{ verdict: string, verdicts: readonly string[], quote: string, prose: string }} fields where orders show in an answer
 */

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : "");

const RELATIONS = /** @type {const} */ (["supported", "contradicted", "unclear"]);

/**
 * @param {(typeof RELATIONS)[number]} relation
 * @param {string} quote
 * @param {string} rationale
 */
const arbitrated = (relation, quote, rationale) => ({ quote, rationale, relation });

/** @type {Prompt} */
const arbitration = {
  name: "arbitration",
  recognises: ({ system, schemaName }) =>
    schemaName?.startsWith("arbitration_") ??
    (/\bcompare one claim with passages\b/.test(system) && system.includes('"relation"')),
  read: (data) => ({
    subject: data.find(({ tag }) => tag === "claim")?.text ?? "",
    evidence: data.filter(({ tag }) => tag === "passage").map(({ text }) => text),
  }),
  subject: (gold) => textOf(gold.claim),
  right: ({ evidence }, golds) => {
    if (golds.length === 0)
      return { answer: arbitrated("unclear", "", "No gold for this claim."), basis: "unknown" };
    for (const gold of golds) {
      const relation = RELATIONS.find((one) => one === gold.relation);
      if (relation === undefined)
        throw new Error(`gold of arbitration: "relation" must be one of ${RELATIONS.join(", ")}`);
      if (relation === "unclear") continue;
      const quote = foundIn(textOf(gold.quote), evidence);
      if (quote !== undefined)
        return { answer: arbitrated(relation, quote, "The passage says so."), basis: "found" };
    }
    return { answer: arbitrated("unclear", "", "No passage tells."), basis: "no quote" };
  },
  wrong: ({ evidence }, right, draw) => {
    const words = evidence.flatMap((text) => text.split(/(?<=[.!?])\s/)).filter((text) => fold(text) !== "");
    // Without words to quote, every decision would be void and not wrong.
    const others = RELATIONS.filter(
      (one) => one !== right.relation && (one === "unclear" || words.length > 0),
    );
    const relation = others[draw(others.length)] ?? "unclear";
    const quote = relation === "unclear" ? "" : (words[draw(words.length)] ?? "");
    return arbitrated(relation, quote, "A mistake.");
  },
  fields: { verdict: "relation", verdicts: RELATIONS, quote: "quote", prose: "rationale" },
};

const CATEGORIES = /** @type {const} */ ([
  "attribution-traceability",
  "citation-validity",
  "content-misrepresentation",
  "scope-extrapolation",
  "evidence-characterization",
]);

/**
 * A walk through the questions that fails this one, or none.
 *
 * @param {string} category
 * @param {string | null} subtype
 * @param {string} quote
 */
function walked(category, subtype, quote) {
  const at = CATEGORIES.findIndex((one) => one === category);
  const put = at < 0 ? CATEGORIES : CATEGORIES.slice(0, at + 1);
  const walk = put.map((one, index) => ({
    category: one,
    outcome: index === at ? "failed" : "passed",
    subtype: index === at ? subtype : null,
  }));
  return { quotes: quote === "" ? [] : [quote], rationale: "By the evidence.", walk };
}

/** @type {Prompt} */
const taxonomy = {
  name: "taxonomy",
  recognises: ({ system, schemaName }) =>
    schemaName?.startsWith("taxonomy_") ??
    (/\bin which way a citing sentence misrepresents\b/.test(system) && system.includes('"walk"')),
  read: (data) => ({
    subject: data.find(({ tag }) => tag === "claim")?.text ?? "",
    evidence: data.filter(({ tag }) => tag === "evidence").map(({ text }) => text),
  }),
  subject: (gold) => textOf(gold.claim),
  right: ({ evidence }, golds) => {
    for (const gold of golds) {
      const quote = foundIn(textOf(gold.quote), evidence);
      if (quote !== undefined)
        return { answer: walked(textOf(gold.category), textOf(gold.subtype) || null, quote), basis: "found" };
    }
    return { answer: walked("", null, ""), basis: golds.length === 0 ? "unknown" : "no quote" };
  },
  wrong: ({ evidence }, right, draw) => {
    const words = evidence.flatMap((text) => text.split(/(?<=[.!?])\s/)).filter((text) => fold(text) !== "");
    const others = ["", ...CATEGORIES.slice(2)].filter(
      (one) => !JSON.stringify(right).includes(`"${one}","outcome":"failed"`),
    );
    return walked(others[draw(others.length)] ?? "", null, words[draw(words.length)] ?? "");
  },
  fields: { verdict: "label", verdicts: CATEGORIES, quote: "quotes", prose: "rationale" },
};

/** Whether an endpoint answers at all: every double is ready. @type {Prompt} */
const trial = {
  name: "trial",
  recognises: ({ system, schemaName }) =>
    schemaName?.startsWith("trial_") ?? /\btest of the connection\b/.test(system),
  read: () => ({ subject: "", evidence: [] }),
  subject: () => "",
  right: () => ({ answer: { answer: "ready" }, basis: "found" }),
  wrong: () => ({ answer: "not ready" }),
  fields: { verdict: "answer", verdicts: [], quote: "answer", prose: "answer" },
};

/** All prompts that the double knows. */
export const PROMPTS = [
  arbitration,
  taxonomy,
  trial,
  ...COMMITTEE,
  grading,
  ...DOCUMENT_REPAIR,
  ...ATTRIBUTION,
  ...MISCITING,
  ...TRANSCRIPTION,
];

/**
 * The prompt that a request asks, or undefined.
 *
 * @param {Wording} wording
 */
export const recognise = (wording) => PROMPTS.find((prompt) => prompt.recognises(wording));

/**
 * The question that a request asks, and what of its first message stands outside all delimiters.
 *
 * @param {Prompt | undefined} prompt
 * @param {Message[]} messages
 * @returns {{ question: Question, data: import("./delimiters.mjs").Block[], outside: string }}
 */
export function questionOf(prompt, messages) {
  const first = messages.find(({ role }) => role === "user")?.content ?? "";
  const system = messages.find(({ role }) => role === "system" || role === "developer")?.content ?? "";
  const { data, outside } = blocks(first);
  return { question: prompt?.read(data, system) ?? { subject: "", evidence: [] }, data, outside };
}
