/** The card of one citation or entry: what was found, why, and what source and records say. */

import type { Finding } from "../generated/Finding";
import { entrySeverity } from "../audit/entry-severity";
import { needsAttention } from "../audit/reference-status";
import { SEVERITIES, type FindingSeverity } from "../audit/severity";
import { pairKey, type AuditState, type PairKey } from "../audit/state";
import type { DismissReason } from "../generated/DismissReason";
import type { ReaderAnswer } from "../generated/ReaderAnswer";
import { isSame, type Subject } from "../audit/subject";
import { makeOwn } from "../page/own-elements";
import type { Viewport } from "../page/viewport";
import cardCss from "./card.css";
import { bodyParts, cardBody } from "./card-body";
import { CardActions, type ActionHandlers } from "./card-actions";
import { button, copyButton, referenceTitle, sourcesTitle, title } from "./card-parts";
import { CardPlacement, type Anchoring } from "./card-placement";
import { shortReference } from "./describe";
import { fill, h, icon } from "./dom";
import { glyph } from "./glyph";
import { ownRoot, type Isolation } from "./own-root";
import { entryPolicyLine, headlineOf, policyLine } from "./policy-line";
import { referenceBody } from "./reference-card";
import { answerOf, canBeAnswered } from "./triage";
import { Visibility } from "./visibility";
import themeCss from "./theme.css";
import type { Theme } from "./theme";
import { sentLine, type AskHandlers } from "./sent-line";
import type { Messages } from "./locales/messages";

const CROSS = "M4 4l8 8M12 4l-8 8";

export interface CardHandlers extends AskHandlers {
  dismiss(key: PairKey, reason: DismissReason | null): void;
  answer(key: PairKey, answer: ReaderAnswer | null): void;
  step(direction: 1 | -1): void;
  /** Shows a citation in the text. */
  jump(citation: string): void;
  closed(): void;
}

