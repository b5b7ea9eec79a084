/**
 * Pages of OpenReview, and a small world of works that their reviews suggest.
 *
 * NOT RECORDED: no saved forum or console can be had, so these are written by hand in the documented shapes (a note's fields, signatures
 * and replies; a console's table of numbered submissions). All people, works and texts are invented. What the real pages look like
 * these tests cannot tell: the selectors are in extension/src/openreview/markup.ts alone.
 */

import { startScholarlyWeb } from "../../scholarly-web/server.mjs";

export const SUBMISSION = "Sleep schedules of millers: a diary study with forty participants";
export const FORUM = "https://openreview.net/forum?id=Sleep00001";

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
];

export function suggestedWorks(): ReturnType<typeof startScholarlyWeb> {
  return startScholarlyWeb({ works: WORKS });
}

interface Note {
  id: string;
  head: string;
  /** Markup of the signatures. */
  by: string;
  fields: readonly (readonly [string, string])[];
}

const field = (name: string, value: string): string =>
  `<div><strong class="note-content-field disable-tex-rendering">${name}:</strong> <div class="note-content-value markdown-rendered">${value}</div></div>`;

const note = ({ id, head, by, fields }: Note): string => `<div class="note depth-odd" data-id="${id}">
<div class="heading"><h4><span>${head}</span></h4></div>
<div class="subheading"><span class="invitation highlight">${head}</span><span class="signatures">by ${by}</span></div>
<div class="note-content-container"><div class="note-content">${fields.map(([name, value]) => field(name, value)).join("")}</div></div></div>`;

export const profile = (id: string, name: string): string => `<a href="/profile?id=${id}">${name}</a>`;

const REPLIES: readonly Note[] = [
  {
    id: "Review0001",
    head: "Official Review of Submission7 by Reviewer aB1c",
    by: "<span>Reviewer aB1c</span>",
    fields: [
      [
        "Summary",
        "<p>The paper asks millers when they sleep. “Forty millers kept a diary” is well done.</p>",
      ],
      [
        "Weaknesses",
        `<ul><li>The authors miss Walker et al. (2019), “${EVENING}”.</li><li>The work of Smith et al. is missing.</li>
<li>Also relevant: “Noon nappers and other people’s alarm clocks” (Baker and Miller, 2018).</li></ul>
<p>[1] Dreamer, T. ${CURE}. Journal of Sleep, 2019.</p>
<p>[2] Miller, B., and Baker, C. ${NOBODY}. Journal of Economic Sheep, 12(3):44-61, 2018.</p>
<p>I have seen a talk by Doe et al. (2024), “${SUBMISSION}”.</p>`,
      ],
      ["Rating", "6: marginally above the acceptance threshold"],
    ],
  },
  {
    id: "Review0002",
    head: "Official Comment",
    by: profile("~Jane_Signer1", "Jane Signer"),
    fields: [
      [
        "Comment",
        "<p>Please compare with https://doi.org/10.1016/magnets.3 as well, and see https://doi.org/10.1016/preprint.4.</p>",
      ],
    ],
  },
  {
    id: "Reply00001",
    head: "Official Comment by Authors",
    by: "<span>Authors</span>",
    fields: [["Comment", "<p>Thank you. We now cite https://doi.org/10.1016/sleep.1.</p>"]],
  },
];

/** A forum of API 2. @param authors markup of the line of authors; as it is while they are hidden unless given. */
export function forumPage(authors = "<h3><span>Anonymous</span></h3>"): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${SUBMISSION} | OpenReview</title></head><body>
<nav class="navbar"><a href="/group?id=Sleep.example/2026/Conference">Sleep 2026</a></nav>
<main id="content"><div class="forum-container"><div class="forum-note">
<div class="forum-title mt-2 mb-2"><h2 class="citation_title">${SUBMISSION}</h2><div class="forum-content-link"><a class="citation_pdf_url" href="/pdf?id=Sleep00001" title="Download PDF">PDF</a></div></div>
<div class="forum-authors mb-2">${authors}</div>
<div class="note-content">${field("Keywords", "sleep, millers")}${field("Abstract", "<p>Forty millers kept a diary of when they slept. We compare what they wrote with what their clocks recorded, and ask what they remember in the morning.</p>")}</div></div>
<div class="row forum-replies-container layout-default"><div id="forum-replies">${REPLIES.map(note).join("")}</div></div>
</div></main></body></html>`;
}

export const CONSOLE = "https://openreview.net/group?id=Sleep.example/2026/Conference/Reviewers";

/** A reviewer's console with so many submissions. */
export function consolePage(submissions: number): string {
  const row = (number: number): string => {
    const id = `Paper${String(number).padStart(5, "0")}`;
    const referrer = encodeURIComponent(
      "[Reviewers Console](/group?id=Sleep.example/2026/Conference/Reviewers)",
    );
    return `<tr><td><strong class="note-number">${number}</strong></td>
<td><div class="note"><h4><a href="/forum?id=${id}&amp;referrer=${referrer}">A diary study of sleepers, part ${number}</a></h4><div><a href="/pdf?id=${id}" title="Download PDF">Download PDF</a></div></div></td>
<td><a href="/forum?id=${id}&amp;noteId=none">Submit Official Review</a></td></tr>`;
  };
  const rows = Array.from({ length: submissions }, (_, at) => row(at + 1));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reviewers Console | OpenReview</title></head><body>
<main id="content"><h1>Sleep 2026 Reviewers Console</h1>
<div class="table-container"><table class="table console-table table-striped"><thead><tr><th>#</th><th>Submission Summary</th><th>Review</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>
</main></body></html>`;
}
