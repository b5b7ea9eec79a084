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
import { linkOut, row } from "./parts";
import { words } from "./words";

export function cardBody(finding: Finding, state: AuditState): HTMLElement {
  const reference = state.reference(finding.reference);
  const resolution = state.resolution(finding.reference);
  // What a committee shows are words of other papers.
  const [shown] = finding.committee === null ? finding.evidence : [];
  const link = sourceLink(reference, resolution, shown);
  const title = (resolution?.kind === "resolved" ? resolution.record.title : reference?.title) ?? "";
  const name = shortReference(reference, finding.reference);
  const troubles = referenceTroubles(resolution).filter((trouble) => !finding.message.includes(trouble));
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
      ...row(words.card.claim, `“${finding.claim}”`),
      ...row(
        words.card.source,
        link === null ? name : linkOut(link, name),
        title.length > 0 ? h("div", { class: "quiet" }, title) : null,
        ...evidenceParts(finding),
      ),
      ...row(words.card.why, finding.message, ...troubles.map((trouble) => h("p", {}, trouble))),
    ),
    committeePart(finding.committee),
    trail(finding),
  );
}

function evidenceParts(finding: Finding): Node[] {
  return finding.evidence.slice(0, 2).flatMap((evidence) => {
    const place = evidencePlace(finding, evidence);
    const quote = h("blockquote", { class: "evidence" }, ...setOff(evidence));
    return place.length > 0 ? [quote, h("div", { class: "place quiet" }, place)] : [quote];
  });
}

/** The evidence with the stretches that differ from the claim set off. */
export function setOff({ text, differing }: Pick<Evidence, "text" | "differing">): (Node | string)[] {
  const parts: (Node | string)[] = ["“"];
  let from = 0;
  for (const { start, end } of [...differing].sort((a, b) => a.start - b.start)) {
    if (start < from || end <= start || end > text.length) continue;
    if (start > from) parts.push(text.slice(from, start));
    parts.push(h("mark", {}, text.slice(start, end)));
    from = end;
  }
  parts.push(text.slice(from), "”");
  return parts;
}

function trail(finding: Finding): HTMLElement | null {
  if (finding.trail.length === 0) return null;
  const steps = finding.trail.map((step) =>
    h("li", {}, h("strong", {}, words.step[step.step]), " ", step.summary, conditions(step)),
  );
  const rows = finding.trail.flatMap((step) =>
    Object.entries(step.values).map(([name, value]) =>
      h("tr", {}, h("th", { scope: "row" }, name.replaceAll("_", " ")), h("td", {}, formatNumber(value))),
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
function conditions({ checks = [] }: TrailStep): HTMLElement | null {
  if (checks.length === 0) return null;
  const rows = checks.map((check) => {
    const { met, unmet } = words.card.conditions;
    const [sign, outcome] = holds(check) ? ["✓", met] : ["✗", unmet];
    return h(
      "li",
      {},
      h("span", { "aria-hidden": "true" }, sign),
      h("span", { class: "visually-hidden" }, outcome),
      ` ${check.what} ${formatNumber(check.value)} ${SIGNS[check.relation]} ${formatNumber(check.limit)}`,
    );
  });
  return h("ul", { class: "conditions quiet" }, ...rows);
}

function formatNumber(value: number | undefined): string {
  if (value === undefined) return "";
  return Number.isInteger(value) ? value.toLocaleString() : value.toFixed(3);
}
