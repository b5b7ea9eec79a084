/** What tells one article's words from another's: hashes of its content, its text, and of each claim with the entry that it cites. */

import type { Content } from "../generated/Content";
import type { DocumentView } from "../generated/DocumentView";
import { pairKey, type PairKey } from "../audit/state";

/** SHA-256 of a document, as hexadecimal digits. */
export interface Fingerprint {
  /** Of all that was read, with the numbers of its elements: where it is the same, so is every place in it. */
  readonly content: string;
  /** Of its words alone: pages come with other markup each time. The same as `content` for a PDF. */
  readonly text: string;
}

/** Null where the browser computes no hashes: pages that are not served securely. */
export async function fingerprintOf(content: Content): Promise<Fingerprint | null> {
  // Absent outside secure contexts, whatever the type says.
  if ((crypto as { subtle?: SubtleCrypto }).subtle === undefined) return null;
  if ("pdf" in content) {
    const hash = await sha256(JSON.stringify(content.pdf));
    return { content: hash, text: hash };
  }
  const { text, companions = [] } = content.text;
  const body = bodyOf(text);
  const others = companions.flat().join("\0");
  return { content: await sha256(`${body}\0${others}`), text: await sha256(`${wordsOf(body)}\0${others}`) };
}

/** Metadata may hold tokens that change with each load. */
function bodyOf(markup: string): string {
  const at = markup.indexOf("<body");
  return at < 0 ? markup : markup.slice(at);
}

/** A snapshot escapes what is no tag of it. */
function wordsOf(markup: string): string {
  return collapsed(markup.replace(/<[^>]*>/g, " "));
}

export async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** A hash that nobody can make who does not know the salt. */
export async function salted(salt: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** References by the words of their entry, without the label that changes when another entry comes before it. */
export function entriesOf(document: DocumentView): Map<string, string> {
  const count = counter();
  return new Map(
    document.references.map(({ id, raw, label }) => {
      const entry = collapsed(label !== null && raw.startsWith(label) ? raw.slice(label.length) : raw);
      return [id, count(entry)];
    }),
  );
}

/**
 * Each pair of a citation and a reference by its sentence and entry, whatever the document's ids are; a citation that points at no entry
 * stands alone. The sentence is taken without its markers: they are renumbered when an entry is added.
 */
export function pairsOf(document: DocumentView): Map<PairKey, string> {
  const entries = entriesOf(document);
  const markers = new Map<string, Set<string>>();
  for (const { sentence, surface } of document.citations)
    markers.set(sentence, (markers.get(sentence) ?? new Set()).add(surface));
  const count = counter();
  const pairs = new Map<PairKey, string>();
  for (const { id, sentence, references } of document.citations) {
    const claim = withoutAll(sentence, markers.get(sentence) ?? new Set());
    for (const reference of references.length === 0 ? [""] : references)
      pairs.set(pairKey({ citation: id, reference }), count(`${claim}\u001f${entries.get(reference) ?? ""}`));
  }
  return pairs;
}

function withoutAll(sentence: string, markers: ReadonlySet<string>): string {
  let rest = sentence;
  for (const marker of [...markers].sort((one, other) => other.length - one.length))
    if (marker !== "") rest = rest.replaceAll(marker, " ");
  return collapsed(rest);
}

/** The same words may stand in a document more than once: the first, the second … */
function counter(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : `${text}\u001f${times}`;
  };
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
