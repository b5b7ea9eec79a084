/** A reviewer's or area chair's console: a column with the standing of each submission's citations, and their queue. */

import { makeOwn } from "@citelight/shared/page/own-elements";
import { fill, h, setText } from "@citelight/shared/ui/dom";
import type { Theme } from "@citelight/shared/ui/theme";
import type { Messages } from "@citelight/shared/ui/locales/messages";
import { localized } from "@citelight/shared/ui/errors";
import type { CitationCounts } from "@citelight/shared/generated/CitationCounts";
import { AuditQueue, Throttled, type StoredQueue, type QueueHandlers } from "./audit-queue";
import { ConsoleCell } from "./console-cell";
import type { OpenReviewClient } from "./client";
import { button, makeShadowHost } from "./shadow-host";
import { headOf, readConsole, type ConsoleRow } from "./markup";
import type { QueueMessage } from "./messages";
import { openPdf, PdfRefused, takePdf } from "./pdf";

function keep<T>(message: QueueMessage): Promise<T> {
  return chrome.runtime.sendMessage<QueueMessage, T>(message);
}

export class ConsoleView implements QueueHandlers {
  readonly #rows: ReadonlyMap<string, ConsoleRow>;
  readonly #group: string;
  readonly #client: OpenReviewClient;
  readonly #words: Messages;
  readonly #cells = new Map<string, ConsoleCell>();
  readonly #own: HTMLElement[] = [];
  readonly #line = h("p", { role: "status" });
  readonly #problem = h("p", { class: "failure", role: "alert" });
  readonly #button: HTMLButtonElement;
  #queue: AuditQueue | null = null;

  private constructor(rows: readonly ConsoleRow[], client: OpenReviewClient, theme: Theme, words: Messages) {
    this.#words = words;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#group = new URLSearchParams(location.search).get("id") ?? "";
    this.#client = client;
    this.#button = button(words.openReview.start, () => void this.#press(), "primary");
    this.#addColumn(rows, theme);
    this.#addBox(rows, theme);
    void this.#begin();
  }

  /** The view of a page; null if it lists no submissions. */
  static of(document: Document, client: OpenReviewClient, theme: Theme, words: Messages): ConsoleView | null {
    const rows = readConsole(document);
    return rows.length === 0 ? null : new ConsoleView(rows, client, theme, words);
  }

  isShown(): boolean {
    return this.#own.some(({ isConnected }) => isConnected);
  }

  remove(): void {
    this.#queue?.leave();
    for (const own of this.#own) own.remove();
  }

  /** Starts the queue. */
  async begin(): Promise<void> {
    await this.#queue?.start();
  }

  /** What was kept is shown; a queue that the reader started and did not pause goes on. */
  async #begin(): Promise<void> {
    const ids = [...this.#rows.keys()];
    const kept = await keep<StoredQueue | null>({ kind: "openreview-queue", group: this.#group, ids });
    const queue = new AuditQueue(ids, kept ?? { isWanted: false, checked: {} }, this);
    this.#queue = queue;
    this.changed();
    if (kept?.isWanted === true) await queue.start();
  }

  async #press(): Promise<void> {
    if (this.#queue?.isRunning === true) await this.#queue.pause();
    else await this.#queue?.start();
  }

  // What the queue asks of its home.

  async check(
    id: string,
    told: (counts: CitationCounts) => void,
    signal: AbortSignal,
  ): Promise<CitationCounts> {
    const row = this.#rows.get(id);
    const { openReview: text } = this.#words;
    if (row === undefined) throw new Error(text.unreadable);
    const parts = await takePdf(this.#words, row.pdf, signal).catch((error: unknown) => {
      throw error instanceof PdfRefused && error.isThrottled ? new Throttled(text.throttled) : error;
    });
    return this.#client.audit(parts, row.pdf.href, told, signal);
  }

  async keepWanted(isWanted: boolean): Promise<void> {
    await keep<boolean>({ kind: "openreview-wanted", group: this.#group, isWanted });
  }

  async keepChecked(id: string, counts: CitationCounts): Promise<void> {
    await keep<boolean>({ kind: "openreview-checked", id, counts });
  }

  changed(): void {
    const queue = this.#queue;
    if (queue === null) return;
    const { openReview: text } = this.#words;
    for (const [id, cell] of this.#cells) cell.show(queue.of(id));
    setText(this.#line, text.queue(queue.done, this.#rows.size));
    setText(this.#problem, localized(this.#words, queue.problem ?? ""));
    this.#button.hidden = queue.open === 0;
    setText(this.#button, queue.isRunning ? text.pause : queue.done > 0 ? text.resume : text.start);
  }

  // What is shown.

  #addColumn(rows: readonly ConsoleRow[], theme: Theme): void {
    const { openReview: text } = this.#words;
    const heads = new Set(rows.map(({ row }) => headOf(row)).filter((head) => head !== null));
    for (const head of heads) this.#add(head, h("th", { scope: "col" }, text.column));
    for (const { row, id, title, pdf } of rows) {
      const cell = new ConsoleCell(title, theme, this.#words, () => {
        openPdf(this.#words, pdf).catch((error: unknown) => {
          setText(this.#problem, text.notOpened(error instanceof Error ? error.message : String(error)));
        });
      });
      cell.show({ kind: "waiting" });
      this.#cells.set(id, cell);
      this.#add(row, h("td", {}, cell.host));
    }
  }

  #addBox(rows: readonly ConsoleRow[], theme: Theme): void {
    const { openReview: text } = this.#words;
    const { host, root } = makeShadowHost("queue", theme, this.#words);
    fill(
      root,
      h(
        "section",
        { class: "box", "aria-label": text.label },
        h("h3", {}, text.label),
        this.#line,
        this.#problem,
        h("p", { class: "quiet" }, text.queueHint),
        h("div", { class: "row" }, this.#button),
      ),
    );
    rows[0]?.row.closest("table")?.before(host);
    this.#own.push(host);
  }

  #add(row: HTMLTableRowElement, cell: HTMLTableCellElement): void {
    makeOwn(cell, "column");
    row.append(cell);
    this.#own.push(cell);
  }
}
