/** “Suggest a reference for this sentence”: a sentence that the reader chose, what it is searched with, and what may be its source. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import { localized } from "@citelight/shared/ui/errors";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import type { OpenReviewClient } from "../openreview/client";
import type { Search, SearchRefusal } from "../openreview/policy";
import type { Source } from "./sources";

export interface SourceBoxContext {
  words: ExtensionMessages;
  client: Pick<OpenReviewClient, "search">;
  /** What the reader selected on the page. */
  selected(): Promise<string>;
  /** What may be searched for here. */
  permit(sentence: string): Search | SearchRefusal;
}

const LONGEST = 1000;

export class SourceBox {
  readonly element: HTMLDetailsElement;
  readonly #context: SourceBoxContext;
  readonly #sentence = h("textarea", { rows: "3" });
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });
  readonly #list = h("ol", { class: "entries" });

  constructor(context: SourceBoxContext) {
    const { sources: text } = context.words;
    this.#context = context;
    const take = h("button", { type: "button" }, text.take);
    take.addEventListener("click", () => void this.#take());
    this.#button = h("button", { type: "button", class: "primary" }, text.search);
    this.#button.addEventListener("click", () => void this.#search());
    this.element = h(
      "details",
      { class: "group sources" },
      h("summary", {}, h("span", {}, text.title)),
      h("p", { class: "quiet" }, text.about),
      h("label", {}, text.sentence, this.#sentence),
      h("div", { class: "row buttons" }, take, this.#button),
      this.#status,
      this.#list,
    );
  }

  async #take(): Promise<void> {
    const { sources: text } = this.#context.words;
    const selected = (await this.#context.selected().catch(() => "")).replace(/\s+/g, " ").trim();
    if (selected !== "") this.#sentence.value = selected.slice(0, LONGEST);
    setText(this.#status, selected === "" ? text.nothingSelected : "");
  }

  async #search(): Promise<void> {
    const { words, client } = this.#context;
    const { sources: text } = words;
    fill(this.#list);
    const search = this.#context.permit(this.#sentence.value.trim());
    if (typeof search === "string") {
      setText(this.#status, text.refused[search]);
      return;
    }
    this.#button.disabled = true;
    setText(this.#status, text.searching);
    const result = await client.search(search);
    this.#button.disabled = false;
    if (result.kind === "not-allowed") setText(this.#status, words.openReview.notAllowed);
    else if (result.kind === "failed") setText(this.#status, localized(words, result.failure));
    else {
      const { sources, failed } = result.found;
      const missed = failed.length === 0 ? "" : text.noAnswer(failed);
      const said = sources.length === 0 ? text.none : text.found;
      setText(this.#status, [failed.length === 2 ? "" : said, missed].filter((one) => one !== "").join(" "));
      fill(this.#list, ...sources.map((source) => itemOf(words, source)));
    }
  }
}

function itemOf(words: ExtensionMessages, { title, authors, year, doi, cosine }: Source): HTMLElement {
  const { sources: text } = words;
  const [first = "", second] = authors;
  const by = second === undefined ? first : words.moreAuthors(first);
  const said = [by, year === null ? "" : String(year), cosine === null ? "" : text.similarity(cosine)].filter(
    (one) => one !== "",
  );
  const link =
    doi === null
      ? null
      : h("a", { href: `https://doi.org/${encodeURI(doi)}`, target: "_blank", rel: "noreferrer" }, doi);
  return h("li", {}, h("p", { dir: "auto" }, title), h("p", { class: "quiet" }, said.join(" · ")), link);
}
