/** The viewer: a PDF or another file of an article in the package's own page, read and marked like any other document. */

import { articleName } from "@citelight/shared/persistence/article-name";
import { ENDINGS } from "@citelight/shared/article/open-files";
import { textAlone } from "@citelight/shared/audit/order";
import type { Content } from "@citelight/shared/generated/Content";
import type { Anchors } from "@citelight/shared/page/anchors";
import { refusal } from "@citelight/shared/article/open-files";
import { localized, LocalizedError } from "@citelight/shared/ui/errors";
import { Theme } from "@citelight/shared/ui/theme";
import { openSidePanel } from "../browser/side-panel";
import { PageAudit, type Taken } from "../content/page-audit";
import { messagesForPage } from "../locale";
import type { CheckViewer } from "../messages";
import { readPolicy, watchPolicy } from "../policy-choice";
import { isOfPage } from "../sender";
import { FILES } from "../sites";
import { Notice } from "./notice";
import { drawPage } from "./draw-page";
import { PdfAnchors } from "./pdf-anchors";
import { openPdf, type Opening } from "@citelight/shared/pdf/open-pdf";
import { readLayer } from "@citelight/shared/pdf/read-layer";
import { makePages, problemOf } from "./pdfjs";
import { ArticleView, openDocument } from "./article-view";
import {
  addressIn,
  isPdf,
  nameOf,
  PdfProblem,
  readAddress,
  readFile,
  whileAllowed,
  type PdfFile,
} from "./source";
import { Toolbar } from "./toolbar";

const words = await messagesForPage();
document.title = words.viewer.title;

function part<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`viewer.html lacks #${id}`);
  return element;
}

/** What stands in the viewer; the article itself is in its view. */
type Shown = { origin: string; sites: readonly string[] } & (
  { kind: "pdf"; pdf: Awaited<Opening["document"]> } | { kind: "article" }
);

class Viewer {
  readonly #theme = new Theme();
  readonly #pages = makePages(part("container", HTMLDivElement));
  readonly #article = new ArticleView(part("article", HTMLDivElement), words);
  readonly #audit: PageAudit;
  readonly #tools: Toolbar;
  readonly #notice: Notice;
  readonly #picker = document.createElement("input");
  readonly #address = addressIn(location.search);
  // The click that led here, until there is something to check.
  #isWanted = false;
  #open: AbortController | null = null;
  #opening: Opening | null = null;
  #shown: Shown | null = null;
  // Known before a click asks for it: the list may be opened only while the click lasts.
  #tab: number | null = null;

