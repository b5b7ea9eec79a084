/** Tells when a page may show something else: replies that come later, tables that are drawn anew, another page without a load. */

/** Pages change many things at once; what is read of them is read once. */
const CALM_MS = 120;
/** A page that never rests is read all the same. */
const LONGEST_MS = 600;

/** A site whose last script never comes is read all the same. */
const LONGEST_LOAD_MS = 2_000;
/** From when all scripts are there to when they have taken over what the server drew. */
const HYDRATED_MS = 250;

/**
 * Until the page's scripts have taken over what the server drew: whatever they find in it that is not theirs, they draw all of it anew. Who
 * clicks later waits for nothing.
 */
export async function hydrated(document: Document): Promise<void> {
  if (document.readyState === "complete") return;
  const { defaultView: view } = document;
  await new Promise<void>((done) => {
    view?.addEventListener("load", () => setTimeout(done, HYDRATED_MS), { once: true });
    setTimeout(done, LONGEST_LOAD_MS);
  });
}

export class PageWatch {
  readonly #changed: () => void;
  readonly #observer: MutationObserver;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #since = 0;

  constructor(document: Document, changed: () => void) {
    this.#changed = changed;
    this.#observer = new MutationObserver(() => {
      this.#wait();
    });
    this.#observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
  }

  close(): void {
    this.#observer.disconnect();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    const now = performance.now();
    if (this.#timer === null) this.#since = now;
    else if (now - this.#since > LONGEST_MS) return;
    else clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#changed();
      // What was just put there is no news.
      this.#observer.takeRecords();
    }, CALM_MS);
  }
}
