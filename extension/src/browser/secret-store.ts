/** What the extension keeps on this computer for itself: content scripts run in pages, and must not read it. */

/** Done before anything is kept, and whenever the service worker starts. */
export async function restrictStorage(): Promise<void> {
  for (const area of [chrome.storage.local, chrome.storage.session])
    await area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

/** Null if nothing is kept under the name. */
export async function readSecret<T>(name: string): Promise<T | null> {
  const { [name]: kept } = await chrome.storage.local.get(name);
  return (kept as T | undefined) ?? null;
}

export async function writeSecret(name: string, value: object): Promise<void> {
  await restrictStorage();
  await chrome.storage.local.set({ [name]: value });
}

export async function removeSecret(name: string): Promise<void> {
  await chrome.storage.local.remove(name);
}
