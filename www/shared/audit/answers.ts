/**
 * Whose answer a finding is: what connected models and citing papers say is theirs, and is counted apart from what rules and embedded
 * models find. The core counts the same (crate/core/src/audit/answers.rs); a test compares the two.
 */

import type { AnswerCounts } from "../generated/AnswerCounts";
import type { AnswerTally } from "../generated/AnswerTally";
import type { Finding } from "../generated/Finding";
import type { Reason } from "../generated/Reason";

/** Who decided a finding: a model, by its name, or papers that cite the work. */
export type Answerer = { readonly kind: "model"; readonly model: string } | { readonly kind: "committee" };

interface Answer {
  readonly by: Answerer;
  readonly said: keyof AnswerTally;
}

const MODELS: Readonly<Partial<Record<Reason["kind"], keyof AnswerTally>>> = {
  "model-finds-support": "supported",
  "model-finds-contradiction": "otherwise",
  "model-undecided": "open",
};

const COMMITTEES: Readonly<Partial<Record<Reason["kind"], keyof AnswerTally>>> = {
  "witnesses-say-so": "supported",
  "witnesses-say-otherwise": "otherwise",
  "witnesses-undecided": "open",
};

function answerOf({ reasons }: Finding): Answer | null {
  for (const reason of reasons) {
    const byModel = MODELS[reason.kind];
    if (byModel !== undefined && "model" in reason)
      return { by: { kind: "model", model: reason.model }, said: byModel };
    const byCommittee = COMMITTEES[reason.kind];
    // Of nobody there is no answer.
    if (byCommittee !== undefined && "witnesses" in reason && reason.witnesses > 0)
      return { by: { kind: "committee" }, said: byCommittee };
  }
  return null;
}

/** Who decided a finding; null where rules and embedded models did, or nobody. */
export function decidedBy(finding: Finding): Answerer | null {
  const answer = answerOf(finding);
  return answer === null || answer.said === "open" ? null : answer.by;
}

export function answerCounts(findings: Iterable<Finding>): AnswerCounts {
  const nothing = (): AnswerTally => ({ supported: 0, otherwise: 0, open: 0 });
  const models = new Map<string, AnswerTally>();
  const committee = nothing();
  for (const finding of findings) {
    const answer = answerOf(finding);
    if (answer === null) continue;
    const tally = answer.by.kind === "committee" ? committee : (models.get(answer.by.model) ?? nothing());
    tally[answer.said] += 1;
    if (answer.by.kind === "model") models.set(answer.by.model, tally);
  }
  return { models: [...models].map(([model, said]) => ({ model, ...said })), committee };
}

export function hasAnswers({ models, committee }: AnswerCounts): boolean {
  return models.length > 0 || committee.supported + committee.otherwise + committee.open > 0;
}
