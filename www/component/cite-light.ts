/**
 * `<cite-light for="#article">`: shows what the citations of an article rest on, on the page it stands on.
 *
 * This file is all that loads before a reader asks; panel, marks and worker come after. Attributes are in
 * component-attributes.ts, events in component-events.ts; www/npm/custom-elements.json describes all of it for editors.
 */

import { NEW_SETTINGS, type EndpointUse } from "../shared/audit/endpoint-choice";
import { CiteLightAttributes } from "./attributes";
import { mayBeKept } from "./kept-note";
import type { CiteLightEvents } from "./events";
import type { EndpointSettings } from "../shared/generated/EndpointSettings";
import type { Summary } from "../shared/generated/Summary";
import type { ThemeChoice } from "../shared/ui/theme";
import { INITIAL_MESSAGES } from "../shared/ui/locales/initial";
import { languageAround, languageFor, type Language } from "../shared/ui/locales/languages";
import { loadMessages } from "../shared/ui/locales/load";

export type { CiteLightEvents, Outdated } from "./events";
export type * from "./types";

/** Panel and marks of one article: checked here, or of findings that came in a file. */
interface Shown {
  start(): Promise<void>;
  /** Shows what is kept of the article; whether enough is. Absent where nothing is kept. */
  recall?(): Promise<boolean>;
  stop(): void;
  chooseTheme(theme: ThemeChoice): void;
  choosePolicy(policy: string): void;
  remove(): void;
}

const TAG = "cite-light";
const here = import.meta.url;

/** The element `<cite-light>`. Each attribute is a property, too. */
export class CiteLight extends CiteLightAttributes {
  static readonly observedAttributes = [
    "theme",
    "policy",
    "for",
    "src",
    "doi",
    "mode",
    "lang",
    "badge",
    "href",
  ];

  #session: Promise<Shown> | null = null;
  #badge: AbortController | null = null;

