"""The number or mark at the head of a clause, heading or list item, and how deep it stands."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from docpipe.patterns import compiled

_ROMAN = r"(?:x{0,3}(?:ix|iv|v?i{1,3}|v|x)|X{0,3}(?:IX|IV|V?I{1,3}|V|X))"
_COUNT = "一二三四五六七八九十百零〇两0-9０-９"
_AFTER = r"[”\".,:;)\s\u2013\u2014-]*"
_CLAUSES = "article|part|chapter|sec|clause|item|note"
_ANNEXES = "exhibit|schedule|annex|appendix|attachment|addendum"
_SPELT = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_DASH = r"\s*[\u2013\u2014-]?\s*"
_SUB = r"(?:\s?\([A-Za-z0-9]{1,4}\))"
_PATTERNS = (
    (
        "article",
        rf"(?P<n>(?i:article|part|chapter)(?=[\s\u2013\u2014-]){_DASH}(?:{_ROMAN}|\d+|[A-Z]|(?i:{_SPELT})))\b{_AFTER}",
        1,
    ),
    ("section", rf"(?P<n>(?:(?i:section|sec\.|clause)|§+){_DASH}\d+(?:\.\d+)*[A-Z]?{_SUB}*){_AFTER}", 2),
    ("item", rf"(?P<n>(?i:item|note)\s+\d{{1,2}}[A-Z]?)(?=\s*[.:\u2013\u2014-]){_AFTER}", 2),
    (
        "annex",
        rf"(?P<n>(?i:{_ANNEXES})(?=[\s\u2013\u2014-]){_DASH}(?!(?:OF|TO|IN|BY|OR|AS|IS|AT|ON)\b)"
        rf"[\"“]?(?:[A-Z]{{1,2}}|{_ROMAN}|\d+|[a-z](?=\())\b"
        rf"(?:[-.]\w{{1,4}})*{_SUB}*){_AFTER}",
        1,
    ),
    (
        "decimal",
        rf"(?P<n>(?:\d{{1,3}}|[A-Z])(?:\.\d{{1,3}})+{_SUB}*)(?:[.):]|(?=\s|[A-Z“\"]|$"
        r"|[\u4e00-\u9fff](?<![万亿元倍个年月日天米吨公折成平方千克小时分秒人件台套股度升])))\s*",
        2,
    ),
    (
        "number",
        rf"(?P<n>\d{{1,3}}(?:[A-J]?(?=\.)|[A-J]?[)）]|{_SUB}+(?=[.\s])))\.?(?=\s|[A-Z“\"]|[^\x00-\x7f]|$)\s*",
        1,
    ),
    ("nested", rf"(?P<n>\([A-Za-z]{{1,2}}\)(?:\s?\((?:{_ROMAN}|\d{{1,2}}|[A-Z])\))+)\s*", 3),
    ("roman", rf"(?P<n>\({_ROMAN}\)|{_ROMAN}[.)](?=\s|$))\s*", 4),
    ("letter", r"(?P<n>\([A-Za-z]{1,2}\)|[A-Za-z][.)](?=\s|$))\s*", 3),
    ("bracketed", r"(?P<n>\(\d{1,3}\))\s*", 5),
    ("bullet", r"(?P<n>[•●▪■◦○\uf0b7\uf0a7](?=\s|$)|[·\u2013\u2014*-](?=\s))\s*", 3),
    ("zh_article", rf"(?P<n>第\s?[{_COUNT}]+\s?(?:[编章节条款編節條]|部分))[、.：:\s]*", 1),
    ("zh_annex", rf"(?P<n>附\s?[件录表錄]\s?[{_COUNT}A-Z]{{1,3}})(?=[、.：:\s]|$)[、.：:\s]*", 1),
    ("zh_number", rf"(?P<n>[{_COUNT}]{{1,3}}(?:、|(?<=[一二三四五六七八九十])[．.]|．(?![0-9０-９])))\s*", 2),
    ("zh_bracketed", rf"(?P<n>[（(][{_COUNT}]{{1,3}}[)）])\s*", 3),
    ("circled", r"(?P<n>[\u2460-\u2487])\s*", 5),
)
_COMPILED = tuple((name, compiled(pattern), level) for name, pattern, level in _PATTERNS)
_CANDIDATE = compiled(
    rf"[(（\d§•●▪■◦○·\u2013\u2014\uf0b7\uf0a7*第附一二三四五六七八九十\u2460-\u2487-]|[A-Za-z][.)]|[ivxIVX]{{1,5}}[.)]"
    rf"|(?i:{_CLAUSES}|{_ANNEXES})"
)
"""What a number can begin with: one match sorts most lines out before twelve are tried."""


_LETTERS = frozenset(map(chr, (*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1))))
_BEGINNINGS = frozenset(
    (
        *(word[:3] for word in f"{_CLAUSES}|{_ANNEXES}".split("|")),
        *(first + second + third for first in "ivx" for second in "ivx" for third in "ivx.)"),
    )
)
"""The first three characters, in small letters, of candidates that begin with a letter, but for ``a.`` and ``a)``."""


class Marker(Struct, frozen=True):
    """A number as printed, its family (``article``, ``decimal`` …), its depth from 1, and where the text goes on."""

    family: str
    number: str
    level: int
    end: int


def marker(text: str) -> Marker | None:
    """The number that a line or block begins with."""
    if text[:1] in _LETTERS and text[1:2] not in ".)" and text[:3].lower() not in _BEGINNINGS:
        return None  # most have none: to look at three characters takes a third of the time of a match
    return _marked(text) if _CANDIDATE.match(text) else None


@lru_cache(maxsize=2048)  # a line is asked for by what begins, goes on and follows, a block by its series
def _marked(text: str) -> Marker | None:
    for family, pattern, level in _COMPILED:
        if match := pattern.match(text):
            return Marker(family, match["n"], _depth(family, match["n"], level), match.end())
    return None


def _depth(family: str, number: str, level: int) -> int:
    """Deeper by each point and bracket: ``1.2.3`` under ``1.2``, ``4.2(a)`` under ``4.2``."""
    if family == "decimal":
        return level + number.count(".") - 1 + number.count("(")
    if family == "nested":
        return level + number.count("(") - 1
    if family == "roman" and number[0].isupper():
        return 1
    return level + number.count("(") if family == "number" else level


_ROMANS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"
_NEXT_ROMAN = dict(pairwise(_ROMANS.split()))


def begins_series(number: Marker) -> bool:
    """Whether a number is the first one of a series."""
    return number.family == "bullet" or _last_part(number.number)[1] in ("1", "a", "A", "i", "I", "一")


def follows(before: Marker | None, after: Marker) -> bool:
    """Whether a number is the next one in the same series: ``2.1`` and ``2.2``, ``(h)`` and ``(i)``."""
    if before is None:
        return False
    head, one = _last_part(before.number)
    other_head, other = _last_part(after.number)
    if head != other_head:
        return False
    if one.isdigit() and other.isdigit():
        return int(other) == int(one) + 1
    letters = len(one) == len(other) == 1 and ord(other) == ord(one) + 1
    return letters or _NEXT_ROMAN.get(one.casefold()) == other.casefold()


@lru_cache(maxsize=1024)
def _last_part(number: str) -> tuple[str, str]:
    """What stands before the part that is counted up, and that part."""
    bare = number.rstrip(").）")
    at = re.search(r"[A-Za-z0-9]+$", bare)
    return (bare[: at.start()], at[0]) if at else (bare, "")
