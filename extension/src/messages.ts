/** What the rooms of the extension say to each other. Audits speak in the worker's own messages, passed on as they are. */

import type { Pong } from "@citelight/shared/heartbeat";
import type { AuditEvent, EventOfPage } from "@citelight/shared/audit/audit-log";
import type { FullText } from "@citelight/shared/audit/full-texts";
import type { AskMode, EndpointSetup, KeyLasts } from "@citelight/shared/audit/endpoint-choice";
import type { PdfText } from "@citelight/shared/generated/PdfText";
import type { DocumentInput } from "@citelight/shared/generated/DocumentInput";
import type { EndpointSettings } from "@citelight/shared/generated/EndpointSettings";
import type { PairKey, RecheckTarget } from "@citelight/shared/audit/state";
import type { ReportOrder } from "@citelight/shared/audit/report";
import type { ReportFile } from "@citelight/shared/generated/ReportFile";
import type { LoggedRequest } from "@citelight/shared/worker/requests";
import type { Subject } from "@citelight/shared/audit/subject";
import type { Language } from "@citelight/shared/ui/locales/languages";

/** Asks the service worker to see to it that the offscreen document is there; answered when it is. */
export interface Wake {
  kind: "wake";
}

/** Told to the service worker by a panel: the reader wants the full text checked that the page of the tab links to. */
export interface CheckFullText {
  kind: "check-full-text";
  tab: number;
  link: FullText;
}

/** Told by a page that owns the worker when it begins, to every page and tab of ours: lines to an earlier one lead nowhere. */
export interface WorkerHostOpened {
  kind: "host-opened";
  host: string;
}

/** What the page that owns the worker says of a line itself: it is there, and which it is; it still is. */
export type PortControl = { kind: "attached"; host: string } | Pong;

/** Who starts an audit: the reader, or the page that was opened on a site that the reader chose. */
export type AuditTrigger = "click" | "automatic";

/** Asks the service worker what the reader allowed; answered with `Allowed`. */
export interface AskPermissions {
  kind: "allowed";
  /** The sites that the document is of; none where nobody knows. */
  sites: readonly string[];
  cause: AuditTrigger;
}

/** Asks the service worker for the reader's language; answered with `Language`. Scripts in pages may ask, too. */
export interface AskLanguage {
  kind: "language";
}

/** A content script asks the service worker to inject a language; answered once it is there. */
export interface InjectLocale {
  kind: "inject-locale";
  language: Language;
}

/** Asks the service worker where findings are looked for by DOI; answered with the place or null. Scripts in pages may ask, too. */
export interface AskFindingsPlace {
  kind: "findings-place";
}

/** Asks the service worker for the venue's policy that the reader chose; answered with its name or null. Scripts in pages may ask, too. */
export interface AskPolicy {
  kind: "policy";
}

/** Told by the service worker to every tab: the reader chose another policy, or none. */
export interface PolicyChanged {
  kind: "policy-changed";
}

/** Empties the log. */
export interface ClearLog {
  kind: "clear-log";
}

/** Told to the service worker, which knows who else needs them: hosts that whoever asked for them no longer needs. */
export interface ReleaseHosts {
  kind: "release-hosts";
  origins: readonly string[];
}

/** Told to the service worker, which keeps the log. */
export interface RequestsSent {
  kind: "requests-sent";
  requests: readonly LoggedRequest[];
}

/** What the options page says to the service worker, which alone holds the key. No answer ever has it. */
export type FromOptions =
  /** Answered with `EndpointSetup`, or null. */
  | { kind: "endpoint" }
  /** Answered with `true`; the host was asked for before. */
  | {
      kind: "set-endpoint";
      settings: EndpointSettings;
      ask: AskMode;
      /** Null: the one that is kept for the same server, if any. */
      key: string | null;
      /** Null: as long as the reader chose before. */
      lasts: KeyLasts | null;
    }
  | { kind: "remove-key" }
  | { kind: "forget-endpoint" };

/** Asks the service worker, which alone speaks to servers, to look for models on this computer; answered with `LocalFinding`s. */
export interface FindLocalModels {
  kind: "find-local-models";
}

/** Told by the service worker to the offscreen document: the reader set up another endpoint, or none. */
export interface EndpointChanged {
  kind: "endpoint-changed";
}

/** Told by the options to the offscreen document: the reader added or removed a model. */
export interface ModelsChanged {
  kind: "models-changed";
}

