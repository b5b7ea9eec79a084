/** The other end of each line (port.ts): says that it is there, and gives on what is not about the line itself. */

import type { Ping } from "@citelight/shared/heartbeat";
import type { PortControl, WorkerHostOpened } from "../messages";

/** Names this page among all that ever owned the worker. */
const host = crypto.randomUUID();

/** Lines to the one before lead nowhere now. */
export function announceHost(): void {
  const opened: WorkerHostOpened = { kind: "host-opened", host };
  chrome.runtime.sendMessage(opened).catch(() => {
    // Nobody listens yet.
  });
}

// What comes through a port has the type that both ends agreed on; no browser checks it.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function servePort<In extends { kind: string }>(
  port: chrome.runtime.Port,
  hear: (message: In) => void,
): void {
  const say = (message: PortControl): void => {
    port.postMessage(message);
  };
  port.onMessage.addListener((message: In | Ping) => {
    if (isPing(message)) say({ kind: "pong" });
    else hear(message);
  });
  say({ kind: "attached", host });
}

function isPing(message: { kind: string }): message is Ping {
  return message.kind === "ping";
}
