/** What a reader chose for a site holds for each of its documents, wherever they are read. */

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { endpointUse, fromOptions } from "../background/endpoint";
import type { AskPermissions, ToContent } from "../messages";
import { FILES, mayCheck, siteChoice, siteChoices, writeSite } from "../sites";
import type { AuditStore } from "@citelight/shared/persistence/audit-store";
import type { WorkerClient } from "@citelight/shared/worker/client";
import type { DrawnPage, DrawPage } from "@citelight/shared/worker/page-images";
import { toBase64 } from "../base64";
import { TabAudit } from "./tab-audit";
import { readAddress } from "../viewer/source";
import { NEW_SETTINGS, type AskMode } from "@citelight/shared/audit/endpoint-choice";
import { englishExtension as english } from "@citelight/shared/ui/locales/english/extension";
import { enter, leave, senders, soon, OWN } from "@citelight/test-support/fake-browser";
import { FakePort } from "@citelight/test-support/fake-port";

const NEVER = "never.example";
const ADDRESS = `https://${NEVER}/paper.pdf`;
const document = { content: { text: { text: "" } }, origin: ADDRESS, address: null };

let connect: (port: chrome.runtime.Port) => void;
/** What the background was asked, and what it answers. */
const asked: AskPermissions[] = [];
let answer: object | null = null;

before(async () => {
  listen();
  await import("./offscreen");
});

beforeEach(() => {
  listen();
  asked.length = 0;
  answer = null;
});

afterEach(leave);
after(leave);

function listen(): void {
  const onConnect = { addListener: (listener: typeof connect): void => void (connect = listener) };
  const sendMessage = (message: { kind: string }): Promise<object | null> => {
    if (message.kind === "allowed") asked.push(message as AskPermissions);
    return Promise.resolve(answer);
  };
  enter({
    runtime: { onConnect, onMessage: { addListener: () => undefined }, sendMessage },
  });
}

/** A page or viewer comes, says something, and has its document known again. */
async function opened(sender: chrome.runtime.MessageSender, ...said: object[]): Promise<FakePort> {
  const port = new FakePort("citelight-content", sender);
  connect(port as unknown as chrome.runtime.Port);
  for (const message of said) port.say(message);
  port.say({ kind: "restore", cause: "click", document, told: [] });
  await soon();
  return port;
}

const sitesAsked = (): unknown => asked.at(-1)?.sites;

test("the site of a PDF in the viewer is its address's, not the extension's", async () => {
  await opened(senders.viewer(21, ADDRESS), { kind: "document", sites: [NEVER] });
  assert.deepEqual(sitesAsked(), [NEVER]);
  const panel = new FakePort("citelight-panel:21", senders.panel);
  connect(panel as unknown as chrome.runtime.Port);
  assert.deepEqual(panel.heard[1], { kind: "page", there: true, site: NEVER });
});

test("a viewer that does not say whose document it shows is of no known site, whatever its address says", async () => {
  await opened(senders.viewer(22, "https://always.example/paper.pdf"));
  assert.deepEqual(sitesAsked(), []);
});

test("a page cannot say that it is another site", async () => {
  await opened(senders.content(23, `https://${NEVER}`), { kind: "document", sites: ["always.example"] });
  assert.deepEqual(sitesAsked(), [NEVER]);
  const pretending = {
    ...senders.content(24, `https://${NEVER}`),
    url: `https://${NEVER}/?${OWN}/viewer.html`,
  };
  await opened(pretending, { kind: "document", sites: ["always.example"] });
  assert.deepEqual(sitesAsked(), [NEVER]);
});

test("a document without an address of its own is of the site that made it", async () => {
  const made = (url: string, origin: string): chrome.runtime.MessageSender => ({
    ...senders.content(25, origin),
    url,
  });
  await opened(made(`blob:https://${NEVER}/5f0c`, `https://${NEVER}`));
  assert.deepEqual(sitesAsked(), [NEVER]);
  await opened(made("about:blank", `https://${NEVER}`));
  assert.deepEqual(sitesAsked(), [NEVER]);
  await opened(made("data:text/html,a", "null"));
  assert.deepEqual(sitesAsked(), []);
  await opened(made("file:///home/reader/paper.html", "null"));
  assert.deepEqual(sitesAsked(), [FILES]);
});

