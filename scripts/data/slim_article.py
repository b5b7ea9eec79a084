#!/usr/bin/env python3
"""Reduce a saved article page (HTML) or a JATS file to its content; the text stays unchanged.

HTML: keeps <title>, the bibliographic <meta> tags and one content element (the first <article> by default),
drops scripts, styles, images, drawings, navigation and forms, and every attribute but a few that carry structure.
JATS: drops comments and graphics only.

    slim_article.py page.html > slim.html
    slim_article.py --root main page.html > slim.html
    slim_article.py article.nxml > slim.xml

--drop-class NAME (repeatable) drops the elements of that class: a site's own furniture inside the article.
--keep-math keeps MathML; without it an equation is replaced by its TeX (`alttext`), which is its text.
"""

import argparse
import html
import re
import sys
from html.parser import HTMLParser

DROPPED = {
    "script", "style", "svg", "img", "picture", "source", "video", "audio", "canvas", "iframe", "object", "embed",
    "nav", "footer", "form", "button", "input", "select", "textarea", "label", "noscript", "template", "link", "aside", "dialog",
}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
KEPT_ATTRIBUTES = {
    "id", "class", "href", "name", "content", "rel", "role", "lang", "title", "colspan", "rowspan", "cite", "datetime",
    "mathvariant", "stretchy", "columnalign", "accent", "data-jats-rid", "data-test", "data-counter", "data-content", "data-xml-rid", "itemprop", "alttext", "display",
}
BIBLIOGRAPHIC_META = re.compile(r"^(citation_|dc\.|dcterms\.|prism\.)", re.I)


class Slimmer(HTMLParser):
    """Copies the wanted part of a page and skips the rest."""

    def __init__(self, root, drop_classes, keep_math):
        super().__init__(convert_charrefs=True)
        self.root, self.drop_classes, self.keep_math = root, set(drop_classes), keep_math
        self.out, self.meta, self.title = [], [], ""
        self.root_depth = 0
        self.done = False
        self.in_title = False
        self.skipping, self.skip_depth = None, 0

    def handle_starttag(self, tag, attrs):
        attributes = {k: v or "" for k, v in attrs}
        if tag == "title" and not self.title:
            self.in_title = True
        if tag == "meta" and BIBLIOGRAPHIC_META.match(attributes.get("name", "")):
            self.meta.append(self.render(tag, attributes))
        if self.skipping:
            if tag == self.skipping:
                self.skip_depth += 1
            return
        if tag == self.root and not self.done:
            self.root_depth += 1
        if not self.root_depth:
            return
        if tag == "math" and not self.keep_math:
            self.out.append(html.escape(attributes.get("alttext", ""), quote=False))
        if self.is_dropped(tag, attributes):
            if tag not in VOID:
                self.skipping, self.skip_depth = tag, 1
            return
        self.out.append(self.render(tag, attributes))

    def is_dropped(self, tag, attributes):
        if tag in DROPPED or (tag == "math" and not self.keep_math):
            return True
        return bool(self.drop_classes & set(attributes.get("class", "").split()))

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False
        if self.skipping:
            if tag == self.skipping:
                self.skip_depth -= 1
                if self.skip_depth == 0:
                    self.skipping = None
            return
        if not self.root_depth or tag in VOID:
            return
        self.out.append(f"</{tag}>")
        if tag == self.root:
            self.root_depth -= 1
            self.done = self.root_depth == 0

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        if self.root_depth and not self.skipping:
            self.out.append(html.escape(re.sub(r"\s+", lambda m: "\n" if "\n" in m[0] else " ", data), quote=False))

    @staticmethod
    def render(tag, attributes):
        kept = [
            f' {name}="{html.escape(value)}"'
            for name, value in attributes.items()
            if name in KEPT_ATTRIBUTES and not value.startswith(("javascript:", "mailto:"))
        ]
        return f"<{tag}{''.join(kept)}>"


def slim_html(text, root, drop_classes, keep_math):
    """The page reduced to the first `root` element."""
    slimmer = Slimmer(root, drop_classes, keep_math)
    slimmer.feed(text)
    slimmer.close()
    if not slimmer.out:
        sys.exit(f"slim_article.py: no <{root}> element in the page; name the content element with --root")
    body = re.sub(r"\n\s*\n+", "\n", "".join(slimmer.out))
    title = html.escape(" ".join(slimmer.title.split()), quote=False)
    meta = "\n".join(dict.fromkeys(slimmer.meta))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n{meta}\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def slim_jats(text):
    """The JATS file without comments and graphics."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"<(inline-graphic|graphic)\b[^>]*/>", "", text)
    text = re.sub(r"<(inline-graphic|graphic)\b[^>]*>.*?</\1>", "", text, flags=re.S)
    return re.sub(r"\n\s*\n+", "\n", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--root", default="article", help="the content element's tag name")
    parser.add_argument("--drop-class", action="append", default=[], metavar="NAME")
    parser.add_argument("--keep-math", action="store_true")
    arguments = parser.parse_args()
    with open(arguments.file, encoding="utf-8") as handle:
        text = handle.read()
    is_jats = re.search(r"<article[\s>]", text[:5000]) and not re.search(r"<html[\s>]", text[:5000], re.I)
    sys.stdout.write(slim_jats(text) if is_jats else slim_html(text, arguments.root, arguments.drop_class, arguments.keep_math))


if __name__ == "__main__":
    main()
