#!/usr/bin/env python3
"""Fit the weights of crate/core/src/attribute/features.rs. Needs numpy.

    citelight-eval attribution PAGES… --records R.jsonl --features tuning.jsonl
    fit_attribution.py tuning.jsonl [--without-model]

Softmax regression over each excerpt's candidates (the right one's row comes first), with a small penalty on the squares of
the weights in units of the features' spread. Prints the accuracy of the first place by four-fold cross-validation over papers,
and the weights made from all of it.
"""

import argparse
import json

import numpy as np

PENALTY = 0.003
STEPS = 160


def fit(cases, spread, keep):
    scaled = [case / spread for case in cases]
    weights = np.zeros(len(spread))
    mean = np.zeros_like(weights)
    square = np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = PENALTY * weights
        for rows in scaled:
            score = rows @ weights
            share = np.exp(score - score.max())
            share /= share.sum()
            slope += (share @ rows - rows[0]) / len(scaled)
        slope *= keep
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights -= 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights / spread


def first(cases, weights):
    scores = [rows @ weights for rows in cases]
    return [float((score[1:] >= score[0]).sum() == 0) for score in scores]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features")
    parser.add_argument("--without-model", action="store_true")
    options = parser.parse_args()
    with open(options.features, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    names = lines[0]["names"]
    keep = np.array([not (options.without_model and name.startswith("cosine")) for name in names], float)
    cases = [np.array(line["rows"]) for line in lines]
    papers = sorted({line["paper"] for line in lines})
    spread = np.concatenate(cases).std(0) + 1e-6
    right = []
    for fold in range(4):
        inside = [papers.index(line["paper"]) % 4 == fold for line in lines]
        weights = fit([case for case, own in zip(cases, inside) if not own], spread, keep)
        right += first([case for case, own in zip(cases, inside) if own], weights)
    print(f"first place by cross-validation: {np.mean(right):.3f} of {len(right)} excerpts, {len(papers)} papers")
    weights = fit(cases, spread, keep)
    for name, weight in zip(names, weights):
        print(f"{weight:8.3f}  {name}")


if __name__ == "__main__":
    main()
