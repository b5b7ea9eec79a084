#!/usr/bin/env python3
"""Builds the tables by which the core tells whether two domains are one institution's.

usage: make_institutions.py public_suffix_list.dat world_universities_and_domains.json

    public_suffix_list.dat                 https://publicsuffix.org/list (MPL-2.0); Debian's package publicsuffix has it, too
    world_universities_and_domains.json    https://github.com/Hipo/university-domains-list (MIT)

Writes into crate/core/src/assignment/tables:
    suffixes.txt    under which domains anybody may register names: a parent, then the labels below it that are suffixes
    aliases.txt     registrable domains of one university, the first of them standing for all
"""
import collections
import datetime
import json
import pathlib
import re
import sys

TABLES = pathlib.Path(__file__).resolve().parents[2] / "crate/core/src/assignment/tables"
# Domains that several institutions share although nobody lists them as suffixes: networks of countries, systems of colleges.
SHARED = ["ernet.in", "commnet.edu", "mass.edu", "wvnet.edu", "cc.tx.us"]
# What a university's entry lists beside its own: armies, cities, telephone companies.
NO_ALIAS = re.compile(r"^(?:af\.mil|army\.gr|[a-z]+\.pl)$")


def rules(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if "BEGIN PRIVATE" in line:
            return
        rule = line.strip()
        if rule and not rule.startswith("//") and rule.isascii():
            yield rule


def registrable(domain, suffixes):
    labels = domain.lower().strip(".").split(".")
    length = 1
    for at in range(len(labels)):
        here, above = ".".join(labels[at:]), ".".join(labels[at + 1 :])
        if "!" + here in suffixes:
            length = len(labels) - at - 1
            break
        if here in suffixes or (above and "*." + above in suffixes):
            length = max(length, len(labels) - at)
    return ".".join(labels[-length - 1 :]) if len(labels) > length else None


def main(suffix_list, universities):
    suffixes = set(rules(suffix_list)) | set(SHARED)
    version = re.search(r"VERSION: (\S+)", suffix_list.read_text(encoding="utf-8"))
    today = datetime.date.today().isoformat()
    below = collections.defaultdict(list)
    for rule in suffixes:
        label, _, parent = rule.lstrip("!").partition(".")
        if parent:
            below[parent].append("!" + label if rule.startswith("!") else label)
    TABLES.mkdir(exist_ok=True)
    source = f"version {version[1]}" if version else f"as of {datetime.date.fromtimestamp(suffix_list.stat().st_mtime)}"
    head = [
        f"# Made by scripts/data/make_institutions.py on {today}; do not edit.",
        f"# The Public Suffix List ({source}), the part of ICANN's domains, is under the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/",
    ]
    lines = [f"{parent} {' '.join(sorted(labels))}" for parent, labels in sorted(below.items())]
    (TABLES / "suffixes.txt").write_text("\n".join(head + lines) + "\n", encoding="utf-8")

    groups = []
    used = collections.Counter()
    for entry in json.loads(universities.read_text(encoding="utf-8")):
        own = {registrable(domain, suffixes): None for domain in entry["domains"]}
        domains = [domain for domain in own if domain and domain.isascii() and not NO_ALIAS.match(domain)]
        used.update(domains)
        if len(domains) > 1:
            groups.append(domains)
    # A domain of two universities makes them no single one.
    kept = sorted(group for group in ([one for one in group if used[one] == 1] for group in groups) if len(group) > 1)
    head = [
        f"# Made by scripts/data/make_institutions.py on {today}; do not edit.",
        "# From university-domains-list (MIT), github.com/Hipo/university-domains-list.",
    ]
    (TABLES / "aliases.txt").write_text("\n".join(head + [" ".join(group) for group in kept]) + "\n", encoding="utf-8")
    print(f"{sum(map(len, below.values()))} suffixes, {len(kept)} universities of several domains", file=sys.stderr)


main(*map(pathlib.Path, sys.argv[1:]))
