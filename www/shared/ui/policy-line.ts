/** What a venue's policy makes of an entry, in words, and of findings that are a problem by it alone. */

import { profileFrom, saysSomething } from "../audit/policy";
import { severityOf } from "../audit/severity";
import type { AuditState } from "../audit/state";
import type { Finding } from "../generated/Finding";
import { h } from "./dom";
import { headline, referenceHeadline } from "./headline";
import type { Messages } from "./locales/messages";

/** `Note under the NeurIPS 2026 policy`; null without a policy, and where nothing speaks against the entry. */
export function entryPolicyLine(words: Messages, state: AuditState, reference: string): HTMLElement | null {
  const level = state.policyLevel(reference);
  const name = state.policyName;
  if (level === null || name === null) return null;
  const profile = profileFrom(name);
  const policy = profile === null ? words.policy.other(name) : words.policy.names[profile];
  return h("p", { class: "policy", "data-level": level }, words.policy.line[level](policy));
}

/** The same for a finding, where the policy says something of it. */
export function policyLine(words: Messages, state: AuditState, finding: Finding): HTMLElement | null {
  const level = state.policyLevel(finding.reference);
  return level !== null && saysSomething(level, finding)
    ? entryPolicyLine(words, state, finding.reference)
    : null;
}

/** Whether a finding is a problem by nothing but the policy: its entry is in error, whatever the source says. */
export function isByPolicy(state: AuditState, finding: Finding): boolean {
  return state.severityOf(finding) === "reference" && severityOf(finding) !== "reference";
}

/** What is wrong with the entry of such a finding; null of any other. */
export function policyText(words: Messages, state: AuditState, finding: Finding): string | null {
  const standing = isByPolicy(state, finding) ? state.referenceStatus(finding.reference) : null;
  return standing === null ? null : words.standing[standing];
}

/** The first line about a finding: of the entry, where that is what makes it a problem. */
export function headlineOf(words: Messages, state: AuditState, finding: Finding): string {
  const standing = isByPolicy(state, finding) ? state.referenceStatus(finding.reference) : null;
  return standing === null
    ? headline(words, finding)
    : referenceHeadline(words, standing, state.resolution(finding.reference));
}
