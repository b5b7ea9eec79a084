/**
 * References that a review suggests, found in its words: identifiers, whole entries, and titles in quotation marks beside author and year.
 * Whatever is less than that ("the work of Smith et al.") is left alone: nothing could be looked up but a guess.
 */

import { folded, tellsOfIt, type Confidential } from "./confidential";

export interface Suggestion {
  /** As the review has it, shortened. */
  shown: string;
  /** As an entry of a reference list. */
  entry: string;
  /** The DOI or arXiv id, lower case, of which the entry consists; null if it says more. */
  identifier: string | null;
  /** The title that stood in quotation marks, if one did. */
  quoted: string | null;
  /** What seems to be the title; null if the entry is an identifier alone. */
  title: string | null;
}

/** One review names no more in earnest. */
const MOST = 40;
const SHOWN = 240;
const ENTRY = 600;

const DOI = /\b10\.\d{4,9}\/[^\s"<>“”]+/gi;
const ARXIV =
  /\barxiv(?:\.org\/(?:abs|pdf|html)\/|\s*[:.]?\s*)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})/gi;
const YEAR = /\b(?:19[5-9]\d|20\d\d)[a-z]?\b/;
/** `Smith et al., 2019` · `Smith & Jones (2019)` · `Smith, 2019`. */
const NAMED =
  /\b(\p{Lu}[\p{L}'’-]+(?:\s+(?:et\s+al\.?|(?:and|&)\s+\p{Lu}[\p{L}'’-]+))?),?\s*\(?((?:19[5-9]|20\d)\d)[a-z]?\)?/gu;
