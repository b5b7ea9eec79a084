#!/usr/bin/env python3
"""Fit crate/verify/src/relevance/coefficients.json. Needs numpy.

    citelight-eval relevance reference_errors_dev.jsonl relevance_pairs.jsonl citint_dev.jsonl citint_train.jsonl \\
        --made 1 --features > features.jsonl
    fit_relevance.py features.jsonl [--write crate/verify/src/relevance/coefficients.json]
    npx prettier --write crate/verify/src/relevance/coefficients.json

Logistic regression with a small penalty on the squares of the weights, right and wrong citations weighing the same. Prints
what five-fold cross-validation by citing article makes of each set of views, so that a view that adds nothing can be dropped, and of
citing function and group size, with the interval of what they add (articles drawn again).
The threshold is the score that the stated share of right citations reach in cross-validation, and a margin above it.
"""

import argparse
import datetime
import json
import zlib

import numpy as np

PENALTY = 0.01
FOLDS = 5
# Files whose order the command line above fixes.
ERRORS, PAIRS, CITATION_INTEGRITY = 0, 1, (2, 3)

VIEWS = ["statement-work", "article-work", "nearer", "lead"]

# What each model weighs, which lines it is fitted to, the false alarms that its threshold stands for, and the margin in
# log-odds that is added to it. Real lists are harder than made ones: that of the deep-review fixture spans several fields, and the
# methods that it cites rightly stay below the last threshold only with its margin. A greater one would leave the ranking to the model
# that does not know the list.
MODELS = {
    "work": {"views": ["statement-work"], "false_alarms": 0.003, "margin": 0.2},
    "article": {"views": ["statement-work", "article-work"], "false_alarms": 0.0025, "margin": 0.25},
    "list": {
        "views": ["nearer", "lead"],
        "false_alarms": 0.003,
        "margin": 1.0,
    },
}


def rows_of(lines, known):
    """Lines for a model: of right citations and of works about something else."""
    for line in lines:
        listed = line["made"] != "as it is"
        with_article = "article-work" in line["views"]
        if line["kind"] not in ("right", "irrelevant"):
            continue
        if known == "work" and not listed:
            yield line
        # A right citation counts once, however many lists were made around it.
        elif known == "article" and with_article and (not listed or line["kind"] == "irrelevant"):
            yield line
        elif known == "list" and listed:
            yield line


def fit(x, y, weight):
    """Newton's method on the penalised log-likelihood; the intercept is not penalised."""
    x = np.c_[x, np.ones(len(x))]
    w = np.zeros(x.shape[1])
    ridge = np.diag([PENALTY] * (x.shape[1] - 1) + [1e-9])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (weight * (p - y)) / weight.sum() + ridge @ w
        curve = (x.T * (weight * p * (1 - p) + 1e-9)) @ x / weight.sum() + ridge
        step = np.linalg.solve(curve, slope)
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    return w


def balanced(y, real):
    """Both classes weigh the same; a reported error as much as ten made ones, of which there are many more."""
    weight = np.where(real & (y == 1), 10.0, 1.0)
    return np.where(y == 1, weight / weight[y == 1].sum(), weight / weight[y == 0].sum()) * len(y)


def auc(wrong, right):
    right = np.sort(right)
    below = (np.searchsorted(right, wrong, "left") + np.searchsorted(right, wrong, "right")) / 2
    return below.mean() / len(right)


def recall(wrong, right, false_alarms):
    """Share of the wrong ones above what so many of the right ones reach."""
    return (wrong > np.sort(right)[::-1][int(false_alarms * len(right))]).mean()


def with_citing(line):
    """Views of why a work is cited and with how many others: by themselves, and as how much less the others weigh."""
    views = line["views"]
    citing = {"method": float(line["function"] == "method"), "crowd": float(np.log(line["works"]))}
    products = {f"{name} × {view}": one * views[view] for name, one in citing.items() for view in VIEWS if view in views}
    return {**line, "views": {**views, **citing, **products}}


