/** The audit as a file: one button a format. */

import type { AuditState } from "../audit/state";
import type { ReportFile } from "../generated/ReportFile";
import type { ReportFormat } from "../generated/ReportFormat";
import { around, nodesOf } from "./core-text";
import { fill, h } from "./dom";
import { errorCodeOf } from "../error-codes";
import { localized, LocalizedError } from "./errors";
import { labelledData, reviewSummary, unresolved } from "./review";
import type { Messages } from "./locales/messages";

/** Reports to read first, then what other programs take. */
const FORMATS: readonly ReportFormat[] = [
  "html",
  "markdown",
  "csv",
  "json",
  "annotations",
  "bibtex",
  "csl-json",
];
/** Characters of a title that a file's name takes. */
const LONGEST_NAME = 60;

export class ExportBox {
  readonly element: HTMLDetailsElement;
  readonly #state: AuditState;
  readonly #words: Messages;
  readonly #write: (format: ReportFormat) => Promise<ReportFile>;
  /** A draft that the reader changes as they like. */
  readonly #text = h("textarea", { rows: "10" });
  readonly #draft = h("div", { class: "draft", hidden: true });
  readonly #status = h("p", { role: "status", class: "quiet" });

  constructor(state: AuditState, words: Messages, write: (format: ReportFormat) => Promise<ReportFile>) {
    this.#state = state;
    this.#words = words;
    this.#write = write;
    const rows = FORMATS.map((format) => {
      const { name, hint } = words.export.format[format];
      const button = h("button", { type: "button" }, name);
      button.addEventListener("click", () => {
        void this.#save(format);
      });
      return h("li", {}, button, h("span", { class: "quiet" }, hint));
    });
    this.element = h(
      "details",
      { class: "group export", hidden: true },
      h("summary", {}, h("span", {}, words.export.title)),
      h("ul", { class: "formats" }, ...rows),
      h("div", { class: "of-reader" }, ...this.#ofReader()),
      this.#status,
    );
  }

  update(): void {
    const hasEnded = this.#state.summary !== null && this.#state.document !== null;
    if (this.element.hidden === !hasEnded) return;
    this.element.hidden = !hasEnded;
    fill(this.#status);
  }

  /** What is made of the reader's own answers: they go to a field, the clipboard and files, and nowhere else. */
  #ofReader(): HTMLElement[] {
    const { review } = this.#words;
    const summary = h("button", { type: "button" }, review.summary);
    summary.addEventListener("click", () => {
      const isEmpty = unresolved(this.#state).length === 0;
      this.#draft.hidden = isEmpty;
      this.#text.value = isEmpty ? "" : reviewSummary(this.#words, this.#state);
      fill(this.#status, isEmpty ? review.none : "");
      if (!isEmpty) this.#text.focus();
    });
    const copy = h("button", { type: "button" }, review.copyDraft);
    copy.addEventListener("click", () => {
      navigator.clipboard.writeText(this.#text.value).then(
        () => {
          fill(this.#status, review.draftCopied);
        },
        () => {
          fill(this.#status, this.#words.card.copyFailed);
        },
      );
    });
    this.#text.setAttribute("aria-label", review.summary);
    fill(this.#draft, h("p", { class: "quiet" }, review.edit), this.#text, copy);
    const labels = h("button", { type: "button" }, review.labels);
    labels.addEventListener("click", () => {
      const text = labelledData(this.#state);
      if (text === "") {
        fill(this.#status, review.noAnswers);
        return;
      }
      const name = `${nameOf(this.#state.document?.title ?? null)}.jsonl`;
      download(name, { text, mediaType: "application/jsonl", extension: "jsonl" });
      fill(this.#status, this.#words.export.saved(name));
    });
    return [summary, this.#draft, labels];
  }

  async #save(format: ReportFormat): Promise<void> {
    try {
      const file = await this.#write(format);
      const name = `${nameOf(this.#state.document?.title ?? null)}.${file.extension}`;
      download(name, file);
      fill(this.#status, this.#words.export.saved(name));
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  #tellFailure(error: unknown): void {
    const words = this.#words;
    const message = error instanceof Error ? error.message : String(error);
    const isOurs = error instanceof LocalizedError || errorCodeOf(message) !== null;
    const parts = isOurs
      ? [words.export.failed(localized(words, message))]
      : around(words.export.failed, message);
    fill(this.#status, ...nodesOf(words, parts));
  }
}

/** A file's name from a title: letters and digits of any script. */
export function nameOf(title: string | null): string {
  const words = (title ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = Array.from(words.join("-")).slice(0, LONGEST_NAME).join("").replace(/-$/, "");
  return name === "" ? "citelight" : `${name}-citelight`;
}

/** Gives the reader a file. */
export function download(name: string, { text, mediaType }: ReportFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  h("a", { href: address, download: name }).click();
  // The browser has begun to read it once this task has ended.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
