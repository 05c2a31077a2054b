"""The languages of a document and of each block of it, by script and by the commonest small words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from docpipe.patterns import compiled
from docpipe.words import Span

SHARE = 0.1
"""Least share of a document's letters or small words that makes a language one of the document's."""

SAMPLE = 24_000
"""Characters looked at: spread over the document, enough for eight pages."""

BLOCK_SAMPLE = 240
"""Characters of a block that are looked at: its language shows in its first two lines."""

LEAST_LETTERS = 10
"""Letters that a block must have to show a script, a sign of Chinese counting as three: a party's name shows none."""

LEAST_SMALL_WORDS = 2
"""Different small words of two letters or more that a block must have to show a language of Latin script: addresses
have one at most (``de``), and so have lists of names."""

LEAST_SMALL_SHARE = 0.06
"""Least different small words of their language among the words of a text, so that a list of names shows none."""

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

_SCRIPT = compiled("[^\x00-\u036f\u2000-\u2bff]")  # neither Latin nor punctuation: where other scripts are
_NOT_PLAIN = compiled("[^\x00-\u00bf\u2000-\u20ff]")
_PLAIN_LETTERS, _ACCENTED = bytes((*range(65, 91), *range(97, 123))), compiled("[\u00c0-\u024f]")
_FOLDED_LETTERS = bytes(ord(chr(code).lower()) if chr(code).isalpha() and code < 128 else 32 for code in range(256))
_WORD = compiled("[a-z\u00df-\u024f]+")
_LONGER_WORD = compiled("[a-z\u00df-\u024f]{2,}")
_COMMON = """
en the of and to in that is for by or be with this as shall any are not
fr le la les de des et en du un une dans que pour est par au sur qui ne ce
de der die und den das von zu mit ist des im nicht ein eine auf für dem
es el la los de y que en del las por con una para se su al como
it il di che la e per del della un una non con le dei gli si nel
pt o de que e do da em um para com não uma os no se na dos as
nl de het een van en in is dat op te voor met niet zijn aan door
"""
_SMALL_WORDS = {line[:2]: frozenset(line[3:].split()) for line in _COMMON.strip().splitlines()}
_OWN_WORDS = {
    code: its.difference(*(other for another, other in _SMALL_WORDS.items() if another != code))
    for code, its in _SMALL_WORDS.items()
}
"""The small words that no other language has."""
_ANY_SMALL_WORD = frozenset(word for its in _SMALL_WORDS.values() for word in its if len(word) > 1)
_LETTERS_PER_SIGN = 3  # a Chinese character carries about as much as three Latin letters


def languages(text: str) -> tuple[str, ...]:
    """Codes (ISO 639-1), the commonest first; empty when the text has too few words to tell."""
    sample = text if len(text) <= SAMPLE else _spread(text)
    lines = sample.split("\n")
    plain, odd = ("\n".join([line for line in lines if _is_plain(line) is wanted]) for wanted in (True, False))
    counts = _script_counts(odd)
    latin = _plain_count(plain) + _latin_count(odd)
    total = counts.total() + latin
    found = [(count, code) for code, count in counts.items() if count > SHARE * total]
    if latin > SHARE * total and (language := _latin_language(plain, odd)):
        found.append((latin, language))
    return tuple(code for _, code in sorted(found, reverse=True))


def span_language(text: str, span: Span) -> str | None:
    """``language`` of a stretch of a text."""
    start, end = span
    return language(text[start : min(end, start + BLOCK_SAMPLE)])


def language(text: str) -> str | None:
    """The code (ISO 639-1) of the language that most of a block is in, by its own text; None where too little tells."""
    sample = text if len(text) <= BLOCK_SAMPLE else text[:BLOCK_SAMPLE]
    if _is_plain(sample):
        return _of_words(_plain_words(sample))
    counts, latin = _script_counts(sample), _latin_count(sample)
    code, count = max(counts.items(), key=lambda pair: pair[1], default=("", 0))
    if count <= latin:
        return _of_words(_words(sample))
    return code if count >= LEAST_LETTERS else None


def _is_plain(sample: str) -> bool:
    """Whether the only letters are Latin ones without accents."""
    return sample.isascii() or not _NOT_PLAIN.search(sample)


def _latin_count(sample: str) -> int:
    """How many letters are Latin ones."""
    return _plain_count(sample) + len(_ACCENTED.findall(sample))


def _plain_count(sample: str) -> int:
    """How many letters are Latin ones without accents."""
    plain = sample.encode("ascii", "ignore")
    return len(plain) - len(plain.translate(None, _PLAIN_LETTERS))


def _script_counts(sample: str) -> Counter[str]:
    """Letters of each script but Latin; Japanese is written with Chinese signs too."""
    others = [] if sample.isascii() else _SCRIPT.findall(sample)
    counts = Counter({code: _count(others, ranges) for code, ranges in _SCRIPTS.items()})
    for code in ("zh", "ja", "ko"):
        counts[code] *= _LETTERS_PER_SIGN
    if counts["ja"] > SHARE * counts["zh"]:
        counts["ja"] += counts.pop("zh")
    return counts


def _of_words(words: Sequence[str]) -> str | None:
    """The language of Latin script that most of the different small words are of; None where two have as many."""
    small = _ANY_SMALL_WORD.intersection(words)
    if len(small) < LEAST_SMALL_WORDS:
        return None
    for code, own in _OWN_WORDS.items():
        best = len(_SMALL_WORDS[code] & small)
        if best + len(own & small) > len(small):  # no other language can have as many
            return code if _enough(best, words) else None
    (second, _), (best, code) = sorted([(len(its & small), code) for code, its in _SMALL_WORDS.items()])[-2:]
    return code if best > second and _enough(best, words) else None


def _words(sample: str) -> list[str]:
    """The folded words of two Latin letters or more."""
    sample = sample.lower()
    return _LONGER_WORD.findall(sample) if _ACCENTED.search(sample) else _plain_words(sample)


def _plain_words(sample: str) -> list[str]:
    """The folded words of Latin letters without accents, single letters among them: in half the time of a pattern."""
    return sample.encode("ascii", "replace").translate(_FOLDED_LETTERS).decode("ascii").split()


def _enough(small: int, words: Sequence[str]) -> bool:
    """Whether so many small words are enough among some words; those of one letter do not count."""
    if small < LEAST_SMALL_WORDS:
        return False
    return small >= LEAST_SMALL_SHARE * len(words) or small >= LEAST_SMALL_SHARE * sum(len(word) > 1 for word in words)


def _count(characters: list[str], ranges: tuple[tuple[str, str], ...]) -> int:
    return sum(first <= character <= last for character in characters for first, last in ranges)


def _spread(text: str) -> str:
    """Eight stretches of the text, evenly apart."""
    step = len(text) // 8
    return "\n".join(text[start : start + SAMPLE // 8] for start in range(0, step * 8, step))


def _latin_language(plain: str, odd: str) -> str | None:
    """The language that most words are of in some plain lines and some others."""
    words = Counter(_plain_words(plain) + _WORD.findall(odd.casefold()))
    scores = {code: sum(words[word] for word in small) for code, small in _SMALL_WORDS.items()}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] > 0.05 * words.total() else None
