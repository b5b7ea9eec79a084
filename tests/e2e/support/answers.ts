/** What was kept between sessions, forgotten: a test that asks again wants to be answered anew. */

import type { Page } from "playwright-core";

/** Answers of sources and models, and what was found with them. */
const DATABASES = ["citelight-answers-1", "citelight-findings"];

/** @param page a page of the origin that keeps them. */
export async function forgetAnswers(page: Page): Promise<void> {
  await page.evaluate(async (databases) => {
    const known = await indexedDB.databases();
    for (const name of databases.filter((wanted) => known.some((database) => database.name === wanted)))
      await new Promise<void>((done, failed) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => {
          failed(new Error(String(opening.error)));
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const stores = [...database.objectStoreNames];
          const clearing = database.transaction(stores, "readwrite");
          for (const store of stores) clearing.objectStore(store).clear();
          clearing.oncomplete = () => {
            database.close();
            done();
          };
        };
      });
  }, DATABASES);
}
