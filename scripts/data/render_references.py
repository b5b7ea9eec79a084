"""Renders bibliographic records as labelled reference strings (GROBID's `<bibl>`), to train what the corpora lack.

    cargo run --release -p citelight-eval --example references -- --fields FILE... > fields.jsonl
    python3 scripts/data/render_references.py fields.jsonl records.jsonl ... > rendered.xml

The labelled corpora end about 2015 and know few conference papers, preprints, DOIs and addresses. Two kinds of lines are
read: the fields of labelled strings of the development part (`{"Author": "...", "Title": "..."}`, their author lists stay
as printed) and records (`{"title": ..., "authors": [{"family", "given"}], "year", "venue"}`, CSL-JSON or BibTeX-like
`fields`). Numbers, places and publishers that a record lacks are made up: they only teach form. Deterministic.
"""

import json
import random
import re
import string
import sys
from xml.sax.saxutils import escape

PLACES = """Vienna, Austria|New York, NY, USA|Berlin, Heidelberg|Vancouver, Canada|Cambridge, MA|London|Oxford, UK|Online|Seattle,
Washington|Dublin, Ireland|Toronto|Beijing, China|Bangkok, Thailand|San Francisco, CA|Amsterdam|Paris|Tokyo|Punta Cana, Dominican
Republic|Hong Kong|Cham|Dordrecht|Bern|Melbourne|Philadelphia|Boston|Chicago|Virtual Event|Long Beach, California, USA|Montréal""".replace("\n", " ").split("|")
PUBLISHERS = """ACM|IEEE|Springer|Springer, Cham|PMLR|Curran Associates, Inc.|AAAI Press|Association for Computational Linguistics|
Elsevier|MIT Press|The MIT Press|Cambridge University Press|Oxford University Press|OpenReview.net|JMLR.org|Morgan Kaufmann|
Academic Press|Wiley|John Wiley & Sons|CRC Press|Princeton University Press|USENIX Association|Association for Computing Machinery|
IEEE Computer Society|European Language Resources Association|Routledge|Springer International Publishing|World Scientific|O’Reilly Media|Birkhäuser""".replace("\n", "").split("|")
SCHOOLS = """Stanford University|Massachusetts Institute of Technology|University of Cambridge|ETH Zürich|Technische Universität München|
Carnegie Mellon University|University of Toronto|Department of Computer Science, University of Illinois|INRIA|Google Research|OpenAI|
National Bureau of Economic Research|RAND Corporation|Université Paris-Saclay|University of Edinburgh""".replace("\n", "").split("|")
ORGANISATIONS = """World Health Organization|OpenAI|European Commission|United Nations|National Institute of Standards and Technology|
DeepSeek-AI|Gemini Team|The Galaxy Community|Planck Collaboration|NVIDIA|Meta AI|Eurostat|IPCC|Food and Agriculture Organization of the
 United Nations|U.S. Department of Health and Human Services|R Core Team|American Psychiatric Association|UNESCO|World Bank|Anthropic""".replace("\n", "").split("|")
