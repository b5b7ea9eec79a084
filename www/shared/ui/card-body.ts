/** What a card says about one finding. */

import type { Check } from "../generated/Check";
import type { Evidence } from "../generated/Evidence";
import type { Finding } from "../generated/Finding";
import type { Relation } from "../generated/Relation";
import type { TrailStep } from "../generated/TrailStep";
import type { AuditState } from "../audit/state";
import { committeePart } from "./committee";
import { evidencePlace, referenceTroubles, shortReference, sourceLink } from "./describe";
import { h } from "./dom";
import { english, nodesOf } from "./core-text";
import { linkOut, row } from "./parts";
import { whyParts } from "./reasons";
import type { Messages } from "./locales/messages";

export function cardBody(words: Messages, finding: Finding, state: AuditState): HTMLElement {
  const reference = state.reference(finding.reference);
  const resolution = state.resolution(finding.reference);
  // What a committee shows are words of other papers.
  const [shown] = finding.committee === null ? finding.evidence : [];
  const link = sourceLink(reference, resolution, shown);
  const title = (resolution?.kind === "resolved" ? resolution.record.title : reference?.title) ?? "";
  const name = shortReference(words, reference, finding.reference);
  const troubles = referenceTroubles(words, resolution, finding.reasons);
  return h(
    "div",
    {
      class: "body",
      tabindex: "0",
      role: "group",
      "aria-label": words.card.label(words.verdict[finding.verdict]),
    },
    h(
      "dl",
      {},
      ...row(words.card.claim, h("p", { dir: "auto" }, words.quote(finding.claim))),
      ...row(
        words.card.source,
        link === null ? name : linkOut(words, link, name),
        title.length > 0 ? h("div", { class: "quiet", dir: "auto" }, title) : null,
        ...evidenceParts(words, finding),
      ),
      ...row(
        words.card.why,
        ...nodesOf(words, whyParts(words, finding)),
        ...troubles.map((trouble) => h("p", {}, trouble)),
      ),
    ),
    committeePart(words, finding.committee),
    trail(words, finding),
  );
}

function evidenceParts(words: Messages, finding: Finding): Node[] {
  return finding.evidence.slice(0, 2).flatMap((evidence) => {
    const place = evidencePlace(words, finding, evidence);
    const quote = h("blockquote", { class: "evidence", dir: "auto" }, ...setOff(words, evidence));
    return place.length > 0 ? [quote, h("div", { class: "place quiet", dir: "auto" }, place)] : [quote];
  });
}

/** The evidence with the stretches that differ from the claim set off. */
export function setOff(
  { quotes }: Messages,
  { text, differing }: Pick<Evidence, "text" | "differing">,
): (Node | string)[] {
  const parts: (Node | string)[] = [quotes.open];
  let from = 0;
  for (const { start, end } of [...differing].sort((a, b) => a.start - b.start)) {
    if (start < from || end <= start || end > text.length) continue;
    if (start > from) parts.push(text.slice(from, start));
    parts.push(h("mark", {}, text.slice(start, end)));
    from = end;
  }
  parts.push(text.slice(from), quotes.close);
  return parts;
}

function trail(words: Messages, finding: Finding): HTMLElement | null {
  if (finding.trail.length === 0) return null;
  const steps = finding.trail.map((step) =>
    h(
      "li",
      {},
      h("strong", {}, words.step[step.step]),
      " ",
      english(words, step.summary),
      conditions(words, step),
    ),
  );
  const rows = finding.trail.flatMap((step) =>
    Object.entries(step.values).map(([name, value]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, english(words, name.replaceAll("_", " "))),
        h("td", {}, formatNumber(words, value)),
      ),
    ),
  );
  return h(
    "details",
    { class: "how" },
    h("summary", {}, words.card.how),
    h("ol", { class: "trail" }, ...steps),
    rows.length > 0 &&
      h(
        "details",
        { class: "numbers" },
        h("summary", {}, words.card.numbers),
        h("table", {}, h("tbody", {}, ...rows)),
      ),
  );
}

const SIGNS: Record<Relation, string> = { "at-least": "≥", above: ">", "at-most": "≤", below: "<" };

/** Whether a number stands to its limit as it must. */
function holds({ value, relation, limit }: Check): boolean {
  switch (relation) {
    case "at-least":
      return value >= limit;
    case "above":
      return value > limit;
    case "at-most":
      return value <= limit;
    case "below":
      return value < limit;
  }
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
      english(words, check.what),
      ` ${formatNumber(words, check.value)} ${SIGNS[check.relation]} ${formatNumber(words, check.limit)}`,
    );
  });
  return h("ul", { class: "conditions quiet" }, ...rows);
}

function formatNumber(words: Messages, value: number | undefined): string {
  if (value === undefined) return "";
  return Number.isInteger(value) ? words.number(value) : words.decimal(value, 3);
}
