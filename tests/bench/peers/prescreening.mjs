// The checks that HALLMARK's authors run before every tool, and whose errors they add to the tool's: their published rows
// are those of both together. Written anew from what the checks are said to do.

/** The last year that is not the future (the benchmark's release). */
const THIS_YEAR = 2026;
const FIRST_YEAR = 1900;

/**
 * Why an entry is an error at first sight, if it is.
 *
 * @param {Record<string, string>} fields
 * @param {(doi: string) => Promise<boolean>} resolves whether doi.org knows a DOI
 * @returns {Promise<"doi" | "year" | "authors" | undefined>}
 */
export async function atFirstSight(fields, resolves) {
  const doi = /10\.\d+\/\S+/.exec(fields.doi ?? "")?.[0];
  if (doi !== undefined && !(await resolves(doi))) return "doi";
  const year = /^\d+$/.test(fields.year ?? "") ? Number(fields.year) : undefined;
  if (year !== undefined && (year > THIS_YEAR || year < FIRST_YEAR)) return "year";
  return areMadeUp(fields.author ?? "") ? "authors" : undefined;
}

/** Whether names are placeholders. @param {string} field */
export function areMadeUp(field) {
  const text = field.trim();
  if (text === "") return false;
  if (text.length < 3 || /^et al\.?$/i.test(text)) return true;
  const people = text.split(/\s+and\s+/).map((person) => person.split(/[\s,]+/).filter(Boolean));
  const parts = people.flat();
  // Author1, AuthorA, Smith2
  if (parts.some((part) => /^Author[A-Z\d]+$|^[A-Z][a-z]*\d+$/.test(part))) return true;
  const surnames = text
    .split(/\s+and\s+/)
    .map((person) => (person.includes(",") ? person.split(",")[0] : person.split(/\s+/).at(-1)) ?? "");
  if (surnames.length > 1 && surnames.every((surname) => surname.trim().length === 1)) return true;
  if (people.every((person) => person.every((part) => /^[A-Z]\.?$/.test(part)))) return true;
  const shouted = parts.filter((part) => /^[A-Z]{2,}$/.test(part)).length;
  return parts.length > 1 && shouted * 2 > parts.length;
}

/**
 * A tool's verdicts with the errors at first sight added to them.
 *
 * @param {import("./labels.mjs").Verdicts} verdicts
 * @param {ReadonlyMap<string, string>} errors by the entries' keys
 * @returns {import("./labels.mjs").Verdicts}
 */
export function withErrors(verdicts, errors) {
  const joined = new Map(verdicts);
  for (const [key, status] of errors)
    if (verdicts.get(key)?.label !== "HALLUCINATED") joined.set(key, { label: "HALLUCINATED", status });
  return joined;
}