SERIES = ["Lecture Notes in Computer Science", "Proceedings of Machine Learning Research", "Graduate Texts in Mathematics", "LNCS", "CEUR Workshop Proceedings", "Springer Series in Statistics"]
MONTHS = "January February March April May June July August September October November December".split()
KINDS = ["PhD thesis", "Ph.D. dissertation", "Master’s thesis", "Doctoral dissertation", "Ph.D. thesis"]
TAGS = {
    "A": "author", "E": "editor", "T": 'title level="a"', "V": 'title level="j"', "S": 'title level="s"', "Y": "date",
    "vol": 'biblScope unit="volume"', "iss": 'biblScope unit="issue"', "pp": 'biblScope unit="page"', "P": "publisher",
    "L": "pubPlace", "I": 'idno type="DOI"', "U": 'ptr type="web"', "N": "note", "ed": "edition", "#": "citation-number",
}
JOURNAL = [
    "{A}. {T}. {V}, {vol}({iss}):{pp}, {Y}.", "{A}. {T}. {V}, {vol}:{pp}, {Y}.", "{A}. {Y}. {T}. {V}, {vol}({iss}):{pp}.",
    "{A}. {T}. {V}. {Y};{vol}({iss}):{pp}.", "{A}. {T}. {V}. {Y}:{vol}({iss}):{pp}. {I}", "{A} ({Y}). {T}. {V}, {vol}({iss}), {pp}.",
    "{A} ({Y}). {T}. {V}, {vol}, {pp}. {I}", "{A}, “{T},” {V}, vol. {vol}, no. {iss}, pp. {pp}, {Y}.", "{A}, \"{T},\" {V}, vol. {vol}, pp. {pp}, {Y}, doi: {I}.",
    "{A} {T}. {V} {Y}, {vol}, {pp}.", "{A} ({Y}) {T}. {V} {vol}({iss}):{pp}. {I}", "{A} ({Y}) {T}. {V} {vol}:{pp}", "{A}, {T}. {V} {vol}, {pp} ({Y}).",
    "{A}. {T}. {V} {vol}, {pp} ({Y}). {I}", "{A}, {T}, {V} {vol} ({Y}), no. {iss}, {pp}.", "{A}, {T}, {V} {vol} ({Y}) {pp}.", "{A}, {Y}. {T}. {V} {vol} ({iss}), {pp}.",
    "{A}, {Y}. {T}. {V} {vol}, {pp}. {I}.", "{A} {T} {V}, {vol} ({iss}) ({Y}), pp. {pp}", "{A} {T} {V}, {vol} ({Y}), pp. {pp}, {I}", "{A}. {Y}. “{T}.” {V} {vol} ({iss}): {pp}. {I}.",
    "{A}. “{T}.” {V}, vol. {vol}, no. {iss}, {Y}, pp. {pp}.", "{A}. {Y}. {T}. {V} {vol}, {iss} ({Y}), {pp}. {I}", "{A}. {T}. {V} {vol}.{iss} ({Y}), pp. {pp}.",
    "{A}: {T}. {V} {vol}({iss}), {pp} ({Y}). {I}", "{A}. {T}. {V}. {Y};{vol}:{pp}. {I}", "{A}. {T}. {V}, {Y}.", "{A}. {T}. {V}, {pp}, {Y}.", "{A}. {V} {vol}, {pp} ({Y}).",
    "{A}, {V} {vol}, {pp} ({Y}).", "{A} {Y}, {V}, {vol}, {pp}", "{A} {Y}, {T}, {V}, {vol}, {pp}", "{A}. {T}. {V}. {vol}, {pp} ({Y}).", "{A}, {T}. {V} {vol}({iss}), {pp} ({Y})",
    "{A}. “{T}”. In: {V} {vol}.{iss} ({Y}), pp. {pp}.", "{A}. {T}. {V} {Y}. Available from: {U}.", "{A}. {T}. {V}. {Y}; {vol}: {pp}. {I} PMID: {pmid}", "{A}: {T}. {V} {Y}, {vol}({iss}):{pp}.",
]
CONFERENCE = [
    "{A}. {T}. In {V}, pages {pp}, {Y}.", "{A}. {T}. In {V}, {Y}.", "{A}. {T}. In {V}, pp. {pp}. {P}, {Y}.", "{A}. {T}. In {V}, volume {vol}, pages {pp}, {Y}.",
    "{A}. {Y}. {T}. In {V}, pages {pp}, {L}. {P}.", "{A}. {Y}. {T}. In {V}. {P}.", "{A}, “{T},” in {V}, {Y}, pp. {pp}.", "{A}, “{T},” in {V}. {P}, {Y}, pp. {pp}.",
    "{A}: {T}. In: {V}. pp. {pp}. {P}, {L} ({Y})", "{A}: {T}. In: {V}. pp. {pp} ({Y})", "{A}: {T}. In: {E} (eds.) {V}. {S}, vol. {vol}, pp. {pp}. {P}, {L} ({Y}). {I}",
    "{A}. {T}. In {E}, editors, {V}, volume {vol} of {S}, pages {pp}. {P}, {Y}.", "{A}. {T}. In {V}, {Y}. URL {U}.", "{A}. {T}. In {V}, volume {vol} of {S}, pp. {pp}. {P}, {Y}. URL {U}.",
    "{A} ({Y}). {T}. In {V} (pp. {pp}). {P}.", "{A} ({Y}). {T}. In {E} (Eds.), {V} (pp. {pp}). {L}: {P}.", "{A}. {Y}. {T}. In {V} ({L}) (KDD ’{yy}). {P}, {L}, {pp}. {I}",
    "{A}. {T}. {V}, {Y}.", "{A}. {T}. {V}, pages {pp}, {Y}.", "{A}. {T}, {Y}. {V}.", "{A}. {T}. In {V}, {L}, {Y}. {P}.", "{A}, {T}, in: {V}, {P}, {Y}, pp. {pp}.", "{A}. {Y}. {T}. In {V}.",
    "{A}. “{T}”. In: {V}. {L}: {P}, {Y}, pp. {pp}.", "{A}. {T}. {V}. {P}, {Y}, p. {pp}.",
]
PREPRINT = [
    "{A}. {T}. <V>arXiv preprint</V> <I>arXiv:{arxiv}</I>, {Y}.", "{A}. {Y}. {T}. <V>arXiv preprint</V> <I>arXiv:{arxiv}</I>.", "{A}. {T}. <V>CoRR</V>, <I>abs/{arxiv}</I>, {Y}.",
    "{A}. {T}. <V>arXiv</V>, {Y}. {U}.", "{A}, “{T},” <V>arXiv preprint</V> <I>arXiv:{arxiv}</I>, {Y}.", "{A} ({Y}). {T}. <V>arXiv</V>. https://doi.org/<I>10.48550/arXiv.{arxiv}</I>",
    "{A}, {T}, <I>arXiv:{arxiv}</I> ({Y}).", "{A}: {T}. <V>arXiv preprint</V> <I>arXiv:{arxiv}</I> ({Y})", "{A}. {T}. <I>arXiv:{arxiv}</I> [cs.LG], {Y}.", "{A}. {T}, {Y}. URL <U>https://arxiv.org/abs/{arxiv}</U>.",
    "{A}. {T}. <V>bioRxiv</V>, {Y}. {I}", "{A}, {T}, <V>bioRxiv</V> ({Y}) p. {pp}.", "{A}. {T}. Preprint at {U} ({Y}).", "{A}. {Y}. {T}. <I>arXiv:{arxiv}</I>. Retrieved from {U}",
]
BOOK = [
    "{A}. {T}. {P}, {Y}.", "{A}. {T}. {P}, {L}, {Y}.", "{A} ({Y}). {T}. {P}.", "{A} ({Y}) {T}. {P}, {L}", "{A}. {Y}. {T}. {L}: {P}.", "{A}, {T} ({L}: {P}, {Y}).", "{A}. {T}. {ed} ed. {L}: {P}; {Y}.",
    "{A} ({Y}). {T} ({ed} ed.). {L}: {P}.", "{A}, {T}, {P}, {L}, {Y}.", "{A}, {T}, {ed} ed., {S}, vol. {vol}, {P}, {L}, {Y}.", "{A}. {T}, volume {vol} of {S}. {P}, {Y}.", "{A}. {T}. {S}. {P}, {ed} edition, {Y}.",
    "{E}, editors. {T}. {P}, {Y}.", "{E} (Eds.). ({Y}). {T}. {P}.", "{A}. {T}. {P}, {L}, {Y}. ISBN {isbn}.",
]
OTHER = [
    "{A}. {T}. {N}, {P}, {Y}.", "{A} ({Y}). {T} ({N}). {P}.", "{A}. {T}. <N>Technical Report</N> {num}, {P}, {Y}.", "{A}. {Y}. {T}. <N>Technical report</N>, {P}.", "{A}, “{T},” {N}, {P}, {L}, {Y}.",
    "{A}. {T}. {U}, {Y}. <N>Accessed: {Y2}-03-04</N>.", "{A} ({Y}). {T}. {U} (<N>accessed 12 March {Y2}</N>).", "{A}. {T}, {Y}. URL {U}.", "{A}. {T}. <N>Retrieved June 3, {Y2}</N>, from {U}", "{A}. {T}. [<N>Online</N>]. Available: {U}. {Y}.",
    "{A}. {T}. <N>Unpublished manuscript</N>, {Y}.", "{A}. {T}. <N>In preparation</N>, {Y}.", "{A}, {T} (<N>unpublished</N>).", "{A} ({Y}). {T}. <N>Working Paper</N> {num}, {P}.", "{A}. {T}. {V}, {Y}. <N>To appear</N>.", "{A}. {T}. {V}, <N>in press</N>.",
]


