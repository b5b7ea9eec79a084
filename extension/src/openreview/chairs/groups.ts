/** Who is assigned to which submission, and who is behind which signature, as far as this session may read the groups. */

import { list, text } from "../api";
import { submissionGroup } from "../group-names";
import { isProfile } from "../policy";

/** How a venue names what its reviewers are in. */
export interface ReviewerNames {
  /** The last part of the group of a submission's reviewers: `Reviewers`. */
  group: string;
  /** What their anonymous groups begin with: `Reviewer_`. */
  anonymous: string;
}

/** Somebody who reviews one submission. */
export interface Assigned {
  /** The anonymous group: `<venue>/Submission7/Reviewer_aB1c`; null if they have none that is known. */
  signature: string | null;
  /** Their profile; null where it is out of this session's reach. */
  id: string | null;
}

/** Reviewers of submissions, by the number of each. */
export type Assignments = ReadonlyMap<number, readonly Assigned[]>;

/** Takes in one group; those of authors and others are left alone. */
export class AssignmentReader {
  readonly #names: ReviewerNames;
  readonly #anonymous = new Map<number, Map<string, string | null>>();
  readonly #members = new Map<number, readonly string[]>();

  constructor(names: ReviewerNames) {
    this.#names = names;
  }

  take(group: unknown): void {
    const id = text(group, "id") ?? "";
    const named = submissionGroup(id);
    if (named === null) return;
    const { number, name } = named;
    const members = list(group, "members").filter((one): one is string => typeof one === "string");
    if (name === this.#names.group) this.#members.set(number, members);
    else if (name.startsWith(this.#names.anonymous)) {
      const known = this.#anonymous.get(number) ?? new Map<string, string | null>();
      known.set(id, members.find(isProfile) ?? null);
      this.#anonymous.set(number, known);
    }
  }

  get assignments(): Assignments {
    const numbers = new Set([...this.#anonymous.keys(), ...this.#members.keys()]);
    return new Map([...numbers].map((number) => [number, this.#assignedTo(number)]));
  }

  #assignedTo(number: number): Assigned[] {
    const anonymous = this.#anonymous.get(number) ?? new Map<string, string | null>();
    const members = this.#members.get(number);
    const signed = [...anonymous]
      // Whoever was unassigned keeps their anonymous group: with the group of all readable, only its members review.
      .filter(
        ([group, id]) =>
          members === undefined || members.includes(group) || (id !== null && members.includes(id)),
      )
      .map(([signature, id]): Assigned => ({ signature, id }));
    const known = new Set(signed.flatMap(({ signature, id }) => [signature, id]));
    const others = (members ?? []).filter((one) => !known.has(one));
    return [
      ...signed,
      ...others.map((one): Assigned =>
        isProfile(one) ? { signature: null, id: one } : { signature: one, id: null },
      ),
    ];
  }
}
