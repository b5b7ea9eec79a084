/** What OpenReview and the indexes answered for a chair's table, kept by the service worker: on another day nothing is asked twice. */

import type { KeptMessage } from "../messages";

export interface Kept {
  /** What is known under a name; null if nothing is. */
  get(name: string): Promise<unknown>;
  put(name: string, value: unknown): Promise<void>;
}

export const keptByBackground: Kept = {
  get: (name) => chrome.runtime.sendMessage<KeptMessage, unknown>({ kind: "openreview-kept", name }),
  put: async (name, value) => {
    await chrome.runtime.sendMessage<KeptMessage, boolean>({ kind: "openreview-keep", name, value });
  },
};
