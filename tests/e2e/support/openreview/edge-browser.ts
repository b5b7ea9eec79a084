/** The browser of edges, in which chairs see submissions, their authors and who is assigned to them. */

import { ADA, BO, framed, RAE, VENUE, type Person } from "./frame";
import { ABSTRACT, SUBMISSION, SUBMISSION_ID } from "./works";

const ASSIGNMENT = `${VENUE}/Reviewers/-/Assignment`;
export const EDGES = `https://openreview.net/edges/browse?traverse=${ASSIGNMENT}&edit=${ASSIGNMENT}&browse=${VENUE}/Reviewers/-/Affinity_Score;${VENUE}/Reviewers/-/Conflict&version=2`;

/** A submission in a column. */
export interface EdgeNote {
  id: string;
  number: number;
  title: string;
  abstract: string;
  /** As program chairs see them. */
  authors: readonly Person[];
  /** A click selects it, and adds a column of its reviewers. */
  isSelected?: boolean;
}

/** From the left to the right: each holds what the selected entry of the one before leads to. */
export type EdgeColumn = { notes: readonly EdgeNote[] } | { reviewers: readonly Person[]; of?: EdgeNote };

interface EdgePage {
  reviewers?: readonly Person[];
  authors?: readonly Person[];
  /** What is drawn instead of a selected submission, another one, and the reviewers of the first. */
  columns?: readonly EdgeColumn[];
  script?: string;
}

/** Runs in the page: draws all columns anew when told to, as the app does when edges change. */
export const REDRAWN = `addEventListener("redraw", () => {
  const place = document.querySelector(".explore-interface");
  const html = new DOMParser().parseFromString(document.documentElement.dataset.columns, "text/html");
  place.replaceChildren(...html.body.childNodes);
});
document.documentElement.dataset.columns = document.querySelector(".explore-interface").innerHTML;`;

/** Runs in the page: of a column's reviewers the first are drawn, the others when their button is pressed. */
export const drawnBy = (first: number): string => `{
  const list = [...document.querySelectorAll(".entry-list")].at(-1);
  const rest = [...list.children].slice(${first});
  const more = document.createElement("button");
  more.textContent = "Show more";
  more.addEventListener("click", () => {
    list.append(...rest);
    more.remove();
  });
  for (const entry of rest) entry.remove();
  list.after(more);
}`;

export const SLEEP: EdgeNote = {
  ...{ id: SUBMISSION_ID, number: 7, title: SUBMISSION, abstract: ABSTRACT, authors: [ADA, BO] },
  isSelected: true,
};
export const BAKERS: EdgeNote = {
  ...{ id: "Bakers0008", number: 8, title: "What bakers dream before dawn" },
  ...{ abstract: "Bakers told us their dreams.", authors: [BO] },
};

const column = (head: string, entries: readonly string[]): string =>
  `<div class="column"><div class="head"><p>${head}</p></div><div class="col-search"><input class="form-control" aria-label="Search this column"></div><div class="body"><ul class="list-unstyled entry-list">${entries.join("")}</ul></div></div>`;

const noteEntry = ({ id, number, title, abstract, authors, isSelected }: EdgeNote): string =>
  `<li class="entry entry-note${isSelected === true ? " is-selected" : ""}"><div class="note-heading"><h3><a href="/forum?id=${id}" title="Open forum for this paper" target="_blank" rel="noreferrer">${title}</a> <span>(#${number})</span></h3><div class="note-authors"><span>${authors.map(profileLink).join(", ")} </span></div><span class="note-venue">Submitted to Sleep 2026</span></div><div class="note-content"><a href="#${id}-details" class="note-contents-toggle" role="button" data-toggle="collapse" aria-expanded="false">Show details</a><div id="${id}-details" class="collapse" hidden><ul class="list-unstyled note-content-list"><li><strong class="note-content-field">Keywords:</strong> <span class="note-content-value">sleep, optics</span></li><li><strong class="note-content-field">Abstract:</strong> <span class="note-content-value">${abstract}</span></li></ul></div></div><div class="note-meta clearfix"><div class="action-links"><ul class="list-unstyled text-right"><li><a href="#" class="show-assignments">Assignments (3) »</a></li></ul></div></div></li>`;

const profileLink = ({ id, name }: Person): string =>
  `<a href="/profile?id=${id}" class="profile-link" target="_blank" rel="noreferrer" data-toggle="tooltip" data-placement="top" title="${id}">${name}</a>`;

const reviewerEntry = ({ id, name }: Person): string =>
  `<li class="entry entry-reviewer d-flex is-assigned has-conflict is-editable"><div class="reviewer-heading"><h3><a href="/profile?id=${id}" title="Profile for ${id}" target="_blank" rel="noreferrer">${name}</a></h3><p>Researcher at Institute of Sleep (sleep.example.edu)</p><h3><span>(****@sleep.example.edu)</span></h3></div><div class="edit-controls d-flex mt-1"><label class="edit-edge-toggle-description">Assignment : 1</label><button type="button" class="btn btn-xs btn-default ml-1 edit-edge-toggle-btn" title="Assignment : 1"><span class="glyphicon glyphicon-trash" aria-hidden="true"></span></button></div><div><div class="scores-list"><ul class="list-unstyled"><li><span>Reviewer Matching:</span> <span>0.784</span></li><li><span>Conflict:</span> <span>Conflict (-1)</span></li></ul></div><div class="action-links"><ul class="list-unstyled text-right"><li><a href="#" class="show-assignments">Assignments (5) »</a></li></ul></div></div></li>`;

function drawn(one: EdgeColumn): string {
  if ("notes" in one) return column("<strong>All Submissions</strong>", one.notes.map(noteEntry));
  const { of, reviewers } = one;
  const head =
    of === undefined
      ? "<strong>All Reviewers</strong>"
      : `Assignments for <strong>${of.title}</strong> (#${of.number})`;
  return column(head, reviewers.map(reviewerEntry));
}

/** @param authors of the selected submission. */
export function edgeBrowserPage({
  reviewers = [RAE],
  authors = [ADA, BO],
  columns = [{ notes: [{ ...SLEEP, authors }, BAKERS] }, { reviewers, of: SLEEP }],
  script = "",
}: EdgePage = {}): string {
  return framed({
    title: "Edge Browser",
    reader: RAE,
    script,
    content: `<h1 id="matching-title">Reviewers Assignments</h1><div class="explore-interface">${columns.map(drawn).join("")}</div>`,
  });
}
