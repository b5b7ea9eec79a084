/** Hands the worker's requests to the service worker, which holds the key. */

import { type ProxyAnswer, type FetchProxy } from "@citelight/shared/worker/fetch-proxy";
import { FETCH_PROXY_PORT } from "./messages";

export const fetchThroughBackground: FetchProxy = (url, body, headers, signal) =>
  new Promise((done) => {
    const port = chrome.runtime.connect({ name: FETCH_PROXY_PORT });
    signal.addEventListener("abort", () => {
      port.disconnect();
      done({ kind: "lost", reason: "it was given up" });
    });
    port.onMessage.addListener((carried: ProxyAnswer) => {
      done(carried);
    });
    // After an answer this changes nothing.
    port.onDisconnect.addListener(() => {
      done({ kind: "lost", reason: "the extension's service worker stopped" });
    });
    port.postMessage({ url, body, headers });
  });
