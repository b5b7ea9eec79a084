/** The check of an assignment on a forum: two bars beside their baseline, the nearest papers, conflicts with their reasons. */

import type { Conflict } from "@citelight/shared/generated/Conflict";
import type { Expertise } from "@citelight/shared/generated/Expertise";
import type { Fit } from "@citelight/shared/generated/Fit";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { around, closed, nodesOf } from "@citelight/shared/ui/core-text";
import { errorCodeOf } from "@citelight/shared/error-codes";
import { localized } from "@citelight/shared/ui/errors";
import { Answers, OpenReviewApi } from "./api";
import { checkAssignment, type Assignment, type Elsewhere } from "./assignment";
import { failureOf } from "./failures";
import { permission, YearsField } from "./fields";
import { stateOf } from "./markup";
import { isProfile } from "./policy";
import { ownProfile } from "./session";
import { button } from "./shadow-host";
import type { BoxContext } from "./suggestion-box";

export class AssignmentBox {
  readonly element: HTMLElement;
  readonly #context: BoxContext;
  readonly #words: ExtensionMessages;
  readonly #answers = new Answers();
  readonly #id = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  readonly #years: YearsField;
  readonly #revealLine: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });
  readonly #result = h("div", { class: "assignment" });

  constructor(context: BoxContext) {
    const text = context.words.openReview.assignment;
    this.#context = context;
    this.#words = context.words;
    this.#button = button(text.check, () => void this.#check());
    this.#id.placeholder = "~First_Last1";
    this.#years = new YearsField(text.years);
    this.#revealLine = permission(text.reveal, (isAllowed) => {
      context.consent.revealedAuthors = isAllowed;
    }).line;
    this.element = h(
      "details",
      {},
      h("summary", {}, text.title),
      h("p", { class: "quiet" }, text.about),
      this.#revealLine,
      permission(text.elsewhere, (isAllowed) => {
        context.consent.papersElsewhere = isAllowed;
      }).line,
      h("div", { class: "row" }, h("label", {}, text.reviewer, this.#id), this.#years.line, this.#button),
      this.#status,
      this.#result,
    );
    this.update();
  }

  /** The forum may be drawn for somebody who sees more now. */
  update(): void {
    this.#revealLine.hidden = this.#context.forum().authors.kind !== "revealed";
  }

  async #check(): Promise<void> {
    const text = this.#words.openReview.assignment;
    const own = ownProfile(document.cookie);
    const entered = this.#id.value.trim();
    const id = entered === "" ? own : entered;
    if (id === null) {
      setText(this.#status, text.signIn);
      return;
    }
    if (!isProfile(id)) {
      setText(this.#status, text.noId);
      return;
    }
    this.#button.disabled = true;
    setText(this.#status, text.asking);
    fill(this.#result);
    try {
      const forum = this.#context.forum();
      const api = new OpenReviewApi(stateOf(forum), this.#answers);
      const wanted = { id, isOwn: id === own, since: this.#years.since };
      const { consent, client } = this.#context;
      const assignment = await checkAssignment(forum, wanted, consent, api, client);
      setText(this.#status, assignment === null ? text.nobody : text.asked(assignment.calls));
      if (assignment !== null) this.#show(assignment);
    } catch (error) {
      setText(this.#status, failureOf(this.#words, error));
    }
    this.#button.disabled = false;
  }

  #show(assignment: Assignment): void {
    const words = this.#words;
    const text = words.openReview.assignment;
    const { reviewer, papers, assessment, elsewhere } = assignment;
    const { by_meaning: meaning, by_words: byWords, expertise, problem } = assessment;
    fill(
      this.#result,
      h("h4", {}, text.fit(reviewer.name, papers.length)),
      ...elsewhereLines(words, elsewhere),
      byWords === null ? h("p", {}, text.noPapers) : fits(words, meaning, byWords),
      expertise === null ? null : expertiseLine(words, expertise),
      problem === null || byWords === null ? null : h("p", { class: "quiet" }, ...whyNot(words, problem)),
      h("p", {}, venueLine(words, assignment)),
      byWords === null ? null : nearest(words, assignment, meaning ?? byWords, byWords),
      h("h4", {}, text.conflicts),
      ...conflicts(words, assignment),
    );
  }
}

/** Where the papers come from besides OpenReview. */
function elsewhereLines(words: ExtensionMessages, elsewhere: Elsewhere): HTMLElement[] {
  const { openReview } = words;
  const { assignment: text } = openReview;
  const said = (): string[] => {
    switch (elsewhere.kind) {
      case "off":
        return [];
      case "not-allowed":
        return [openReview.notAllowed];
      case "unnamed":
        return [text.namesNoList];
      case "asked":
        return [
          elsewhere.added === 0 && elsewhere.failed.length > 0 ? "" : text.fromElsewhere(elsewhere.added),
          elsewhere.failed.length === 0 ? "" : words.sources.noAnswer(elsewhere.failed),
        ];
    }
  };
  const lines = said().filter((one) => one !== "");
  return lines.map((one) => h("p", { class: "quiet" }, one));
}

/** Why there is no fit by the model. */
function whyNot(words: ExtensionMessages, problem: string): (Node | string)[] {
  const { noModel } = words.openReview.assignment;
  return errorCodeOf(problem) === null
    ? nodesOf(words, around(noModel, closed(problem)))
    : [noModel(localized(words, problem))];
}

/** What the fit by meaning says, in the ratings of reviewers with such a fit. */
function expertiseLine(
  words: ExtensionMessages,
  { ratings, at_least_three: three, at_least_four: four, is_likely: isLikely }: Expertise,
): HTMLElement {
  const { expertise, likely } = words.openReview.assignment;
  const odds = expertise(three / ratings, four / ratings, ratings);
  return isLikely ? h("p", {}, h("strong", {}, likely), words.gap, odds) : h("p", {}, odds);
}

/** Two measures by two ways of taking them together. */
function fits(words: ExtensionMessages, meaning: Fit | null, byWords: Fit): HTMLElement {
  const text = words.openReview.assignment;
  const bar = (share: number | null): HTMLElement => barOf(words, share);
  const row = (name: string, fit: Fit | null): HTMLElement =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      ...[fit?.mean, fit?.mean_of_nearest, fit?.max].map((share) => bar(share ?? null)),
    );
  return h(
    "table",
    { class: "fits" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td"),
        ...[text.mean, text.nearestTwo, text.best].map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, row(text.meaning, meaning), row(text.words, byWords)),
  );
}

function barOf(words: ExtensionMessages, share: number | null): HTMLElement {
  if (share === null) return h("td", {}, "–");
  const filled = h("i");
  filled.style.transform = `scaleX(${Math.min(1, Math.max(0, share))})`;
  return h(
    "td",
    {},
    h("span", { class: "number" }, words.decimal(share)),
    h("span", { class: "bar" }, filled),
  );
}

function nearest(words: ExtensionMessages, { papers }: Assignment, order: Fit, byWords: Fit): HTMLElement {
  const text = words.openReview.assignment;
  const items = order.nearest.flatMap((place) => {
    const paper = papers[place];
    if (paper === undefined) return [];
    const numbers = text.numbers(
      order === byWords ? null : (order.cosines[place] ?? null),
      byWords.cosines[place] ?? 0,
    );
    return [
      h(
        "li",
        { dir: "auto" },
        text.paper(paper.title, paper.year),
        h("span", { class: "quiet" }, ` ${numbers}`),
      ),
    ];
  });
  return h("div", {}, h("h4", {}, text.nearest), h("ol", { class: "entries" }, ...items));
}

function venueLine(words: ExtensionMessages, { score }: Assignment): string {
  const text = words.openReview.assignment;
  return score.kind === "weight" ? text.venueScore(score.weight) : text.venueNone[score.kind];
}

function conflicts(words: ExtensionMessages, assignment: Assignment): HTMLElement[] {
  const text = words.openReview.assignment;
  const { assessment, authors, authorsCut, authorsKnown, mayReveal, papers, since, conflict } = assignment;
  const noted = conflict.kind === "weight" ? [h("p", { class: "failure" }, text.venueConflict)] : [];
  if (authors === "none") return [...noted, h("p", {}, mayReveal ? text.mayReveal : text.hidden)];
  const found = assessment.conflicts;
  const scope = h("p", { class: "quiet" }, text.scope(papers.length, since, authorsKnown));
  const ground = authors === "revealed" ? [h("p", { class: "quiet" }, text.byRevealed)] : [];
  const cut = authorsCut ? [h("p", {}, text.authorsCut)] : [];
  const list =
    found.length === 0
      ? h("p", {}, text.noConflict)
      : h("ul", { class: "chips" }, ...found.map((one) => h("li", {}, reason(words, one))));
  return [...noted, list, ...ground, ...cut, scope];
}

export function reason(words: ExtensionMessages, conflict: Conflict): string {
  const text = words.openReview.assignment;
  switch (conflict.kind) {
    case "author":
      return text.isAuthor(conflict.author);
    case "written-together":
      return conflict.by_name
        ? text.togetherByName(conflict.author, conflict.paper, conflict.year)
        : text.together(conflict.author, conflict.paper, conflict.year);
    case "institution":
      return text.institution(conflict.author, conflict.domain, conflict.until, conflict.is_dated);
    case "relation":
      return text.relation(conflict.author, conflict.relation, conflict.until);
  }
}
