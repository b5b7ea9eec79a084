/** In a page of OpenReview, after the reader's click: finds out what page it is and shows what fits. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { Theme } from "@citelight/shared/ui/theme";
import { Connection } from "../connection";
import { messagesInPage } from "../content/page-locale";
import { CONTENT_PORT, type FromContent, type ToContent } from "../messages";
import { OpenReviewClient } from "./client";
import { ConsoleView } from "./console";
import { EdgeBrowserView } from "./edge-browser";
import { ForumView } from "./forum";
import { tell } from "./messages";
import { hydrated, PageWatch } from "./page-watch";

interface View {
  /** Whether the page shows what was read. */
  isShown(): boolean;
  remove(): void;
  /** What the button of the side panel does here. */
  begin(): Promise<void>;
}

class OpenReviewPage {
  readonly #client = new OpenReviewClient();
  readonly #theme = new Theme();
  #view: View | null = null;
  /** Waits for what a page draws later. */
  #waiting: PageWatch | null = null;
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
    const [words] = await Promise.all([messagesInPage(), hydrated(document)]);
    if (this.#started !== started) return;
    this.#view?.remove();
    this.#view = null;
    this.#waiting?.close();
    this.#waiting = null;
    if (this.#show(words)) return;
    tell("unread");
    // The reader may have clicked before the page drew what can be read: but on another page they did not click.
    const address = addressNow();
    this.#waiting = new PageWatch(document, () => {
      if (addressNow() === address && !this.#show(words)) return;
      this.#waiting?.close();
      this.#waiting = null;
    });
  }

  #show(words: ExtensionMessages): boolean {
    const [client, theme] = [this.#client, this.#theme];
    this.#view =
      ForumView.of(document, client, theme, words) ??
      ConsoleView.of(document, client, theme, words) ??
      EdgeBrowserView.of(document, client, theme, words);
    if (this.#view !== null) tell("read");
    return this.#view !== null;
  }

  async #begin(): Promise<void> {
    // What the page shows by now is another thing than the reader saw: they may look at it first.
    if (this.#view?.isShown() === true) await this.#view.begin();
    else await this.start();
  }

  /** Lets the side panel find the page: its box decides whether references are looked up. */
  attend(): void {
    this.#connection.open().catch(() => {
      // What the page itself asks for tries again, and says so.
    });
  }
}

/** Tabs of a page change the hash. */
function addressNow(): string {
  return location.pathname + location.search;
}

// Injected again on a page where it is already, it starts over.
const PAGE = Symbol.for("citelight-openreview");
const known = Reflect.get(globalThis, PAGE) as OpenReviewPage | undefined;
const page = known ?? new OpenReviewPage();
Reflect.set(globalThis, PAGE, page);
void page.start();
page.attend();
