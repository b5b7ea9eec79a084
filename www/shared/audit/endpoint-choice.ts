/** The endpoint that open claims may be put to: the reader's choice, none unless they set one up. */

import type { EndpointSettings } from "../generated/EndpointSettings";
import type { Finding } from "../generated/Finding";
import type { ModelEndpoint } from "../generated/ModelEndpoint";
import type { ConnectionTest } from "../generated/ConnectionTest";
import { OWN_MODEL } from "../own-model/address";
import type { WorkerClient } from "../worker/client";

export const ASK_MODES = ["off", "on-request", "always"] as const;
/** Never, when the reader presses the button of a finding, or for every claim that stays open. */
export type AskMode = (typeof ASK_MODES)[number];

/** How long a key is kept: on disk until it is removed, or in memory until browser or page are closed. */
export type KeyLasts = "stored" | "session";

/** What was set up. The key is none of it: whoever holds it only says whether there is one. */
export interface EndpointSetup {
  settings: EndpointSettings;
  ask: AskMode;
  hasKey: boolean;
  keyLasts: KeyLasts;
}

/** Where a surface keeps the choice. */
export interface EndpointChoice {
  read(): Promise<EndpointSetup | null>;
  /**
   * Keeps what was set up; gives what kept it from being kept, in words, or null.
   *
   * @param key a new key; null to leave the one that is there
   * @param lasts where the choice has a place for each; else as long as it can be kept
   */
  write(
    settings: EndpointSettings,
    ask: AskMode,
    key: string | null,
    lasts: KeyLasts,
  ): Promise<string | null>;
  removeKey(): Promise<void>;
  /** Forgets endpoint and key. */
  forget(): Promise<void>;
  /** Sends one tiny question. */
  attempt(): Promise<ConnectionTest>;
}

/** What an audit may do with an endpoint. */
export interface EndpointUse {
  endpoint: ModelEndpoint;
  /** Whether every open claim is put to it, or only what the reader asks about. */
  always: boolean;
}

/** Whether a finding stays open and can be put to an endpoint: its source was read, and nobody was asked about it. */
export function isOpenClaim({ verdict, trail }: Finding): boolean {
  return (
    verdict === "undecidable" &&
    trail.some(({ step }) => step === "infer") &&
    !trail.some(({ step, values }) => step === "arbitrate" && values.requests !== undefined)
  );
}

/** The endpoint of a check that the reader did not ask the endpoint for. */
export function unaskedEndpoint(use: EndpointUse | null): ModelEndpoint | null {
  return use?.always === true ? use.endpoint : null;
}

/** The reader's standard: as the core's, with a budget. */
export const NEW_SETTINGS: EndpointSettings = {
  kind: "model",
  url: "",
  model: "",
  format: "plain",
  reasoning: null,
  stream: false,
  repair: false,
  transcribe: false,
  timeout_seconds: 120,
  concurrency: 4,
  limits: { requests: 300, tokens: 500_000, cost: null },
  prices: null,
};

/** The host of an endpoint, as it is named to readers; for the browser's own model its address, which surfaces say in words. */
export function hostOf({ kind, url }: Pick<EndpointSettings, "kind" | "url">): string {
  if (kind === "browser") return OWN_MODEL;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What is wrong with an address; null if it can be asked. Nothing is sent in the clear but within this machine. */
export function addressFault(url: string): "none" | "insecure" | null {
  if (!URL.canParse(url)) return "none";
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "none";
  if (protocol === "https:") return null;
  if (protocol !== "http:") return "none";
  return ["localhost", "127.0.0.1"].includes(hostname) ? null : "insecure";
}

/**
 * The choice of a page that has nobody to hold a key: everything lasts while the page is open, and the key stays in its memory and its
 * worker's.
 */
export class PageEndpointChoice implements EndpointChoice {
  readonly #client: WorkerClient;
  #setup: EndpointSetup | null = null;

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  read(): Promise<EndpointSetup | null> {
    return Promise.resolve(this.#setup);
  }

  write(settings: EndpointSettings, ask: AskMode, key: string | null): Promise<string | null> {
    const old = this.#setup;
    // A key belongs to its address.
    const moved = old !== null && old.settings.url !== settings.url;
    if (moved) this.#client.keepKey(old.settings.url, null);
    if (key !== null) this.#client.keepKey(settings.url, key);
    const hasKey = key !== null || (old?.hasKey === true && !moved);
    this.#setup = { settings, ask, hasKey, keyLasts: "session" };
    return Promise.resolve(null);
  }

  removeKey(): Promise<void> {
    if (this.#setup !== null) {
      this.#client.keepKey(this.#setup.settings.url, null);
      this.#setup = { ...this.#setup, hasKey: false };
    }
    return Promise.resolve();
  }

  async forget(): Promise<void> {
    await this.removeKey();
    this.#setup = null;
  }

  attempt(): Promise<ConnectionTest> {
    if (this.#setup === null) throw new Error("an endpoint is set up before it is tried");
    return this.#client.attempt({ settings: this.#setup.settings, carried: false });
  }
}

/** What audits may do with what was set up. */
export function useOf(setup: EndpointSetup | null, carried: boolean): EndpointUse | null {
  if (setup === null || setup.ask === "off") return null;
  return { endpoint: { settings: setup.settings, carried }, always: setup.ask === "always" };
}
