#!/usr/bin/env python3
"""Write a small Word document whose citations Zotero manages, with the parts that Word writes.

    word_manuscript.py tests/fixtures/word/bees.docx
"""

import json
import sys
import zipfile
from html import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"

HEADING = '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'
WORKS = {
    "adams": {
        "type": "article-journal", "title": "Warm roofs", "container-title": "Journal of Bees", "volume": "3", "issue": "2",
        "page": "10-20", "author": [{"family": "Adams", "given": "J."}, {"family": "Baker", "given": "K."}],
        "issued": {"date-parts": [["2001"]]},
    },
    "clark": {
        "type": "article-journal", "title": "Heat and honey", "container-title": "Apidology", "volume": "12", "issue": "3",
        "page": "44-58", "DOI": "10.1000/api.12.44", "author": [{"family": "Clark", "given": "D."}],
        "issued": {"date-parts": [["2005", 4]]},
    },
    "mueller": {
        "type": "book", "title": "Handbook of Hives", "publisher": "Honey Press", "ISBN": "978-3-16-148410-0",
        "author": [{"family": "Müller", "given": "U."}], "issued": {"date-parts": [["2019"]]},
    },
}
PRINTED = [
    "Adams, J., and K. Baker. 2001. “Warm Roofs.” Journal of Bees 3 (2): 10–20.",
    "Clark, D. 2005. “Heat and Honey.” Apidology 12 (3): 44–58. https://doi.org/10.1000/api.12.44.",
    "Müller, U. 2019. Handbook of Hives. Bern: Honey Press.",
]


def run(text, properties=""):
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text, quote=False)}</w:t></w:r>'


def paragraph(content, style=None):
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{content}</w:p>"


def character(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def begin(instruction):
    text = escape(f" {instruction} ", quote=False)
    return character("begin") + f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>' + character("separate")


def cite(keys, shown):
    items = [
        {"id": number, "uris": [f"http://zotero.org/users/1/items/{key.upper()}"], "itemData": {"id": number, **WORKS[key]}}
        for number, key in enumerate(keys, 1)
    ]
    citation = {
        "citationID": "bees" + keys[0],
        "properties": {"formattedCitation": shown, "plainCitation": shown, "noteIndex": 0},
        "citationItems": items,
        "schema": "https://github.com/citation-style-language/schema/raw/master/csl-citation.json",
    }
    return begin(f"ADDIN ZOTERO_ITEM CSL_CITATION {json.dumps(citation, ensure_ascii=False)}") + run(shown) + character("end")


def body():
    deleted = '<w:del w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">never </w:delText></w:r></w:del>'
    yield paragraph(run("Bees on roofs"), "Title")
    yield paragraph(run("Introduction"), "Heading1")
    yield paragraph(
        run("Roofs are warm ") + cite(["adams"], "(Adams and Baker 2001)") + run(". Bees ") + deleted + run("like warmth ")
        + cite(["clark", "mueller"], "(Clark 2005; Müller 2019)") + run(".")
        + '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="1"/></w:r>'
    )
    yield paragraph(run("Methods"), "Heading1")
    yield paragraph(run("Hives were counted twice a day, as the handbook says ") + cite(["mueller"], "(Müller 2019)") + run("."))
    yield paragraph(run("References"), "Heading1")
    for number, entry in enumerate(PRINTED):
        first = begin('ADDIN ZOTERO_BIBL {"uncited":[],"omitted":[],"custom":[]} CSL_BIBLIOGRAPHY') if number == 0 else ""
        last = character("end") if number == len(PRINTED) - 1 else ""
        yield paragraph(first + run(entry) + last, "Bibliography")


def style(identifier, name, more=""):
    return f'<w:style w:type="paragraph" w:styleId="{identifier}"><w:name w:val="{name}"/>{more}</w:style>'


def xml(content):
    return '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + content


def relationships(targets):
    own = "".join(f'<Relationship Id="rId{number}" Type="{R}/{kind}" Target="{target}"/>' for number, (kind, target) in enumerate(targets, 1))
    return xml(f'<Relationships xmlns="{PACKAGE}/relationships">{own}</Relationships>')


def parts():
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{TYPE}.{kind}+xml"/>'
        for name, kind in (("document", "document.main"), ("styles", "styles"), ("footnotes", "footnotes"))
    )
    yield "[Content_Types].xml", xml(
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )
    yield "_rels/.rels", relationships([("officeDocument", "word/document.xml")])
    yield "word/_rels/document.xml.rels", relationships([("styles", "styles.xml"), ("footnotes", "footnotes.xml")])
    yield "word/document.xml", xml(f'<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{"".join(body())}<w:sectPr/></w:body></w:document>')
    yield "word/styles.xml", xml(
        f'<w:styles xmlns:w="{W}">{style("Title", "Title")}{style("Bibliography", "Bibliography")}'
        f'{style("Heading1", "heading 1", HEADING)}</w:styles>'
    )
    separators = "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{element}/></w:r></w:p></w:footnote>'
        for kind, number, element in (("separator", -1, "separator"), ("continuationSeparator", 0, "continuationSeparator"))
    )
    yield "word/footnotes.xml", xml(
        f'<w:footnotes xmlns:w="{W}">{separators}<w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>{run(" All of them.")}</w:p></w:footnote></w:footnotes>'
    )


def main():
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts():
            # Always the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content.encode(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main()
