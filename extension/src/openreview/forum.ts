/** A forum: what its reviews and comments suggest, and the way to the paper's own audit. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { Messages } from "@citelight/shared/ui/locales/messages";
import { AssignmentBox } from "./assignment-box";
import { wordsOf } from "./block-words";
import { confidentialOf } from "./confidential";
import type { OpenReviewClient } from "./client";
import { button, makeShadowHost } from "./shadow-host";
import { readForum, type Forum } from "./markup";
import { openPdf } from "./pdf";
import { SuggestionBox } from "./suggestion-box";
import { suggestionsIn } from "./suggestions";

export class ForumView {
  readonly #forum: Forum;
  readonly #client: OpenReviewClient;
  readonly #theme: Theme;
  readonly #words: Messages;
  readonly #hosts: HTMLElement[] = [];
  readonly #status = h("p", { class: "quiet", role: "status" });

  private constructor(forum: Forum, client: OpenReviewClient, theme: Theme, words: Messages) {
    this.#words = words;
    this.#forum = forum;
    this.#client = client;
    this.#theme = theme;
    this.#show();
  }

  /** The view of a page; null if it shows no submission. */
  static of(document: Document, client: OpenReviewClient, theme: Theme, words: Messages): ForumView | null {
    const forum = readForum(document);
    return forum === null ? null : new ForumView(forum, client, theme, words);
  }

  /** Whether the page still shows this submission: a soft navigation loads no page. */
  isShown(): boolean {
    const now = readForum(document);
    return now?.id === this.#forum.id && now.title === this.#forum.title;
  }

  remove(): void {
    for (const host of this.#hosts) host.remove();
  }

  /** Opens the paper's own audit. */
  async begin(): Promise<void> {
    const { pdf } = this.#forum;
    if (pdf === null) return;
    const { openReview: text } = this.#words;
    setText(this.#status, text.opening);
    try {
      await openPdf(this.#words, pdf);
      setText(this.#status, "");
    } catch (error) {
      setText(this.#status, text.notOpened(error instanceof Error ? error.message : String(error)));
    }
  }

  #show(): void {
    // Who looks up the title of a submission in confidence may learn, or tell, whose it is.
    const avoid = confidentialOf(this.#forum);
    let suggested = 0;
    let replies = 0;
    const { replies: read } = this.#forum;
    for (const reply of Array.isArray(read) ? read : []) {
      if (reply.byAuthors) continue;
      const suggestions = suggestionsIn(reply.blocks.map(wordsOf), avoid);
      if (suggestions.length === 0) continue;
      suggested += suggestions.length;
      replies += 1;
      const box = new SuggestionBox(this.#forum, reply, suggestions, this.#client, this.#theme, this.#words);
      this.#hosts.push(box.host);
    }
    const { openReview: text } = this.#words;
    const { host, root } = makeShadowHost("forum", this.#theme, this.#words);
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.label },
        h("h3", {}, text.label),
        h("p", {}, Array.isArray(read) ? text.found(suggested, replies) : text.unreadReplies[read]),
        h(
          "div",
          { class: "row" },
          this.#forum.pdf === null ? null : button(text.checkPaper, () => void this.begin(), "primary"),
          this.#status,
        ),
        new AssignmentBox(this.#forum, this.#client, this.#words).element,
      ),
    );
    this.#forum.end.append(host);
    this.#hosts.push(host);
  }
}