  connectedCallback(): void {
    // What may turn out to be nothing is not shown before.
    if (this.hideEmpty && (this.badge || (this.mode === "auto" && this.src.length > 0))) this.hidden = true;
    if (this.badge) {
      this.#showBadge();
      return;
    }
    if (this.shadowRoot === null) this.#drawButton();
    this.#beginByItself();
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again in the same task.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#badge?.abort();
      this.#end();
    });
  }

  attributeChangedCallback(name: string, old: string | null, now: string | null): void {
    if (old === now || !this.isConnected) return;
    if (this.badge || name === "badge") {
      this.#end();
      this.#badge?.abort();
      this.connectedCallback();
      return;
    }
    if (name === "href") return;
    if (name === "theme" || name === "policy") {
      const { theme, policy } = this;
      void this.#session?.then((session) => {
        session.chooseTheme(theme);
        session.choosePolicy(policy);
      });
      return;
    }
    // Another article, or other findings: what is shown is about the old one. Another language: it says it otherwise.
    if (name !== "mode") this.#end();
    if (this.#session === null) this.#drawButton();
    this.#beginByItself();
  }

  /** Checks the article, from the beginning if it was checked before. */
  async check(): Promise<void> {
    if (this.badge) {
      this.#showBadge();
      return;
    }
    const target = this.#target();
    if (target === null) {
      this.#fail(INITIAL_MESSAGES[this.#language()].noTarget(this.for));
      return;
    }
    try {
      this.#session ??= this.#load();
      await (await this.#session).start();
    } catch (error) {
      this.#session = null;
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(INITIAL_MESSAGES[this.#language()].loadFailed(reason));
    }
  }

  /** Ends a running check; what was found stays. */
  stop(): void {
    void this.#session?.then((session) => {
      session.stop();
    });
  }

  async #recall(): Promise<void> {
    try {
      const { isKept } = await import("./component-session");
      const target = this.#target();
      if (target === null || !(await isKept(target)) || this.#session !== null || !this.isConnected) return;
      const session = this.#load();
      this.#session = session;
      if ((await (await session).recall?.()) !== true && this.#session === session) this.#end();
    } catch {
      // Nobody asked for it: a click tries again, and says why if it cannot.
    }
  }

  #load(): Promise<Shown> {
    return this.src.length > 0 ? this.#loadFindings() : this.#loadWorker();
  }

  async #loadFindings(): Promise<Shown> {
    const [{ FindingsSession }, words] = await Promise.all([
      import("./findings-session"),
      loadMessages(this.#language()),
    ]);
    return new FindingsSession(this, {
      article: () => this.#target(),
      src: this.#source(),
      theme: this.theme,
      policy: this.policy,
      words,
      emit: (name, detail) => {
        this.#emit(name, detail);
      },
    });
  }

  async #loadWorker(): Promise<Shown> {
    const [{ ComponentSession }, words] = await Promise.all([
      import("./component-session"),
      loadMessages(this.#language()),
    ]);
    const assets = this.assets.length > 0 ? folderAt(this.assets) : here;
    const folder = (named: string, usual: string): string =>
      named.length > 0 ? folderAt(named) : new URL(usual, assets).href;
    return new ComponentSession(this, {
      article: () => this.#target(),
      urls: {
        worker: new URL("worker.js", assets).href,
        models: folder(this.models, "models/"),
        library: folder(this.library, "library/"),
      },
      theme: this.theme,
      policy: this.policy,
      words,
      offersLookUp: this.lookUp === "offer",
      offersOwnModel: this.browserModel === "offer",
      endpoint: this.#endpoint(),
      emit: (name, detail) => {
        this.#emit(name, detail);
      },
    });
  }

  /** The endpoint that the attributes name. There is none for a key: whoever reads the page would read it. */
  #endpoint(): EndpointUse | null {
    if (this.endpoint.length === 0) return null;
    const settings: EndpointSettings = {
      ...NEW_SETTINGS,
      kind: this.endpointKind,
      url: new URL(this.endpoint, document.baseURI).href,
      model: this.endpointModel,
      format: this.endpointFormat,
    };
    return {
      endpoint: { settings, carried: false },
      always: this.endpointAsk === "always",
    };
  }

  /** Where the findings are; `{doi}` stands for the article's. @throws Error if it has none. */
  #source(): string {
    const { src, doi } = this;
    if (src.includes("{doi}") && doi === "")
      throw new Error(
        'src names {doi}, and neither doi="…" nor a <meta name="citation_doi"> of this page gives one',
      );
    return new URL(src.replaceAll("{doi}", encodeURIComponent(doi)), document.baseURI).href;
  }

  /** Loads the counts once the badge comes near: of a long list most are never seen. */
  #showBadge(): void {
    this.#badge?.abort();
    const showing = new AbortController();
    this.#badge = showing;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const begin = async (): Promise<void> => {
      try {
        const { drawBadge } = await import("./badge");
        const words = INITIAL_MESSAGES[this.#language()];
        const href = this.href === "" ? "" : new URL(this.href, document.baseURI).href;
        const { signal } = showing;
        this.#tellEmpty(!(await drawBadge(root, { src: this.#source(), href, words, signal })));
      } catch (error) {
        if (showing.signal.aborted) return;
        root.replaceChildren();
        this.#fail(error instanceof Error ? error.message : String(error));
      }
    };
    // What is hidden is nowhere: what it stands in is looked at.
    const place = this.hidden ? this.parentElement : this;
    if (place === null) {
      void begin();
      return;
    }
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        void begin();
      },
      { rootMargin: "200px" },
    );
    watch.observe(place);
    showing.signal.addEventListener("abort", () => {
      watch.disconnect();
    });
  }

  /** There is nothing to say, or there is: an element that hides then is shown or not. */
  #tellEmpty(isEmpty: boolean): void {
    if (this.hideEmpty) this.hidden = isEmpty;
  }

  #beginByItself(): void {
    if (this.#session !== null) return;
    const isAutomatic = this.mode === "auto";
    // A reader who was here before finds their marks: only then anything is loaded unasked.
    if (!isAutomatic && (this.src.length > 0 || !mayBeKept())) return;
    const begin = (): void => {
      if (this.isConnected && this.#session === null) void (isAutomatic ? this.check() : this.#recall());
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
    else queueMicrotask(begin);
  }

  // Clears the page; a button offers to begin anew.
  #end(): void {
    const ended = this.#session;
    if (ended === null) return;
    this.#session = null;
    void ended.then(
      (session) => {
        session.remove();
        if (this.#session === null) this.#drawButton();
      },
      () => undefined,
    );
  }

  #target(): Element | null {
    try {
      return document.querySelector(this.for.length > 0 ? this.for : "article, main");
    } catch {
      // What is no selector matches nothing.
      return null;
    }
  }

  /** Of the page around it, where that is spoken here; else of the reader's browser. */
  #language(): Language {
    return languageFor([languageAround(this), ...navigator.languages]);
  }

  #drawButton(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [];
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("part", "button");
    const { language, check, show } = INITIAL_MESSAGES[this.#language()];
    button.lang = language;
    button.textContent = this.src.length > 0 ? show : check;
    button.addEventListener("click", () => {
      button.disabled = true;
      void this.check();
    });
    root.replaceChildren(button);
  }

  #fail(message: string): void {
    // For whoever makes the page; its readers cannot mend it.
    console.warn(`cite-light: ${message.replace(/^cite-light: /, "")}`);
    const button = this.shadowRoot?.querySelector("button");
    if (button?.part.contains("button") === true) button.disabled = false;
    this.#emit("citelight-failed", message);
  }

  #emit<K extends keyof CiteLightEvents>(name: K, detail: CiteLightEvents[K]["detail"]): void {
    if (name === "citelight-failed") this.#tellEmpty(true);
    if (name === "citelight-finished") this.#tellEmpty(isEmpty(detail as Summary));
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** Whether a check found nothing that it could say anything of. */
function isEmpty({ pairs, unmapped }: Summary): boolean {
  return pairs + unmapped === 0;
}

/** A folder that the page names, with or without its last slash. */
function folderAt(address: string): string {
  return new URL(address.endsWith("/") ? address : `${address}/`, document.baseURI).href;
}

declare global {
  interface HTMLElementTagNameMap {
    "cite-light": CiteLight;
  }
  // So that listeners on the element, the article or the document know what they hear.
  interface GlobalEventHandlersEventMap {
    "citelight-finding": CiteLightEvents["citelight-finding"];
    "citelight-finished": CiteLightEvents["citelight-finished"];
    "citelight-failed": CiteLightEvents["citelight-failed"];
    "citelight-outdated": CiteLightEvents["citelight-outdated"];
  }
}

// Page and extension, or two versions, may both bring it: the first one stays. Content scripts have no registry.
const registry = (globalThis as { customElements?: CustomElementRegistry | null }).customElements;
if (registry?.get(TAG) === undefined) registry?.define(TAG, CiteLight);
