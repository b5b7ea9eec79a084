/** Where a PDF comes from: an address, or a file that the reader chose. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { LocalizedError } from "@citelight/shared/ui/errors";
import { fromBase64 } from "../base64";
import { noLocalFiles } from "../browser/local-files";
import { originPattern } from "../endpoint-origin";
import { withHosts } from "../host-locks";
import { PDF_PORT, type PdfTabMessage, type ReleaseHosts } from "../messages";
import { tellRequest } from "../request-log";
import { siteOf } from "../sites";

/** What a reader can do about a problem. */
export type Remedy = "allow" | "retry" | "choose";

/** Why there is no PDF to show; its message says what to do next. */
export class PdfProblem extends LocalizedError {
  constructor(
    message: string,
    readonly remedies: readonly Remedy[],
  ) {
    super(message);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A file, and the sites that it is of: the address's own, then that which it led to. */
export interface PdfFile {
  bytes: Bytes;
  sites: readonly string[];
}

/** Bytes in which a PDF says that it is one. */
const HEAD = 1024;
export const MOST_MEGABYTES = 100;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;

/** The address that the viewer was opened with; null if it was opened without, or with one that it does not open. */
export function addressIn(search: string): URL | null {
  const file = new URLSearchParams(search).get("file") ?? "";
  if (!URL.canParse(file)) return null;
  const url = new URL(file);
  return ["http:", "https:", "file:"].includes(url.protocol) ? url : null;
}

/** What a reader calls the file. */
export function nameOf(url: URL): string {
  const last = url.pathname.split("/").findLast((part) => part !== "") ?? "";
  try {
    return decodeURIComponent(last) || url.host;
  } catch {
    return last;
  }
}

/** Whether a file is one of PDF, damaged or not; what cannot be read is, where its name says so. */
export async function isPdf(file: File): Promise<boolean> {
  const head = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name) || hasMark(new Uint8Array(head));
}

export async function readFile(words: ExtensionMessages, file: File): Promise<Bytes> {
  if (file.size > MOST_BYTES) throw tooLarge(words, file.name);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new PdfProblem(words.viewer.unreadable(file.name), ["choose"]);
  });
  return checked(words, new Uint8Array(buffer), file.name);
}

/** The file of an address: as the reader's tab had it, else fetched if the browser lets us. */
export async function readAddress(
  words: ExtensionMessages,
  url: URL,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<PdfFile> {
  const held = await fromTab(url);
  const file = held === null ? await fetched(words, url, progress, signal) : fileOf(held, [url.href]);
  checked(words, file.bytes, nameOf(url));
  return file;
}

function fileOf(bytes: Bytes, addresses: readonly string[]): PdfFile {
  const sites = addresses.map(siteOf).filter((site) => site !== null);
  return { bytes, sites: [...new Set(sites)] };
}

/** Asks the browser for the host of an address, only while a click lasts, and does without it once the file was read. */
export async function whileAllowed(url: URL, act: () => Promise<void>): Promise<void> {
  const origins = [originPattern(url.href)];
  const isAllowed = await chrome.permissions.request({ origins }).catch(() => false);
  await withHosts(origins, act);
  if (!isAllowed) return;
  const release: ReleaseHosts = { kind: "release-hosts", origins };
  await chrome.runtime.sendMessage(release).catch(() => undefined);
}

/** What the service worker took from the tab before it led it here. */
async function fromTab(url: URL): Promise<Bytes | null> {
  const port = chrome.runtime.connect({ name: PDF_PORT });
  const parts: BlobPart[] = [];
  const isWhole = await new Promise<boolean>((done) => {
    port.onDisconnect.addListener(() => {
      done(false);
    });
    port.onMessage.addListener((message: PdfTabMessage) => {
      if (message.kind === "part") parts.push(fromBase64(message.base64));
      else done(message.kind === "end" && message.url === url.href);
    });
  });
  port.disconnect();
  return isWhole ? new Uint8Array(await new Blob(parts).arrayBuffer()) : null;
}

async function fetched(
  words: ExtensionMessages,
  url: URL,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<PdfFile> {
  const isFile = url.protocol === "file:";
  const refused = isFile ? await noLocalFiles() : null;
  if (refused !== null)
    throw new PdfProblem(words.viewer[refused], refused === "fileAccess" ? ["choose", "retry"] : ["choose"]);
  if (!(await chrome.permissions.contains({ origins: [originPattern(url.href)] }))) {
    // The manifest lets no host be asked for whose files anybody on the way could change.
    const remedies: Remedy[] = url.protocol === "http:" ? ["choose"] : ["allow", "choose"];
    throw new PdfProblem(words.viewer.notAllowed(url.host || words.viewer.thisComputer), remedies);
  }
  const unreachable = (reason: string): PdfProblem =>
    new PdfProblem(words.viewer.unreachable(url.host || nameOf(url), reason), ["retry", "choose"]);
  try {
    // As the tab itself would ask for it: a manuscript may want the reader's session.
    const told = { at: Date.now(), method: "GET", url: url.href, sent: 0 };
    const answer = await fetch(url, { signal, credentials: "include", referrerPolicy: "no-referrer" });
    if (!isFile) tellRequest({ ...told, status: answer.status });
    if (!answer.ok && !isFile) throw unreachable(words.viewer.status(answer.status));
    return fileOf(await bodyOf(words, answer, nameOf(url), progress), [url.href, answer.url]);
  } catch (error) {
    if (error instanceof PdfProblem || signal.aborted) throw error;
    throw unreachable(error instanceof Error ? error.message : String(error));
  }
}

async function bodyOf(
  words: ExtensionMessages,
  answer: Response,
  name: string,
  progress: (share: number) => void,
): Promise<Bytes> {
  const total = Number(answer.headers.get("Content-Length") ?? 0);
  if (total > MOST_BYTES) throw tooLarge(words, name);
  const reader = answer.body?.getReader();
  const parts: Bytes[] = [];
  let read = 0;
  for (;;) {
    const step = await reader?.read();
    if (step === undefined || step.done) break;
    parts.push(step.value);
    read += step.value.byteLength;
    if (read > MOST_BYTES) {
      await reader?.cancel();
      throw tooLarge(words, name);
    }
    progress(total > 0 ? Math.min(1, read / total) : 0);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function tooLarge(words: ExtensionMessages, name: string): PdfProblem {
  return new PdfProblem(words.viewer.tooLarge(name, MOST_MEGABYTES), ["choose"]);
}

/** What is clearly no PDF is told apart from a damaged one. */
function checked(words: ExtensionMessages, bytes: Bytes, name: string): Bytes {
  if (bytes.length === 0) throw new PdfProblem(words.viewer.empty(name), ["choose"]);
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  if (!hasMark(bytes) && /^\s*</.test(head))
    throw new PdfProblem(words.viewer.noPdf(name), ["retry", "choose"]);
  return bytes;
}

function hasMark(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, HEAD)).includes("%PDF");
}
