/** The side panel: the list of the tab it was opened for. */

import { AuditState } from "../../../www/src/audit/state";
import { setText } from "../../../www/src/ui/dom";
import { EndpointLine } from "../../../www/src/ui/endpoint-box";
import { Panel } from "../../../www/src/ui/panel";
import { Theme } from "../../../www/src/ui/theme";
import { words } from "../../../www/src/ui/words";
import { connect } from "../connect";
import { extensionLookUp } from "../look-up";
import { PANEL_PORT, type FromPanel, type ToPanel } from "../messages";

const state = new AuditState();
let port: chrome.runtime.Port | null = null;

function say(message: FromPanel): void {
  port?.postMessage(message);
}

const host = document.getElementById("panel");
const nothing = document.getElementById("nothing");
const [text, link] = [nothing?.querySelector("p"), nothing?.querySelector("a")];
if (host === null || nothing === null || !text || !link)
  throw new Error("panel.html lacks #panel or #nothing");
setText(link, words.extension.openPdf);

const endpointLine = new EndpointLine(() => {
  void chrome.runtime.openOptionsPage();
});

const panel = new Panel(host, state, new Theme(), {
  start: () => {
    say({ kind: "start" });
  },
  stop: () => {
    say({ kind: "stop" });
  },
  jump: (subject) => {
    say({ kind: "jump", subject });
  },
  lookUp: extensionLookUp,
  endpoint: endpointLine.element,
  showSupported: (show) => {
    say({ kind: "show-supported", show });
  },
});

function showPage(there: boolean, instead: string): void {
  host?.toggleAttribute("hidden", !there);
  nothing?.toggleAttribute("hidden", there);
  if (text && !there) setText(text, instead);
}

function receive(message: ToPanel): void {
  switch (message.kind) {
    case "page":
      showPage(message.there, state.phase === "idle" ? words.extension.noPage : words.extension.gone);
      // Another document may come in its place.
      if (!message.there) state.begin("idle");
      break;
    case "begin":
      showPage(true, "");
      state.begin("loading");
      break;
    case "halted":
      state.begin("idle");
      break;
    case "worker":
      state.apply(message.message);
      break;
    case "endpoint":
      state.offer(message.host);
      endpointLine.show(message.host, message.ask);
      break;
    case "asking":
      state.ask(message.key);
      break;
    case "asked":
      state.asked(message.key, message.failure);
      break;
    case "dismiss":
      state.dismiss(message.key, message.reason);
      break;
    case "lost":
      state.lose(message.citation);
      break;
    case "opened":
      panel.select(message.subject);
      break;
  }
}

// Chrome ends ports when the offscreen document goes; the panel then waits for the next audit.
async function watch(tab: number): Promise<void> {
  port = await connect(`${PANEL_PORT}${tab}`);
  port.onMessage.addListener(receive);
  port.onDisconnect.addListener(() => {
    port = null;
    setTimeout(() => {
      if (document.visibilityState === "visible") void watch(tab);
    }, 1000);
  });
}

const tab = Number(new URLSearchParams(location.search).get("tab") ?? NaN);
if (Number.isInteger(tab)) void watch(tab);
else showPage(false, words.extension.noPage);
