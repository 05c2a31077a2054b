"""The languages of a document, by script and by the commonest small words."""

from __future__ import annotations

import re
from collections import Counter

SHARE = 0.1
"""Least share of a document's letters or small words that makes a language one of the document's."""

SAMPLE = 24_000
"""Characters looked at: spread over the document, enough for eight pages."""

_SCRIPTS = {
    "zh": (("\u3400", "\u9fff"),),
    "ja": (("\u3040", "\u30ff"),),
    "ko": (("\uac00", "\ud7af"),),
    "ar": (("\u0600", "\u06ff"), ("\ufb50", "\ufdff"), ("\ufe70", "\ufeff")),
    "he": (("\u0590", "\u05ff"),),
    "ru": (("\u0400", "\u04ff"),),
    "el": (("\u0370", "\u03ff"),),
}
"""First and last characters of each script."""

_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_WORD = re.compile("[a-z\u00df-\u024f]+")
_COMMON = """
en the of and to in that is for by or be with this as shall any are not
fr le la les des et du un une dans que pour est par au sur qui ne ce
de der die und den das von zu mit ist des im nicht ein eine auf für dem
es el la los de y que en del las por con una para se su al como
it il di che la e per del della un una non con le dei gli si nel
pt o de que e do da em um para com não uma os no se na dos as
nl de het een van en in is dat op te voor met niet zijn aan door
"""
_SMALL_WORDS = {line[:2]: frozenset(line[3:].split()) for line in _COMMON.strip().splitlines()}
_LETTERS_PER_SIGN = 3  # a Chinese character carries about as much as three Latin letters


def languages(text: str) -> tuple[str, ...]:
    """Codes (ISO 639-1), the commonest first; empty when the text has too few words to tell."""
    sample = text if len(text) <= SAMPLE else _spread(text)
    others = [character for character in sample if character >= "\u0370"]
    counts = Counter({code: _count(others, ranges) for code, ranges in _SCRIPTS.items()})
    for code in ("zh", "ja", "ko"):
        counts[code] *= _LETTERS_PER_SIGN
    if counts["ja"] > SHARE * counts["zh"]:
        counts["ja"] += counts.pop("zh")
    latin = len(_LATIN.findall(sample))
    total = counts.total() + latin
    found = [(count, code) for code, count in counts.items() if count > SHARE * total]
    if latin > SHARE * total and (language := _latin_language(sample)):
        found.append((latin, language))
    return tuple(code for _, code in sorted(found, reverse=True))


def _count(characters: list[str], ranges: tuple[tuple[str, str], ...]) -> int:
    return sum(first <= character <= last for character in characters for first, last in ranges)


def _spread(text: str) -> str:
    """Eight stretches of the text, evenly apart."""
    step = len(text) // 8
    return "\n".join(text[start : start + SAMPLE // 8] for start in range(0, step * 8, step))


def _latin_language(sample: str) -> str | None:
    words = Counter(_WORD.findall(sample.casefold()))
    scores = {code: sum(words[word] for word in small) for code, small in _SMALL_WORDS.items()}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] > 0.05 * words.total() else None
