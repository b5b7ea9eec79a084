/** The references that one review suggests, under its words; looked up when the reader says so. */

import { referenceStatusOf } from "@citelight/shared/audit/reference-status";
import type { Assessment } from "@citelight/shared/generated/Assessment";
import type { Resolution } from "@citelight/shared/generated/Resolution";
import type { Record as WorkRecord } from "@citelight/shared/generated/Record";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { Messages } from "@citelight/shared/ui/locales/messages";
import { around, closed, nodesOf } from "@citelight/shared/ui/core-text";
import { codeOf, errorCodeOf } from "@citelight/shared/error-codes";
import { localized } from "@citelight/shared/ui/errors";
import { suggestionOrder, workOf } from "./compare";
import { confidentialOf, isCopy } from "./confidential";
import type { OpenReviewClient } from "./client";
import { button, makeShadowHost } from "./shadow-host";
import type { Forum, Reply } from "./markup";
import type { Suggestion } from "./suggestions";

/** From these cosines of the embedded model on a work counts as near, or somewhat near: words for the number beside them. */
const NEAR = 0.5;
const SOME = 0.3;

interface Row {
  item: HTMLLIElement;
  result: HTMLElement;
}

export class SuggestionBox {
  readonly host: HTMLElement;
  readonly #forum: Forum;
  readonly #reply: Reply;
  readonly #suggestions: readonly Suggestion[];
  readonly #client: OpenReviewClient;
  readonly #words: Messages;
  readonly #rows: Row[];
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });

  constructor(
    forum: Forum,
    reply: Reply,
    suggestions: readonly Suggestion[],
    client: OpenReviewClient,
    theme: Theme,
    words: Messages,
  ) {
    const { openReview: text } = words;
    this.#words = words;
    this.#forum = forum;
    this.#reply = reply;
    this.#suggestions = suggestions;
    this.#client = client;
    const { host, root } = makeShadowHost("suggestions", theme, words);
    this.host = host;
    this.#rows = suggestions.map(({ shown }) => {
      const result = h("div", { class: "result" });
      return { item: h("li", {}, h("p", { dir: "auto" }, shown), result), result };
    });
    this.#button = button(text.check(suggestions.length), () => void this.#check());
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.suggested },
        h("h4", {}, text.suggested),
        h("ol", { class: "entries" }, ...this.#rows.map(({ item }) => item)),
        h("p", { class: "quiet" }, text.suggestedHint),
        h("div", { class: "row" }, this.#button, this.#status),
      ),
    );
    reply.end.append(host);
  }

  async #check(): Promise<void> {
    const { openReview: text } = this.#words;
    this.#button.disabled = true;
    setText(this.#status, text.checking);
    for (const { item, result } of this.#rows) {
      item.className = "";
      fill(result);
    }
    const entries = this.#suggestions.map(({ entry }) => entry);
    const named = (entry: number, resolution: Resolution): Resolution =>
      byIdentifier(resolution, this.#suggestions[entry]?.identifier ?? null);
    const looked = await this.#client.lookUp(entries, (entry, resolution) => {
      this.#show(entry, named(entry, resolution));
    });
    if (looked.kind === "not-allowed") setText(this.#status, text.notAllowed);
    else {
      const { resolutions, failure } = looked;
      this.#rows.forEach(({ result }, at) => {
        if (!resolutions.has(at) && failure === null) fill(result, h("p", {}, text.notRead));
      });
      setText(this.#status, text.comparing);
      await this.#compare(new Map([...resolutions].map(([entry, one]) => [entry, named(entry, one)])));
      fill(this.#status, ...(failure === null ? [] : this.#within(text.endedEarly, failure)));
    }
    this.#button.disabled = false;
  }

  #show(entry: number, resolution: Resolution): void {
    const row = this.#rows[entry];
    if (row === undefined) return;
    if (this.#isItself(resolution)) {
      fill(row.result, h("p", {}, this.#words.openReview.itself));
      return;
    }
    const standing = referenceStatusOf(resolution);
    row.item.className = standing === "found" ? "found" : standing === "open" ? "" : "look";
    fill(row.result, ...sentences(this.#words, resolution));
  }

  /** Whether an entry led to a published copy of a submission whose authors are hidden: nothing of its record is shown. */
  #isItself(resolution: Resolution): boolean {
    const submission = confidentialOf(this.#forum);
    return submission !== null && resolution.kind === "resolved" && isCopy(resolution.record, submission);
  }

  /** All works that were found are compared at once, with what the page shows of the submission. */
  async #compare(resolutions: ReadonlyMap<number, Resolution>): Promise<void> {
    const found = [...resolutions].flatMap(([entry, resolution]): [number, WorkRecord][] =>
      resolution.kind === "resolved" && !this.#isItself(resolution) ? [[entry, resolution.record]] : [],
    );
    if (found.length === 0) return;
    const works = found.map(([, record]) => workOf(record));
    const assessment = await this.#client.assess(suggestionOrder(this.#forum, works, this.#reply.signedBy));
    found.forEach(([entry, record], at) => {
      const lines = this.#compared(assessment, at, record.abstract_text !== null);
      this.#rows[entry]?.result.append(...lines);
    });
  }

  #compared(assessment: Assessment, at: number, hasAbstract: boolean): HTMLElement[] {
    const { openReview: text } = this.#words;
    const cosine = assessment.by_meaning?.cosines[at];
    const basis = hasAbstract && this.#forum.abstract !== null ? text.bases.both : text.bases.title;
    const relevance =
      cosine === undefined
        ? this.#within(text.notCompared, assessment.problem ?? codeOf("crashed"))
        : [text.relevance(nearness(this.#words, cosine), cosine, basis)];
    const { signedBy } = this.#reply;
    const own = signedBy !== null && assessment.own.includes(at) ? [text.ownWork(signedBy.name)] : [];
    return [h("p", {}, ...relevance), ...own.map((line) => h("p", {}, line))];
  }

  /** A sentence around a message of the core, or around a failure of ours. */
  #within(sentence: (inner: string) => string, message: string): (Node | string)[] {
    const words = this.#words;
    return errorCodeOf(message) === null
      ? nodesOf(words, around(sentence, message))
      : [sentence(localized(words, message))];
  }
}

/** An entry that is an identifier alone gives nothing to compare with its record: the work that has this very identifier is the one. */
function byIdentifier(resolution: Resolution, identifier: string | null): Resolution {
  if (resolution.kind !== "ambiguous" || identifier === null) return resolution;
  const own = resolution.candidates.find(
    ({ record: { identifiers } }) => identifiers.doi === identifier || identifiers.arxiv === identifier,
  );
  return own === undefined
    ? resolution
    : { kind: "resolved", record: own.record, score: own.score, differences: [] };
}

function nearness({ openReview: text }: Messages, cosine: number): string {
  if (cosine >= NEAR) return text.nearness.near;
  return cosine >= SOME ? text.nearness.some : text.nearness.far;
}

/** What came of an entry, in words. */
function sentences(words: Messages, resolution: Resolution): HTMLElement[] {
  const { openReview: text } = words;
  const said = (...parts: readonly (Node | string)[]): HTMLElement => h("p", {}, ...parts);
  switch (resolution.kind) {
    case "ghost":
      return [said(text.ghost(resolution.asked))];
    case "ambiguous":
      return [said(text.ambiguous)];
    case "unknown":
      return [said(...nodesOf(words, around(text.unknown, closed(resolution.reason))))];
    case "resolved": {
      const { record, differences } = resolution;
      const standing = referenceStatusOf(resolution);
      const fields = differences.map(({ field }) => field);
      return [
        said(text.exists(record.title, record.year)),
        ...(standing === "retracted" ? [said(text.retracted)] : []),
        ...(standing === "concern" ? [said(text.concern)] : []),
        ...(fields.length > 0 ? [said(text.differs(fields))] : []),
      ];
    }
  }
}
