/** The viewer: a PDF in the package's own page, read, marked and searched like any other document. */

import { articleName } from "@citelight/shared/persistence/article-name";
import { LocalizedError } from "@citelight/shared/ui/errors";
import { Theme } from "@citelight/shared/ui/theme";
import { openSidePanel } from "../browser/side-panel";
import { PageAudit, type Taken } from "../content/page-audit";
import { messagesForPage } from "../language";
import type { CheckViewer } from "../messages";
import { isOfPage } from "../sender";
import { FILES } from "../sites";
import { Notice } from "./notice";
import { PdfAnchors } from "./pdf-anchors";
import { openPdf, type Opening } from "@citelight/shared/pdf/open-pdf";
import { readLayer } from "@citelight/shared/pdf/read-layer";
import { makePages, problemOf } from "./pdfjs";
import { addressIn, nameOf, PdfProblem, readAddress, readFile, whileAllowed, type PdfFile } from "./source";
import { Toolbar } from "./toolbar";

const words = await messagesForPage();
document.title = words.viewer.title;

function part<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`viewer.html lacks #${id}`);
  return element;
}

class Viewer {
  readonly #theme = new Theme();
  readonly #pages = makePages(part("container", HTMLDivElement));
  readonly #audit: PageAudit;
  readonly #tools: Toolbar;
  readonly #notice: Notice;
  readonly #picker = document.createElement("input");
  readonly #address = addressIn(location.search);
  // The click that led here, until there is something to check.
  #isWanted = false;
  #open: AbortController | null = null;
  #opening: Opening | null = null;
  #shown: { origin: string; sites: readonly string[]; pdf: Awaited<Opening["document"]> } | null = null;
  // Known before a click asks for it: the list may be opened only while the click lasts.
  #tab: number | null = null;

  constructor() {
    this.#audit = new PageAudit(
      (signal) => this.#take(signal),
      () => Promise.resolve(words),
      { theme: this.#theme, sites: () => this.#shown?.sites ?? [], isolation: "shared" },
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

  openFile(file: File): Promise<void> {
    return this.#load(file.name, null, async () => ({ bytes: await readFile(words, file), sites: [FILES] }));
  }

  async check(isAnew = false): Promise<void> {
    if (this.#shown !== null) await this.#audit.start("click", isAnew);
  }

  async #load(
    name: string,
    original: URL | null,
    read: (progress: (share: number) => void, signal: AbortSignal) => Promise<PdfFile>,
  ): Promise<void> {
    this.#open?.abort();
    const open = new AbortController();
    this.#open = open;
    await this.#close();
    const tell = (share: number): void => {
      if (!open.signal.aborted) this.#notice.loading(name, share);
    };
    tell(0);
    try {
      const { bytes, sites } = await read(tell, open.signal);
      open.signal.throwIfAborted();
      const opening = openPdf(bytes);
      this.#opening = opening;
      const pdf = await opening.document;
      open.signal.throwIfAborted();
      this.#pages.show(pdf);
      this.#shown = { origin: original?.href ?? name, sites, pdf };
      this.#tools.show(name, original, pdf.numPages);
      document.title = `${name} – ${words.name}`;
      this.#notice.hide();
      const isWanted = this.#isWanted;
      this.#isWanted = false;
      if (isWanted) await this.#audit.start();
      else {
        await this.#audit.attend();
        await this.#audit.recall();
      }
    } catch (error) {
      if (open.signal.aborted) return;
      const problem = error instanceof PdfProblem ? error : problemOf(words, error, name);
      const host = original === null || original.host === "" ? words.viewer.thisComputer : original.host;
      this.#notice.problem(problem.message, problem.remedies, host);
    }
  }

  async #close(): Promise<void> {
    if (this.#shown !== null) this.#audit.clear();
    this.#shown = null;
    this.#tools.show(null, null, 0);
    this.#pages.show(null);
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
    const layer = await readLayer(words, shown.pdf, signal);
    return {
      document: { content: { pdf: layer.text }, origin: shown.origin, address: null },
      // A file of this computer has no address.
      name: articleName(null, shown.origin),
      places: new PdfAnchors(this.#pages, layer),
      root: null,
    };
  }

  #listen(): void {
    this.#picker.type = "file";
    this.#picker.accept = "application/pdf,.pdf";
    this.#picker.addEventListener("change", () => {
      const [file] = this.#picker.files ?? [];
      if (file !== undefined) void this.openFile(file);
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
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void this.openFile(file);
    });
    window.addEventListener("keydown", (event) => {
      if (event.key !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (this.#shown === null) return;
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
