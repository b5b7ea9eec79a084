/**
 * Who wrote a submission and who signed a reply, as everybody may know it. OpenReview also shows names that only this reader may see (a
 * program chair the authors of a blind submission, an area chair the reviewers): these are nobody's here. In doubt somebody is anonymous.
 */

const PROFILE_LINK = 'a[href*="/profile?"]';
/** What stands beside a name that only some may see. */
const REVEALED =
  '.private-contents-icon, .glyphicon-eye-open, [data-original-title*="rivately revealed"], [title*="rivately revealed"]';
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
  /** Not shown, or shown to some readers alone. */
  | { kind: "hidden" };

/** The authors that the lines of authors of a submission name. */
export function authorsIn(lines: readonly Element[]): Authors {
  const isBlind = lines.some(
    (line) => line.querySelector(REVEALED) !== null || NO_NAMES.test(line.textContent),
  );
  const people = isBlind ? [] : lines.flatMap(linked);
  const isCut = lines.some((line) => line.querySelector(MORE) !== null);
  return people.length > 0 ? { kind: "public", people, isCut } : { kind: "hidden" };
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
