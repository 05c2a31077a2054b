"""The number or mark at the head of a clause, heading or list item, and how deep it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROMAN = r"(?:x{0,3}(?:ix|iv|v?i{1,3}|v|x))"
_CJK_NUMBER = "一二三四五六七八九十百零〇两0-9０-９"
_PATTERNS: tuple[tuple[str, str, int], ...] = (
    ("article", r"(?P<n>article\s+(?:[ivxlc]+|\d+|[a-z]+))\b[.:\s–—-]*", 1),
    ("section", r"(?P<n>(?:section|sec\.|§+)\s*\d+(?:\.\d+)*(?:\s?\([a-z0-9]{1,4}\))*)[.:\s–—-]*", 2),
    ("annex", r"(?P<n>(?:exhibit|schedule|annex|appendix|attachment|addendum)\s+[\"“]?(?:[a-z]{1,2}|[ivx]+|\d+)(?:[-.]\w{1,4})*)\b[\"”.:\s–—-]*", 1),
    ("decimal", r"(?P<n>\d{1,3}(?:\.\d{1,3})+)[.):]?(?=\s|[A-Z“\"]|$)\s*", 2),
    ("number", r"(?P<n>\d{1,3})[.)](?=\s|[A-Z“\"]|$)\s*", 1),
    ("roman", rf"(?P<n>\((?:{_ROMAN})\)|(?:{_ROMAN})[.)](?=\s))\s*", 4),
    ("letter", r"(?P<n>\([a-z]{1,2}\)|[a-z][.)](?=\s))\s*", 3),
    ("bracketed", r"(?P<n>\(\d{1,3}\))\s*", 5),
    ("bullet", r"(?P<n>[•●▪■◦○·\u2013\uf0b7\uf0a7-](?=\s))\s*", 3),
    ("zh_article", rf"(?P<n>第[{_CJK_NUMBER}]+[编章节条款])[、.：:\s]*", 1),
    ("zh_number", rf"(?P<n>[{_CJK_NUMBER}]{{1,3}}、)\s*", 2),
    ("zh_bracketed", rf"(?P<n>[（(][{_CJK_NUMBER}]{{1,3}}[)）])\s*", 3),
)
_COMPILED = tuple((name, re.compile(pattern, re.IGNORECASE), level) for name, pattern, level in _PATTERNS)
_CANDIDATE = re.compile(r"[\s\"“]*[(（\d§•●▪■◦○·–\uf0b7\uf0a7第一二三四五六七八九十-]|[a-z][.)]|[ivx]{1,5}[.)]|"
                        r"article\b|sec|exhibit\b|schedule\b|annex\b|appendix\b|attachment\b|addendum\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marker:
    """A number as printed, its family (``article``, ``decimal`` …), its depth from 1, and where the text goes on."""

    family: str
    number: str
    level: int
    end: int


def marker(text: str) -> Marker | None:
    """The number that a line or block begins with."""
    if not _CANDIDATE.match(text):
        return None
    for family, pattern, level in _COMPILED:
        match = pattern.match(text)
        if match:
            depth = level + match["n"].count(".") - 1 if family == "decimal" else level
            return Marker(family, match["n"], depth, match.end())
    return None
