/** Forums: the page of one submission with its replies. */

import { field, framed, VENUE, VENUE_BANNER, type Banner, type Person } from "./frame";
import { authorMetas, authorsOf, type AuthorLine } from "./people";
import { chatReplyOf, replyOf, type Reply } from "./reply";
import { ABSTRACT, REPLIES, SUBMISSION, SUBMISSION_ID } from "./works";

export const FORUM = `https://openreview.net/forum?id=${SUBMISSION_ID}`;

export interface ForumPage {
  authors?: AuthorLine;
  replies?: readonly Reply[];
  banner?: Banner | null;
  /** Signed in, one may reply, and the buttons for it name the venue. */
  reader?: Person | null;
  layout?: "default" | "chat";
  /** In the bin, for those who may still see it. */
  isTrashed?: boolean;
  /** Replies come a moment after the page; until then there are neither these nor their filters. */
  isWaiting?: boolean;
  /** The submission's file stands elsewhere: then nothing on the page names the forum. */
  outsidePdf?: string;
  title?: string;
  /** What the page runs. */
  script?: string;
}

const HIDDEN: AuthorLine = { kind: "hidden" };

const metas = (authors: AuthorLine, title: string): string =>
  `<meta name="citation_title" content="${title}">${authorMetas(authors)}<meta name="citation_abstract" content="${ABSTRACT}"><meta name="citation_pdf_url" content="https://openreview.net/pdf?id=${SUBMISSION_ID}">`;

/** What stands above the replies once they are there. */
export const FILTERS = `<div class="filters-container mt-3"><form class="form-inline filter-controls"><input id="keyword-input" class="form-control" aria-label="Filter by keyword" placeholder="Search keywords"><select id="sort-dropdown" class="form-control" aria-label="Sort by"><option>Newest First</option></select><div role="group" aria-label="nesting level"><button type="button" class="btn btn-default">one level</button><button type="button" class="btn btn-default active">two levels</button><button type="button" class="btn btn-default">all levels</button></div><div role="group" aria-label="collapse level"><button type="button" class="btn btn-default">−</button><button type="button" class="btn btn-default">＝</button><button type="button" class="btn btn-default active">≡</button></div></form></div>`;

const INVITATIONS = `<div class="invitations-container mt-3"><div class="invitation-buttons top-level-invitations"><span>Add:</span><button type="button" class="btn btn-xs" data-id="${VENUE}/Submission7/-/Official_Comment">Official Comment</button></div></div>`;

function repliesOf({ replies = REPLIES, layout = "default", isWaiting = false }: ForumPage): string {
  if (isWaiting)
    return `<div class="row forum-replies-container layout-${layout}"><div class="col-xs-12"><div id="forum-replies"><div class="spinner-container"><div class="spinner"></div></div></div></div></div>`;
  const drawn = replies.map((reply) => (layout === "chat" ? chatReplyOf(reply) : replyOf(reply))).join("");
  return `<div class="row forum-replies-container layout-${layout}"><div class="col-xs-12"><div id="forum-replies">${drawn}</div></div></div>`;
}

/** A forum of API 2, as somebody outside sees it while its authors are hidden, unless more is said. */
export function forumPage(page: ForumPage = {}): string {
  const {
    authors = HIDDEN,
    banner = VENUE_BANNER,
    reader = null,
    isWaiting = false,
    isTrashed = false,
    title = SUBMISSION,
    script = "",
    outsidePdf,
  } = page;
  const file =
    outsidePdf === undefined
      ? `<a class="citation_pdf_url" href="/pdf?id=${SUBMISSION_ID}" title="Download PDF" target="_blank" rel="noreferrer">PDF</a>`
      : `<a href="${outsidePdf}" title="Download PDF" target="_blank" rel="noreferrer">PDF</a>`;
  const note = `<div class="forum-note${isTrashed ? " trashed" : ""}"><div class="forum-title mt-2 mb-2"><h2 class="citation_title">${title}</h2><div class="forum-content-link">${file}</div></div>
${authorsOf(authors)}
<div class="clearfix mb-1"><div class="forum-meta"><span class="date item">26 Sept 2025</span><span class="item">${VENUE.replaceAll("/", " ")} Submission</span><span class="readers item" data-original-title="Visible to &lt;br/&gt;everyone">Everyone</span></div><div class="invitation-buttons"></div></div>
<div class="note-content">${field("Keywords", "sleep, millers", "plain")}${field("TL;DR", "Millers sleep when the wind is down.", "plain")}${field("Abstract", `<p>${ABSTRACT}</p>`)}${field("Submission Number", "7", "plain")}</div></div>`;
  return framed({
    title,
    banner,
    reader,
    metas: metas(authors, title),
    script,
    content: `<div class="forum-container">${note}${isWaiting ? "" : FILTERS}${reader === null ? "" : INVITATIONS}${repliesOf(page)}</div>`,
  });
}

/** A forum of API 1, as its script draws it: other classes, no `.forum-note`, its title twice; whoever may see the authors has links. */
export function legacyForumPage(people = ""): string {
  return framed({
    title: SUBMISSION,
    content: `<div class="legacy-forum LegacyForum_legacyForum__rKjo0"><div class="forum-container"><div id="note_${SUBMISSION_ID}" class="note"><div class="title_pdf_row clearfix"><h2 class="note_content_title"><span>${SUBMISSION}</span> <a class="note_content_pdf" href="/pdf?id=${SUBMISSION_ID}" title="Download PDF" target="_blank"><img alt=""></a> </h2></div><div class="title_collapsed" hidden><h2 class="note_content_title"><span>Submission by Conference</span> • <span>${SUBMISSION}</span></h2></div>
<div class="meta_row"><span class="signatures">${people}</span></div><div class="clearfix"><div class="meta_row pull-left"><span class="date item">Jun 2018</span><span class="item">Readers: <span class="readers-icon glyphicon glyphicon-globe"></span> Everyone</span></div></div>
<div class="note_contents"><span class="note_content_field">Abstract: </span><span class="note_content_value">${ABSTRACT}</span></div><div class="note_contents"><span class="note_content_field">Keywords: </span><span class="note_content_value">sleep</span></div><div class="reply_row clearfix"></div></div></div></div>`,
  });
}
