/** What the core is asked of works: the submission with nothing but what the page shows of it. */

import type { AssignmentRequest } from "./messages";
import type { ComparedWork } from "@citelight/shared/generated/ComparedWork";
import type { Person } from "@citelight/shared/generated/Person";
import type { Record as WorkRecord } from "@citelight/shared/generated/Record";
import type { Scholar } from "@citelight/shared/generated/Scholar";
import type { Forum } from "./markup";
import type { ShownPerson } from "./people";

/** Somebody of whom nothing is known. */
export const NOBODY: Scholar = {
  name: "",
  id: null,
  other_names: [],
  other_ids: [],
  affiliations: [],
  relations: [],
};

export function scholarOf({ name, id }: ShownPerson): Scholar {
  return { ...NOBODY, name, id };
}

function named({ given, family }: Person): Scholar {
  return { ...NOBODY, name: `${given} ${family}`.trim() };
}

export function workOf(record: WorkRecord): ComparedWork {
  return {
    title: record.title,
    abstract_text: record.abstract_text,
    authors: record.authors.map(named),
    year: record.year,
  };
}

export function submissionOf(forum: Forum, authors: Scholar[]): ComparedWork {
  return { title: forum.title, abstract_text: forum.abstract, authors, year: null };
}

/** Suggested works beside the submission; who suggested them only where they signed. */
export function suggestionOrder(
  forum: Forum,
  works: ComparedWork[],
  signedBy: ShownPerson | null,
): AssignmentRequest {
  const reviewer = signedBy === null ? null : scholarOf(signedBy);
  return { submission: submissionOf(forum, []), works, reviewer, since: 0 };
}
