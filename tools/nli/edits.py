"""Edits of one sentence whose effect on its meaning is known by rule.

Every edit returns the new sentence, or None where it does not apply. The random source is passed in, so
that a data set can be made again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import words

Edit = Callable[[str, random.Random], str | None]

OPPOSITE: dict[str, list[str]] = {}
for one, other in words.OPPOSITES:
    OPPOSITE.setdefault(one, []).append(other)
    OPPOSITE.setdefault(other, []).append(one)

BY_LENGTH = sorted(OPPOSITE, key=len, reverse=True)
OPPOSITE_PATTERN = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, BY_LENGTH)) + r")(?![\w-])", re.I)
# A number that a reader would check: not a p-value's, an interval's, a year's or a part of a name.
NUMBER = re.compile(r"(?<![\w.·,<>=±/-])(?<!= )(?<!< )(?<!CI )(\d{1,3}(?:,\d{3})+|\d+(?:[.·]\d+)?)(?![\w·/±-]|[.,]\d)")
AUXILIARY = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|did|does|do)\b(?! (not|no)\b)", re.I)
NEGATED = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should)( not|not)\b", re.I)
NO_DIFFERENCE = re.compile(r"\b(no|not any) (significant|statistically significant) ", re.I)


def recased(model: str, word: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def replaced(text: str, match: re.Match[str], word: str) -> str:
    return text[: match.start()] + recased(match.group(0), word) + text[match.end() :]


def opposite(text: str, rng: random.Random) -> str | None:
    hits = [m for m in OPPOSITE_PATTERN.finditer(text) if m.group(0).lower() not in words.RISKY_OPPOSITES]
    if not hits and rng.random() < 0.2:
        hits = list(OPPOSITE_PATTERN.finditer(text))
    if not hits:
        return None
    hit = rng.choice(hits)
    return replaced(text, hit, rng.choice(OPPOSITE[hit.group(0).lower()]))


def negation(text: str, rng: random.Random) -> str | None:
    """Adds a "not" to the first auxiliary, or takes one away."""
    if hit := NO_DIFFERENCE.search(text):
        return replaced(text, hit, "a significant " if rng.random() < 0.5 else "significant ")
    if hit := NEGATED.search(text):
        return text[: hit.end(1)] + text[hit.end() :]
    if re.search(r"\b(not|no|neither|nor|without)\b", text, re.I):
        return None
    hit = AUXILIARY.search(text)
    if hit is None:
        return None
    return text[: hit.end()] + " not" + text[hit.end() :]


def checked_numbers(text: str) -> list[re.Match[str]]:
    hits = []
    for m in NUMBER.finditer(text):
        before = text[max(0, m.start() - 12) : m.start()].lower()
        year = re.fullmatch(r"(1[89]|20)\d\d", m.group(0))
        if not re.search(r"(\bp ?|ci |table |figure |fig\.? |type |grade |stage |phase |-|\[)$", before) and not year:
            hits.append(m)
    return hits


def number(text: str, rng: random.Random) -> str | None:
    hits = checked_numbers(text)
    if not hits:
        return None
    hit = rng.choice(hits)
    return text[: hit.start()] + other_number(hit.group(0), text[hit.end() :], rng) + text[hit.end() :]


def other_number(digits: str, rest: str, rng: random.Random) -> str:
    """A clearly different amount, written as the first; a share stays under 100 %."""
    value = float(digits.replace(",", "").replace("·", "."))
    factor = rng.choice([0.1, 0.25, 0.4, 0.5, 0.6, 1.5, 1.8, 2.0, 2.5, 4.0, 10.0])
    new = value * factor if value else 3.0
    if re.match(r" ?(%|percent)", rest) and new > 99:
        new = value * rng.choice([0.3, 0.5, 0.6])
    decimals = len(re.split(r"[.·]", digits)[1]) if re.search(r"[.·]", digits) else 0
    text = f"{new:,.{decimals}f}" if "," in digits else f"{new:.{decimals}f}"
    if text.replace(",", "") == digits.replace(",", "").replace("·", "."):
        text = f"{value + max(2, round(value * 0.5)):.{decimals}f}"
    return text


def first_of(table: list[tuple[str, str]]) -> Edit:
    """The edit that applies a random one of the patterns that match."""
    compiled = [(re.compile(pattern, re.I), word) for pattern, word in table]

    def edit(text: str, rng: random.Random) -> str | None:
        hits = [(m, word) for pattern, word in compiled if (m := pattern.search(text))]
        if not hits:
            return None
        match, word = rng.choice(hits)
        return replaced(text, match, word)

    return edit


unhedge = first_of(words.HEDGES)
weaken = first_of(words.WEAKER)
overclaim = first_of(words.ASSOCIATIONS)
as_association = first_of(words.CAUSES)
population = first_of([(rf"\b{re.escape(a)}\b", b) for a, b in words.POPULATIONS])


def addition(text: str, rng: random.Random) -> str | None:
    stem = text.rstrip(" .;")
    return f"{stem} {rng.choice(words.ADDITIONS)}." if stem else None


SYNONYM_TABLE = [(re.compile(pattern, re.I), word) for pattern, word in words.SYNONYMS]
OPENING_TABLE = [re.compile(pattern, re.I) for pattern in words.OPENINGS]
PARENTHESIS = re.compile(r"\s*(\([^()]*\)|\[[^\][]*\])")


def paraphrase(text: str, rng: random.Random, effort: float) -> str:
    """The same claim: openings and parentheses go, words are exchanged for synonyms, shares are rounded."""
    if rng.random() < effort + 0.3:
        text = PARENTHESIS.sub("", text)
    for pattern in OPENING_TABLE:
        if rng.random() < effort + 0.2:
            text = pattern.sub("", text)
    for pattern, word in SYNONYM_TABLE:
        match = pattern.search(text)
        if match and rng.random() < effort:
            text = replaced(text, match, word)
    if rng.random() < effort:
        text = rounded(text)
    text = re.sub(r"\s+([.,;])", r"\1", re.sub(r"\s+", " ", text)).strip()
    return text[:1].upper() + text[1:]


def rounded(text: str) -> str:
    def about(m: re.Match[str]) -> str:
        return f"about {float(m.group(1)):.0f}%"

    return re.sub(r"(?<![\w.<>=±-])(?<!= )(\d{1,2}\.\d+) ?%", about, text, count=1)
