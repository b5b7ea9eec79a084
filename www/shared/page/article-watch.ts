/** Notices that a page shows another article without being loaded anew, as single-page sites do. */

/** How soon marks that stand on nothing are noticed. */
const NOTICE_MS = 250;
/** A page that was still for so long shows what it wants to show; one that never is, is looked at all the same. */
const REST_MS = 500;
const RESTLESS_MS = 3000;
/** A page fills itself step by step: so often it is looked at under one address. */
const MOST_LOOKS = 4;

export interface Watched {
  /** Whether what is shown stands on the page; null where nothing is shown. */
  isStanding(): boolean | null;
  /** It does not stand there any more. */
  gone(): void;
  /** Nothing is shown, and the page may show something that is known. Whether it did. */
  look(): Promise<boolean>;
}

export class ArticleWatch {
  readonly #watched: Watched;
  readonly #observer: MutationObserver;
  #noticing: ReturnType<typeof setTimeout> | null = null;
  #resting: ReturnType<typeof setTimeout> | null = null;
  #restless = 0;
  #address = address();
  #looks: number;

  /** @param looks whether the page as it is may hold something that nobody looked for yet. */
  constructor(watched: Watched, looks: boolean) {
    this.#watched = watched;
    this.#looks = looks ? 0 : MOST_LOOKS;
    this.#observer = new MutationObserver(() => {
      this.#changed();
    });
    this.#observer.observe(document, { childList: true, characterData: true, subtree: true });
  }

  /** What the page shows now was looked at: it is looked at again when it shows something else. */
  known(): void {
    this.#address = address();
    this.#looks = MOST_LOOKS;
  }

  stop(): void {
    this.#observer.disconnect();
    for (const timer of [this.#noticing, this.#resting]) if (timer !== null) clearTimeout(timer);
  }

  #changed(): void {
    this.#noticing ??= setTimeout(() => {
      this.#noticing = null;
      if (this.#watched.isStanding() !== false) return;
      this.#looks = 0;
      this.#watched.gone();
      this.#rest();
    }, NOTICE_MS);
    if (this.#watched.isStanding() === null) this.#rest();
  }

  // Looked at when it has come to rest.
  #rest(): void {
    const now = performance.now();
    if (this.#resting === null) this.#restless = now;
    else clearTimeout(this.#resting);
    const left = this.#restless + RESTLESS_MS - now;
    this.#resting = setTimeout(
      () => {
        this.#resting = null;
        void this.#look();
      },
      Math.max(0, Math.min(REST_MS, left)),
    );
  }

  async #look(): Promise<void> {
    if (this.#watched.isStanding() !== null) return;
    const now = address();
    if (now !== this.#address) this.#looks = 0;
    this.#address = now;
    if (this.#looks >= MOST_LOOKS) return;
    this.#looks += 1;
    if (await this.#watched.look()) this.#looks = MOST_LOOKS;
  }
}

/** Without the place in the page. */
function address(): string {
  return location.href.replace(/#.*$/, "");
}
