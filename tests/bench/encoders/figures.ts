/** What the rounds of the encoders say: speeds, ratios and how far results agree. */

import { clocked, type Measured } from "../results.mjs";
import type { Input, Model, Order, Report, Runner } from "./messages";

export const OURS: readonly Runner[] = ["int8 simd", "int8 relaxed"];
/** Multiplications and additions of the linear layers for a token: six layers of 384 × (4 · 384 + 2 · 1536), twice. */
const LINEAR = 2 * 6 * 384 * (4 * 384 + 2 * 1536);

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
export const least = (values: readonly number[]): number => sorted(values)[0] ?? NaN;
export const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? NaN;
export const tokensOf = (all: readonly Input[]): number => all.reduce((sum, { ids }) => sum + ids.length, 0);

/** Gop/s of the innermost loops at best. */
export const peaksOf = ({ integer, float }: Report): { integer: number; float: number } => ({
  integer: Math.max(...integer),
  float: Math.max(...float),
});

export interface Speed {
  /** Tokens a second. */
  median: number;
  best: number;
  /** Of the innermost loop's peak, at best. */
  share: number;
}

export function speedOf(order: Order, report: Report, model: Model, runner: Runner): Speed {
  const times = report.times[model][runner] ?? [];
  const tokens = tokensOf(order.timed[model]);
  const speed = (time: number): number => (tokens / time) * 1000;
  const peak = peaksOf(report)[runner.includes("int8") ? "integer" : "float"];
  const best = speed(least(times));
  return { median: speed(median(times)), best, share: (best * LINEAR) / 1e9 / peak };
}

export interface Ratio {
  median: number;
  least: number;
  byBest: number;
}

/** How many times as fast one is as the other, round by round. */
export function ratioOf(report: Report, model: Model, own: Runner, other: Runner): Ratio {
  const [ours, theirs] = [report.times[model][own] ?? [], report.times[model][other] ?? []];
  const ratios = theirs.map((time, round) => time / (ours[round] ?? NaN));
  return { median: median(ratios), least: least(ratios), byBest: least(theirs) / least(ours) };
}

/** How close a runner's vectors are to onnxruntime's f32. */
export type Agreement =
  | { of: "vectors"; pairs: number; leastCosine: number }
  | { of: "labels"; pairs: number; same: number; apart: number };

export function agreementOf(report: Report, model: Model, runner: Runner): Agreement {
  const reference = report.vectors[model]["ort f32"] ?? [];
  const found = report.vectors[model][runner] ?? [];
  const pairs = found.map((vector, index) => [vector, reference[index] ?? []] as const);
  if (model === "minilm")
    return {
      of: "vectors",
      pairs: pairs.length,
      leastCosine: least(pairs.map(([a, b]) => cosine(a, b))),
    };
  return {
    of: "labels",
    pairs: pairs.length,
    same: pairs.filter(([a, b]) => label(a) === label(b)).length,
    apart: Math.max(
      ...pairs.flatMap(([a, b]) => a.map((value, place) => Math.abs(value - (b[place] ?? NaN)))),
    ),
  };
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? NaN), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const label = (logits: readonly number[]): number => logits.indexOf(Math.max(...logits));

const NAMES: Record<Model, string> = { minilm: "MiniLM", "nli-minilm": "NLI" };
const keyOf = (runner: Runner): string => runner.replace(" ", "-");

/** The figures of a comparison, a table a model. */
export function figuresOf(order: Order, report: Report): Measured[] {
  const rounds = order.rounds;
  return order.models.flatMap((model) =>
    order.runners.flatMap((runner) => {
      const cell = (column: string, key: string) => ({
        key: `${model}/${keyOf(runner)}/${key}`,
        section: NAMES[model],
        row: runner,
        column,
      });
      const speed = speedOf(order, report, model, runner);
      const isOurs = OURS.includes(runner);
      const others = isOurs ? order.runners.filter((other) => !OURS.includes(other)) : [];
      const speeds: Measured[] = [
        { ...cell("tokens/s, best", "tokens-best"), value: speed.best, unit: "per-second", of: rounds },
        { ...cell("tokens/s, median", "tokens-median"), value: speed.median, unit: "per-second", of: rounds },
        { ...cell("of the loop's peak", "peak-share"), value: speed.share, unit: "share" },
        ...others.flatMap((other): Measured[] => {
          const ratio = ratioOf(report, model, runner, other);
          const against = `against ${other}`;
          const bar = { is: "at-least", value: 1 } as const;
          return [
            {
              ...cell(`${against}, median`, `against-${keyOf(other)}`),
              value: ratio.median,
              unit: "ratio",
              of: rounds,
              ...(other === "ort f32" ? { bar } : {}),
            },
            {
              ...cell(`${against}, least`, `against-${keyOf(other)}/least`),
              value: ratio.least,
              unit: "ratio",
              of: rounds,
            },
          ];
        }),
      ];
      return [...speeds.map(clocked), ...agreementFigures(agreementOf(report, model, runner), isOurs, cell)];
    }),
  );
}

/** Results of ours are the same everywhere; those of the others may change with their version. */
function agreementFigures(
  found: Agreement,
  isOurs: boolean,
  cell: (column: string, key: string) => Pick<Measured, "key" | "section" | "row" | "column">,
): Measured[] {
  const isHeldTo = (value: number): Pick<Measured, "bar"> =>
    isOurs ? { bar: { is: "at-least", value } } : {};
  if (found.of === "vectors")
    return [
      {
        ...cell("least cosine to ort f32", "cosine"),
        value: found.leastCosine,
        unit: "score",
        tolerance: 0.00001,
        of: found.pairs,
        ...isHeldTo(0.99),
      },
    ];
  return [
    {
      ...cell("same label as ort f32", "same-label"),
      value: found.same / found.pairs,
      unit: "share",
      of: found.pairs,
      ...isHeldTo(0.99),
    },
    {
      ...cell("logits apart by at most", "logits-apart"),
      value: found.apart,
      unit: "score",
      tolerance: 0.001,
    },
  ];
}
