/** The table of whoever chairs: built from what the console itself asks, and filled in at a slow pace when the reader says so. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import { download } from "@citelight/shared/ui/export-box";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { Answers, NotPermitted } from "../api";
import { reason } from "../assignment-box";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import type { CheckedSubmission } from "../audit-queue";
import type { OpenReviewClient } from "../client";
import { isOfWholeVenue } from "../console-markup";
import { failureOf } from "../failures";
import { permission, YearsField } from "../fields";
import { NO_CONSENT, type Consent } from "../policy";
import { button, keepWidth } from "../shadow-host";
import { ChairCheck } from "./check";
import { csvOf } from "./csv";
import { keptByBackground } from "./kept";
import { Turns } from "./turns";
import { loadVenue, NoVenue, type VenueData } from "./load";
import { rowElement } from "./row-view";
import { filtered, FILTERS, rowOf, type ChairRow, type Filter } from "./rows";
import type { SubmissionFacts } from "./facts";
import type { Submission } from "./submissions";

export interface TableContext {
  group: string;
  client: OpenReviewClient;
  words: ExtensionMessages;
  /** What the queue found of submissions, now or earlier, by id. */
  checked(ids: readonly string[]): Promise<Map<string, CheckedSubmission>>;
}

/** Rows that are drawn at first: the console below stays near. */
const FIRST = 10;
/** Rows that each press adds. */
const STEP = 50;

interface Made {
  facts: SubmissionFacts | null;
  checked: CheckedSubmission | null;
  row: ChairRow;
}

export class ChairTable {
  readonly element: HTMLDetailsElement;
  readonly #context: TableContext;
  readonly #words: ExtensionMessages;
  readonly #consent: Consent = { ...NO_CONSENT };
  readonly #answers = new Answers();
  readonly #made = new Map<string, Made>();
  readonly #drawn = new WeakMap<ChairRow, HTMLElement>();
  #venue: VenueData | null = null;
  #check: ChairCheck | null = null;
  readonly #checked = new Map<string, CheckedSubmission>();
  #policy: PolicyProfile | null = null;
  #loading: AbortController | null = null;
  #filter: Filter = "all";
  #shown = FIRST;
  #isStale = false;
  readonly #build: HTMLButtonElement;
  readonly #run: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  readonly #save: HTMLButtonElement;
  readonly #status = h("p", { role: "status" });
  readonly #problem = h("p", { class: "failure", role: "alert" });
  readonly #note = h("p", { class: "quiet" });
  readonly #progress = h("progress", { max: "1" });
  readonly #revealLine: HTMLElement;
  readonly #years: YearsField;
  readonly #filters = h("select");
  readonly #body = h("tbody");
  readonly #table: HTMLElement;
  readonly #result: HTMLElement;

