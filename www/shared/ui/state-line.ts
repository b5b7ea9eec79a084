/** One line of state, a thin bar of stages, and the one button that fits the state. */

import { found, judged, problems, type Counts } from "../audit/counts";
import { isBeginning } from "../audit/full-texts";
import type { AuditState } from "../audit/state";
import type { CitationCounts } from "../generated/CitationCounts";
import type { DocumentView } from "../generated/DocumentView";
import type { ReferenceCounts } from "../generated/ReferenceCounts";
import type { Stage } from "../generated/Stage";
import { h, setText } from "./dom";
import type { Messages } from "./locales/messages";

const STAGES: readonly Stage[] = ["map", "resolve", "abstracts", "access", "verify"];
// Below this the rate of checking says nothing yet.
const ENOUGH_FOR_A_GUESS = 5;
// Screen readers hear the line at most this often while it changes.
const SPEAK_MS = 5000;

export interface StateHandlers {
  start(): void;
  stop(): void;
  /** The reader wanted to start what has begun by itself since: what was kept of the document is being shown. */
  begun?(): void;
}

/** Whether references may be looked up, as the line says it. */
export interface LookUpState {
  readonly isOff: boolean;
  readonly isOffered: boolean;
}

export class StateLine {
  readonly element: HTMLElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #lookUp: LookUpState;
  readonly #text = h("p");
  readonly #spoken = h("p", { class: "visually-hidden", role: "status" });
  readonly #stage = h("p", { class: "stage" });
  readonly #button = h("button", { type: "button" });
  readonly #bar: HTMLElement;
  readonly #fills = new Map<Stage, HTMLElement>();
  readonly #ends = new AbortController();
  #counts: Counts | null = null;
  #lastSpoken = 0;
  #saysStop = false;

  constructor(state: AuditState, words: Messages, lookUp: LookUpState, handlers: StateHandlers) {
    this.#state = state;
    this.#words = words;
    this.#lookUp = lookUp;
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
      else if (this.#isBusy()) handlers.begun?.();
      else handlers.start();
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
          if (this.#counts !== null) this.update(this.#counts);
        },
        { signal: this.#ends.signal },
      );
    }
  }

  stop(): void {
    this.#ends.abort();
  }

  /** Puts the focus on the button. */
  focus(): void {
    this.#button.focus();
  }

  update(counts: Counts): void {
    this.#counts = counts;
    const words = this.#words;
    const { phase } = this.#state;
    const busy = this.#isBusy();
    this.#saysStop = busy;
    const text = this.#line(counts);
    setText(this.#text, text);
    const { isBeforehand, published } = this.#state;
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
            : published !== null
              ? words.beforehand.checkHere
              : words.panel.again,
    );
    // What was checked beforehand cannot be checked again here, but where somebody else than the page shows it.
    this.#button.hidden = isBeforehand && published === null && (phase === "finished" || phase === "stopped");
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

  #line({ citations, references }: Counts): string {
    const words = this.#words;
    const { phase, document, pageImages } = this.#state;
    const { isBeforehand } = this.#state;
    if (phase === "idle") return isBeforehand ? words.beforehand.idle : words.panel.idle;
    if (phase === "failed" && document === null)
      return isBeforehand ? words.beforehand.failed : words.panel.failed;
    if (document === null && isBeforehand) return words.beforehand.loading;
    if (document === null && pageImages > 0) return words.panel.readingImages(pageImages);
    if (document === null) return this.#loading() ?? words.panel.reading;
    const isLookingUp = this.#isBusy() && references.total > 0;
    if (isBeginning(this.#state) && !isLookingUp) return this.#beginning(document);
    if (citations.total + references.total === 0) return words.panel.noCitations;
    const isKnown = judged(citations) > 0 || references.open < references.total;
    if (this.#isBusy()) return this.#progress(citations, references, isKnown);
    if (isKnown && citations.total > 0) return this.#counted(citations);
    const { mapped, nothingLookedUp } = words.panel;
    const isWaiting = !isKnown && this.#lookUp.isOff && this.#lookUp.isOffered && references.total > 0;
    return [mapped(citations.total, references.total), isWaiting ? nothingLookedUp : ""]
      .filter((part) => part !== "")
      .join(words.gap);
  }

  #counted(counts: CitationCounts): string {
    return this.#words.panel.counted({ ...counts, attention: problems(counts) });
  }

  /** References that were found, and citations that something was found out about: what is open counts as neither. */
  #progress(citations: CitationCounts, references: ReferenceCounts, isKnown: boolean): string {
    const { panel } = this.#words;
    if (!isKnown && this.#lookUp.isOff) return panel.mapped(citations.total, references.total);
    const parts = [references.total > 0 ? panel.found(found(references), references.total) : ""];
    const { fetched } = this.#state;
    if (fetched !== null && fetched.done < fetched.total)
      parts.push(panel.readingSources(fetched.done + 1, fetched.total));
    if (judged(citations) > 0) parts.push(panel.judged(judged(citations), citations.total));
    return parts.filter((part) => part !== "").join(" · ");
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
    const { phase, progress } = this.#state;
    // What was checked beforehand needs nobody else.
    const offline = navigator.onLine || this.#state.isBeforehand ? "" : words.panel.offline;
    if (phase === "stopped") return words.panel.stopped;
    if (phase !== "running" || progress === null) return offline;
    const left = this.#secondsLeft();
    // References are looked up while models are loaded; what follows waits for them.
    const isWaiting = progress.stage !== "verify" && progress.done >= progress.total;
    const stage = (isWaiting ? this.#loading() : null) ?? words.stage[progress.stage];
    return [stage, left === null ? "" : words.panel.timeLeft(left), offline]
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

  /** How much of a stage is done, from 0 to 1. */
  #shareOf(stage: Stage): number {
    const { progress, fetched } = this.#state;
    const share = ({ done, total }: { done: number; total: number }): number => done / Math.max(1, total);
    if (stage === "access" && fetched !== null) return share(fetched);
    if (progress?.stage === stage) return share(progress);
    return progress !== null && STAGES.indexOf(stage) < STAGES.indexOf(progress.stage) ? 1 : 0;
  }

  #drawBar(): void {
    let sum = 0;
    for (const stage of STAGES) {
      const share = this.#shareOf(stage);
      sum += share;
      this.#fills.get(stage)?.style.setProperty("--done", share.toFixed(3));
    }
    this.#bar.setAttribute("aria-valuenow", String(Math.round((sum / STAGES.length) * 100)));
  }
}
