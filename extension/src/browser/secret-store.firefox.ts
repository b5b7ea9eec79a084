/**
 * What the extension keeps on this computer for itself: content scripts run in pages, and must not read it. Firefox opens storage.local
 * to them and cannot close it; databases belong to an origin, and content scripts have the page's.
 */

const DATABASE = "kept";
const STORE = "kept";

/** Nothing to close: the session's storage is closed to content scripts from the beginning. */
export function restrictStorage(): Promise<void> {
  return Promise.resolve();
}

/** Null if nothing is kept under the name. */
export async function readSecret<T>(name: string): Promise<T | null> {
  const kept = await inStore("readonly", (store) => store.get(name) as IDBRequest<T | undefined>);
  return kept ?? null;
}

export async function writeSecret(name: string, value: object): Promise<void> {
  await inStore("readwrite", (store) => store.put(value, name));
}

export async function removeSecret(name: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(name));
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(STORE);
  };
  const database = await result(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    await new Promise<void>((done, fail) => {
      transaction.oncomplete = () => {
        done();
      };
      transaction.onabort = () => {
        fail(transaction.error ?? new Error("the database gave up"));
      };
    });
    return request.result;
  } finally {
    database.close();
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => {
      done(request.result);
    };
    request.onerror = () => {
      fail(request.error ?? new Error("the database cannot be opened"));
    };
  });
}
