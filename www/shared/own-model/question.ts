/** A request of the core, read again as what the Prompt API takes (crate/verify/src/llm/endpoint/wire.rs writes it). */

import type { PromptMessage } from "./prompt-api";

export interface Question {
  /** The instructions, which a session begins with. */
  system: string;
  /** What is said then. */
  messages: readonly PromptMessage[];
  /** The form of the answer; null where the prompt alone asks for it. */
  schema: object | null;
  temperature: number;
  /** Tokens of the answer. */
  mostWritten: number;
}

const ROLES = ["system", "user", "assistant"] as const;

/** The question of a request's body; null if it is none. */
export function questionFrom(body: string): Question | null {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return null;
  }
  const { messages, temperature, max_tokens: most, response_format: form } = recordOf(asked);
  if (!Array.isArray(messages)) return null;
  const said = messages.flatMap((message: unknown): PromptMessage[] => {
    const { role: told, content } = recordOf(message);
    const role = ROLES.find((one) => one === told);
    return role === undefined || typeof content !== "string" ? [] : [{ role, content }];
  });
  const [system, ...rest] = said;
  if (system?.role !== "system" || rest.length === 0) return null;
  const { schema } = recordOf(recordOf(form).json_schema);
  return {
    system: system.content,
    messages: rest,
    schema: typeof schema === "object" && schema !== null ? schema : null,
    temperature: typeof temperature === "number" ? temperature : 0,
    mostWritten: typeof most === "number" ? most : 0,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
