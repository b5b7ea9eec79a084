/**
 * The frame of every page of OpenReview: navigation, banner, footer.
 *
 * The pages in this folder are written by hand, from what was seen of the markup of OpenReview's web app (openreview-web, version 1.15.30) on
 * a machine of our own: which elements, classes, attributes and texts there are, not its code, which is AGPL. All people, works and texts
 * are invented. What is marked “(source)” was only read in the app's source and never seen on a page.
 */

export const VENUE = "Sleep.example/2026/Conference";
/** What the site calls the venue in signatures. */
export const VENUE_NAME = "Sleep 2026 Conference";

/** What of a page is OpenReview's to lay out. */
export const FRAME =
  "nav, #or-banner, .nav-tabs, .entry-note, .filter-controls, .collapse-controls-v, .permalink-btn, .chat-list, .download-pdf-link, .pagination, footer";

export interface Person {
  id: string;
  name: string;
}

export const ADA: Person = { id: "~Ada_Author1", name: "Ada Author" };
export const BO: Person = { id: "~Bo_Writer1", name: "Bo Writer" };
export const RAE: Person = { id: "~Rae_Viewer1", name: "Rae Viewer" };
export const JANE: Person = { id: "~Jane_Signer1", name: "Jane Signer" };
export const CHAIR: Person = { id: "~Cleo_Chair1", name: "Cleo Chair" };

/** The only link that names a person: to the profile, by its id. */
export const profile = ({ id, name }: Person): string =>
  `<a title="${id}" data-toggle="tooltip" data-placement="top" href="/profile?id=${id}">${name}</a>`;

/** Where the link above the page leads to. */
export interface Banner {
  title: "Venue Homepage" | "Back";
  href: string;
  text: string;
}

export const VENUE_BANNER: Banner = {
  title: "Venue Homepage",
  href: `/group?id=${VENUE}`,
  text: `${VENUE_NAME} homepage`,
};

/** As `referrer=[Text](/path)` in the address makes it: that very path, which may be another person's profile. */
export const back = (text: string, href: string): Banner => ({
  title: "Back",
  text: `Back to ${text}`,
  href,
});

export interface Frame {
  title: string;
  /** Markup of what stands in `main`. */
  content: string;
  /** None where the site has nothing to say there. */
  banner?: Banner | null;
  /** Whoever is signed in; a guest if left out. */
  reader?: Person | null;
  /** Markup of the head's metas. */
  metas?: string;
  /** What the page runs at its end. */
  script?: string;
}

/** Whoever is signed in is named by a button without an address: no page tells the reader's own profile. */
const menu = (reader: Person | null): string =>
  reader === null
    ? `<a href="/login">Login</a>`
    : `<a id="user-menu" class="Menu_toggle__k3Jd0" role="button" tabindex="0">${reader.name}</a>`;

export function framed({
  title,
  content,
  banner = VENUE_BANNER,
  reader = null,
  metas = "",
  script = "",
}: Frame): string {
  const above =
    banner === null
      ? ""
      : `<div id="or-banner" class="Banner_banner__q8xW2"><div class="container"><a title="${banner.title}" href="${banner.href}">${banner.text}</a></div></div>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | OpenReview</title>${metas}</head><body><div id="__next">
<nav class="Nav_bar__r7Vt1" role="navigation"><div class="container"><a class="Nav_brand__b2Ls9" href="/"><strong>OpenReview</strong>.net</a> ${menu(reader)}</div></nav>
${above}<div class="container"><main id="content">${content}</main></div>
<footer class="Footer_sitemap__w5Qa4"><ul><li><a href="/about">About OpenReview</a></li><li><a href="/group?id=OpenReview.net/News&amp;referrer=[Homepage](/)">News</a></li><li><a href="/group?id=OpenReview.net/Support">All Venues</a></li></ul></footer>
</div>${script === "" ? "" : `<script>${script.replaceAll("</", "<\\/")}</script>`}</body></html>`;
}

/** A field of a note. The server writes name and colon as two texts, with a comment between them. */
export const field = (name: string, value: string, kind: "plain" | "markdown" = "markdown"): string => {
  const element = kind === "plain" ? "span" : "div";
  const classes = kind === "plain" ? "note-content-value" : "note-content-value markdown-rendered";
  return `<div><strong class="note-content-field disable-tex-rendering">${name}<!-- -->:</strong> <${element} class="${classes}">${value}</${element}></div>`;
};

/** The sign beside what only some may see, with who they are. */
export const revealedTo = (readers: string): string =>
  `data-original-title="Identities privately revealed to ${readers}" data-toggle="tooltip"`;
