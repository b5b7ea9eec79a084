/** The card of one citation or entry: what was found, why, and what source and records say. */

import type { Finding } from "../generated/Finding";
import { SEVERITIES, severityOf } from "../audit/severity";
import { needsAttention } from "../audit/reference-status";
import { DISMISS_REASONS, pairKey, type AuditState, type PairKey } from "../audit/state";
import type { DismissReason } from "../generated/DismissReason";
import { isSame, type Subject } from "../audit/subject";
import { makeOwn } from "../page/own-elements";
import type { Viewport } from "../page/viewport";
import cardCss from "./card.css";
import { cardBody } from "./card-body";
import { button, copyButton, referenceTitle, title } from "./card-parts";
import { confidenceText, falseAlarmText, findingText, shortReference } from "./describe";
import { fill, h, icon } from "./dom";
import { glyph } from "./glyph";
import { ownRoot, type Isolation } from "./own-root";
import { boxAround, placeCard } from "./place-card";
import { referenceBody } from "./reference-card";
import { Visibility, SETTLED_MS } from "./visibility";
import themeCss from "./theme.css";
import type { Theme } from "./theme";
import { askButton, sentLine, type AskHandlers } from "./sent-line";
import type { Messages } from "./locales/messages";

const CROSS = "M4 4l8 8M12 4l-8 8";

export interface CardHandlers extends AskHandlers {
  dismiss(key: PairKey, reason: DismissReason | null): void;
  step(direction: 1 | -1): void;
  /** Shows a citation in the text. */
  jump(citation: string): void;
  closed(): void;
}

export class Card {
  readonly host: HTMLElement;
  readonly #card: HTMLElement;
  readonly #state: AuditState;
  readonly #handlers: CardHandlers;
  readonly #words: Messages;
  readonly #stage: Viewport;
  // Null on pages that may do with the card what they like.
  readonly #seen: Visibility | null;
  // Where the card stands: in a sheet, since the page could change what stands on the element.
  readonly #where = new CSSStyleSheet();
  #subject: Subject | null = null;
  #ranges: readonly Range[] = [];
  #selected = 0;
  #pinned = false;
  #returnTo: HTMLElement | null = null;

