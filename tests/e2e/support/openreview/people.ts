/** Who wrote a submission and who signed a reply, in every state in which a page shows them. */

import { profile, revealedTo, VENUE_NAME, type Person } from "./frame";

const READERS = `${VENUE_NAME} Program Chairs, ${VENUE_NAME} Submission7 Area Chairs`;

/** How the line of authors looks to whoever opened the page. */
export type AuthorLine =
  /** Hidden from this reader: the signature of their group, no link. */
  | { kind: "hidden" }
  /** Shown to everybody. */
  | { kind: "public"; people: readonly Person[] }
  /** Revealed to this reader alone: the same links, and an icon. */
  | { kind: "revealed"; people: readonly Person[] }
  /** As objects with institutions, for everybody or for this reader alone. */
  | { kind: "institutions"; people: readonly Person[]; isRevealed: boolean };

/** More names than these are shown on demand. */
const MOST = 20;

const ICON = `<span class="glyphicon glyphicon-eye-open private-contents-icon" ${revealedTo(READERS)}></span>`;

function inside(line: AuthorLine): string {
  switch (line.kind) {
    case "hidden":
      return `<h3><span><span>${VENUE_NAME} Submission7 Authors</span> </span></h3>`;
    case "public":
    case "revealed": {
      const shown = line.people.slice(0, MOST).map(profile).join(", ");
      const more =
        line.people.length > MOST
          ? `, <a class="show-all" role="button" tabindex="0">et al. (${line.people.length - MOST} more)</a>`
          : "";
      return `<h3><span>${shown}${more} ${line.kind === "revealed" ? ICON : ""}</span></h3>`;
    }
    case "institutions": {
      const names = line.people.map(
        (person) => `<span class="note-author-with-institutions">${profile(person)}<sup>1</sup></span>`,
      );
      const icon = line.isRevealed ? ` ${ICON}` : "";
      return `<h3><span>${names.join(", ")}${icon}</span><div class="note-authors-institutions"><div><sup>1</sup> Institute of Sleep (sleep.example.edu)</div></div></h3>`;
    }
  }
}

export const authorsOf = (line: AuthorLine): string =>
  `<div class="forum-authors mb-2">${inside(line)}</div>`;

/** One tag for each author whom this session may read, whoever else may: none where they are hidden. */
export function authorMetas(line: AuthorLine): string {
  const people = line.kind === "hidden" ? [] : line.people;
  return people.map(({ name }) => `<meta name="citation_author" content="${name}">`).join("");
}

/** How a reply is signed, as the reader's rights let the page tell. */
export type Signature =
  /** By a name that tells nobody: “Reviewer aB1c”, “Authors”. */
  | { kind: "anonymous"; as: string }
  /** The same with the person in brackets, seen by a few. */
  | { kind: "revealed"; as: string; person: Person }
  /** The same with the person in brackets, seen by all. */
  | { kind: "public"; as: string; person: Person }
  | { kind: "profile"; person: Person };

/** What a signature says to everybody: level − has no more, and a chat begins with it. */
export const nameOf = (signature: Signature): string =>
  signature.kind === "profile" ? signature.person.name : signature.as;

/** How a reply is signed in a chat: whoever this reader may know stands in brackets. */
export function chatSignatureOf(signature: Signature): string {
  if (signature.kind !== "revealed" && signature.kind !== "public") return nameOf(signature);
  const icon =
    signature.kind === "revealed"
      ? `<span class="glyphicon glyphicon-eye-open" ${revealedTo(READERS)}></span>`
      : `<span class="glyphicon glyphicon-globe" data-original-title="Identity revealed to everyone" data-toggle="tooltip"></span>`;
  return `${signature.as}<span class="members-list">(${icon}${profile(signature.person)} )</span>`;
}

export function signatureOf(signature: Signature): string {
  switch (signature.kind) {
    case "anonymous":
      return `by <span>${signature.as}</span>`;
    case "revealed":
      return `by <span>${signature.as} (<span class="glyphicon glyphicon-eye-open" ${revealedTo(READERS)}></span>${profile(signature.person)})</span>`;
    case "public":
      return `by <span>${signature.as} (<span class="glyphicon glyphicon-globe" data-original-title="Identity revealed to everyone" data-toggle="tooltip"></span>${profile(signature.person)})</span>`;
    case "profile":
      return `by <span>${profile(signature.person)}</span>`;
  }
}
