/** In a page of OpenReview, after the reader's click: finds out what page it is and shows what fits. */

import { Theme } from "@citelight/shared/ui/theme";
import { Connection } from "../connection";
import { messagesFromBackground } from "../language";
import { CONTENT_PORT, type FromContent, type ToContent } from "../messages";
import { OpenReviewClient } from "./client";
import { ConsoleView } from "./console";
import { ForumView } from "./forum";
import { pageKind } from "./markup";
import type { PageUnreadable } from "./messages";

interface View {
  /** Whether the page shows what was read. */
  isShown(): boolean;
  remove(): void;
  /** What the button of the side panel does here. */
  begin(): Promise<void>;
}

const VIEWS = { forum: ForumView, console: ConsoleView };

class OpenReviewPage {
  readonly #client = new OpenReviewClient();
  readonly #theme = new Theme();
  #view: View | null = null;
  // The last start: the one that counts.
  #started: symbol | null = null;
  readonly #connection = new Connection<ToContent, FromContent>(CONTENT_PORT, {
    hear: (message) => {
      if (message.kind === "start") void this.#begin();
    },
    lost: () => {
      this.attend();
    },
  });

  /** Reads the page as it is now; what was shown before goes. */
  async start(): Promise<void> {
    const started = Symbol();
    this.#started = started;
    const words = await messagesFromBackground();
    if (this.#started !== started) return;
    this.#view?.remove();
    const kind = pageKind(location.href);
    const view = kind === null ? null : VIEWS[kind];
    this.#view = view?.of(document, this.#client, this.#theme, words) ?? null;
    const unread: PageUnreadable = { kind: "openreview-unread" };
    if (this.#view === null) void chrome.runtime.sendMessage(unread);
  }

  async #begin(): Promise<void> {
    if (this.#view?.isShown() === false) await this.start();
    await this.#view?.begin();
  }

  /** Lets the side panel find the page: its box decides whether references are looked up. */
  attend(): void {
    this.#connection.open().catch(() => {
      // What the page itself asks for tries again, and says so.
    });
  }
}

// Injected again on a page where it is already, it starts over.
const PAGE = Symbol.for("citelight-openreview");
const known = Reflect.get(globalThis, PAGE) as OpenReviewPage | undefined;
const page = known ?? new OpenReviewPage();
Reflect.set(globalThis, PAGE, page);
void page.start();
page.attend();
