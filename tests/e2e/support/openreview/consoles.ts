/** Consoles: the tables of submissions of reviewers, area chairs and program chairs. */

import { ADA, BO, CHAIR, framed, profile, RAE, VENUE, VENUE_NAME } from "./frame";

export const CONSOLE = `https://openreview.net/group?id=${VENUE}/Reviewers`;
export const AREA_CHAIRS = `https://openreview.net/group?id=${VENUE}/Area_Chairs`;
export const PROGRAM_CHAIRS = `https://openreview.net/group?id=${VENUE}/Program_Chairs`;

/** What shows more of a row on demand. */
const WIDGET = `<div class="collapse-widget"><a role="button" href="#details">Show details</a></div>`;
const CHECK_BOX = `<td><input type="checkbox" aria-label="Select this submission"></td>`;

const MENU = `<div class="menu-bar"><div class="search-container"><input class="form-control search-input" aria-label="Search" placeholder="Search all submissions"></div><div class="sort-container"><div class="sort-dropdown">Number</div><button type="button" class="btn btn-icon sort-button" aria-label="Reverse the order"></button></div></div>`;

export const submissionId = (number: number): string => `Paper${String(number).padStart(5, "0")}`;

/** The cell that names a submission. @param authors markup; program chairs see them, and no icon says that only they do. */
function summary(number: number, role: string, authors = ""): string {
  const id = submissionId(number);
  const referrer = encodeURIComponent(
    `[${role.replaceAll("_", " ")} Console](/group?id=${VENUE}/${role}#assigned-submissions)`,
  );
  return `<td><div class="note"><h4><a href="/forum?id=${id}&amp;referrer=${referrer}" target="_blank" rel="noreferrer">A diary study of sleepers, part ${number}</a></h4><div class="download-pdf-link"><a href="/pdf?id=${id}" target="_blank" rel="noreferrer">Download PDF</a></div>${authors}<div class="note-venue">Submitted to ${VENUE_NAME}</div>${WIDGET}</div></td>`;
}

const numbered = (number: number): string => `<td><strong class="note-number">${number}</strong></td>`;

/** The column of a submission's reviewers, opened: who they are is seen by chairs alone. */
const progress = `<td><div class="reviewer-progress"><h4>1 of 1 Reviews Submitted</h4><div class="assigned-reviewers"><div class="assigned-reviewer-row"><strong class="assigned-reviewer-id">aB1c</strong><div class="review-info">${profile(RAE)}<div>Researcher, Institute of Sleep (night.sleep.example.edu)</div><div>Rating: 6</div><a href="/forum?id=Sleep00001&amp;noteId=Review0001">Read Official Review</a></div></div></div></div></td>`;

interface Table {
  classes?: string;
  heads: readonly string[];
  rows: readonly string[];
}

const table = ({ classes = "", heads, rows }: Table): string =>
  `<div class="table-container">${MENU}<table class="table console-table table-striped ${classes}"><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;

/** A console shows the tab that is open, and not the others. */
function consoleOf(
  role: string,
  tabs: readonly (readonly [id: string, name: string])[],
  open: string,
  shown: string,
): string {
  const name = `${role.replaceAll("_", " ")} Console`;
  const links = tabs.map(
    ([id, label]) =>
      `<li role="presentation"${id === open ? ' class="active"' : ""}><a href="#${id}" role="tab">${label}</a></li>`,
  );
  return framed({
    title: name,
    reader: CHAIR,
    content: `<div id="group-container"><div id="header"><h1>${name}</h1><div class="description"><p>Instructions of the venue.</p></div></div><div class="tabs-container"><ul class="nav nav-tabs" role="tablist">${links.join("")}</ul><div class="tab-content"><div id="${open}" class="tab-pane active" role="tabpanel">${shown}</div></div></div></div>`,
  });
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** A reviewer's console with so many submissions. */
export function consolePage(submissions: number): string {
  const rows = numbers(submissions).map(
    (number) =>
      `<tr>${numbered(number)}${summary(number, "Reviewers")}<td><div><a href="/forum?id=${submissionId(number)}&amp;noteId=${submissionId(number)}">Submit Official Review</a></div></td></tr>`,
  );
  return consoleOf(
    "Reviewers",
    [
      ["assigned-submissions", "Assigned Submissions"],
      ["reviewer-tasks", "Reviewer Tasks"],
    ],
    "assigned-submissions",
    table({ heads: ["#", "Submission Summary", "Your Ratings"], rows }),
  );
}

export function areaChairPage(submissions: number): string {
  const rows = numbers(submissions).map(
    (number) =>
      `<tr>${CHECK_BOX}${numbered(number)}${summary(number, "Area_Chairs")}${progress}<td>Submit Meta Review</td></tr>`,
  );
  return consoleOf(
    "Area_Chairs",
    [
      ["assigned-submissions", "Assigned Submissions"],
      ["area-chair-tasks", "Area Chair Tasks"],
    ],
    "assigned-submissions",
    table({
      classes: "areachair-console-table",
      heads: ["", "#", "Submission Summary", "Review Progress", "Meta Review Status"],
      rows,
    }),
  );
}

const PC_TABS = [
  ["overview", "Overview"],
  ["paper-status", "Submission Status"],
  ["reviewer-status", "Reviewer Status"],
  ["areachair-status", "Area Chair Status"],
] as const;

/** The submissions of a venue, 25 on a page, with their authors. */
export function programChairPage(submissions: number): string {
  const authors = `<div class="note-authors">${profile(ADA)}, ${profile(BO)}</div>`;
  const shown = numbers(Math.min(submissions, 25));
  const rows = shown.map(
    (number) =>
      `<tr>${CHECK_BOX}${numbered(number)}${summary(number, "Program_Chairs", authors)}${progress}<td>No Recommendation</td><td class="console-decision"><h4>No Decision</h4></td></tr>`,
  );
  const pages = `<div class="pagination-container text-center"><ul class="pagination"><li class="active"><a href="#">1</a></li><li><a href="#">2</a></li></ul><div class="pagination-count">Showing 1-${shown.length} of ${submissions}</div></div>`;
  return consoleOf(
    "Program_Chairs",
    PC_TABS,
    "paper-status",
    `${table({ classes: "pc-console-paper-status", heads: ["", "#", "Submission Summary", "Review Progress", "Status", "Decision"], rows })}${pages}`,
  );
}

/** “Area Chair Status”: each row is a person, whose submissions are listed in two of its cells. */
export function chairStatusPage(): string {
  const listed = numbers(2).map(
    (number) =>
      `<div><strong class="note-number">${number}</strong> <a href="/forum?id=${submissionId(number)}">A diary study of sleepers, part ${number}</a></div>`,
  );
  const row = `<tr><td>1</td><td><div class="ac-summary">${profile(CHAIR)}</div></td><td>${listed.join("")}</td><td>${listed.join("")}</td></tr>`;
  return consoleOf(
    "Program_Chairs",
    PC_TABS,
    "areachair-status",
    table({
      classes: "pc-console-ac-sac-status",
      heads: ["#", "Area Chair", "Review Progress", "Status"],
      rows: [row],
    }),
  );
}
