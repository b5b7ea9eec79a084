/** A console of whoever reviews or chairs: how far each submission's citations were checked, and their queue. */

import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { localized } from "@citelight/shared/ui/errors";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import { onPolicyChanged, policyFromBackground } from "../policy-choice";
import { Answers } from "./api";
import {
  AuditQueue,
  Throttled,
  type CheckedSubmission,
  type StoredQueue,
  type QueueHandlers,
} from "./audit-queue";
import type { OpenReviewClient } from "./client";
import { ChairTable } from "./chairs/table";
import { ConsoleCell } from "./console-cell";
import { ConsoleColumn } from "./console-column";
import {
  isConsole,
  isOfChair,
  listedOnAllPages,
  pdfOf,
  readConsole,
  TABS,
  type ConsoleRow,
} from "./console-markup";
import { listedSubmissions } from "./console-submissions";
import { tell, type QueueMessage } from "./messages";
import { isDrawnDark } from "./page-theme";
import { PageWatch } from "./page-watch";
import { hasViewer, openPdf, PdfRefused, takePdf } from "./pdf";
import { mayAskForConsole, type Ask } from "./policy";
import { button, keepWidth, makeShadowHost } from "./shadow-host";
import type { SubmissionCounts } from "./submission-counts";

function keep<T>(message: QueueMessage): Promise<T> {
  return chrome.runtime.sendMessage<QueueMessage, T>(message);
}

const groupIn = (address: string): string => new URL(address).searchParams.get("id") ?? "";

