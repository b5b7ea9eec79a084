#!/usr/bin/env python3
"""Temperature, calibration error, and precision against coverage of an exported model.

    calibrate.py model.onnx --tokenizer tokenizer.json --tune name=a.jsonl ... --report name=b.jsonl ... --out c.json

The temperature is fitted on the --tune sets alone, every set weighing the same. Rows: p, h, y (letter), or
premise, hypothesis, label (SUPPORT, CONTRADICT). Of a set that has no neutral pairs the precision of an
accusation is an upper bound: most windows of a real source are neutral. --baseline model.onnx=1.69 reports
another model beside it, at its own temperature.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from pairs import collate, encode, load_tokenizer, read_rows

THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 0.99]
LETTERS = {"c": 0, "e": 1, "n": 2, "CONTRADICT": 0, "SUPPORT": 1}
C, E, N = 0, 1, 2

Scores = tuple[np.ndarray, np.ndarray]  # logits, gold
Table = dict[str, object]


def session_of(path: Path) -> onnxruntime.InferenceSession:
    """Without graph optimisation: the extended level quantises activations of weight-only int8 files."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def scores(session: onnxruntime.InferenceSession, tokenizer: Tokenizer, path: Path) -> Scores:
    rows = list(read_rows(path))
    texts = [(r["p"], r["h"]) if "p" in r else (r["premise"], r["hypothesis"]) for r in rows]
    gold = np.array([LETTERS[r["y"] if "y" in r else r["label"]] for r in rows])
    encoded = encode(tokenizer, texts)
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
    logits = np.zeros((len(rows), 3), np.float32)
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        inputs = {name: t.numpy() for name, t in collate([encoded[i] for i in part]).items()}
        logits[part] = session.run(None, inputs)[0]
    return logits, gold


