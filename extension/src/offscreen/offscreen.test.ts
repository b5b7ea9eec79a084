import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enter, leave, senders, soon } from "@citelight/test-support/fake-browser";
import { FakePort } from "@citelight/test-support/fake-port";

type Port = chrome.runtime.Port;
type Sender = chrome.runtime.MessageSender;

const JOURNAL = "https://journal.example";
const ADDRESS = `${JOURNAL}/page`;

let connect: (port: Port) => void;
let told: (message: object, sender: Sender) => boolean;
/** What the background was asked. */
const asked: { kind: string }[] = [];

function opened(name: string, sender: Sender): FakePort {
  const port = new FakePort(name, sender);
  connect(port as unknown as Port);
  return port;
}

const kinds = (port: FakePort): string[] => port.heard.map(({ kind }) => kind);

before(async () => {
  enter({
    runtime: {
      onConnect: {
        addListener: (listener: typeof connect): void => {
          connect = listener;
        },
      },
      onMessage: {
        addListener: (listener: typeof told): void => {
          told = listener;
        },
      },
      sendMessage: (message: { kind: string }): Promise<null> => {
        asked.push(message);
        return Promise.resolve(null);
      },
    },
  });
  await import("./offscreen");
});

after(leave);

test("a content script opens no list, of no tab, and no desk of OpenReview", () => {
  opened("citelight-content", senders.content(7, JOURNAL));
  for (const name of ["citelight-panel:7", "citelight-panel:8", "citelight-openreview"]) {
    const port = opened(name, senders.content(8, "https://evil.example"));
    assert.deepEqual(port.heard, [], name);
  }
  assert.deepEqual(opened("citelight-panel:7", senders.content(8, "https://openreview.net")).heard, []);
});

test("the list of any tab is our own pages', and a desk is OpenReview's", () => {
  for (const sender of [senders.panel, senders.own]) {
    const panel = opened("citelight-panel:7", sender);
    assert.deepEqual(kinds(panel), ["attached", "page"]);
    assert.deepEqual(panel.heard[1], { kind: "page", there: true, site: "journal.example" });
  }
  assert.deepEqual(kinds(opened("citelight-openreview", senders.content(8, "https://openreview.net"))), [
    "attached",
  ]);
});

test("a content script speaks of its own tab alone", () => {
  const panel = opened("citelight-panel:7", senders.panel);
  const other = opened("citelight-content", senders.content(8, "https://evil.example"));
  assert.deepEqual(kinds(other), ["attached"]);
  other.say({ kind: "begin", cause: "click" });
  assert.ok(!kinds(panel).includes("begin"));
});

test("that the endpoint was changed is believed of the background, not of a content script", async () => {
  const page = opened("citelight-content", senders.content(7, JOURNAL));
  const document = { content: { text: { text: "" } }, origin: ADDRESS, address: null };
  page.say({ kind: "begin", cause: "click" });
  page.say({ kind: "restore", cause: "click", document, told: [] });
  await soon();
  const allowed = (): number => asked.filter(({ kind }) => kind === "allowed").length;
  const before = allowed();
  told({ kind: "endpoint-changed" }, senders.content(8, "https://evil.example"));
  await soon();
  assert.equal(allowed(), before);
  told({ kind: "endpoint-changed" }, senders.background);
  await soon();
  assert.equal(allowed(), before + 1);
  assert.ok(kinds(page).includes("endpoint"));
});
