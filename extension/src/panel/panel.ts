/** The side panel: the list of the tab it was opened for. */

import { applyEvent, isAuditEvent } from "@citelight/shared/audit/audit-log";
import { reportOf } from "@citelight/shared/audit/report";
import type { FullText } from "@citelight/shared/audit/full-texts";
import { AuditState } from "@citelight/shared/audit/state";
import type { ReportFile } from "@citelight/shared/generated/ReportFile";
import type { ReportFormat } from "@citelight/shared/generated/ReportFormat";
import { h, setText } from "@citelight/shared/ui/dom";
import { ownModelSettings } from "@citelight/shared/own-model/endpoint";
import { OwnModel } from "@citelight/shared/own-model/own-model";
import { EndpointLine } from "@citelight/shared/ui/endpoint-box";
import { reportOrder } from "@citelight/shared/ui/report-order";
import { Panel } from "@citelight/shared/ui/panel";
import { Theme } from "@citelight/shared/ui/theme";
import { codeOf } from "@citelight/shared/error-codes";
import { LocalizedError } from "@citelight/shared/ui/errors";
import { Connection } from "../connection";
import { watchLanguage } from "../language";
import { messagesForPage } from "../locale";
import { readPolicy, watchPolicy } from "../policy-choice";
import { askForCopies } from "../copies";
import { extensionLookUp } from "../look-up";
import { PANEL_PORT, type CheckFullText, type FromOptions, type FromPanel, type ToPanel } from "../messages";
import { siteChoice, siteOf } from "../sites";
import { OpenReviewClient } from "../openreview/client";
import { maySearchOn } from "../openreview/policy";
import { SourceBox } from "../suggest/source-box";
import { SiteBox } from "./site-box";

const words = await messagesForPage();
// The audit is told anew to whoever comes late, also in another language.
watchLanguage(() => {
  location.reload();
});

const state = new AuditState();
const followPolicy = async (): Promise<void> => {
  state.choosePolicy(await readPolicy());
};
watchPolicy(() => void followPolicy());
await followPolicy();
const tab = Number(new URLSearchParams(location.search).get("tab") ?? NaN);
const connection = new Connection<ToPanel, FromPanel>(`${PANEL_PORT}${tab}`, {
  hear: receive,
  lost: attachSoon,
});

// What the reader wanted while nobody was there to hear it.
const unsaid: FromPanel[] = [];
// The reader wants a check that has not begun: said again to whoever comes after one that did not hear it.
let isStartWanted = false;

/** What is wanted is kept by whoever wants it: where nobody hears, it is said once somebody does. */
function tell(message: FromPanel): void {
  if (connection.isOpen) connection.say(message);
  else void attach();
}

function say(message: FromPanel): void {
  if (!connection.isOpen) unsaid.push(message);
  tell(message);
}

function start(): void {
  isStartWanted = true;
  tellAwaited();
  tell({ kind: "start" });
}

interface Writing {
  order: Extract<FromPanel, { kind: "write" }>;
  done: (file: ReportFile) => void;
  failed: (error: Error) => void;
}

// What is being written, by its order. It is said again to whoever comes after one that did not answer.
const writing = new Map<number, Writing>();
let orders = 0;

function write(format: ReportFormat): Promise<ReportFile> {
  const report = reportOf(state, null);
  if (report === null) return Promise.reject(new LocalizedError(words.export.nothing));
  orders += 1;
  const order = { kind: "write", order: orders, ...reportOrder(words, format, report) } as const;
  return new Promise((done, failed) => {
    writing.set(order.order, { order, done, failed });
    tellAwaited();
    tell(order);
  });
}

const host = document.getElementById("panel");
const nothing = document.getElementById("nothing");
const [text, link] = [nothing?.querySelector("p"), nothing?.querySelector("a")];
if (host === null || nothing === null || !text || !link)
  throw new Error("panel.html lacks #panel or #nothing");
setText(link, words.extension.openFile);

const endpointLine = new EndpointLine(words, () => {
  void chrome.runtime.openOptionsPage();
});

const siteBox = new SiteBox(words);

// The site of what is shown, as far as it is known.
let shownSite: string | null = null;

const sourceBox = new SourceBox({
  words,
  client: new OpenReviewClient(),
  // The reader's click on the extension's button lets it look into this tab.
  selected: async () => {
    const [result] = await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => getSelection()?.toString() ?? "",
    });
    return result?.result ?? "";
  },
  permit: (sentence) => maySearchOn(shownSite, sentence),
});

/** The page is left for its full text; what is checked there, this panel shows. */
function checkFullText(link: FullText): void {
  state.begin("idle");
  const message: CheckFullText = { kind: "check-full-text", tab, link };
  void chrome.runtime.sendMessage(message);
}