const QUOTED = /[“"„«]([^“”"„«»]{12,250})[”"“»]/g;
/** `Smith et al., ` and `Smith and Jones: ` before a title, `, 2019` and ` (NeurIPS 2019)` after it. */
const NAMES_BEFORE = /\b(\p{Lu}[\p{L}'’-]+(?:\s+(?:et\s+al\.?|(?:and|&)\s+\p{Lu}[\p{L}'’-]+))?)[,:]\s*$/u;
const YEAR_AFTER =
  /^[,.;]?\s*(?:in\s+)?\(?(?:[\p{Lu}][\p{L}.&’' -]{0,60}[,\s]\s*)?((?:19[5-9]|20\d)\d)[a-z]?\b/u;
/** An entry begins with its number, or with names: `Smith, J.` · `J. Smith` · `Jane Smith, Bo Jones`. */
const NUMBER = /^\s*(?:\[\w{1,8}\]|\(\d{1,3}\)|\d{1,3}[.)])\s+/;
const BULLET = /^\s*[-*•–]\s+/;
const NAMES =
  /^(?:\p{Lu}[\p{L}'’-]+,\s+(?:\p{Lu}\.[\s-]?)+|(?:\p{Lu}\.[\s-]?){1,3}\s*\p{Lu}[\p{L}'’-]+|\p{Lu}[\p{L}'’-]+\s+et\s+al\.?|\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}.'’-]+){1,3}(?:,\s+|\s+and\s+|\s+&\s+)\p{Lu})/u;
/** What follows such words is another work. */
const LEADS_ON = /\b(?:also|and|as well|compare|or|see|then)\b/i;
/** Title and names stand this near to each other. */
const NEAR = 60;

/**
 * The suggestions in some blocks of words, each work once.
 * @param avoid the submission while its authors are hidden: no entry that tells of it may be looked up.
 */
export function suggestionsIn(blocks: readonly string[], avoid: Confidential | null): Suggestion[] {
  const found: Suggestion[] = [];
  for (const line of blocks.flatMap(linesOf)) {
    for (const suggestion of inLine(line)) {
      if (avoid !== null && tellsOfIt(suggestion.entry, suggestion.quoted, avoid)) continue;
      if (found.length < MOST && !found.some((other) => isSameWork(other, suggestion)))
        found.push(suggestion);
    }
  }
  return found;
}

/** Whether two suggestions name one work beyond doubt: by one identifier, in the same words, or by one title of one year. */
export function isSameWork(one: Suggestion, other: Suggestion): boolean {
  if (one.identifier !== null || other.identifier !== null)
    return one.identifier !== null && one.identifier === other.identifier;
  if (closed(one.entry) === closed(other.entry)) return true;
  if (one.title === null || other.title === null || closed(one.title) !== closed(other.title)) return false;
  const [year, otherYear] = [yearOf(one), yearOf(other)];
  return year === null || otherYear === null || year === otherYear;
}

/** A name for a work, the same in whichever reviews it is suggested; where only its title is given, the year belongs to it. */
export function workKey(suggestion: Suggestion): string {
  const { identifier, title, entry } = suggestion;
  return identifier ?? `${closed(title ?? entry)} ${yearOf(suggestion) ?? ""}`;
}

function yearOf({ entry }: Suggestion): string | null {
  return YEAR.exec(entry)?.[0].slice(0, 4) ?? null;
}

/** Without what differs from one drawing to the next, as the blanks in formulas do. */
function closed(text: string): string {
  return folded(text).replaceAll(" ", "");
}

/** A block's lines: where an entry begins, and no sooner. Others were broken by whoever wrote them to keep lines short. */
function linesOf(block: string): string[] {
  const lines: string[] = [];
  for (const raw of block.split("\n")) {
    const line = raw.replace(/\s+/g, " ").trim();
    const last = lines.at(-1);
    const begins =
      NUMBER.test(line) ||
      BULLET.test(line) ||
      entryOf(line) !== null ||
      (last !== undefined && entryOf(last) !== null && /[.\d)\]”"]$/.test(last));
    if (last === undefined || begins) lines.push(line);
    else lines[lines.length - 1] = `${last} ${line}`;
  }
  return lines.flatMap(numberedApart).map((line) => line.replace(BULLET, ""));
}

/** `[1] Smith, J. … [2] Jones, A. …` in one line. */
function numberedApart(line: string): string[] {
  const marks = [...line.matchAll(/\[\d{1,3}\]\s+(?=\p{Lu})/gu)];
  const isList =
    marks.length > 1 && marks.every(({ index }) => NAMES.test(line.slice(index).replace(NUMBER, "")));
  if (!isList) return [line];
  const starts = marks.map(({ index }) => index);
  const pieces = starts.map((from, at) => line.slice(from, starts[at + 1]).trim());
  return [line.slice(0, starts[0]).trim(), ...pieces].filter((piece) => piece !== "");
}

function inLine(line: string): Suggestion[] {
  const whole = entryOf(line);
  if (whole !== null) return [whole];
  const taken: [number, number][] = [];
  const titled = titlesIn(line, taken);
  return [
    ...titled,
    ...identifiersIn(line).filter(({ at }) => !taken.some(([from, to]) => at >= from && at < to)),
  ]
    .sort((one, other) => one.at - other.at)
    .map(({ shown, entry, identifier, quoted, title }) => ({
      shown: shortened(shown),
      entry: entry.slice(0, ENTRY),
      identifier,
      quoted,
      title,
    }));
}

/** A line that is an entry as a whole. */
function entryOf(line: string): Suggestion | null {
  const entry = line.replace(NUMBER, "");
  const isNumbered = entry !== line;
  const words = entry.split(" ").length;
  if (words < 6 || words > 80 || !NAMES.test(entry)) return null;
  if (!YEAR.test(entry) && !has(ARXIV, entry) && !has(DOI, entry)) return null;
  // A sentence that begins with names is no entry: those print initials or a number, and have a title after a stop or in quotation marks.
  const isPrinted =
    isNumbered || /\p{Lu}\./u.test(entry.slice(0, 40)) || /^.{3,160}?\(\d{4}[a-z]?\)\./.test(entry);
  const hasTitle = has(QUOTED, entry) || /[.):,]\s+\p{Lu}[^.]{14,}[.,]/u.test(entry);
  if (!isPrinted || !hasTitle) return null;
  const quoted = quotedIn(entry);
  const title = quoted ?? titleOf(entry);
  return { shown: shortened(entry), entry: entry.slice(0, ENTRY), identifier: null, quoted, title };
}

