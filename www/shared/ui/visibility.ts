/**
 * Whether a reader sees a card on a stranger's page as it was drawn, and has for a moment. Pages can put something over it, or bring it
 * under the pointer just before a click: what then is pressed was not meant.
 */

const LOOK_EVERY_MS = 100;
/** For what cannot be taken back: as long as browsers themselves wait for in their questions, about. */
export const SETTLED_MS = 400;
/** A card that a page shows smaller or larger than this is not read. */
const ZOOM = { least: 0.5, most: 4 };
const LEAST_PX = 20;
/** A change of views: browsers then show a picture of the page, drawn as the page says, and clicks may go through it. */
const CHANGING = ":active-view-transition";

/** What IntersectionObserver's second version adds; types do not know it. */
interface Tracking extends IntersectionObserverInit {
  trackVisibility: true;
  delay: number;
}

interface Gate {
  button: HTMLElement;
  milliseconds: number;
}

export class Visibility {
  readonly #host: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #card: HTMLElement;
  /** Null where the browser cannot tell whether anything covers an element. */
  readonly #observer: IntersectionObserver | null;
  #isUncovered = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  // Since when it is seen without a break, and where.
  #since: number | null = null;
  #place = "";
  #gates: Gate[] = [];

  constructor(host: HTMLElement, root: ShadowRoot, card: HTMLElement) {
    this.#host = host;
    this.#root = root;
    this.#card = card;
    this.#observer = this.#makeObserver();
  }

  /** The card was shown, or shows something else. */
  begin(): void {
    this.#since = null;
    if (this.#timer !== null) return;
    this.#isUncovered = false;
    this.#observer?.observe(this.#card);
    this.#timer = setInterval(() => {
      this.#look();
    }, LOOK_EVERY_MS);
  }

  /** The card was closed. */
  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#observer?.disconnect();
    this.#gates = [];
    this.#since = null;
  }

  /** A button that acts only once the card was seen for so long; until then it says that it is disabled. */
  gate(button: HTMLElement, milliseconds: number): void {
    this.#gates.push({ button, milliseconds });
    button.setAttribute("aria-disabled", "true");
  }

  /** Whether a press of the button is meant. */
  allows(button: HTMLElement): boolean {
    this.#look();
    const gate = this.#gates.find((one) => one.button === button);
    return gate !== undefined && this.#isOpen(gate) && this.#isHit(button, true);
  }

  #isOpen({ milliseconds }: Gate): boolean {
    return this.#since !== null && performance.now() - this.#since >= milliseconds;
  }

  #look(): void {
    const { left, top, width, height } = this.#card.getBoundingClientRect();
    const place = [left, top, width, height].join(" ");
    const isSeen = (this.#observer === null || this.#isUncovered) && this.#isShown() && this.#isOnTop();
    if (!isSeen) this.#since = null;
    else if (this.#since === null || place !== this.#place) this.#since = performance.now();
    this.#place = place;
    // Cards are drawn anew: buttons of before are gone.
    this.#gates = this.#gates.filter(({ button }) => button.getRootNode() === this.#root);
    this.#show();
  }

  #show(): void {
    for (const gate of this.#gates)
      if (this.#isOpen(gate)) gate.button.removeAttribute("aria-disabled");
      else gate.button.setAttribute("aria-disabled", "true");
  }

  /** In front of the page, and of about the size that it was drawn in. */
  #isShown(): boolean {
    const zoom = (this.#host as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    if (zoom < ZOOM.least || zoom > ZOOM.most || !this.#host.matches(":popover-open")) return false;
    const knowsChanges = CSS.supports(`selector(${CHANGING})`);
    for (let at: Element | null = this.#host; at !== null; at = at.parentElement) {
      if (knowsChanges && at.matches(CHANGING)) return false;
      const { opacity, filter, transform, clipPath, visibility, mixBlendMode } = getComputedStyle(at);
      const isPlain =
        opacity === "1" && filter === "none" && clipPath === "none" && mixBlendMode === "normal";
      if (!isPlain || transform !== "none" || visibility !== "visible") return false;
    }
    return true;
  }

  /** Whether what lies at several places of the card, within the window, is the card. */
  #isOnTop(): boolean {
    return this.#isHit(this.#card, false);
  }

  /** @param isWhole nothing of it may be outside of the window. */
  #isHit(element: HTMLElement, isWhole: boolean): boolean {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inWindow = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (right - left < LEAST_PX || bottom - top < LEAST_PX || (isWhole && !inWindow)) return false;
    const inset = 6;
    const [fromX, toX] = [Math.max(left, 0) + inset, Math.min(right, innerWidth) - inset];
    const [fromY, toY] = [Math.max(top, 0) + inset, Math.min(bottom, innerHeight) - inset];
    for (const x of [fromX, (fromX + toX) / 2, toX])
      for (const y of [fromY, (fromY + toY) / 2, toY]) {
        // By the prototype: a page may name an image like a method of its document.
        if (Document.prototype.elementFromPoint.call(document, x, y) !== this.#host) return false;
        const hit = this.#root.elementFromPoint(x, y);
        if (hit === null || !element.contains(hit)) return false;
      }
    return this.#observer !== null || !isWhole || !this.#isBelowAnother();
  }

  /**
   * Where the browser cannot tell what covers the card: only what stands in front of the page as it does, itself, could, and be passed
   * through by clicks. Of several nobody tells which is in front.
   */
  #isBelowAnother(): boolean {
    const own = this.#card.getBoundingClientRect();
    return inFront(document).some((other) => {
      const { left, top, right, bottom } = other.getBoundingClientRect();
      const isApart = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom;
      return other !== this.#host && !isApart;
    });
  }

  #makeObserver(): IntersectionObserver | null {
    if (!("isVisible" in IntersectionObserverEntry.prototype)) return null;
    const tracking: Tracking = { trackVisibility: true, delay: LOOK_EVERY_MS };
    return new IntersectionObserver((entries) => {
      this.#isUncovered = (entries.at(-1) as { isVisible?: boolean } | undefined)?.isVisible === true;
      this.#look();
    }, tracking);
  }
}

/** Popovers, dialogs and what fills the screen, in the shadow trees of the page, too, as far as the browser opens them to extensions. */
function inFront(root: Document | ShadowRoot): Element[] {
  const found = [...root.querySelectorAll(":popover-open, :modal, :fullscreen")];
  for (const element of root.querySelectorAll("*")) {
    const { openOrClosedShadowRoot: inner = element.shadowRoot } = element as Element & {
      openOrClosedShadowRoot?: ShadowRoot | null;
    };
    if (inner !== null) found.push(...inFront(inner));
  }
  return found;
}
