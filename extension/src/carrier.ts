/** Hands the worker's requests to the service worker, which holds the key. */

import { type Carried, type Carrier } from "@citelight/shared/worker/carrier";
import { CARRY_PORT } from "./messages";

export const throughBackground: Carrier = (url, body, headers, signal) =>
  new Promise((done) => {
    const port = chrome.runtime.connect({ name: CARRY_PORT });
    signal.addEventListener("abort", () => {
      port.disconnect();
      done({ kind: "lost", reason: "it was given up" });
    });
    port.onMessage.addListener((carried: Carried) => {
      done(carried);
    });
    // After an answer this changes nothing.
    port.onDisconnect.addListener(() => {
      done({ kind: "lost", reason: "the extension's service worker stopped" });
    });
    port.postMessage({ url, body, headers });
  });