  constructor(
    state: AuditState,
    theme: Theme,
    words: Messages,
    handlers: CardHandlers,
    stage: Viewport,
    isolation: Isolation,
  ) {
    this.#state = state;
    this.#handlers = handlers;
    this.#words = words;
    this.#stage = stage;
    // What stands in front of everything else cannot scroll within an element.
    const isApart = stage.holder === null;
    this.host = h("div", isApart ? { popover: "manual" } : { hidden: true });
    makeOwn(this.host, "card");
    theme.attach(this.host);
    const shadow = ownRoot(this.host, isolation, themeCss, cardCss);
    shadow.adoptedStyleSheets.push(this.#where);
    this.#card = h("section", {
      class: "card",
      lang: words.language,
      dir: words.direction,
      role: "dialog",
      "aria-labelledby": "card-title",
      tabindex: "-1",
    });
    shadow.append(this.#card);
    this.#seen = isolation === "sealed" ? new Visibility(this.host, shadow, this.#card) : null;
    this.#card.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** What it is open on. */
  get subject(): Subject | null {
    return this.#subject;
  }

  get isPinned(): boolean {
    return this.#pinned;
  }

  /** Whether a point of the viewport is on the card or on the bridge between it and its words. */
  holds(x: number, y: number): boolean {
    if (this.#subject === null) return false;
    const box = this.host.getBoundingClientRect();
    const margin = 12;
    return (
      box.left - margin <= x && x <= box.right + margin && box.top - margin <= y && y <= box.bottom + margin
    );
  }

  /** Opens the card of a citation or entry beside its words. */
  open(subject: Subject, ranges: readonly Range[], how: { pin: boolean; focus: boolean }): void {
    if (!isSame(subject, this.#subject)) this.#selected = 0;
    this.#subject = subject;
    this.#ranges = ranges;
    this.#pinned = how.pin;
    this.#show();
    this.#draw();
    if (how.focus) {
      const active = document.activeElement;
      if (active !== this.host) this.#returnTo = active instanceof HTMLElement ? active : null;
      this.#card.focus({ preventScroll: true });
    }
  }

  /** Follows its words to where they are now. */
  follow(ranges: readonly Range[]): void {
    this.#ranges = ranges;
    if (this.#subject !== null) this.#place();
  }

  /** Draws anew after what it shows changed. */
  refresh(): void {
    if (this.#subject !== null) this.#draw();
  }

  close(): void {
    if (this.#subject === null) return;
    const hadFocus = document.activeElement === this.host;
    this.#seen?.end();
    this.#subject = null;
    this.#pinned = false;
    if (this.#stage.holder === null) this.host.hidePopover();
    else this.host.hidden = true;
    if (hadFocus) this.#returnTo?.focus({ preventScroll: true });
    this.#returnTo = null;
    this.#handlers.closed();
  }

  remove(): void {
    this.close();
    this.host.remove();
  }

  #show(): void {
    const { holder } = this.#stage;
    if (!this.host.isConnected) (holder ?? document.documentElement).append(this.host);
    if (holder !== null) this.host.hidden = false;
    else if (!this.host.matches(":popover-open")) this.host.showPopover();
    this.#seen?.begin();
  }

  #draw(): void {
    if (this.#subject?.kind === "reference") this.#drawReference(this.#subject.id);
    else if (this.#subject?.kind === "citation") this.#drawCitation(this.#subject.id);
    this.#place();
  }

  #drawCitation(citation: string): void {
    const words = this.#words;
    const findings = [...this.#state.findingsOf(citation)].sort(
      (a, b) => SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)),
    );
    const finding = findings[Math.min(this.#selected, findings.length - 1)];
    this.#card.className = finding === undefined ? "card" : `card need-${severityOf(finding)}`;
    const how = this.#card.querySelector("details.how");
    const wasOpen = how instanceof HTMLDetailsElement && how.open;
    if (finding === undefined) {
      fill(this.#card, this.#header(h("h2", { id: "card-title" }, words.card.pending)));
    } else {
      fill(
        this.#card,
        this.#header(title(words, finding), confidenceText(words, finding)),
        findings.length > 1 ? this.#tabs(findings, finding) : null,
        cardBody(words, finding, this.#state),
        this.#footer(finding),
        sentLine(words, finding, this.#state),
      );
      const details = this.#card.querySelector("details.how");
      if (details instanceof HTMLDetailsElement) details.open = wasOpen;
    }
  }

  #drawReference(reference: string): void {
    const words = this.#words;
    const standing = this.#state.referenceStatus(reference);
    if (standing === null) {
      this.#card.className = "card";
      fill(this.#card, this.#header(h("h2", { id: "card-title" }, words.card.pending)));
      return;
    }
    this.#card.className = needsAttention(standing) ? "card need-reference" : "card";
    fill(
      this.#card,
      this.#header(referenceTitle(words, standing)),
      referenceBody(words, reference, standing, this.#state),
      this.#referenceFooter(reference),
    );
  }

  #referenceFooter(reference: string): HTMLElement {
    const words = this.#words;
    const status = h("span", { role: "status", class: "quiet" });
    const bibtex = this.#state.bibtex(reference);
    const citations = this.#state.citationsOf(reference);
    const [first] = citations;
    return h(
      "footer",
      {},
      bibtex !== null && copyButton(words, words.reference.copy, bibtex, status),
      status,
      h("span", { class: "spacer" }),
      first !== undefined &&
        button(words.reference.cited(citations.length), () => {
          this.#handlers.jump(first);
        }),
    );
  }

  #header(heading: HTMLElement, confidence: string | null = null): HTMLElement {
    const close = h(
      "button",
      { class: "close", type: "button", "aria-label": this.#words.card.close },
      icon(CROSS),
    );
    close.addEventListener("click", () => {
      this.close();
    });
    return h(
      "header",
      {},
      heading,
      confidence === null ? null : h("span", { class: "confidence" }, confidence),
      close,
    );
  }

  #tabs(findings: readonly Finding[], selected: Finding): HTMLElement {
    const tabs = findings.map((finding, index) => {
      const isSelected = finding === selected;
      const tab = h(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": String(isSelected),
          tabindex: isSelected ? "0" : "-1",
        },
        glyph(severityOf(finding)),
        shortReference(this.#words, this.#state.reference(finding.reference), finding.reference),
      );
      tab.addEventListener("click", () => {
        this.#select(index);
      });
      return tab;
    });
    const list = h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": this.#words.card.findings },
      ...tabs,
    );
    list.addEventListener("keydown", (event) => {
      const onwards = this.#words.direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
      const step = !isArrow ? 0 : event.key === onwards ? 1 : -1;
      if (step !== 0) this.#select((this.#selected + step + findings.length) % findings.length);
    });
    return list;
  }

  #select(index: number): void {
    this.#selected = index;
    this.#draw();
    this.#card.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  #footer(finding: Finding): HTMLElement {
    const words = this.#words;
    const key = pairKey(finding);
    const reason = this.#state.dismissed.get(key);
    const status = h("span", { role: "status", class: "quiet" });
    const entry = this.#state.reference(finding.reference);
    const text = findingText(words, finding, entry);
    const bibtex = severityOf(finding) === "reference" ? this.#state.bibtex(finding.reference) : null;
    const footer = h("footer");
    const ask = askButton(words, finding, this.#state, {
      ask: (key, whom) => {
        if (ask !== null)
          this.#ifSeen(ask, status, () => {
            this.#handlers.ask(key, whom);
          });
      },
      stopAsking: (key) => {
        this.#handlers.stopAsking(key);
      },
    });
    if (ask !== null && !this.#state.asking.has(key)) this.#seen?.gate(ask, SETTLED_MS);
    const parts: Node[] = [];
    if (reason !== undefined) {
      const undo = this.#gated(words.card.undo, status, () => {
        this.#handlers.dismiss(key, null);
      });
      const report = falseAlarmText(words, finding, entry, reason, this.#state.models);
      parts.push(
        h("div", { class: "dismissed" }, words.card.dismissed(words.dismissReason[reason]), undo),
        copyButton(words, words.card.falseAlarm, report, status),
      );
    } else if (finding.verdict !== "supported") {
      const reasons = h("div", {
        class: "reasons",
        role: "group",
        "aria-label": words.card.dismissWhy,
        hidden: true,
      });
      fill(
        reasons,
        h("span", { class: "quiet" }, words.card.dismissWhy),
        ...DISMISS_REASONS.map((one) =>
          this.#gated(words.dismissReason[one], status, () => {
            this.#handlers.dismiss(key, one);
          }),
        ),
      );
      const toggle = button(words.card.dismiss, () => {
        reasons.hidden = !reasons.hidden;
        toggle.setAttribute("aria-expanded", String(!reasons.hidden));
        if (!reasons.hidden) reasons.querySelector("button")?.focus();
        this.#place();
      });
      toggle.setAttribute("aria-expanded", "false");
      parts.push(reasons, ...(ask === null ? [] : [ask]), toggle);
    }
    const step = (label: string, direction: 1 | -1): HTMLButtonElement =>
      button(label, () => {
        this.#handlers.step(direction);
      });
    fill(
      footer,
      ...parts,
      copyButton(words, words.card.copy, text, status),
      bibtex === null ? null : copyButton(words, words.reference.copy, bibtex, status),
      status,
      h("span", { class: "steps" }, step(words.card.previous, -1), step(words.card.next, 1)),
    );
    return footer;
  }

  /** A button that changes what is kept of a finding. */
  #gated(label: string, status: HTMLElement, act: () => void): HTMLButtonElement {
    const made = button(label, () => {
      this.#ifSeen(made, status, act);
    });
    this.#seen?.gate(made, 0);
    return made;
  }

  /** Does what a button says, if the reader can have meant it. */
  #ifSeen(pressed: HTMLElement, status: HTMLElement, act: () => void): void {
    if (this.#seen === null || this.#seen.allows(pressed)) act();
    else status.textContent = this.#words.card.notSeen;
  }

  /** Whether the words of the page that the card is about run from right to left. */
  #isRightToLeft(): boolean {
    const at = this.#ranges[0]?.startContainer;
    const element = at instanceof Element ? at : at?.parentElement;
    return element !== null && element !== undefined && getComputedStyle(element).direction === "rtl";
  }

  // In coordinates of what scrolls, so that the card scrolls along with its words.
  #place(): void {
    const box = boxAround(this.#ranges);
    if (box === null) return;
    this.#card.style.maxHeight = "none";
    const { left, top, right, bottom } = this.#stage.view();
    const around = {
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    };
    const viewport = { width: right - left, height: bottom - top };
    const place = placeCard(around, this.host.getBoundingClientRect(), viewport, this.#isRightToLeft());
    const scrolled = this.#stage.scrolled();
    this.#card.style.maxHeight = `${Math.floor(place.room)}px`;
    const [x, y] = [place.left + scrolled.x, place.top + scrolled.y];
    this.#where.replaceSync(`:host { left: ${x}px !important; top: ${y}px !important; }`);
  }
}