export class ConsoleView implements QueueHandlers {
  readonly #group = groupIn(location.href);
  readonly #client: OpenReviewClient;
  readonly #theme: Theme;
  readonly #words: ExtensionMessages;
  readonly #answers = new Answers();
  readonly #rows = new Map<string, ConsoleRow>();
  readonly #cells = new Map<string, ConsoleCell>();
  readonly #column: ConsoleColumn;
  readonly #queue: AuditQueue;
  readonly #watch: PageWatch;
  readonly #chairs: ChairTable;
  readonly #host: HTMLElement;
  readonly #line = h("p", { role: "status" });
  readonly #problem = h("p", { class: "failure", role: "alert" });
  readonly #button: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  readonly #policyLine = h("p", { class: "quiet", hidden: true });
  readonly #resized = (): void => {
    this.#show();
  };
  readonly #unwatchPolicy: () => void;
  /** The venue's policy that the reader chose, by which problems count; null for none. */
  #policy: PolicyProfile | null = null;
  /** So many submissions the console lists on all its pages, as far as it said so. */
  #listed = 0;
  /** What the reader should know until they press a button. */
  #notice: string | null = null;
  /** The queue goes on as soon as the console lists submissions. */
  #isAwaited = false;
  #tabs: Element | null = null;
  /** Another view took its place. */
  #isRemoved = false;

  private constructor(client: OpenReviewClient, theme: Theme, words: ExtensionMessages) {
    const { openReview: text } = words;
    this.#client = client;
    this.#theme = theme;
    this.#words = words;
    this.#column = new ConsoleColumn(text.column);
    this.#queue = new AuditQueue([], { isWanted: false, checked: {} }, this);
    this.#button = button(text.start, () => void this.#press(), "primary");
    keepWidth(this.#button, [text.start, text.pause, text.resume]);
    this.#again = button("", () => void this.#checkAgain());
    this.#chairs = new ChairTable({
      group: this.#group,
      client,
      words,
      checked: (ids) => this.#checkedOf(ids),
    });
    const { host, root } = makeShadowHost("queue", theme, words);
    this.#host = host;
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.label },
        h("h3", {}, text.label),
        this.#line,
        this.#problem,
        h("p", { class: "quiet" }, text.queueHint),
        this.#policyLine,
        h("div", { class: "row" }, this.#button, this.#again),
        this.#chairs.element,
      ),
    );
    this.#show();
    this.#watch = new PageWatch(document, () => {
      this.#show();
    });
    addEventListener("resize", this.#resized);
    this.#unwatchPolicy = onPolicyChanged(() => void this.#followPolicy());
    void this.#followPolicy();
    void this.#resume();
  }

  /** The view of a page; null if it is no console. */
  static of(
    document: Document,
    client: OpenReviewClient,
    theme: Theme,
    words: ExtensionMessages,
  ): ConsoleView | null {
    // The address goes on before the page does.
    const isGroup = location.pathname === "/group";
    return isGroup && isConsole(document) ? new ConsoleView(client, theme, words) : null;
  }

  isShown(): boolean {
    return this.#shown() !== null;
  }

  /** The console's tabs; null if the page shows something else. Tabs and Back change the address without the page. */
  #shown(): Element | null {
    const tabs = document.querySelector(TABS);
    if (tabs === null || (tabs !== this.#tabs && groupIn(location.href) !== this.#group)) return null;
    this.#tabs = tabs;
    return tabs;
  }

  remove(): void {
    this.#isRemoved = true;
    this.#watch.close();
    removeEventListener("resize", this.#resized);
    this.#unwatchPolicy();
    this.#queue.leave();
    this.#chairs.leave();
    this.#takeAway();
  }

  /** Starts the queue. */
  async begin(): Promise<void> {
    await this.#start();
  }

  /** What was kept is shown; a queue that the reader started and did not pause goes on. */
  async #resume(): Promise<void> {
    const kept = await this.#addKnown([...this.#rows.keys()]);
    if (kept?.isWanted !== true) return;
    this.#isAwaited = this.#rows.size === 0;
    if (!this.#isAwaited) await this.#start();
  }

  async #followPolicy(): Promise<void> {
    this.#policy = await policyFromBackground();
    this.#chairs.choosePolicy(this.#policy);
    const { openReview: text, policy: words } = this.#words;
    this.#policyLine.hidden = this.#policy === null;
    setText(this.#policyLine, this.#policy === null ? "" : text.byPolicy(words.names[this.#policy]));
    this.changed();
  }

  async #press(): Promise<void> {
    if (this.#queue.isRunning) await this.#queue.pause();
    else await this.#start();
  }

  async #start(): Promise<void> {
    if (!this.isShown() || this.#queue.isRunning) return;
    this.#notice = null;
    tell("read");
    // Rows that were just drawn may not be in the queue yet, and an empty queue is done at once.
    await this.#addKnown([...this.#rows.keys()]);
    await this.#addOtherPages();
    // The reader may have gone on meanwhile.
    if (this.#isRemoved) return;
    if (this.isShown()) await this.#queue.start();
    else this.#tellLeft();
  }

  /** Those that were checked while nobody might be asked. */
  async #checkAgain(): Promise<void> {
    if (!(await this.#client.mayLookUp())) {
      this.#tell(this.#words.openReview.notAllowed);
      return;
    }
    this.#queue.openNotLookedUp();
    await this.#start();
  }

  /** Submissions that the console lists on pages that are not shown: OpenReview is asked for their ids. */
  async #addOtherPages(): Promise<void> {
    if (this.#listed <= this.#queue.size) return;
    const ids = await listedSubmissions(this.#group, this.#listed, document.cookie, this.#answers).catch(
      () => null,
    );
    if (ids === null) this.#tell(this.#words.openReview.otherPages(this.#listed - this.#queue.size));
    else await this.#addKnown(ids);
  }

  async #addRows(rows: readonly ConsoleRow[]): Promise<void> {
    await this.#addKnown(rows.map(({ id }) => id));
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    await this.#start();
  }

  async #addKnown(ids: readonly string[]): Promise<StoredQueue | null> {
    const unknown = ids.filter((id) => !this.#queue.has(id));
    const kept = await keep<StoredQueue | null>({
      kind: "openreview-queue",
      group: this.#group,
      ids: unknown,
    });
    this.#queue.add(unknown, kept?.checked ?? {});
    this.changed();
    return kept;
  }

  /** What the queue found of submissions, now or earlier, whichever page of the console lists them. */
  async #checkedOf(ids: readonly string[]): Promise<Map<string, CheckedSubmission>> {
    const kept = await keep<StoredQueue | null>({
      kind: "openreview-queue",
      group: this.#group,
      ids: [...ids],
    });
    return new Map([...Object.entries(kept?.checked ?? {}), ...this.#queue.checked]);
  }

  #tell(notice: string): void {
    this.#notice = notice;
    this.changed();
  }

  // What the queue asks of its home.

  async check(
    id: string,
    told: (counts: SubmissionCounts) => void,
    signal: AbortSignal,
  ): Promise<CheckedSubmission> {
    const ask = this.#fileOf(id);
    const parts = await takePdf(this.#words, ask, signal).catch((error: unknown) => {
      throw error instanceof PdfRefused && error.isThrottled
        ? new Throttled(this.#words.openReview.throttled)
        : error;
    });
    return this.#client.audit(parts, ask.url.href, told, signal);
  }

  async keepWanted(isWanted: boolean): Promise<void> {
    await keep<boolean>({ kind: "openreview-wanted", group: this.#group, isWanted });
  }

  async keepChecked(id: string, checked: CheckedSubmission): Promise<void> {
    await keep<boolean>({ kind: "openreview-checked", id, checked });
    this.#chairs.queueChanged(id, checked);
  }

  changed(): void {
    const queue = this.#queue;
    const { openReview: text } = this.#words;
    for (const [id, cell] of this.#cells) cell.show(queue.of(id), this.#policy);
    const all = Math.max(queue.size, this.#rows.size, this.#listed);
    setText(this.#line, all === 0 ? text.noSubmissions : text.queue(queue.done, all));
    setText(this.#problem, localized(this.#words, queue.problem ?? this.#notice ?? ""));
    const isDone = queue.open === 0 && all <= queue.size;
    this.#button.hidden = isDone || all === 0;
    setText(this.#button, queue.isRunning ? text.pause : queue.done > 0 ? text.resume : text.start);
    this.#again.hidden = queue.isRunning || queue.notLookedUp === 0;
    setText(this.#again, text.checkAgain(queue.notLookedUp));
  }

  #fileOf(id: string): Ask {
    const url = this.#rows.get(id)?.pdf ?? pdfOf(id, location.origin);
    const ask = mayAskForConsole({ kind: "pdf", url });
    if (typeof ask === "string") throw new Error(this.#words.openReview.unreadable);
    return ask;
  }

  // What is shown.

  /** Brings everything to its place, however often the page throws it away; a console that was left stops its queue. */
  #show(): void {
    const tabs = this.#shown();
    if (tabs === null) {
      this.#leave();
      return;
    }
    this.#theme.choose(isDrawnDark(document) ? "dark" : "light");
    if (tabs.previousSibling !== this.#host) tabs.before(this.#host);
    const rows = readConsole(document);
    for (const row of rows) this.#rows.set(row.id, row);
    this.#listed = Math.max(this.#listed, rows.length > 0 ? (listedOnAllPages(document) ?? 0) : 0);
    this.#column.place(rows, (row) => this.#cellOf(row).host);
    if (isOfChair(document)) this.#chairs.offer();
    const isNew = rows.some(({ id }) => !this.#queue.has(id));
    if (isNew) void this.#addRows(rows);
    this.changed();
  }

  #cellOf({ id, title }: ConsoleRow): ConsoleCell {
    const known = this.#cells.get(id);
    if (known !== undefined) return known;
    const cell = new ConsoleCell(title, this.#theme, this.#words, () => void this.#open(id));
    cell.show(this.#queue.of(id), this.#policy);
    this.#cells.set(id, cell);
    return cell;
  }

  async #open(id: string): Promise<void> {
    if (!hasViewer()) {
      this.#tell(this.#words.openReview.noViewer);
      return;
    }
    try {
      await openPdf(this.#words, this.#fileOf(id));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#tell(this.#words.openReview.notOpened(reason));
    }
  }

  #leave(): void {
    this.#chairs.leave();
    if (this.#queue.isRunning) {
      this.#queue.leave();
      this.#tellLeft();
    }
    this.#takeAway();
  }

  #tellLeft(): void {
    this.#notice = this.#words.openReview.leftConsole;
    tell("left");
  }

  #takeAway(): void {
    this.#host.remove();
    this.#column.remove();
    for (const { host } of this.#cells.values()) host.remove();
  }
}
