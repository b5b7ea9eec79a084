/** Replies on a forum: reviews, comments, decisions. */

import { field } from "./frame";
import { chatSignatureOf, nameOf, signatureOf, type Signature } from "./people";

export interface Reply {
  id: string;
  /** What it answers: “Official Review”, “Official Comment”. */
  invitation: string;
  title: string;
  by: Signature;
  fields: readonly (readonly [name: string, markup: string, kind?: "plain" | "markdown"])[];
  replies?: readonly Reply[];
  /** How much of it is shown: level − has no fields and no line below the head, level ＝ is cut off. */
  level?: "whole" | "collapsed" | "minimal";
  /** There are edits of it to see. */
  isRevised?: boolean;
  /** What it answers, where replies are not drawn below one another. */
  answers?: string;
  /** Whoever wrote it is about to change it: the form stands below. */
  isEdited?: boolean;
  /** A filter hides it. */
  isFiltered?: boolean;
  /** Who may read it, as the site lists them; everybody if left out. */
  readers?: readonly string[];
}

const CONTROLS = `<div class="collapse-controls-v" aria-label="Collapse controls"><button class="btn btn-link">−</button><button class="btn btn-link">＝</button><button class="btn btn-link">≡</button></div>`;

const FORM = `<div class="note-editor"><label>Comment <textarea>A draft that nobody sent.</textarea></label><button type="button" class="btn btn-sm">Submit</button></div>`;

function whole(reply: Reply): string {
  const { id, invitation, title, by, fields, level } = reply;
  const values = fields.map(([name, markup, kind]) => field(name, markup, kind)).join("");
  const cut = level === "collapsed";
  const parent =
    reply.answers === undefined ? "" : `<div class="parent-title">Replying to ${reply.answers}</div>`;
  const readers = (reply.readers ?? ["everyone"]).join(", ");
  const revisions = reply.isRevised === true ? '<span class="revisions">Revisions</span>' : "";
  return `${parent}<div class="heading"><h4><span>${title}</span></h4><button class="btn btn-xs permalink-btn" aria-label="Copy link of ${id}"></button></div>
<div class="subheading"><span class="invitation highlight" data-original-title="Reply type">${invitation}</span><span class="signatures">${signatureOf(by)}</span><span class="created-date">01 Nov 2025, 12:00</span><span class="readers" data-original-title="Visible to &lt;br/&gt;${readers}">${readers === "everyone" ? "Everyone" : readers}</span>${revisions}</div>
<div class="note-content-container${cut ? " collapsed" : ""}"><div class="note-content">${values}</div>${cut ? '<div class="gradient-overlay"><button class="btn btn-xs">Show All</button></div>' : ""}</div>${reply.isEdited === true ? FORM : ""}`;
}

const minimal = ({ title, by }: Reply): string =>
  `<div class="heading"><h4 class="minimal-title"><strong>${title}</strong> • <span class="signatures">by ${nameOf(by)}</span> </h4></div>`;

/** A reply with those below it, which nesting level 2 draws one level deep. */
export function replyOf(reply: Reply, depth: "odd" | "even" = "odd"): string {
  const below = (reply.replies ?? []).map((one) => replyOf(one, depth === "odd" ? "even" : "odd")).join("");
  const hidden = reply.isFiltered === true ? ' style="display:none"' : "";
  return `<div class="note depth-${depth}" data-id="${reply.id}"${hidden}>${CONTROLS}${reply.level === "minimal" ? minimal(reply) : whole(reply)}${below === "" ? "" : `<div class="note-replies">${below}</div>`}</div>`;
}

/** A reply as it is drawn at the level − or ＝, without those below it. */
export const replyAt = (reply: Reply, level: "whole" | "collapsed" | "minimal"): string =>
  replyOf({ ...reply, level, replies: [] });

/** The same in a chat, where signatures stand in the head and no note is marked as one. */
export const chatReplyOf = ({ id, invitation, by, fields }: Reply): string =>
  `<div class="left clearfix ChatReply_container__h4Tp6" data-id="${id}"><div class="chat-body"><div class="header"><span class="indicator"></span><strong>${chatSignatureOf(by)}</strong><span class="invitation highlight" data-original-title="Reply type">${invitation}</span><small>10/13/2026 at 7:00 PM</small></div><div class="note-content">${fields.map(([name, markup, kind]) => field(name, markup, kind)).join("")}</div></div></div>`;
