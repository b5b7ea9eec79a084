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

/** The prompts of the making of miscitations. */
export const MISCITING = [miscitation, validation];
