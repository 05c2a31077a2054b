"""Blocked terms: words that must not leave, however they are printed, and regular expressions (``re:...``)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.errors import SettingsError
from docpipe.filters import folding
from docpipe.words import Span

REGEX = "re:"
"""Begins an entry that is a regular expression; it is searched in folded text, with its own case."""


class Term(Struct, frozen=True):
    """``letters`` must be in a text, squeezed, for ``pattern`` to be tried: quick to see, so that lists may be long."""

    letters: str
    pattern: re.Pattern[str]


class Terms(Struct, frozen=True):
    """The entries of all lists."""

    literal: tuple[Term, ...] = ()
    regular: tuple[re.Pattern[str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.literal or self.regular)


def compiled(entries: tuple[str, ...]) -> Terms:
    """Raises SettingsError for a regular expression that is none, and for a term without a letter or digit."""
    literal = [_term(entry) for entry in entries if not entry.startswith(REGEX)]
    regular = [_regular(entry.removeprefix(REGEX)) for entry in entries if entry.startswith(REGEX)]
    return Terms(tuple(literal), tuple(regular))


def find(text: str, terms: Terms) -> Iterator[Span]:
    """Where the terms stand in a text, with line feeds at line ends; finds may overlap."""
    if terms.literal:
        letters = folding.squeeze(text).text
        wanted = [term for term in terms.literal if term.letters in letters]
        if wanted:
            folded = folding.fold_caseless(text)
            for term in wanted:
                yield from (folded.span(*match.span()) for match in term.pattern.finditer(folded.text))
    for form in (folding.fold(text), folding.fold_joined(text)) if terms.regular else ():
        plain = form.text.replace("\n", " ")
        for pattern in terms.regular:
            yield from (form.span(*match.span()) for match in pattern.finditer(plain) if match.group())


def _term(entry: str) -> Term:
    folded = folding.fold_caseless(entry.strip()).text
    letters = folding.squeeze(folded).text
    if not letters:
        raise SettingsError(f"blocked_terms: {entry!r} has neither a letter nor a digit")
    return Term(letters, re.compile(_anywhere(folded)))


def _anywhere(term: str) -> str:
    """A pattern for a folded term: its spaces may be any gap, a line's end may stand (with a hyphen) in any word."""
    parts: list[str] = []
    for before, char in zip(" " + term, term, strict=False):
        if char.isspace() or char == "-":
            parts += [] if parts and parts[-1] == _GAP else [_GAP]
            continue
        if parts and parts[-1] != _GAP:
            parts.append(r"\s*" if _wide(before) or _wide(char) else r"(?:-?\n)?")
        parts.append(re.escape(char))
    while parts and parts[-1] == _GAP:
        parts.pop()
    begin = r"(?<![a-z0-9])" if term[0].isascii() and term[0].isalnum() else ""
    end = r"(?![a-z0-9])" if term[-1].isascii() and term[-1].isalnum() else ""
    return begin + "".join(parts) + end


_GAP = r"[\s_-]+"


def _wide(char: str) -> bool:
    """Scripts that put no spaces between words may get some at any place when printed."""
    return "\u2e80" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7a3" or "\uf900" <= char <= "\ufaff"


def _regular(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as error:
        raise SettingsError(f"blocked_terms: {REGEX}{pattern} is not a regular expression: {error}") from error
