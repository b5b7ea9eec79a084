// The prompts that make and judge miscitations for an evaluation set. The double writes them by a few frames of its own, which it
// knows again when it judges: what is right follows from the words. Gold overrides a judgement.
import { alike, fold, foundIn } from "./folding.mjs";
import { asks, every, first } from "./committee.mjs";

/** @typedef {import("./prompts.mjs").Prompt} Prompt */
/** @typedef {import("./prompts.mjs").Question} Question */

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : "");

const LABELS = /** @type {const} */ ([
  "sound",
  "attribution-traceability",
  "citation-validity",
  "content-misrepresentation",
  "scope-extrapolation",
  "evidence-characterization",
  "other",
  "unsure",
]);

/** Frames that make a statement wrong, and how each is judged. */
const FRAMES = /** @type {const} */ ([
  ["The opposite has been reported, namely not that", "content-misrepresentation"],
  ["It has been reported for all species and settings that", "scope-extrapolation"],
  ["It has been proven beyond any doubt that", "evidence-characterization"],
]);
const TRUE_FRAME = "It has been reported that";

/** Subtypes in the order in which the double takes the first that is open. */
const SUBTYPES = [
  "author-misattribution",
  "retracted",
  "secondary-source",
  "contradictory",
  "omitted-qualifiers",
  "overgeneralisation",
  "correlation-as-causation",
];

/** The statement as a clause: without citations in brackets, and its first word small unless it is a name. @param {string} text */
function clause(text) {
  const plain = text
    .replaceAll(/\s*(?:\[[^\]]*\]|\([^)]*\))/g, "")
    .replace(/[.\s]+$/, "")
    .replace(/^(?:However|Moreover|Furthermore|In addition|Interestingly|Overall|Together|Finally), /, "");
  return /^[A-Z][a-z]* /.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}

/** Words from inside a text, enough to be quoted. @param {string} text @param {number} [from] */
const stretch = (text, from = 0) =>
  text
    .split(" ")
    .slice(from, from + 8)
    .join(" ");

/**
 * What a question of the maker holds.
 *
 * @param {Question} question
 */
function parts({ subject, evidence, task = "" }) {
  const [authors = "", others = "", ...passages] = evidence;
  const subtype = SUBTYPES.find((one) => task.includes(`"${one}"`)) ?? "contradictory";
  const elsewhere = task.includes("from outside the statement");
  return { statement: subject, authors, others, passages, subtype, elsewhere };
}

/** @param {Question} question @returns {Record<string, unknown>} */
function made(question) {
  const { statement, authors, others, passages, subtype, elsewhere } = parts(question);
  const said = clause(statement);
  const plain = `${TRUE_FRAME} ${said} [CITATION].`;
  const credited = (/** @type {string} */ who) => `${who} [CITATION] reported that ${said}.`;
  /** @type {Record<string, [string, string]>} */
  const pairs = {
    "author-misattribution": [credited(others), credited(authors)],
    retracted: [plain, plain],
    "secondary-source": [`${authors} [CITATION] measured themselves that ${said}.`, plain],
    overgeneralisation: [`${FRAMES[1][0]} ${said} [CITATION].`, plain],
    "correlation-as-causation": [`${FRAMES[2][0]} ${said} [CITATION].`, plain],
  };
  const [miscitation, correct] = pairs[subtype] ?? [`${FRAMES[0][0]} ${said} [CITATION].`, plain];
  const own = passages.find((text) => text.includes(statement)) ?? statement;
  const other = passages
    .flatMap((text) =>
      (text === own ? text.replace(statement, "\n") : text).split(/\n|(?<=[.!?])\s+(?=[A-Z])/),
    )
    .find((text) => text.split(" ").length >= 10 && foundIn(stretch(text, 1), [statement]) === undefined);
  const quotes = [stretch(statement), ...(elsewhere && other ? [stretch(other, 1)] : [])];
  if (elsewhere && !other) return declined();
  return { suitable: true, miscitation, correct, subtype, quotes, explanation: `It is ${subtype}.` };
}

const declined = () => ({
  suitable: false,
  miscitation: "",
  correct: "",
  subtype: null,
  quotes: /** @type {string[]} */ ([]),
  explanation: "",
});

