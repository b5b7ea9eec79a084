/** The core's end of one model worker: orders and their answers. */

import type { FromModelWorker, ModelOrderKind, ModelOrders, ToModelWorker } from "./model-messages";

/** What is needed of a worker; tests hand in their own. */
export interface ModelWorkerPort {
  postMessage(message: ToModelWorker): void;
  addEventListener(type: "message", listener: (event: MessageEvent<FromModelWorker>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: (event: Event) => void): void;
  terminate(): void;
}

/** The worker ended, whatever it was doing: another one may do it. */
export class WorkerLost extends Error {
  constructor() {
    super(
      "a worker that runs the models ended, probably for want of memory; close other tabs and check again",
    );
  }
}

interface Waiting {
  resolve: (answer: ModelOrders[ModelOrderKind]["answer"]) => void;
  reject: (error: Error) => void;
}

export class ModelPort {
  readonly #port: ModelWorkerPort;
  readonly #waiting = new Map<number, Waiting>();
  #isLost = false;
  #counter = 0;

  constructor(port: ModelWorkerPort) {
    this.#port = port;
    port.addEventListener("message", ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("failed" in data) waiting?.reject(new Error(data.failed));
      else waiting?.resolve(data.answer);
    });
    for (const type of ["error", "messageerror"] as const)
      port.addEventListener(type, (event) => {
        event.preventDefault();
        this.close();
      });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Gives an order. It fails with `WorkerLost` if the worker ends before it answers. */
  ask<K extends ModelOrderKind>(kind: K, order: ModelOrders[K]["order"]): Promise<ModelOrders[K]["answer"]> {
    if (this.#isLost) return Promise.reject(new WorkerLost());
    const id = (this.#counter += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve, reject });
      this.#port.postMessage({ id, kind, order } as ToModelWorker);
    });
  }

  /** Ends the worker; what it was asked fails. */
  close(): void {
    this.#isLost = true;
    this.#port.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new WorkerLost());
  }
}
