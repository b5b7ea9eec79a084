/** What papers that cite a work say of it, where its own text could not be read: who, what, and how much it weighs. */

import type { CommitteeBundle } from "../generated/CommitteeBundle";
import type { HeardAspect } from "../generated/HeardAspect";
import type { Witness } from "../generated/Witness";
import { shorten } from "./describe";
import { h } from "./dom";
import { identifierLink } from "./source-link";
import { linkOut } from "./parts";
import type { Messages } from "./locales/messages";

/** Characters of a title that are shown. */
const TITLE = 90;

/** The committee as a part of a card; nothing where nobody was heard. */
export function committeePart(words: Messages, bundle: CommitteeBundle | null): HTMLElement | null {
  if (bundle === null || bundle.witnesses.length === 0) return null;
  const weighted = bundle.aspects.map((aspect, index) => ({
    aspect,
    weight: bundle.outcome.weights[index] ?? 0,
  }));
  weighted.sort((one, other) => other.weight - one.weight);
  return h(
    "details",
    { class: "committee" },
    h("summary", {}, words.committee.summary(bundle.witnesses.length)),
    h(
      "ol",
      { class: "aspects" },
      ...weighted.map(({ aspect, weight }) => aspectItem(words, aspect, weight, bundle)),
    ),
    notHeard(words, bundle),
  );
}

function aspectItem(
  words: Messages,
  aspect: HeardAspect,
  weight: number,
  bundle: CommitteeBundle,
): HTMLElement {
  const agreeing = aspect.votes.filter((vote) => vote === aspect.relation).length;
  const facts = [
    words.committee.relation[aspect.relation],
    words.committee.weight(weight),
    words.committee.votes(agreeing, aspect.votes.length),
  ];
  const ids = new Set(aspect.claims.map((claim) => bundle.claims[claim]?.witness));
  const witnesses = bundle.witnesses.filter(({ id }) => ids.has(id));
  witnesses.sort((one, other) => other.influence.value - one.influence.value);
  return h(
    "li",
    {},
    aspect.name === undefined ? null : h("p", { dir: "auto" }, h("strong", {}, aspect.name)),
    aspect.summary === undefined ? null : h("p", { class: "quiet", dir: "auto" }, aspect.summary),
    h("p", { dir: "auto" }, words.quote(aspect.statement)),
    h("p", { class: "quiet" }, facts.join(" · ")),
    h("ul", { class: "witnesses" }, ...witnesses.map((witness) => witnessItem(words, witness, bundle))),
  );
}

function witnessItem(words: Messages, witness: Witness, bundle: CommitteeBundle): HTMLElement {
  const link = identifierLink({ doi: witness.doi });
  const title = shorten(witness.title, TITLE);
  const facts = [
    witness.year === null ? "" : String(witness.year),
    words.committee.influence(witness.influence.value),
    witness.basis === "quoted" ? words.committee.quoted : "",
  ];
  const sentences = bundle.claims.filter((claim) => claim.witness === witness.id);
  return h(
    "li",
    {},
    link === null ? title : linkOut(words, link, title),
    h("span", { class: "quiet" }, ` ${facts.filter((fact) => fact.length > 0).join(" · ")}`),
    ...sentences
      .slice(0, 1)
      .map((claim) => h("div", { class: "said", dir: "auto" }, words.quote(claim.sentence))),
  );
}

/** Citing works that were left out, counted by the reason. */
function notHeard(words: Messages, bundle: CommitteeBundle): HTMLElement | null {
  if (bundle.refused.length === 0) return null;
  const counts = new Map<keyof Messages["committee"]["refused"], number>();
  for (const { reason } of bundle.refused) counts.set(reason.kind, (counts.get(reason.kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => words.several(count, words.committee.refused[kind]));
  return h("p", { class: "quiet" }, words.committee.notHeard(bundle.refused.length, parts));
}
