/** One line of state, a thin bar of stages, and the one button that fits the state. */

import type { Stage } from "../generated/Stage";
import type { DocumentView } from "../generated/DocumentView";
import { isBeginning } from "../audit/full-texts";
import type { AuditState } from "../audit/state";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

const STAGES: readonly Stage[] = ["map", "resolve", "abstracts", "access", "verify"];
// Below this the rate of checking says nothing yet.
const ENOUGH_FOR_A_GUESS = 5;
// Screen readers hear the line at most this often while it changes.
const SPEAK_MS = 5000;

export class StateLine {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #text = h("p");
  readonly #spoken = h("p", { class: "visually-hidden", role: "status" });
  readonly #stage = h("p", { class: "stage" });
  readonly #button = h("button", { type: "button" });
  readonly #bar: HTMLElement;
  readonly #fills = new Map<Stage, HTMLElement>();
  readonly #ends = new AbortController();
  #lastSpoken = 0;
  #saysStop = false;

  constructor(state: AuditState, words: Messages, handlers: { start(): void; stop(): void }) {
    this.#state = state;
    this.#words = words;
    this.#bar = h("div", {
      class: "bar",
      role: "progressbar",
      "aria-label": words.panel.label,
      "aria-valuemin": "0",
      "aria-valuemax": "100",
    });
    for (const stage of STAGES) {
      const bar = h("i");
      this.#fills.set(stage, bar);
      this.#bar.append(h("span", {}, bar));
    }
    this.#button.addEventListener("click", () => {
      // What it says may be a moment old: a check that has begun since is what the reader wants, not its end.
      if (this.#saysStop) handlers.stop();
      else if (!this.#isBusy()) handlers.start();
    });
    this.element = h(
      "div",
      {},
      h("div", { class: "state" }, this.#text, this.#button),
      this.#bar,
      this.#stage,
      this.#spoken,
    );
    for (const type of ["online", "offline"]) {
      addEventListener(
        type,
        () => {
          this.update();
        },
        { signal: this.#ends.signal },
      );
    }
  }

  stop(): void {
    this.#ends.abort();
  }

  update(): void {
    const words = this.#words;
    const { phase } = this.#state;
    const busy = this.#isBusy();
    this.#saysStop = busy;
    const text = this.#line();
    setText(this.#text, text);
    const { isBeforehand } = this.#state;
    setText(
      this.#button,
      busy
        ? words.panel.stop
        : phase === "idle"
          ? isBeforehand
            ? words.beforehand.check
            : words.panel.check
          : phase === "failed"
            ? words.panel.retry
            : words.panel.again,
    );
    // What was checked beforehand cannot be checked again here.
    this.#button.hidden = isBeforehand && (phase === "finished" || phase === "stopped");
    this.#button.className = phase === "idle" ? "primary" : "";
    this.#bar.hidden = !busy;
    setText(this.#stage, this.#detail());
    this.#drawBar();
    const now = performance.now();
    if (!busy || now - this.#lastSpoken > SPEAK_MS) {
      this.#lastSpoken = now;
      setText(this.#spoken, text);
    }
  }

  #isBusy(): boolean {
    return this.#state.phase === "loading" || this.#state.phase === "running";
  }

  #line(): string {
    const words = this.#words;
    const { phase, document } = this.#state;
    const { isBeforehand } = this.#state;
    if (phase === "idle") return isBeforehand ? words.beforehand.idle : words.panel.idle;
    if (phase === "failed" && document === null)
      return isBeforehand ? words.beforehand.failed : words.panel.failed;
    if (document === null && isBeforehand) return words.beforehand.loading;
    if (document === null) return this.#loading() ?? words.panel.reading;
    if (document.citations.length === 0)
      return isBeginning(this.#state) ? this.#beginning(document) : words.panel.noCitations;
    let checked = 0;
    let review = 0;
    let open = 0;
    // What does not stand here any more is no part of this article.
    const citations = isBeforehand
      ? document.citations.filter(({ id }) => !this.#state.lost.has(id))
      : document.citations;
    for (const { id } of citations) {
      if (!this.#state.isChecked(id)) continue;
      checked += 1;
      const need = this.#state.severityOfCitation(id);
      if (need === "review" || need === "reference") review += 1;
      if (need === "unchecked") open += 1;
    }
    return words.panel.line(checked, citations.length, review, open);
  }

  #beginning({ references }: DocumentView): string {
    const { fullText } = this.#words.panel;
    if (this.#state.fullTexts?.isListing === true) return fullText.listing;
    return references.length > 0 ? fullText.references(references.length) : fullText.elsewhere;
  }

  #loading(): string | null {
    const files = [...this.#state.loading.values()];
    if (files.length === 0) return null;
    const sum = (of: "received" | "total"): number => files.reduce((total, file) => total + file[of], 0);
    return this.#words.panel.loading(sum("received") / 1e6, sum("total") / 1e6);
  }

  #detail(): string {
    const words = this.#words;
    const { phase, summary, progress } = this.#state;
    // What was checked beforehand needs nobody else.
    const offline = navigator.onLine || this.#state.isBeforehand ? "" : words.panel.offline;
    if (phase === "stopped") return words.panel.stopped;
    if (phase === "finished" && summary !== null)
      return summary.pairs === 0 ? offline : words.panel.finished(summary);
    if (phase !== "running" || progress === null) return offline;
    const left = this.#secondsLeft();
    return [words.stage[progress.stage], left === null ? "" : words.panel.timeLeft(left), offline]
      .filter((part) => part.length > 0)
      .join(" · ");
  }

  #secondsLeft(): number | null {
    const { progress, verifyBegan } = this.#state;
    if (progress?.stage !== "verify" || verifyBegan === null) return null;
    const done = progress.done - verifyBegan.done;
    if (done < ENOUGH_FOR_A_GUESS) return null;
    return ((performance.now() - verifyBegan.at) / 1000 / done) * (progress.total - progress.done);
  }

  #drawBar(): void {
    const { progress } = this.#state;
    const current = progress === null ? -1 : STAGES.indexOf(progress.stage);
    let sum = 0;
    for (const [index, stage] of STAGES.entries()) {
      const share =
        progress !== null && index === current
          ? progress.done / Math.max(1, progress.total)
          : index < current
            ? 1
            : 0;
      sum += share;
      this.#fills.get(stage)?.style.setProperty("--done", share.toFixed(3));
    }
    this.#bar.setAttribute("aria-valuenow", String(Math.round((sum / STAGES.length) * 100)));
  }
}
