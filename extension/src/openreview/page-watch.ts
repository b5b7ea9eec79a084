/** Tells when a page may show something else: replies that come later, tables that are drawn anew, another page without a load. */

/** Pages change many things at once; what is read of them is read once. */
const CALM_MS = 120;
/** A page that never rests is read all the same. */
const LONGEST_MS = 600;

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
