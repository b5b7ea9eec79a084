/** Pages of OpenReview that Citelight does not read: of people, of assignments, of venues. */

import { ADA, CHAIR, framed, profile, RAE, VENUE, VENUE_NAME } from "./frame";
import { SUBMISSION, SUBMISSION_ID } from "./works";

export const PROFILE = `https://openreview.net/profile?id=${ADA.id}`;
export const ASSIGNMENTS = `https://openreview.net/assignments?group=${VENUE}/Reviewers`;
export const VENUE_HOME = `https://openreview.net/group?id=${VENUE}`;

/** Sections are headed by styled headings, publications listed ten at a time. */
export function profilePage(): string {
  const section = (name: string, inside: string): string =>
    `<section><h4 class="Profile_head__m2Xd1">${name}</h4>${inside}</section>`;
  const history = `<div><span>Researcher</span> <span>Institute of Sleep <small>(sleep.example.edu)</small></span> <span>2019 – Present</span></div>`;
  const papers = `<ul class="list-unstyled submissions-list"><li><div class="note"><h4><a href="/forum?id=Own0000002">Diaries of sleepers in mountain villages</a></h4><div class="note-authors">${profile(ADA)}, ${profile(RAE)}</div></div></li></ul>`;
  return framed({
    title: ADA.name,
    banner: null,
    content: `<div class="profile-container"><header><h1>${ADA.name}</h1><h3>Researcher, Institute of Sleep</h3></header>${section("Career &amp; Education History", history)}${section("Advisors, Relations &amp; Conflicts", `<div>PhD Advisor ${profile(CHAIR)}</div>`)}${section("Recent Publications", papers)}</div>`,
  });
}

export function assignmentsPage(): string {
  const row = `<tr><td>1</td><td><a href="/edges/browse?traverse=${VENUE}/Reviewers/-/Proposed_Assignment,label:first">first</a></td><td>1 Oct 2025</td><td>1 Oct 2025</td><td><span class="assignment-status">Complete</span></td><td>2 / 6</td><td><a href="#run">View Details</a></td></tr>`;
  return framed({
    title: "Assignments",
    reader: CHAIR,
    content: `<h1>${VENUE_NAME} Reviewers Assignments</h1><table class="table assignments-table"><thead><tr><th>#</th><th>Title</th><th>Created</th><th>Modified</th><th>Status</th><th>Parameters</th><th>Actions</th></tr></thead><tbody>${row}</tbody></table>`,
  });
}

/** Submissions that everybody may see, their authors hidden as on their forums. */
export function venueHomePage(): string {
  const note = `<li><div class="note"><h4><a href="/forum?id=${SUBMISSION_ID}">${SUBMISSION}</a></h4><div class="note-authors"><span>${VENUE_NAME} Submission7 Authors</span></div></div></li>`;
  return framed({
    title: VENUE_NAME,
    banner: null,
    reader: CHAIR,
    content: `<div id="group-container"><div class="venue-header" id="header"><h1>${VENUE_NAME}</h1></div><div id="invitation"><div class="invitation-link"><a href="/group?id=${VENUE}/Area_Chairs">Area Chairs Console</a></div></div><div id="notes"><div class="tabs-container"><ul class="nav nav-tabs"><li class="active"><a href="#active-submissions">Active Submissions</a></li></ul><div class="tab-content"><div id="active-submissions" class="tab-pane active"><ul class="list-unstyled submissions-list">${note}</ul></div></div></div></div></div>`,
  });
}
