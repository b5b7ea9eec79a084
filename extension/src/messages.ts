/** What the rooms of the extension say to each other. Audits speak in the worker's own messages, passed on as they are. */

import type { FromWorker } from "../../www/src/generated/FromWorker";
import type { DismissReason, PairKey } from "../../www/src/audit/state";
import type { Subject } from "../../www/src/audit/subject";

/** Asks the service worker to see to it that the offscreen document is there; answered when it is. */
export interface Wake {
  kind: "wake";
}

/** Asks the service worker how references may be looked up; answered with `Online`, or null if the reader did not allow it. */
export interface AskOnline {
  kind: "online";
}

/** Names of the ports to the offscreen document. */
export const CONTENT_PORT = "citelight-content";
/** Followed by the tab's number. */
export const PANEL_PORT = "citelight-panel:";

/** What both ends of a tab tell each other through the offscreen document. */
export type Shared =
  | { kind: "dismiss"; key: PairKey; reason: DismissReason | null }
  | { kind: "lost"; citation: string }
  | { kind: "opened"; subject: Subject | null };

export type FromContent =
  Shared | { kind: "begin" } | { kind: "audit"; content: string; origin: string } | { kind: "stop" };

export type FromPanel =
  | { kind: "start" }
  | { kind: "stop" }
  | { kind: "jump"; subject: Subject }
  | { kind: "show-supported"; show: boolean };

export type ToContent =
  | { kind: "worker"; message: FromWorker }
  | { kind: "start" }
  | { kind: "jump"; subject: Subject }
  | { kind: "show-supported"; show: boolean };

export type ToPanel =
  | Shared
  | { kind: "worker"; message: FromWorker }
  /** A new audit begins. */
  | { kind: "begin" }
  /** Whether there is a page to check behind the panel. */
  | { kind: "page"; there: boolean };
