/** Documents other than PDFs: opened by the core, shown as text, without figures and layout. */

import { openFiles } from "@citelight/shared/article/open-files";
import { showableArticle } from "@citelight/shared/article/show";
import type { OpenedFiles } from "@citelight/shared/generated/OpenedFiles";
import { SnapshotAnchors } from "@citelight/shared/page/snapshot-anchors";
import { takeSnapshot, type Snapshot } from "@citelight/shared/page/snapshot";
import { elementViewport } from "@citelight/shared/page/viewport";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { WorkerClient } from "@citelight/shared/worker/client";

/** Opens what the reader chose in a worker of its own, which holds no models and ends with it. */
export async function openDocument(files: readonly File[], words: ExtensionMessages): Promise<OpenedFiles> {
  const worker = chrome.runtime.getURL("worker.js");
  const client = new WorkerClient({ worker, models: null, library: null });
  try {
    return await openFiles(client, files, words);
  } finally {
    client.close();
  }
}

/** The part of the viewer where an article stands. */
export class ArticleView {
  readonly #host: HTMLElement;
  readonly #words: ExtensionMessages;
  #article: HTMLElement | null = null;

  constructor(host: HTMLElement, words: ExtensionMessages) {
    this.#host = host;
    this.#words = words;
    host.hidden = true;
    host.setAttribute("aria-label", words.viewer.document);
  }

  /** @throws DOMException if the signal was aborted */
  async show(html: string, signal: AbortSignal): Promise<void> {
    const { element } = await showableArticle(html, this.#words.demo.figure, signal);
    signal.throwIfAborted();
    this.#article = element;
    this.#host.replaceChildren(element);
    this.#host.hidden = false;
    this.#host.scrollTop = 0;
  }

  close(): void {
    this.#article = null;
    this.#host.replaceChildren();
    this.#host.hidden = true;
  }

  /** What is checked, and where its words are. */
  async take(signal: AbortSignal): Promise<{ snapshot: Snapshot; places: SnapshotAnchors } | null> {
    if (this.#article === null) return null;
    const snapshot = await takeSnapshot({ root: this.#article, signal });
    return { snapshot, places: new SnapshotAnchors(snapshot, elementViewport(this.#host)) };
  }
}
