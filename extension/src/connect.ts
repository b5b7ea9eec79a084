/** Connecting to the offscreen document, which the service worker starts when it is not there. */

import type { Wake } from "./messages";

export async function connect(name: string): Promise<chrome.runtime.Port> {
  const wake: Wake = { kind: "wake" };
  await chrome.runtime.sendMessage(wake);
  return chrome.runtime.connect({ name });
}
