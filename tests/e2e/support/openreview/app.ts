/**
 * Pages of OpenReview that behave as its web app was seen to: the server's page is there first, hydration throws out what it does not
 * know, replies come later, formulas are typeset later still, levels and filters draw replies anew, lists of many replies show some, a
 * chat holds only what is in sight, and links lead on without a load. The behaviour is written for these tests; none of it is the app's code.
 */

import type { Served } from "../tls";
import { FILTERS, forumPage, type ForumPage } from "./forum";
import { chatReplyOf, replyAt, type Reply } from "./reply";
import { REPLIES } from "./works";

interface Drawn {
  id: string;
  parent: string | null;
  whole: string;
  collapsed: string;
  minimal: string;
  chat: string;
}

interface AppData {
  replies: Drawn[];
  filters: string;
  layout: "default" | "chat";
  hydrateMs: number;
  repliesMs: number;
  typesetMs: number;
}

export interface LiveForum extends ForumPage {
  /** When the page takes over the server's markup, and when replies come after that. */
  hydrateMs?: number;
  repliesMs?: number;
}

const flat = (replies: readonly Reply[], parent: string | null = null): Drawn[] =>
  replies.flatMap((reply) => [
    {
      id: reply.id,
      parent,
      whole: replyAt(reply, "whole"),
      collapsed: replyAt(reply, "collapsed"),
      minimal: replyAt(reply, "minimal"),
      chat: chatReplyOf(reply),
    },
    ...flat(reply.replies ?? [], reply.id),
  ]);

/** Runs in the page: needs nothing but its data. */
function app(data: AppData): void {
  const MOST = 200;
  const MORE = 50;
  const CHAT_ROW = 160;
  let drawn = MOST;
  let level: "minimal" | "collapsed" | "whole" = "whole";
  let nesting = 2;
  const replies = [...data.replies];

  const parsed = (html: string): Element => {
    const element = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (element === null) throw new Error("no element");
    return element;
  };
  const container = (): HTMLElement | null => document.querySelector("#forum-replies");

  const typeset = (): void => {
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const texts: Text[] = [];
    while (walker.nextNode() !== null)
      if (/\$[^$]+\$/.test(walker.currentNode.textContent ?? "")) texts.push(walker.currentNode as Text);
    for (const text of texts)
      text.replaceWith(
        ...text.data.split(/(\$[^$]+\$)/).map((part) => {
          if (!/^\$[^$]+\$$/.test(part)) return part;
          const formula = document.createElement("mjx-container");
          const read = document.createElement("mjx-assistive-mml");
          const math = document.createElement("math");
          // Each letter is an element of its own; what stands between a function and its argument is not seen.
          for (const sign of part
            .slice(1, -1)
            .replace(/\\log\s*/g, "log\u2061")
            .replace(/\s|[{}\\^_]/g, "")) {
            const letter = document.createElement("mi");
            letter.textContent = sign;
            math.append(letter);
          }
          read.append(math);
          formula.append(document.createElement("mjx-math"), read);
          return formula;
        }),
      );
  };

  const chat = (place: HTMLElement): void => {
    const list = document.createElement("div");
    list.className = "chat-list";
    list.style.cssText = "height:480px;overflow:auto;position:relative";
    const space = document.createElement("div");
    space.style.cssText = `height:${replies.length * CHAT_ROW}px;position:relative`;
    list.append(space);
    place.replaceChildren(list);
    const draw = (): void => {
      const first = Math.floor(list.scrollTop / CHAT_ROW);
      const rows = replies.slice(first, first + 4).map((reply, at) => {
        const row = parsed(reply.chat) as HTMLElement;
        row.style.cssText = `position:absolute;top:${(first + at) * CHAT_ROW}px;height:${CHAT_ROW}px;overflow:hidden`;
        return row;
      });
      space.replaceChildren(...rows);
    };
    list.addEventListener("scroll", draw);
    draw();
  };

  /** Everything anew: what was put into a reply is gone. */
  const draw = (): void => {
    const place = container();
    if (place === null) return;
    if (data.layout === "chat") {
      chat(place);
      return;
    }
    const shown = replies.slice(0, drawn);
    const elements = new Map(shown.map((reply) => [reply.id, parsed(reply[level])]));
    const top: Element[] = [];
    for (const { id, parent } of shown) {
      const element = elements.get(id);
      const above = nesting === 1 || parent === null ? undefined : elements.get(parent);
      if (element === undefined) continue;
      if (above === undefined) top.push(element);
      else {
        const below = above.querySelector(":scope > .note-replies") ?? document.createElement("div");
        below.className = "note-replies";
        below.append(element);
        above.append(below);
      }
    }
    if (replies.length > drawn) {
      const more = document.createElement("button");
      more.id = "view-more";
      more.textContent = "View More Replies →";
      more.addEventListener("click", () => {
        drawn += MORE;
        draw();
      });
      top.push(more);
    }
    place.replaceChildren(...top);
    setTimeout(typeset, data.typesetMs);
  };

  const listen = (): void => {
    const buttons = (name: string): Element[] => [
      ...document.querySelectorAll(`[aria-label="${name}"] button`),
    ];
    buttons("collapse level").forEach((button, at) => {
      button.addEventListener("click", () => {
        level = (["minimal", "collapsed", "whole"] as const)[at] ?? "whole";
        draw();
      });
    });
    buttons("nesting level").forEach((button, at) => {
      button.addEventListener("click", () => {
        nesting = at + 1;
        draw();
      });
    });
    const search = document.querySelector<HTMLInputElement>("#keyword-input");
    search?.addEventListener("input", () => {
      if (search.value === "") draw();
      for (const note of container()?.querySelectorAll<HTMLElement>(":scope > .note") ?? [])
        note.style.display = note.textContent.includes(search.value) ? "" : "none";
    });
  };

  // By socket.
  addEventListener("new-reply", (event) => {
    replies.unshift((event as CustomEvent<Drawn>).detail);
    draw();
  });
  const server = document.querySelector(".forum-note")?.cloneNode(true);
  setTimeout(() => {
    // What hydration does not know goes.
    document.querySelector(".forum-note")?.replaceChildren(...(server?.childNodes ?? []));
    setTimeout(() => {
      document.querySelector(".forum-note")?.after(parsed(data.filters));
      listen();
      draw();
    }, data.repliesMs);
    setTimeout(typeset, data.typesetMs);
  }, data.hydrateMs);
}

/** A forum that lives. */
export function liveForum(page: LiveForum = {}): Served {
  const { hydrateMs = 250, repliesMs = 400, replies = REPLIES, layout = "default" } = page;
  const data: AppData = {
    replies: flat(replies),
    filters: FILTERS,
    layout,
    hydrateMs,
    repliesMs,
    typesetMs: 200,
  };
  const script = `(${app.toString()})(${JSON.stringify(data)})`;
  const html = forumPage({ ...page, isWaiting: true, script });
  return { type: "text/html; charset=utf-8", body: new TextEncoder().encode(html), isFree: true };
}

/** A reply as the socket brings it. */
export function newReply(reply: Reply): unknown {
  return flat([reply])[0];
}

/** Runs in the page: leads on as the app's links do, without a load. */
export function leadOn([address, html]: readonly [string, string]): void {
  history.pushState(null, "", address);
  const shown = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  if (shown !== null) document.querySelector("main")?.replaceWith(shown);
}
