/** The form that sets up an endpoint: the extension's options and the demo's box. */

import {
  ASK_MODES,
  addressFault,
  hostOf,
  NEW_SETTINGS,
  type AskMode,
  type EndpointChoice,
  type EndpointSetup,
  type KeyLasts,
} from "../audit/endpoint-choice";
import type { AnswerFormat } from "../generated/AnswerFormat";
import type { EndpointKind } from "../generated/EndpointKind";
import type { EndpointSettings } from "../generated/EndpointSettings";
import type { Prices } from "../generated/Prices";
import type { Reasoning } from "../generated/Reasoning";
import { ownModelSettings } from "../own-model/endpoint";
import { faultIn } from "../own-model/faults";
import { OwnModel } from "../own-model/own-model";
import { around, closed, messageNode, nodesOf } from "./core-text";
import { fill, h } from "./dom";
import { amountInput, amountOf, field, numberOf, option } from "./fields";
import type { Messages } from "./locales/messages";
import { OwnModelStatus } from "./own-model-status";

const KINDS: readonly EndpointKind[] = ["model", "citelight", "browser"];
const FORMS: readonly AnswerFormat[] = ["schema", "object", "plain"];
const REASONINGS: readonly (Reasoning | "none")[] = ["none", "low", "medium", "high"];

export interface FormOptions {
  /** Whether the choice outlives the page: it is saved then, else used. */
  lasts: boolean;
  /** Whether there are documents here whose pages can be sent as images. */
  hasPages?: boolean;
  /** Called when another endpoint holds than before, or none. */
  changed: (setup: EndpointSetup | null) => void;
}

export class EndpointForm {
  readonly element: HTMLFormElement;
  readonly #words: Messages;
  readonly #choice: EndpointChoice;
  readonly #options: FormOptions;
  readonly #kind = h("select");
  // What only a model is told.
  readonly #ofModel: HTMLElement[];
  // What has an address.
  readonly #ofServer: (HTMLElement | null)[];
  readonly #own: OwnModelStatus;
  readonly #url = h("input", { type: "url", autocomplete: "off", spellcheck: "false" });
  readonly #model = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  readonly #key = h("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  readonly #keyHint = h("span");
  readonly #isSession = h("input", { type: "checkbox" });
  readonly #removeKey: HTMLButtonElement;
  readonly #asks = new Map<AskMode, HTMLInputElement>();
  readonly #format = h("select");
  readonly #reasoning = h("select");
  readonly #requests = h("input", { type: "text", inputmode: "numeric" });
  readonly #tokens = h("input", { type: "text", inputmode: "numeric" });
  readonly #prices = { input: amountInput(), output: amountInput() };
  readonly #cost = amountInput();
  readonly #stream = h("input", { type: "checkbox" });
  readonly #repair = h("input", { type: "checkbox" });
  readonly #transcribe = h("input", { type: "checkbox" });
  readonly #forget: HTMLButtonElement;
  readonly #status = h("div", { class: "outcome", role: "status" });
  readonly #buttons: HTMLButtonElement[];
  // What the form has no field for stays as it was.
  #kept: EndpointSettings = NEW_SETTINGS;
  #isChanged = false;

