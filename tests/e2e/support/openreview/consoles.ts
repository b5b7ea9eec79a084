/** Consoles: the tables of submissions of reviewers, area chairs and program chairs. */

import type { Served } from "../tls";
import { consoleApp, type ConsoleTab } from "./console-app";
import { ADA, BO, CHAIR, framed, profile, RAE, VENUE, VENUE_NAME } from "./frame";

export const CONSOLE = `https://openreview.net/group?id=${VENUE}/Reviewers`;
export const AREA_CHAIRS = `https://openreview.net/group?id=${VENUE}/Area_Chairs`;
export const PROGRAM_CHAIRS = `https://openreview.net/group?id=${VENUE}/Program_Chairs`;
export const SENIOR_AREA_CHAIRS = `https://openreview.net/group?id=${VENUE}/Senior_Area_Chairs`;
/** A venue calls its roles as it likes. */
export const ACTION_EDITORS = `https://openreview.net/group?id=${VENUE}/Action_Editors`;

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
  return `<td><div class="note"><h4><a href="/forum?id=${id}&amp;referrer=${referrer}" target="_blank" rel="noreferrer">A diary study of sleepers, part ${number}</a></h4><div class="download-pdf-link"><a href="/pdf?id=${id}" target="_blank" rel="noreferrer">Download PDF</a></div>${authors}<div class="venue-ithenticate-container"><span class="note-venue">Submitted to ${VENUE_NAME}</span></div>${WIDGET}</div></td>`;
}

const numbered = (number: number): string => `<td><strong class="note-number">${number}</strong></td>`;