/** What is kept of an endpoint. */
export interface StoredEndpoint extends Omit<EndpointSetup, "hasKey" | "keyLasts"> {
  key: string | null;
  /** Absent in what earlier versions kept. */
  lasts?: KeyLasts;
}

/** Name of the ports to the service worker, one for each request to the endpoint. Disconnecting gives it up. */
export const FETCH_PROXY_PORT = "citelight-carry";

/** Name of the port by which a viewer gets the file that its tab showed before. */
export const PDF_PORT = "citelight-pdf";

/** What comes through it. A port that others hear, too, does not end where one of them ends it: that there is no file is said. */
export type PdfTabMessage =
  { kind: "part"; base64: string } | { kind: "end"; url: string } | { kind: "none" };

/** Told to the service worker by the script in a page, and by the viewer: how many problems its marks show now. */
export interface ProblemsFound {
  kind: "problems";
  count: number;
}

/** Told to the viewer of a tab: its button in the toolbar was clicked. */
export interface CheckViewer {
  kind: "check-viewer";
  tab: number;
}

/** Names of the ports to the offscreen document. */
export const CONTENT_PORT = "citelight-content";
/** Followed by the tab's number. */
export const PANEL_PORT = "citelight-panel:";

/** What both ends of a tab tell each other through the offscreen document. */
export type Shared = EventOfPage | { kind: "opened"; subject: Subject | null };

/** A drawn page as messages hold it. */
export type DrawnPageMessage =
  { kind: "image"; base64: string; code: string } | { kind: "failed"; reason: string };

export type FromContent =
  | Shared
  /** Of which sites the viewer's document is. Of a page the browser tells: what its script said would be the page's word. */
  | { kind: "document"; sites: readonly string[] }
  | { kind: "begin"; cause: AuditTrigger }
  /** The article's name (persistence/article-name.ts); whether results of an earlier visit will do. */
  | { kind: "audit"; document: DocumentInput; name: string | null; mayRecall: boolean }
  /** The page was loaded anew: what is kept of it is wanted, and nothing else. Answered with `recalled`. */
  | { kind: "recall"; document: DocumentInput; name: string | null }
  /** The page's script fetched findings that were published for it. */
  | { kind: "fetched"; url: string; status: number | null }
  /** What an earlier offscreen document told of this page, which it took with it. */
  | {
      kind: "restore";
      cause: AuditTrigger;
      document: DocumentInput;
      name: string | null;
      told: readonly AuditEvent[];
    }
  /** What became of a page that was to be drawn. */
  | { kind: "page-drawn"; order: number; drawn: DrawnPageMessage }
  | { kind: "stop" }
  /** The reading was stopped before there was anything to check. */
  | { kind: "halted" }
  | { kind: "ask"; key: PairKey; whom: RecheckTarget }
  | { kind: "stop-asking"; key: PairKey };

export type FromPanel =
  | { kind: "start" }
  | { kind: "stop" }
  | { kind: "jump"; subject: Subject }
  | { kind: "show-supported"; show: boolean }
  /** Check the citations that are new since the last check. */
  | { kind: "check-new" }
  /** What the reader says of a claim, by keys in the list. */
  | Extract<AuditEvent, { kind: "answer" }>
  /** Put what is open to the endpoint; or end that. */
  | { kind: "ask-open" }
  | { kind: "stop-asking-all" }
  /** The reader allowed sites of open copies. */
  | { kind: "read-copies" }
  /** Have what the panel knows written as a file. */
  | ({ kind: "write"; order: number } & ReportOrder);

export type ToContent =
  /** What the page did itself is not told to it again. */
  | AuditEvent
  /** Whether enough is kept of the page: if so, it follows. */
  | { kind: "recalled"; found: boolean }
  | { kind: "start" }
  /** The viewer is to draw a page of its document, from 0: it may be sent. Answered with `page-drawn`. */
  | { kind: "draw-page"; order: number; page: number }
  /** What a model read on such pages belongs to the document. */
  | { kind: "pages-read"; text: PdfText }
  /** The document is no longer to be read; where it was handed over, the worker is told instead. */
  | { kind: "halt" }
  | { kind: "jump"; subject: Subject }
  | { kind: "show-supported"; show: boolean };

export type ToPanel =
  | Shared
  | AuditEvent
  /** A new audit begins. */
  | { kind: "begin" }
  | { kind: "written"; order: number; file: ReportFile | null; problem: string | null }
  /** It was stopped before there was anything to check. */
  | { kind: "halted" }
  /** Whether there is a page to check behind the panel, and its document's site. */
  | { kind: "page"; there: boolean; site: string | null };
