/** Open copies that are still to be read, by the log of an audit. */

import type { AuditEvent } from "./audit-log";
import { OpenCopies, type OpenCopy } from "./open-copies";

/** Works with open copies that a log tells of and that were not read yet. */
export function offeredIn(events: readonly AuditEvent[]): readonly OpenCopy[] {
  const copies = new OpenCopies();
  for (const event of events) {
    if (event.kind === "reading-copies") copies.begin(event.references);
    if (
      event.kind === "worker" &&
      event.message.kind === "event" &&
      event.message.event.kind === "open-copies"
    )
      copies.offer(event.message.event);
  }
  return copies.offered;
}
