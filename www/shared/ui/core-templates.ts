/**
 * Sentences of the core with names and numbers in them, in the reader's words. The catalogues know them as templates:
 * `{kept} of {all} windows kept, nearest first`.
 */

import type { Part } from "./core-text";

type Table = Readonly<Record<string, string>>;

interface Template {
  readonly key: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** Characters that are no slot's: of two templates that fit the one that says more is meant. */
  readonly fixed: number;
}

/** Slots that hold phrases of the core; where one is unknown, the template is another. */
const PHRASES: ReadonlySet<string> = new Set([
  "asked",
  "came_to",
  "extent",
  "fault",
  "fields",
  "how",
  "identity",
  "question",
  "rankings",
]);
/** Slots that hold sentences of the core for which there are no words here: what failed, and why. */
const ENGLISH: ReadonlySet<string> = new Set(["error", "reason"]);
/** Slots that hold several phrases, by what parts them. */
const LISTS: Readonly<Record<string, string>> = { kinds: ", ", clauses: "; " };
/** Slots that hold a name or number and what the core says further. */
const FOLLOWED: ReadonlySet<string> = new Set(["sources"]);

const SLOT = /\{(\w+)\}/;
const CLAUSES = "; ";

const known = new WeakMap<Table, readonly Template[]>();

function templatesOf(table: Table): readonly Template[] {
  const made =
    known.get(table) ??
    Object.keys(table)
      .filter((key) => SLOT.test(key))
      .map(template);
  const templates = [...made].sort((a, b) => b.fixed - a.fixed);
  known.set(table, templates);
  return templates;
}

function template(key: string): Template {
  const parts = key.split(SLOT);
  const fixed = parts.filter((_, index) => index % 2 === 0);
  const pattern = fixed.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("(.*)");
  return {
    key,
    pattern: new RegExp(`^${pattern}$`, "s"),
    names: parts.filter((_, index) => index % 2 === 1),
    fixed: fixed.join("").length,
  };
}

/** A sentence of the core in the words of a table; what the table lacks stays English, as files of other versions may have it. */
export function templateParts(table: Table, said: string): Part[] {
  return translated(table, said) ?? clauses(table, said, CLAUSES);
}

function translated(table: Table, said: string): Part[] | null {
  if (Object.hasOwn(table, said)) return [table[said] ?? said];
  for (const { key, pattern, names } of templatesOf(table)) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const slots = new Map(names.map((name, index) => [name, found[index + 1] ?? ""]));
    const parts = (table[key] ?? key).split(SLOT).map((part, index) => {
      if (index % 2 === 0) return [part];
      return slotParts(table, part, slots.get(part) ?? "");
    });
    if (parts.every((part) => part !== null)) return parts.flat().filter((part) => part !== "");
  }
  return null;
}

function slotParts(table: Table, name: string, value: string): Part[] | null {
  const separator = LISTS[name];
  if (separator !== undefined) return clauses(table, value, separator);
  if (ENGLISH.has(name)) return [{ english: value }];
  if (FOLLOWED.has(name)) {
    const [first = "", ...rest] = value.split(CLAUSES);
    const further = rest.flatMap((clause) => [CLAUSES, ...clauses(table, clause, CLAUSES)]);
    return [{ data: first }, ...further];
  }
  const parts = PHRASES.has(name) ? translated(table, value) : null;
  // Who was asked is a phrase only where nobody was.
  if (parts === null && PHRASES.has(name) && name !== "asked") return null;
  return parts ?? [{ data: value }];
}

/** Several phrases, one after another. */
function clauses(table: Table, said: string, separator: string): Part[] {
  const parts = said.split(separator).map((clause) => translated(table, clause));
  if (parts.every((part) => part === null)) return [{ english: said }];
  return said
    .split(separator)
    .flatMap((clause, index) => [
      ...(index === 0 ? [] : [separator]),
      ...(parts[index] ?? [{ english: clause }]),
    ]);
}
