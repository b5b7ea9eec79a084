// Title search in memory: an inverted index with BM25 ranking, and the two ways real services narrow it
// (every word must occur; best match or nothing).

const K1 = 1.2;
const B = 0.5;

/** Words that services leave out of a query that has others. */
const STOP = new Set(
  "a an and are as at be by for from in into is it no not of on or such that the their then there these this to was will with via".split(
    " ",
  ),
);

/** @type {Record<string, string>} */
const FOLDED = { ß: "ss", ı: "i", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h" };

/**
 * Words of a text: without tags, entities, braces, diacritics and case.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  return (
    text
      .replace(/<\/?[a-z][^<>]*>/gi, " ")
      .replace(/&amp;|&quot;|&apos;|&lt;|&gt;|&#\d+;/g, " ")
      .replace(/[{}$\\]/g, "")
      .toLowerCase()
      .replace(/[ßıøæœłđðþħ]/g, (letter) => FOLDED[letter] ?? letter)
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * The stem that matches plural and singular, as search engines' light stemmers do.
 *
 * @param {string} word
 */
function stem(word) {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/**
 * @typedef {object} Hit
 * @property {number} index of the text
 * @property {number} score
 */

/** An index over texts, ranked by BM25. */
export class TextIndex {
  /** @type {Map<string, number[]>} word → texts that have it, ascending */
  #postings = new Map();
  /** @type {number[]} */
  #lengths = [];
  #meanLength = 1;
  /** @type {Float64Array} */
  #scores = new Float64Array(0);

  /** @param {string[]} texts */
  constructor(texts) {
    let total = 0;
    texts.forEach((text, index) => {
      const distinct = new Set(words(text).map(stem));
      total += distinct.size;
      this.#lengths.push(distinct.size);
      for (const word of distinct) {
        const posting = this.#postings.get(word);
        if (posting) posting.push(index);
        else this.#postings.set(word, [index]);
      }
    });
    this.#meanLength = Math.max(1, total / Math.max(1, texts.length));
    this.#scores = new Float64Array(texts.length);
  }

  /**
   * How much a word tells texts apart.
   *
   * @param {string} word
   */
  #weight(word) {
    const found = this.#postings.get(word)?.length ?? 0;
    return Math.log(1 + (this.#lengths.length - found + 0.5) / (found + 0.5));
  }

  /** @param {string} query */
  #terms(query) {
    const all = [...new Set(words(query).map(stem))];
    const telling = all.filter((word) => !STOP.has(word));
    return telling.length > 0 ? telling : all;
  }

  /**
   * Every text that shares a word with the query, best first: what a search engine returns that never says "nothing".
   *
   * @param {string} query
   * @returns {Hit[]}
   */
  ranked(query) {
    const scores = this.#scores;
    /** @type {number[]} */
    const touched = [];
    for (const word of this.#terms(query)) {
      const posting = this.#postings.get(word);
      if (!posting) continue;
      const weight = this.#weight(word);
      for (const index of posting) {
        if (scores[index] === 0) touched.push(index);
        const length = (this.#lengths[index] ?? 0) / this.#meanLength;
        scores[index] = (scores[index] ?? 0) + (weight * (K1 + 1)) / (1 + K1 * (1 - B + B * length));
      }
    }
    const hits = touched.map((index) => ({ index, score: scores[index] ?? 0 }));
    for (const index of touched) scores[index] = 0;
    return hits.sort((one, other) => other.score - one.score || one.index - other.index);
  }

  /**
   * The texts that have every word of the query (stop words apart), best first.
   *
   * @param {string} query
   * @returns {Hit[]}
   */
  containing(query) {
    const terms = this.#terms(query);
    if (terms.length === 0) return [];
    const postings = terms.map((word) => this.#postings.get(word) ?? []);
    postings.sort((one, other) => one.length - other.length);
    const [rarest = [], ...others] = postings;
    const sets = others.map((posting) => new Set(posting));
    const all = new Set(rarest.filter((index) => sets.every((set) => set.has(index))));
    return all.size === 0 ? [] : this.ranked(query).filter(({ index }) => all.has(index));
  }

  /**
   * The best text if it covers at least the given share of the query's words, weighted by how telling they are.
   *
   * @param {string} query
   * @param {number} share 0..1
   * @returns {Hit | undefined}
   */
  best(query, share) {
    const terms = this.#terms(query);
    const wanted = terms.reduce((sum, word) => sum + this.#weight(word), 0);
    for (const hit of this.ranked(query).slice(0, 5)) {
      const covered = terms
        .filter((word) => this.has(word, hit.index))
        .reduce((sum, word) => sum + this.#weight(word), 0);
      if (covered >= share * wanted) return hit;
    }
    return undefined;
  }

  /**
   * @param {string} word stemmed
   * @param {number} index
   */
  has(word, index) {
    const posting = this.#postings.get(word) ?? [];
    let low = 0;
    let high = posting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((posting[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return posting[low] === index;
  }

  /**
   * The texts in which every word of the query begins some word: DBLP's way.
   *
   * @param {string} query
   * @returns {Hit[]}
   */
  withPrefixes(query) {
    const terms = words(query);
    if (terms.length === 0) return [];
    /** @type {Set<number> | undefined} */
    let common;
    for (const term of new Set(terms)) {
      const found = new Set(this.#postings.get(stem(term)) ?? []);
      for (const word of this.#completions(term))
        for (const index of this.#postings.get(word) ?? []) found.add(index);
      const before = common;
      common = before ? new Set([...before].filter((index) => found.has(index))) : found;
      if (common.size === 0) return [];
    }
    return [...(common ?? [])]
      .sort((one, other) => one - other)
      .map((index) => ({ index, score: terms.length }));
  }

  /** @type {string[] | undefined} */
  #sorted;

  /**
   * The words of the index that begin so.
   *
   * @param {string} beginning
   */
  #completions(beginning) {
    const sorted = (this.#sorted ??= [...this.#postings.keys()].sort());
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? "") < beginning) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sorted.length && sorted[end]?.startsWith(beginning)) end += 1;
    return sorted.slice(low, end);
  }
}
