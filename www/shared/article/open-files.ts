/** From the files that a reader chose or dropped to what they hold: a page to show and check, a PDF, or why it is neither. */

import type { InputFile } from "../generated/InputFile";
import type { OpenedFiles } from "../generated/OpenedFiles";
import { textOf } from "../ui/core-text";
import { templateParts } from "../ui/core-templates";
import { LocalizedError } from "../ui/errors";
import type { Messages } from "../ui/locales/messages";
import { decodeDeclared, decodePage } from "./decode";

/** What opens files: the worker's client. */
export interface FileOpener {
  open(files: InputFile[]): Promise<OpenedFiles>;
}

const MOST_MB = 40;
const MOST_FILES = 200;

/** What a picker offers first; files are told by what is in them. */
export const ENDINGS =
  ".html,.htm,.xhtml,.pdf,.docx,.tex,.ltx,.bib,.bbl,.zip,.gz,.tgz,.xml,.nxml,.md,.markdown,.qmd,.ris,.json,.txt";

/** Files of text beside pages, by their endings. */
const TEXTS = /\.(?:tex|ltx|latex|bib|bbl|sty|cls|txt|md|markdown|qmd|rmd|xml|nxml|ris|json)$/i;

/**
 * Opens the files of one document: a file, an archive, or a text with what belongs to it (a LaTeX folder, a Markdown file and its
 * bibliography).
 *
 * @throws LocalizedError of files that are too many, too large, empty or out of reach
 */
export async function openFiles(
  opener: FileOpener,
  files: readonly File[],
  { intake }: Messages,
): Promise<OpenedFiles> {
  const [first] = files;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (first === undefined) throw new LocalizedError(intake.nothing);
  if (size > MOST_MB * 1e6) throw new LocalizedError(intake.tooLarge(first.name, MOST_MB));
  if (files.length > MOST_FILES) throw new LocalizedError(intake.tooMany(MOST_FILES));
  if (size === 0) throw new LocalizedError(intake.empty(first.name));
  const read = await Promise.all(files.map(inputFile)).catch(() => {
    // The file was moved or changed since it was chosen, or it is a folder.
    throw new LocalizedError(intake.unreadable(first.name));
  });
  return opener.open(read);
}

/** Why files cannot be opened, in the reader's words where there are any. */
export function refusal(words: Messages, reason: string): Error {
  const parts = templateParts(words.opening, reason);
  return parts.some((part) => typeof part === "string")
    ? new LocalizedError(textOf(parts))
    : new Error(reason);
}

async function inputFile(file: File): Promise<InputFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = isContainer(bytes) ? null : decoded(file, bytes);
  // With its folders, where a folder was chosen.
  return {
    name: file.webkitRelativePath || file.name,
    bytes: text === null ? bytes : new TextEncoder().encode(text),
  };
}

/** The text of a file in an encoding that only a browser knows; null where the core reads its bytes. */
function decoded(file: File, bytes: Uint8Array): string | null {
  if (/\.x?html?$/i.test(file.name) || file.type === "text/html") return decodePage(bytes);
  return TEXTS.test(file.name) ? decodeDeclared(bytes) : null;
}

/** A PDF, a zip or a gzip archive, whatever its name says. */
function isContainer(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  return ["%PDF-", "PK\x03\x04", "\x1f\x8b"].some((mark) => start.startsWith(mark));
}
