#!/usr/bin/env python3
"""Puts the baselines' published results on HALLMARK's dev_public into two matrices, a column a tool.

usage: hallmark_baselines.py BASELINE_RESULTS BIBTEXUPDATER_PER_ENTRY.jsonl OUTPUT_DIRECTORY

baselines-entries.csv: the score of each entry (the confidence where the label is right, else 1 - the confidence), from
HALLMARK's own results_matrix_dev_public.csv, and computed the same way for bibtex-updater.
baselines-tiers.csv: F1 of each tier, of every tool with a row for dev_public.
bibtexupdater-labels.csv: what bibtex-updater, with its pre-screening, said of each entry.
"""
import csv
import glob
import json
import os
import sys

SPLIT = "dev_public"
UPDATER = "bibtexupdater"
# Its figures are those of cascade_db_diagnosis_aggressive, digit for digit.
TWICE = "cascade_db_diagnosis_evalmode_aggressive"


def score(prediction):
    confidence = prediction["pred_confidence"]
    return confidence if prediction["pred_label"] == prediction["gold_label"] else 1 - confidence


def entries(results, per_entry):
    updater = {}
    for line in open(per_entry):
        prediction = json.loads(line)
        updater[prediction["bibtex_key"]] = f"{score(prediction):.4f}"
    for row in csv.DictReader(open(os.path.join(results, f"results_matrix_{SPLIT}.csv"))):
        cell = row.pop("entry_key")
        yield cell, {**row, UPDATER: updater.get(cell, "")}


def tiers(results):
    cells = {f"tier {tier}": {} for tier in (1, 2, 3)}
    for path in sorted(glob.glob(os.path.join(results, f"*_{SPLIT}.json"))):
        tool = os.path.basename(path).removesuffix(f"_{SPLIT}.json")
        found = json.load(open(path)).get("per_tier_metrics") or {}
        for tier in (1, 2, 3) if tool != TWICE else ():
            f1 = found.get(str(tier), {}).get("f1")
            cells[f"tier {tier}"][tool] = "" if f1 is None else f"{f1:.4f}"
    return cells.items()


def labels(per_entry, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["bibtex_key", "label"])
        for line in open(per_entry):
            prediction = json.loads(line)
            writer.writerow([prediction["bibtex_key"], prediction["pred_label"]])


def write(path, rows):
    rows = list(rows)
    tools = sorted({tool for _, scores in rows for tool in scores})
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["cell", *tools])
        writer.writerows([cell, *(scores.get(tool, "") for tool in tools)] for cell, scores in rows)


def main():
    results, per_entry, output = sys.argv[1:4]
    write(os.path.join(output, "baselines-entries.csv"), entries(results, per_entry))
    write(os.path.join(output, "baselines-tiers.csv"), tiers(results))
    labels(per_entry, os.path.join(output, "bibtexupdater-labels.csv"))


main()
