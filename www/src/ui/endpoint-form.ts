/** The form that sets up an endpoint: the extension's options and the demo's box. */

import {
  ASK_MODES,
  addressFault,
  hostOf,
  NEW_SETTINGS,
  type AskMode,
  type EndpointChoice,
  type EndpointSetup,
} from "../audit/endpoint-choice";
import type { AnswerFormat } from "../generated/AnswerFormat";
import type { EndpointSettings } from "../generated/EndpointSettings";
import type { Reasoning } from "../generated/Reasoning";
import { fill, h } from "./dom";
import { field, numberOf, option } from "./fields";
import { words } from "./words";

const FORMS: readonly AnswerFormat[] = ["schema", "object", "plain"];
const REASONINGS: readonly (Reasoning | "none")[] = ["none", "low", "medium", "high"];

export interface FormOptions {
  /** Whether the choice outlives the page: it is saved then, else used. */
  lasts: boolean;
  /** Called when another endpoint holds than before, or none. */
  changed: (setup: EndpointSetup | null) => void;
}

export class EndpointForm {
  readonly element: HTMLFormElement;
  readonly #choice: EndpointChoice;
  readonly #options: FormOptions;
  readonly #url = h("input", { type: "url", autocomplete: "off", spellcheck: "false" });
  readonly #model = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  readonly #key = h("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  readonly #keyHint = h("span");
  readonly #removeKey: HTMLButtonElement;
  readonly #asks = new Map<AskMode, HTMLInputElement>();
  readonly #format = h("select", {}, ...FORMS.map((one) => option(one, words.endpoint.forms[one])));
  readonly #reasoning = h(
    "select",
    {},
    ...REASONINGS.map((one) => option(one, words.endpoint.reasonings[one])),
  );
  readonly #requests = h("input", { type: "text", inputmode: "numeric" });
  readonly #tokens = h("input", { type: "text", inputmode: "numeric" });
  readonly #stream = h("input", { type: "checkbox" });
  readonly #forget: HTMLButtonElement;
  readonly #status = h("div", { class: "outcome", role: "status" });
  readonly #buttons: HTMLButtonElement[];
  // What the form has no field for stays as it was.
  #kept: EndpointSettings = NEW_SETTINGS;
  #isChanged = false;

  constructor(choice: EndpointChoice, options: FormOptions) {
    this.#choice = choice;
    this.#options = options;
    const { endpoint: text } = words;
    const save = h("button", { type: "submit" }, options.lasts ? text.save : text.use);
    const test = this.#button(options.lasts ? text.test : text.useTest, () => this.#test());
    test.classList.add("primary");
    this.#removeKey = this.#button(text.removeKey, () => this.#dropKey());
    this.#forget = this.#button(text.forget, () => this.#drop());
    this.#buttons = [save, test, this.#removeKey, this.#forget];
    this.element = h(
      "form",
      { class: "endpoint", novalidate: true },
      field(text.address, this.#url, text.addressHint),
      field(text.model, this.#model, text.modelHint),
      field(text.key, this.#key, this.#keyHint, this.#removeKey),
      this.#makeAsks(),
      h(
        "details",
        {},
        h("summary", {}, text.more),
        field(text.form, this.#format, text.formHint),
        field(text.reasoning, this.#reasoning, text.reasoningHint),
        field(text.requests, this.#requests, text.limitHint),
        field(text.tokens, this.#tokens),
        h("label", { class: "check" }, this.#stream, h("span", {}, text.stream)),
      ),
      h("div", { class: "buttons" }, test, save, this.#forget),
      this.#status,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#while(async () => {
        if (await this.#save()) this.#say(options.lasts ? text.saved : text.used);
      });
    });
    void choice.read().then((setup) => {
      this.#show(setup);
    });
  }

  #button(label: string, action: () => Promise<void>): HTMLButtonElement {
    const button = h("button", { type: "button" }, label);
    button.addEventListener("click", () => {
      void this.#while(action);
    });
    return button;
  }

  /** Nothing else can be pressed meanwhile. */
  async #while(action: () => Promise<void>): Promise<void> {
    for (const button of this.#buttons) button.disabled = true;
    try {
      await action();
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), "error");
    } finally {
      for (const button of this.#buttons) button.disabled = false;
    }
    // Once, after the test too: it may have found another form.
    if (this.#isChanged) this.#options.changed(await this.#choice.read());
    this.#isChanged = false;
  }

  #makeAsks(): HTMLElement {
    const group = h("fieldset", {}, h("legend", {}, words.endpoint.when));
    for (const mode of ASK_MODES) {
      const radio = h("input", { type: "radio", name: "ask", value: mode, checked: mode === "on-request" });
      this.#asks.set(mode, radio);
      group.append(h("label", { class: "check" }, radio, h("span", {}, words.endpoint.asks[mode])));
    }
    return group;
  }

  #show(setup: EndpointSetup | null): void {
    const { settings, ask, hasKey } = setup ?? { settings: NEW_SETTINGS, ask: "on-request", hasKey: false };
    const { endpoint: text } = words;
    this.#kept = settings;
    this.#url.value = settings.url;
    this.#model.value = settings.model;
    this.#key.value = "";
    this.#keyHint.textContent = [
      hasKey ? (this.#options.lasts ? text.keyKept : text.keyHeld) : text.keyNew,
      this.#options.lasts ? text.keyStored : hasKey ? "" : text.keyMemory,
    ]
      .filter((part) => part.length > 0)
      .join(" ");
    this.#removeKey.hidden = !hasKey;
    for (const [mode, radio] of this.#asks) radio.checked = mode === ask;
    this.#format.value = settings.format;
    this.#reasoning.value = settings.reasoning ?? "none";
    this.#requests.value = settings.limits.requests?.toString() ?? "";
    this.#tokens.value = settings.limits.tokens?.toString() ?? "";
    this.#stream.checked = settings.stream;
    this.#forget.hidden = setup === null;
  }

  /** What the fields say; null with a word on the field that says nothing usable. */
  #read(): EndpointSettings | null {
    const { endpoint: text } = words;
    const url = this.#url.value.trim();
    const model = this.#model.value.trim();
    const fault = addressFault(url);
    if (fault !== null) return this.#mend(this.#url, fault === "none" ? text.noAddress : text.insecure);
    if (model === "") return this.#mend(this.#model, text.noModel);
    const requests = numberOf(this.#requests.value);
    if (requests === undefined) return this.#mend(this.#requests, text.noNumber);
    const tokens = numberOf(this.#tokens.value);
    if (tokens === undefined) return this.#mend(this.#tokens, text.noNumber);
    const reasoning = REASONINGS.find((one) => one === this.#reasoning.value) ?? "none";
    return {
      ...this.#kept,
      url,
      model,
      format: FORMS.find((one) => one === this.#format.value) ?? "plain",
      reasoning: reasoning === "none" ? null : reasoning,
      stream: this.#stream.checked,
      limits: { ...this.#kept.limits, requests, tokens },
    };
  }

  #mend(input: HTMLInputElement, fault: string): null {
    this.#say(fault, "error");
    const folded = input.closest("details");
    if (folded !== null) folded.open = true;
    input.setAttribute("aria-invalid", "true");
    input.addEventListener("input", () => {
      input.removeAttribute("aria-invalid");
    });
    input.focus();
    return null;
  }

  async #save(): Promise<EndpointSettings | null> {
    const settings = this.#read();
    if (settings === null) return null;
    const ask = ASK_MODES.find((mode) => this.#asks.get(mode)?.checked) ?? "off";
    const key = this.#key.value.trim();
    const fault = await this.#choice.write(settings, ask, key === "" ? null : key);
    if (fault !== null) this.#say(fault, "error");
    else await this.#showAnew();
    return fault === null ? settings : null;
  }

  async #test(): Promise<void> {
    const settings = await this.#save();
    if (settings === null) return;
    const { endpoint: text } = words;
    const host = hostOf(settings);
    this.#say(text.testing(host));
    const outcome = await this.#choice.attempt();
    if (outcome.kind === "failed") {
      this.#say(outcome.reason, "error");
      return;
    }
    const setup = await this.#choice.read();
    if (setup !== null && setup.settings.url === settings.url && setup.settings.format !== outcome.format) {
      await this.#choice.write({ ...setup.settings, format: outcome.format }, setup.ask, null);
      await this.#showAnew();
    }
    const tokens = outcome.usage.input_tokens + outcome.usage.output_tokens;
    this.#say(text.answered(host, text.forms[outcome.format], tokens), "good");
    this.#status.append(
      ...outcome.refused.map((reason) => h("p", { class: "quiet" }, text.stricter(reason))),
    );
  }

  async #dropKey(): Promise<void> {
    await this.#choice.removeKey();
    await this.#showAnew();
    this.#say(words.endpoint.keyRemoved);
  }

  async #drop(): Promise<void> {
    await this.#choice.forget();
    await this.#showAnew();
    this.#say(words.endpoint.forgotten);
  }

  async #showAnew(): Promise<void> {
    this.#isChanged = true;
    this.#show(await this.#choice.read());
  }

  #say(text: string, kind: "plain" | "good" | "error" = "plain"): void {
    this.#status.dataset.kind = kind;
    fill(this.#status, h("p", {}, text));
  }
}
