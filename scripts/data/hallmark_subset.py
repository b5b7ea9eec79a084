#!/usr/bin/env python3
"""Picks the redistributable subset of HALLMARK's dev_public that the core's tests run on.

usage: hallmark_subset.py DEV_PUBLIC.jsonl WORLD.jsonl OUTPUT_DIRECTORY

Entries are chosen by a hash of their key, never by what the checks make of them; of the world, the papers that share a
title, a DOI or most words of a title with a chosen entry are kept, and some others as distractors.
"""
import hashlib
import json
import os
import re
import sys

SHARE = 9  # one entry in nine


def words(title):
    return frozenset(re.findall(r"[a-z0-9]{4,}", (title or "").lower()))


def main():
    dev, world, output = sys.argv[1:4]
    entries = []
    for line in open(dev):
        entry = json.loads(line)
        if int(hashlib.sha1(entry["bibtex_key"].encode()).hexdigest(), 16) % SHARE == 0:
            kept = ("bibtex_key", "bibtex_type", "fields", "label", "hallucination_type", "difficulty_tier", "subtests")
            entries.append({key: entry[key] for key in kept if entry.get(key) is not None})
    titles = [words(entry["fields"].get("title")) for entry in entries]
    dois = {(entry["fields"].get("doi") or "").lower() for entry in entries} - {""}
    papers = []
    for number, line in enumerate(open(world)):
        paper = json.loads(line)
        names = {words(record.get("title")) for record in paper["sources"].values()}
        near = any(len(name & title) * 3 >= 2 * max(len(title), 1) for name in names for title in titles)
        registered = (paper.get("registered_doi") or "").lower() in dois
        if near or registered or number % 40 == 0:
            for record in paper["sources"].values():
                for key in [key for key, value in record.items() if value is None]:
                    del record[key]
            papers.append(paper)
    os.makedirs(output, exist_ok=True)
    for name, rows in (("entries.jsonl", entries), ("world.jsonl", papers)):
        with open(os.path.join(output, name), "w") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


main()
