/** The check of an assignment on a forum: two bars beside their baseline, the nearest papers, conflicts with their reasons. */

import type { Conflict } from "@citelight/shared/generated/Conflict";
import type { Fit } from "@citelight/shared/generated/Fit";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Messages } from "@citelight/shared/ui/locales/messages";
import { around, closed, nodesOf } from "@citelight/shared/ui/core-text";
import { errorCodeOf } from "@citelight/shared/error-codes";
import { localized } from "@citelight/shared/ui/errors";
import { ApiRefused, OpenReviewApi } from "./api";
import { checkAssignment, type Assignment } from "./assignment";
import type { OpenReviewClient } from "./client";
import { button } from "./shadow-host";
import type { Forum } from "./markup";

const YEARS = 5;

export class AssignmentBox {
  readonly element: HTMLElement;
  readonly #forum: Forum;
  readonly #client: OpenReviewClient;
  readonly #words: Messages;
  readonly #api = new OpenReviewApi();
  readonly #id = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  readonly #years = h("input", { type: "number", min: "0", max: "50", value: String(YEARS) });
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });
  readonly #result = h("div", { class: "assignment" });

  constructor(forum: Forum, client: OpenReviewClient, words: Messages) {
    const text = words.openReview.assignment;
    this.#words = words;
    this.#forum = forum;
    this.#client = client;
    this.#button = button(text.check, () => void this.#check());
    this.#id.placeholder = "~First_Last1";
    this.element = h(
      "details",
      {},
      h("summary", {}, text.title),
      h("p", { class: "quiet" }, text.about),
      h(
        "div",
        { class: "row" },
        h("label", {}, text.reviewer, this.#id),
        h("label", {}, text.years, this.#years),
        this.#button,
      ),
      this.#status,
      this.#result,
    );
  }

  async #check(): Promise<void> {
    const text = this.#words.openReview.assignment;
    const id = this.#id.value.trim();
    const years = Number(this.#years.value);
    if (id !== "" && !/^~\S+\d$/.test(id)) {
      setText(this.#status, text.noId);
      return;
    }
    this.#button.disabled = true;
    setText(this.#status, text.asking);
    fill(this.#result);
    try {
      const span = Number.isInteger(years) && years >= 0 ? years : YEARS;
      const assignment = await checkAssignment(
        this.#forum,
        id === "" ? null : id,
        span,
        this.#api,
        this.#client,
      );
      setText(this.#status, assignment === null ? text.nobody : text.asked(assignment.calls));
      if (assignment !== null) this.#show(assignment);
    } catch (error) {
      setText(this.#status, failure(this.#words, error));
    }
    this.#button.disabled = false;
  }

  #show(assignment: Assignment): void {
    const words = this.#words;
    const text = words.openReview.assignment;
    const { reviewer, papers, assessment } = assignment;
    const { by_meaning: meaning, by_words: byWords, problem } = assessment;
    fill(
      this.#result,
      h("h4", {}, text.fit(reviewer.name, papers.length)),
      byWords === null ? h("p", {}, text.noPapers) : fits(words, meaning, byWords),
      problem === null || byWords === null ? null : h("p", { class: "quiet" }, ...whyNot(words, problem)),
      h("p", {}, venueLine(words, assignment)),
      byWords === null ? null : nearest(words, assignment, meaning ?? byWords, byWords),
      h("h4", {}, text.conflicts),
      ...conflicts(words, assignment),
    );
  }
}

function failure(words: Messages, error: unknown): string {
  const text = words.openReview.assignment;
  if (!(error instanceof ApiRefused))
    return text.failed(error instanceof Error ? error.message : String(error));
  if (error.status === 429) return words.openReview.throttled;
  return error.status === 401 || error.status === 403
    ? text.signIn
    : text.failed(error.status === null ? text.noAnswer : words.viewer.status(error.status));
}

/** Why there is no fit by the model. */
function whyNot(words: Messages, problem: string): (Node | string)[] {
  const { noModel } = words.openReview.assignment;
  return errorCodeOf(problem) === null
    ? nodesOf(words, around(noModel, closed(problem)))
    : [noModel(localized(words, problem))];
}

/** Two measures by two ways of taking them together. */
function fits(words: Messages, meaning: Fit | null, byWords: Fit): HTMLElement {
  const text = words.openReview.assignment;
  const bar = (share: number | null): HTMLElement => barOf(words, share);
  const row = (name: string, fit: Fit | null): HTMLElement =>
    h("tr", {}, h("th", { scope: "row" }, name), bar(fit?.mean ?? null), bar(fit?.max ?? null));
  return h(
    "table",
    { class: "fits" },
    h(
      "thead",
      {},
      h("tr", {}, h("td"), h("th", { scope: "col" }, text.mean), h("th", { scope: "col" }, text.best)),
    ),
    h("tbody", {}, row(text.meaning, meaning), row(text.words, byWords)),
  );
}

function barOf(words: Messages, share: number | null): HTMLElement {
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

function nearest(words: Messages, { papers }: Assignment, order: Fit, byWords: Fit): HTMLElement {
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

function venueLine(words: Messages, { venue }: Assignment): string {
  const text = words.openReview.assignment;
  return venue.kind === "score" ? text.venueScore(venue.score) : text.venueNone[venue.kind];
}

function conflicts(
  words: Messages,
  { assessment, authorsShown, authorsCut, authorsKnown, papers, since }: Assignment,
): HTMLElement[] {
  const text = words.openReview.assignment;
  if (!authorsShown) return [h("p", {}, text.hidden)];
  const found = assessment.conflicts;
  const scope = h("p", { class: "quiet" }, text.scope(papers.length, since, authorsKnown));
  const cut = authorsCut ? [h("p", {}, text.authorsCut)] : [];
  if (found.length === 0) return [h("p", {}, text.noConflict), ...cut, scope];
  return [
    h("ul", { class: "chips" }, ...found.map((conflict) => h("li", {}, reason(words, conflict)))),
    ...cut,
    scope,
  ];
}

function reason(words: Messages, conflict: Conflict): string {
  const text = words.openReview.assignment;
  switch (conflict.kind) {
    case "author":
      return text.isAuthor(conflict.author);
    case "written-together":
      return text.together(conflict.author, conflict.paper, conflict.year);
    case "institution":
      return text.institution(conflict.author, conflict.domain);
  }
}
