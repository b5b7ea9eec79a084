/** A venue of invented submissions, as chairs' requests answer it: notes with their replies, groups, edges, profiles. */

import { ABSTRACT, madeNote, madeReply, VENUE } from "@citelight/test-support/made-venue";
import { JANE, RAE } from "./frame";

export interface World {
  notes: object[];
  groups: { id: string; members: string[] }[];
  edges: { invitation: string; head: string; tail: string; weight: number }[];
}

export const SCORE = `${VENUE}/-/Reviewer_Matching`;
export const CONFLICT = `${VENUE}/Reviewers/-/Conflict`;
export const SPARE = "~Sam_Spare1";

const EVENING = "The authors miss Walker et al. (2019), “Evening sleepers and what they remember”.";
const MAGNETS = "Compare with https://doi.org/10.1016/magnets.3 as well.";
const CURED = "[1] Dreamer, T. Dreams that cure every ailment of the mind. Journal of Sleep, 2019.";
const NOBODYS =
  "[2] Miller, B., and Baker, C. Midnight millers and the economics of counting other people's sheep. Journal of Economic Sheep, 12(3):44-61, 2018.";

export const idOf = (number: number): string => `Paper${String(number).padStart(5, "0")}`;
export const titleOf = (number: number): string => `A diary study of sleepers, part ${number}`;

const groupsOf = (number: number, reviewers: Readonly<Record<string, string>>): World["groups"] => {
  const group = `${VENUE}/Submission${number}`;
  const names = Object.keys(reviewers).map((name) => `${group}/${name}`);
  return [
    { id: `${group}/Authors`, members: ["~Ada_Author1", "~Bo_Writer1"] },
    { id: `${group}/Reviewers`, members: names },
    ...Object.entries(reviewers).map(([name, id]) => ({ id: `${group}/${name}`, members: [id] })),
  ];
};

/** Three submissions; one reviewer asks for her own work, one entry has no record, one work was retracted, one comment is for chairs. */
export function smallVenue(): World {
  const reviewers = { Reviewer_aB1c: RAE.id, Reviewer_xY9z: JANE.id };
  const notes = [1, 2, 3].map((number) =>
    madeNote({
      number,
      title: titleOf(number),
      abstract: ABSTRACT,
      authors: number === 3 ? "hidden" : "revealed",
      keywords: ["sleep", "windmills", "optics"],
      replies: [
        madeReply(
          { id: `Review${number}001`, by: "Reviewer_aB1c", text: `- ${EVENING}\n- ${CURED}` },
          number,
        ),
        madeReply(
          { id: `Review${number}002`, by: "Reviewer_xY9z", text: `${MAGNETS}\n\n${NOBODYS}` },
          number,
        ),
        madeReply(
          {
            id: `Chairs${number}001`,
            by: "Area_Chair_zZ9z",
            readers: [`${VENUE}/Program_Chairs`],
            text: "Doe et al. (2023), “Sleepers of the third floor and their cats”, is missing, as is Doe (2024), “Forty millers kept a diary of when they slept”.",
          },
          number,
        ),
      ],
    }),
  );
  const numbers = [1, 2, 3];
  return {
    notes,
    groups: numbers.flatMap((number) => groupsOf(number, reviewers)),
    edges: numbers.flatMap((number) => [
      { invitation: SCORE, head: idOf(number), tail: RAE.id, weight: 0.63 },
      { invitation: SCORE, head: idOf(number), tail: SPARE, weight: 0.91 },
      ...(number === 2 ? [{ invitation: CONFLICT, head: idOf(number), tail: JANE.id, weight: -1 }] : []),
    ]),
  };
}

/** So many submissions, each with four reviews of a page and a half. */
export function largeVenue(count: number): World {
  const words =
    "The paper compares what millers wrote with what their clocks recorded, and asks whether they remember more in the morning. ".repeat(
      24,
    );
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const signs = ["aB1c", "xY9z", "kL3m", "nO5p"];
  const reviewer = (number: number, at: number): string =>
    `~Rev_Iewer${((number * 7 + at * 131) % 2500) + 1}`;
  return {
    notes: numbers.map((number) =>
      madeNote({
        number,
        title: titleOf(number),
        abstract: words.slice(0, 1200),
        replies: signs.map((sign, at) =>
          madeReply(
            {
              id: `Review${number}${at}`,
              by: `Reviewer_${sign}`,
              text: `${words}\n\n- ${EVENING}\n- See https://doi.org/10.5555/work.${number}.${at}\n\n[1] Walker, A. Notes of night ${number}, volume ${at} of many. Journal of Sleep, 2019.`,
            },
            number,
          ),
        ),
      }),
    ),
    groups: numbers.flatMap((number) =>
      groupsOf(
        number,
        Object.fromEntries(signs.map((sign, at) => [`Reviewer_${sign}`, reviewer(number, at)])),
      ),
    ),
    edges: [],
  };
}
