#!/usr/bin/env python3
"""What indexes say of the mixed works in tests/fixtures/works, with the gaps and the false friends of real ones.

    python3 scripts/data/mixed_works.py > tests/fixtures/works/world.jsonl

Which indexes hold a work follows from its kind (tests/fixtures/works/README.md); chance is a hash of the key. No index
invents a work: what is not held is missing, and what looks alike (a review of a book, an article with a thesis's title,
a commentary named after its case, a later release) is there beside the work or in its place.
"""
import hashlib
import json
import re
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "tests/fixtures"
FILES = [ROOT / "latex/biblatex-examples/biblatex-examples.bib", *sorted((ROOT / "works").glob("*.bib"))]
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "H": "\u030b", "c": "\u0327", "v": "\u030c"}
STRANGERS = ["Whitfield, Marion", "Okafor, Daniel", "Lindqvist, Petra", "Moreau, Alain", "Tanaka, Hiroshi"]


def chance(key, what):
    """A number in 0..1 that is the same each time."""
    return int(hashlib.sha256(f"{key}:{what}".encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


def plain(text):
    text = re.sub(r"\\(?:textcolor\{[^}]*\}|enquote|emph|url|texttt|mkbibquote|textsuperscript)\s*", "", text)
    accent = lambda m: m[2].replace("\\i", "i") + ACCENTS[m[1]]
    text = re.sub(r"\\(['`^\"~Hcv])\s*\{?(\\?\w)\}?", lambda m: unicodedata.normalize("NFC", accent(m)), text)
    for old, new in [("\\textendash", "–"), ("---", "—"), ("--", "–"), ("\\slash", "/"), ("\\AA", "Å"), ("\\ae", "æ"), ("\\AE", "Æ"), ("\\ss", "ß"), ("\\o", "ø"), ("\\l", "ł"), ("\\&", "&"), ("~", " "), ("\\-", ""), ("\\ ", " ")]:
        text = text.replace(old, new)
    text = re.sub(r"\\[a-zA-Z]+\s*", "", text)
    return re.sub(r"\s+", " ", text.replace("{", "").replace("}", "").replace("\\", "")).strip()


def read(path):
    text = re.sub(r"(?m)^\s*%.*$", "", path.read_text())
    strings = dict(re.findall(r"@string\s*\{\s*([\w-]+)\s*=\s*\{([^}]*)\}", text, re.I))
    for match in re.finditer(r"@(\w+)\s*\{\s*([^,\s{}]+)\s*,", text):
        depth, at = 1, match.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        body, fields = text[match.end() : at - 1], {}
        for field in re.finditer(r"([\w+:]+)\s*=\s*", body):
            rest = body[field.end() :]
            if body[: field.start()].count("{") != body[: field.start()].count("}"):
                continue
            if rest.startswith("{"):
                depth, end = 0, 0
                for end, c in enumerate(rest):
                    depth += {"{": 1, "}": -1}.get(c, 0)
                    if not depth:
                        break
                fields[field[1].lower()] = rest[1:end]
            else:
                word = re.match(r'"([^"]*)"|([^,\s]+)', rest)
                value = (word[1] or word[2] or "") if word else ""
                fields[field[1].lower()] = strings.get(value, value)
        yield match[1].lower(), match[2], fields


def people(field, family_first=False):
    names = []
    for name in re.split(r"\s+and\s+", field.replace("\n", " ")):
        bare = plain(name)
        if not bare or bare == "others":
            continue
        if name.strip().startswith("{") or re.search(r"[\u3040-\u9fff\uac00-\ud7af]", bare):
            names.append({"family": bare})
        elif "," in bare:
            parts = [part.strip() for part in bare.split(",")]
            names.append({"family": parts[0], "given": parts[-1]})
        elif family_first:
            family, _, given = bare.partition(" ")
            names.append({"family": family, "given": given})
        else:
            words = bare.split()
            particles = next((i for i, word in enumerate(words[:-1]) if word[0].islower() and i), len(words) - 1)
            names.append({"family": " ".join(words[particles:]), "given": " ".join(words[:particles])})
    return names


def initials(authors):
    short = lambda given: " ".join(word[0] + "." for word in given.split())
    return [{**author, **({"given": short(author["given"])} if author.get("given") else {})} for author in authors]


def kind(path, type_, fields):
    """The kind of work, by the file first."""
    name = path.stem
    printed_as = fields.get("journal") or fields.get("journaltitle") or fields.get("note") or ""
    if re.search("PhD thesis|dissertation", printed_as):
        return "thesis"
    if re.search("OpenAI blog|Working Paper", printed_as):
        return "report"
    if re.search("Financial Times|The Guardian|The Times|人民日报|北京青年报", printed_as):
        return "web"
    if name in ("law", "web", "standards", "software-data"):
        if name == "law" and type_ in ("book", "inbook", "article", "report", "thesis"):
            pass
        else:
            return name
    if type_ in ("phdthesis", "mastersthesis", "thesis"):
        return "thesis"
    if type_ in ("techreport", "report"):
        return "report"
    if type_ in ("book", "mvbook", "collection", "mvcollection", "inbook", "incollection", "reference", "manual", "proceedings", "periodical", "suppbook"):
        return "book"
    if type_ in ("standard",):
        return "standards"
    if type_ in ("patent", "archive", "newspaper", "legislation", "jurisdiction", "legal", "misc", "online", "www", "video", "audio"):
        return "web"
    # Articles of national journals are in no index that covers everything, as a rule.
    if name in ("chinese", "hungarian", "languages", "spanish") and not fields.get("doi"):
        return "national"
    return "paper"


def world(path, type_, key, fields):
    title = plain(fields.get("title", ""))
    if fields.get("subtitle"):
        title += ": " + plain(fields["subtitle"])
    if not title:
        return None
    authors = people(fields.get("author") or fields.get("editor") or "", path.stem == "hungarian")
    year = re.search(r"\d{4}", fields.get("year") or fields.get("date") or "")
    year = int(year[0]) if year else None
    doi = fields.get("doi")
    if not doi and (named := re.search(r"/doi/(?:\w+/)?(10\.\d{4,9}/[^\s}]+)", fields.get("url", ""))):
        doi = named[1]
    arxiv = fields.get("eprint") if "arxiv" in fields.get("eprinttype", fields.get("archiveprefix", "")).lower() else None
    what, said = kind(path, type_, fields), {}
    venue = plain(fields.get("journaltitle") or fields.get("journal") or fields.get("booktitle") or "")
    is_ = lambda name, share: chance(key, name) < share
    if doi and doi.startswith(("10.7666", "10.3771")):
        # Registered in China, with an agency whose works are in no index.
        return {"id": key, "file": path.stem, "kind": what, "sources": {}, "registered_doi": doi}
    later = lambda name, span: year and year + 1 + int(chance(key, name) * span)
    record = lambda **more: {k: v for k, v in {"title": title, "authors": authors, "year": year, **more}.items() if v}
    stranger = [STRANGERS[int(chance(key, "stranger") * len(STRANGERS)) % len(STRANGERS)]]
    if arxiv:
        said |= {name: record(arxiv=arxiv, type="preprint", venue="arXiv") for name in ("arxiv", "openalex", "semanticscholar")}
    elif what == "book":
        edition = is_("edition", 0.4)
        # A catalogue has the edition that a library owns, a search engine the one that was scanned.
        if is_("openlibrary", 0.7):
            isbn = re.sub(r"[^\dXx]", "", fields.get("isbn", "")) or None
            said["openlibrary"] = record(year=later("reprint", 30) if edition else year, publisher=plain(fields.get("publisher", "")) or None, isbn=isbn, type="book")
        if is_("openalex", 0.5):
            short = plain(fields.get("title", "")) if is_("short", 0.3) else title
            said["openalex"] = record(title=short, year=later("scan", 40) if edition else year, authors=[] if is_("unnamed", 0.15) else authors, venue="Oxford University Press eBooks" if is_("venue", 0.4) else None, type="book", doi=doi)
        if is_("review", 0.5):
            said["crossref"] = record(authors=stranger, year=later("review", 2), venue="The Modern Language Review", type="journal-article", doi=f"10.2307/{int(chance(key, 'doi') * 1e7)}")
            said.setdefault("semanticscholar", record(authors=stranger, year=later("review", 2), venue="The Modern Language Review"))
        if doi:
            said["crossref"] = record(authors=authors, doi=doi, type="book", publisher=plain(fields.get("publisher", "")) or None)
    elif what == "thesis":
        if is_("article", 0.5) and authors:
            # The thesis as it was printed: with another year, at another place.
            said["crossref"] = record(year=later("article", 3), venue="Transactions of the Society", type="journal-article", doi=f"10.1000/{int(chance(key, 'doi') * 1e7)}")
            said["semanticscholar"] = record(authors=initials(authors), year=later("article", 3))
        if is_("openalex", 0.4) or doi:
            said["openalex"] = record(authors=initials(authors), venue=plain(fields.get("school") or fields.get("institution") or "") or None, type="dissertation", doi=doi)
        if doi:
            said["datacite"] = record(doi=doi, type="dissertation")
    elif what == "report":
        if is_("openalex", 0.4) or doi:
            said["openalex"] = record(authors=[] if is_("unnamed", 0.3) else authors, year=later("year", 2) if is_("year", 0.3) else year, doi=doi, type="report")
        if is_("article", 0.3):
            said["semanticscholar"] = record(authors=authors if is_("own", 0.5) else stranger, year=later("article", 3), venue="ACM SIGMOD Record")
        if doi:
            said["crossref"] = record(doi=doi, type="report")
    elif what == "standards":
        if doi:
            said["crossref"] = record(authors=[], doi=doi, type="standard")
        if is_("article", 0.4):
            said["openalex"] = record(authors=stranger, year=later("article", 4), venue="Computer Standards & Interfaces", doi=f"10.1016/{int(chance(key, 'doi') * 1e7)}")
            said["semanticscholar"] = record(authors=stranger, year=later("article", 4), venue="Computer Standards & Interfaces")
    elif what == "law":
        if is_("note", 0.5):
            said["crossref"] = record(authors=stranger, year=later("note", 2), venue="The Cambridge Law Journal", type="journal-article", doi=f"10.1017/{int(chance(key, 'doi') * 1e7)}")
            said["openalex"] = record(authors=stranger, year=later("note", 2), venue="The Cambridge Law Journal")
        if is_("long", 0.3):
            said["semanticscholar"] = record(title=f"{title}: A Commentary on the Judgment", authors=stranger, year=later("long", 6), venue="Modern Law Review")
    elif what == "software-data":
        # Each release has a DOI and a year of its own.
        if doi:
            said["datacite"] = record(doi=doi, authors=authors, year=year, type="dataset" if type_ == "dataset" else "software")
        if is_("release", 0.5):
            said["openalex"] = record(year=later("release", 4), authors=authors[:2], doi=f"10.5281/zenodo.{int(chance(key, 'doi') * 1e7)}", type="software", venue="Zenodo (CERN European Organization for Nuclear Research)")
        if is_("paper", 0.3):
            said["semanticscholar"] = record(authors=stranger + authors[:1], year=later("paper", 3), venue="Journal of Open Source Software")
    elif what == "web":
        if is_("article", 0.25):
            said["crossref"] = record(authors=stranger, year=later("article", 5), venue="Journal of Documentation", type="journal-article", doi=f"10.1108/{int(chance(key, 'doi') * 1e7)}")
        if is_("copy", 0.2) and authors:
            said["semanticscholar"] = record(year=later("copy", 2))
    elif what == "national":
        if is_("openalex", 0.3):
            said["openalex"] = record(year=year, venue=venue)
        if is_("stranger", 0.1):
            said["crossref"] = record(authors=stranger, year=later("stranger", 8), venue="Acta Mathematica", type="journal-article")
    else:
        said["crossref"] = record(venue=venue, doi=doi or f"10.1000/{int(chance(key, 'own') * 1e8)}", type="journal-article", volume=fields.get("volume"), pages=fields.get("pages"))
        said["openalex"] = record(venue=venue, doi=doi)
        said["semanticscholar"] = record(authors=initials(authors), venue=venue)
    line = {"id": key, "file": path.stem, "kind": what, "sources": said}
    if doi:
        line["registered_doi"] = doi
    return line


def main():
    for path in FILES:
        for type_, key, fields in read(path):
            if type_ in ("string", "comment", "set", "xdata") or not (line := world(path, type_, key, fields)):
                continue
            print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