class Renderer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, low, high):
        return str(self.random.randint(low, high))

    def pages(self):
        start = self.random.randint(1, 9000) if self.random.random() < 0.5 else self.random.randint(1, 700)
        kind = self.random.random()
        if kind < 0.12:
            return self.random.choice(["e", "", "", "R", "L"]) + self.number(1000, 999999)
        end = str(start + self.random.randint(3, 40))
        if kind < 0.25 and len(end) > 2:
            end = end[-2:]
        return f"{start}{self.random.choice(['–', '-', '-', '–', '--'])}{end}"

    def doi(self):
        registrant = self.number(1000, 52000)
        suffix = self.random.choice(["s{}-{}-{}", "j.{}.{}.{}", "{}.{}.{}", "{}/{}{}", "JCO.{}.{}.{}", "fnhum.{}.{}{}"])
        return f"10.{registrant}/" + suffix.format(*[self.number(10, 99999) for _ in range(3)])

    def address(self):
        host = self.random.choice(["www.who.int", "github.com", "openreview.net", "www.example.org", "cran.r-project.org", "aclanthology.org", "proceedings.mlr.press", "en.wikipedia.org", "huggingface.co", "www.nist.gov"])
        path = "".join(self.random.choice(string.ascii_lowercase + "/-") for _ in range(self.random.randint(4, 18)))
        return f"https://{host}/{path.strip('/-')}" + self.random.choice(["", ".html", ".pdf", "?id=" + self.number(100, 99999)])

    def names(self, people):
        """A list of people in one of the forms of bibliographies."""
        def initials(given, stop=".", space=" "):
            return space.join(part[0] + stop for part in re.split(r"[\s.]+", given) if part)
        forms = [
            (lambda f, g: f"{g} {f}", ", ", ", and ", " and "), (lambda f, g: f"{initials(g)} {f}", ", ", ", and ", " and "),
            (lambda f, g: f"{f}, {initials(g)}", ", ", ", & ", " & "), (lambda f, g: f"{f}, {initials(g)}", ", ", ", and ", " and "),
            (lambda f, g: f"{f} {initials(g, '', '')}", ", ", ", ", ", "), (lambda f, g: f"{f}, {initials(g, '.', '')}", "; ", "; ", "; "),
            (lambda f, g: f"{initials(g, '.', '')} {f}", ", ", ", ", ", "), (lambda f, g: f"{initials(g, '', ' ')} {f}", ", ", ", ", ", "),
            (lambda f, g: f"{g} {f}", ", ", ", ", ", "), (lambda f, g: f"{f}, {g}", "; ", "; ", "; "), (lambda f, g: f"{f}, {g}", ", ", ", and ", " and "),
            (lambda f, g: f"{g} {f}", ", ", " and ", " and "), (lambda f, g: f"{f}, {initials(g)}", ", ", " & ", " & "),
        ]
        form, comma, last, both = self.random.choice(forms)
        people = people[: self.random.choice([1, 2, 3, 4, 8, 20])] if self.random.random() < 0.3 else people[:25]
        people = [(p["family"], p.get("given") or "") for p in people if p.get("family")]
        if not people:
            return self.random.choice(ORGANISATIONS)
        words = [form(family, given).strip(", ") for family, given in people]
        if len(words) > 2 and self.random.random() < 0.12:
            return comma.join(words[:-1]) + self.random.choice([", et al", " et al"])
        if len(words) == 2:
            return both.join(words)
        return comma.join(words[:-1]) + last + words[-1] if len(words) > 1 else words[0]

    def render(self, record):
        """One labelled string of a record: authors (a string, or people), title, venue, year."""
        pick = self.random.choice
        year = str(record.get("year") or self.number(1960, 2025))
        kind = record.get("kind") or pick(["journal", "conference", "preprint", "book", "other"])
        templates = {"journal": JOURNAL, "conference": CONFERENCE, "preprint": PREPRINT, "book": BOOK, "other": OTHER}[kind]
        template = pick(templates)
        authors = record["authors"] if isinstance(record["authors"], str) else self.names(record["authors"])
        if kind in ("book", "other") and self.random.random() < 0.2:
            authors = pick(ORGANISATIONS)
        title = record["title"].strip().rstrip(".")
        if self.random.random() < 0.25:
            title = " ".join(word if len(word) < 4 else word[0].upper() + word[1:] for word in title.split())
        date = year
        if self.random.random() < 0.15:
            date = f"{pick(MONTHS)[: pick([3, 20])]} {year}"
        elif self.random.random() < 0.06:
            date = year + pick("abc")
        venue = record.get("venue") or pick(["Nature", "Science", "PLoS ONE", "Journal of Machine Learning Research"])
        if kind == "conference" and self.random.random() < 0.25 and record.get("short"):
            venue = pick([record["short"], f"{venue} ({record['short']})", f"Proceedings of {record['short']}", f"{record['short']} {year}"])
        doi = self.doi()
        printed = pick(["https://doi.org/<I>{}</I>", "<I>doi:{}</I>", "doi: <I>{}</I>", "DOI <I>{}</I>", "<I>{}</I>", "https://doi.org/<I>{}</I>"])
        values = {
            "A": authors, "E": self.names([{"family": pick("Wallach Larochelle Li Garnett Precup Koyejo Agarwal Chaudhuri".split()), "given": pick("Hanna Hugo Yan Roman Doina Sanmi".split())} for _ in range(self.random.randint(1, 4))]),
            "T": title, "V": venue, "S": pick(SERIES), "Y": date, "vol": self.number(1, 400), "iss": pick([self.number(1, 12), "1-2", "3–4", self.number(1, 52)]), "pp": self.pages(), "P": pick(PUBLISHERS),
            "L": pick(PLACES), "U": self.address(), "N": pick(KINDS), "ed": pick(["2nd", "3rd", "Second", "revised", "1st"]),
        }
        if kind == "other":
            values["P"] = pick(SCHOOLS)
        plain = {"arxiv": f"{self.number(1, 25).zfill(2)}{self.number(1, 12).zfill(2)}.{self.number(1, 19999).zfill(5)}", "num": self.number(1, 20000), "pmid": self.number(100000, 39999999), "yy": year[-2:], "Y2": str(int(year[:4]) + 1) if year[:4].isdigit() else "2020", "isbn": "978-" + self.number(0, 9) + "-" + self.number(1000, 9999) + "-" + self.number(1000, 9999) + "-" + self.number(0, 9)}
        if " {I}" in template or ": {I}" in template:
            template = template.replace("{I}", printed.format(doi))
        elif self.random.random() < 0.25 and "{U}" not in template:
            template += " " + printed.format(doi) + pick(["", "."])
        if self.random.random() < 0.1:
            template = pick(["[<#>{}</#>] ", "<#>{}</#>. ", "<#>{}</#> "]).format(self.number(1, 120)) + template
        out = []
        for piece in re.split(r"(\{\w+\}|</?[A-Z#]>)", template):
            name = piece.strip("{}<>/")
            if piece.startswith("{") and name in values:
                tag = TAGS[name]
                out.append(f"<{tag}>{escape(values[name])}</{tag.split()[0]}>")
            elif piece.startswith("{"):
                out.append(escape(plain[name]))
            elif re.fullmatch(r"<[A-Z#]>", piece):
                out.append(f"<{TAGS[name]}>")
            elif piece.startswith("</"):
                out.append(f"</{TAGS[name].split()[0]}>")
            else:
                out.append(escape(piece))
        return "".join(out).replace("..", ".").replace("?.", "?")


