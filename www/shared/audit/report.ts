/** What a surface knows of an audit, as the command writes it. */

import { answerCounts, hasAnswers } from "./answers";
import type { Answered } from "../generated/Answered";
import type { CheckExport } from "../generated/CheckExport";
import type { ReportFormat } from "../generated/ReportFormat";
import type { ReportLanguage } from "../generated/ReportLanguage";
import type { Dismissal } from "../generated/Dismissal";
import { citationCounts, referenceCounts } from "./counts";
import { judge, LEVELS } from "./policy";
import type { AuditState, PairKey } from "./state";

const SCHEMA = "citelight/check/1";

/** A report as it is ordered from the core. */
export interface ReportOrder {
  format: ReportFormat;
  report: CheckExport;
  /** None for English, and for what programs read. */
  language?: ReportLanguage;
}

/** The audit as it stands; null before its document was read or while it runs. */
export function reportOf(state: AuditState, origin: string | null): CheckExport | null {
  const { document, summary } = state;
  if (document === null || summary === null) return null;
  const answers = answerCounts(state.findings());
  const order = new Map(document.citations.map(({ id }, index) => [id, index]));
  const place = (citation: string): number => order.get(citation) ?? order.size;
  return {
    schema: SCHEMA,
    ...document,
    resolutions: document.references.flatMap(({ id }) => {
      const resolution = state.resolution(id);
      return resolution === null ? [] : [{ reference: id, resolution }];
    }),
    findings: [...state.findings()].sort((one, other) => place(one.citation) - place(other.citation)),
    notices: [...state.notices],
    // As they are now: findings may have been asked about, or dismissed, since the end.
    summary: {
      ...summary,
      citations: citationCounts(state),
      references: referenceCounts(state),
      ...(hasAnswers(answers) ? { answers } : {}),
    },
    models: [...state.models],
    ...policyOutcome(state),
    ...(origin === null ? {} : { origin }),
    dismissed: [...state.dismissed].map(([key, reason]): Dismissal => ({ ...partsOf(key), reason })),
    answers: [...state.answers].map(([key, answer]): Answered => ({ ...partsOf(key), answer })),
  };
}

/** What the policy makes of the audit, as the core judges one (crate/core/src/export/check_policy.rs). */
function policyOutcome(state: AuditState): Pick<CheckExport, "policy"> {
  const { policy, outcome, document } = state;
  if (policy === null) return outcome === null ? {} : { policy: outcome };
  const references = (document?.references ?? []).flatMap(({ id }) => {
    const resolution = state.resolution(id);
    return resolution === null || state.isDismissed(id)
      ? []
      : (judge(policy, id, resolution, state.isToldOnly(id)) ?? []);
  });
  const contradicted = citationCounts(state).review;
  const levels = [...references.map(({ level }) => level), contradicted > 0 ? "warning" : "none"];
  const level = LEVELS.find((one) => levels.includes(one)) ?? "none";
  return { policy: { policy, references, contradicted, level } };
}

function partsOf(key: PairKey): { citation: string; reference: string } {
  const [citation = "", reference = ""] = key.split("\u001f");
  return { citation, reference };
}
