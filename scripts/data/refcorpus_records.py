#!/usr/bin/env python3
"""Turn recorded answers of scholarly services into records for `--records` (docs/command-line.md), on stdout.

    refcorpus_records.py FOLDER > records.jsonl

FOLDER holds SERVICE.jsonl or SERVICE.jsonl.gz with {"response": item or [items]} a line, for crossref, openalex and
semantic_scholar. A title that was seen is not written again, unless the new record has an abstract and the old had none.
"""

import gzip
import json
import re
import sys
from pathlib import Path


def lines(folder, service):
    for path in (folder / f"{service}.jsonl", folder / f"{service}.jsonl.gz"):
        if path.exists():
            with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
                yield from map(json.loads, file)


def person(name):
    given, _, family = (name or "").rpartition(" ")
    return {"family": family, "given": given}


def crossref(item):
    date = ((item.get("published") or {}).get("date-parts") or [[None]])[0]
    return {
        "title": (item.get("title") or [""])[0],
        "authors": [{"family": a.get("family") or a.get("name") or "", "given": a.get("given") or ""} for a in item.get("author") or []],
        "year": date[0] if date else None,
        "venue": (item.get("container-title") or [None])[0],
        "doi": item.get("DOI"),
        "abstract": re.sub(r"<[^>]*>", " ", item["abstract"]) if item.get("abstract") else None,
    }


def openalex(item):
    return {
        "title": item.get("title"),
        "authors": [person(a["author"].get("display_name")) for a in item.get("authorships") or []],
        "year": item.get("publication_year"),
        "venue": ((item.get("primary_location") or {}).get("source") or {}).get("display_name"),
        "doi": item.get("doi"),
    }


def semantic_scholar(item):
    ids = item.get("externalIds") or {}
    return {
        "title": item.get("title"),
        "authors": [person(a.get("name")) for a in item.get("authors") or []],
        "year": item.get("year"),
        "venue": item.get("venue"),
        "doi": ids.get("DOI"),
        "arxiv": ids.get("ArXiv"),
        "abstract": item.get("abstract"),
    }


def main():
    folder = Path(sys.argv[1])
    seen = {}
    for service in (semantic_scholar, openalex, crossref):
        for line in lines(folder, service.__name__):
            response = line.get("response")
            for item in response if isinstance(response, list) else [response]:
                record = service(item) if isinstance(item, dict) else None
                if not record or not record["title"]:
                    continue
                key = re.sub(r"\W+", " ", record["title"].lower()).strip()
                if key not in seen or (record.get("abstract") and not seen[key].get("abstract")):
                    seen[key] = record
    for number, record in enumerate(seen.values(), 1):
        print(json.dumps({"id": f"R{number}", **{k: v for k, v in record.items() if v}}, ensure_ascii=False))


if __name__ == "__main__":
    main()
