/** The live list of every request that left this browser. */

import type { LoggedRequest } from "@citelight/shared/worker/requests";
import { fill, h } from "@citelight/shared/ui/dom";
import type { ExtensionMessages } from "@citelight/shared/ui/locales/messages";
import { readLog, watchLog } from "../request-log";
import type { ClearLog } from "../messages";

export function privacyLog(words: ExtensionMessages): HTMLElement {
  const { privacy: text } = words;
  const rows = h("tbody");
  const table = h(
    "div",
    // Reached by keyboard too, since it scrolls.
    { class: "log", tabindex: "0", role: "region", "aria-label": text.title },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...[text.when, text.what, text.sent, text.answer].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      rows,
    ),
  );
  const nothing = h("p", { class: "quiet" }, text.nothing);
  const clear = h("button", { type: "button" }, text.clear);
  clear.addEventListener("click", () => {
    void chrome.runtime.sendMessage<ClearLog>({ kind: "clear-log" });
  });
  const buttons = h("div", { class: "buttons" }, clear);
  const show = (requests: readonly LoggedRequest[]): void => {
    nothing.hidden = requests.length > 0;
    table.hidden = buttons.hidden = requests.length === 0;
    // The latest first.
    fill(rows, ...requests.toReversed().map((request) => row(words, request)));
  };
  watchLog(show);
  void readLog().then(show);
  return h("div", { class: "column" }, nothing, table, buttons);
}

function row(words: ExtensionMessages, { at, method, url, sent, status }: LoggedRequest): HTMLElement {
  const { privacy: text } = words;
  return h(
    "tr",
    {},
    h("td", {}, h("time", { datetime: new Date(at).toISOString() }, words.time(at))),
    h("td", {}, `${method} ${readable(url)}`),
    h("td", {}, text.bytes(sent)),
    h("td", {}, status === null ? text.lost : String(status)),
  );
}

/** What was asked for, as people write it. */
function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
