#!/usr/bin/env python3
"""Whole reference lists for `citelight-eval relevance --lists`, on stdout.

    refcorpus_records.py FOLDER > records.jsonl
    refcorpus_lists.py FOLDER records.jsonl > lists.jsonl

FOLDER also holds bibliographies.jsonl, a line for each entry with the paper that lists it, and openreview.jsonl, which has
title and abstract of the papers. An entry gets the abstract of the record with its title.
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path


def key(title):
    return re.sub(r"[^a-z0-9]+", " ", (title or "").lower()).strip()


def read(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def main():
    folder, records = Path(sys.argv[1]), sys.argv[2]
    abstracts = {}
    for record in read(records):
        if record.get("abstract"):
            abstracts.setdefault(key(record["title"]), record["abstract"])
    papers = {}
    for line in read(folder / "openreview.jsonl"):
        response = line["response"]
        for paper in response if isinstance(response, list) else [response]:
            if isinstance(paper, dict) and paper.get("id"):
                papers[f"openreview_{paper['id']}"] = paper
                if paper.get("abstract"):
                    abstracts.setdefault(key(paper["title"]), paper["abstract"])
    lists = defaultdict(list)
    for entry in read(folder / "bibliographies.jsonl"):
        authors = [author for author in entry.get("authors") or [] if key(author) not in ("et al", "others")]
        lists[entry["paper"]].append(
            {
                "title": entry["title"] or "",
                "abstract": abstracts.get(key(entry["title"]), ""),
                "authors": authors,
                "venue": entry.get("venue") or "",
            }
        )
    for name, works in lists.items():
        paper = papers[name]
        article = {"title": paper["title"], "abstract": paper.get("abstract") or ""}
        print(json.dumps({"article": article, "works": works}, ensure_ascii=False))


main()
