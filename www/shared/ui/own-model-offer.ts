/**
 * The first thing that is offered for open claims where the browser has a model of its own: one quiet button, which has it downloaded if
 * need be, makes it the endpoint, and puts to it what is open.
 */

import { isOpenClaim } from "../audit/endpoint-choice";
import { pairKey, type AuditState } from "../audit/state";
import { OWN_MODEL } from "../own-model/address";
import type { OwnModel } from "../own-model/own-model";
import type { Availability } from "../own-model/prompt-api";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";
import { OwnModelStatus } from "./own-model-status";

export interface OwnModelChoice {
  model: OwnModel;
  /** Makes it the endpoint of what stays open; whether that was kept. */
  choose(): Promise<boolean>;
  /** Puts to it what is open. */
  askOpen(): void;
  stopAsking(): void;
}

export class OwnModelOffer {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #choice: OwnModelChoice;
  readonly #status: OwnModelStatus;
  readonly #button = h("button", { type: "button" });
  readonly #about: HTMLElement;
  readonly #line = h("p", { role: "status" });
  // Null until it is known.
  #availability: Availability | null = null;
  #isPressed = false;
  // What kept it from being asked.
  #problem = "";

  constructor(state: AuditState, words: Messages, choice: OwnModelChoice) {
    this.#state = state;
    this.#words = words;
    this.#choice = choice;
    this.#status = new OwnModelStatus(words, choice.model);
    this.#about = h("p", { class: "quiet" }, words.ownModel.about);
    this.#button.addEventListener("click", () => void this.#press());
    this.element = h(
      "div",
      { class: "own-model-offer", hidden: true },
      this.#button,
      this.#about,
      this.#status.element,
      this.#line,
    );
    void this.#look();
  }

  update(): void {
    const { ownModel: text } = this.#words;
    const { phase, document, endpoint, isBeforehand } = this.#state;
    const asking = this.#asking();
    const open = this.#open();
    // Who set up another model is not offered this one.
    const isWanted = endpoint === null || endpoint === OWN_MODEL;
    const isOver = phase === "finished" || phase === "stopped";
    const isThere = this.#availability !== null && this.#availability !== "unavailable";
    const isOffered = isThere && isWanted && isOver && document !== null && !isBeforehand;
    this.element.hidden = !(isOffered && (open > 0 || asking > 0 || this.#isPressed));
    if (this.element.hidden) return;
    const isReady = this.#availability === "available";
    const isDownloading = this.#status.isDownloading || this.#availability === "downloading";
    this.#button.hidden = isDownloading || (open === 0 && asking === 0);
    setText(this.#button, asking > 0 ? text.stop : (isReady ? text.offer : text.offerDownload)(open));
    this.#about.hidden = asking > 0;
    // What is ready needs no word.
    this.#status.element.hidden = isReady && !isDownloading;
    setText(this.#line, asking > 0 ? text.left(asking) : this.#problem);
    this.#line.hidden = this.#line.textContent === "";
  }

  /** Claims that could be put to it. */
  #open(): number {
    let open = 0;
    for (const finding of this.#state.findings()) {
      const key = pairKey(finding);
      const isAsked = this.#state.asking.has(key);
      if (isOpenClaim(finding) && !isAsked && !this.#state.dismissed.has(key)) open += 1;
    }
    return open;
  }

  #asking(): number {
    return [...this.#state.asking.values()].filter((whom) => whom === "endpoint").length;
  }

  async #look(): Promise<void> {
    this.#availability = await this.#status.look();
    this.update();
  }

  async #press(): Promise<void> {
    if (this.#asking() > 0) {
      this.#choice.stopAsking();
      return;
    }
    this.#isPressed = true;
    this.#problem = "";
    try {
      if (this.#availability !== "available") {
        // While the click lasts: before anything is awaited.
        const downloaded = this.#status.download();
        this.update();
        const isThere = await downloaded;
        this.#availability = await this.#choice.model.availability();
        if (!isThere) return;
      }
      if (await this.#choice.choose()) this.#choice.askOpen();
      else this.#problem = this.#words.ownModel.notAllowed;
    } finally {
      this.#isPressed = false;
      this.update();
    }
  }
}
