/** One submission's row as it is drawn: text alone, whoever wrote it. */

import { h } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { reason } from "../assignment-box";
import { nearnessOf } from "../nearness";
import { ORIGIN } from "../site";
import { nameIn } from "./edges";
import {
  hasConflict,
  isMissing,
  isRetracted,
  type ChairRow,
  type ReviewerRow,
  type SuggestedRow,
} from "./rows";

export function rowElement(words: ExtensionMessages, row: ChairRow): HTMLElement {
  const { chairs: text } = words;
  const cell = (name: string, ...children: (Node | null)[]): HTMLElement =>
    h("td", { "data-name": name }, ...children);
  return h(
    "tr",
    {},
    cell(text.submission, ...submissionParts(words, row)),
    cell(
      text.suggested,
      row.suggested.length === 0
        ? quiet(text.noSuggestions)
        : h("ul", { class: "facts" }, ...row.suggested.map((one) => suggestedItem(words, one))),
    ),
    cell(
      text.reviewers,
      row.reviewers.length === 0
        ? quiet(text.noReviewers)
        : h("ul", { class: "facts" }, ...row.reviewers.map((one) => reviewerItem(words, one))),
      ...reviewersNotes(words, row),
    ),
  );
}

const quiet = (said: string): HTMLElement => h("p", { class: "quiet" }, said);

function submissionParts(
  words: ExtensionMessages,
  { id, number, title, citations, uncovered }: ChairRow,
): HTMLElement[] {
  const { chairs: text } = words;
  const link = h(
    "a",
    { href: `${ORIGIN}/forum?id=${encodeURIComponent(id)}`, target: "_blank", rel: "noreferrer" },
    title,
  );
  const parts = [
    h("p", { dir: "auto", class: "title" }, number === null ? null : `${words.number(number)} · `, link),
    citations === null ? quiet(text.notChecked) : quiet(text.citations(citations.review, citations.total)),
  ];
  const { missing, retracted } = citations ?? { missing: 0, retracted: 0 };
  if (missing + retracted > 0) parts.push(h("p", { class: "look" }, text.references(missing, retracted)));
  if (uncovered !== null && uncovered.length > 0) parts.push(h("p", {}, text.uncovered(uncovered)));
  return parts;
}

function suggestedItem(words: ExtensionMessages, suggested: SuggestedRow): HTMLElement {
  const { chairs: text } = words;
  const { shown, title, by, status, cosine, isOwn } = suggested;
  const said = [
    status === null ? text.notLookedUp : text.status[status],
    cosine === null ? "" : words.pair(nearnessOf(words, cosine), words.decimal(cosine)),
    isOwn === true ? text.ownWork : "",
  ].filter((one) => one !== "");
  const isLook = isMissing(suggested) || isRetracted(suggested) || isOwn === true;
  return h(
    "li",
    { class: isLook ? "look" : "" },
    h("p", { dir: "auto" }, status === "itself" ? text.hiddenEntry : (title ?? shown)),
    quiet([by, ...said].join(" · ")),
  );
}

function reviewerItem(words: ExtensionMessages, reviewer: ReviewerRow): HTMLElement {
  const { chairs: text } = words;
  const { name, label, papers, fit, score, venueConflict, conflicts, suggested, own } = reviewer;
  const said = [
    papers === null ? "" : fit === null ? text.noPapers : text.fit(fit, papers),
    score === null ? "" : text.venueScore(score),
    own === 0 ? "" : text.asksForOwn(own, suggested),
  ].filter((one) => one !== "");
  const reasons = [
    ...(venueConflict === true ? [text.venueConflict] : []),
    ...conflicts.map((conflict) => reason(words, conflict)),
  ];
  return h(
    "li",
    { class: hasConflict(reviewer) ? "look" : "" },
    h("p", { dir: "auto" }, [name, label].filter((one) => one !== null).join(" · ")),
    said.length === 0 ? null : quiet(said.join(" · ")),
    reasons.length === 0 ? null : h("ul", { class: "chips" }, ...reasons.map((one) => h("li", {}, one))),
  );
}

function reviewersNotes(
  words: ExtensionMessages,
  { isChecked, authorsCompared, reviewers, replacements }: ChairRow,
): HTMLElement[] {
  const { chairs: text } = words;
  if (!isChecked || reviewers.length === 0) return [];
  const others = replacements.map(({ id, score }) => `${nameIn(id)} (${words.decimal(score)})`);
  return [
    ...(authorsCompared ? [] : [quiet(text.notCompared)]),
    ...(others.length === 0 ? [] : [h("p", {}, text.replacements(others))]),
  ];
}
