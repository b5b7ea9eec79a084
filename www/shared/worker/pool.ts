/** Workers that run the same models and share the inputs of every question. */

import type { ModelAnswer, Numbers, ModelRole } from "./model-messages";
import { WorkerLost, type ModelPort } from "./model-port";

/**
 * Letters of the inputs that one worker takes at once: about 300 tokens, a tenth of a second's work. Fewer, and
 * messages cost; more, and one worker is still busy when the others have nothing left.
 */
export const LETTERS_AT_ONCE = 1200;

/** Workers that may be lost over the same inputs before nobody is asked again. */
const LOSSES = 2;

/** Some inputs of a question. */
interface Part {
  role: ModelRole;
  columns: string[][];
  losses: number;
  resolve: (answer: ModelAnswer) => void;
  reject: (error: Error) => void;
}

export class ModelPool {
  readonly #idle: ModelPort[];
  readonly #parts: Part[] = [];
  readonly #names = new Map<ModelRole, Set<string>>();
  #workers: number;

  constructor(ports: readonly ModelPort[]) {
    this.#idle = [...ports];
    this.#workers = ports.length;
  }

  /** Workers that are still there. */
  get workers(): number {
    return this.#workers;
  }

  /** The names that a model gave with its answers: several if workers run it differently. Undefined before the first. */
  nameOf(role: ModelRole): string | undefined {
    const names = this.#names.get(role);
    return names && [...names].sort().join(" and ");
  }

  /** Runs a model on columns of inputs, equally long; gives the numbers of all inputs, one after the other. */
  async run(role: ModelRole, columns: readonly (readonly string[])[]): Promise<Numbers> {
    const answers = parts(columns).map(
      (columns) =>
        new Promise<ModelAnswer>((resolve, reject) => {
          this.#parts.push({ role, columns, losses: 0, resolve, reject });
        }),
    );
    this.#hand();
    const given = await Promise.all(answers);
    for (const { name } of given) this.#names.set(role, (this.#names.get(role) ?? new Set()).add(name));
    return joined(given.map(({ numbers }) => numbers));
  }

  #hand(): void {
    while (this.#parts.length > 0) {
      if (this.#workers === 0) {
        for (const part of this.#parts.splice(0)) part.reject(new WorkerLost());
        return;
      }
      const port = this.#idle.pop();
      if (port === undefined) return;
      const part = this.#parts.shift();
      if (part === undefined) this.#idle.push(port);
      else void this.#work(port, part);
    }
  }

  async #work(port: ModelPort, part: Part): Promise<void> {
    try {
      part.resolve(await port.ask("run", { role: part.role, columns: part.columns }));
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      part.losses += failure instanceof WorkerLost ? 1 : 0;
      if (failure instanceof WorkerLost && part.losses < LOSSES) this.#parts.unshift(part);
      else part.reject(failure);
    }
    if (port.isLost) this.#workers -= 1;
    else this.#idle.push(port);
    this.#hand();
  }
}

/** Splits inputs into parts of about `LETTERS_AT_ONCE` letters, in their order; a longer input is a part of its own. */
export function parts(columns: readonly (readonly string[])[]): string[][][] {
  const rows = columns[0]?.length ?? 0;
  const lettersOf = (row: number): number =>
    columns.reduce((sum, column) => sum + (column[row]?.length ?? 0), 0);
  const starts: number[] = [];
  let letters = 0;
  for (let row = 0; row < rows; row += 1) {
    const own = lettersOf(row);
    if (row === 0 || letters + own > LETTERS_AT_ONCE) {
      starts.push(row);
      letters = 0;
    }
    letters += own;
  }
  return starts.map((start, index) => columns.map((column) => column.slice(start, starts[index + 1])));
}

function joined(answers: readonly Numbers[]): Numbers {
  const length = answers.reduce((sum, numbers) => sum + numbers.length, 0);
  const all = answers[0] instanceof Float64Array ? new Float64Array(length) : new Float32Array(length);
  let from = 0;
  for (const numbers of answers) {
    all.set(numbers, from);
    from += numbers.length;
  }
  return all;
}