/** The column of a submission's reviewers, opened: who they are is seen by chairs alone. */
const progress = `<td><div class="console-reviewer-progress"><h4>1 of 1 Reviews Submitted</h4><div class="collapse-widget assigned-reviewers"><a data-toggle="collapse" href="#reviewers">Hide Reviewers</a><div class="collapse in"><div class="assigned-reviewer-row"><strong class="assigned-reviewer-id">aB1c</strong><div class="assigned-reviewer-action">${profile(RAE)}<div>Researcher, Institute of Sleep (night.sleep.example.edu)</div><div>Rating: 6</div><a href="/forum?id=Sleep00001&amp;noteId=Review0001">Read Official Review</a></div></div></div></div><div class="modal" hidden><div class="modal-body"><div class="note"><h4><a href="/forum?id=Sleep00001&amp;noteId=Review0001">Official Review of another submission</a></h4><div class="note-authors">${profile(RAE)}</div></div></div></div></div></td>`;

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
  script = "",
): string {
  const name = `${role.replaceAll("_", " ")} Console`;
  const links = tabs.map(
    ([id, label]) =>
      `<li role="presentation"${id === open ? ' class="active"' : ""}><a href="#${id}" role="tab">${label}</a></li>`,
  );
  return framed({
    title: name,
    reader: CHAIR,
    script,
    content: `<div id="group-container"><div id="header"><h1>${name}</h1><div class="description"><p>Instructions of the venue.</p></div></div><div class="tabs-container"><ul class="nav nav-tabs" role="tablist">${links.join("")}</ul><div class="tab-content"><div id="${open}" class="tab-pane active" role="tabpanel">${shown}</div></div></div></div>`,
  });
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

interface Kind {
  role: string;
  classes: string;
  heads: readonly string[];
  row: (number: number) => string;
  tabs: readonly (readonly [id: string, name: string])[];
  /** The tab that lists submissions, and one that lists people. */
  papers: string;
  people?: string;
  /** Rows on a page; all if left out. */
  page?: number;
}

const REVIEWERS: Kind = {
  role: "Reviewers",
  classes: "",
  heads: ["#", "Submission Summary", "Your Ratings"],
  row: (number) =>
    `<tr>${numbered(number)}${summary(number, "Reviewers")}<td><div><a href="/forum?id=${submissionId(number)}&amp;noteId=${submissionId(number)}">Submit Official Review</a></div></td></tr>`,
  tabs: [
    ["assigned-submissions", "Assigned Submissions"],
    ["reviewer-tasks", "Reviewer Tasks"],
  ],
  papers: "assigned-submissions",
};

const AREA_CHAIR: Kind = {
  role: "Area_Chairs",
  classes: "areachair-console-table",
  heads: ["", "#", "Submission Summary", "Review Progress", "Meta Review Status"],
  row: (number) =>
    `<tr>${CHECK_BOX}${numbered(number)}${summary(number, "Area_Chairs")}${progress}<td>Submit Meta Review</td></tr>`,
  tabs: [
    ["assigned-submissions", "Assigned Submissions"],
    ["area-chair-tasks", "Area Chair Tasks"],
  ],
  papers: "assigned-submissions",
};

const AUTHORS = `<div class="note-authors">${profile(ADA)}, ${profile(BO)}</div>`;

const PROGRAM_CHAIR: Kind = {
  role: "Program_Chairs",
  classes: "pc-console-paper-status",
  heads: ["", "#", "Submission Summary", "Review Progress", "Status", "Decision"],
  row: (number) =>
    `<tr>${CHECK_BOX}${numbered(number)}${summary(number, "Program_Chairs", AUTHORS)}${progress}<td>No Recommendation</td><td class="console-decision"><h4>No Decision</h4></td></tr>`,
  tabs: [
    ["overview", "Overview"],
    ["submission-status", "Submission Status"],
    ["reviewer-status", "Reviewer Status"],
    ["area-chair-status", "Area Chair Status"],
  ],
  papers: "submission-status",
  people: "area-chair-status",
  page: 25,
};

const SENIOR_AREA_CHAIR: Kind = {
  ...PROGRAM_CHAIR,
  role: "Senior_Area_Chairs",
  tabs: [
    ["submission-status", "Submission Status"],
    ["area-chair-status", "Area Chair Status"],
  ],
};

export const KINDS = {
  reviewers: REVIEWERS,
  areaChairs: AREA_CHAIR,
  seniorAreaChairs: SENIOR_AREA_CHAIR,
  programChairs: PROGRAM_CHAIR,
  actionEditors: { ...AREA_CHAIR, role: "Action_Editors" },
} satisfies Record<string, Kind>;

const pagesOf = (shown: number, all: number): string =>
  `<div class="pagination-container text-center"><ul class="pagination"><li class="active"><a href="#">1</a></li><li><a href="#">2</a></li></ul><div class="pagination-count">Showing 1-${shown} of ${all}</div></div>`;

function still({ role, classes, heads, row, tabs, papers, page }: Kind, submissions: number): string {
  const shown = numbers(Math.min(submissions, page ?? submissions));
  const rows = shown.map(row);
  const below = page === undefined ? "" : pagesOf(shown.length, submissions);
  return consoleOf(role, tabs, papers, `${table({ classes, heads, rows })}${below}`);
}

/** A reviewer's console with so many submissions. */
export const consolePage = (submissions: number): string => still(REVIEWERS, submissions);
export const areaChairPage = (submissions: number): string => still(AREA_CHAIR, submissions);
/** The submissions of a venue, 25 on a page, with their authors. */
export const programChairPage = (submissions: number): string => still(PROGRAM_CHAIR, submissions);

/** Their submissions are listed in two of the cells of each person. */
function people(): string {
  const listed = numbers(2).map(
    (number) =>
      `<div><strong class="note-number">${number}</strong> <a href="/forum?id=${submissionId(number)}">A diary study of sleepers, part ${number}</a></div>`,
  );
  const numbersOnly = numbers(2).map(
    (number) =>
      `<div class="meta-review-info"><strong class="note-number">${number}</strong> <a href="/forum?id=${submissionId(number)}&amp;noteId=Meta000001">Read Meta Review</a></div>`,
  );
  const row = `<tr><td>1</td><td><div class="ac-summary">${profile(CHAIR)}</div></td><td>${listed.join("")}</td><td>${numbersOnly.join("")}</td></tr>`;
  return table({
    classes: "pc-console-ac-sac-status",
    heads: ["#", "Area Chair", "Review Progress", "Status"],
    rows: [row],
  });
}

/** “Area Chair Status”: each row is a person. */
export const chairStatusPage = (): string =>
  consoleOf(PROGRAM_CHAIR.role, PROGRAM_CHAIR.tabs, "area-chair-status", people());

/** “Reviewer Status”: each row is a person, with the numbers and titles of what they review. */
export function reviewerStatusPage(): string {
  const papers = numbers(2).map(
    (number) =>
      `<div class="note-info"><span class="paper-number">${number}.</span><div class="paper-title-review"><a href="/forum?id=${submissionId(number)}">A diary study of sleepers, part ${number}</a></div></div>`,
  );
  const rows = [`<tr><td>1</td><td>${profile(RAE)}</td><td>${papers.join("")}</td><td></td></tr>`];
  const heads = ["#", "Reviewer", "Review Progress", "Status"];
  return consoleOf(
    PROGRAM_CHAIR.role,
    PROGRAM_CHAIR.tabs,
    "reviewer-status",
    table({ classes: "pc-console-reviewer-status", heads, rows }),
  );
}

/** A console that lives: its table comes later, tabs and pages draw anew, sorting moves rows, a search makes new ones. */
export function liveConsole(
  kind: Kind,
  submissions: number,
  { drawMs = 300, open = kind.papers } = {},
): Served {
  const tabs = kind.tabs.map(([id]): ConsoleTab => ({
    id,
    kind: id === kind.papers ? "papers" : id === kind.people ? "people" : "empty",
  }));
  const empty = table({ classes: kind.classes, heads: kind.heads, rows: [] });
  const data = { tabs, open, rows: numbers(submissions).map(kind.row), table: empty };
  const script = consoleApp({ ...data, people: people(), page: kind.page ?? null, drawMs });
  const html = consoleOf(kind.role, kind.tabs, open, `<div class="spinner-container"></div>`, script);
  return { type: "text/html; charset=utf-8", body: new TextEncoder().encode(html), isFree: true };
}
