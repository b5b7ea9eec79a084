/** Keeps the log of what left this browser: one writer, so that no entry is lost. */

import type { LoggedRequest } from "../../../www/src/worker/requests";
import { readLog, writeLog } from "../request-log";

let writing: Promise<void> = Promise.resolve();

/** Empties the log. */
export function clearLog(): void {
  writing = writing.then(() => writeLog([])).catch(() => undefined);
}

/** Adds to the log, in the order of the calls. */
export function logRequests(requests: readonly LoggedRequest[]): void {
  writing = writing
    .then(async () => {
      await writeLog([...(await readLog()), ...requests]);
    })
    .catch(() => undefined);
}
