/** Failures of the worker, and the extension’s button. */

import type { ErrorCode } from "../../../error-codes";

export const failureWords: Readonly<Record<ErrorCode, string>> = {
  crashed: "The check stopped unexpectedly. Start it again. If it stops again, try a shorter page.",
  stuck:
    "This document took too long and was stopped. Other checks continue. Check the document in parts, or try a shorter page.",
  unreachable: "The extension didn’t respond. Try again. If that doesn’t help, restart the browser.",
  unloadable:
    "The check couldn’t start. Check your connection and reload the page. If that doesn’t help, your browser is too old or this page blocks workers.",
};

export const extensionWords = {
  action: "Check the citations on this page",
  noPage: "Open an article and click the Citelight button in the toolbar.",
  cannotRead: "Citelight can’t read this page. Open the article itself.",
  gone: "This page is no longer open.",
  openFile: "Open a file",
};
