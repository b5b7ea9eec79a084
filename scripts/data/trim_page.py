#!/usr/bin/env python3
"""Trims a saved article page to what a parser test needs.

    python3 scripts/data/trim_page.py PAGE.html > tests/fixtures/pages/NAME.html

Removes scripts (TeX in `math/tex` scripts stays), styles, SVG drawings, comments, MathML's second rendering
(`annotation-xml`), embedded images, inline styles and event handlers, and runs of white space between tags. Text, element
structure, classes, ids and links of the article stay as they are.
"""

import re
import sys


def trim(page: str) -> str:
    for name in ("style", "svg", "noscript", "annotation-xml", "iframe"):
        page = re.sub(rf"<{name}\b[^>]*>.*?</{name}\s*>", "", page, flags=re.S | re.I)
    page = re.sub(r"<script\b(?![^>]*math/tex)[^>]*>.*?</script\s*>", "", page, flags=re.S | re.I)
    page = re.sub(r"<!--.*?-->", "", page, flags=re.S)
    page = re.sub(r"<link\b[^>]*>", "", page, flags=re.I)
    page = re.sub(r'\s(?:src|srcset|href)="data:[^"]*"', "", page)
    page = re.sub(r'\s(?:style|on[a-z]+|srcset|sizes|data-track[\w-]*|data-config|data-aa[\w-]*)="[^"]*"', "", page)
    page = re.sub(r">[ \t\r]*\n\s*<", ">\n<", page)
    return page


def main() -> None:
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        sys.stdout.write(trim(file.read()))


if __name__ == "__main__":
    main()
