/** Private windows of a reader who allowed the extension there, and what is on the extension's disk. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Extension } from "./extension";

/** An article that cites one work nobody knows. */
export const OTHER_HTML = `<!doctype html><html lang="en"><title>On bread</title><article><h1>On bread</h1><h2>Introduction</h2><p>Bread was baked before dawn by millers who counted sheep [1].</p><h2>References</h2><ol><li>Baker, C. Bread before dawn and who bakes it. Journal of Bread, 2017.</li></ol></article></html>`;

/** A browser whose reader allowed the extension in private windows, as they do on the browser's own page of extensions. */
export async function launchAllowedInPrivate(
  folder: string,
  hosts: readonly string[],
  port: number,
): Promise<{ extension: Extension; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "citelight-private-"));
  const launch = (): Promise<Extension> =>
    Extension.launch(folder, hosts, port, { profile, isNewlyInstalled: true });
  const first = await launch();
  const page = await first.context.newPage();
  await page.goto(`chrome://extensions/?id=${first.id}`);
  await page.evaluate(async (extensionId) => {
    const { developerPrivate } = chrome as unknown as {
      developerPrivate: { updateExtensionConfiguration(change: object): Promise<void> };
    };
    await developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
    // It is loaded anew.
    await new Promise((done) => setTimeout(done, 1500));
  }, first.id);
  // After the reload the extension cannot be watched in this browser. The next one takes it for newly installed.
  await first.close();
  const extension = await launch();
  return {
    extension,
    close: async () => {
      await extension.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A page in a private window of its own. */
export async function openPrivately(extension: Extension, address: string): Promise<Page> {
  const before = new Set(extension.context.pages());
  await inOptions(
    extension,
    async (url) => {
      await chrome.windows.create({ incognito: true, url });
    },
    address,
  );
  for (let wait = 0; wait < 100; wait += 1) {
    const opened = extension.context
      .pages()
      .find((page) => !before.has(page) && page.url().startsWith(address));
    if (opened !== undefined) {
      await opened.waitForLoadState();
      return opened;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no private window shows ${address}`);
}

/** Whether a private window is open, as the browser says. */
export function hasPrivateWindow(extension: Extension): Promise<boolean> {
  return inOptions(
    extension,
    async () => (await chrome.windows.getAll()).some(({ incognito }) => incognito),
    undefined,
  );
}

/** All that the extension has on the disk, in one text: its storage, its databases, its files. */
export function diskOf(extension: Extension): Promise<string> {
  return inOptions(extension, readDisk, undefined);
}

/** The same, read by a page of the extension. */
export async function readDisk(): Promise<string> {
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((done, fail) => {
      request.onsuccess = () => {
        done(request.result);
      };
      request.onerror = () => {
        fail(request.error ?? new Error("no answer"));
      };
    });
  const databases: Record<string, unknown> = {};
  for (const { name } of await indexedDB.databases()) {
    const database = await answered(indexedDB.open(name ?? ""));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [keys, values] = [
        await answered(rows.getAllKeys()),
        (await answered(rows.getAll())) as unknown[],
      ];
      if (keys.length > 0) databases[`${name ?? ""} ${store}`] = keys.map((key, at) => [key, values[at]]);
    }
    database.close();
  }
  const files: string[] = [];
  for await (const entry of (await navigator.storage.getDirectory()).keys()) files.push(entry);
  const kept = { local: await chrome.storage.local.get(null), databases, files };
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value,
  );
}

async function inOptions<A, T>(extension: Extension, act: (given: A) => Promise<T>, given: A): Promise<T> {
  const page = await extension.context.newPage();
  try {
    await page.goto(`chrome-extension://${extension.id}/options.html`);
    return await page.evaluate(act as (given: unknown) => Promise<T>, given);
  } finally {
    await page.close();
  }
}