def records(path):
    """The records of a file, in one form."""
    with open(path, encoding="utf-8") as file:
        items = json.load(file) if path.endswith(".csl.json") else [json.loads(line) for line in file]
    for item in items:
        if "Title" in item:
            if "Author" in item and "Venue" in item:
                kind = "journal" if "Volume" in item else "conference"
                yield {"authors": item["Author"], "title": item["Title"], "venue": item["Venue"], "year": item.get("Year"), "kind": kind}
            elif "Author" in item:
                yield {"authors": item["Author"], "title": item["Title"], "year": item.get("Year"), "kind": "book" if "Publisher" in item else None}
        elif "authors" in item:
            kinds = {"journal-article": "journal", "proceedings-article": "conference", "posted-content": "preprint"}
            yield {"authors": item["authors"], "title": item["title"], "venue": item["venue"], "short": item.get("venue_short"), "year": item["year"], "kind": kinds.get(item["type"])}
        elif "author" in item and "issued" in item:
            year = item["issued"].get("date-parts", [[None]])[0][0]
            kinds = {"article-journal": "journal", "report": "preprint", "book": "book"}
            yield {"authors": item["author"], "title": item["title"], "venue": item.get("container-title"), "year": year, "kind": kinds.get(item["type"])}


def main():
    renderer = Renderer(1)
    print("<listBibl>")
    for path in sys.argv[1:]:
        for record in records(path):
            if not record["title"] or not record["authors"]:
                continue
            print(f"<bibl>{renderer.render(record)}</bibl>")
            # A preprint, a book or a page of every other record: titles and people are much the same.
            if not isinstance(record["authors"], str) and renderer.random.random() < 0.5:
                print(f"<bibl>{renderer.render({**record, 'kind': renderer.random.choice(['preprint', 'other', 'book', 'journal'])})}</bibl>")
    print("</listBibl>")


if __name__ == "__main__":
    main()
