/** What a browser holds behind its pages: contexts of the extension that no page drives, their workers, and what each of them takes. */

import type { CDPSession } from "playwright-core";

interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: unknown;
}

type Method = "HeapProfiler.collectGarbage" | "Runtime.getHeapUsage";

/** Bytes of JavaScript that are left after everything that can be thrown away was. */
export async function heapOf(send: (method: Method) => Promise<unknown>): Promise<number> {
  // What the first round frees lets go of more.
  for (let round = 0; round < 3; round += 1) await send("HeapProfiler.collectGarbage");
  return ((await send("Runtime.getHeapUsage")) as { usedSize: number }).usedSize;
}

/** A target of the browser; commands go to it in letters that its parent passes on. */
export class Inspected {
  readonly info: TargetInfo;
  readonly #pass: (letter: string) => Promise<unknown>;
  readonly #waiting = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void }>();
  readonly #workers = new Map<string, Inspected>();
  #counter = 0;

  private constructor(info: TargetInfo, pass: (letter: string) => Promise<unknown>) {
    this.info = info;
    this.#pass = pass;
  }

  /** All contexts of an origin that there are, workers of workers among them. `detach` leaves them alone again. */
  static async all(
    browser: CDPSession,
    origin: string,
  ): Promise<{ found: Inspected[]; detach: () => Promise<void> }> {
    const { targetInfos } = await browser.send("Target.getTargets");
    const own = targetInfos.filter(({ url }) => url.startsWith(origin));
    const open = new Map<string, Inspected>();
    const hear = ({ sessionId, message }: { sessionId: string; message: string }): void => {
      open.get(sessionId)?.hear(message);
    };
    browser.on("Target.receivedMessageFromTarget", hear);
    for (const info of own) {
      const { sessionId } = await browser.send("Target.attachToTarget", {
        targetId: info.targetId,
        flatten: false,
      });
      const target = new Inspected(info, (message) =>
        browser.send("Target.sendMessageToTarget", { message, sessionId }),
      );
      open.set(sessionId, target);
      await target.#followWorkers();
    }
    // Pages name the service worker among their own workers.
    const found = new Map(
      [...open.values()].flatMap((target) => target.#withWorkers()).map((one) => [one.info.targetId, one]),
    );
    return {
      found: [...found.values()],
      detach: async () => {
        for (const sessionId of open.keys())
          await browser.send("Target.detachFromTarget", { sessionId }).catch(() => undefined);
        browser.off("Target.receivedMessageFromTarget", hear);
      },
    };
  }

  /** What the target's page or parent says to us. */
  hear(letter: string): void {
    const { id, result, error, method, params } = JSON.parse(letter) as Answer;
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.done(result);
      else waiting?.failed(new Error(error.message));
    } else if (method === "Target.attachedToTarget") {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo };
      const pass = (message: string): Promise<unknown> =>
        this.send("Target.sendMessageToTarget", { message, sessionId });
      this.#workers.set(sessionId, new Inspected(targetInfo, pass));
    } else if (method === "Target.receivedMessageFromTarget") {
      const { sessionId, message } = params as { sessionId: string; message: string };
      this.#workers.get(sessionId)?.hear(message);
    } else if (method === "Target.detachedFromTarget") {
      this.#workers.delete((params as { sessionId: string }).sessionId);
    }
  }

  async send<Result>(method: string, params: object = {}): Promise<Result> {
    this.#counter += 1;
    const id = this.#counter;
    const answered = new Promise<unknown>((done, failed) => this.#waiting.set(id, { done, failed }));
    await this.#pass(JSON.stringify({ id, method, params }));
    return (await answered) as Result;
  }

  /** The value of an expression, awaited. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: Value };
      exceptionDetails?: { text: string };
    }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  heap(): Promise<number> {
    return heapOf((method) => this.send(method));
  }

  /** Bytes of WebAssembly's memories. */
  async wasm(): Promise<number> {
    const objectGroup = "memories";
    interface Remote {
      objectId: string;
    }
    const { result: prototype } = await this.send<{ result: Remote }>("Runtime.evaluate", {
      expression: "WebAssembly.Memory.prototype",
      objectGroup,
    });
    const { objects } = await this.send<{ objects: Remote }>("Runtime.queryObjects", {
      prototypeObjectId: prototype.objectId,
      objectGroup,
    });
    const { result } = await this.send<{ result: { value: number } }>("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration:
        "function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0); }",
      returnByValue: true,
    });
    await this.send("Runtime.releaseObjectGroup", { objectGroup });
    return result.value;
  }

  // Workers that there are are told of at once, before this is answered.
  async #followWorkers(): Promise<void> {
    await this.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    for (const worker of this.#workers.values()) await worker.#followWorkers().catch(() => undefined);
  }

  #withWorkers(): Inspected[] {
    return [this, ...[...this.#workers.values()].flatMap((worker) => worker.#withWorkers())];
  }
}
