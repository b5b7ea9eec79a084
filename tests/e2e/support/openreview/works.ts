/** A submission about sleep, what its reviews suggest, and a small world of works in which that is looked up. */

import { startFakeApis } from "../../../fake-apis/server.mjs";
import { JANE } from "./frame";
import type { Reply } from "./reply";

export const SUBMISSION_ID = "Sleep00001";
export const SUBMISSION = "Sleep schedules of millers: a diary study with forty participants";
export const ABSTRACT =
  "Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded, and ask what they remember in the morning.";

const EVENING = "Evening sleepers and what they remember";
const CURE = "Dreams that cure every ailment of the mind";

const NOBODY = "Midnight millers and the economics of counting other people's sheep";

const AUTHORS = [{ family: "Walker", given: "Ann" }];
const sources = ["crossref", "openalex", "semanticscholar"];
const WORKS = [
  {
    id: "S1",
    title: EVENING,
    type: "journal-article",
    authors: AUTHORS,
    year: 2019,
    venue: "Journal of Sleep",
    doi: "10.1016/sleep.1",
    abstract:
      "Forty sleepers kept diaries of when they slept, and what they had learnt in the evening was asked for in the morning.",
    sources,
  },
  {
    id: "S2",
    title: CURE,
    type: "journal-article",
    authors: [{ family: "Dreamer", given: "Theo" }],
    year: 2019,
    venue: "Journal of Sleep",
    doi: "10.1016/sleep.2",
    updated_by: [{ doi: "10.1016/sleep.9", type: "retraction", date: "2021-02-03" }],
    sources,
  },
  {
    id: "S3",
    title: "Superconducting magnets at very low temperatures",
    type: "journal-article",
    authors: [{ family: "Signer", given: "Jane" }],
    year: 2020,
    venue: "Annals of Magnets",
    doi: "10.1016/magnets.3",
    abstract: "We wind coils of niobium and cool them with liquid helium until their resistance is gone.",
    sources,
  },
  // A copy of the submission with its authors' names.
  {
    id: "S4",
    title: SUBMISSION,
    type: "posted-content",
    authors: [{ family: "Secretive", given: "Ada" }],
    year: 2025,
    venue: "Preprints of Sleep",
    doi: "10.1016/preprint.4",
    sources,
  },
  // The same under another title.
  {
    id: "S5",
    title: "What those who grind dream of",
    type: "posted-content",
    authors: [{ family: "Secretive", given: "Ada" }],
    year: 2024,
    venue: "Preprints of Sleep",
    doi: "10.1016/preprint.5",
    abstract: `${ABSTRACT} All diaries are given to whoever asks for them.`,
    sources,
  },
  // What a reviewer published elsewhere; both indexes have the first.
  {
    id: "S6",
    title: "Lamps and lenses of old lighthouses",
    type: "journal-article",
    authors: [{ family: "Viewer", given: "Rae" }],
    year: 2021,
    venue: "Optics of the Coast",
    doi: "10.1016/lamps.6",
    abstract: "Lenses of lighthouses were ground by hand. We measure how their light is bundled.",
    sources: ["openalex", "dblp"],
  },
  {
    id: "S7",
    title: "Towers of brick",
    type: "proceedings-article",
    authors: [
      { family: "Viewer", given: "Rae" },
      { family: "Builder", given: "Cem" },
    ],
    year: 2016,
    venue: "Conference on Towers",
    sources: ["dblp"],
  },
];

export function suggestedWorks(): ReturnType<typeof startFakeApis> {
  return startFakeApis({ works: WORKS });
}

export const REVIEW: Reply = {
  id: "Review0001",
  invitation: "Official Review",
  title: "Official Review of Submission7 by Reviewer aB1c",
  by: { kind: "anonymous", as: "Reviewer aB1c" },
  fields: [
    ["Summary", "<p>The paper asks millers when they sleep. “Forty millers kept a diary” is well done.</p>"],
    [
      "Weaknesses",
      `<ul><li>The authors miss Walker et al. (2019), “${EVENING}”.</li><li>The work of Smith et al. is missing.</li>
<li>Also relevant: “Noon nappers and other people’s alarm clocks” (Baker and Miller, 2018).</li></ul>
<p>[1] Dreamer, T. ${CURE}. Journal of Sleep, 2019.</p>
<p>[2] Miller, B., and Baker, C. ${NOBODY}. Journal of Economic Sheep, 12(3):44-61, 2018.</p>
<p>I have seen a talk by Doe et al. (2024), “${SUBMISSION}”.</p>`,
    ],
    ["Rating", "6: marginally above the acceptance threshold", "plain"],
  ],
};

/** A comment that somebody signed with their name. It leads to two copies of the submission, which a reader's click must not unveil. */
export const COMMENT: Reply = {
  id: "Review0002",
  invitation: "Official Comment",
  title: "Official Comment by Jane Signer",
  by: { kind: "profile", person: JANE },
  fields: [
    [
      "Comment",
      "<p>Please compare with https://doi.org/10.1016/magnets.3 as well, and see https://doi.org/10.1016/preprint.4 and https://doi.org/10.1016/preprint.5.</p>",
    ],
  ],
};

export const ANSWER: Reply = {
  id: "Reply00001",
  invitation: "Official Comment",
  title: "Official Comment by Authors",
  by: { kind: "anonymous", as: "Authors" },
  fields: [["Comment", "<p>Thank you. We now cite https://doi.org/10.1016/sleep.1.</p>"]],
};

export const REPLIES: readonly Reply[] = [{ ...REVIEW, replies: [ANSWER] }, COMMENT];
