/** Agreement of two sets of results, and batches. */

/** One line of tests/fixtures/models. */
export interface Case {
  ids: number[];
  type_ids?: number[];
  /** Of a text. */
  embedding?: number[];
  /** Of a pair. */
  logits?: number[];
}

/** Inputs that run together, as the module takes them. */
export interface Batch {
  cases: Case[];
  ids: BigInt64Array;
  types: BigInt64Array;
  lengths: Uint32Array;
}

/** Least cosine and largest difference of logits at which results may be used. */
export const LEAST_COSINE = 0.999;
export const LARGEST_DIFFERENCE = 0.02;

/** Batches of at most so many tokens, of inputs of similar length. */
export function batches(cases: readonly Case[], tokens: number): Batch[] {
  const groups: Case[][] = [];
  let sum = Infinity;
  for (const one of [...cases].sort((a, b) => a.ids.length - b.ids.length)) {
    sum += one.ids.length;
    if (sum > tokens) {
      groups.push([]);
      sum = one.ids.length;
    }
    groups.at(-1)?.push(one);
  }
  const wide = (numbers: number[]): BigInt64Array => BigInt64Array.from(numbers, (number) => BigInt(number));
  return groups.map((group) => ({
    cases: group,
    ids: wide(group.flatMap(({ ids }) => ids)),
    types: wide(group.flatMap(({ ids, type_ids }) => type_ids ?? ids.map(() => 0))),
    lengths: Uint32Array.from(group, ({ ids }) => ids.length),
  }));
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, first, second] = [0, 0, 0];
  for (let place = 0; place < a.length; place++) {
    const [x, y] = [a[place] ?? NaN, b[place] ?? NaN];
    product += x * y;
    first += x * x;
    second += y * y;
  }
  return product / Math.sqrt(first * second);
}

/** The mean of a text's vectors. */
export function mean(vectors: Float32Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  vectors.forEach((value, place) => (sums[place % width] = (sums[place % width] ?? 0) + value));
  return sums;
}

const label = (logits: ArrayLike<number>): number =>
  Array.from(logits).reduce((best, value, place, all) => (value > (all[best] ?? NaN) ? place : best), 0);

/** Whether results agree, in words and as a decision. */
export function agreement(
  found: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
  areLogits: boolean,
): { text: string; agrees: boolean } {
  const pairs = found.map((values, index) => [values, expected[index] ?? []] as const);
  if (!areLogits) {
    const least = Math.min(...pairs.map(([a, b]) => cosine(a, b)));
    return { text: `least cosine ${least.toFixed(6)}`, agrees: least >= LEAST_COSINE };
  }
  const same = pairs.filter(([a, b]) => label(a) === label(b)).length;
  const apart = Math.max(
    ...pairs.flatMap(([a, b]) => Array.from(a, (value, place) => Math.abs(value - (b[place] ?? NaN)))),
  );
  return {
    text: `same label ${same} of ${pairs.length}, logits apart by at most ${apart.toFixed(4)}`,
    agrees: same === pairs.length && apart <= LARGEST_DIFFERENCE,
  };
}