test("a site's choice cannot be got round by another spelling of its name, or by what its page made", async () => {
  const speaks = (url: string, origin: string): chrome.runtime.MessageSender => ({
    ...senders.content(27, origin),
    url,
  });
  for (const [url, origin] of [
    [`https://${NEVER}./paper`, `https://${NEVER}.`],
    [`https://NEVER.example/paper`, `https://${NEVER}`],
    [`https://any.example@${NEVER}/paper`, `https://${NEVER}`],
    // A page without an origin of its own, by a policy of its server.
    [`https://${NEVER}/paper`, "null"],
    [`blob:https://${NEVER}./5f0c`, `https://${NEVER}.`],
    ["about:srcdoc", `https://${NEVER}`],
    ["blob:null/5f0c", `https://${NEVER}`],
  ] as const) {
    await opened(speaks(url, origin));
    assert.deepEqual(sitesAsked(), [NEVER], url);
  }
  for (const [url, origin] of [
    ["data:application/pdf;base64,JVBERg==", "null"],
    ["blob:null/5f0c", "null"],
    ["about:blank", "null"],
  ] as const) {
    await opened(speaks(url, origin));
    assert.deepEqual(sitesAsked(), [], url);
  }
});

test("a document that may not be checked is given up before anything is asked", async () => {
  answer = { mayCheck: false, online: null, committees: false, copies: null, endpoint: null };
  const port = new FakePort("citelight-content", senders.viewer(26, ADDRESS));
  connect(port as unknown as chrome.runtime.Port);
  port.say({ kind: "document", sites: [NEVER] });
  port.say({ kind: "begin", cause: "click" });
  port.say({ kind: "audit", document });
  await soon();
  assert.equal(port.heard.at(-1)?.kind, "halt");
});

test("a site's choices hold for each document that came by it, and where no site is known nobody is asked", async () => {
  const settings = { ...NEW_SETTINGS, url: "https://m.example/v1", model: "m" };
  await fromOptions({ kind: "set-endpoint", settings, ask: "always", key: null, lasts: null });
  await writeSite(NEVER, { ask: "off", check: "never" });
  await writeSite("asked.example", { ask: "on-request" });
  await writeSite("open.example", { check: "open" });
  const uses = async (sites: readonly string[]): Promise<AskMode> => {
    const use = await endpointUse(await siteChoices(sites), await siteChoices(sites), "click");
    return use === null ? "off" : use.always ? "always" : "on-request";
  };
  assert.equal(await uses(["any.example"]), "always");
  assert.equal(await uses([NEVER]), "off");
  assert.equal(await uses([NEVER, "cdn.example"]), "off", "a redirect does not lift it");
  assert.equal(await uses(["cdn.example", NEVER]), "off");
  assert.equal(await uses(["any.example", "asked.example"]), "on-request");
  assert.equal(await uses([]), "off", "unknown");
  assert.equal(await uses([FILES]), "off", "a file may come from anywhere");

  assert.ok(!mayCheck(await siteChoices([NEVER, "cdn.example"]), false));
  assert.ok(mayCheck(await siteChoices([]), false));
  assert.ok(mayCheck(await siteChoices(["open.example"]), true));
  assert.ok(
    !mayCheck(await siteChoices(["open.example:8443"]), true),
    "the grant knows no ports, the choice does",
  );
  assert.ok(!mayCheck(await siteChoices(["open.example", "any.example"]), true));
  assert.ok(!mayCheck(await siteChoices([]), true));
});

test("of what may be in confidence verdicts are kept, in private windows nothing", async () => {
  const looked: string[] = [];
  const store = {
    find: () => {
      looked.push("all");
      return Promise.resolve([]);
    },
    verdicts: () => {
      looked.push("verdicts");
      return Promise.resolve(null);
    },
  } as unknown as AuditStore;
  const client = { keep: () => ({ kind: "sent", id: "d1", document }), release: () => undefined };
  answer = { mayCheck: true, online: null, committees: false, endpoint: null };
  const keeping = async (
    { tab, ...sender }: chrome.runtime.MessageSender,
    incognito: boolean | undefined,
    ...said: object[]
  ): Promise<string> => {
    looked.length = 0;
    const port = new FakePort("citelight-content", {
      ...sender,
      tab: { ...tab, incognito } as chrome.tabs.Tab,
    });
    const audit = new TabAudit(client as unknown as WorkerClient, store);
    audit.attachContent(port as unknown as chrome.runtime.Port, null);
    for (const message of said) port.say(message);
    port.say({ kind: "recall", document, name: "doi:10.1000/x" });
    // Names are hashed apart from this thread, which a busy machine takes its time for.
    const latest = Date.now() + 10_000;
    while (port.heard.at(-1)?.kind !== "recalled" && Date.now() < latest) await soon();
    assert.deepEqual(port.heard.at(-1), { kind: "recalled", found: false });
    return looked.join();
  };
  const page = senders.content(31, "https://journal.example");
  assert.equal(await keeping(page, false), "all");
  assert.equal(await keeping(page, true), "");
  assert.equal(await keeping(page, undefined), "", "a browser that does not say");
  assert.equal(await keeping(senders.content(32, "https://openreview.net"), false), "verdicts");
  assert.equal(
    await keeping({ ...page, url: "file:///home/reader/paper.html", origin: "null" }, false),
    "verdicts",
  );
  const viewer = senders.viewer(33, ADDRESS);
  const of = (...sites: string[]): object => ({ kind: "document", sites });
  assert.equal(await keeping(viewer, false), "verdicts", "nobody knows whose");
  assert.equal(await keeping(viewer, false, of(NEVER)), "all");
  assert.equal(await keeping(viewer, false, of(FILES)), "verdicts");
  assert.equal(await keeping(viewer, false, of("openreview.net", "cdn.example")), "verdicts");
  assert.equal(await keeping(viewer, true, of("openreview.net")), "");
});

