#!/usr/bin/env python3
"""Halve a labelled set by seed: one half to tune on, one to report on. Rows that share a text stay together.

split.py set.jsonl --seed 5 --out folder      writes folder/NAME.tune.jsonl and folder/NAME.report.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from pairs import read_rows


def groups(rows: list[dict]) -> list[str]:
    """For each row a name of its group: rows are linked by an equal premise or an equal hypothesis."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        parent.setdefault(text, text)
        while parent[text] != text:
            parent[text] = parent[parent[text]]
            text = parent[text]
        return text

    for row in rows:
        parent[root("p " + row["p"])] = root("h " + row["h"])
    return [root("p " + row["p"]) for row in rows]


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("sets", type=Path, nargs="+")
    ap.add_argument("--seed", type=int, default=5)
    ap.add_argument("--out", type=Path, required=True)
    a = ap.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    for path in a.sets:
        rows = list(read_rows(path))
        group = groups(rows)
        names = sorted(set(group))
        random.Random(a.seed).shuffle(names)
        tuning = set(names[: len(names) // 2])
        name = path.stem.removeprefix("eval_")
        for half, inside in (("tune", True), ("report", False)):
            chosen = [row for row, its in zip(rows, group, strict=True) if (its in tuning) is inside]
            random.Random(a.seed).shuffle(chosen)
            with open(a.out / f"{name}.{half}.jsonl", "w", encoding="utf-8") as out:
                out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in chosen)
            print(name, half, len(chosen))


if __name__ == "__main__":
    main()
