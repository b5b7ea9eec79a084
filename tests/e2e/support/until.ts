import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";

const PATIENCE_MS = 30_000;
const EVERY_MS = 100;

/** Waits until something holds that no page tells of. @param what is wrong where it does not */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: string | (() => Promise<string>) = "it does not come about",
): Promise<void> {
  const started = Date.now();
  while (!(await holds())) {
    if (Date.now() - started > PATIENCE_MS) assert.fail(typeof what === "string" ? what : await what());
    await wait(EVERY_MS);
  }
}
