/** The documents that a worker was sent: it is not sent one twice, as long as it keeps it. */

import type { ToWorker } from "../generated/ToWorker";

export class SentDocuments {
  readonly #ids = new Set<string>();

  /** A message as it is to be posted now: without a document that the worker has. One that it lacks counts as sent from now on. */
  posted(message: ToWorker): ToWorker {
    const id = idIn(message);
    if (message.kind !== "audit" || id === null) return message;
    if (this.#ids.has(id))
      return { ...message, order: { ...message.order, document: { kind: "known", id } } };
    this.#ids.add(id);
    return message;
  }

  /** The worker does not have the document of a message, or not any more. */
  lack(message: ToWorker): void {
    const id = idIn(message);
    if (id !== null) this.#ids.delete(id);
  }

  /** Nobody asks about a document again; whether the worker has it. */
  release(id: string): boolean {
    return this.#ids.delete(id);
  }

  /** Another worker has none of them. */
  clear(): void {
    this.#ids.clear();
  }
}

/** The id by which a message's document will be asked about again. */
function idIn(message: ToWorker): string | null {
  return message.kind === "audit" ? message.order.document.id : null;
}
