/** What consoles tell of a submission's citations, by every policy: whichever the reader chooses later, nothing is checked again for it. */

import { citationCounts, judged, problems, referenceCounts } from "@citelight/shared/audit/counts";
import { PROFILES, type PolicyProfile } from "@citelight/shared/audit/policy";
import { AuditState } from "@citelight/shared/audit/state";
import type { FromWorker } from "@citelight/shared/generated/FromWorker";
import type { ReferenceCounts } from "@citelight/shared/generated/ReferenceCounts";

type Choice = PolicyProfile | "none";

const CHOICES: readonly Choice[] = ["none", ...PROFILES];

export interface CountsByPolicy {
  /** Citations that need attention. */
  problems: number;
  /** Citations that something was found out about. */
  judged: number;
}

export interface SubmissionCounts {
  /** In-text citations. */
  total: number;
  by: Readonly<Record<Choice, CountsByPolicy>>;
}

/** @param policy null for none. */
export function countsBy(policy: PolicyProfile | null, { by }: SubmissionCounts): CountsByPolicy {
  return by[policy ?? "none"];
}

/** Whether what was kept are counts as this version keeps them. */
export function areCounts(kept: Partial<SubmissionCounts> | undefined): boolean {
  const by: Partial<SubmissionCounts["by"]> | undefined = kept?.by;
  return kept?.total !== undefined && CHOICES.every((choice) => by?.[choice] !== undefined);
}

/** One audit as each policy sees it. */
export class CountedAudit {
  readonly #states = new Map<Choice, AuditState>();
  /** References stand as they stand, whatever a policy makes of them. */
  readonly #plain = new AuditState();

  constructor() {
    for (const choice of CHOICES) {
      const state = choice === "none" ? this.#plain : new AuditState();
      state.begin("loading");
      if (choice !== "none") state.choosePolicy(choice);
      this.#states.set(choice, state);
    }
  }

  apply(message: FromWorker): void {
    for (const state of this.#states.values()) state.apply(message);
  }

  subscribe(changed: () => void): () => void {
    return this.#plain.subscribe(changed);
  }

  get counts(): SubmissionCounts {
    const counted = [...this.#states].map(([choice, state]) => {
      const counts = citationCounts(state);
      return [choice, { problems: problems(counts), judged: judged(counts) }] as const;
    });
    return {
      total: citationCounts(this.#plain).total,
      by: Object.fromEntries(counted) as Record<Choice, CountsByPolicy>,
    };
  }

  get references(): ReferenceCounts {
    return referenceCounts(this.#plain);
  }
}
