/** The browser of edges: fit and conflicts beside each reviewer of the submission that is selected, when the reader asks for them. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import { Answers, list, scholarOf } from "./api";
import { reason } from "./assignment-box";
import type { OpenReviewClient } from "./client";
import { NOBODY } from "./compare";
import type { ReviewerFact } from "./chairs/facts";
import { keptByBackground } from "./chairs/kept";
import { TimeLeft } from "./chairs/pace";
import { ReviewerFits } from "./chairs/reviewer-fits";
import type { Submission } from "./chairs/submissions";
import { edgeBrowser, edgeSelection, type EdgeSelection, type EntryOfReviewer } from "./edge-markup";
import { failureOf } from "./failures";
import { permission, YearsField } from "./fields";
import { isDrawnDark } from "./page-theme";
import { PageWatch } from "./page-watch";
import { mayAskForConsole, NO_CONSENT, type Consent } from "./policy";
import { button, keepWidth, makeShadowHost } from "./shadow-host";

/** What stands beside one reviewer. */
interface Beside {
  host: HTMLElement;
  root: ShadowRoot;
  shown: ReviewerFact | null;
}

export class EdgeBrowserView {
  readonly #theme: Theme;
  readonly #words: ExtensionMessages;
  readonly #consent: Consent = { ...NO_CONSENT };
  readonly #answers = new Answers();
  readonly #fits: ReviewerFits;
  readonly #timeLeft = new TimeLeft();
  /** By submission and reviewer. */
  readonly #facts = new Map<string, ReviewerFact>();
  readonly #people = new Map<string, Scholar>();
  readonly #beside = new Map<string, Beside>();
  readonly #host: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #status = h("p", { class: "quiet", role: "status" });
  readonly #problem = h("p", { class: "failure", role: "alert" });
  readonly #progress = h("progress", { max: "1", hidden: true });
  readonly #revealLine: HTMLElement;
  readonly #years: YearsField;
  readonly #watch: PageWatch;
  #run: AbortController | null = null;

