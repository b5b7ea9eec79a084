/**
 * Who wrote a submission and who signed a reply, as everybody may know it. OpenReview also shows names that only this reader may see (a
 * program chair the authors of a blind submission, an area chair the reviewers): these are nobody's here. In doubt somebody is anonymous.
 */

const PROFILE_LINK = 'a[href*="/profile?"]';
/** What stands beside a name that only some may see. */
const REVEALED =
  '.private-contents-icon, .glyphicon-eye-open, [data-original-title*="rivately revealed"], [title*="rivately revealed"]';
/** What stands beside authors whom only some may see. */
const REVEALED_AUTHORS = ".private-contents-icon";
const AUTHOR_WITH_INSTITUTIONS = ".note-author-with-institutions";
const INSTITUTION = ".note-authors-institutions > div";
/** “Reviewer aB1c”, “Area Chair xY9z”. */
const PSEUDONYM = /\b\p{Lu}\p{L}*[\s_]+[A-Za-z\d]{4}(?=\s*(?:[(,]|$))/gu;
/** How a reply of a chat is signed, and in it, who that is, for those who may see it. */
const CHAT_SIGNATURE = ".chat-body > .header > strong";
const MEMBERS = ".members-list";
/** What stands beside a name that everybody may see, though the signature is no person's. */
const MADE_PUBLIC = ".glyphicon-globe";
/** What a blind submission shows in place of its authors: the name of their group, or nobody's. */
const NO_NAMES = /\b(?:Submission|Paper)\s*\d+\s+Authors\b|\banonym/i;

/** What shows the rest of a long line of authors. */
const MORE = ".show-all";

/** A person whom the page itself names, with the profile that the name leads to. */
export interface ShownPerson {
  name: string;
  id: string;
}

export type Authors =
  /** Cut short if the page shows only the first of them. */
  | { kind: "public"; people: readonly ShownPerson[]; isCut: boolean }
  /** Shown to this reader and a few others: who they are is not read unless the reader asks for it (`revealedIn`). */
  | { kind: "revealed" }
  /** Not shown. */
  | { kind: "hidden" };

/** Whether words stand in place of a name that is not shown. */
export const isNobody = (words: string): boolean => NO_NAMES.test(words);

/** The authors that the lines of authors of a submission name. */
export function authorsIn(lines: readonly Element[]): Authors {
  if (lines.some((line) => isNobody(line.textContent))) return { kind: "hidden" };
  const has = (mark: string): boolean => lines.some((line) => line.querySelector(mark) !== null);
  if (has(REVEALED))
    return has(REVEALED_AUTHORS) && has(PROFILE_LINK) ? { kind: "revealed" } : { kind: "hidden" };
  const people = lines.flatMap(linked);
  return people.length > 0 ? { kind: "public", people, isCut: has(MORE) } : { kind: "hidden" };
}

/** The authors whom OpenReview reveals to this reader: for what stays in this browser, when the reader asked for it. */
export function revealedIn(lines: readonly Element[]): readonly ShownPerson[] {
  return authorsIn(lines).kind === "revealed" ? lines.flatMap(linked) : [];
}

/** Domains of institutions that newer submissions show for their authors: “¹ Institute (domain)”. */
export function domainsByAuthor(lines: readonly Element[]): ReadonlyMap<string, readonly string[]> {
  const places = lines.flatMap((line) =>
    [...line.querySelectorAll(INSTITUTION)].map(
      ({ textContent }) => /\(([^()\s]+\.[^()\s]+)\)\s*$/.exec(textContent.trim())?.[1],
    ),
  );
  const found = new Map<string, readonly string[]>();
  for (const line of lines)
    for (const author of line.querySelectorAll(AUTHOR_WITH_INSTITUTIONS)) {
      const [person] = linked(author);
      const marks = (author.querySelector("sup")?.textContent ?? "").match(/\d+/g) ?? [];
      const domains = marks.map((mark) => places[Number(mark) - 1]).filter((domain) => domain !== undefined);
      if (person !== undefined) found.set(person.id, domains);
    }
  return found;
}

/** The names by which those who are anonymous sign: a role, and four signs that stand for one person. */
export function pseudonymsIn(document: Document): string[] {
  const inChat = [...document.querySelectorAll(CHAT_SIGNATURE)].map(withoutMembers);
  return pseudonymsOf([...document.querySelectorAll(".signatures")].map(textBesideLinks).concat(inChat));
}

/** The signature of a chat's reply, without the names of those whom it stands for. */
export function chatSignature(reply: Element): string {
  const signature = reply.querySelector(CHAT_SIGNATURE);
  return signature === null ? "" : withoutMembers(signature);
}

function withoutMembers(signature: Element): string {
  return [...signature.childNodes]
    .filter((node) => !(node instanceof Element && node.matches(MEMBERS)))
    .map(({ textContent }) => textContent ?? "")
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** The same by what signatures say. */
export function pseudonymsOf(signatures: readonly string[]): string[] {
  const names = signatures.flatMap((text) => text.match(PSEUDONYM) ?? []);
  return [...new Set(names.map((name) => name.replace(/[\s_]+/g, " ")))];
}

function textBesideLinks(element: Element): string {
  return [...element.childNodes]
    .filter((node) => !(node instanceof HTMLAnchorElement))
    .map((node) => (node instanceof Element ? textBesideLinks(node) : (node.textContent ?? "")))
    .join("");
}

/** Who signed a reply with a name that everybody sees; null if nobody did. */
export function signerIn(signatures: Element): ShownPerson | null {
  if (signatures.querySelector(REVEALED) !== null) return null;
  const [link] = signatures.querySelectorAll<HTMLAnchorElement>(PROFILE_LINK);
  const signature = link?.parentElement ?? null;
  if (signature === null) return null;
  // Signed by a profile, the name comes first. After the name of a group, it is everybody's only where the page says so.
  const isFirst = [...signature.childNodes].find(({ textContent }) => textContent?.trim() !== "") === link;
  const isPublic = signature !== signatures && (isFirst || signature.querySelector(MADE_PUBLIC) !== null);
  return isPublic ? (linked(signature)[0] ?? null) : null;
}

function linked(place: Element): ShownPerson[] {
  return [...place.querySelectorAll<HTMLAnchorElement>(PROFILE_LINK)].flatMap((link) => {
    const id = URL.canParse(link.href) ? new URL(link.href).searchParams.get("id") : null;
    const name = link.textContent.replace(/\s+/g, " ").trim();
    return id?.startsWith("~") === true && name !== "" ? [{ name, id }] : [];
  });
}
