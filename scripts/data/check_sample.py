#!/usr/bin/env python3
"""Check a sample manuscript's gold file against the manuscript and the bundled library.

    check_sample.py [sample.gold.json ...]      default: www/demo/articles/sample.gold.json

Every gold sentence must occur in the manuscript exactly once, every reference id must exist and be the one that the
sentence's markers point at, every passage must occur verbatim in its library file (tags removed, white space collapsed),
and every numbered reference must be cited. Prints counts by truth and kind; exit status 1 if anything is wrong.
"""

import html
import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
TRUTHS = {"supported", "planted", "perfunctory", "own"}
KINDS = {
    "number", "unit", "direction", "negation", "hedge", "scope", "causation", "wrong-reference", "ghost", "retracted",
    "author", "entity", "secondary",
}
NO_PASSAGE = {"wrong-reference", "ghost", "retracted"}
MIN_TRUE, MIN_PLANTED, MIN_KINDS = 25, 20, 8


def collapse(text):
    return " ".join(text.split())


def plain_text(markup):
    """Visible text of HTML or XML: comments, declarations and tags removed, entities decoded, white space collapsed."""
    markup = re.sub(r"<!--.*?-->|<!DOCTYPE[^>]*>|<\?.*?\?>", "", markup, flags=re.S)
    return collapse(html.unescape(re.sub(r"<[^>]+>", "", markup)))


def texts_by_file(library):
    listed = json.loads((library / "texts.json").read_text(encoding="utf-8"))["texts"]
    return {entry["file"]: plain_text((library / entry["file"]).read_text(encoding="utf-8")) for entry in listed}


def problems_of(citation, article, ids, texts):
    """What is wrong with one gold entry, as messages."""
    name = citation["id"]
    count = article.count(citation["sentence"])
    if count != 1:
        yield f"{name}: the sentence occurs {count} times"
    if citation["truth"] not in TRUTHS:
        yield f"{name}: unknown truth {citation['truth']!r}"
    if (citation["truth"] == "planted") != (citation["kind"] in KINDS):
        yield f"{name}: kind {citation['kind']!r} does not fit truth {citation['truth']!r}"
    for reference in citation["references"] + ([citation["reference"]] if citation["reference"] else []):
        if reference not in ids:
            yield f"{name}: no reference {reference!r}"
    if citation["reference"] and citation["reference"] not in citation["references"]:
        yield f"{name}: the reference concerned is not among the cited ones"
    for place in [citation, citation.get("true_source")]:
        if place and place["passage"] is not None:
            if place["file"] not in texts:
                yield f"{name}: {place['file']!r} is not in texts.json"
            else:
                for passage in (place["passage"], *place.get("also", [])):
                    if passage not in texts[place["file"]]:
                        yield f"{name}: the passage is not in {place['file']}: {passage!r}"
    needs_passage = citation["truth"] in {"supported", "planted"} and citation["kind"] not in NO_PASSAGE
    if needs_passage and citation["readable"] and citation["passage"] is None:
        yield f"{name}: no passage"


def check(path):
    gold = json.loads(path.read_text(encoding="utf-8"))
    page = (path.parent / gold["document"]).read_text(encoding="utf-8")
    library = (path.parent / gold["library"]).resolve()
    article, ids = plain_text(page), set(re.findall(r'\bid="([^"]+)"', page))
    texts = texts_by_file(library)
    citations = gold["citations"]
    problems = [p for c in citations for p in problems_of(c, article, ids, texts)]
    names = Counter(c["id"] for c in citations)
    problems += [f"{name}: the id occurs {n} times" for name, n in names.items() if n > 1]
    cited = {r for c in citations for r in c["references"]}
    problems += [f"{i}: never cited" for i in sorted(ids) if re.fullmatch(r"bib\.bib\d+", i) and i not in cited]
    true = sum(c["truth"] == "supported" and c["readable"] for c in citations)
    kinds = Counter(c["kind"] for c in citations if c["kind"])
    if not gold.get("held_out"):
        if true < MIN_TRUE or sum(kinds.values()) < MIN_PLANTED or len(kinds) < MIN_KINDS:
            problems.append(f"{true} true, {sum(kinds.values())} planted, {len(kinds)} kinds: too few")
    print(f"{path.name}: {len(article.split())} words, {len(citations)} gold entries")
    print("  truth:", dict(Counter(c["truth"] for c in citations)), f"(supported with a bundled text: {true})")
    print("  kinds:", dict(kinds.most_common()))
    for problem in problems:
        print("  WRONG", problem)
    return not problems


def main():
    paths = [Path(a) for a in sys.argv[1:]] or [HERE / "www/demo/articles/sample.gold.json"]
    sys.exit(0 if all([check(path) for path in paths]) else 1)


if __name__ == "__main__":
    main()