class Data:
    def __init__(self, lines, known):
        self.lines = list(rows_of(lines, known))
        self.y = np.array([line["kind"] == "irrelevant" for line in self.lines], float)
        self.file = np.array([line["file"] for line in self.lines])
        self.listed = np.array([line["made"] != "as it is" for line in self.lines])
        self.real = ~self.listed
        self.fold = np.array([zlib.crc32(line["group"].encode()) % FOLDS for line in self.lines])

    def matrix(self, views):
        return np.array([[line["views"][view] for view in views] for line in self.lines])

    def cross_validated(self, views):
        x = self.matrix(views)
        score = np.zeros(len(x))
        for fold in range(FOLDS):
            inside = self.fold == fold
            mean, spread = x[~inside].mean(0), x[~inside].std(0)
            weight = balanced(self.y[~inside], self.real[~inside])
            w = fit((x[~inside] - mean) / spread, self.y[~inside], weight)
            score[inside] = np.c_[(x[inside] - mean) / spread, np.ones(inside.sum())] @ w
        return score

    def threshold(self, score, share):
        right = np.sort(score[(self.y == 0) & (self.file != ERRORS)])[::-1]
        return right[int(share * len(right))] + 1e-6

    def report(self, views, options):
        score = self.cross_validated(views)
        limit = self.threshold(score, options["false_alarms"]) + options["margin"]
        flagged = score >= limit

        def share(mask):
            return f"{int(flagged[mask].sum())}/{int(mask.sum())}"

        wrong, right = self.y == 1, self.y == 0
        print(
            f"  {' + '.join(views):70} AUC {auc(score[wrong], score[right]):.4f}"
            f"  reported errors {share(wrong & (self.file == ERRORS) & ~self.listed)}"
            f"  substantiated {share(right & (self.file == ERRORS) & ~self.listed)}"
            f"  pairs {share(right & (self.file == PAIRS) & ~self.listed)}"
            f"  Citation-Integrity {share(right & np.isin(self.file, CITATION_INTEGRITY))}"
            f"  swapped {share(wrong & self.listed)} right in lists {share(right & self.listed)}"
        )
        return limit

    def added(self, views, more, false_alarms=0.01, draws=400):
        """What more views add to the recall of swapped works, and its interval over articles."""
        wrong = (self.y == 1) & (self.file == PAIRS)
        right = (self.y == 0) & (self.file == PAIRS)
        with_more, without = self.cross_validated([*views, more]), self.cross_validated(views)
        groups = np.array([line["group"] for line in self.lines])
        places = [np.flatnonzero(groups == group) for group in np.unique(groups)]
        rng, gains = np.random.default_rng(1), []
        for _ in range(draws):
            drawn = np.concatenate([places[at] for at in rng.integers(len(places), size=len(places))])
            w, r = drawn[wrong[drawn]], drawn[right[drawn]]
            gains.append(recall(with_more[w], with_more[r], false_alarms) - recall(without[w], without[r], false_alarms))
        low, high = np.percentile(gains, [2.5, 97.5])
        print(f"  + {more:30} recall at {false_alarms} false alarms {np.mean(gains):+.3f} [{low:+.3f}, {high:+.3f}]")

    def coefficients(self, views):
        x = self.matrix(views)
        mean, spread = x.mean(0), x.std(0)
        w = fit((x - mean) / spread, self.y, balanced(self.y, self.real))
        weights = w[:-1] / spread
        return weights, w[-1] - (weights * mean).sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("features")
    parser.add_argument("--write")
    options = parser.parse_args()
    with open(options.features, encoding="utf-8") as file:
        lines = [with_citing(json.loads(line)) for line in file]
    models = []
    for known, chosen in MODELS.items():
        data = Data(lines, known)
        print(known)
        every = VIEWS[: {"work": 1, "article": 3, "list": 4}[known]]
        for left_out in [view for view in chosen["views"] if len(chosen["views"]) > 1]:
            data.report([view for view in chosen["views"] if view != left_out], chosen)
        for added in [view for view in every if view not in chosen["views"]]:
            data.report([*chosen["views"], added], chosen)
        limit = data.report(chosen["views"], chosen)
        if known != "work":
            for citing in ("method", "crowd"):
                for more in [citing, *(f"{citing} × {view}" for view in chosen["views"])]:
                    data.added(chosen["views"], more)
        weights, intercept = data.coefficients(chosen["views"])
        models.append(
            {
                "known": known,
                "weights": [[view, round(float(weight), 3)] for view, weight in zip(chosen["views"], weights)],
                "intercept": round(float(intercept), 3),
                "threshold": round(float(1 / (1 + np.exp(-limit))), 5),
                "false_alarms": chosen["false_alarms"],
                "right": int((data.y == 0).sum()),
                "wrong": int((data.y == 1).sum()),
            }
        )
    if options.write:
        said = {
            "made_by": "scripts/data/fit_relevance.py",
            "card": "docs/relevance.md",
            "date": datetime.date.today().isoformat(),
            "bi_encoder": "all-MiniLM-L6-v2",
            "data": [
                "Zhang & Abernethy 2024, half of the reported citations (ODC-By 1.0)",
                "ScisummNet 2019, half of the pairs (CC BY 4.0)",
                "Citation-Integrity, train and dev, ACCURATE (MIT)",
            ],
            "models": models,
        }
        with open(options.write, "w", encoding="utf-8") as file:
            json.dump(said, file, indent=2, ensure_ascii=False)
            file.write("\n")


main()
