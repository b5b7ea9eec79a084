/** The reader's endpoint: kept here with its key, which no message of ours ever holds. */

import { useOf, type EndpointSetup, type EndpointUse } from "../../../www/src/audit/endpoint-choice";
import { originPattern } from "../endpoint-origin";
import type { EndpointChanged, FromOptions, KeptEndpoint } from "../messages";

const KEY = "endpoint";

/**
 * Closes the extension's storage to content scripts: they run in pages. Done before anything is kept, and whenever the service worker
 * starts.
 */
export function closeStorage(): Promise<void> {
  return chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

/** What is kept, key and all: for the service worker alone. */
export async function keptEndpoint(): Promise<KeptEndpoint | null> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return (kept as KeptEndpoint | undefined) ?? null;
}

async function keep(endpoint: KeptEndpoint): Promise<void> {
  await closeStorage();
  await chrome.storage.local.set({ [KEY]: endpoint });
}

/** What audits may put to it: nothing without the reader's word and the browser's. */
export async function endpointUse(): Promise<EndpointUse | null> {
  const kept = await keptEndpoint();
  if (kept === null) return null;
  const granted = await chrome.permissions.contains({ origins: [originPattern(kept.settings.url)] });
  return granted ? useOf(withoutKey(kept), true) : null;
}

/** Cards that are open offer what holds now. */
function tell(): void {
  const changed: EndpointChanged = { kind: "endpoint-changed" };
  chrome.runtime.sendMessage(changed).catch(() => {
    // Nothing is being checked.
  });
}

function withoutKey({ settings, ask, key }: KeptEndpoint): EndpointSetup {
  return { settings, ask, hasKey: key !== null };
}

/** Answers the options page. */
export async function fromOptions(message: FromOptions): Promise<EndpointSetup | boolean | null> {
  const kept = await keptEndpoint();
  switch (message.kind) {
    case "endpoint":
      return kept === null ? null : withoutKey(kept);
    case "set-endpoint": {
      const { settings, ask, key } = message;
      // A key belongs to the server that it was given for.
      const isSame = kept !== null && new URL(kept.settings.url).origin === new URL(settings.url).origin;
      await keep({ settings, ask, key: key ?? (isSame ? kept.key : null) });
      tell();
      return true;
    }
    case "remove-key":
      if (kept !== null) await keep({ ...kept, key: null });
      return true;
    case "forget-endpoint":
      await chrome.storage.local.remove(KEY);
      tell();
      return true;
  }
}
