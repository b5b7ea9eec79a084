/**
 * A double of the Prompt API: the interface of its draft and explainer (https://webmachinelearning.github.io/prompt-api), with a model
 * that answers as it is told. It stands in a page before the page's own scripts (tests/e2e/support/prompt-api.ts). Pages of one origin
 * share what it is told and what it writes down, in `localStorage`: "prompt-api" holds the orders, "prompt-api-log" what was asked.
 */

import type {
  Availability,
  CreateOptions,
  LanguageModelApi,
  LanguageModelSession,
  PromptMessage,
  PromptOptions,
} from "../../www/shared/own-model/prompt-api";

export interface Orders {
  availability: Availability;
  /** What comes of a question: text that is no JSON, a browser that can form no object, and so on; null for the answer. */
  fault: "refused" | "slow" | "invalid" | "no-object" | "failed" | null;
  contextWindow: number;
  /** Whether the names are those of before, and sampling parameters there: as in extensions. */
  legacy: boolean;
  downloadStepMs: number;
  /** By a property that the schema of the question has. */
  answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Logged {
  kind: "session" | "freed" | "prompt";
  text?: string;
  system?: string;
  schema?: object | null;
}

const ORDERS = "prompt-api";
const LOG = "prompt-api-log";

const STANDARD: Orders = {
  availability: "available",
  fault: null,
  contextWindow: 9216,
  legacy: false,
  downloadStepMs: 100,
  answers: {},
};

function orders(): Orders {
  return { ...STANDARD, ...(JSON.parse(localStorage.getItem(ORDERS) ?? "{}") as Partial<Orders>) };
}

function order(changed: Partial<Orders>): void {
  localStorage.setItem(ORDERS, JSON.stringify({ ...orders(), ...changed }));
}

function log(entry: Logged): void {
  const known = JSON.parse(localStorage.getItem(LOG) ?? "[]") as Logged[];
  localStorage.setItem(LOG, JSON.stringify([...known, entry]));
}

/** Tokens as the model counts them. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, ms);
    const give = (): void => {
      clearTimeout(timer);
      failed(signal?.reason as Error);
    };
    if (signal?.aborted === true) give();
    signal?.addEventListener("abort", give, { once: true });
  });
}

function fail(name: string, message: string): never {
  throw new DOMException(message, name);
}

function textOf(input: readonly PromptMessage[]): string {
  return input.map(({ content }) => content).join("\n");
}

/** A model that is held to a schema writes its properties in their order. */
function inOrder(answer: Readonly<Record<string, unknown>>, properties: readonly string[]): object {
  return Object.fromEntries(properties.filter((name) => name in answer).map((name) => [name, answer[name]]));
}

class Session implements LanguageModelSession {
  readonly #system: string;
  #isDestroyed = false;
  #usage: number;

  constructor(system: string, usage: number) {
    this.#system = system;
    this.#usage = usage;
    const { legacy, contextWindow } = orders();
    const names = legacy
      ? (["inputUsage", "inputQuota", "measureInputUsage"] as const)
      : (["contextUsage", "contextWindow", "measureContextUsage"] as const);
    Object.defineProperties(this, {
      [names[0]]: { get: () => this.#usage },
      [names[1]]: { get: () => contextWindow },
      [names[2]]: {
        value: (input: readonly PromptMessage[], { responseConstraint }: PromptOptions = {}) => {
          this.#live();
          const schema = responseConstraint === undefined ? "" : JSON.stringify(responseConstraint);
          return Promise.resolve(tokensOf(textOf(input)) + tokensOf(schema));
        },
      },
    });
    log({ kind: "session" });
  }

  async prompt(
    input: readonly PromptMessage[],
    { responseConstraint, signal }: PromptOptions = {},
  ): Promise<string> {
    this.#live();
    signal?.throwIfAborted();
    if (input.some(({ role }) => role === "system"))
      fail("NotSupportedError", "A system prompt comes first, and once.");
    const text = textOf(input);
    const { fault, contextWindow, answers } = orders();
    log({ kind: "prompt", text, schema: responseConstraint ?? null, system: this.#system });
    if (this.#usage + tokensOf(text) > contextWindow)
      fail("QuotaExceededError", "The input is larger than the context window.");
    await wait(fault === "slow" ? 3_600_000 : 20, signal);
    if (fault === "refused") fail("NotAllowedError", "The device's policy does not allow it.");
    if (fault === "failed") fail("UnknownError", "An unknown error occurred.");
    if (fault === "no-object") fail("SyntaxError", "The response does not fit the constraint.");
    const { properties = {} } = (responseConstraint ?? {}) as { properties?: object };
    const names = Object.keys(properties);
    const known = Object.keys(answers).find((name) => names.includes(name));
    const said =
      fault === "invalid" ? "Well, it depends." : JSON.stringify(inOrder(answers[known ?? ""] ?? {}, names));
    this.#usage += tokensOf(text) + tokensOf(said);
    return said;
  }

  clone({ signal }: { signal?: AbortSignal } = {}): Promise<LanguageModelSession> {
    this.#live();
    signal?.throwIfAborted();
    return Promise.resolve(new Session(this.#system, this.#usage));
  }

  destroy(): void {
    if (!this.#isDestroyed) log({ kind: "freed" });
    this.#isDestroyed = true;
  }

  #live(): void {
    if (this.#isDestroyed) fail("InvalidStateError", "The session was destroyed.");
  }
}

/** The download, which takes a click, and a reader who does not give it up. */
async function download({ monitor, signal }: CreateOptions): Promise<void> {
  if (!navigator.userActivation.isActive)
    fail("NotAllowedError", 'Requires a user gesture when availability is "downloadable".');
  const progress = new EventTarget();
  monitor?.(progress);
  order({ availability: "downloading" });
  try {
    for (const loaded of [0, 0.25, 0.5, 0.75, 1]) {
      progress.dispatchEvent(new ProgressEvent("downloadprogress", { loaded, total: 1 }));
      await wait(orders().downloadStepMs, signal);
    }
  } catch (error) {
    order({ availability: "downloadable" });
    throw error;
  }
  order({ availability: "available" });
}

async function create(options: CreateOptions = {}): Promise<LanguageModelSession> {
  const { initialPrompts = [], signal, temperature, topK, samplingMode } = options;
  signal?.throwIfAborted();
  const { availability, legacy, contextWindow } = orders();
  if (availability === "unavailable") fail("NotSupportedError", "The device cannot create a session.");
  if (legacy && samplingMode !== undefined && (temperature !== undefined || topK !== undefined))
    throw new TypeError("Sampling mode and parameters exclude each other.");
  if (initialPrompts.some(({ role }, index) => role === "system" && index > 0))
    throw new TypeError("A system prompt comes first.");
  if (availability !== "available") await download(options);
  const system = textOf(initialPrompts);
  if (tokensOf(system) > contextWindow)
    fail("QuotaExceededError", "The initial prompts are larger than the context window.");
  return new Session(system, tokensOf(system));
}

const api: LanguageModelApi = {
  availability: () => Promise.resolve(orders().availability),
  create,
  ...(orders().legacy
    ? {
        params: () =>
          Promise.resolve({ defaultTopK: 3, maxTopK: 128, defaultTemperature: 1, maxTemperature: 2 }),
      }
    : {}),
};
Object.defineProperty(globalThis, "LanguageModel", { value: api, configurable: true });
