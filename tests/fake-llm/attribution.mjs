// The prompts of a search for a source: gold knows the title that is wanted.
import { asks, first } from "./committee.mjs";
import { fold, foundIn } from "./folding.mjs";

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value : "");

/** @param {string} kind @param {{ query?: string, id?: string }} what */
const action = (kind, { query = "", id = "" }) => ({
  action: kind,
  query,
  sort: "relevance",
  id,
  why: "By the words.",
});

/** Gold: the excerpt, and the `title` that the model remembers. @type {import("./prompts.mjs").Prompt} */
const recall = {
  name: "attribution-recall",
  recognises: asks("attribution-recall", /\bname the one paper that a masked citation points at\b/),
  read: (data) => ({ subject: first(data, "excerpt"), evidence: [] }),
  subject: (gold) => textOf(gold.excerpt),
  right: (_, golds) => {
    const title = textOf(golds.find((gold) => typeof gold.title === "string")?.title);
    return { answer: { title, why: "From memory." }, basis: title === "" ? "unknown" : "found" };
  },
  wrong: (_, __, draw) => ({ title: `Mistake ${draw(1000)}`, why: "A mistake." }),
  fields: { verdict: "title", verdicts: [], quote: "title", prose: "why" },
};

/** The words of an excerpt that may be searched for. @param {string} text */
const words = (text) =>
  fold(text.replaceAll(/\[[^\]]*\]/g, " "))
    .split(" ")
    .filter((word) => word.length > 4);

/**
 * Candidates by their ids. Their texts are kept with the id in front: `p1 Title (2001).`
 *
 * @param {readonly string[]} evidence
 */
const listed = (evidence) =>
  evidence.map((text) => {
    const [id = "", ...rest] = text.split(" ");
    return { id, text: rest.join(" ") };
  });

/** Gold: the excerpt as it is searched for, and the `title` of its source. @type {import("./prompts.mjs").Prompt} */
const attribution = {
  name: "attribution",
  recognises: asks("attribution", /\bthe one paper that a masked citation points at\b/),
  read: (data) => ({
    subject: first(data, "excerpt"),
    evidence: data.filter(({ tag }) => tag === "candidate").map(({ text, mark }) => `${mark} ${text}`),
    steps: data.filter(({ tag }) => tag === "step").length,
  }),
  subject: (gold) => textOf(gold.excerpt),
  right: ({ subject, evidence, steps = 0 }, golds) => {
    const candidates = listed(evidence);
    const title = textOf(golds.find((gold) => typeof gold.title === "string")?.title);
    const wanted = candidates.find(({ text }) => foundIn(title, [text]) !== undefined);
    if (wanted) return { answer: action("select", { id: wanted.id }), basis: "found" };
    const basis = golds.length === 0 ? "unknown" : "no quote";
    const known = words(title === "" ? subject : title);
    // Each search with fewer words than the one before; where they are used up the first candidate is as good as any.
    const query = known.slice(0, Math.max(0, known.length - steps)).join(" ");
    const [any] = candidates;
    if (query === "" && any) return { answer: action("select", { id: any.id }), basis };
    return { answer: action("search", { query: query === "" ? `weirs ${steps}` : query }), basis };
  },
  wrong: ({ evidence }, right, draw) => {
    const others = listed(evidence).filter(({ id }) => id !== right.id);
    const other = others[draw(others.length)];
    return other ? action("select", { id: other.id }) : action("search", { query: `mistake ${draw(1000)}` });
  },
  fields: { verdict: "action", verdicts: ["select", "search", "read"], quote: "query", prose: "why" },
};

/** All of them. */
export const ATTRIBUTION = [recall, attribution];
