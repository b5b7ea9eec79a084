/** The venue's policy that the reader chose: by it references are a problem or not, in marks, cards, panel and exports. */

import { profileFrom, type PolicyProfile } from "@citelight/shared/audit/policy";
import type { AskPolicy, PolicyChanged } from "./messages";
import { isOfPage } from "./sender";

const KEY = "policy";

export async function readPolicy(): Promise<PolicyProfile | null> {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY);
  return profileFrom(kept);
}

export async function writePolicy(profile: PolicyProfile | null): Promise<void> {
  if (profile === null) await chrome.storage.local.remove(KEY);
  else await chrome.storage.local.set({ [KEY]: profile });
}

/** Calls back when another policy was chosen. */
export function watchPolicy(changed: () => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    if (KEY in changes) changed();
  });
}

/** The same in somebody's page: as the background says. */
export async function policyFromBackground(): Promise<PolicyProfile | null> {
  const ask: AskPolicy = { kind: "policy" };
  return profileFrom(await chrome.runtime.sendMessage<AskPolicy, unknown>(ask).catch(() => null));
}

/** Calls back in somebody's page when the background says that another one was chosen, until what is returned is called. */
export function onPolicyChanged(changed: () => void): () => void {
  const heard = (
    message: PolicyChanged | { kind: string } | null,
    sender: chrome.runtime.MessageSender,
  ): boolean => {
    if (message?.kind === "policy-changed" && !isOfPage(sender)) changed();
    return false;
  };
  chrome.runtime.onMessage.addListener(heard);
  return () => {
    chrome.runtime.onMessage.removeListener(heard);
  };
}
