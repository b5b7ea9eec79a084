// Texts compared as the core compares quotes: case, accents, punctuation and spaces aside.

/** @param {string} text */
export const fold = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|['’\u00AD]/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The stretch of one of the texts that says what is looked for, in the text's own spelling; undefined if none does.
 *
 * @param {string} wanted
 * @param {readonly string[]} texts
 */
export function foundIn(wanted, texts) {
  const words = fold(wanted).split(" ");
  if (words[0] === "") return undefined;
  for (const text of texts) {
    const spelled = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
    const folded = spelled.flatMap(({ word, index }) =>
      fold(word)
        .split(" ")
        .filter((one) => one !== "")
        .map((one) => ({ one, from: index, to: index + word.length })),
    );
    const start = folded.findIndex((_, at) =>
      words.every((word, offset) => folded[at + offset]?.one === word),
    );
    const [first, last] = [folded[start], folded[start + words.length - 1]];
    if (first && last) return text.slice(first.from, last.to);
  }
  return undefined;
}

/**
 * How much two texts say with the same words: shared words over all (Jaccard), 0 to 1.
 *
 * @param {string} one @param {string} other
 */
export function alike(one, other) {
  const [mine, theirs] = [one, other].map(
    (text) =>
      new Set(
        fold(text)
          .split(" ")
          .filter((word) => word !== ""),
      ),
  );
  if (!mine || !theirs) return 0;
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared / Math.max(1, mine.size + theirs.size - shared);
}
