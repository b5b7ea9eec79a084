/** What goes on behind: the worker, the extension's own pages. */

import type { ErrorCode } from "../../../error-codes";

export const failureWords: Readonly<Record<ErrorCode, string>> = {
  crashed:
    "The checking worker stopped unexpectedly. Start the check again; if it stops again, try a shorter page.",
  stuck:
    "Checking this document took too long and was stopped; other checks go on. Check the document in parts, or try a shorter page.",
  unreachable:
    "The extension's own page that checks did not answer. Try again; if this stays, restart the browser.",
  unloadable:
    "The checking worker could not be started. Reload the page; if this stays, the browser is too old or the page's content policy forbids workers.",
};

export const extensionWords = {
  action: "Check the citations of this page",
  noPage: "Open an article and click the Citelight button in the toolbar.",
  cannotRead: "Citelight cannot read this page. Open the article's own page.",
  gone: "The page was closed or left.",
  openPdf: "Open a PDF",
};