export class Card {
  readonly host: HTMLElement;
  readonly #card: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #state: AuditState;
  readonly #handlers: CardHandlers;
  readonly #words: Messages;
  readonly #stage: Viewport;
  // Null on pages that may do with the card what they like.
  readonly #seen: Visibility | null;
  readonly #placement: CardPlacement;
  #subject: Subject | null = null;
  #selected = 0;
  // What of its citation is looked at.
  #shown: Finding | null = null;
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
    this.#root = ownRoot(this.host, isolation, themeCss, cardCss);
    this.#card = h("section", {
      class: "card",
      lang: words.language,
      dir: words.direction,
      role: "dialog",
      "aria-labelledby": "card-title",
      tabindex: "-1",
    });
    this.#root.append(this.#card);
    this.#placement = new CardPlacement(this.host, this.#root, this.#card, stage);
    this.#seen = isolation === "sealed" ? new Visibility(this.host, this.#root, this.#card) : null;
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

  /** Whether a point of the viewport is on the card, or on the way from its words to it. */
  holds(x: number, y: number): boolean {
    return this.#subject !== null && this.#placement.holds(x, y);
  }

  /** Opens the card of a citation or entry beside its words. */
  open(subject: Subject, beside: Anchoring, how: { pin: boolean; focus: boolean }): void {
    if (!isSame(subject, this.#subject)) this.#selected = 0;
    this.#subject = subject;
    this.#placement.anchor(beside);
    this.#pinned = how.pin;
    this.#show();
    this.#draw();
    if (how.pin) this.#placement.uncover();
    if (how.focus) {
      const active = document.activeElement;
      if (active !== this.host) this.#returnTo = active instanceof HTMLElement ? active : null;
      this.#card.focus({ preventScroll: true });
    }
  }

  /** Stays until it is closed. */
  pin(): void {
    this.#pinned = true;
  }

  /** Follows its words to where they are now. */
  follow(ranges: readonly Range[]): void {
    if (this.#subject === null) return;
    this.#placement.anchor({ ranges, at: null });
    this.#placement.place();
  }

  /** The window has another size, or the page another layout. */
  replace(): void {
    if (this.#subject !== null) this.#placement.place();
  }

  /** Answers the claim that it shows by a key; whether the key meant anything. */
  triage(key: string): boolean {
    const finding = this.#shown;
    const answer = answerOf(key);
    if (finding === null || answer === undefined || !canBeAnswered(finding)) return false;
    this.#handlers.answer(pairKey(finding), answer);
    return true;
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
    this.#shown = null;
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
    const pressed = this.#root.activeElement?.closest("footer, .triage") ?? null;
    if (this.#subject?.kind === "reference") this.#drawReference(this.#subject.id);
    else if (this.#subject?.kind === "citation") this.#drawCitation(this.#subject.id);
    this.#placement.place();
    if (pressed?.isConnected !== false) return;
    // The button that was pressed is gone: whoever uses keys goes on where it was.
    const there = pressed.classList.contains("triage")
      ? ".triage button"
      : ".dismissed button, footer > button";
    this.#card.querySelector<HTMLElement>(there)?.focus();
  }

  #drawCitation(citation: string): void {
    const words = this.#words;
    const severityOf = (finding: Finding): FindingSeverity => this.#state.severityOf(finding);
    const findings = [...this.#state.findingsOf(citation)].sort(
      (a, b) => SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)),
    );
    const selected = Math.min(this.#selected, findings.length - 1);
    const finding = findings[selected];
    this.#shown = finding ?? null;
    this.#card.className = finding === undefined ? "card" : `card need-${severityOf(finding)}`;
    const wasOpen = this.#technical()?.open === true;
    if (finding === undefined) {
      fill(this.#card, this.#header(h("h2", { id: "card-title" }, words.card.pending)));
      return;
    }
    const isAlone = findings.length === 1;
    fill(
      this.#card,
      this.#header(
        isAlone ? title(words, finding, this.#state) : sourcesTitle(words, findings.map(severityOf)),
        isAlone ? policyLine(words, this.#state, finding) : null,
      ),
      isAlone ? cardBody(words, finding, this.#state) : this.#sources(findings, selected),
      this.#actions(finding).footer(finding),
      sentLine(words, finding, this.#state),
    );
    const details = this.#technical();
    if (details !== null) {
      details.open = wasOpen;
      details.addEventListener("toggle", () => {
        this.#placement.place();
      });
    }
  }

  #technical(): HTMLDetailsElement | null {
    return this.#card.querySelector<HTMLDetailsElement>("details.technical");
  }

  #drawReference(reference: string): void {
    const words = this.#words;
    const standing = this.#state.referenceStatus(reference);
    this.#shown = null;
    if (standing === null) {
      this.#card.className = "card";
      fill(this.#card, this.#header(h("h2", { id: "card-title" }, words.card.pending)));
      return;
    }
    const need = entrySeverity(this.#state, reference);
    this.#card.className = need === null ? "card" : `card need-${need}`;
    fill(
      this.#card,
      this.#header(
        referenceTitle(words, standing, need, this.#state.resolution(reference)),
        needsAttention(standing) ? entryPolicyLine(words, this.#state, reference) : null,
      ),
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

  #header(heading: HTMLElement, policy: HTMLElement | null = null): HTMLElement {
    const close = h(
      "button",
      { class: "close", type: "button", "aria-label": this.#words.card.close },
      icon(CROSS),
    );
    close.addEventListener("click", () => {
      this.close();
    });
    return h("header", {}, heading, close, policy);
  }

  /** Several sources: a line for each, and below them what the one says that is looked at. */
  #sources(findings: readonly Finding[], selected: number): HTMLElement {
    const words = this.#words;
    const items = findings.map((finding, index) => {
      const need = this.#state.severityOf(finding);
      const isOpen = index === selected;
      const name = shortReference(words, this.#state.reference(finding.reference), finding.reference);
      const isDismissed = this.#state.dismissed.has(pairKey(finding));
      const row = h(
        "button",
        { type: "button", class: "source", "aria-expanded": String(isOpen), "aria-controls": "of-source" },
        glyph(need),
        h("span", { class: "visually-hidden" }, words.pair(words.need[need], "")),
        h("bdi", { class: "name" }, name),
        h(
          "span",
          { class: "headline" },
          isDismissed ? words.card.dismissedPlain : headlineOf(words, this.#state, finding),
        ),
      );
      row.addEventListener("click", () => {
        this.#select(index);
      });
      return h("li", { class: `need-${need}` }, row);
    });
    const shown = findings[selected];
    return h(
      "div",
      { class: "body", tabindex: "0", role: "group", "aria-label": words.card.findings },
      h("ul", { class: "sources" }, ...items),
      shown !== undefined &&
        h(
          "div",
          { class: "of-source", id: "of-source" },
          policyLine(words, this.#state, shown),
          ...bodyParts(words, shown, this.#state),
        ),
    );
  }

  #select(index: number): void {
    this.#selected = index;
    this.#draw();
    this.#card.querySelector<HTMLElement>('button.source[aria-expanded="true"]')?.focus();
  }

  #actions(finding: Finding): CardActions {
    const handlers: ActionHandlers = {
      dismiss: (reason) => {
        this.#handlers.dismiss(pairKey(finding), reason);
      },
      answer: (answer) => {
        this.#handlers.answer(pairKey(finding), answer);
      },
      ask: (key, whom) => {
        this.#handlers.ask(key, whom);
      },
      stopAsking: (key) => {
        this.#handlers.stopAsking(key);
      },
      step: (direction) => {
        this.#handlers.step(direction);
      },
    };
    return new CardActions(this.#words, this.#state, handlers, this.#seen);
  }
}
