/** The browser's own model: whether it is there, its download, and its answers, one question after the other. */

import type { Header, ProxyAnswer } from "../worker/fetch-proxy";
import { EXPECTED } from "./expected";
import { faultOf, OwnModelError, type OwnModelFault } from "./faults";
import {
  languageModel,
  type Availability,
  type LanguageModelApi,
  type LanguageModelSession,
  type PromptOptions,
} from "./prompt-api";
import { questionFrom, type Question } from "./question";
import { Sessions } from "./sessions";

/** How long one question may take. */
const SLOW_MS = 180_000;

/** A refusal in the place of the object that was asked for: the core counts it as void, and asks once more. */
const NO_OBJECT = "The browser's model formed no answer of the asked form.";

export class OwnModel {
  readonly #api: () => LanguageModelApi | null;
  readonly #slowMs: number;
  readonly #sessions = new Sessions();
  // The question before: models answer one at a time.
  #before: Promise<unknown> = Promise.resolve();

  constructor(api: () => LanguageModelApi | null = languageModel, slowMs = SLOW_MS) {
    this.#api = api;
    this.#slowMs = slowMs;
  }

  /** Whether it can be asked. */
  async availability(): Promise<Availability> {
    const api = this.#api();
    if (api === null) return "unavailable";
    return api.availability(EXPECTED).catch((): Availability => "unavailable");
  }

  /**
   * Has the browser download it. Browsers allow it only while a click lasts: nothing is awaited before.
   *
   * @param progress hears which share has come
   * @returns what kept it from being downloaded, or null
   */
  async download(progress: (share: number) => void, signal: AbortSignal): Promise<OwnModelFault | null> {
    const api = this.#api();
    if (api === null) return "unavailable";
    try {
      const session = await api.create({
        ...EXPECTED,
        signal,
        monitor: (monitor) => {
          monitor.addEventListener("downloadprogress", (event) => {
            progress(shareOf(event));
          });
        },
      });
      session.destroy();
      return null;
    } catch (error) {
      return signal.aborted ? null : faultOf(error);
    }
  }

  /** Answers a request as a model behind an address would (fetch-proxy.ts). */
  answer(_url: string, body: string, _headers: readonly Header[], signal: AbortSignal): Promise<ProxyAnswer> {
    const question = questionFrom(body);
    if (question === null) return Promise.resolve({ kind: "refused", reason: "the question cannot be read" });
    const answered = this.#before.then(() => this.#answered(question, signal));
    this.#before = answered;
    return answered;
  }

  /** Frees all sessions. */
  close(): void {
    this.#sessions.close();
  }

  async #answered(question: Question, signal: AbortSignal): Promise<ProxyAnswer> {
    if (signal.aborted) return { kind: "lost", reason: "it was given up" };
    const slow = AbortSignal.timeout(this.#slowMs);
    try {
      const { text, read } = await within(this.#ask(question, AbortSignal.any([signal, slow])), slow, signal);
      return completion(text === null ? { refusal: NO_OBJECT } : { content: text }, read, text ?? "");
    } catch (error) {
      return { kind: "refused", reason: new OwnModelError(slow.aborted ? "slow" : faultOf(error)).message };
    }
  }

  /** What it says; null where it could form no object. With the tokens that it read, where the browser counts them. */
  async #ask(question: Question, signal: AbortSignal): Promise<{ text: string | null; read: number | null }> {
    const api = this.#api();
    if (api === null) throw new OwnModelError("unavailable");
    const availability = await api.availability(EXPECTED);
    if (availability !== "available") throw new OwnModelError(availability);
    const session = await this.#sessions.open(api, question, signal);
    try {
      const { messages, schema: responseConstraint } = question;
      const options = responseConstraint === null ? { signal } : { responseConstraint, signal };
      const room =
        (session.contextWindow ?? session.inputQuota ?? Infinity) -
        (session.contextUsage ?? session.inputUsage ?? 0);
      const read = await tokensOf(session, messages, options);
      if ((read ?? 0) + question.mostWritten > room) throw new OwnModelError("overflow");
      try {
        return { text: await session.prompt(messages, options), read };
      } catch (error) {
        const name = error instanceof Error ? error.name : "";
        if (name === "SyntaxError") return { text: null, read };
        // A browser may not know all that a schema says: the prompt asks for the same, and the answer is read as any model's.
        if (name === "NotSupportedError" && responseConstraint !== null)
          return { text: await session.prompt(messages, { signal }), read };
        throw error;
      }
    } finally {
      session.destroy();
    }
  }
}

/** Tokens that a question takes, by the name that the browser knows; null where it does not count. */
async function tokensOf(
  session: LanguageModelSession,
  messages: Question["messages"],
  options: PromptOptions,
): Promise<number | null> {
  if (session.measureContextUsage !== undefined) return session.measureContextUsage(messages, options);
  return (await session.measureInputUsage?.(messages, options)) ?? null;
}

/** Browsers may not heed a signal at once: whoever waits is told. */
function within<T>(answer: Promise<T>, slow: AbortSignal, given: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const end = (): void => {
      failed(new OwnModelError("slow"));
    };
    slow.addEventListener("abort", end);
    given.addEventListener("abort", end);
    answer.then(done, failed).finally(() => {
      slow.removeEventListener("abort", end);
      given.removeEventListener("abort", end);
    });
  });
}

/** The share of a download: a fraction today, bytes of a total in earlier drafts. */
function shareOf(event: Event): number {
  const { loaded, total } = event as ProgressEvent;
  const share = total > 0 ? loaded / total : loaded;
  return Math.min(1, Math.max(0, share));
}

/** A completion in the form that the core reads of any model. */
function completion(
  message: { content: string } | { refusal: string },
  read: number | null,
  text: string,
): ProxyAnswer {
  const usage =
    read === null
      ? {}
      : { usage: { prompt_tokens: Math.round(read), completion_tokens: Math.ceil(text.length / 4) } };
  return {
    kind: "answered",
    status: 200,
    headers: [["content-type", "application/json"]],
    body: JSON.stringify({ choices: [{ message }], ...usage }),
  };
}
