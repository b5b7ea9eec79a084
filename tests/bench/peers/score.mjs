// HALLMARK's figures of a set of verdicts.

/**
 * @typedef {object} Gold
 * @property {string} bibtex_key
 * @property {"VALID" | "HALLUCINATED"} label
 * @property {number | null} [difficulty_tier]
 */

/**
 * @typedef {object} Score
 * @property {number} detected share of the errors that were found (detection rate)
 * @property {number} accused share of the right entries that were called errors (false positive rate)
 * @property {number} f1
 * @property {number} weighted tier-weighted F1: an error weighs its tier, a false alarm one
 * @property {number} errors entries with an error
 * @property {number} right entries without
 */

/**
 * What is undecided, or was never answered, counts as not accused.
 *
 * @param {readonly Gold[]} gold
 * @param {import("./labels.mjs").Verdicts} verdicts
 * @returns {Score}
 */
export function scoreOf(gold, verdicts) {
  const errors = gold.filter(({ label }) => label === "HALLUCINATED");
  const right = gold.filter(({ label }) => label === "VALID");
  const isAccused = (/** @type {Gold} */ { bibtex_key }) =>
    verdicts.get(bibtex_key)?.label === "HALLUCINATED";
  const found = errors.filter(isAccused);
  const alarms = right.filter(isAccused).length;
  const weight = (/** @type {readonly Gold[]} */ entries) =>
    entries.reduce((sum, { difficulty_tier }) => sum + (difficulty_tier ?? 1), 0);
  return {
    detected: share(found.length, errors.length),
    accused: share(alarms, right.length),
    f1: balance(found.length, alarms, errors.length),
    weighted: balance(weight(found), alarms, weight(errors)),
    errors: errors.length,
    right: right.length,
  };
}

/** F1 of so many found and false alarms, with so many to find. @param {number} found @param {number} alarms @param {number} all */
const balance = (found, alarms, all) => share(2 * found, found + alarms + all);

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole === 0 ? 0 : part / whole);
