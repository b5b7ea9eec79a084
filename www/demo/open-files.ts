/** Whatever a reader brings, as a page that can be shown and checked. */

import { openFiles as openAny } from "../shared/article/open-files";
import type { OpenedFiles } from "../shared/generated/OpenedFiles";
import { LocalizedError } from "../shared/ui/errors";
import type { Messages } from "../shared/ui/locales/messages";
import type { WorkerClient } from "../shared/worker/client";

export type OpenedPage = Extract<OpenedFiles, { kind: "page" }>;

const MOST_MB = 40;
const MOST_FILES = 200;

/** What a picker offers first; files are told by what is in them. */
export const ENDINGS =
  ".html,.htm,.xhtml,.pdf,.docx,.tex,.ltx,.bib,.bbl,.zip,.gz,.tgz,.xml,.nxml,.md,.markdown,.qmd,.ris,.json,.txt";

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
  const { intake } = words;
  const [first] = files;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (first === undefined) throw new LocalizedError(intake.nothing);
  if (size > MOST_MB * 1e6) throw new LocalizedError(intake.tooLarge(first.name, MOST_MB));
  if (files.length > MOST_FILES) throw new LocalizedError(intake.tooMany(MOST_FILES));
  if (size === 0) throw new LocalizedError(intake.empty(first.name));
  const opened = await openAny(client, files).catch(() => {
    // The file was moved or changed since it was chosen, or it is a folder.
    throw new LocalizedError(intake.unreadable(first.name));
  });
  signal.throwIfAborted();
  return opened.kind === "pdf"
    ? openPdf(Uint8Array.from(opened.bytes), first.name, client, words, signal)
    : pageOf(opened, first.name, words);
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
  if (opened.kind === "unreadable") throw new Error(opened.reason);
  if (opened.kind === "pdf") throw new LocalizedError(words.viewer.damaged(name));
  return opened;
}
