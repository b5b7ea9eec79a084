/** How a finding came about, for those who want to know: closed at first. */

import type { Check } from "../generated/Check";
import type { Finding } from "../generated/Finding";
import type { Relation } from "../generated/Relation";
import type { TrailStep } from "../generated/TrailStep";
import { templateParts } from "./core-templates";
import { around, nodesOf, phrase, type Part } from "./core-text";
import { categoryText, confidenceText, evidencePlace } from "./describe";
import { h } from "./dom";
import { row } from "./parts";
import { whyParts } from "./reasons";
import type { Messages } from "./locales/messages";

/** Passages beside the one that is shown above. */
const OTHERS = 2;

export function technicalDetails(words: Messages, finding: Finding): HTMLElement {
  const category = categoryText(words, finding);
  const named = finding.category?.suggested === true ? words.card.suggested(category) : category;
  const facts = [named, confidenceText(words, finding) ?? ""].filter((fact) => fact !== "");
  return h(
    "details",
    { class: "technical" },
    h("summary", {}, words.card.technical),
    facts.length > 0 && h("p", {}, facts.join(" · ")),
    h("dl", {}, ...row(words.card.why, ...nodesOf(words, whyParts(words, finding)))),
    otherPassages(words, finding),
    trail(words, finding),
  );
}

function otherPassages(words: Messages, finding: Finding): HTMLElement | null {
  const [shown, ...others] = finding.evidence;
  const different = others.filter(({ text }) => text !== shown?.text).slice(0, OTHERS);
  if (different.length === 0) return null;
  return h(
    "section",
    {},
    h("h4", {}, words.card.otherPassages),
    ...different.flatMap((evidence) => {
      const place = evidencePlace(words, finding, evidence);
      return [
        h("blockquote", { dir: "auto" }, words.quote(evidence.text)),
        ...(place === "" ? [] : [h("p", { class: "quiet", dir: "auto" }, place)]),
      ];
    }),
  );
}

function trail(words: Messages, finding: Finding): HTMLElement | null {
  if (finding.trail.length === 0) return null;
  const steps = finding.trail.map((step) =>
    h(
      "li",
      {},
      h("strong", {}, words.step[step.step]),
      " ",
      ...nodesOf(words, templateParts(words.summary, step.summary)),
      conditions(words, step),
    ),
  );
  return h("section", {}, h("h4", {}, words.card.steps), h("ol", { class: "trail" }, ...steps));
}

/** Whether a number stands to its limit as it must. */
function holds({ value, relation, limit }: Check): boolean {
  const hold: Record<Relation, boolean> = {
    "at-least": value >= limit,
    above: value > limit,
    "at-most": value <= limit,
    below: value < limit,
  };
  return hold[relation];
}

/** The conditions that a step put, each with its outcome. */
function conditions(words: Messages, { checks = [] }: TrailStep): HTMLElement | null {
  if (checks.length === 0) return null;
  const rows = checks.map((check) => {
    const { met, unmet } = words.card.conditions;
    const [sign, outcome] = holds(check) ? ["✓", met] : ["✗", unmet];
    return h(
      "li",
      {},
      h("span", { "aria-hidden": "true" }, sign),
      h("span", { class: "visually-hidden" }, outcome),
      " ",
      ...nodesOf(words, conditionParts(words, check)),
    );
  });
  return h("ul", { class: "conditions quiet" }, ...rows);
}

/** What was measured, what it came to and what it had to be: shares as percentages, and no count as `0 ≤ 0`. */
function conditionParts(words: Messages, check: Check): Part[] {
  const { conditions } = words.card;
  const both = [check.value, check.limit];
  const isShare = both.some((n) => !Number.isInteger(n)) && both.every((n) => 0 <= n && n <= 1);
  const shown = (n: number): string => {
    if (isShare) return words.percent(n);
    return Number.isInteger(n) ? words.number(n) : words.decimal(n, 1);
  };
  const isNone = check.relation === "at-most" && check.limit === 0 && !isShare;
  const value = isNone && check.value === 0 ? conditions.none : shown(check.value);
  const limit = isNone ? conditions.noneAllowed : conditions[check.relation](shown(check.limit));
  const what = phrase(words.measure, check.what);
  return typeof what === "string"
    ? [conditions.of(what, value, limit)]
    : around((measured) => conditions.of(measured, value, limit), what.english);
}
