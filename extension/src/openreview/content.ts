/** In a page of OpenReview, after the reader's click: finds out what page it is and shows what fits. */

import { Theme } from "../../../www/src/ui/theme";
import { connect } from "../connect";
import { CONTENT_PORT, type ToContent } from "../messages";
import { Desk } from "./desk";
import { ConsoleView } from "./console";
import { ForumView } from "./forum";
import { pageKind } from "./markup";
import type { Unread } from "./messages";

interface View {
  remove(): void;
  /** What the button of the side panel does here. */
  begin(): Promise<void>;
}

class OpenReviewPage {
  readonly #desk = new Desk();
  readonly #theme = new Theme();
  #view: View | null = null;

  /** Reads the page as it is now; what was shown before goes. */
  start(): void {
    this.#view?.remove();
    const view = pageKind(location.href) === "forum" ? ForumView : ConsoleView;
    this.#view = view.of(document, this.#desk, this.#theme);
    const unread: Unread = { kind: "openreview-unread" };
    if (this.#view === null) void chrome.runtime.sendMessage(unread);
  }

  /** Lets the side panel find the page: its box decides whether references are looked up. */
  async attend(): Promise<void> {
    const port = await connect(CONTENT_PORT);
    port.onMessage.addListener((message: ToContent) => {
      if (message.kind === "start") void this.#view?.begin();
    });
  }
}

// Injected again on a page where it is already, it starts over.
const world = globalThis as { citelightOpenReview?: OpenReviewPage };
const known = world.citelightOpenReview;
const page = known ?? new OpenReviewPage();
world.citelightOpenReview = page;
page.start();
if (known === undefined) void page.attend();