  constructor() {
    this.#audit = new PageAudit(
      (signal) => this.#take(signal),
      () => Promise.resolve(words),
      {
        theme: this.#theme,
        sites: () => this.#shown?.sites ?? [],
        policy: { read: readPolicy, watch: watchPolicy },
        isolation: "shared",
      },
    );
    this.#tools = new Toolbar(
      part("tools", HTMLElement),
      this.#pages,
      this.#audit.state,
      this.#theme,
      words,
      {
        check: () => {
          this.#openList();
          void this.check(true);
        },
        stop: () => {
          this.#audit.stop();
        },
        list: () => {
          this.#openList();
        },
        choose: () => {
          this.#picker.click();
        },
      },
    );
    this.#notice = new Notice(part("notice", HTMLDivElement), this.#theme, words, {
      allow: () => {
        if (this.#address !== null) void this.#openAllowed(this.#address);
      },
      retry: () => {
        void this.openAddress();
      },
      choose: () => {
        this.#picker.click();
      },
    });
    part("container", HTMLDivElement).setAttribute("aria-label", words.viewer.document);
    this.#listen();
  }

  /** Shows what the address names, or asks for a file. */
  async begin(): Promise<void> {
    this.#tab = (await chrome.tabs.getCurrent())?.id ?? null;
    const query = new URLSearchParams(location.search);
    this.#isWanted = query.has("check");
    if (this.#isWanted) {
      // Loaded again, the page shows the file, but nobody clicked.
      query.delete("check");
      history.replaceState(null, "", `?${query.toString()}`);
    }
    if (this.#address !== null) await this.openAddress();
    else if (query.has("file")) this.#notice.problem(words.viewer.noAddress, ["choose"], "");
    else this.#notice.ask();
  }

  openAddress(): Promise<void> {
    const url = this.#address;
    return url === null
      ? Promise.resolve()
      : this.#load(nameOf(url), url, (progress, signal) => readAddress(words, url, progress, signal));
  }

  /** The host is asked for while the click lasts, and kept for this one file. */
  async #openAllowed(url: URL): Promise<void> {
    await whileAllowed(url, () => this.openAddress());
  }

  /** Shows what the reader chose or dropped: a PDF, or the files of an article. */
  async openFiles(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    if (await isPdf(file))
      await this.#load(file.name, null, async () => ({ bytes: await readFile(words, file), sites: [FILES] }));
    else await this.#loadArticle(file.name, files);
  }

  async check(isAnew = false): Promise<void> {
    if (this.#shown !== null) await this.#audit.start("click", isAnew);
  }

  async #load(
    name: string,
    original: URL | null,
    read: (progress: (share: number) => void, signal: AbortSignal) => Promise<PdfFile>,
  ): Promise<void> {
    const { signal } = await this.#begin();
    const tell = (share: number): void => {
      if (!signal.aborted) this.#notice.loading(name, share);
    };
    tell(0);
    try {
      await this.#showPdf(name, original, await read(tell, signal), signal);
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof PdfProblem ? error : problemOf(words, error, name);
      const host = original === null || original.host === "" ? words.viewer.thisComputer : original.host;
      this.#notice.problem(problem.message, problem.remedies, host);
    }
  }

  async #loadArticle(name: string, files: readonly File[]): Promise<void> {
    const { signal } = await this.#begin();
    this.#notice.loading(name, 0);
    try {
      const opened = await openDocument(files, words);
      signal.throwIfAborted();
      if (opened.kind === "unreadable") throw refusal(words, opened.reason);
      if (opened.kind === "pdf") {
        const file = { bytes: Uint8Array.from(opened.bytes), sites: [FILES] };
        await this.#showPdf(name, null, file, signal);
        return;
      }
      await this.#article.show(opened.html, signal);
      await this.#opened(name, null, { kind: "article", origin: name, sites: [FILES] });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      this.#notice.problem(localized(words, problem), ["choose"], words.viewer.thisComputer);
    }
  }

  /** Clears what was shown before. */
  async #begin(): Promise<AbortController> {
    this.#open?.abort();
    const open = new AbortController();
    this.#open = open;
    await this.#close();
    return open;
  }

  async #showPdf(
    name: string,
    original: URL | null,
    { bytes, sites }: PdfFile,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const opening = openPdf(bytes);
    this.#opening = opening;
    const pdf = await opening.document;
    signal.throwIfAborted();
    this.#pages.show(pdf);
    await this.#opened(name, original, { kind: "pdf", origin: original?.href ?? name, sites, pdf });
  }

  async #opened(name: string, original: URL | null, shown: Shown): Promise<void> {
    this.#shown = shown;
    this.#tools.show({ name, original, pages: shown.kind === "pdf" ? shown.pdf.numPages : null });
    document.title = `${name} – ${words.name}`;
    this.#notice.hide();
    const isWanted = this.#isWanted;
    this.#isWanted = false;
    if (isWanted) await this.#audit.start();
    else {
      await this.#audit.attend();
      await this.#audit.recall();
    }
  }

  async #close(): Promise<void> {
    if (this.#shown !== null) this.#audit.clear();
    this.#shown = null;
    this.#tools.show(null);
    this.#pages.show(null);
    this.#article.close();
    const opening = this.#opening;
    this.#opening = null;
    await opening?.close();
  }

  #openList(): void {
    if (this.#tab !== null) openSidePanel(this.#tab);
  }

  async #take(signal: AbortSignal): Promise<Taken> {
    const shown = this.#shown;
    if (shown === null) throw new LocalizedError(words.viewer.drop);
    // A file of this computer has no address.
    const name = articleName(null, shown.origin);
    const taken = (content: Content, places: Anchors): Taken => ({
      document: { content, origin: shown.origin, address: null },
      name,
      places,
      root: null,
    });
    if (shown.kind === "pdf") {
      const layer = await readLayer(words, shown.pdf, signal);
      return {
        ...taken({ pdf: layer.text }, new PdfAnchors(this.#pages, layer)),
        draw: (page, signal) => drawPage(shown.pdf, page, signal),
      };
    }
    const article = await this.#article.take(signal);
    if (article === null) throw new LocalizedError(words.viewer.drop);
    return taken(textAlone(article.snapshot.html), article.places);
  }

  #listen(): void {
    this.#picker.type = "file";
    this.#picker.accept = ENDINGS;
    // A LaTeX file and its bibliography, for instance.
    this.#picker.multiple = true;
    this.#picker.addEventListener("change", () => {
      void this.openFiles([...(this.#picker.files ?? [])]);
      // The same file may be chosen once more.
      this.#picker.value = "";
    });
    window.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.#notice.over(true);
    });
    window.addEventListener("dragleave", () => {
      this.#notice.over(false);
    });
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#notice.over(false);
      void this.openFiles([...(event.dataTransfer?.files ?? [])]);
    });
    window.addEventListener("keydown", (event) => {
      if (event.key !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The browser's own search finds the words of an article.
      if (this.#shown?.kind !== "pdf") return;
      event.preventDefault();
      this.#tools.find.open();
    });
    this.#pages.bus.on("pagesinit", () => {
      this.#pages.viewer.currentScaleValue = "auto";
    });
    this.#pages.bus.on("annotationlayerrendered", ({ pageNumber }: { pageNumber: number }) => {
      // A link over no text of its own has no name.
      const links = this.#pages.pageElement(pageNumber - 1)?.querySelectorAll(".annotationLayer a") ?? [];
      for (const link of links)
        if (link.textContent === "" && !link.hasAttribute("aria-label"))
          link.setAttribute("aria-label", words.viewer.link);
    });
    chrome.runtime.onMessage.addListener((message: CheckViewer | { kind: string } | null, sender) => {
      // Only the reader's click on the button begins a check, and only the background hears of it.
      const isAsked = message?.kind === "check-viewer" && "tab" in message && !isOfPage(sender);
      if (isAsked) void this.#checkIfHere(message.tab);
      return false;
    });
  }

  async #checkIfHere(tab: number): Promise<void> {
    if (this.#tab === tab) await this.check();
  }
}

void new Viewer().begin();
