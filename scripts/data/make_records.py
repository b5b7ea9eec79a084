#!/usr/bin/env python3
"""Add records to the demonstration's library: www/demo/library/records.jsonl (what stands there is kept).

    make_records.py [--references FILE ...] [--records FILE.jsonl [--limit N]] [--retractions FILE.csv] [--output FILE]

--references  works listed in the bibliography of a JATS file or of a LaTeXML page. Such a record knows no more than the
              authors of that bibliography did, and says so: its `sources` are ["reference-list"].
--records     records in the library's own format, taken evenly over the file (distractors).
--retractions a Retraction Watch export: the works it lists, flagged with year and notice.
A record is skipped if its DOI or its title with its year is already there.
"""

import argparse
import csv
import html
import json
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
FIELDS = (
    "id", "title", "type", "authors", "year", "venue", "venue_short", "doi", "url", "arxiv", "volume", "issue", "pages",
    "abstract", "sources",
)


def collapse(text):
    return " ".join((text or "").split())


def record(**known):
    known["url"] = known.get("url") or (f"https://doi.org/{known['doi']}" if known.get("doi") else None)
    return {field: known.get(field) or ([] if field in ("authors", "sources") else None) for field in FIELDS}


def slug(authors, year, title):
    words = re.findall(r"[a-z0-9]+", unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower())
    family = unicodedata.normalize("NFKD", authors[0]["family"] if authors else "anon").encode("ascii", "ignore").decode()
    return "-".join([re.sub(r"[^a-z]+", "", family.lower()) or "anon", str(year)] + words[:4])


def title_key(item):
    return re.sub(r"[\W_]+", "", (item["title"] or "").lower()), item["year"]


def text_of(element):
    return collapse("".join(element.itertext())) if element is not None else ""


def jats_references(text):
    """Records of a JATS reference list; entries without title, year and authors are left out."""
    tree = ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", text))
    for entry in tree.iter("ref"):
        title, year = text_of(entry.find(".//article-title")).rstrip("."), text_of(entry.find(".//year"))[:4]
        authors = [
            {"family": text_of(name.find("surname")), "given": text_of(name.find("given-names")) or None}
            for kind in ("name", "string-name")
            for name in entry.iter(kind)
            if name.find("surname") is not None
        ]
        if not (title and year.isdigit() and authors):
            continue
        first, last = text_of(entry.find(".//fpage")), text_of(entry.find(".//lpage"))
        doi = next((text_of(e).lower() for e in entry.iter("pub-id") if e.get("pub-id-type") == "doi"), None)
        yield record(
            id=doi or slug(authors, year, title), title=title, type="journal-article", authors=authors, year=int(year),
            venue=text_of(entry.find(".//source")).rstrip(".") or None, doi=doi,
            volume=text_of(entry.find(".//volume")) or None, issue=text_of(entry.find(".//issue")) or None,
            pages=f"{first}-{last}" if first and last else first or None, sources=["reference-list"],
        )


def latexml_references(text):
    """Records of a LaTeXML bibliography whose entries read: authors, “title,” venue volume, pages (year)."""
    pattern = re.compile(r"^\[\d+\] (?P<authors>.+?), “(?P<title>.+?)[,.]?” ?(?P<rest>.*)$")
    for item in re.findall(r'<li id="bib\.bib\d+".*?</li>', text, re.S):
        match = pattern.match(collapse(html.unescape(re.sub(r"<[^>]+>", "", item))))
        if not match:
            continue
        names = re.split(r",? and |, ", match["authors"])
        authors = [
            {"family": family, "given": given.strip() or None}
            for given, family in (re.match(r"^((?:\S*\.\s?-?)*)\s*(.+)$", name).groups() for name in names)
        ]
        doi = next((d.lower() for d in re.findall(r'href="https?://(?:dx\.)?doi\.org/([^"]+)"', item)), None)
        arxiv = next(iter(re.findall(r"arxiv\.org/abs/([^\"]+)\"", item)), None)
        place = re.match(r"^(?P<venue>\D+?) (?P<volume>\d+) ?, (?:(?P<pages>[\w –-]+) )?\((?P<year>\d{4})\)", match["rest"])
        year = place["year"] if place else ("20" + arxiv[:2] if arxiv and arxiv[0].isdigit() else None)
        if not year:
            continue
        yield record(
            id=doi or (f"arxiv:{arxiv}" if arxiv else slug(authors, year, match["title"])), title=match["title"], type="journal-article" if place else "preprint",
            authors=authors, year=int(year), venue=place["venue"] if place else "arXiv", doi=doi, arxiv=arxiv,
            volume=place and place["volume"], pages=place and place["pages"] and re.sub(r"\s*–\s*", "-", place["pages"]),
            url=None if doi or not arxiv else f"https://arxiv.org/abs/{arxiv}", sources=["reference-list"],
        )


def references(path):
    text = path.read_text(encoding="utf-8")
    return latexml_references(text) if "ltx_bibitem" in text else jats_references(text)


def retractions(path):
    """Works of a Retraction Watch export, flagged."""
    with path.open(encoding="utf-8", errors="replace", newline="") as handle:
        for row in csv.DictReader(handle):
            split = [name.strip().rsplit(" ", 1) for name in row["Author"].split(";") if name.strip()]
            authors = [{"family": n[-1], "given": n[0] if len(n) > 1 else None} for n in split]
            doi, notice = row["OriginalPaperDOI"].lower(), row["RetractionDOI"].lower()
            years = [re.search(r"\d{4}", row[column]) for column in ("OriginalPaperDate", "RetractionDate")]
            if row["RetractionNature"] != "Retraction" or not (doi and all(years)):
                continue
            flagged = record(
                id=doi, title=collapse(row["Title"]), type="journal-article", authors=authors, year=int(years[0][0]),
                venue=row["Journal"], doi=doi, sources=["crossref", "retractionwatch"],
            )
            yield {**flagged, "retracted": {"year": int(years[1][0]), "notice": notice}}


def spread(items, limit):
    step = max(1, len(items) // limit) if limit else 1
    return items[::step][: limit or None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", nargs="*", type=Path, default=[])
    parser.add_argument("--records", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--retractions", type=Path)
    parser.add_argument("--output", type=Path, default=HERE / "www/demo/library/records.jsonl")
    arguments = parser.parse_args()
    lines = arguments.output.read_text(encoding="utf-8").splitlines() if arguments.output.exists() else []
    items = [json.loads(line) for line in lines]
    candidates = [r for path in arguments.references for r in references(path)]
    if arguments.retractions:
        candidates += retractions(arguments.retractions)
    if arguments.records:
        rows = [json.loads(line) for line in arguments.records.read_text(encoding="utf-8").splitlines()]
        candidates += [record(**row) for row in spread(rows, arguments.limit)]
    seen = {item["id"] for item in items} | {item["doi"] for item in items if item["doi"]} | {title_key(i) for i in items}
    for item in candidates:
        keys = {item["id"], title_key(item)} | ({item["doi"]} if item["doi"] else set())
        if not keys & seen:
            seen |= keys
            items.append(item)
    arguments.output.write_text("".join(json.dumps(i, ensure_ascii=False) + "\n" for i in items), encoding="utf-8")
    print(f"{len(items)} records, {arguments.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
