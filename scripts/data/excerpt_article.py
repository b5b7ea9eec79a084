#!/usr/bin/env python3
"""An excerpt of an article as a small Markdown file: title, authors, year, abstract and the first paragraphs of results
and discussion, the wording unchanged. Reads what `citelight map FILE --format markdown` writes.

    citelight map article.xml --format markdown | excerpt_article.py --year 2017 --author "Family, Given" > excerpt.md
"""

import argparse
import re
import sys

OTHER = re.compile(r"method|material|procedure|acknowledg|reference|supplement|funding|author|interest|ethic|appendix|"
                   r"introduction|background|related|abbreviation|availab", re.I)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--author", action="append", default=[])
    options.add_argument("--year", type=int, required=True)
    options.add_argument("--title")
    options.add_argument("--words", type=int, default=1300)
    chosen = options.parse_args()

    title, kept, words, section, fence = chosen.title, [], 0, "", ""
    for line in sys.stdin.read().split("\n"):
        if line.startswith("# "):
            title = title or line[2:]
        elif line.startswith("::: "):
            fence = line[4:].strip()
            if fence == "abstract":
                kept.append(line)
        elif line == ":::":
            if fence == "abstract":
                kept.append(line)
            fence = ""
        elif fence == "abstract":
            kept.append(line)
        elif fence:
            continue
        elif line.startswith("#"):
            section = line
            if not OTHER.search(line):
                kept.append(line)
        elif line and not OTHER.search(section) and section and len(line) > 200 and line[0].isalpha():
            if words < chosen.words:
                kept.append(line)
                words += len(line.split())

    while kept and kept[-1].startswith("#"):
        kept.pop()
    quoted = lambda text: '"' + text.replace("\\", "").replace('"', "'") + '"'
    print("---")
    print(f"title: {quoted(title or '')}")
    print("author:")
    for author in chosen.author:
        print(f"- {quoted(author)}")
    print(f"date: {chosen.year}\n---\n")
    print("\n\n".join(line for line in kept if line))


if __name__ == "__main__":
    main()
