// The prompts about what mapping and layout leave in doubt: candidates of a citation, borders of paragraphs, odd places.
import { asks, every, first } from "./committee.mjs";
import { fold, foundIn } from "./folding.mjs";

/** @typedef {import("./prompts.mjs").Prompt} Prompt */

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : "");

/** The last words of a text: what gold of a border is kept by. @param {string} text */
const lastWords = (text) => fold(text).split(" ").slice(-6).join(" ");

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Gold: the sentence, and words of the entry that is meant (`entry`). @type {Prompt} */
const candidates = {
  name: "candidates",
  recognises: asks("candidates", /\bwhich entry of a reference list an in-text citation means\b/),
  read: (data) => ({ subject: first(data, "sentence"), evidence: every(data, "candidate") }),
  subject: (gold) => textOf(gold.sentence),
  right: ({ evidence }, golds) => {
    for (const gold of golds) {
      const at = evidence.findIndex((text) => foundIn(textOf(gold.entry), [text]) !== undefined);
      const quote = foundIn(textOf(gold.entry), evidence.slice(at, at + 1));
      if (at >= 0 && quote !== undefined)
        return { answer: { quote, selected: String(at + 1) }, basis: "found" };
    }
    return { answer: { quote: "", selected: "none" }, basis: golds.length === 0 ? "unknown" : "no quote" };
  },
  wrong: ({ evidence }, right, draw) => {
    const others = [...evidence.keys()].filter((at) => String(at + 1) !== right.selected);
    const at = others[draw(others.length)];
    if (at === undefined) return { quote: "", selected: "none" };
    return { quote: (evidence[at] ?? "").split(" ").slice(0, 8).join(" "), selected: String(at + 1) };
  },
  fields: { verdict: "selected", verdicts: [...NUMBERS, "none"], quote: "quote", prose: "quote" },
};

const BORDERS = /** @type {const} */ (["join", "join-without-hyphen", "apart", "unclear"]);

/** Gold: the words that end the first paragraph (`tail`), and what the border is. @type {Prompt} */
const boundary = {
  name: "boundary",
  recognises: asks("boundary", /\bthe border of two paragraphs that were extracted from a PDF\b/),
  read: (data) => ({
    subject: lastWords(first(data, "tail")),
    evidence: [first(data, "tail"), first(data, "head")],
  }),
  subject: (gold) => lastWords(textOf(gold.tail)),
  right: (_, golds) => {
    const border = BORDERS.find((one) => golds.some((gold) => gold.border === one));
    return { answer: { border: border ?? "unclear" }, basis: border ? "found" : "unknown" };
  },
  wrong: (_, right, draw) => {
    const others = ["join", "apart", "unclear"].filter((one) => one !== right.border);
    return { border: others[draw(others.length)] ?? "unclear" };
  },
  fields: { verdict: "border", verdicts: BORDERS, quote: "border", prose: "border" },
};

const STATES = /** @type {const} */ (["truncated", "duplicated", "out-of-order", "sound", "unclear"]);

/** Gold: what the check says (`doubt`), words of the place (`quote`) and how the text stands there. @type {Prompt} */
const semanticAudit = {
  name: "semantic-audit",
  recognises: asks("semantic-audit", /\bdamage in text that was extracted from a scientific document\b/),
  read: (data) => ({ subject: first(data, "doubt"), evidence: every(data, "paragraph") }),
  subject: (gold) => textOf(gold.doubt),
  right: ({ evidence }, golds) => {
    for (const gold of golds) {
      const quote = foundIn(textOf(gold.quote), evidence);
      const state = STATES.find((one) => one === gold.state);
      if (quote !== undefined && state !== undefined) return { answer: { quote, state }, basis: "found" };
    }
    return { answer: { quote: "", state: "unclear" }, basis: golds.length === 0 ? "unknown" : "no quote" };
  },
  wrong: ({ evidence }, right, draw) => {
    const others = STATES.filter((one) => one !== right.state && one !== "unclear");
    const words = (evidence[draw(evidence.length)] ?? "").split(" ").slice(0, 8).join(" ");
    return { quote: words, state: others[draw(others.length)] ?? "sound" };
  },
  fields: { verdict: "state", verdicts: STATES, quote: "quote", prose: "quote" },
};

/** The prompts about what is in doubt. */
export const DOCUMENT_REPAIR = [candidates, boundary, semanticAudit];
