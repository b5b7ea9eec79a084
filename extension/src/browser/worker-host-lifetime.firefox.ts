/**
 * How the page that owns the worker stays and goes. Firefox ends an event page, and this frame with it, 30 seconds after the last event
 * that it heard: neither open ports nor timers nor a worker at work count. A message from this frame is such an event.
 */

import type { Wake } from "../messages";

const EVERY_MS = 10_000;

let beat: ReturnType<typeof setInterval> | null = null;

/** As long as somebody needs it. */
export function keepWorkerHost(): void {
  beat ??= setInterval(() => {
    const wake: Wake = { kind: "wake" };
    chrome.runtime.sendMessage(wake).catch(() => {
      // The event page is ending, and this frame with it.
    });
  }, EVERY_MS);
}

/** Nobody needs it any more. The event page then ends by itself. */
export function closeWorkerHost(): void {
  if (beat !== null) clearInterval(beat);
  beat = null;
  window.frameElement?.remove();
}
