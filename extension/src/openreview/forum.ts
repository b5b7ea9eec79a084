/** A forum: what its reviews and comments suggest, and the way to the paper's own audit. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { AssignmentBox } from "./assignment-box";
import { blocksOf } from "./lines";
import type { OpenReviewClient } from "./client";
import { button, makeShadowHost } from "./shadow-host";
import { isWaiting, readForum, stateOf, type Forum } from "./markup";
import { isDrawnDark } from "./page-theme";
import { PageWatch } from "./page-watch";
import { hasViewer, openPdf } from "./pdf";
import { SourceBox } from "../suggest/source-box";
import { isForChairs, isHarmless, mayAsk, maySearch, NO_CONSENT, type Consent } from "./policy";
import type { Reply } from "./replies";
import { SuggestionBox, type BoxContext } from "./suggestion-box";
import { suggestionsIn, type Suggestion } from "./suggestions";
import { WorkChecks } from "./work-checks";

/** What was read of a reply, so that it is not read again while it says the same. */
interface ReadReply {
  said: string;
  suggestions: readonly Suggestion[];
}

export class ForumView {
  #forum: Forum;
  readonly #theme: Theme;
  readonly #words: ExtensionMessages;
  readonly #context: BoxContext;
  readonly #host: HTMLElement;
  readonly #boxes = new Map<string, SuggestionBox>();
  readonly #read = new Map<string, ReadReply>();
  /** The words of replies that chairs alone may read, drawn now or earlier. */
  readonly #forChairs = new Map<string, string>();
  readonly #found = h("p");
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });
  /** Boxes of replies that have no place for them. */
  readonly #apart = h("div");
  readonly #assignment: AssignmentBox;
  readonly #sources: SourceBox;
  readonly #watch: PageWatch;

  private constructor(forum: Forum, client: OpenReviewClient, theme: Theme, words: ExtensionMessages) {
    const { openReview: text } = words;
    this.#forum = forum;
    this.#theme = theme;
    this.#words = words;
    const consent: Consent = { ...NO_CONSENT };
    this.#context = {
      forum: () => this.#forum,
      consent,
      allowed: () => {
        for (const box of this.#boxes.values()) box.permit();
      },
      checks: new WorkChecks(),
      client,
      theme,
      words,
    };
    this.#assignment = new AssignmentBox(this.#context);
    this.#sources = new SourceBox({
      words,
      client,
      selected: () => Promise.resolve(getSelection()?.toString() ?? ""),
      permit: (sentence) => maySearch(stateOf(this.#forum), consent, [...this.#forChairs.values()], sentence),
    });
    const { host, root } = makeShadowHost("forum", theme, words);
    this.#host = host;
    this.#button = button(text.checkPaper, () => void this.begin(), "primary");
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.label },
        h("h3", {}, text.label),
        this.#found,
        h("div", { class: "row" }, this.#button, this.#status),
        this.#assignment.element,
        this.#sources.element,
        this.#apart,
      ),
    );
    this.#show();
    this.#watch = new PageWatch(document, () => {
      this.#show();
    });
  }

  /** The view of a page; null if it shows no submission. */
  static of(
    document: Document,
    client: OpenReviewClient,
    theme: Theme,
    words: ExtensionMessages,
  ): ForumView | null {
    const forum = readForum(document);
    return forum === null ? null : new ForumView(forum, client, theme, words);
  }

  /** Whether the page still shows this submission: a soft navigation loads no page. */
  isShown(): boolean {
    return this.#now() !== null;
  }

  remove(): void {
    this.#watch.close();
    this.#takeAway();
  }

  /** Opens the paper's own audit. */
  async begin(): Promise<void> {
    const { pdf } = this.#forum;
    if (pdf === null || !this.isShown()) return;
    const { openReview: text } = this.#words;
    const ask = mayAsk(stateOf(this.#forum), { kind: "pdf", url: pdf });
    if (typeof ask === "string") return;
    if (!hasViewer()) {
      setText(this.#status, text.noViewer);
      return;
    }
    setText(this.#status, text.opening);
    try {
      await openPdf(this.#words, ask);
      setText(this.#status, "");
    } catch (error) {
      setText(this.#status, text.notOpened(error instanceof Error ? error.message : String(error)));
    }
  }

  /** The forum as it is drawn now; null if the page shows another, or none. */
  #now(): Forum | null {
    const now = readForum(document);
    if (now?.title !== this.#forum.title) return null;
    // Without a file of its own, the address alone names it, and that changes without the page.
    if (now.pdf === null && now.note === this.#forum.note) return { ...now, id: this.#forum.id };
    return now.id === this.#forum.id ? now : null;
  }

  /** Brings everything to its place, however often the page throws it away. */
  #show(): void {
    const now = this.#now();
    if (now === null) {
      this.#takeAway();
      return;
    }
    // Who signed a reply that is drawn no more is still anonymous.
    const pseudonyms = [...new Set([...this.#forum.pseudonyms, ...now.pseudonyms])];
    this.#forum = { ...now, pseudonyms };
    this.#theme.choose(isDrawnDark(document) ? "dark" : "light");
    if (now.note.nextSibling !== this.#host) now.note.after(this.#host);
    this.#button.hidden = now.pdf === null;
    this.#assignment.update();
    const drawn = Array.isArray(now.replies) ? now.replies : [];
    for (const reply of drawn) this.#showReply(reply);
    const ids = new Set(drawn.map(({ id }) => id));
    // Drawn without its words, a reply has nothing for a box to stand below. In a chat only what is in sight is drawn.
    for (const [id, { host }] of this.#boxes)
      if (!ids.has(id) && host.parentNode !== this.#apart) host.remove();
    this.#tellWhatWasFound();
  }

  #showReply(reply: Reply): void {
    const blocks = reply.fields.flatMap(blocksOf);
    if (isForChairs(reply.readers)) this.#forChairs.set(reply.id, blocks.join(" "));
    else this.#forChairs.delete(reply.id);
    if (reply.byAuthors) return;
    const suggestions = this.#suggestionsOf(reply, blocks);
    let box = this.#boxes.get(reply.id);
    if (suggestions.length === 0) {
      box?.host.remove();
      this.#boxes.delete(reply.id);
      return;
    }
    if (box === undefined) {
      box = new SuggestionBox(reply, suggestions, this.#context);
      this.#boxes.set(reply.id, box);
    } else box.update(reply, suggestions);
    const { host } = box;
    if (reply.after === null) {
      if (host.parentNode !== this.#apart) this.#apart.append(host);
    } else if (reply.after.nextSibling !== host) reply.after.after(host);
  }

  #suggestionsOf(reply: Reply, blocks: readonly string[]): readonly Suggestion[] {
    const state = stateOf(this.#forum);
    const avoided = [...state.pseudonyms, state.authors, state.confidential?.text ?? ""];
    const said = [...blocks, ...avoided].join("\n\n");
    const known = this.#read.get(reply.id);
    if (known?.said === said) return known.suggestions;
    const all = suggestionsIn(blocks, state.confidential);
    const suggestions = all.filter((suggestion) => isHarmless(suggestion, state));
    this.#read.set(reply.id, { said, suggestions });
    return suggestions;
  }

  #tellWhatWasFound(): void {
    const { openReview: text } = this.#words;
    const { replies } = this.#forum;
    const count = [...this.#boxes.keys()].reduce(
      (sum, id) => sum + (this.#read.get(id)?.suggestions.length ?? 0),
      0,
    );
    setText(
      this.#found,
      !Array.isArray(replies)
        ? text.unreadReplies[replies]
        : this.#boxes.size === 0 && isWaiting(document)
          ? text.repliesToCome
          : text.found(count, this.#boxes.size),
    );
  }

  #takeAway(): void {
    this.#host.remove();
    for (const { host } of this.#boxes.values()) if (host.parentNode !== this.#apart) host.remove();
  }
}
