import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { onWorkerHostOpened } from "./port";
import { enter, leave, senders } from "@citelight/test-support/fake-browser";

afterEach(leave);

test("a content script cannot make lists and viewers give up their lines", () => {
  let tell: (message: object | null, sender: chrome.runtime.MessageSender) => boolean = () => true;
  const onMessage = {
    addListener: (listener: typeof tell): void => {
      tell = listener;
    },
  };
  enter({ runtime: { onMessage } });
  const heard: string[] = [];
  onWorkerHostOpened((host) => heard.push(host));
  tell({ kind: "host-opened", host: "none" }, senders.content(3, "https://evil.example"));
  tell(
    { kind: "host-opened", host: "one" },
    { ...senders.panel, url: `${senders.panel.origin ?? ""}/offscreen.html` },
  );
  tell({ kind: "host-opened", host: "two" }, senders.background);
  tell(null, senders.background);
  assert.deepEqual(heard, ["one", "two"]);
});
