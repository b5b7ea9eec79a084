/**
 * The Prompt API as its draft and explainer have it (https://webmachinelearning.github.io/prompt-api), as far as it is used here. Names
 * that were changed are there by both: extensions may still know the old ones alone.
 */

export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface PromptOptions {
  responseConstraint?: object;
  signal?: AbortSignal;
}

/** A session. Whoever made it frees it. */
export interface LanguageModelSession {
  prompt(input: readonly PromptMessage[], options?: PromptOptions): Promise<string>;
  clone(options?: { signal?: AbortSignal }): Promise<LanguageModelSession>;
  destroy(): void;
  measureContextUsage?(input: readonly PromptMessage[], options?: PromptOptions): Promise<number>;
  readonly contextUsage?: number;
  readonly contextWindow?: number;
  /** As it was called before. */
  measureInputUsage?(input: readonly PromptMessage[], options?: PromptOptions): Promise<number>;
  readonly inputUsage?: number;
  readonly inputQuota?: number;
}

/** Sampling parameters, which extensions alone may set. */
export interface LanguageModelParams {
  readonly defaultTopK: number;
  readonly maxTopK: number;
  readonly defaultTemperature: number;
  readonly maxTemperature: number;
}

/** What a session is to be good for: availability is that of a session with the same options. */
export interface CoreOptions {
  expectedInputs?: readonly { type: "text"; languages?: readonly string[] }[];
  expectedOutputs?: readonly { type: "text"; languages?: readonly string[] }[];
}

export interface CreateOptions extends CoreOptions {
  initialPrompts?: readonly PromptMessage[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
  temperature?: number;
  topK?: number;
  samplingMode?: "most-predictable" | "balanced";
}

export interface LanguageModelApi {
  availability(options?: CoreOptions): Promise<Availability>;
  create(options?: CreateOptions): Promise<LanguageModelSession>;
  params?(): Promise<LanguageModelParams | null>;
}

interface Brand {
  brand: string;
  version: string;
}

interface Globals {
  LanguageModel?: LanguageModelApi;
  navigator?: { userAgentData?: { brands: readonly Brand[] } };
}

/** What is written of browsers' own: their models run on the machine. The interface itself does not tell. */
const ON_DEVICE = "Chromium";

function brands(): readonly Brand[] {
  return (globalThis as Globals).navigator?.userAgentData?.brands ?? [];
}

/**
 * The browser's own model; null where there is none, or where nobody says that it runs on the reader's machine: others may hand
 * questions to a server.
 */
export function languageModel(): LanguageModelApi | null {
  const { LanguageModel } = globalThis as Globals;
  return LanguageModel !== undefined && brands().some(({ brand }) => brand === ON_DEVICE)
    ? LanguageModel
    : null;
}

/** What its answers are signed with: browsers do not name their model, and change it with their versions. For readers of any language. */
export function ownModelName(): string {
  const named = brands().filter(({ brand }) => !/not.?a.?brand/i.test(brand.replace(/[^a-z]/gi, "")));
  const browser = named.find(({ brand }) => brand !== ON_DEVICE) ?? named[0];
  return browser === undefined
    ? "Browser (built-in AI)"
    : `${browser.brand} ${browser.version} (built-in AI)`;
}
