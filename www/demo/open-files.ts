/** Whatever a reader brings, as a page that can be shown and checked. */

import { openFiles as openAny, refusal } from "../shared/article/open-files";
import type { OpenedFiles } from "../shared/generated/OpenedFiles";
import { LocalizedError } from "../shared/ui/errors";
import type { Messages } from "../shared/ui/locales/messages";
import type { WorkerClient } from "../shared/worker/client";

export type OpenedPage = Extract<OpenedFiles, { kind: "page" }>;

/**
 * Opens the files of one article.
 *
 * @throws LocalizedError, or an error in the core's words
 */
export async function openFiles(
  files: readonly File[],
  client: WorkerClient,
  words: Messages,
  signal: AbortSignal,
): Promise<OpenedPage> {
  const name = files[0]?.name ?? "";
  const opened = await openAny(client, files, words);
  signal.throwIfAborted();
  return opened.kind === "pdf"
    ? openPdf(Uint8Array.from(opened.bytes), name, client, words, signal)
    : pageOf(opened, name, words);
}

async function openPdf(
  bytes: Uint8Array,
  name: string,
  client: WorkerClient,
  words: Messages,
  signal: AbortSignal,
): Promise<OpenedPage> {
  // As large as all else together, and most readers never need it.
  const { textOfPdf } = await import("./pdf-text");
  const text = await textOfPdf(bytes, name, words, signal);
  const opened = await client.openPdfText(name, text);
  signal.throwIfAborted();
  return pageOf(opened, name, words);
}

function pageOf(opened: OpenedFiles, name: string, words: Messages): OpenedPage {
  if (opened.kind === "unreadable") throw refusal(words, opened.reason);
  if (opened.kind === "pdf") throw new LocalizedError(words.viewer.damaged(name));
  return opened;
}