  constructor(context: TableContext) {
    const { words } = context;
    const { chairs: text } = words;
    this.#context = context;
    this.#words = words;
    this.#build = button(text.build, () => void this.#load(), "primary");
    this.#run = button(text.check, () => void this.#press(), "primary");
    keepWidth(this.#run, [text.check, words.openReview.pause, words.openReview.resume]);
    this.#more = button("", () => {
      this.#shown += STEP;
      this.#show();
    });
    this.#save = button(text.save, () => {
      this.#saveFile();
    });
    const chairsLine = permission(text.chairsReplies, (chairsReplies) => {
      this.#allow({ chairsReplies });
    }).line;
    this.#revealLine = permission(words.openReview.assignment.reveal, (revealedAuthors) => {
      this.#allow({ revealedAuthors });
    }).line;
    this.#years = new YearsField(words.openReview.assignment.years, () => {
      this.#allow({});
    });
    fill(this.#filters, ...FILTERS.map((filter) => h("option", { value: filter }, text.filter[filter])));
    this.#filters.setAttribute("aria-label", text.show);
    this.#filters.addEventListener("change", () => {
      this.#filter = FILTERS.find((filter) => filter === this.#filters.value) ?? "all";
      this.#shown = FIRST;
      this.#show();
    });
    const head = [text.submission, text.suggested, text.reviewers].map((name) =>
      h("th", { scope: "col" }, name),
    );
    this.#table = h("table", { class: "chairs" }, h("thead", {}, h("tr", {}, ...head)), this.#body);
    this.#result = h(
      "div",
      { class: "assignment", hidden: true },
      chairsLine,
      this.#revealLine,
      h("div", { class: "row" }, this.#years.line, this.#run, this.#save),
      h("p", { class: "quiet" }, text.checkHint),
      this.#progress,
      this.#note,
      h("div", { class: "row" }, h("label", {}, text.show, this.#filters)),
      this.#table,
      this.#more,
    );
    this.element = h(
      "details",
      { hidden: true },
      h("summary", {}, text.title),
      h("p", { class: "quiet" }, text.about),
      h("div", { class: "row" }, this.#build),
      this.#status,
      this.#problem,
      this.#result,
    );
    this.#progress.setAttribute("aria-label", text.title);
  }

  /** Whoever sees this console chairs. */
  offer(): void {
    this.element.hidden = false;
  }

  /** The queue found something more. */
  queueChanged(id: string, checked: CheckedSubmission): void {
    if (this.#venue === null) return;
    this.#checked.set(id, checked);
    this.#later();
  }

  /** Problems count by another policy from now on, or by none. */
  choosePolicy(policy: PolicyProfile | null): void {
    if (policy === this.#policy) return;
    this.#policy = policy;
    this.#made.clear();
    if (this.#venue !== null) this.#later();
  }

  /** The console was left. */
  leave(): void {
    this.#loading?.abort();
    this.#check?.pause();
  }

  #allow(allowed: Partial<Consent>): void {
    Object.assign(this.#consent, allowed);
    this.#check?.forget();
  }

  async #load(): Promise<void> {
    const { chairs: text } = this.#words;
    const loading = new AbortController();
    this.#loading = loading;
    this.#build.disabled = true;
    setText(this.#problem, "");
    try {
      let told = 0;
      const venue = await loadVenue(
        { group: this.#context.group, isWhole: isOfWholeVenue(document) },
        document.cookie,
        this.#answers,
        loading.signal,
        (now) => {
          if (performance.now() - told < 200) return;
          told = performance.now();
          setText(this.#status, text.loading(now.submissions, now.people));
        },
      );
      this.#venue = venue;
      this.#revealLine.hidden = !venue.submissions.some(({ authorsState }) => authorsState === "revealed");
      this.#check = new ChairCheck(venue, {
        client: this.#context.client,
        answers: this.#answers,
        kept: keptByBackground,
        consent: this.#consent,
        since: () => this.#years.since,
        changed: () => {
          this.#later();
        },
      });
      for (const [id, checked] of await this.#context.checked(venue.submissions.map(({ id }) => id)))
        if (!this.#checked.has(id)) this.#checked.set(id, checked);
      await this.#prepare(venue);
      this.#build.hidden = true;
      this.#result.hidden = false;
      const suggested = venue.submissions.flatMap(({ replies }) =>
        replies.flatMap(({ suggestions }) => suggestions),
      );
      setText(
        this.#status,
        text.loaded(venue.submissions.length, new Set(venue.people.values()).size, suggested.length),
      );
      this.#show();
    } catch (error) {
      setText(this.#status, "");
      if (!loading.signal.aborted) setText(this.#problem, this.#failure(error));
    }
    this.#build.disabled = false;
  }

  /** Makes all rows, and lets the page have its turn in between. */
  async #prepare(venue: VenueData): Promise<void> {
    const turns = new Turns();
    for (const submission of venue.submissions) {
      this.#rowOf(submission, venue);
      await turns.breathe();
    }
  }

  async #press(): Promise<void> {
    if (this.#check === null) return;
    if (this.#check.isRunning) this.#check.pause();
    else await this.#check.start();
  }

  #failure(error: unknown): string {
    const isNone = error instanceof NoVenue || error instanceof NotPermitted;
    return isNone ? this.#words.chairs.noVenue : failureOf(this.#words, error);
  }

  /** Soon: many things change at once. */
  #later(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    setTimeout(() => {
      this.#isStale = false;
      this.#show();
    }, 100);
  }

  #show(): void {
    const [venue, check] = [this.#venue, this.#check];
    if (venue === null || check === null) return;
    const { chairs: text, openReview } = this.#words;
    const { done, all } = check;
    const label = done > 0 ? openReview.resume : text.check;
    setText(this.#run, check.isRunning ? openReview.pause : label);
    this.#run.hidden = all === 0 || (done === all && !check.isRunning && !check.isWithoutLookUps);
    this.#progress.hidden = done === 0 && !check.isRunning;
    this.#progress.value = all === 0 ? 0 : done / all;
    const left = check.isRunning && done < all ? check.timeLeft : null;
    const notes = [
      done === 0 && !check.isRunning ? "" : text.progress(done, all),
      left === null ? "" : text.timeLeft(Math.ceil(left / 60_000)),
      check.isWithoutLookUps ? text.withoutLookUps : "",
    ];
    setText(this.#note, notes.filter((note) => note !== "").join(" "));
    setText(this.#problem, check.problem === null ? "" : this.#failure(check.problem));
    const rows = filtered(this.#rows(), this.#filter);
    const shown = rows.slice(0, this.#shown);
    const elements = shown.map((row) => this.#elementOf(row));
    const drawn = [...this.#body.children];
    if (elements.length !== drawn.length || elements.some((element, at) => element !== drawn[at]))
      fill(this.#body, ...elements);
    this.#table.hidden = rows.length === 0;
    this.#more.hidden = rows.length <= this.#shown && rows.length > 0;
    this.#more.disabled = rows.length === 0;
    setText(this.#more, rows.length === 0 ? text.none : text.more(Math.min(STEP, rows.length - this.#shown)));
  }

  #rows(): ChairRow[] {
    const venue = this.#venue;
    return venue?.submissions.map((submission) => this.#rowOf(submission, venue)) ?? [];
  }

  /** A row of which nothing more is known than before stays the same. */
  #rowOf(submission: Submission, venue: VenueData): ChairRow {
    const { id } = submission;
    const facts = this.#check?.of(id) ?? null;
    const checked = this.#checked.get(id) ?? null;
    const known = this.#made.get(id);
    if (known?.facts === facts && known.checked === checked) return known.row;
    const row = rowOf(submission, venue, facts, checked, this.#policy);
    this.#made.set(id, { facts, checked, row });
    return row;
  }

  #elementOf(row: ChairRow): HTMLElement {
    const known = this.#drawn.get(row);
    if (known !== undefined) return known;
    const element = rowElement(this.#words, row);
    this.#drawn.set(row, element);
    return element;
  }

  #saveFile(): void {
    const rows = filtered(this.#rows(), this.#filter);
    const text = csvOf(rows, (conflict) => reason(this.#words, conflict));
    const name = "citelight-chairs.csv";
    download(name, { text, mediaType: "text/csv", extension: "csv" });
    setText(this.#status, this.#words.export.saved(name));
  }
}
