/** Keeps the log of what left this browser: one writer, one after the other, so that no entry is lost. */

import type { LoggedRequest } from "@citelight/shared/worker/requests";
import { withLock } from "../with-lock";
import { readLog, writeLog } from "../request-log";

const LOG = "log";

/** Empties the log. */
export function clearLog(): void {
  withLock(LOG, () => writeLog([])).catch(() => undefined);
}

/** Adds to the log, in the order of the calls. */
export function logRequests(requests: readonly LoggedRequest[]): void {
  withLock(LOG, async () => {
    await writeLog([...(await readLog()), ...requests]);
  }).catch(() => undefined);
}

/** A request of the service worker's own, for the log, too. */
export async function fetchLogged(url: string, init: RequestInit): Promise<Response> {
  const sent = typeof init.body === "string" ? new TextEncoder().encode(init.body).byteLength : 0;
  const told = { at: Date.now(), method: init.method ?? "GET", url, sent };
  try {
    const answer = await fetch(url, init);
    logRequests([{ ...told, status: answer.status }]);
    return answer;
  } catch (error) {
    logRequests([{ ...told, status: null }]);
    throw error;
  }
}
