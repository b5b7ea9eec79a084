/** The viewer of PDFs and other files. */

import { megabytes, number } from "./general";

export const viewerWords = {
  title: "Citelight",
  tools: "Tools",
  page: "Page",
  of: (pages: number) => `of ${pages}`,
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
  zoom: "Zoom",
  zooms: { auto: "Automatic", "page-width": "Page width", "page-fit": "Whole page" },
  rotate: "Rotate pages",
  find: "Find",
  findBar: "Find in document",
  findWhat: "Text to find",
  next: "Next match",
  previous: "Previous match",
  matchCase: "Match case",
  wholeWords: "Whole words",
  closeFind: "Close find bar",
  found: (current: number, all: number) => `${number(current)} of ${number(all)}`,
  notFound: "Not found",
  searching: "Searching",
  open: "Open a file",
  original: "Original",
  originalHint: "open the original file (new tab)",
  document: "Document",
  link: "Link",
  drop: "Drop an article here, or choose a file: PDF, Word, LaTeX, HTML, XML or Markdown. It stays on this computer.",
  choose: "Choose a file",
  loading: (name: string) => `Loading ${name}`,
  allow: (host: string) => `Allow ${host}`,
  retry: "Try again",
  thisComputer: "this computer",
  notAllowed: (host: string) =>
    `Citelight needs permission to read files from ${host}. Allow it, or save the PDF and choose it here.`,
  fileAccess:
    "Citelight has no access to files on this computer. Choose the file here. Or turn on “Allow access to file URLs” for Citelight on the browser’s extensions page, then try again.",
  noFileAccess: "In this browser, extensions can’t open files by address. Choose the file here.",
  unreachable: (host: string, reason: string) =>
    `${host} didn’t send the file (${reason}). Try again, or save the PDF and choose it here.`,
  unreadable: (name: string) => `${name} couldn’t be read. Choose it again.`,
  status: (code: number) => `status ${code}`,
  noPdf: (name: string) =>
    `${name} isn’t a PDF. If it is a sign-in page, sign in first, then click the Citelight button on the PDF itself.`,
  empty: (name: string) => `${name} is empty. Download it again and choose it here.`,
  tooLarge: (name: string, most: number) =>
    `${name} is larger than ${megabytes(most)}. Choose a smaller copy.`,
  locked: (name: string) =>
    `${name} has a password. Save a copy without it in a PDF reader and choose that copy here.`,
  damaged: (name: string) => `${name} is damaged or incomplete. Download it again and choose it here.`,
  noAddress: "There is no file at this address. Choose a file.",
  tooLong: (pages: number) =>
    `The document has more than ${number(pages)} pages. Check one chapter at a time.`,
  tooMuch: (page: number) =>
    `The document is too long: the limit is reached on page ${page}. Check one chapter at a time.`,
  tooSlow: (page: number) =>
    `Page ${page} took longer than a minute to read. Save a copy in a PDF reader and choose that copy.`,
};
