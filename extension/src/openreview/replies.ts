/** The replies of a forum as a page draws them: below one another, or as a chat. */

import { chatSignature, signerIn, type ShownPerson } from "./people";
import type { Readers } from "./policy";

const REPLY = "#forum-replies .note[data-id], .note_children .note[data-id]";
/** A chat is a list that holds only what is in sight; no note is marked as one. */
const CHAT = ".forum-replies-container.layout-chat";
const CHAT_REPLY = `${CHAT} [data-id]`;
const CHAT_INVITATION = ".chat-body > .header > .invitation";
const SIGNATURES = ".signatures";
const READERS = ".readers";
const FIELD_VALUE = ".note-content-value";
const FIELDS = ".note-content";
/** What is cut off where replies are collapsed, with the fields. */
const CLIPPED = ".note-content-container";
const HEADING = ".heading h4";

export interface Reply {
  id: string;
  title: string;
  /** After it something of ours may stand: below the words, and not within what is cut off. Null in a chat, whose lines have a fixed place. */
  after: HTMLElement | null;
  /** What was written, field by field. */
  fields: HTMLElement[];
  /** Who signed it, where everybody sees their name; an anonymous reviewer is nobody, whoever this reader knows them to be. */
  signedBy: ShownPerson | null;
  /** Signed by the submission's authors, whoever they are. */
  byAuthors: boolean;
  readers: Readers;
}

/** Why replies are not read: it is a forum of the first API. */
export type UnreadReplies = "first-api";

/** The replies that are drawn with their words, in the order of the page. */
export function repliesIn(document: Document): Reply[] {
  if (document.querySelector(CHAT) !== null)
    return [...document.querySelectorAll<HTMLElement>(CHAT_REPLY)]
      .map(readChatReply)
      .filter((reply) => reply !== null);
  return [...document.querySelectorAll<HTMLElement>(REPLY)].map(readReply).filter((reply) => reply !== null);
}

/** Whether replies are drawn as a chat. */
export function isChat(document: Document): boolean {
  return document.querySelector(CHAT) !== null;
}

function readReply(element: HTMLElement): Reply | null {
  const own = (part: Element): boolean => part.closest(".note[data-id]") === element;
  const content = [...element.querySelectorAll<HTMLElement>(FIELDS)].find(own);
  if (content === undefined) return null;
  const first = (selector: string): HTMLElement | null =>
    [...element.querySelectorAll<HTMLElement>(selector)].find(own) ?? null;
  const signatures = first(SIGNATURES);
  return {
    id: element.dataset.id ?? "",
    title: textIn(first(HEADING)),
    after: content.closest<HTMLElement>(CLIPPED) ?? content,
    fields: [...content.querySelectorAll<HTMLElement>(FIELD_VALUE)].filter(own),
    signedBy: signatures === null ? null : signerIn(signatures),
    byAuthors: /\bAuthors\b/.test(textIn(signatures)),
    readers: readersIn(first(READERS)),
  };
}

function readChatReply(element: HTMLElement): Reply | null {
  const content = element.querySelector<HTMLElement>(FIELDS);
  const signature = chatSignature(element);
  if (content === null || signature === "") return null;
  const invitation = textIn(element.querySelector(CHAT_INVITATION));
  return {
    id: element.dataset.id ?? "",
    title: invitation === "" ? signature : `${signature}: ${invitation}`,
    after: null,
    fields: [...content.querySelectorAll<HTMLElement>(FIELD_VALUE)],
    signedBy: null,
    byAuthors: /\bAuthors\b/.test(signature),
    readers: "unknown",
  };
}

/** Reviewers or authors as a group, whatever the venue calls reviewers; `Senior Program Committee` are chairs. */
const COMMITTEE = /\b(?:Reviewers|Authors)\b|(?<!Senior )\bProgram Committee\b/;
const CHAIRS = /\b(?:Chairs|Editors|Senior Program Committee)\b/;

/** Who may read a reply, by the line that says so. */
export function readersIn(line: HTMLElement | null): Readers {
  if (line === null) return "unknown";
  return readersNamed(`${line.dataset.originalTitle ?? line.title} ${textIn(line)}`);
}

/** The same by the names of those who may read it. */
export function readersNamed(names: string): Readers {
  const said = names.replaceAll("_", " ");
  if (/\beveryone\b/i.test(said)) return "everyone";
  if (COMMITTEE.test(said)) return "committee";
  return CHAIRS.test(said) ? "chairs" : "unknown";
}

function textIn(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}
