#!/usr/bin/env python3
"""Make the training mixture: the licensed pairs, citing statements, and pairs made by rule.

    make_data.py --pairs train.jsonl.gz --citing citint_train.jsonl.gz --seed 1 --out mix.jsonl

Each output line: p, h, y (probabilities of contradiction, entailment, neutral) and src. Nothing of a
tuning or reporting set comes in. What is drawn at random depends on the seed alone.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path

import edits
from pairs import Pair, one_hot, read_pairs, read_rows

Target = tuple[float, float, float]

# Share of a source that enters one mixture, and how much of each label is spread over the others:
# generated labels are noisier than annotated ones.
SHARES = {"gpt3nli": 0.6, "conjnli": 0.7, "scifact": 2.0, "perturb_fever": 0.6, "perturb_sci": 0.6}
SPREAD = {"gpt3nli": 0.12, "conjnli": 0.06, "evinf": 0.06, "semeval13": 0.08}
# How often the premise becomes a window of several sentences, as the product's premises are.
WINDOWED = {"mnli": 0.04, "gpt3nli": 0.08, "conjnli": 0.15, "fever": 0.2, "evinf": 0.2, "scifact": 0.4}

# Citing statements: "accurate" was judged against the whole article, so one sentence of it may not carry
# everything that is cited; "not accurate" is wider than contradiction.
ACCURATE: Target = (0.04, 0.70, 0.26)
NOT_ACCURATE: Target = (0.30, 0.20, 0.50)
OTHER_SENTENCE: Target = (0.04, 0.22, 0.74)
IRRELEVANT: Target = (0.03, 0.05, 0.92)

CITATION_MARK = re.compile(r"\s*[\[(][^\][()]*<\|[a-z_]+\|>[^\][()]*[\])]|<\|[a-z_]+\|>")


def softened(target: Target, spread: float) -> Target:
    c, e, n = (t * (1 - spread) + spread / 3 for t in target)
    return (c, e, n)


def window(premise: str, others: list[str], rng: random.Random) -> str:
    """The premise at a random place among one or two other sentences."""
    parts = [rng.choice(others) for _ in range(rng.choice([1, 1, 2]))]
    parts.insert(rng.randint(0, len(parts)), premise)
    return " ".join(parts)


def annotated(rows: list[Pair], rng: random.Random) -> list[Pair]:
    by_source = defaultdict(list)
    for row in rows:
        by_source[row.source].append(row)
    out = []
    for source, members in sorted(by_source.items()):
        # Only short premises serve as surroundings: the window has to fit.
        others = [m.premise for m in members if len(m.premise.split()) < 32]
        share = SHARES.get(source, 1.0)
        chosen = members * int(share) + rng.sample(members, int(len(members) * (share % 1)))
        for row in chosen:
            premise = row.premise
            if rng.random() < WINDOWED.get(source, 0.0) and len(premise.split()) < 60:
                premise = window(premise, others, rng)
            target = softened(row.target, SPREAD.get(source, 0.0))
            out.append(Pair(premise, row.hypothesis, target, source))
    return out


def joined(rows: list[Pair], count: int, rng: random.Random) -> list[Pair]:
    """Two pairs of one source as one: entailed if both are, contradicted if either is."""
    by_source = defaultdict(list)
    for row in rows:
        if row.source in {"mnli", "fever", "evinf", "gpt3nli"} and len(row.premise.split()) < 45:
            by_source[row.source].append(row)
    out: list[Pair] = []
    while len(out) < count:
        one, two = rng.sample(by_source[rng.choice(sorted(by_source))], 2)
        labels = {"cen"[row.target.index(1.0)] for row in (one, two)}
        label = "c" if "c" in labels else "n" if "n" in labels else "e"
        if label != "cen"[len(out) % 3]:
            continue  # by chance alone only one in nine would be entailed
        premises = [one.premise, two.premise]
        rng.shuffle(premises)
        hypothesis = f"{one.hypothesis} {two.hypothesis}"
        out.append(Pair(" ".join(premises), hypothesis, softened(one_hot(label), 0.08), "joined"))
    return out


def statement(claim: str) -> str:
    return re.sub(r"\s+([.,;])", r"\1", re.sub(r"\s+", " ", CITATION_MARK.sub("", claim))).strip()


def citing(rows: list[dict], rng: random.Random) -> list[Pair]:
    out = []
    pool = [s for row in rows for s in row["evidence"]]
    for row in rows:
        claim, evidence, gold = statement(row["claim"]), row["evidence"], set(row["gold_sentences"])
        if not evidence or not 5 <= len(claim.split()) <= 60:
            continue
        rest = [s for i, s in enumerate(evidence) if i not in gold and len(s.split()) < 40]
        if row["label"] == "IRRELEVANT_OR_NEI":
            out += [Pair(s, claim, IRRELEVANT, "citint") for s in evidence[:2]]
        else:
            target = ACCURATE if row["label"] == "ACCURATE" else NOT_ACCURATE
            for i in gold:
                out.append(Pair(evidence[i], claim, target, "citint"))
                if rest and len(evidence[i].split()) < 50 and rng.random() < 0.5:
                    out.append(Pair(window(evidence[i], rest, rng), claim, target, "citint"))
            if rest:
                out.append(Pair(rng.choice(rest), claim, OTHER_SENTENCE, "citint"))
        if rng.random() < 0.3:
            out.append(Pair(rng.choice(pool), claim, IRRELEVANT, "citint"))
    return out


# Edits by what they do to the claim. The share of the target that is not on the first label says how far
# the rule can be trusted.
RULES: list[tuple[str, edits.Edit, Target, float]] = [
    ("rule_opposite", edits.opposite, (0.94, 0.03, 0.03), 1.0),
    ("rule_negation", edits.negation, (0.94, 0.03, 0.03), 0.5),
    ("rule_number", edits.number, (0.90, 0.02, 0.08), 0.7),
    ("rule_unhedge", edits.unhedge, (0.15, 0.20, 0.65), 0.6),
    ("rule_weaken", edits.weaken, (0.02, 0.92, 0.06), 0.8),
    ("rule_overclaim", edits.overclaim, (0.08, 0.22, 0.70), 0.7),
    ("rule_association", edits.as_association, (0.02, 0.90, 0.08), 0.8),
    ("rule_population", edits.population, (0.30, 0.05, 0.65), 0.8),
    ("rule_addition", edits.addition, (0.03, 0.10, 0.87), 0.15),
]
SAME: Target = (0.02, 0.94, 0.04)
ELSEWHERE: Target = (0.06, 0.04, 0.90)


def ruled(groups: list[list[str]], rng: random.Random, count: int) -> list[Pair]:
    """Pairs by rule over sentences; the sentences of a group are of one document."""
    sentences = [(s, group) for group in groups for s in group if 7 <= len(s.split()) <= 38 and s[0] != "#"]
    rng.shuffle(sentences)
    quota: Counter[str] = Counter()
    out: list[Pair] = []
    for sentence, group in sentences:
        if len(out) >= count:
            break
        others = [s for s in group if s != sentence and len(s.split()) < 32]
        made = by_rules(sentence, rng)
        # As many that keep the meaning, edited as much, as those that change it: an edit alone tells nothing.
        if made and rng.random() < 0.55:
            made.append((edits.paraphrase(sentence, rng, 0.5), SAME, "rule_same"))
        for hypothesis, target, name in made:
            if quota[name] > count * 0.22 or (hypothesis == sentence and rng.random() < 0.8):
                continue
            quota[name] += 1
            premise = window(sentence, others, rng) if others and rng.random() < 0.4 else sentence
            out.append(Pair(premise, hypothesis, target, name))
            if others and rng.random() < 0.10:
                out.append(Pair(rng.choice(others), hypothesis, ELSEWHERE, "rule_elsewhere"))
    return out


def by_rules(sentence: str, rng: random.Random) -> list[tuple[str, Target, str]]:
    made = []
    for name, edit, target, chance in RULES:
        if rng.random() > chance:
            continue
        base = edits.paraphrase(sentence, rng, 0.3) if rng.random() < 0.7 else sentence
        changed = edit(base, rng)
        if changed and changed != base:
            made.append((changed, target, name))
    return rng.sample(made, min(2, len(made)))


def documents(pairs: list[Pair], citing_rows: list[dict]) -> list[list[str]]:
    """Sentences to edit, grouped by what is known to be of one document."""
    groups = [list(dict.fromkeys(row["evidence"])) for row in citing_rows]
    for source, share in (("evinf", 1), ("scifact", 1), ("fever", 5)):
        premises = list(dict.fromkeys(p.premise for p in pairs if p.source == source))
        groups += [re.split(r"(?<=[a-z)]\.) (?=[A-Z])", p) for p in premises[::share]]
    return groups


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--pairs", type=Path, required=True)
    ap.add_argument("--citing", type=Path, required=True)
    ap.add_argument("--rules", type=int, default=12000)
    ap.add_argument("--joined", type=int, default=2000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--out", type=Path, required=True)
    a = ap.parse_args()
    rng = random.Random(a.seed)
    pairs, rows = read_pairs(a.pairs), list(read_rows(a.citing))
    mix = annotated(pairs, rng) + joined(pairs, a.joined, rng) + citing(rows, rng)
    mix += ruled(documents(pairs, rows), rng, a.rules)
    rng.shuffle(mix)
    with open(a.out, "w", encoding="utf-8") as out:
        for pair in mix:
            y = [round(t, 4) for t in pair.target]
            line = {"p": pair.premise, "h": pair.hypothesis, "y": y, "src": pair.source}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
    for source, n in sorted(Counter(pair.source for pair in mix).items()):
        print(f"{source:18} {n:6}")
    print(f"{'all':18} {len(mix):6}")


if __name__ == "__main__":
    main()
