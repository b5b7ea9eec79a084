/** The page that owns the worker: an offscreen document, since a service worker may be stopped at any moment and starts no workers. */

import { withTimeout } from "@citelight/shared/timeout";

/** Chrome may leave it for ever without an answer when the document is closed while it opens. */
const OPEN_MS = 5000;
const MOST_TRIES = 3;

let opening: Promise<void> | null = null;

/** Makes sure there is exactly one. */
export function openWorkerHost(page: string): Promise<void> {
  opening ??= opened(page).finally(() => {
    opening = null;
  });
  return opening;
}

async function opened(page: string): Promise<void> {
  if (await isOpen()) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await withTimeout(
        OPEN_MS,
        chrome.offscreen.createDocument({
          url: page,
          reasons: [chrome.offscreen.Reason.WORKERS],
          justification:
            "Runs the worker that reads the sources and compares them with the citing sentences.",
        }),
      );
      return;
    } catch (error) {
      if (await isOpen()) return;
      if (tries === MOST_TRIES) throw error;
    }
  }
}

async function isOpen(): Promise<boolean> {
  const contexts = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT],
  });
  return contexts.length > 0;
}
