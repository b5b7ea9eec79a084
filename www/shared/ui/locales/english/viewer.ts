/** The viewer of PDFs. */

import { megabytes, number } from "./general";

export const viewerWords = {
  title: "Citelight: PDF",
  tools: "Tools",
  page: "Page",
  of: (pages: number) => `of ${number(pages)}`,
  zoomOut: "Smaller",
  zoomIn: "Larger",
  zoom: "Zoom",
  zooms: { auto: "Automatic", "page-width": "Page width", "page-fit": "Whole page" },
  rotate: "Turn pages",
  find: "Find",
  findBar: "Find in the document",
  findWhat: "Words to find",
  next: "Next match",
  previous: "Previous match",
  matchCase: "Match case",
  wholeWords: "Whole words",
  closeFind: "Close search",
  found: (current: number, all: number) => `${number(current)} of ${number(all)}`,
  notFound: "Not found",
  searching: "Searching",
  open: "Open a PDF",
  original: "Original",
  originalHint: "the file where it came from (new tab)",
  document: "Document",
  link: "Link",
  drop: "Drop a PDF here, or choose a file. It is read in this browser.",
  choose: "Choose a file",
  loading: (name: string) => `Loading ${name}`,
  allow: (host: string) => `Allow ${host}`,
  retry: "Try again",
  thisComputer: "this computer",
  notAllowed: (host: string) =>
    `Citelight may not read files of ${host} yet. Allow it, or save the PDF and choose it here.`,
  fileAccess:
    "Citelight may not open files of this computer by their address. Choose the file here. Or switch on “Allow access to file URLs” for Citelight on the browser’s page of extensions, then try again.",
  noFileAccess:
    "This browser lets no extension open files of this computer by their address. Choose the file here.",
  unreachable: (host: string, reason: string) =>
    `${host} did not send the file (${reason}). Try again, or save the PDF and choose it here.`,
  unreadable: (name: string) => `${name} could not be read. Choose it again.`,
  status: (code: number) => `status ${code}`,
  noPdf: (name: string) =>
    `${name} is not a PDF. If it is a page that asks you to sign in, sign in there first, then click Citelight’s button on the PDF itself.`,
  empty: (name: string) => `${name} is empty. Download it once more and choose it here.`,
  tooLarge: (name: string, most: number) =>
    `${name} is larger than ${megabytes(most)}. Choose a smaller copy.`,
  locked: (name: string) =>
    `${name} is locked with a password. Save a copy without the password in a PDF reader, and choose that here.`,
  damaged: (name: string) =>
    `${name} cannot be read: it is damaged, or was not downloaded completely. Download it once more and choose it here.`,
  noAddress: "This address leads to no file that can be opened here. Choose a file.",
  tooLong: (pages: number) => `The document has more than ${number(pages)} pages. Check a chapter of it.`,
  tooMuch: (page: number) =>
    `The document has more text up to page ${number(page)} than can be checked at once. Check a chapter of it.`,
  tooSlow: (page: number) =>
    `Page ${number(page)} could not be read in a minute. Save the PDF anew in a PDF reader, and choose that copy.`,
};