test("what is chosen for files of this computer holds for them, and can be taken back", async () => {
  await writeSite(FILES, { ask: "on-request" });
  assert.deepEqual(await siteChoice(FILES), { check: "click", ask: "on-request" });
  await writeSite(FILES, { check: "open" });
  assert.deepEqual(
    await siteChoice(FILES),
    { check: "click", ask: "on-request" },
    "no script is put into files",
  );
  await writeSite(FILES, { ask: null });
  assert.deepEqual(await siteChoice(FILES), { check: "click", ask: "off" });
});

test("a PDF that was sent on from one site to another is of both", async () => {
  const bytes = new TextEncoder().encode("%PDF-1.7 ");
  const response = (url: string): Response =>
    Object.defineProperty(new Response(bytes, { headers: { "Content-Type": "application/pdf" } }), "url", {
      value: url,
    });
  const port = {
    onDisconnect: { addListener: () => undefined },
    onMessage: {
      addListener: (hear: (message: object) => void): void => {
        hear({ kind: "none" });
      },
    },
    disconnect: () => undefined,
  };
  enter({ runtime: { connect: () => port } });
  const own = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(response("https://cdn.example/file/77"));
  try {
    const file = await readAddress(english, new URL(ADDRESS), () => undefined, new AbortController().signal);
    assert.deepEqual(file.sites, [NEVER, "cdn.example"]);
  } finally {
    globalThis.fetch = own;
  }
});

test("the viewer draws pages of its document, as the worker wants them; a page's script is asked for none", async () => {
  answer = { mayCheck: true, online: null, committees: false, endpoint: null };
  const read: DrawnPage[] = [];
  let draw: DrawPage | null = null;
  const client = {
    keep: () => ({ kind: "sent", id: "d1", document }),
    release: () => undefined,
    audit: () => "a1",
    drop: () => undefined,
    readPages: (_: unknown, drawPage: DrawPage) => {
      draw = drawPage;
      return new Promise(() => undefined);
    },
  } as unknown as WorkerClient;
  answer = {
    ...answer,
    pageImages: true,
    endpoint: { always: true, endpoint: { settings: NEW_SETTINGS, carried: true } },
  };
  const pdf = { content: { pdf: { title: null, fonts: [], pages: [] } }, origin: ADDRESS, address: null };
  const checked = async (sender: chrome.runtime.MessageSender): Promise<FakePort> => {
    draw = null;
    const port = new FakePort("citelight-content", sender);
    new TabAudit(client, null).attachContent(port as unknown as chrome.runtime.Port, null);
    port.say({ kind: "document", sites: [NEVER] });
    port.say({ kind: "audit", document: pdf, name: null, mayRecall: false });
    await soon();
    return port;
  };
  await checked(senders.content(41, "https://journal.example"));
  assert.equal(draw, null, "nobody there draws");
  const port = await checked(senders.viewer(42, ADDRESS));
  const wanted = draw as DrawPage | null;
  assert.ok(wanted !== null);
  const drawn = [wanted(3), wanted(4)].map((one) => one.then((page) => read.push(page)));
  const orders = (port.heard as ToContent[]).filter((message) => message.kind === "draw-page");
  assert.deepEqual(
    orders.map(({ page }) => page),
    [3, 4],
  );
  const [first, second] = orders;
  port.say({ kind: "page-drawn", order: second?.order, drawn: { kind: "failed", reason: "it is blank" } });
  port.say({
    kind: "page-drawn",
    order: first?.order,
    drawn: { kind: "image", base64: toBase64(new Uint8Array([137, 80])), code: "402917" },
  });
  await Promise.all(drawn);
  assert.deepEqual(read, [
    { kind: "failed", reason: "it is blank" },
    { kind: "image", png: new Uint8Array([137, 80]), code: "402917" },
  ]);
});
