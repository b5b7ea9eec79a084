/** What the extension keeps on this disk, and emptying it. */

import { AuditStore } from "@citelight/shared/persistence/audit-store";
import { SavedFindings } from "@citelight/shared/ui/saved-findings";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { CHAIRS_DATABASE } from "../openreview/chairs/kept-store";

/** Answers of scholarly sources (crate/web, network/store.rs). */
const ANSWERS = "citelight-answers-1";

export function storageUse(words: ExtensionMessages): HTMLElement {
  const { storage: text } = words;
  const use = h("p", { class: "quiet" });
  const status = h("p", { role: "status", class: "quiet" });
  const show = async (): Promise<void> => {
    const { usage = 0 } = await navigator.storage.estimate();
    setText(use, text.use(usage / 1e6));
  };
  const empty = h("button", { type: "button" }, text.empty);
  empty.addEventListener("click", () => {
    void Promise.all([ANSWERS, CHAIRS_DATABASE].map(emptied)).then(async (all) => {
      const isEmpty = all.every(Boolean);
      fill(status, isEmpty ? text.emptied : text.notEmptied);
      await show();
    });
  });
  void show();
  const findings = new SavedFindings(words, new AuditStore(), (articles, size) =>
    words.kept.use(articles, size),
  );
  return h("div", { class: "column" }, use, h("div", { class: "buttons" }, empty), status, findings.element);
}

/**
 * Whether a database is empty now. It is not deleted: where an audit has it open, browsers would delete it when that ends, and with it what
 * was answered since.
 */
async function emptied(name: string): Promise<boolean> {
  const known = await indexedDB.databases();
  if (!known.some((database) => database.name === name)) return true;
  return new Promise((done) => {
    const fail = (): void => {
      done(false);
    };
    const opening = indexedDB.open(name);
    opening.onblocked = opening.onerror = fail;
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      const transaction = database.transaction(stores, "readwrite");
      for (const store of stores) transaction.objectStore(store).clear();
      transaction.onabort = transaction.onerror = fail;
      transaction.oncomplete = () => {
        database.close();
        done(true);
      };
    };
  });
}
