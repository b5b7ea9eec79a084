/** One audit as each policy sees it. */

import { citationCounts, judged, problems, referenceCounts } from "@citelight/shared/audit/counts";
import { PROFILES } from "@citelight/shared/audit/policy";
import { AuditState } from "@citelight/shared/audit/state";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { ReferenceCounts } from "@citelight/shared/generated/ReferenceCounts";
import type { PolicyChoice, SubmissionCounts } from "./submission-counts";

export class CountedAudit {
  readonly #plain = begun();
  readonly #states = new Map<PolicyChoice, AuditState>([["none", this.#plain]]);

  constructor() {
    for (const profile of PROFILES) {
      const state = begun();
      state.choosePolicy(profile);
      this.#states.set(profile, state);
    }
  }

  apply(message: FromWorker): void {
    for (const state of this.#states.values()) state.apply(message);
  }

  subscribe(changed: () => void): () => void {
    return this.#plain.subscribe(changed);
  }

  get counts(): SubmissionCounts {
    const by = [...this.#states].map(([choice, state]) => {
      const counts = citationCounts(state);
      return [choice, { problems: problems(counts), judged: judged(counts) }] as const;
    });
    return {
      total: this.#plain.document?.citations.length ?? 0,
      by: Object.fromEntries(by) as SubmissionCounts["by"],
    };
  }

  /** References stand as they stand, whatever a policy makes of them. */
  get references(): ReferenceCounts {
    return referenceCounts(this.#plain);
  }
}

function begun(): AuditState {
  const state = new AuditState();
  state.begin("loading");
  return state;
}