/** The longest sentence of an entry that is no list of names. */
function titleOf(entry: string): string | null {
  const parts = entry
    .replace(/\(?\b(?:19|20)\d\d[a-z]?\)?[.,:]?/g, ". ")
    .replace(/\.(?:\s*\.)+/g, ".")
    .split(/(?<=\p{L}{2}[.?!]|\))\s+|(?<=\b\p{Lu}\.)\s+(?=\p{Lu}[\p{L}-]*\s+\p{Ll})/u)
    .map((part) => part.trim());
  const wordy = parts.filter((part) => part.split(" ").length >= 3 && (part.match(/,/g) ?? []).length <= 2);
  const [longest] = wordy.sort((one, other) => other.split(" ").length - one.split(" ").length);
  return longest ?? null;
}

interface Placed extends Suggestion {
  at: number;
}

/** Titles in quotation marks beside author and year. */
function titlesIn(line: string, taken: [number, number][]): Placed[] {
  const names = [...line.matchAll(NAMED)];
  return [...line.matchAll(QUOTED)].flatMap((quoted) => {
    const title = (quoted[1] ?? "").replace(/[.,;]+$/, "").trim();
    if (!/^[\p{Lu}\d]/u.test(title) || title.split(" ").length < 3) return [];
    const [from, to] = [quoted.index, quoted.index + quoted[0].length];
    const gap = (name: RegExpExecArray): number =>
      name.index >= to ? name.index - to : from - (name.index + name[0].length);
    const [nearest] = names
      .filter((name) => gap(name) >= 0 && gap(name) <= NEAR)
      .sort((one, other) => gap(one) - gap(other));
    const identifier = identifiersIn(line).find(
      ({ at }) => at >= to && at - to <= NEAR && !LEADS_ON.test(line.slice(to, at)),
    );
    const around = authorAndYear(line.slice(0, from), line.slice(to));
    if (nearest === undefined && around === null && identifier === undefined) return [];
    const beside = nearest === undefined ? "" : `${nearest[1] ?? ""} (${nearest[2] ?? ""}). `;
    const by = around ?? beside;
    const end = identifier === undefined ? to : identifier.at + identifier.shown.length;
    taken.push([from, end]);
    const suffix = identifier === undefined ? "" : ` ${identifier.entry}`;
    const entry = `${by}${title}.${suffix}`;
    return [{ at: from, shown: `${by}“${title}”${suffix}`, entry, identifier: null, quoted: title, title }];
  });
}

/** Names just before a title and the year just after it. */
function authorAndYear(before: string, after: string): string | null {
  const [names, year] = [NAMES_BEFORE.exec(before.slice(-NEAR))?.[1], YEAR_AFTER.exec(after)?.[1]];
  return names === undefined || year === undefined ? null : `${names} (${year}). `;
}

function identifiersIn(line: string): Placed[] {
  const arxiv = [...line.matchAll(ARXIV)].map((match) => {
    const id = `arXiv:${match[1] ?? ""}`;
    const identifier = (match[1] ?? "").toLowerCase();
    return { at: match.index, shown: id, entry: id, identifier, quoted: null, title: null };
  });
  const dois = [...line.matchAll(DOI)].map((match) => {
    const doi = balanced(match[0]);
    return {
      at: match.index,
      shown: `doi:${doi}`,
      entry: `https://doi.org/${doi}`,
      // arXiv's own DOIs name the same work once more.
      identifier: doi.toLowerCase().replace(/^10\.48550\/arxiv\.(?=\d)/, ""),
      quoted: null,
      title: null,
    };
  });
  return [...arxiv, ...dois].sort((one, other) => one.at - other.at);
}

/** A DOI without the stops and brackets of the sentence around it. */
function balanced(doi: string): string {
  let text = doi;
  for (;;) {
    const last = text.at(-1) ?? "";
    const open = { ")": "(", "]": "[", "}": "{" }[last];
    const isStop = /[.,;:!?'’*_]/.test(last);
    if (!isStop && (open === undefined || text.split(open).length >= text.split(last).length)) return text;
    text = text.slice(0, -1);
  }
}

function has(pattern: RegExp, text: string): boolean {
  return text.search(pattern) >= 0;
}

function quotedIn(entry: string): string | null {
  const [quoted] = entry.matchAll(QUOTED);
  return quoted?.[1] ?? null;
}

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1).trimEnd()}…`;
}
