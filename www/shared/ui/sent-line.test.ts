import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrailStep } from "../generated/TrailStep";
import { addressFault, hostOf } from "../audit/endpoint-choice";
import { numberOf } from "./fields";
import { canAsk, sentText, unansweredText } from "./sent-line";
import { AuditState } from "../audit/state";
import { english } from "./locales/english/index";
import { finding } from "@citelight/test-support/factories";

const HOST = "models.example.org";

function step(name: TrailStep["step"], values: Record<string, number>, summary = ""): TrailStep {
  return { step: name, summary, values, checks: [] };
}

test("what went to the endpoint is summed over its steps, in words", () => {
  const asked = finding("c1", "r1", "miscited");
  assert.equal(sentText(english, asked, HOST), null);
  asked.trail = [
    step("infer", { requests: 0 }),
    step("arbitrate", { requests: 3, input_tokens: 900, output_tokens: 100, passages: 3 }),
    step("categorise", { requests: 2, input_tokens: 190, output_tokens: 10 }),
  ];
  assert.equal(
    sentText(english, asked, HOST),
    "Sent to models.example.org: the claim, its neighbouring sentences and three passages, in 5 requests (1,200 tokens).",
  );
  asked.trail = [step("map", {}), step("map", { requests: 3, input_tokens: 90, output_tokens: 9 })];
  assert.equal(
    sentText(english, asked, HOST),
    "Sent to models.example.org: the citing sentence, its neighbouring sentences and the references it may mean, in 3 requests (99 tokens).",
  );
  asked.trail = [step("committee", { requests: 1, input_tokens: 40, output_tokens: 2 })];
  assert.match(
    sentText(english, asked, HOST) ?? "",
    /the claim, its neighbouring sentences and sentences of papers that cite the source, in 1 request \(/,
  );
});

test("without an answer the line says why there is none", () => {
  const asked = finding("c1", "r1", "undecidable");
  const why = "the endpoint models.example.org did not answer: access was denied with status 401";
  asked.trail = [step("arbitrate", {}, why)];
  assert.equal(sentText(english, asked, HOST), null);
  assert.equal(unansweredText(asked), `T${why.slice(1)}.`);
  asked.trail = [step("arbitrate", { requests: 1, passages: 1 })];
  assert.equal(unansweredText(asked), null);
});

test("only what was read, stays open and was not asked about can be put to an endpoint", () => {
  const state = new AuditState();
  const open = finding("c1", "r1", "undecidable");
  open.trail = [step("infer", {})];
  assert.equal(canAsk(open, state), false, "there is no endpoint");
  state.offer(HOST);
  assert.equal(canAsk(open, state), true);
  assert.equal(canAsk({ ...open, verdict: "supported" }, state), false);
  assert.equal(canAsk({ ...open, trail: [] }, state), false, "it was judged without its text");
  const failed = { ...open, trail: [...open.trail, step("arbitrate", {}, "it did not answer")] };
  assert.equal(canAsk(failed, state), true, "it may be asked again");
  const asked = { ...open, trail: [...open.trail, step("arbitrate", { requests: 3 })] };
  assert.equal(canAsk(asked, state), false);
});

test("addresses are https, or within this machine, and hold no password", () => {
  for (const url of ["https://models.example.org/v1", "http://localhost:11434/v1", "http://127.0.0.1:8080"])
    assert.equal(addressFault(url), null, url);
  for (const url of [
    "http://models.example.org/v1",
    "http://localhost.example.org/",
    "http://192.168.0.9/v1",
  ])
    assert.equal(addressFault(url), "insecure", url);
  for (const url of [
    "",
    "models.example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://a:b@m.example/v1",
  ])
    assert.equal(addressFault(url), "none", url);
  assert.equal(
    hostOf({ kind: "model", url: "https://models.example.org:8443/v1" }),
    "models.example.org:8443",
  );
});

test("numbers are read as people write them", () => {
  assert.equal(numberOf(" 500,000 "), 500_000);
  assert.equal(numberOf("500 000"), 500_000);
  assert.equal(numberOf(""), null);
  for (const text of ["none", "-3", "1e3", "0", ",", "99999999999999999999"])
    assert.equal(numberOf(text), undefined, text);
});
