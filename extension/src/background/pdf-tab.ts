/** Tabs that show a PDF: the file is taken from the tab that the reader clicked on, and shown by the viewer of the package. */

import { PDF_PORT, type PdfTabMessage } from "../messages";
import { logRequests } from "./request-log-writer";

/** What was taken from a tab, until its viewer asks for it. */
interface Held {
  url: string;
  /** Pieces of the file, in base64: messages are text. Null if it could not be taken; the viewer may fetch it. */
  parts: readonly string[] | null;
}

const VIEWER = "viewer.html";
/** What one message and this service worker's memory can take. Larger files are fetched by the viewer. */
const MOST_BYTES = 40 * 1024 * 1024;

/** A viewer that was not loaded by then never comes. */
const HELD_MS = 60_000;

const held = new Map<number, Held>();

export function isViewer(tab: chrome.tabs.Tab): boolean {
  return tab.url?.startsWith(chrome.runtime.getURL(VIEWER)) === true;
}

/** Leads a tab that shows a PDF to the viewer; whether it does. */
export async function openAsPdf(tab: number, url: string): Promise<boolean> {
  const type = await inTab(tab, () => document.contentType);
  const isPdf = type === null ? looksLikePdf(url) : type === "application/pdf";
  if (!isPdf) return false;
  const read = type === null ? null : await inTab(tab, readParts, [url, MOST_BYTES]);
  // The tab may have gone on to another file: no file goes by another's address, on which depends what may be asked about it.
  const file = { url, parts: read !== null && read.url === withoutPlace(url) ? read.parts : null };
  // A reader who went on to another page meanwhile is not called back.
  const now = await chrome.tabs.get(tab).catch(() => null);
  if (now?.url !== undefined && withoutPlace(now.url) !== withoutPlace(url)) return true;
  if (type !== null)
    logRequests([{ at: Date.now(), method: "GET", url, sent: 0, status: file.parts === null ? null : 200 }]);
  hold(tab, file);
  await chrome.tabs.update(tab, { url: viewerOf(url) });
  return true;
}

/** Leads a tab from a page to the PDF that it links to. A file of the page's own site is taken by the page, as its reader may have it. */
export async function openLinkedPdf(tab: number, url: string): Promise<void> {
  const isOwn = (await inTab(tab, () => location.origin)) === new URL(url).origin;
  const read = isOwn ? await inTab(tab, readParts, [url, MOST_BYTES]) : null;
  if (isOwn)
    logRequests([{ at: Date.now(), method: "GET", url, sent: 0, status: read === null ? null : 200 }]);
  hold(tab, { url: read?.url ?? url, parts: read?.parts ?? null });
  await chrome.tabs.update(tab, { url: viewerOf(read?.url ?? url) });
}

/** Shows a file that a page's own script took, in a tab beside it. */
export async function openBeside(
  file: { url: string; parts: readonly string[] },
  opener: chrome.tabs.Tab,
): Promise<void> {
  const place = opener.id === undefined ? {} : { openerTabId: opener.id, index: opener.index + 1 };
  // The file must be there before its viewer asks for it.
  const { id } = await chrome.tabs.create({ url: "about:blank", active: true, ...place });
  if (id === undefined) return;
  hold(id, file);
  await chrome.tabs.update(id, { url: viewerOf(file.url) });
}

function hold(tab: number, file: Held): void {
  held.set(tab, file);
  setTimeout(() => {
    if (held.get(tab) === file) held.delete(tab);
  }, HELD_MS);
}

function viewerOf(url: string): string {
  const query = new URLSearchParams({ file: url, check: "1" });
  return chrome.runtime.getURL(`${VIEWER}?${query.toString()}`);
}

/** Hands what was taken from a tab to the viewer that is there now, once. */
export function handOver(port: chrome.runtime.Port): void {
  const tab = port.sender?.tab?.id;
  const file = tab === undefined ? undefined : held.get(tab);
  if (tab !== undefined) held.delete(tab);
  const say = (message: PdfTabMessage): void => {
    port.postMessage(message);
  };
  for (const base64 of file?.parts ?? []) say({ kind: "part", base64 });
  if (file?.parts === null || file === undefined) say({ kind: "none" });
  else say({ kind: "end", url: file.url });
}

export function isHandOver(port: chrome.runtime.Port): boolean {
  return port.name === PDF_PORT && port.sender?.url?.startsWith(chrome.runtime.getURL(VIEWER)) === true;
}

/** Where a page cannot be looked into, its address has to do. */
export function looksLikePdf(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!["http:", "https:", "file:"].includes(url.protocol)) return false;
  return (
    /\.pdf$/i.test(url.pathname) ||
    (/(^|\.)arxiv\.org$/.test(url.host) && url.pathname.startsWith("/pdf/")) ||
    (url.host === "openreview.net" && url.pathname === "/pdf")
  );
}

/** An address without the place in the document that a reader scrolled to. */
function withoutPlace(address: string): string {
  return address.replace(/#.*$/, "");
}

async function inTab<A extends unknown[], T>(
  tab: number,
  func: (...args: A) => T | Promise<T>,
  args?: A,
): Promise<T | null> {
  try {
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId: tab },
      func,
      args: args ?? ([] as unknown as A),
    });
    return (answer?.result as T | undefined) ?? null;
  } catch {
    return null;
  }
}

// Runs in the tab, so it can use nothing from outside. The browser has the file already.
async function readParts(address: string, most: number): Promise<{ url: string; parts: string[] } | null> {
  const answer = await fetch(address, { cache: "force-cache", credentials: "include" });
  const url = answer.url.replace(/#.*$/, "");
  const file = await answer.blob();
  if (!answer.ok || file.size > most) return null;
  const parts: string[] = [];
  // A multiple of three bytes: base64 of each piece stands alone.
  const step = 3 * 256 * 1024;
  for (let at = 0; at < file.size; at += step) {
    const reader = new FileReader();
    const read = new Promise<string>((done, fail) => {
      reader.onload = () => {
        done(reader.result as string);
      };
      reader.onerror = () => {
        fail(new Error("the file could not be read"));
      };
    });
    reader.readAsDataURL(file.slice(at, at + step));
    parts.push((await read).replace(/^[^,]*,/, ""));
  }
  return { url, parts };
}
