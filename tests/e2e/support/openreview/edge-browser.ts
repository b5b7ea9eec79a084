/** The browser of edges, in which chairs see submissions, their authors and who is assigned to them. */

import { ADA, BO, framed, profile, RAE, VENUE, type Person } from "./frame";
import { ABSTRACT, SUBMISSION, SUBMISSION_ID } from "./works";

const ASSIGNMENT = `${VENUE}/Reviewers/-/Assignment`;
export const EDGES = `https://openreview.net/edges/browse?traverse=${ASSIGNMENT}&edit=${ASSIGNMENT}&browse=${VENUE}/Reviewers/-/Affinity_Score;${VENUE}/Reviewers/-/Conflict&version=2`;

interface EdgePage {
  reviewers?: readonly Person[];
  authors?: readonly Person[];
  script?: string;
}

/** Runs in the page: draws all columns anew when told to, as the app does when edges change. */
export const REDRAWN = `addEventListener("redraw", () => {
  const place = document.querySelector(".explore-interface");
  const html = new DOMParser().parseFromString(document.documentElement.dataset.columns, "text/html");
  place.replaceChildren(...html.body.childNodes);
});
document.documentElement.dataset.columns = document.querySelector(".explore-interface").innerHTML;`;

const column = (head: string, entries: string): string =>
  `<div class="column"><div class="head"><h4>${head}</h4></div><div class="col-search"><input class="form-control" aria-label="Search this column"></div><div class="body"><ul class="list-unstyled entry-list">${entries}</ul></div></div>`;

/** @param authors of the submission, as program chairs see them. */
export function edgeBrowserPage({
  reviewers = [RAE],
  authors = [ADA, BO],
  script = "",
}: EdgePage = {}): string {
  const note = `<li class="entry entry-note is-selected"><div class="note-heading"><h3><a href="/forum?id=${SUBMISSION_ID}" target="_blank" rel="noreferrer">${SUBMISSION}</a> (#7)</h3></div><div class="note-authors">${authors.map(profile).join(", ")}</div><ul class="note-content-list list-unstyled"><li><strong class="note-content-field">Abstract:</strong> <span class="note-content-value">${ABSTRACT}</span></li></ul><a class="show-assignments" role="button" href="#assignments">Show Assignments</a></li>`;
  const reviewer = (person: Person): string =>
    `<li class="entry entry-reviewer is-assigned has-conflict"><div class="reviewer-heading"><h3>${profile(person)}</h3></div><div>Researcher, Institute of Sleep</div><button type="button" class="btn edit-edge-toggle-btn">Assign</button><ul class="scores-list list-unstyled"><li>Affinity Score: 0.784</li><li>Conflict: Conflict (-1)</li></ul></li>`;
  return framed({
    title: "Edge Browser",
    reader: RAE,
    script,
    content: `<h1 id="matching-title">Reviewers Assignments</h1><div class="explore-interface">${column("All Submissions", note)}${column("Assignments for 7", reviewers.map(reviewer).join(""))}</div>`,
  });
}
