/** Requests to the reader's endpoint, with the key that only this service worker holds. */

import type { AskMode } from "@citelight/shared/audit/endpoint-choice";
import type { ProxyAnswer, Header } from "@citelight/shared/worker/fetch-proxy";
import { grants } from "../browser/grants";
import { originPattern } from "../endpoint-origin";
import type { StoredEndpoint } from "../messages";
import { readSites } from "../sites";
import { storedEndpoint } from "./endpoint";
import { logRequests } from "./request-log-writer";
import { redactKey } from "./redact-key";

/** What a port asks for. */
export interface ProxiedRequest {
  url: string;
  body: string;
  headers: readonly Header[];
}

/** The headers that the core sends (crate/core, llm): whoever else might speak through a port sends no others. */
const HEADERS = ["content-type", "idempotency-key", "prefer"];
/** Bytes of an answer that are read; crate/core reads no more. */
const MOST_BYTES = 4 * 1024 * 1024;
// Reasons go to the core, which says them in sentences of its own: in English, like all that it writes.
const NOT_SET_UP = "another endpoint was set up in the options meanwhile; check again";
const SWITCHED_OFF = "it was switched off in the options";
const NOT_GRANTED = "the browser no longer allows requests to it; save it anew in the options";
const TOO_LARGE = "the answer is larger than was asked for";
// A service worker is stopped after 30 s without a call of the extension's; a model may think longer.
const STAY_AWAKE_MS = 20_000;

/** Carries the one request of a port, until it is answered or the port is closed. */
export function serveFetchProxy(port: chrome.runtime.Port, isTest: boolean): void {
  const given = new AbortController();
  port.onDisconnect.addListener(() => {
    given.abort();
  });
  port.onMessage.addListener((request: ProxiedRequest) => {
    void proxied(request, isTest, given.signal).then((answer) => {
      if (given.signal.aborted) return;
      port.postMessage(answer);
      port.disconnect();
    });
  });
}

async function proxied(
  { url, body, headers: wanted }: ProxiedRequest,
  isTest: boolean,
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  const awake = setInterval(() => {
    void chrome.runtime.getPlatformInfo();
  }, STAY_AWAKE_MS);
  try {
    const kept = await storedEndpoint();
    const refusal = await refused(url, kept, isTest);
    if (refusal !== null) return { kind: "refused", reason: refusal };
    const key = kept?.key ?? null;
    const told = { at: Date.now(), method: "POST", url, sent: new TextEncoder().encode(body).byteLength };
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        ...Object.fromEntries(wanted.filter(([name]) => HEADERS.includes(name))),
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      signal,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      // The key goes to the server that it was given for, or nowhere.
      redirect: "error",
    }).catch((error: unknown) => {
      logRequests([{ ...told, status: null }]);
      throw error;
    });
    logRequests([{ ...told, status: answer.status }]);
    const headers = [...answer.headers].map(([name, value]): [string, string] => [
      name,
      redactKey(value, key),
    ]);
    const text = redactKey(await textOf(answer), key);
    return { kind: "answered", status: answer.status, headers, body: text };
  } catch (error) {
    return { kind: "lost", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearInterval(awake);
  }
}

/** Why a request is not sent; null if it may be. */
async function refused(url: string, kept: StoredEndpoint | null, isTest: boolean): Promise<string | null> {
  if (kept === null || new URL(kept.settings.url).origin !== new URL(url).origin) return NOT_SET_UP;
  if (!isTest && !(await isAskedAnywhere(kept.ask))) return SWITCHED_OFF;
  const granted = await grants.isGranted(
    [originPattern(url)],
    kept.key === null ? ["websiteContent"] : ["websiteContent", "authenticationInfo"],
  );
  return granted ? null : NOT_GRANTED;
}

/** A port does not say for which site it speaks; the audits that open one know. */
async function isAskedAnywhere(ask: AskMode): Promise<boolean> {
  if (ask !== "off") return true;
  return [...(await readSites()).values()].some((site) => site.ask !== null && site.ask !== "off");
}

async function textOf(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.byteLength;
    if (read > MOST_BYTES) {
      await reader.cancel();
      throw new Error(TOO_LARGE);
    }
    text += decoder.decode(value, { stream: true });
  }
}