const panel = new Panel(host, state, new Theme(), words, {
  start,
  stop: () => {
    say({ kind: "stop" });
  },
  checkNew: () => {
    say({ kind: "check-new" });
  },
  jump: (subject) => {
    say({ kind: "jump", subject });
  },
  answer: (key, answer) => {
    say({ kind: "answer", key, answer });
  },
  write: (format) => write(format),
  lookUp: extensionLookUp,
  openFullText: checkFullText,
  copies: {
    isPage: false,
    read: async (hosts) => {
      const isAllowed = await askForCopies(hosts);
      if (isAllowed) say({ kind: "read-copies" });
      return isAllowed;
    },
  },
  ownModel: {
    model: new OwnModel(),
    choose: () => {
      const [settings, ask, key, lasts] = [ownModelSettings(), "on-request", null, null] as const;
      const message: FromOptions = { kind: "set-endpoint", settings, ask, key, lasts };
      return chrome.runtime
        .sendMessage<FromOptions, boolean | null>(message)
        .then((kept) => kept === true)
        .catch(() => false);
    },
    askOpen: () => {
      say({ kind: "ask-open" });
    },
    stopAsking: () => {
      say({ kind: "stop-asking-all" });
    },
  },
  endpoint: h("div", { class: "further-choices" }, sourceBox.element, endpointLine.element, siteBox.element),
  showSupported: (show) => {
    say({ kind: "show-supported", show });
  },
});

function showPage(there: boolean, instead: string): void {
  host?.toggleAttribute("hidden", !there);
  nothing?.toggleAttribute("hidden", there);
  if (text && !there) setText(text, instead);
}

// What was told last of the page.
let shownPage: Extract<ToPanel, { kind: "page" }> | null = null;
// How often it was told whether a page is there: only the last counts.
let pageMessages = 0;

// The browser names the site of a tab that the reader clicked on; a page that was checked named its own.
async function showSite(known: string | null, there: boolean): Promise<void> {
  // At once, since the next message may say otherwise.
  showPage(there, state.phase === "idle" ? words.extension.noPage : words.extension.gone);
  pageMessages += 1;
  const own = pageMessages;
  const shown = await chrome.tabs.get(tab).catch(() => null);
  const site = siteOf(shown?.url) ?? known;
  if (own !== pageMessages) return;
  shownSite = site;
  await siteBox.show(site);
  const isOff = site !== null && (await siteChoice(site)).check === "never";
  if (!isOff || own !== pageMessages || state.phase !== "idle") return;
  showPage(true, "");
  siteBox.tellOff(site);
}

function receive(message: ToPanel): void {
  if (isAuditEvent(message)) {
    applyEvent(state, message);
    if (message.kind === "endpoint") endpointLine.show(message.host, message.ask);
    return;
  }
  switch (message.kind) {
    case "page":
      shownPage = message;
      void showSite(message.site, message.there);
      // Another document may come in its place.
      if (!message.there) state.begin("idle");
      break;
    case "begin":
      isStartWanted = false;
      showPage(true, "");
      state.begin("loading");
      break;
    case "halted":
      state.begin("idle");
      // The reader may have switched checking off there.
      if (shownPage !== null) void showSite(shownPage.site, shownPage.there);
      break;
    case "written": {
      const waiting = writing.get(message.order);
      writing.delete(message.order);
      if (message.file !== null) waiting?.done(message.file);
      else waiting?.failed(new Error(message.problem ?? codeOf("crashed")));
      break;
    }
    case "opened":
      panel.select(message.subject);
      break;
  }
}

const RETRY_MS = 1000;
let isAttaching = false;

function tellAwaited(): void {
  const isRunning = state.phase === "loading" || state.phase === "running";
  const isReading = state.copies.progress !== null;
  connection.await(isStartWanted || isRunning || isReading || writing.size > 0);
}

/** As long as somebody looks: whoever owns the worker tells what the panel is to know. */
async function attach(): Promise<void> {
  if (isAttaching || connection.isOpen || document.visibilityState !== "visible") return;
  isAttaching = true;
  try {
    await connection.open();
    // Before anything of an earlier check is heard.
    if (isStartWanted) connection.say({ kind: "start" });
    for (const message of unsaid.splice(0)) connection.say(message);
    for (const { order } of writing.values()) connection.say(order);
  } catch {
    isStartWanted = false;
    unsaid.length = 0;
    for (const { failed } of writing.values()) failed(new Error(codeOf("crashed")));
    writing.clear();
    attachSoon();
  } finally {
    isAttaching = false;
  }
}

function attachSoon(): void {
  setTimeout(() => void attach(), RETRY_MS);
}

if (Number.isInteger(tab)) {
  document.addEventListener("visibilitychange", () => void attach());
  state.subscribe(tellAwaited);
  void attach();
} else showPage(false, words.extension.noPage);
