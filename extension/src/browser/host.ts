/** The page that owns the worker: an offscreen document, since a service worker may be stopped at any moment and starts no workers. */

let creating: Promise<void> | null = null;

/** Makes sure there is exactly one. */
export async function openHost(page: string): Promise<void> {
  const contexts = await chrome.runtime.getContexts({
    contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT],
  });
  if (contexts.length > 0) return;
  creating ??= chrome.offscreen
    .createDocument({
      url: page,
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: "Runs the worker that reads the sources and compares them with the citing sentences.",
    })
    .finally(() => {
      creating = null;
    });
  await creating;
}
