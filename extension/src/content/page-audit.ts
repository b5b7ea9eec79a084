/** The reader's end of an audit in a tab: hands over what is to be checked, shows marks and cards. */

import {
  applyEvent,
  AuditLog,
  isAuditEvent,
  type EventOfPage,
  type AuditEvent,
} from "@citelight/shared/audit/audit-log";
import type { FullTexts } from "@citelight/shared/audit/full-texts";
import type { PolicyProfile } from "@citelight/shared/audit/policy";
import { AuditState } from "@citelight/shared/audit/state";
import type { PdfText } from "@citelight/shared/generated/PdfText";
import type { DrawnPage } from "@citelight/shared/worker/page-images";
import type { DocumentInput } from "@citelight/shared/generated/DocumentInput";
import { PageView, type PageHandlers } from "@citelight/shared/page/page-view";
import type { FindingsFile } from "@citelight/shared/findings/file";
import { eventsOf } from "@citelight/shared/findings/published";
import type { Published } from "@citelight/shared/audit/published";
import type { TextAnchors } from "@citelight/shared/findings/text-anchors";
import { textAlone } from "@citelight/shared/audit/order";
import type { Anchors } from "@citelight/shared/page/anchors";
import type { Isolation } from "@citelight/shared/ui/own-root";
import { Theme } from "@citelight/shared/ui/theme";
import { onTrusted } from "@citelight/shared/ui/trusted-events";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { citationCounts, problems } from "@citelight/shared/audit/counts";
import { ArticleWatch } from "@citelight/shared/page/article-watch";
import { codeOf } from "@citelight/shared/error-codes";
import { LocalizedError } from "@citelight/shared/ui/errors";
import { toBase64 } from "../base64";
import { Connection } from "../connection";
import {
  CONTENT_PORT,
  type AuditTrigger,
  type DrawnPageMessage,
  type FromContent,
  type ProblemsFound,
  type ToContent,
} from "../messages";

/** Where documents stand, and how they are shown there. */
export interface PageAuditOptions {
  theme?: Theme;
  /**
   * Of which sites the document is that is shown now, where the browser cannot tell: in the viewer, whose own address is the
   * extension's. Null for the page's own document.
   */
  sites?: () => readonly string[] | null;
  /** Looks for findings that were published for the document; null where none were. */
  published?: (
    words: ExtensionMessages,
    signal: AbortSignal,
    fetched: Fetched,
  ) => Promise<FoundFindings | null>;
  /** The venue's policy that the reader chose, and how to hear that it is another one. */
  policy?: { read: () => Promise<PolicyProfile | null>; watch: (changed: () => void) => void };
  /** A stranger's page unless said otherwise. */
  isolation?: Isolation;
  /** Whether the page may show another article without being loaded anew. */
  changes?: boolean;
}

/** A document as it is read for an audit, and where its words are on the page. */
export interface Taken {
  document: DocumentInput;
  /** By which results of the article are found again (persistence/article-name.ts). */
  name: string | null;
  places: Anchors;
  /** Where the page says that the full text is; none for the full text itself. */
  fullTexts?: FullTexts;
  /** What was taken; null where it stays as long as the page. */
  root: Element | null;
  /** Draws a page of it, from 0; absent where it has none. */
  draw?: (page: number, signal: AbortSignal) => Promise<DrawnPage>;
}

/** The document that is checked, where it has pages. */
interface Paged {
  draw: NonNullable<Taken["draw"]>;
  /** Ends with the check. */
  ends: AbortController;
  /** Its text layer with what a model read on pages that hold no text; null before. */
  text: PdfText | null;
}

/** Hears that a file was asked for, and with what status it came. */
export type Fetched = (url: string, status: number | null) => void;

/** Why what was published for a document is not shown. */
type Unusable = Extract<AuditEvent, { kind: "unusable" }>;

/** What was published for a document: the findings and where they stand, or why they are of no use. */
export type FoundFindings =
  { kind: "findings"; published: Published; file: FindingsFile; places: TextAnchors } | Unusable;

/** A page that always brings its worker down is left alone. */
const MOST_RESUMED = 3;
/** Nothing was read of a document whose findings were published: nothing of it can be asked about. */
const NOTHING_READ: { document: DocumentInput; name: string | null } = {
  document: { content: textAlone(""), origin: location.href, address: null },
  name: null,
};