  constructor(words: Messages, choice: EndpointChoice, options: FormOptions) {
    this.#words = words;
    this.#choice = choice;
    this.#options = options;
    const { endpoint: text } = words;
    this.#kind.append(...KINDS.map((one) => option(one, text.kinds[one])));
    this.#format.append(...FORMS.map((one) => option(one, text.forms[one])));
    this.#reasoning.append(...REASONINGS.map((one) => option(one, text.reasonings[one])));
    const save = h("button", { type: "submit" }, options.lasts ? text.save : text.use);
    const test = this.#button(options.lasts ? text.test : text.useTest, () => this.#test());
    test.classList.add("primary");
    this.#removeKey = this.#button(text.removeKey, () => this.#dropKey());
    this.#forget = this.#button(text.forget, () => this.#drop());
    this.#buttons = [save, test, this.#removeKey, this.#forget];
    const model = field(text.model, this.#model, text.modelHint);
    const more = h(
      "details",
      {},
      h("summary", {}, text.more),
      field(text.form, this.#format, text.formHint),
      field(text.reasoning, this.#reasoning, text.reasoningHint),
      field(text.requests, this.#requests, text.limitHint),
      field(text.tokens, this.#tokens),
      field(text.priceInput, this.#prices.input, text.priceHint),
      field(text.priceOutput, this.#prices.output),
      field(text.cost, this.#cost),
      h("label", { class: "check" }, this.#stream, h("span", {}, text.stream)),
      h("label", { class: "check" }, this.#repair, h("span", {}, text.repair)),
      h("p", { class: "quiet" }, text.repairHint),
      options.hasPages === true &&
        h("label", { class: "check" }, this.#transcribe, h("span", {}, text.transcribe)),
      options.hasPages === true && h("p", { class: "quiet" }, text.transcribeHint),
    );
    this.#ofModel = [model, more];
    const address = field(text.address, this.#url, text.addressHint);
    const key = field(text.key, this.#key, this.#keyHint, this.#removeKey);
    const session = options.lasts
      ? h("label", { class: "check" }, this.#isSession, h("span", {}, text.keySession))
      : null;
    this.#ofServer = [address, key, session];
    this.#own = new OwnModelStatus(words, new OwnModel());
    this.#kind.addEventListener("change", () => {
      this.#fit();
    });
    this.element = h(
      "form",
      { class: "endpoint", novalidate: true },
      field(text.kind, this.#kind, text.kindHint),
      this.#own.element,
      address,
      model,
      key,
      session,
      this.#makeAsks(),
      more,
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

  /** Shows what is kept now: it was changed elsewhere. */
  async refresh(): Promise<void> {
    this.#show(await this.#choice.read());
  }

  /** Takes a model that needs no key, and tries it. */
  take(url: string, model: string): Promise<void> {
    this.#kind.value = "model";
    this.#fit();
    this.#url.value = url;
    this.#model.value = model;
    this.#key.value = "";
    return this.#while(() => this.#test());
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
    const { endpoint: text } = this.#words;
    const group = h("fieldset", {}, h("legend", {}, text.when));
    for (const mode of ASK_MODES) {
      const radio = h("input", { type: "radio", name: "ask", value: mode, checked: mode === "on-request" });
      this.#asks.set(mode, radio);
      group.append(h("label", { class: "check" }, radio, h("span", {}, text.asks[mode])));
    }
    return group;
  }

  /** A Citelight server has a model, a form and a budget of its own; the browser's model needs none, and has no address. */
  #fit(): void {
    const kind = this.#kind.value;
    for (const element of this.#ofModel) element.hidden = kind !== "model";
    for (const element of this.#ofServer) if (element !== null) element.hidden = kind === "browser";
    this.#own.element.hidden = kind !== "browser";
    if (kind === "browser") void this.#own.look();
  }

  #show(setup: EndpointSetup | null): void {
    const none: EndpointSetup = {
      settings: NEW_SETTINGS,
      ask: "on-request",
      hasKey: false,
      keyLasts: "stored",
    };
    const { settings, ask, hasKey, keyLasts } = setup ?? none;
    const { endpoint: text, gap } = this.#words;
    // Of the browser's own model nothing is left to another.
    this.#kept = settings.kind === "browser" ? NEW_SETTINGS : settings;
    this.#kind.value = settings.kind;
    this.#fit();
    const isOwn = settings.kind === "browser";
    this.#url.value = isOwn ? "" : settings.url;
    this.#model.value = isOwn ? "" : settings.model;
    this.#key.value = "";
    this.#keyHint.textContent = [
      hasKey ? (this.#options.lasts ? text.keysKept[keyLasts] : text.keyHeld) : text.keyNew,
      this.#options.lasts ? text.keysStored[keyLasts] : hasKey ? "" : text.keyMemory,
    ]
      .filter((part) => part.length > 0)
      .join(gap);
    this.#isSession.checked = keyLasts === "session";
    this.#removeKey.hidden = !hasKey;
    for (const [mode, radio] of this.#asks) radio.checked = mode === ask;
    this.#format.value = settings.format;
    this.#reasoning.value = settings.reasoning ?? "none";
    this.#requests.value = settings.limits.requests?.toString() ?? "";
    this.#tokens.value = settings.limits.tokens?.toString() ?? "";
    this.#prices.input.value = settings.prices?.input.toString() ?? "";
    this.#prices.output.value = settings.prices?.output.toString() ?? "";
    this.#cost.value = settings.limits.cost?.toString() ?? "";
    this.#stream.checked = settings.stream;
    this.#repair.checked = settings.repair;
    this.#transcribe.checked = settings.transcribe;
    this.#forget.hidden = setup === null;
  }

  /** What the fields say; null with a word on the field that says nothing usable. */
  #read(): EndpointSettings | null {
    const { endpoint: text } = this.#words;
    const url = this.#url.value.trim();
    const kind = KINDS.find((one) => one === this.#kind.value) ?? "model";
    if (kind === "browser") return ownModelSettings();
    const model = kind === "model" ? this.#model.value.trim() : "";
    const fault = addressFault(url);
    if (fault !== null) return this.#mend(this.#url, fault === "none" ? text.noAddress : text.insecure);
    if (kind === "model" && model === "") return this.#mend(this.#model, text.noModel);
    const requests = numberOf(this.#requests.value);
    if (requests === undefined) return this.#mend(this.#requests, text.noNumber);
    const tokens = numberOf(this.#tokens.value);
    if (tokens === undefined) return this.#mend(this.#tokens, text.noNumber);
    const prices = this.#readPrices();
    if (prices === undefined) return null;
    const cost = amountOf(this.#cost.value);
    if (cost === undefined) return this.#mend(this.#cost, text.noAmount);
    if (cost !== null && prices === null) return this.#mend(this.#prices.input, text.noPrice);
    const reasoning = REASONINGS.find((one) => one === this.#reasoning.value) ?? "none";
    return {
      ...this.#kept,
      kind,
      url,
      model,
      format: FORMS.find((one) => one === this.#format.value) ?? "plain",
      reasoning: reasoning === "none" ? null : reasoning,
      stream: this.#stream.checked,
      repair: this.#repair.checked,
      transcribe: this.#transcribe.checked,
      prices,
      limits: { requests, tokens, cost },
    };
  }

  /** Both prices or neither; undefined with a word on the field that says nothing usable. */
  #readPrices(): Prices | null | undefined {
    const { input, output } = this.#prices;
    const [read, written] = [amountOf(input.value), amountOf(output.value)];
    if (read === null && written === null) return null;
    const unusable = typeof read === "number" ? output : input;
    if (typeof read === "number" && typeof written === "number") return { input: read, output: written };
    this.#mend(unusable, this.#words.endpoint.noPrice);
    return undefined;
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

  #lasts(): KeyLasts {
    return this.#isSession.checked ? "session" : "stored";
  }

  async #save(): Promise<EndpointSettings | null> {
    const settings = this.#read();
    if (settings === null) return null;
    const ask = ASK_MODES.find((mode) => this.#asks.get(mode)?.checked) ?? "off";
    const key = this.#key.value.trim();
    const fault = await this.#choice.write(settings, ask, key === "" ? null : key, this.#lasts());
    if (fault !== null) this.#say(fault, "error");
    else await this.#showAnew();
    return fault === null ? settings : null;
  }

  async #test(): Promise<void> {
    const settings = await this.#save();
    if (settings === null) return;
    const { endpoint: text, ownModel: own } = this.#words;
    const host = hostOf(settings);
    const isOwn = settings.kind === "browser";
    this.#say(isOwn ? own.testing : text.testing(host));
    const outcome = await this.#choice.attempt();
    if (outcome.kind === "failed") {
      const fault = isOwn ? faultIn(outcome.reason) : null;
      this.#say(fault === null ? messageNode(this.#words, outcome.reason) : own.faults[fault], "error");
      return;
    }
    const tokens = outcome.usage.input_tokens + outcome.usage.output_tokens;
    if (outcome.kind === "served") {
      this.#say(text.served(host, outcome.model, tokens), "good");
      return;
    }
    const setup = await this.#choice.read();
    if (setup !== null && setup.settings.url === settings.url && setup.settings.format !== outcome.format) {
      const found = { ...setup.settings, format: outcome.format };
      await this.#choice.write(found, setup.ask, null, this.#lasts());
      await this.#showAnew();
    }
    this.#say(isOwn ? own.answered : text.answered(host, text.forms[outcome.format], tokens), "good");
    this.#status.append(
      ...outcome.refused.map((reason) =>
        h("p", { class: "quiet" }, ...nodesOf(this.#words, around(text.stricter, closed(reason)))),
      ),
    );
  }

  async #dropKey(): Promise<void> {
    await this.#choice.removeKey();
    await this.#showAnew();
    this.#say(this.#words.endpoint.keyRemoved);
  }

  async #drop(): Promise<void> {
    await this.#choice.forget();
    await this.#showAnew();
    this.#say(this.#words.endpoint.forgotten);
  }

  async #showAnew(): Promise<void> {
    this.#isChanged = true;
    this.#show(await this.#choice.read());
  }

  #say(text: Node | string, kind: "plain" | "good" | "error" = "plain"): void {
    this.#status.dataset.kind = kind;
    fill(this.#status, h("p", {}, text));
  }
}
