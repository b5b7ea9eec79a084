// The prompts of an evidence committee: claims, clusters, statements, relations. What is right follows from the words, but for
// relations, which gold knows.
import { alike, fold } from "./folding.mjs";

/** @typedef {import("./prompts.mjs").Prompt} Prompt */

/** Share of words from which two texts speak of the same. */
const SAME = 0.5;

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : "");

/** The text of the first block with a tag. @param {import("./delimiters.mjs").Block[]} data @param {string} tag */
export const first = (data, tag) => data.find((block) => block.tag === tag)?.text ?? "";

/** The texts of all blocks with a tag. @param {import("./delimiters.mjs").Block[]} data @param {string} tag */
export const every = (data, tag) => data.filter((block) => block.tag === tag).map(({ text }) => text);

/**
 * Whether a request asks a prompt: by the name of its schema, else by its wording.
 *
 * @param {string} name @param {RegExp} wording
 */
export const asks =
  (name, wording) =>
  /** @param {import("./prompts.mjs").Wording} request */
  ({ system, schemaName }) =>
    schemaName?.startsWith(`${name}_`) ?? wording.test(system);

/** @type {Prompt} */
const claim = {
  name: "claim",
  recognises: asks("claim", /\brestate what a sentence of a paper attributes\b/),
  read: (data) => ({ subject: first(data, "target"), evidence: every(data, "window") }),
  subject: (gold) => textOf(gold.target),
  right: ({ subject }, golds) => {
    const known = golds.find((gold) => typeof gold.claim === "string");
    const answer = { sufficient: true, claim: known ? textOf(known.claim) : subject };
    return { answer, basis: known ? "found" : "unknown" };
  },
  wrong: () => ({ sufficient: false, claim: "" }),
  fields: { verdict: "sufficient", verdicts: [], quote: "claim", prose: "claim" },
};

/**
 * Texts under the first one that they resemble, by number from 1.
 *
 * @param {readonly string[]} texts
 */
function grouped(texts) {
  /** @type {{ text: string, members: number[] }[]} */
  const groups = [];
  texts.forEach((text, at) => {
    const known = groups.find((group) => alike(group.text, text) >= SAME);
    if (known) known.members.push(at + 1);
    else groups.push({ text, members: [at + 1] });
  });
  return groups.map(({ members }) => members);
}

/** @param {number[]} claims */
const named = (claims) => ({
  claims,
  name: "One aspect",
  summary: "What the papers report of it.",
});

/** @type {Prompt} */
const clusters = {
  name: "clusters",
  recognises: asks("clusters", /\bspeak of the same aspect\b/),
  read: (data) => ({ subject: first(data, "work"), evidence: every(data, "claim") }),
  subject: (gold) => textOf(gold.work),
  right: ({ evidence }) => ({ answer: { clusters: grouped(evidence).map(named) }, basis: "unknown" }),
  // Every claim by itself: of the right form, and of no use.
  wrong: ({ evidence }) => ({ clusters: evidence.map((_, at) => named([at + 1])) }),
  fields: { verdict: "clusters", verdicts: [], quote: "clusters", prose: "clusters" },
};

/** @type {Prompt} */
const statement = {
  name: "statement",
  recognises: asks("statement", /\bonly what the claims share\b/),
  read: (data) => ({ subject: first(data, "work"), evidence: every(data, "claim") }),
  subject: (gold) => textOf(gold.work),
  right: ({ evidence }) => {
    const nearness = (/** @type {string} */ text) =>
      evidence.reduce((sum, other) => sum + alike(text, other), 0);
    const [middle = ""] = [...evidence].sort(
      (a, b) => nearness(b) - nearness(a) || (fold(a) < fold(b) ? -1 : 1),
    );
    return { answer: { statement: middle }, basis: "unknown" };
  },
  wrong: ({ evidence }, _, draw) => ({ statement: evidence[draw(evidence.length)] ?? "" }),
  fields: { verdict: "statement", verdicts: [], quote: "statement", prose: "statement" },
};

const RELATIONS = /** @type {const} */ (["entails", "neutral", "contradicts"]);

/**
 * @param {string} quote
 * @param {(typeof RELATIONS)[number]} relation
 */
const related = (quote, relation) => ({ quote, rationale: "By the statement.", relation });

/** Gold: a claim, sentences that say the same (`same`) and sentences that say otherwise (`otherwise`). @type {Prompt} */
const relation = {
  name: "relation",
  recognises: asks("relation", /\bis the claim true \(entails\)/),
  read: (data) => ({ subject: first(data, "claim"), evidence: [first(data, "statement")] }),
  subject: (gold) => textOf(gold.claim),
  right: ({ evidence, subject }, golds) => {
    const near = (/** @type {unknown[]} */ texts) =>
      Math.max(0, ...texts.map((text) => alike(textOf(text), evidence[0] ?? "")));
    const listed = (/** @type {unknown} */ list) =>
      Array.isArray(list) ? /** @type {unknown[]} */ (list) : [];
    const same = near([subject, ...golds.flatMap((gold) => listed(gold.same))]);
    const otherwise = near(golds.flatMap((gold) => listed(gold.otherwise)));
    const basis = golds.length === 0 ? "unknown" : "found";
    if (Math.max(same, otherwise) < SAME) return { answer: related("", "neutral"), basis };
    return { answer: related(evidence[0] ?? "", otherwise > same ? "contradicts" : "entails"), basis };
  },
  wrong: ({ evidence }, right, draw) => {
    const others = RELATIONS.filter((one) => one !== right.relation);
    return related(evidence[0] ?? "", others[draw(others.length)] ?? "neutral");
  },
  fields: { verdict: "relation", verdicts: RELATIONS, quote: "quote", prose: "rationale" },
};

/** The prompts of a committee. */
export const COMMITTEE = [claim, clusters, statement, relation];
