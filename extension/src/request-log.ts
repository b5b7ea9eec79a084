/** What left this browser since it was started: in memory only, for the reader's eyes. Written by the background alone. */

import type { LoggedRequest } from "@citelight/shared/worker/requests";
import type { RequestsSent } from "./messages";

const KEY = "requests";
/** The latest ones; a long audit makes some hundred. */
const MOST = 1000;

export async function readLog(): Promise<readonly LoggedRequest[]> {
  const { [KEY]: kept } = await chrome.storage.session.get(KEY);
  return Array.isArray(kept) ? (kept as LoggedRequest[]) : [];
}

export async function writeLog(requests: readonly LoggedRequest[]): Promise<void> {
  await chrome.storage.session.set({ [KEY]: requests.slice(-MOST) });
}

/** Calls back with the whole log whenever it grows. */
export function watchLog(listener: (requests: readonly LoggedRequest[]) => void): void {
  chrome.storage.session.onChanged.addListener(({ [KEY]: change }) => {
    if (change !== undefined) listener((change.newValue as LoggedRequest[] | undefined) ?? []);
  });
}

/** Told from elsewhere in the extension: a request was sent. */
export function tellRequest(request: LoggedRequest): void {
  const sent: RequestsSent = { kind: "requests-sent", requests: [request] };
  chrome.runtime.sendMessage(sent).catch(() => {
    // The background is being stopped; what was sent is only not told.
  });
}
