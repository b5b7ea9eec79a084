/** From the files that a reader chose or dropped to what they hold: a page to show and check, a PDF, or why it is neither. */

import type { InputFile } from "../generated/InputFile";
import type { OpenedFiles } from "../generated/OpenedFiles";
import { decodePage } from "./decode";

/** What opens files: the worker's client. */
export interface FileOpener {
  open(files: InputFile[]): Promise<OpenedFiles>;
}

/**
 * Opens the files of one document: a file, an archive, or a text with what belongs to it (a LaTeX folder, a Markdown file and its
 * bibliography).
 */
export async function openFiles(opener: FileOpener, files: readonly File[]): Promise<OpenedFiles> {
  return opener.open(await Promise.all(files.map(inputFile)));
}

async function inputFile(file: File): Promise<InputFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPage = (/\.x?html?$/i.test(file.name) || file.type === "text/html") && !isContainer(bytes);
  return {
    // With its folders, where a folder was chosen.
    name: file.webkitRelativePath || file.name,
    // Only a browser knows the encodings of old pages.
    bytes: isPage ? new TextEncoder().encode(decodePage(bytes)) : bytes,
  };
}

/** A PDF, a zip or a gzip archive, whatever its name says. */
function isContainer(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  return ["%PDF-", "PK\x03\x04", "\x1f\x8b"].some((mark) => start.startsWith(mark));
}
