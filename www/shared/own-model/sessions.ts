/**
 * Sessions with the same instructions: made once, and cloned for each question, which none of the others may see. Freed when nobody
 * asked for a while, since browsers hold the model in memory as long as there is a session.
 */

import { EXPECTED } from "./expected";
import type { CreateOptions, LanguageModelApi, LanguageModelSession } from "./prompt-api";
import type { Question } from "./question";

/** Sessions that are kept: the prompts of an audit are few. */
const KEPT = 3;
const IDLE_MS = 60_000;

export class Sessions {
  readonly #kept = new Map<string, LanguageModelSession>();
  #idle: ReturnType<typeof setTimeout> | null = null;

  /** A session for one question; whoever opens it frees it. */
  async open(
    api: LanguageModelApi,
    { system, temperature }: Question,
    signal: AbortSignal,
  ): Promise<LanguageModelSession> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.close();
    }, IDLE_MS);
    const key = `${temperature.toString()}\n${system}`;
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    if (known !== undefined)
      try {
        const clone = await known.clone({ signal });
        this.#keep(key, known);
        return clone;
      } catch (error) {
        known.destroy();
        // Browsers end sessions when they need the memory: another one is made. What was given up stays so.
        if (signal.aborted) throw error;
      }
    // Without the signal: a session outlives the question that it is made for.
    const session = await api.create({
      ...EXPECTED,
      ...(await sampling(api, temperature)),
      initialPrompts: [{ role: "system", content: system }],
    });
    this.#keep(key, session);
    return session.clone({ signal });
  }

  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    for (const session of this.#kept.values()) session.destroy();
    this.#kept.clear();
  }

  #keep(key: string, session: LanguageModelSession): void {
    this.#kept.set(key, session);
    for (const [oldest, other] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      other.destroy();
      this.#kept.delete(oldest);
    }
  }
}

/** Extensions set numbers, pages a word; whoever knows neither leaves it to the browser. */
async function sampling(
  api: LanguageModelApi,
  temperature: number,
): Promise<Pick<CreateOptions, "temperature" | "topK" | "samplingMode">> {
  const params = (await api.params?.().catch(() => null)) ?? null;
  if (params === null) return { samplingMode: temperature === 0 ? "most-predictable" : "balanced" };
  return temperature === 0
    ? { temperature: 0, topK: 1 }
    : { temperature: Math.min(temperature, params.maxTemperature), topK: params.defaultTopK };
}