  private constructor(client: OpenReviewClient, theme: Theme, words: ExtensionMessages) {
    const { edges: text } = words.chairs;
    this.#theme = theme;
    this.#words = words;
    this.#fits = new ReviewerFits({
      client,
      answers: this.#answers,
      kept: keptByBackground,
      consent: this.#consent,
      since: () => this.#years.since,
    });
    this.#button = button(text.check, () => void this.begin(), "primary");
    keepWidth(this.#button, [text.check, words.openReview.pause, words.openReview.resume]);
    this.#revealLine = permission(words.openReview.assignment.reveal, (isAllowed) => {
      this.#consent.revealedAuthors = isAllowed;
      this.#forget();
    }).line;
    this.#years = new YearsField(words.openReview.assignment.years, () => {
      this.#forget();
    });
    this.#progress.setAttribute("aria-label", text.check);
    const { host, root } = makeShadowHost("edges", theme, words);
    this.#host = host;
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": words.openReview.label },
        h("h3", {}, words.openReview.label),
        h("p", { class: "quiet" }, text.about),
        this.#revealLine,
        h("div", { class: "row" }, this.#years.line, this.#button),
        this.#progress,
        this.#status,
        this.#problem,
      ),
    );
    this.#show();
    this.#watch = new PageWatch(document, () => {
      this.#show();
    });
  }

  /** The view of a page; null if it is no browser of edges. */
  static of(
    document: Document,
    client: OpenReviewClient,
    theme: Theme,
    words: ExtensionMessages,
  ): EdgeBrowserView | null {
    return edgeBrowser(document) === null ? null : new EdgeBrowserView(client, theme, words);
  }

  isShown(): boolean {
    return edgeBrowser(document) !== null;
  }

  remove(): void {
    this.#watch.close();
    this.#run?.abort();
    this.#takeAway();
  }

  /** Starts, or pauses. */
  async begin(): Promise<void> {
    if (this.#run !== null) {
      this.#pause();
      return;
    }
    const begun = edgeSelection(document);
    if (begun === null) return;
    const run = new AbortController();
    this.#run = run;
    setText(this.#problem, "");
    this.#show();
    try {
      await this.#learnPeople(this.#open(begun), run.signal);
      for (;;) {
        const now = edgeSelection(document);
        if (now?.submission.id !== begun.submission.id) break;
        const [next] = this.#open(now);
        if (next === undefined) break;
        await this.#check(now.submission, next, run.signal);
        this.#show();
      }
    } catch (error) {
      if (this.#run === run) setText(this.#problem, failureOf(this.#words, error));
    }
    if (this.#run !== run) return;
    this.#pause();
  }

  async #check(submission: Submission, entry: EntryOfReviewer, signal: AbortSignal): Promise<void> {
    const [begun, before] = [performance.now(), this.#fits.requests];
    const papers = await this.#fits.papersBeside(submission, entry.id, signal);
    const reviewer = this.#people.get(entry.id) ?? { ...NOBODY, id: entry.id, name: entry.name };
    const fact = await this.#fits.fit(submission, reviewer, papers);
    signal.throwIfAborted();
    this.#fits.letGo();
    if (this.#fits.requests > before) this.#timeLeft.took(performance.now() - begun);
    this.#facts.set(keyOf(submission.id, entry.id), fact);
  }

  /** Where they work, and whom they name: in one request. */
  async #learnPeople(entries: readonly EntryOfReviewer[], signal: AbortSignal): Promise<void> {
    const ids = entries.map(({ id }) => id).filter((id) => !this.#people.has(id));
    if (ids.length === 0) return;
    const answer = await this.#fits.ask(mayAskForConsole({ kind: "reviewers", ids }), signal);
    for (const scholar of list(answer, "profiles").map(scholarOf))
      for (const id of [scholar.id, ...scholar.other_ids]) if (id !== null) this.#people.set(id, scholar);
    this.#fits.letGo();
  }

  /** Reviewers on the page who were not compared yet; each once. */
  #open({ submission, reviewers }: EdgeSelection): EntryOfReviewer[] {
    const open = reviewers.filter((entry) => !this.#facts.has(keyOf(submission.id, entry.id)));
    return [...new Map(open.map((entry) => [entry.id, entry])).values()];
  }

  #pause(): void {
    this.#run?.abort();
    this.#run = null;
    this.#show();
  }

  #forget(): void {
    this.#facts.clear();
    this.#pause();
  }

  /** Brings everything to its place, however often the page draws its columns anew. */
  #show(): void {
    const place = edgeBrowser(document);
    if (place === null) {
      this.#run?.abort();
      this.#run = null;
      this.#takeAway();
      return;
    }
    this.#theme.choose(isDrawnDark(document) ? "dark" : "light");
    if (place.previousSibling !== this.#host) place.before(this.#host);
    const selection = edgeSelection(document);
    this.#tell(selection);
    const drawn = new Set<string>();
    for (const entry of selection?.reviewers ?? []) {
      const fact = this.#facts.get(keyOf(selection?.submission.id ?? "", entry.id));
      if (fact === undefined || drawn.has(entry.id)) continue;
      drawn.add(entry.id);
      const { host } = this.#besideOf(entry.id, fact);
      if (entry.after.nextSibling !== host) entry.after.after(host);
    }
    for (const [id, { host }] of this.#beside) if (!drawn.has(id)) host.remove();
  }

  #tell(selection: EdgeSelection | null): void {
    const { edges: text, timeLeft } = this.#words.chairs;
    const { openReview } = this.#words;
    const all = new Set(selection?.reviewers.map(({ id }) => id)).size;
    const open = selection === null ? 0 : this.#open(selection).length;
    const isRunning = this.#run !== null;
    this.#revealLine.hidden = selection?.submission.authorsState !== "revealed";
    this.#button.hidden = open === 0 && !isRunning;
    setText(this.#button, isRunning ? openReview.pause : open < all ? openReview.resume : text.check);
    this.#progress.hidden = !isRunning && open === all;
    this.#progress.value = all === 0 ? 0 : (all - open) / all;
    const left = isRunning ? this.#timeLeft.of(open) : null;
    const said = selection === null ? text.select : text.progress(all - open, all);
    setText(this.#status, left === null ? said : `${said} ${timeLeft(Math.ceil(left / 60_000))}`);
  }

  #besideOf(id: string, fact: ReviewerFact): Beside {
    const beside = this.#beside.get(id) ?? {
      ...makeShadowHost("edge", this.#theme, this.#words),
      shown: null,
    };
    this.#beside.set(id, beside);
    if (beside.shown === fact) return beside;
    beside.shown = fact;
    const { chairs: text } = this.#words;
    const { papers, fit, conflicts } = fact;
    const found = conflicts ?? [];
    fill(
      beside.root,
      h("p", { class: "quiet" }, fit === null ? text.noPapers : text.fit(fit, papers)),
      found.length === 0
        ? h("p", { class: "quiet" }, conflicts === null ? text.notCompared : text.edges.noConflict)
        : h("ul", { class: "chips" }, ...found.map((one) => h("li", {}, reason(this.#words, one)))),
    );
    return beside;
  }

  #takeAway(): void {
    this.#host.remove();
    for (const { host } of this.#beside.values()) host.remove();
  }
}

const keyOf = (submission: string, reviewer: string): string => `${submission} ${reviewer}`;
