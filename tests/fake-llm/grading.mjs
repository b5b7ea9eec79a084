// The prompt that grades what was found against gold: right is what names the gold's difference or shows its words.
import { alike, fold } from "./folding.mjs";

/** Share of words from which shown words are the gold's. */
const SHOWN = 0.6;

/** @type {import("./prompts.mjs").Prompt} */
export const grading = {
  name: "grading",
  recognises: ({ system, schemaName }) =>
    schemaName?.startsWith("grading_") ?? /\bgrade what a checker found\b/.test(system),
  read: (data) => ({
    subject: data.find(({ tag }) => tag === "explanation")?.text ?? "",
    evidence: data.filter(({ tag }) => tag === "original" || tag === "shown").map(({ text }) => text),
  }),
  subject: (gold) => (typeof gold.explanation === "string" ? gold.explanation : ""),
  right: ({ evidence }) => {
    const [original = "", ...shown] = evidence;
    const same = shown.some((text) => fold(text) !== "" && alike(original, text) >= SHOWN);
    return { answer: { same_reason: same }, basis: "unknown" };
  },
  wrong: (_, right) => ({ same_reason: right.same_reason !== true }),
  fields: { verdict: "same_reason", verdicts: [], quote: "same_reason", prose: "same_reason" },
};
