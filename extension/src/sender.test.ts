import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { isOfPage, isOpenReview, isOurs } from "./sender";
import { enter, leave, OWN, senders } from "@citelight/test-support/fake-browser";

const OPENREVIEW = "https://openreview.net";

beforeEach(() => {
  enter();
});

afterEach(leave);

test("pages of the extension are told from content scripts, which have the same id", () => {
  assert.ok(isOurs(senders.own));
  assert.ok(isOurs(senders.panel));
  for (const origin of ["https://evil.example", OPENREVIEW, "null", `${OWN}.evil.example`])
    assert.ok(!isOurs(senders.content(3, origin)), origin);
  assert.ok(!isOurs({ ...senders.own, id: "another" }), "another extension");
  assert.ok(!isOurs(undefined));
});

test("where no origin is told, the address says it", () => {
  const speaks = (url: string): chrome.runtime.MessageSender => {
    const sender = senders.content(3, "https://any.example");
    delete sender.origin;
    return { ...sender, url };
  };
  assert.ok(isOurs(speaks(`${OWN}/panel.html`)));
  for (const url of ["https://evil.example/", `${OWN}.evil.example/`, `https://evil.example/?${OWN}/`])
    assert.ok(!isOurs(speaks(url)), url);
  assert.ok(isOpenReview(speaks(`${OPENREVIEW}/forum?id=1`)));
  assert.ok(!isOpenReview(speaks(`${OPENREVIEW}.evil.example/`)));
});

test("OpenReview's content script is known by its origin and its tab", () => {
  assert.ok(isOpenReview(senders.content(3, OPENREVIEW)));
  for (const origin of ["https://evil.example", "http://openreview.net", `${OPENREVIEW}.evil.example`])
    assert.ok(!isOpenReview(senders.content(3, origin)), origin);
  assert.ok(!isOpenReview({ ...senders.panel, origin: OPENREVIEW }), "in no tab");
  assert.ok(!isOpenReview(senders.own));
});

test("what the background and our pages say is no page's", () => {
  for (const ours of [senders.background, senders.own, senders.panel]) assert.ok(!isOfPage(ours));
  assert.ok(isOfPage(senders.content(3, "https://evil.example")));
  assert.ok(isOfPage(senders.content(3, OPENREVIEW)));
});
