/** Files of submissions, taken as the reader's own session may take them: one at a time, and only when the reader asks. */

import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { LocalizedError } from "@citelight/shared/ui/errors";
import { loggedFetch, type OpenPdf } from "./messages";
import type { Ask } from "./policy";

/** What one message can take. */
const MOST_BYTES = 40 * 1024 * 1024;
/** A multiple of three bytes: base64 of each piece stands alone. */
const STEP = 3 * 256 * 1024;

/** Why a file was not had; throttled if the site asks to wait. */
export class PdfRefused extends LocalizedError {
  constructor(
    message: string,
    readonly isThrottled = false,
  ) {
    super(message);
  }
}

/** The file in pieces of base64. */
export async function takePdf(words: ExtensionMessages, ask: Ask, signal?: AbortSignal): Promise<string[]> {
  const answer = await loggedFetch(ask, {
    cache: "force-cache",
    signal: signal ?? null,
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new PdfRefused(error instanceof Error ? error.message : String(error));
  });
  if (!answer.ok) throw new PdfRefused(words.viewer.status(answer.status), answer.status === 429);
  const file = await answer.blob();
  if (file.size > MOST_BYTES) throw new PdfRefused(words.viewer.tooLarge("PDF", MOST_BYTES / 1024 / 1024));
  const parts: string[] = [];
  for (let at = 0; at < file.size; at += STEP) parts.push(await base64Of(words, file.slice(at, at + STEP)));
  return parts;
}

/** Whether the viewer can be shown beside this page: Chrome shows no page of an extension in private windows. */
export function hasViewer(): boolean {
  const isChrome = chrome.runtime.getURL("").startsWith("chrome-extension:");
  return !(isChrome && chrome.extension.inIncognitoContext);
}

/** Opens a submission's PDF in the viewer, where it is checked. */
export async function openPdf(words: ExtensionMessages, ask: Ask): Promise<void> {
  const message: OpenPdf = { kind: "openreview-pdf", url: ask.url.href, parts: await takePdf(words, ask) };
  await chrome.runtime.sendMessage(message);
}

function base64Of(words: ExtensionMessages, piece: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => {
      done((reader.result as string).replace(/^[^,]*,/, ""));
    };
    reader.onerror = () => {
      fail(new PdfRefused(words.openReview.unreadable));
    };
    reader.readAsDataURL(piece);
  });
}
