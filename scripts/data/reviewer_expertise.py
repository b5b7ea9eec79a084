#!/usr/bin/env python3
"""Reviewers' papers and how expert they said they are for others, as `citelight-eval nearness` reads them.

Reads a checkout of github.com/niharshah/goldstandard-reviewer-paper-match (Stelmakh, Wieting, Neubig, Shah, 2023,
arXiv:2303.16750). Its ratings are CC BY 4.0; titles and abstracts come from Semantic Scholar and may not be passed on,
so the file that this writes stays on your machine.

    reviewer_expertise.py CHECKOUT > reviewer-expertise.jsonl

One line for each reviewer and draw of 20 papers of theirs: {"reviewer", "draw", "works": [{"title", "abstract"}],
"submissions": [{"title", "abstract", "expertise": 1 to 5}]}.
"""

import csv
import json
import sys
from pathlib import Path

DRAWS = range(1, 11)


def work(content):
    return {"title": content.get("title") or "", "abstract": content.get("abstract") or None}


def ratings(path):
    """Each participant's rated papers: {participant: [(paper, expertise)]}."""
    with path.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            pairs = [(row[f"Paper{n}"], row[f"Expertise{n}"]) for n in range(1, 11)]
            yield row["ParticipantID"], [(paper, float(rating)) for paper, rating in pairs if paper and rating]


def main(checkout):
    rated = list(ratings(checkout / "data/evaluations.csv"))
    for draw in DRAWS:
        folder = checkout / f"evaluation_datasets/d_20_{draw}"
        submissions = json.loads((folder / "submissions.json").read_text())
        for reviewer, pairs in rated:
            archive = (folder / f"archives/~{reviewer}.jsonl").read_text()
            works = [work(json.loads(line)["content"]) for line in archive.splitlines()]
            line = {
                "reviewer": reviewer,
                "draw": draw,
                "works": works,
                "submissions": [
                    work(submissions[paper]["content"]) | {"expertise": rating} for paper, rating in pairs
                ],
            }
            print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
