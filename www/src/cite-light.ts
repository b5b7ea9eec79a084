/**
 * `<cite-light for="#article">`: checks the citations of an article on the page it stands on.
 *
 * This file is all that loads before a reader asks; panel, marks and worker come after.
 *
 * Attributes (each also a property):
 * - `for`      CSS selector of the article; by default the first `article` or `main` of the page.
 * - `mode`     `manual` (default): a button starts the check. `auto`: it starts by itself.
 * - `theme`    `auto` (default), `light`, `dark`.
 * - `models`   URL of the folder with the models; by default `models/` beside this script.
 * - `library`  URL of the folder with records and texts; by default `library/` beside this script.
 * - `endpoint` URL of an OpenAI-compatible endpoint that open claims may be put to: one of your own that wants no key, such as a
 *   proxy that holds it. None by default. With it:
 *   `endpoint-model` the model's name there; `endpoint-format` `schema`, `object`, `plain` (default);
 *   `endpoint-ask`   `on-request` (default): when a reader presses the button of a finding. `always`: for every open claim.
 * - `look-up`  `offer` (default): readers may have references looked up at the scholarly indexes. `never`: they may not.
 *
 * Methods: `check()`, `stop()`.
 * Events (bubble, composed): `citelight-finding` (detail: the finding), `citelight-finished` (detail: the summary),
 * `citelight-failed` (detail: what happened and what to do).
 * Part: `button`.
 */

import { NEW_SETTINGS, type EndpointUse } from "./audit/endpoint-choice";
import type { EndpointSettings } from "./generated/EndpointSettings";
import type { Finding } from "./generated/Finding";
import type { Summary } from "./generated/Summary";
import type { ComponentSession } from "./component-session";
import { words } from "./ui/words";

export interface CiteLightEvents {
  "citelight-finding": CustomEvent<Finding>;
  "citelight-finished": CustomEvent<Summary>;
  "citelight-failed": CustomEvent<string>;
}

const TAG = "cite-light";
const here = import.meta.url;

// Without a DOM (a server that renders pages) the module loads and does nothing.
const Base =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ??
  (Object as unknown as typeof HTMLElement);

export class CiteLight extends Base {
  static readonly observedAttributes = ["theme"];

  #session: Promise<ComponentSession> | null = null;

  get for(): string {
    return this.getAttribute("for") ?? "";
  }

  set for(selector: string) {
    this.setAttribute("for", selector);
  }

  get mode(): "auto" | "manual" {
    return this.getAttribute("mode") === "auto" ? "auto" : "manual";
  }

  set mode(mode: "auto" | "manual") {
    this.setAttribute("mode", mode);
  }

  get theme(): "auto" | "light" | "dark" {
    const theme = this.getAttribute("theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
  }

  set theme(theme: "auto" | "light" | "dark") {
    this.setAttribute("theme", theme);
  }

  get lookUp(): "offer" | "never" {
    return this.getAttribute("look-up") === "never" ? "never" : "offer";
  }

  set lookUp(lookUp: "offer" | "never") {
    this.setAttribute("look-up", lookUp);
  }

  connectedCallback(): void {
    if (this.shadowRoot === null) this.#drawButton();
    if (this.mode === "auto" && this.#session === null) {
      const begin = (): void => {
        if (this.isConnected) void this.check();
      };
      if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
      else queueMicrotask(begin);
    }
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again in the same task.
    queueMicrotask(() => {
      if (this.isConnected || this.#session === null) return;
      const ended = this.#session;
      this.#session = null;
      void ended.then((session) => {
        session.remove();
        this.#drawButton();
      });
    });
  }

  attributeChangedCallback(): void {
    const theme = this.theme;
    void this.#session?.then((session) => {
      session.chooseTheme(theme);
    });
  }

  /** Checks the article, from the beginning if it was checked before. */
  async check(): Promise<void> {
    const target = this.#target();
    if (target === null) {
      this.#fail(words.component.noTarget(this.for));
      return;
    }
    try {
      this.#session ??= this.#load();
      await (await this.#session).start();
    } catch (error) {
      this.#session = null;
      this.#fail(`${words.component.loadFailed} (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  /** Ends a running check; what was found stays. */
  stop(): void {
    void this.#session?.then((session) => {
      session.stop();
    });
  }

  async #load(): Promise<ComponentSession> {
    const { ComponentSession } = await import("./component-session");
    const folder = (name: string): string =>
      new URL(this.getAttribute(name) ?? `${name}/`, this.hasAttribute(name) ? document.baseURI : here).href;
    return new ComponentSession(this, {
      article: () => this.#target(),
      places: {
        worker: new URL("worker.js", here).href,
        models: folder("models"),
        library: folder("library"),
      },
      theme: this.theme,
      offersLookUp: this.lookUp === "offer",
      endpoint: this.#endpoint(),
      emit: (name, detail) => {
        this.#emit(name, detail);
      },
    });
  }

  /** The endpoint that the attributes name. There is none for a key: whoever reads the page would read it. */
  #endpoint(): EndpointUse | null {
    const address = this.getAttribute("endpoint") ?? "";
    if (address === "") return null;
    const format = this.getAttribute("endpoint-format");
    const settings: EndpointSettings = {
      ...NEW_SETTINGS,
      kind: this.getAttribute("endpoint-kind") === "citelight" ? "citelight" : "model",
      url: new URL(address, document.baseURI).href,
      model: this.getAttribute("endpoint-model") ?? "",
      format: format === "schema" || format === "object" ? format : "plain",
    };
    return {
      endpoint: { settings, carried: false },
      always: this.getAttribute("endpoint-ask") === "always",
    };
  }

  #target(): Element | null {
    return document.querySelector(this.for.length > 0 ? this.for : "article, main");
  }

  #drawButton(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [];
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("part", "button");
    button.textContent = words.panel.check;
    button.addEventListener("click", () => {
      button.disabled = true;
      void this.check();
    });
    root.replaceChildren(button);
  }

  #fail(message: string): void {
    console.error(message);
    const button = this.shadowRoot?.querySelector("button");
    if (button?.part.contains("button") === true) button.disabled = false;
    this.#emit("citelight-failed", message);
  }

  #emit(name: keyof CiteLightEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "cite-light": CiteLight;
  }
}

// Page and extension, or two versions, may both bring it: the first one stays. Content scripts have no registry.
const registry = (globalThis as { customElements?: CustomElementRegistry | null }).customElements;
if (registry?.get(TAG) === undefined) registry?.define(TAG, CiteLight);