/** Ways in which a draft is none. @type {((draft: Record<string, unknown>) => Record<string, unknown>)[]} */
const BAD = [
  (draft) => ({ ...draft, quotes: ["words that no source of ours holds"] }),
  (draft) => ({ ...draft, miscitation: textOf(draft.miscitation).replace(" [CITATION]", "") }),
  (draft) => ({ ...draft, miscitation: `${textOf(draft.miscitation)} This came as a surprise to many.` }),
  (draft) => ({
    ...draft,
    miscitation: draft.correct,
    correct: textOf(draft.correct).replace("It has", "It had"),
  }),
  (draft) => ({ ...draft, correct: textOf(draft.correct).replace(".", " in 98765 cases.") }),
  (draft) => ({ ...draft, subtype: "ghost-citation" }),
];

/** @type {Prompt} */
const miscitation = {
  name: "miscitation",
  recognises: asks("miscitation", /\bwrite test cases for a checker of citations\b/),
  read: (data, system) => ({
    subject: first(data, "statement"),
    evidence: [first(data, "authors"), first(data, "others"), ...every(data, "passage")],
    task: system,
  }),
  subject: (gold) => textOf(gold.statement),
  right: (question, golds) => {
    const known = golds.find((gold) => typeof gold.answer === "object" && gold.answer !== null);
    if (known) return { answer: /** @type {Record<string, unknown>} */ (known.answer), basis: "found" };
    return { answer: made(question), basis: "unknown" };
  },
  wrong: (_, right, draw) => (right.suitable === true ? (BAD[draw(BAD.length)] ?? declined)(right) : right),
  fields: { verdict: "miscitation", verdicts: [], quote: "quotes", prose: "explanation" },
};

/** The sentence of the passages that is nearest to a sentence. @param {string} sentence @param {string[]} passages */
function nearest(sentence, passages) {
  const sentences = passages.flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z])/));
  const near = (/** @type {string} */ text) => alike(sentence, text);
  return sentences.reduce((best, text) => (near(text) > near(best) ? text : best), "");
}

/** Families that a sentence names beside its citation. @param {string} sentence */
const named = (sentence) =>
  [...(/^([\p{L}’-]+)(?: et al\.| and ([\p{L}’-]+))? \[CITATION\]/u.exec(sentence)?.slice(1) ?? [])].filter(
    (name) => typeof name === "string",
  );

/** @param {Question} question */
function judged({ subject, evidence }) {
  const [record = "", ...passages] = evidence;
  const shown = nearest(subject, passages);
  const said = stretch(shown);
  const strangers = named(subject).filter((name) => !` ${fold(record)} `.includes(` ${fold(name)} `));
  const frame = FRAMES.find(([start]) => subject.startsWith(start));
  const retracted = foundIn("was retracted by its publisher", [record]);
  if (strangers.length > 0) return ["attribution-traceability", stretch(record)];
  if (retracted !== undefined) return ["citation-validity", retracted];
  if (subject.includes("measured themselves")) return ["citation-validity", said];
  if (frame) return [frame[1], said];
  return alike(subject, shown) > 0.2 ? ["sound", said] : ["unsure", ""];
}

/** @type {Prompt} */
const validation = {
  name: "validation",
  recognises: asks("validation", /\bjudge whether one sentence cites a work rightly\b/),
  read: (data) => ({
    subject: first(data, "sentence"),
    evidence: [first(data, "record"), ...every(data, "passage")],
  }),
  subject: (gold) => textOf(gold.sentence),
  right: (question, golds) => {
    const known = golds.find((gold) => LABELS.some((one) => one === gold.label));
    const [label = "unsure", quote = ""] = known
      ? [textOf(known.label), foundIn(textOf(known.quote), question.evidence) ?? ""]
      : judged(question);
    const answer = { label, quote, rationale: "By the words that stand there." };
    return { answer, basis: known ? "found" : "unknown" };
  },
  wrong: ({ evidence }, right, draw) => {
    const others = LABELS.filter((one) => one !== right.label);
    const label = others[draw(others.length)] ?? "unsure";
    return { label, quote: label === "unsure" ? "" : stretch(evidence[1] ?? ""), rationale: "A mistake." };
  },
  fields: { verdict: "label", verdicts: LABELS, quote: "quote", prose: "rationale" },
};

/** Numbers of a text. @param {string} text */
const numbers = (text) => [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) => number);

/**
 * A decision by the sentence of a text that is nearest: it supports what has its numbers and most of its words.
 *
 * @param {string} context @param {string[]} texts
 */
function decided(context, texts) {
  const sentences = context.split(/(?<=[.!?])\s+(?=[A-Z])/);
  const citing = (sentences.find((text) => text.includes("[1]")) ?? context).replace("[1]", "");
  const shown = nearest(citing, texts);
  const near = alike(citing, shown);
  const lacks = numbers(citing).some((number) => !numbers(shown).includes(number));
  const verdict = near < 0.2 ? "undecidable" : lacks ? "miscited" : "supported";
  return {
    quote: verdict === "undecidable" ? "" : shown,
    explanation: verdict === "miscited" ? "A number differs." : "By the nearest sentence.",
    verdict,
    category: verdict === "miscited" ? "evidence-characterization" : null,
  };
}

