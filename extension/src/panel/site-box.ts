/** What the reader chooses for the site of the tab: when its articles are checked, and how the endpoint is asked. */

import { ASK_MODES, type AskMode } from "@citelight/shared/audit/endpoint-choice";
import { h, setText } from "@citelight/shared/ui/dom";
import { field, option } from "@citelight/shared/ui/fields";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import {
  CHECK_MODES,
  FILES,
  opensAt,
  pagesOf,
  siteChoice,
  siteName,
  writeSite,
  type CheckMode,
} from "../sites";
import { wasTried } from "../tried-sites";

const AS_EVERYWHERE = "";

export class SiteBox {
  readonly element: HTMLDetailsElement;
  readonly #words: ExtensionMessages;
  readonly #summary = h("span");
  readonly #untried: HTMLElement;
  readonly #check = h("select");
  readonly #ask = h("select");
  readonly #asEverywhere: HTMLOptionElement;
  readonly #when: HTMLElement;
  readonly #whenOpened: HTMLOptionElement;
  readonly #status = h("p", { role: "status", class: "quiet" });
  #site: string | null = null;

  constructor(words: ExtensionMessages) {
    const { site: text } = words;
    this.#words = words;
    const checks = CHECK_MODES.map((mode) => option(mode, text.check[mode]));
    this.#whenOpened = checks[CHECK_MODES.indexOf("open")] ?? option("open", text.check.open);
    this.#check.append(...checks);
    this.#asEverywhere = option(AS_EVERYWHERE, text.asEverywhere);
    this.#ask.append(this.#asEverywhere, ...ASK_MODES.map((mode) => option(mode, text.askMode[mode])));
    // Each choice by itself: the other may have been made anew in another panel meanwhile.
    this.#check.addEventListener("change", () => {
      void this.#keepCheck();
    });
    this.#ask.addEventListener("change", () => {
      void this.#keepAsk();
    });
    this.#untried = h("p", { class: "quiet" }, text.untried);
    this.#when = field(text.when, this.#check, text.whenHint);
    this.element = h(
      "details",
      { class: "group site", hidden: true },
      h("summary", {}, this.#summary),
      this.#untried,
      this.#when,
      field(text.endpoint, this.#ask),
      this.#status,
    );
  }

  /** Speaks of a site from now on, or of none. */
  async show(site: string | null): Promise<void> {
    this.#site = site;
    this.element.hidden = site === null;
    setText(this.#status, "");
    if (site === null) return;
    const { title, experimental } = this.#words.site;
    const isFiles = site === FILES;
    const isTried = isFiles || wasTried(site);
    const named = title(siteName(this.#words, site));
    setText(this.#summary, isTried ? named : `${named} · ${experimental}`);
    this.#untried.hidden = isTried;
    // A file is opened by the reader alone; and as nobody knows where it came from, what holds everywhere is not said of it.
    this.#asEverywhere.hidden = this.#asEverywhere.disabled = isFiles;
    this.#when.hidden = isFiles;
    this.#whenOpened.hidden = this.#whenOpened.disabled = !opensAt(site);
    const { check, ask } = await siteChoice(site);
    if (this.#site !== site) return;
    this.#check.value = check;
    this.#ask.value = ask ?? AS_EVERYWHERE;
  }

  /** Says that this is all there is to say of the page: it is not checked here. */
  tellOff(site: string): void {
    this.element.open = true;
    setText(this.#status, this.#words.site.off(siteName(this.#words, site)));
  }

  async #keepAsk(): Promise<void> {
    const site = this.#site;
    if (site === null) return;
    await writeSite(site, { ask: this.#ask.value === AS_EVERYWHERE ? null : (this.#ask.value as AskMode) });
    setText(this.#status, this.#words.site.kept);
  }

  async #keepCheck(): Promise<void> {
    const site = this.#site;
    if (site === null) return;
    const check = this.#check.value as CheckMode;
    // Asking for a site is allowed only while the reader's click lasts: before anything else is awaited.
    if (
      check === "open" &&
      !(await chrome.permissions.request({ origins: [pagesOf(site)] }).catch(() => false))
    ) {
      await this.show(site);
      setText(this.#status, this.#words.site.notGranted(site));
      return;
    }
    // What is no longer needed, the service worker gives back.
    await writeSite(site, { check });
    setText(this.#status, this.#words.site.kept);
  }
}
