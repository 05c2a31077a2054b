"""Values in the characters that are printed: the rules read traditional ones as simplified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.rules.zh_text import fold, unspaced
from docpipe.types import Document, Finding, Json

ANSWERS: tuple[str, ...] = ()


def find(view: View) -> Iterable[Finding]:
    """Nothing of its own."""
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings of all fields, those values mended that hold a Han character that their quotes do not have."""
    return [replace(one, value=_mended(document, one)) if _is_unprinted(one) else one for one in findings]


def _is_unprinted(finding: Finding) -> bool:
    quotes = [quote.text for quote in finding.quotes]
    open_texts = [text for text in _texts(finding.value) if not any(text in quote for quote in quotes)]
    han = {character for text in open_texts for character in text if has_han(character)}
    return bool(han) and not han.issubset("".join(quotes))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _mended(document: Document, finding: Finding) -> Json:
    """The value with each text as its quotes print it, else as the document does where it first says the same."""
    places = [*(quote.text for quote in finding.quotes), document.text]
    return _each(finding.value, partial(_printed, places))


def _each(value: Json, change: partial[str]) -> Json:
    if isinstance(value, str):
        return change(value) if has_han(value) else value
    if isinstance(value, dict):
        return {name: _each(part, change) for name, part in value.items()}
    return [_each(part, change) for part in value] if isinstance(value, list) else value


def _printed(places: list[str], text: str) -> str:
    """The characters behind a text that was folded; itself where it stands as it is, or nowhere."""
    wanted = fold(text).text
    for place in places:
        if text in place:
            return text
        folded = fold(place)
        if (at := folded.text.find(wanted)) >= 0:
            return unspaced(place[slice(*folded.span(at, at + len(wanted)))])
    return text
