/** What was sent where for one finding: the card's last line, and the button that sends more. */

import type { Finding } from "../generated/Finding";
import type { Step } from "../generated/Step";
import { isOpenClaim } from "../audit/endpoint-choice";
import { OWN_MODEL } from "../own-model/address";
import { faultIn } from "../own-model/faults";
import { pairKey, type RecheckTarget, type AuditState, type PairKey } from "../audit/state";
import { english, messageNode } from "./core-text";
import { fill, h } from "./dom";
import type { Messages } from "./locales/messages";

/** Steps that are put to the endpoint. */
const SENT: ReadonlySet<Step> = new Set<Step>(["map", "arbitrate", "categorise", "committee"]);

/** What went to the endpoint for a finding; null if nothing did. */
export function sentText(words: Messages, finding: Finding, host: string | null): string | null {
  const steps = finding.trail.filter(({ step }) => SENT.has(step));
  const answered = steps.filter(({ values }) => (values.requests ?? 0) > 0);
  const sum = (name: string): number =>
    answered.reduce((total, { values }) => total + (values[name] ?? 0), 0);
  if (answered.length === 0) return null;
  const arbitration = answered.find(({ step }) => step === "arbitrate");
  const told = whatWent(
    words,
    answered.map(({ step }) => step),
    arbitration?.values.passages,
  );
  const requests = sum("requests");
  if (host === OWN_MODEL) return words.ownModel.read(words.list(told), words.endpoint.requestCount(requests));
  const tokens = sum("input_tokens") + sum("output_tokens");
  return words.endpoint.sent(host ?? words.endpoint.someHost, told, requests, tokens);
}

/** Why the endpoint was asked and did not answer, as the core says it; null if it answered, or was not asked. */
export function unansweredText(finding: Finding): string | null {
  // A step of the endpoint's without numbers says why it was not answered.
  const arbitration = finding.trail.find(({ step }) => step === "arbitrate");
  return arbitration === undefined || (arbitration.values.requests ?? 0) > 0
    ? null
    : sentence(arbitration.summary);
}

/** What asking would do. */
function offerText(words: Messages, host: string): string {
  return host === OWN_MODEL ? words.ownModel.wouldAsk : words.endpoint.wouldSend(host);
}

/** Of the browser's own model in the reader's words; else as the core says it. */
function whyUnanswered(words: Messages, told: string): Node | string {
  const fault = faultIn(told);
  return fault === null ? english(words, told) : words.ownModel.faults[fault];
}

/** Errors are written to stand within a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toLocaleUpperCase("en")}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

function whatWent(words: Messages, steps: readonly Step[], passages: number | undefined): string[] {
  const { claim, sentence, neighbours, entries, passage, citing } = words.endpoint.parts;
  const own = steps.some((step) => step === "arbitrate" || step === "categorise");
  const parts: string[] = [own || steps.includes("committee") ? claim : sentence, neighbours];
  if (steps.includes("map")) parts.push(entries);
  if (own && passages !== undefined) parts.push(passage(passages));
  if (steps.includes("committee")) parts.push(citing);
  return parts;
}

/** Whether a finding can be put to the endpoint: it was read, stays open, and was not asked about. */
export function canAsk(finding: Finding, state: AuditState): boolean {
  return state.endpoint !== null && isOpenClaim(finding);
}

/** Whether there is a use in asking the sources again: they gave nothing to check with, and the whole check is over. */
export function canCheckAgain(finding: Finding, state: AuditState): boolean {
  const isOver = state.phase === "finished" || state.phase === "stopped";
  return isOver && !state.isBeforehand && finding.verdict === "unchecked";
}

export interface AskHandlers {
  ask(key: PairKey, whom: RecheckTarget): void;
  stopAsking(key: PairKey): void;
}

/** The button that puts a finding to the endpoint or to the sources again, or stops that; null where there is nothing to ask. */
export function askButton(
  words: Messages,
  finding: Finding,
  state: AuditState,
  handlers: AskHandlers,
): HTMLButtonElement | null {
  const key = pairKey(finding);
  const asked = state.asking.get(key);
  const whom = asked ?? (canCheckAgain(finding, state) ? "sources" : "endpoint");
  if (asked === undefined && whom === "endpoint" && !canAsk(finding, state)) return null;
  const labels = {
    endpoint: { ask: words.endpoint.ask, stop: words.endpoint.stop },
    sources: { ask: words.panel.again, stop: words.panel.stop },
  } as const;
  const label = labels[whom][asked === undefined ? "ask" : "stop"];
  const button = h("button", { type: "button", class: "ask" }, label);
  button.addEventListener("click", () => {
    if (asked === undefined) handlers.ask(key, whom);
    else handlers.stopAsking(key);
  });
  return button;
}

/** The last line of a card. */
export function sentLine(words: Messages, finding: Finding, state: AuditState): HTMLElement | null {
  const key = pairKey(finding);
  const line = h("p", { class: "sent quiet", role: "status" });
  const unasked = state.unasked.get(key);
  const asked = state.asking.get(key);
  if (asked === "sources") fill(line, words.card.checkingAgain);
  else if (asked === "endpoint") {
    const isOwn = state.endpoint === OWN_MODEL;
    const host = state.endpoint ?? words.endpoint.someHost;
    fill(line, isOwn ? words.ownModel.asking : words.endpoint.asking(host));
  } else if (unasked !== undefined) {
    fill(line, messageNode(words, unasked));
  } else {
    const sent = sentText(words, finding, state.endpoint);
    const unanswered = unansweredText(finding);
    const offer = canAsk(finding, state) ? offerText(words, state.endpoint ?? "") : null;
    if (unanswered !== null) fill(line, sent, sent !== null && words.gap, whyUnanswered(words, unanswered));
    else fill(line, sent ?? offer);
  }
  return line.textContent === "" ? null : line;
}
