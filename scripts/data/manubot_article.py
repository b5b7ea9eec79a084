#!/usr/bin/env python3
"""Turn sections of a Manubot manuscript into an article and records for the demonstration (www/demo).

    manubot_article.py FOLDER --from HEADING --to HEADING --title TITLE --references FILE.json --article OUT.html --records OUT.jsonl

FOLDER holds the manuscript's *.md, the last of which defines its citation tags. From the heading on (included) to the other one (left
out) the text is taken; citations are numbered in its order. The references come from Manubot's CSL JSON, which it had from the registries
of their identifiers. A record has an abstract only if arXiv gave it: the metadata of arXiv is CC0, that of others is not.
"""

import argparse
import html
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from make_records import collapse, record  # noqa: E402

KEY = r"@([A-Za-z]+:[^\s;\]]+)"


def known_references(path):
    """CSL items by the identifiers that Manubot found them by."""
    items = {}
    for item in json.loads(path.read_text(encoding="utf-8")):
        for key in re.findall(r"standard_(?:id|citation): *(\S+)", item.get("note", "")):
            items[key.lower()] = item
    return items


def year(item):
    return (item.get("issued", {}).get("date-parts") or [[None]])[0][0]


def arxiv(item):
    found = re.search(r"arxiv\.org/abs/([^\s]+?)(?:v\d+)?$", item.get("URL", ""))
    return found.group(1) if found else None


def people(item):
    return [
        {"family": a.get("family") or a.get("literal"), "given": a.get("given") or None}
        for a in item.get("author", [])
        if a.get("family") or a.get("literal")
    ]


def clean(text):
    return collapse(re.sub(r"<[^>]+>", " ", html.unescape(text or ""))) or None


def record_of(item):
    doi = item.get("DOI", "").lower() or None
    kinds = {"article-journal": "journal-article", "paper-conference": "proceedings-article", "report": "preprint"}
    return record(
        id=doi or (f"arxiv:{arxiv(item)}" if arxiv(item) else item["id"]), title=clean(item.get("title")),
        type=kinds.get(item.get("type"), item.get("type")), authors=people(item), year=year(item),
        venue=clean(item.get("container-title") or item.get("publisher")), doi=doi, arxiv=arxiv(item),
        url=item.get("URL"), volume=item.get("volume"), issue=item.get("issue"), pages=item.get("page"),
        abstract=clean(item.get("abstract")) if arxiv(item) else None,
        sources=["arxiv" if arxiv(item) else "crossref" if doi else "hand"],
    )


def entry(item):
    """As a list prints it."""
    names = [" ".join(filter(None, (p["given"], p["family"]))) for p in people(item)]
    shown = ", ".join(names[:6]) + (", et al" if len(names) > 6 else "")
    where = clean(item.get("container-title") or item.get("publisher")) or ""
    numbers = item.get("volume", "") + (f"({item['issue']})" if item.get("issue") else "")
    numbers += (", " if numbers else "") + item["page"] if item.get("page") else ""
    parts = [f"{shown}.", f"{clean(item.get('title')).rstrip('.')}."]
    place = " ".join(filter(None, (where and f"<i>{html.escape(where)}</i>", html.escape(numbers), year(item) and f"({year(item)})")))
    parts += [f"{place}."] if place else []
    link = f"https://doi.org/{item['DOI']}" if item.get("DOI") else item.get("URL", "")
    said = f"doi:{item['DOI']}" if item.get("DOI") else f"arXiv:{arxiv(item)}" if arxiv(item) else link
    parts = [html.escape(part, quote=False) for part in parts[:2]] + parts[2:]
    return " ".join(parts) + (f' <a href="{html.escape(link)}">{html.escape(said)}</a>' if link else "")


class Article:
    def __init__(self, find):
        self.find = find
        self.cited = []

    def number(self, key):
        item = self.find(key)
        if item not in self.cited:
            self.cited.append(item)
        return self.cited.index(item) + 1

    def inline(self, text):
        """A paragraph's Markdown as HTML."""
        def cites(match):
            numbers = [self.number(key) for key in re.findall(KEY, match.group(0))]
            links = (f'<a href="#ref-{n}">{n}</a>' for n in sorted(set(numbers)))
            return f"[{', '.join(links)}]"

        text = html.escape(text, quote=False)
        text = re.sub(r"\[@[^\]]+\]", cites, text)
        text = re.sub(r"\[([^\]]+)\]\((https?://[^)]+)\)", r'<a href="\2">\1</a>', text)
        text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
        return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)

    def blocks(self, text):
        for block in re.split(r"\n\s*\n", text.strip()):
            block = collapse(block)
            heading = re.match(r"(#{2,5}) (.*)$", block)
            if heading:
                level = len(heading.group(1)) - 1
                yield f"<h{level}>{self.inline(heading.group(2))}</h{level}>"
            elif block and not block.startswith(("<!--", "![")):
                yield f"<p>{self.inline(block)}</p>"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--from", dest="first", required=True)
    parser.add_argument("--to", dest="end", required=True)
    for name in ("title", "references", "article", "records"):
        parser.add_argument(f"--{name}", required=True)
    asked = parser.parse_args()
    files = [path.read_text(encoding="utf-8") for path in sorted(asked.folder.glob("*.md"))]
    tags = {k.lower(): v for text in files for k, v in re.findall(r"(?m)^\[@([^\]]+)\]: *(\S+)", text)}
    items = known_references(Path(asked.references))

    def find(key):
        key = key.rstrip(".,")
        key = tags.get(key.lower(), key).lower()
        return items.get(key) or items[re.sub(r"v\d+$", "", key)]

    [text] = [text for text in files if f"\n{asked.first}\n" in text]
    text = text[text.index(f"\n{asked.first}\n"):text.index(f"\n{asked.end}\n")]
    article = Article(find)
    blocks = list(article.blocks(text))
    title = html.escape(asked.title, quote=False)
    entries = "\n".join(f'<li id="ref-{n}">{entry(item)}</li>' for n, item in enumerate(article.cited, 1))
    Path(asked.article).write_text(
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="citation_title" content="{html.escape(asked.title)}"></head>\n<body>\n<article>\n<h1>{title}</h1>\n'
        + "\n".join(blocks)
        + f'\n<h2>References</h2>\n<ol class="references" role="doc-bibliography">\n{entries}\n</ol>\n</article>\n</body>\n</html>\n',
        encoding="utf-8",
    )
    with open(asked.records, "w", encoding="utf-8") as out:
        for item in article.cited:
            out.write(json.dumps(record_of(item), ensure_ascii=False) + "\n")
    with_abstract = sum(1 for item in article.cited if arxiv(item) and item.get("abstract"))
    print(f"{len(article.cited)} references, {with_abstract} with an abstract")


if __name__ == "__main__":
    main()
