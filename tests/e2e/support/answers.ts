/** Answers that were kept between sessions, forgotten: a test that asks again wants to be answered anew. */

import type { Page } from "playwright-core";

/** @param page a page of the origin that keeps them. */
export async function forgetAnswers(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const name = "citelight-answers-1";
    const known = await indexedDB.databases();
    if (!known.some((database) => database.name === name)) return;
    await new Promise<void>((done, failed) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => {
        failed(new Error(String(opening.error)));
      };
      opening.onsuccess = () => {
        const database = opening.result;
        const clearing = database.transaction(["answers"], "readwrite");
        clearing.objectStore("answers").clear();
        clearing.oncomplete = () => {
          database.close();
          done();
        };
      };
    });
  });
}