/** @param {Record<string, unknown>} right */
const undecided = (right) => ({ ...right, quote: "", verdict: "undecidable", category: null });

/** The baseline that reads the whole source. @type {Prompt} */
const fullText = {
  name: "full-text-baseline",
  recognises: asks("full-text-baseline", /\bcheck one citation against the whole text\b/),
  read: (data) => ({ subject: first(data, "context"), evidence: every(data, "text") }),
  subject: (gold) => textOf(gold.context),
  right: ({ subject, evidence }) => ({ answer: decided(subject, evidence), basis: "unknown" }),
  wrong: (_, right) => undecided(right),
  fields: { verdict: "verdict", verdicts: ["supported", "miscited"], quote: "quote", prose: "explanation" },
};

/** The baseline that searches: once, for the words of the sentence. @type {Prompt} */
const search = {
  name: "search-baseline",
  recognises: asks("search-baseline", /\bThe text of the work that it cites is not at hand\b/),
  read: (data) => ({ subject: first(data, "context"), evidence: every(data, "result") }),
  subject: (gold) => textOf(gold.context),
  right: ({ subject, evidence }) =>
    evidence.length === 0
      ? {
          answer: { query: subject, quote: "", explanation: "", verdict: "undecidable", category: null },
          basis: "unknown",
        }
      : { answer: { query: "", ...decided(subject, evidence) }, basis: "unknown" },
  wrong: (_, right) => ({ ...undecided(right), query: "" }),
  fields: { verdict: "verdict", verdicts: ["supported", "miscited"], quote: "quote", prose: "explanation" },
};

/** Probes of a text: its sentences with numbers, the number asked for. @type {Prompt} */
const probes = {
  name: "probes",
  recognises: asks("probes", /\bfact-check questions about one scientific paper\b/),
  read: (data) => ({ subject: first(data, "text"), evidence: every(data, "text") }),
  subject: (gold) => textOf(gold.text),
  right: ({ subject }) => {
    const told = subject
      .split(/(?<=[.!?])\s+(?=[A-Z])/)
      .filter((text) => text.length < 300 && numbers(text).length === 1)
      .map((quote) => ({
        question: `Which number: ${quote.replaceAll(/\d+(?:[.,]\d+)*/g, "…")}`,
        answer: numbers(quote)[0] ?? "",
        quote,
      }));
    const invented = { question: "How many weirs?", answer: "47", quote: "There were 47 weirs on the moon." };
    return { answer: { probes: [invented, ...told.slice(0, 14)] }, basis: "unknown" };
  },
  wrong: () => ({ probes: [] }),
  fields: { verdict: "probes", verdicts: [], quote: "probes", prose: "probes" },
};

/** A probe from memory: gold knows what is remembered. @type {Prompt} */
const probe = {
  name: "probe",
  recognises: asks("probe", /\bwhether you know the text of a scientific paper\b/),
  read: (data) => ({ subject: first(data, "question"), evidence: every(data, "record") }),
  subject: (gold) => textOf(gold.question),
  right: (_, golds) => {
    const known = golds.find((gold) => typeof gold.answer === "string");
    return {
      answer: { answer: known ? textOf(known.answer) : "UNKNOWN" },
      basis: known ? "found" : "unknown",
    };
  },
  wrong: () => ({ answer: "a mistake" }),
  fields: { verdict: "answer", verdicts: [], quote: "answer", prose: "answer" },
};

/** Whether two answers are the same. @type {Prompt} */
const sameFact = {
  name: "same-fact",
  recognises: asks("same-fact", /\bwhether two short answers name the same fact\b/),
  read: (data) => ({ subject: first(data, "gold"), evidence: every(data, "answer") }),
  subject: (gold) => textOf(gold.gold),
  right: ({ subject, evidence }) => ({
    answer: { same_fact: fold(subject) === fold(evidence[0] ?? "") },
    basis: "unknown",
  }),
  wrong: (_, right) => ({ same_fact: right.same_fact !== true }),
  fields: { verdict: "same_fact", verdicts: [], quote: "same_fact", prose: "same_fact" },
};

/** The prompts of the making of miscitations, of their baselines and of the probe of what a model knows. */
export const MISCITING = [miscitation, validation, fullText, search, probes, probe, sameFact];
