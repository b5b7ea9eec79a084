/** The world in which the extension's content script runs in a page. */

import type { CDPSession, Page } from "playwright-core";

interface Described {
  context: { id: number; origin: string; auxData?: { type?: string } };
}

export class IsolatedWorld {
  private constructor(
    readonly cdp: CDPSession,
    readonly id: number,
  ) {}

  static async of(page: Page, extension: string): Promise<IsolatedWorld> {
    const cdp = await page.context().newCDPSession(page);
    const found = new Promise<number>((done) => {
      cdp.on("Runtime.executionContextCreated", ({ context }: Described) => {
        if (context.origin.includes(extension)) done(context.id);
      });
    });
    await cdp.send("Runtime.enable");
    return new IsolatedWorld(cdp, await found);
  }

  /** The value that an expression comes to. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.cdp.send("Runtime.evaluate", {
      expression,
      contextId: this.id,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value as T;
  }
}