export class PageAudit {
  readonly state = new AuditState();
  readonly #take: (signal: AbortSignal) => Promise<Taken>;
  readonly #words: () => Promise<ExtensionMessages>;
  readonly #theme: Theme;
  readonly #sites: () => readonly string[] | null;
  readonly #isolation: Isolation;
  readonly #published: NonNullable<PageAuditOptions["published"]>;
  readonly #connection = new Connection<ToContent, FromContent>(CONTENT_PORT, {
    hear: (message) => {
      this.#receive(message);
    },
    lost: () => {
      this.#lost();
    },
  });
  readonly #handlers: PageHandlers = {
    dismiss: (key, reason) => {
      this.#did({ kind: "dismiss", key, reason });
    },
    answer: (key, answer) => {
      this.#did({ kind: "answer", key, answer });
    },
    lost: (citation) => {
      this.#did({ kind: "lost", citation });
    },
    opened: (subject) => {
      this.#say({ kind: "opened", subject });
    },
    ask: (key, whom) => {
      this.#say({ kind: "ask", key, whom });
    },
    stopAsking: (key) => {
      this.#say({ kind: "stop-asking", key });
    },
  };
  readonly #changes: boolean;
  #watch: ArticleWatch | null = null;
  #root: Element | null = null;
  // The address at which a check ran whose article was taken off the page.
  #cut: string | null = null;
  // Hears whether enough is kept of this page.
  #recalled: ((found: boolean) => void) | null = null;
  // How many problems the toolbar shows.
  #problems = 0;
  #mayRecall = false;
  #view: PageView | null = null;
  #start: AbortController | null = null;
  #paged: Paged | null = null;
  // One page at a time: each takes some megabytes while it is drawn.
  #drawn: Promise<unknown> = Promise.resolve();
  #showSupported = false;
  #cause: AuditTrigger = "click";
  // How often the audit was begun anew because what ran it was gone.
  #resumed = 0;
  // What happened since the audit began: who runs it next does not know.
  readonly #log = new AuditLog((event) => {
    applyEvent(this.state, event);
  });

  /** @param words of the reader, who may have chosen another language since the last check. */
  constructor(
    take: (signal: AbortSignal) => Promise<Taken>,
    words: () => Promise<ExtensionMessages>,
    {
      theme = new Theme(),
      sites = () => null,
      published = () => Promise.resolve(null),
      policy,
      isolation = "sealed",
      changes = false,
    }: PageAuditOptions = {},
  ) {
    this.#take = take;
    this.#words = words;
    this.#theme = theme;
    this.#sites = sites;
    this.#published = published;
    this.#isolation = isolation;
    this.#changes = changes;
    if (policy !== undefined) {
      const follow = async (): Promise<void> => {
        this.state.choosePolicy(await policy.read());
      };
      policy.watch(() => void follow());
      void follow();
    }
    this.state.subscribe(() => {
      const { phase, asking, copies } = this.state;
      const isAsked = asking.size > 0 || copies.progress !== null;
      this.#connection.await(phase === "loading" || phase === "running" || isAsked);
      this.#tellProblems(false);
    });
    // The browser kept the page aside and closed its lines.
    onTrusted(
      window,
      "pageshow",
      ({ persisted }) => {
        if (!persisted) return;
        this.#tellProblems(true);
        this.#connection.close();
        this.#lost();
      },
      {},
    );
  }

  /**
   * Checks the document; what was published for it, or is kept of it, is shown instead, if a check would find no more.
   *
   * @param isAnew the reader sees what was found, and wants it found again
   */
  async start(cause: AuditTrigger = "click", isAnew = false): Promise<void> {
    this.#resumed = 0;
    const { phase, restored } = this.state;
    this.#mayRecall = phase === "idle" || (restored !== null && !isAnew);
    await this.#begin(cause, !isAnew);
  }

  /** Shows what is kept of the document, if enough is; whether it does. Nothing is seen of it otherwise. */
  async recall(): Promise<boolean> {
    if (this.#start !== null || this.state.phase !== "idle") return false;
    const start = new AbortController();
    this.#start = start;
    let isFound = false;
    try {
      const taken = await this.#take(start.signal);
      const words = await this.#words();
      await this.#open();
      start.signal.throwIfAborted();
      isFound = await new Promise<boolean>((done) => {
        this.#recalled = (found) => {
          this.#recalled = null;
          // Before the first of what was kept is heard.
          if (found) this.#show(taken, words);
          done(found);
        };
        this.#say({ kind: "recall", document: taken.document, name: taken.name });
      });
    } catch {
      // Nobody asked for it: a click tries again, and says why if it cannot.
    }
    if (this.#start === start) this.#start = null;
    this.#watchPage(!isFound);
    return isFound;
  }

  /** Before what is told of the document is heard. */
  #show({ places, root, fullTexts, draw }: Taken, words: ExtensionMessages): void {
    this.#view?.remove();
    this.#endDrawing();
    if (draw !== undefined) this.#paged = { draw, ends: new AbortController(), text: null };
    this.#log.clear();
    this.state.begin("loading");
    this.#root = root;
    this.#view = new PageView(places, this.state, this.#theme, words, this.#handlers, this.#isolation);
    this.#view.showSupported(this.#showSupported);
    if (fullTexts !== undefined) this.#did({ kind: "full-texts", fullTexts });
  }

  async #begin(cause: AuditTrigger, showsPublished = false): Promise<void> {
    this.#start?.abort();
    this.#recalled?.(false);
    const start = new AbortController();
    this.#start = start;
    this.#cause = cause;
    this.#endDrawing();
    this.#view?.remove();
    this.#log.clear();
    this.state.begin("loading");
    try {
      await this.#open();
      start.signal.throwIfAborted();
      this.#say({ kind: "begin", cause });
      const words = await this.#words();
      const published = showsPublished ? await this.#showPublished(words, start.signal) : null;
      if (published === "shown") {
        this.#start = null;
        return;
      }
      const taken = await this.#take(start.signal);
      start.signal.throwIfAborted();
      this.#show(taken, words);
      if (published !== null) this.#did(published);
      const { document, name } = taken;
      this.#say({ kind: "audit", document, name, mayRecall: this.#mayRecall });
      this.#start = null;
      this.#watchPage(false);
    } catch (error) {
      if (start.signal.aborted) return;
      this.#start = null;
      this.state.fail(
        error instanceof Error ? error.message : String(error),
        error instanceof LocalizedError,
      );
    }
  }

  /** Looks for what was published for the document and shows it; why it is of no use, if there is something that is not shown. */
  async #showPublished(words: ExtensionMessages, signal: AbortSignal): Promise<"shown" | Unusable | null> {
    const fetched: Fetched = (url, status) => {
      this.#say({ kind: "fetched", url, status });
    };
    const found = await this.#published(words, signal, fetched);
    signal.throwIfAborted();
    if (found?.kind !== "findings") return found;
    const { published, file, places } = found;
    this.#view = new PageView(places, this.state, this.#theme, words, this.#handlers, this.#isolation);
    this.#view.showSupported(this.#showSupported);
    this.#log.record({ kind: "published", published });
    for (const event of eventsOf(file, places)) this.#log.record(event);
    this.#say({ kind: "restore", cause: this.#cause, ...NOTHING_READ, told: this.#log.events });
    return "shown";
  }

  /** Ends a running audit; what was found stays. */
  stop(): void {
    if (this.#start === null) this.#say({ kind: "stop" });
    else this.#halt();
  }

  /** Removes every trace of the last audit: another document comes. */
  clear(): void {
    this.#start?.abort();
    this.#start = null;
    this.#endDrawing();
    this.#recalled?.(false);
    this.#view?.remove();
    this.#view = null;
    this.#log.clear();
    this.#connection.close();
    this.state.begin("idle");
  }

  /** Lets panels find the document before it is checked. */
  attend(): Promise<void> {
    return this.#restore();
  }

  /** Whoever is there hears first whose document it is: what the reader chose for its site holds from the beginning. */
  async #open(): Promise<void> {
    await this.#connection.open();
    const sites = this.#sites();
    if (sites !== null) this.#say({ kind: "document", sites });
  }

  /** Gives up before anything was checked. */
  #halt(): void {
    this.#start?.abort();
    this.#start = null;
    this.#endDrawing();
    this.#view?.remove();
    this.#view = null;
    this.state.begin("idle");
    this.#say({ kind: "halted" });
  }

  #watchPage(looks: boolean): void {
    if (!this.#changes) return;
    if (!looks) this.#watch?.known();
    this.#watch ??= new ArticleWatch(
      {
        isStanding: () => {
          if (this.#view === null) return this.#start === null && this.state.phase === "idle" ? null : true;
          return this.#root?.isConnected !== false && this.#view.isStanding;
        },
        gone: () => {
          const { phase } = this.state;
          this.#cut = phase === "loading" || phase === "running" ? location.href : null;
          this.clear();
          void this.attend();
        },
        look: () => this.#look(),
      },
      looks,
    );
  }

  /** The page shows something else, or drew the same article anew: then a check that was running goes on. */
  async #look(): Promise<boolean> {
    const isSame = this.#cut === location.href;
    this.#cut = null;
    if (!isSame) return this.recall();
    await this.start(this.#cause);
    return true;
  }

  /** The toolbar's badge says how many problems there are. */
  #tellProblems(isAnew: boolean): void {
    const count = problems(citationCounts(this.state));
    if (count === this.#problems && !isAnew) return;
    this.#problems = count;
    const message: ProblemsFound = { kind: "problems", count };
    chrome.runtime.sendMessage(message).catch(() => {
      // The extension was updated or removed: the page's marks are all that is left of it.
    });
  }

  /** What ran the audit is gone. Everything that was answered is kept, so it goes on where it was; not for ever. */
  #lost(): void {
    if (this.state.phase === "loading" || this.state.phase === "running") {
      this.#resumed += 1;
      if (this.#resumed > MOST_RESUMED) this.state.fail(codeOf("crashed"), false);
      else void this.#begin(this.#cause, false);
      return;
    }
    this.#recalled?.(false);
    for (const key of this.state.asking.keys())
      this.#receive({ kind: "asked", key, failure: codeOf("crashed") });
    if (this.state.copies.progress !== null)
      this.#receive({ kind: "copies-read", failure: codeOf("crashed") });
    void this.#restore();
  }

  /** Tells who comes next what panels are to know of this page. */
  async #restore(): Promise<void> {
    try {
      await this.#open();
      const { events } = this.#log;
      if (events.length === 0) return;
      const { document, name } =
        this.state.published === null ? await this.#take(new AbortController().signal) : NOTHING_READ;
      // What was told is of the document with the pages that were read.
      const text = this.#paged?.text ?? null;
      const whole = text === null ? document : { ...document, content: { pdf: text } };
      // A new audit began meanwhile.
      if (this.#log.events === events)
        this.#say({ kind: "restore", cause: this.#cause, document: whole, name, told: events });
    } catch {
      // Marks and cards stay; the next click tries again and says why if it cannot.
    }
  }

  #receive(message: ToContent): void {
    if (isAuditEvent(message)) {
      const isFinished =
        message.kind === "worker" &&
        message.message.kind === "event" &&
        message.message.event.kind === "finished";
      if (isFinished) this.#resumed = 0;
      this.#log.record(message);
      return;
    }
    switch (message.kind) {
      case "recalled":
        this.#recalled?.(message.found);
        break;
      case "start":
        void this.start("click", true);
        break;
      case "draw-page":
        this.#draw(message.order, message.page);
        break;
      case "pages-read":
        if (this.#paged !== null) this.#paged.text = message.text;
        break;
      case "halt":
        this.#halt();
        break;
      case "jump":
        this.#view?.jump(message.subject);
        break;
      case "show-supported":
        this.#showSupported = message.show;
        this.#view?.showSupported(message.show);
        break;
    }
  }

  #draw(order: number, page: number): void {
    const paged = this.#paged;
    this.#drawn = this.#drawn.then(async () => {
      this.#say({ kind: "page-drawn", order, drawn: await drawnOf(paged, page) });
    });
  }

  #endDrawing(): void {
    this.#paged?.ends.abort();
    this.#paged = null;
  }

  /** The reader did something, or the page lost a citation or told of its full text. */
  #did(event: EventOfPage): void {
    this.#log.record(event);
    this.#say(event);
  }

  #say(message: FromContent): void {
    this.#connection.say(message);
  }
}

/** A page as a message holds it; why it cannot be drawn, where it cannot. */
async function drawnOf(paged: Paged | null, page: number): Promise<DrawnPageMessage> {
  if (paged === null) return { kind: "failed", reason: "the document was closed" };
  try {
    const drawn = await paged.draw(page, paged.ends.signal);
    return drawn.kind === "failed" ? drawn : { kind: "image", base64: toBase64(drawn.png), code: drawn.code };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}
