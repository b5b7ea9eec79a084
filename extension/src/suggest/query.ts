/** What is searched for from a sentence: its own words, without the citations in it and without what every sentence has. */

/** Longer questions find less. */
const MOST_WORDS = 14;
const LEAST_WORDS = 3;
const LONGEST = 1000;

const CITED = /\[[\d,;–\s-]+\]|\[CITATION\]|\((?:[^()]*\b(?:19|20)\d\d[a-z]?[^()]*)\)/g;
const COMMON = new Set(
  "a about above after all also among an and any are as at be because been before between both but by can could did do does for from had has have how however if in into is it its may more most no not of on one only or other our show shown shows some such than that the their them then there these they this those through to under use used using was we were what when where which while who will with within without would et al fig figure table section".split(
    " ",
  ),
);

/** The words to search for, in their order; null if a sentence has too few of them. */
export function queryOf(sentence: string): string | null {
  const words = sentence
    .slice(0, LONGEST)
    .replace(CITED, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu);
  const telling = (words ?? []).filter((word) => word.length > 1 && !COMMON.has(word.toLowerCase()));
  const distinct = [...new Map(telling.map((word) => [word.toLowerCase(), word])).values()];
  return distinct.length < LEAST_WORDS ? null : distinct.slice(0, MOST_WORDS).join(" ");
}
