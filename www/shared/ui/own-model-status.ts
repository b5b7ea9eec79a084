/** The browser's own model in words: whether it is there, and the button by which a reader has the browser download it. */

import type { OwnModel } from "../own-model/own-model";
import type { Availability } from "../own-model/prompt-api";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

/** How often a download that somebody else began is looked after. */
const LOOK_MS = 3000;

export class OwnModelStatus {
  readonly element: HTMLElement;
  readonly #words: Messages;
  readonly #model: OwnModel;
  readonly #line = h("p", { class: "quiet", role: "status" });
  readonly #button = h("button", { type: "button" });
  #download: AbortController | null = null;

  constructor(words: Messages, model: OwnModel) {
    this.#words = words;
    this.#model = model;
    this.#button.addEventListener("click", () => {
      if (this.#download === null) void this.download();
      else this.cancel();
    });
    this.element = h("div", { class: "own-model" }, this.#line, this.#button);
    this.#button.hidden = true;
  }

  get isDownloading(): boolean {
    return this.#download !== null;
  }

  /** Looks whether it is there, and says so. */
  async look(): Promise<Availability> {
    const availability = await this.#model.availability();
    if (this.#download !== null) return "downloading";
    setText(this.#line, this.#words.ownModel.states[availability]);
    this.#button.hidden = availability !== "downloadable";
    setText(this.#button, this.#words.ownModel.download);
    if (availability === "downloading")
      setTimeout(() => {
        if (this.element.isConnected) void this.look();
      }, LOOK_MS);
    return availability;
  }

  /** Has it downloaded, as far as it is not; whether it is there then. Called while a click lasts. */
  async download(): Promise<boolean> {
    const { ownModel: text } = this.#words;
    const download = new AbortController();
    this.#download = download;
    this.#button.hidden = false;
    setText(this.#button, text.cancel);
    setText(this.#line, text.states.downloading);
    const fault = await this.#model.download((share) => {
      if (this.#download === download) setText(this.#line, text.progress(share));
    }, download.signal);
    if (this.#download === download) this.#download = null;
    if (download.signal.aborted) return false;
    const availability = await this.look();
    // A reader who may try again is told why.
    if (fault !== null) setText(this.#line, text.faults[fault]);
    return availability === "available" && fault === null;
  }

  cancel(): void {
    this.#download?.abort();
    this.#download = null;
    void this.look().then(() => {
      setText(this.#line, this.#words.ownModel.cancelled);
    });
  }
}
