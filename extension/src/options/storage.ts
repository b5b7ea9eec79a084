/** What the extension keeps on this disk, and emptying it. */

import { fill, h, setText } from "../../../www/src/ui/dom";
import { words } from "../../../www/src/ui/words";

/** Answers of scholarly sources (crate/web, network/store.rs). */
const ANSWERS = "citelight-answers-1";

export function storageUse(): HTMLElement {
  const { storage: text } = words;
  const use = h("p", { class: "quiet" });
  const status = h("p", { role: "status", class: "quiet" });
  const show = async (): Promise<void> => {
    const { usage = 0 } = await navigator.storage.estimate();
    setText(use, text.use(usage / 1e6));
  };
  const empty = h("button", { type: "button" }, text.empty);
  empty.addEventListener("click", () => {
    void deleted(ANSWERS).then(async (isGone) => {
      fill(status, isGone ? text.emptied : text.inUse);
      await show();
    });
  });
  void show();
  return h("div", { class: "stack" }, use, h("div", { class: "buttons" }, empty), status);
}

/** Whether a database is gone now; one in use goes when its audits have ended. */
function deleted(name: string): Promise<boolean> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => {
      done(true);
    };
    request.onblocked = request.onerror = () => {
      done(false);
    };
  });
}