def probabilities(logits: np.ndarray, temperature: float) -> np.ndarray:
    z = logits.astype(np.float64) / temperature
    p = np.exp(z - z.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


def log_loss(sets: list[Scores], temperature: float) -> float:
    losses = []
    for logits, gold in sets:
        p = probabilities(logits, temperature)[np.arange(len(gold)), gold]
        losses.append(-np.log(np.maximum(p, 1e-12)).mean())
    return float(np.mean(losses))


def fit_temperature(sets: list[Scores]) -> float:
    """Golden-section search: the loss is convex in 1/T."""
    low, high, ratio = 0.2, 5.0, (math.sqrt(5) - 1) / 2
    while high - low > 1e-4:
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if log_loss(sets, 1 / a) < log_loss(sets, 1 / b):
            high = b
        else:
            low = a
    return round(2 / (low + high), 3)


def calibration_error(p: np.ndarray, gold: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error of the most probable label, in bins of equal width."""
    confidence, right = p.max(1), p.argmax(1) == gold
    bin_of = np.minimum((confidence * bins).astype(int), bins - 1)
    error = sum(abs(right[bin_of == b].sum() - confidence[bin_of == b].sum()) for b in range(bins))
    return float(error / len(gold))


def wilson_lower(right: int, n: int, z: float = 1.96) -> float:
    if n == 0:
        return 0.0
    share = right / n
    centre = share + z * z / (2 * n)
    margin = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (centre - margin) / (1 + z * z / n)


def at_thresholds(p: np.ndarray, gold: np.ndarray, label: int) -> list[Table]:
    """One row a threshold: how many pairs are given this label, and how many of them have it."""
    rows: list[Table] = []
    for t in THRESHOLDS:
        chosen = p[:, label] >= t
        n, right = int(chosen.sum()), int((gold[chosen] == label).sum())
        of_label = max(1, int((gold == label).sum()))
        row: Table = {"threshold": t, "n": n, "right": right, "coverage": round(n / len(gold), 4)}
        row["precision"] = round(right / n, 4) if n else None
        row["wilson_lower"] = round(wilson_lower(right, n), 4) if n else None
        row["recall"] = round(right / of_label, 4)
        rows.append(row)
    return rows


def settled_at(p: np.ndarray, gold: np.ndarray, precision: float = 0.9) -> Table:
    """The largest share that can be settled (contradiction or entailment) with this precision, chosen on the set."""
    confidence = p[:, [C, E]].max(1)
    label = np.where(p[:, C] > p[:, E], C, E)
    order = np.argsort(-confidence, kind="stable")
    right = np.cumsum(gold[order] == label[order])
    n = np.arange(1, len(gold) + 1)
    good = np.nonzero((right / n >= precision) & (n >= 10))[0]
    if len(good) == 0:
        return {"share": 0.0, "threshold": None}
    last = int(good[-1])
    return {"share": round((last + 1) / len(gold), 4), "threshold": round(float(confidence[order[last]]), 4)}


def settled_over(p: np.ndarray, gold: np.ndarray, threshold: float = 0.9) -> Table:
    """What the product's rule settles at a fixed threshold."""
    chosen = p[:, [C, E]].max(1) >= threshold
    label = np.where(p[:, C] > p[:, E], C, E)
    n, right = int(chosen.sum()), int((label[chosen] == gold[chosen]).sum())
    return {"share": round(n / len(gold), 4), "precision": round(right / n, 4) if n else None, "n": n}


def macro_f1(predicted: np.ndarray, gold: np.ndarray) -> float:
    parts = []
    for label in np.unique(gold):
        hit = int(((predicted == label) & (gold == label)).sum())
        parts.append(2 * hit / max(1, int((predicted == label).sum()) + int((gold == label).sum())))
    return float(np.mean(parts))


def evaluated(pair: Scores, temperature: float) -> Table:
    logits, gold = pair
    p = probabilities(logits, temperature)
    present = np.unique(gold)
    # A set without neutral pairs is judged between the labels that it has.
    predicted = present[p[:, present].argmax(1)]
    return {
        "n": len(gold),
        "labels": {name: int((gold == label).sum()) for label, name in enumerate("cen")},
        "accuracy": round(float((predicted == gold).mean()), 4),
        "accuracy_three_way": round(float((p.argmax(1) == gold).mean()), 4),
        "macro_f1": round(macro_f1(predicted, gold), 4),
        "majority": round(float(np.bincount(gold).max() / len(gold)), 4),
        "ece_before": round(calibration_error(probabilities(logits, 1.0), gold), 4),
        "ece_after": round(calibration_error(p, gold), 4),
        "settled_at_precision_0.9": settled_at(p, gold),
        "settled_over_0.9": settled_over(p, gold),
        "contradiction": at_thresholds(p, gold, C),
        "entailment": at_thresholds(p, gold, E),
    }


def named(specs: list[str]) -> dict[str, Path]:
    pairs = (spec.split("=", 1) for spec in specs)
    return {name: Path(path) for name, path in pairs}


def pooled(sets: dict[str, Scores]) -> Scores:
    return np.concatenate([s[0] for s in sets.values()]), np.concatenate([s[1] for s in sets.values()])


def report_of(model: Path, a: argparse.Namespace, temperature: float | None) -> Table:
    session, tokenizer = session_of(model), load_tokenizer(a.tokenizer, a.max_length)
    tune = {name: scores(session, tokenizer, path) for name, path in named(a.tune).items()}
    report = {name: scores(session, tokenizer, path) for name, path in named(a.report).items()}
    temperature = temperature or fit_temperature(list(tune.values()))
    table: Table = {"temperature": temperature}
    for kind, sets in (("tuning", tune), ("reporting", report)):
        tables = {name: evaluated(pair, temperature) for name, pair in sets.items()}
        tables["pooled"] = evaluated(pooled(sets), temperature)
        table[kind] = tables
    return table


def summary(title: str, table: Table) -> None:
    print(f"\n{title}, temperature {table['temperature']}")
    heads = "".join(f" {head:>6}" for head in ("acc", "F1", "ECE", ">=.9", "right", "@P.9"))
    print(f"{'set':24} {'n':>5}{heads}  C>=.9 (precision)")
    for kind in ("tuning", "reporting"):
        for name, row in table[kind].items():  # type: ignore[attr-defined]
            over, at = row["settled_over_0.9"], row["settled_at_precision_0.9"]
            accuse = next(r for r in row["contradiction"] if r["threshold"] == 0.9)
            right = "-" if over["precision"] is None else f"{over['precision']:.3f}"
            precision = "-" if accuse["precision"] is None else f"{accuse['precision']:.3f}"
            print(
                f"{kind[0]} {name:22} {row['n']:5} {row['accuracy']:6.3f} {row['macro_f1']:6.3f}"
                f" {row['ece_after']:6.3f} {over['share']:6.3f} {right:>6} {at['share']:6.3f}"
                f"  {accuse['n']:4} ({precision})"
            )


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("--tokenizer", type=Path, required=True)
    ap.add_argument("--tune", nargs="+", required=True)
    ap.add_argument("--report", nargs="+", required=True)
    ap.add_argument("--baseline", help="model.onnx=temperature")
    ap.add_argument("--max-length", type=int, default=256)
    ap.add_argument("--out", type=Path)
    a = ap.parse_args()
    table = report_of(a.model, a, None)
    summary("model", table)
    if a.baseline:
        path, temperature = a.baseline.rsplit("=", 1)
        table["baseline"] = report_of(Path(path), a, float(temperature))
        summary("baseline", table["baseline"])  # type: ignore[arg-type]
    if a.out:
        a.out.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
