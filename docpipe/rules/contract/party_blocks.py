"""Parties one under another, as agreements of the Commonwealth list them: "(1) X of … (each a Seller); and".

The list stands under "PARTIES" or behind "between:". Each block begins with a name and ends with what the party is
called, in brackets, with or without quotation marks; several persons may share a block, and what it calls them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.names import BODIES, Name, name_at
from docpipe.rules.contract.party_details import LONGEST_ADDRESS, Detail, details, is_role
from docpipe.rules.contract.party_findings import TITLES, described, named, two_or_more
from docpipe.rules.contract.passages import smooth
from docpipe.rules.view import View
from docpipe.types import Finding, Paragraph

BASIS = "numbered"

LONGEST_BLOCK = 1_500
"""Characters of one party's block; longer ones are clauses."""

MOST_LINES = 6
"""Paragraphs that a block may be broken into: a name, an address of several lines, what the party is called."""

_LEADS = compiled(
    r"\W*(?:(?:the|contracting)\s+)*part(?:ies|y)\W*|\W*the\s+undersigned(?:\s+parties)?\W*"
    r"|.*\b(?:between|among|amongst)(?:\s+the\s+(?:following|undersigned)(?:\s+parties)?)?\s*[:\-–—]*\s*",
    re.IGNORECASE,
)
_NUMBER = compiled(r"\s*(?:\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[1-9]\s(?=[A-Z]))\s*")
_FIGURE = compiled(r"\s*\(?(\d{1,2})[.)]")
_LABEL = compiled(r"\s*(?:The\s+)?(?P<role>[A-Z][A-Za-z]+(?:\s[A-Z][A-Za-z]+)?)\s*:\s*(?=[A-Z])")
_PART = r"(?:(?:on|of)\s+the\s+(?:one|other|first|second|third)\s+(?:hand|part|side))"
_BETWEEN = compiled(rf"\W*{_PART}?\W*(?:and)?\W*", re.IGNORECASE)
_CALLED = compiled(
    r"(?:\((?P<inside>[^()]{2,320})\)|,?\s(?P<plain>(?:hereinafter|hereafter)\b[^()\"]{0,60}\"[^()\"]{2,60}\"))"
    r"(?:,?\s*which\s+(?:expression|term)\b[^()\"]{0,300}?)?"
    rf"[\s;.,]*(?:\(?{_PART}\)?)?[\s;.,]*(?:\b(?:and|AND)\b)?[\s;.,]*$"
)
_TERM = r"[\"']?(?P<{0}>(?![^()]*\d{{3}})[A-Z][\w&/'-]*(?:\s+[A-Z\d][\w&/'-]*){{0,4}}?)[\"']?"
_ONE = compiled(
    r"\W*(?:(?:(?:who|which)\b[^()\"]{0,90}?\b(?:is|are)\s+)?(?:hereinafter|herein|hereafter)?\s*,?\s*(?:(?:also|called|known\s+as|referred\s+to\s+as|as)\s+)*[\"']?(?:the\s+)?)?"
    + _TERM.format("one")
    + r"(?:\s*,?\s*(?:which|and)\s+(?:expression|term|shall)\b.*)?\W*"
)
_EACH = compiled(
    r"\W*(?:(?:each|both|being|hereinafter|individually|severally|referred\s+to\s+as|called|of\s+them|a|an|,)\s+|,\s*)*?"
    r"each,?\s+(?:being\s+)?(?:an?\s+|the\s+)?"
    + _TERM.format("one")
    + r"[\"',\s]*(?:\band\s+(?:together|collectively|jointly)\b.*)?",
    re.DOTALL,
)
_ALL = compiled(
    r"\W*(?:together|jointly|collectively|both)\b[\s,]*(?:with\s+[^()]{0,60})?(?:called\s+|referred\s+to\s+as\s+|as\s+)?"
    r"(?:the\s+)?" + _TERM.format("one") + r"\W*"
)
_DESCRIBED = compiled(
    r"\s*,?\s*(?:of\s+(?=[\dA-Z(])|both\s+of\b|whose\b|who\b|an?\s|the\s+company|incorporated\b|registered\b|established\b"
    r"|organi[sz]ed\b|constituted\b|acting\b|trading\b|with\b|having\b|holder\b|holding\b|born\b|residing\b|resident\b"
    r"|c/o\b|as\s|\(|and\s+[A-Z]|[;.]?\s*(?:and)?\s*$)"
)
_SEVERAL = compiled(
    r"\b(?:persons?|parties|those|several|names?|certain|schedule|part|individuals?|each\s+of|all\s+of|shareholders"
    r"|subsidiaries|this|agreement|deed)\b",
    re.IGNORECASE,
)
"""Words of blocks that name nobody: "The several persons whose names are set out in Part 1 of the Schedule"."""

_NEXT = compiled(r",?\s+\b(?:and|AND)\b\s+(?:\(?[\dia-z]{1,3}\)\s+)?(?=[A-Z])|;\s+(?:and\s+)?(?=[A-Z])")
_OF = compiled(r"\s+of\s+(?=[\dA-Z])")
_ADDRESS = compiled(r"\s*,?\s*(?:both\s+|all\s+)?of\s+(?=\d|[A-Z])(?P<address>[^();]{8,400})")
_ADDRESS_END = compiled(
    r"\s*,?\s*\b(?:and\s+[A-Z][\w'.-]+\s+[A-Z]|whose|who|which|holder|holding|being|with|incorporated|registered|born"
    r"|a\s+company)|\s*\(|[.;]?\s*(?:\band\b)?\s*$"
)


class _Block(Struct, frozen=True):
    """A party's block at ``start`` of the document, and what stands in the brackets at its end."""

    start: int
    text: str
    called: re.Match[str] | None
    label: str | None = None


def listed(view: View) -> Iterator[Finding]:
    """The parties of the first list of the opening that names two or more."""
    opening = view.opening
    for place, paragraph in enumerate(opening):
        text = smooth(paragraph.text)
        if len(text) <= LONGEST_BLOCK and _LEADS.fullmatch(text):
            blocks = _blocks(view, opening[place + 1 :])
            if found := two_or_more(one for block in blocks for one in _of_block(view, block)):
                yield from found
                return


def _blocks(view: View, following: tuple[Paragraph, ...]) -> Iterator[_Block]:
    """The blocks that follow, up to the first paragraph that belongs to none or is numbered otherwise, or anew."""
    place, mark, last = 0, None, 0
    while place < len(following):
        if _BETWEEN.fullmatch(following[place].text):
            place += 1
            continue
        block, used = _block(view, following[place : place + MOST_LINES])
        own = following[place].text.lstrip()[0] == "("
        figure = _FIGURE.match(following[place].text)
        if block is None or own != (own if mark is None else mark) or (figure and int(figure[1]) <= last):
            return
        mark, last = own, int(figure[1]) if figure else last
        yield block
        place += used


def _block(view: View, lines: tuple[Paragraph, ...]) -> tuple[_Block | None, int]:
    """The block that begins with the first of some paragraphs, and how many of them it has.

    A block without a number is one only where it ends with what the party is called.
    """
    label = _LABEL.match(lines[0].text)
    labelled = label if label and is_role(label["role"]) else None
    numbered = _NUMBER.match(lines[0].text) or labelled
    role = labelled["role"] if labelled else None
    start = lines[0].start + (numbered.end() if numbered else 0)
    for used, line in enumerate(lines, 1):
        if used > 1 and (line.kind == "heading" or _NUMBER.match(line.text) or _BETWEEN.fullmatch(line.text)):
            break
        text = smooth(view.document.text[start : line.end])
        if len(text) > LONGEST_BLOCK:
            break
        if (called := _CALLED.search(text)) and _terms(called):
            return _Block(start, text, called, role), used
    if not numbered:
        return None, 0
    first = smooth(view.document.text[start : lines[0].end])
    return _Block(start, first, None, role), 1


def _terms(called: re.Match[str]) -> re.Match[str] | None:
    """What a bracket calls a party, or each of several."""
    inside = called["inside"] or called["plain"]
    return _EACH.fullmatch(inside) or _ALL.fullmatch(inside) or _ONE.fullmatch(inside)


def _of_block(view: View, block: _Block) -> Iterator[Finding]:
    """Every name of a block, with what is said of it."""
    end = block.called.start() if block.called else len(block.text)
    names = _names(block.text, end)
    stops = [*(each.start for each in names[1:]), end]
    for name, stop in zip(names, stops, strict=False):
        yield named(view, block.start, name, BASIS)
        found = [*said_of(block.text, name.end, stop), *_called(block, len(names))]
        if block.label is not None:
            before = smooth(view.document.text[: block.start]).rindex(block.label) - block.start
            found.append(Detail("role", block.label, before, name.end))
        yield from described(view, block.start, name, found, BASIS)


def said_of(text: str, begin: int, end: int) -> list[Detail]:
    """What stands between a party's name and the next: as in preambles, and the address behind a mere "of"."""
    found = list(details(text, begin, end))
    if not any(detail.attribute == "address" for detail in found):
        found += _address(text, begin, end)
    return found


def _called(block: _Block, count: int) -> Iterator[Detail]:
    """The alias of a block's parties, and the role that it is: "the Sellers" of several is "Seller" for each."""
    terms = _terms(block.called) if block.called else None
    if block.called is None or terms is None or terms["one"] in ("Party", "Parties"):
        return
    start, end = block.called.start(), block.called.end(block.called.lastgroup or 0)
    term = terms["one"]
    each = term.removesuffix("s") if count > 1 and is_role(term.removesuffix("s")) else term
    yield Detail("aliases", each, start, end)
    if is_role(each):
        yield Detail("role", each, start, end)


def _names(text: str, end: int) -> list[Name]:
    """The name that a block begins with, and those that "and" joins to it."""
    first = name_of(text, 0, end)
    if first is None or _SEVERAL.search(first.text):
        return []
    found = [first]
    for joint in _NEXT.finditer(text, first.end, end):
        name = name_of(text, joint.end(), end)
        alike = name is not None and name.text.isupper() == first.text.isupper()
        if not name or not alike or joint.start() < found[-1].end or _SEVERAL.search(name.text):
            continue
        if name.legal or not _company(first):
            found.append(name)
    return found


def name_of(text: str, start: int, end: int) -> Name | None:
    """The name at an offset, if what follows describes a party; persons end where "of" leads to their address."""
    title = TITLES.match(text, start)
    start = title.end() if title else start
    cut = _OF.search(text, start, end)
    if cut and _person(text[start : cut.start()]):
        name = name_at(text[: cut.start()], start)
    else:
        name = name_at(text[:end], start)
    if name is None or name.start != start or not _DESCRIBED.match(text[:end], name.end):
        return None
    return name if title or name.legal or name.body or len(name.text.split()) > 1 else None


def _person(words: str) -> bool:
    """Whether words before "of" are a person's name: "Ann Byrne of Rose Cottage", no "University of Leeds"."""
    parts = words.split()
    named = 2 <= len(parts) <= 5 and parts[0] != "The" and all(part[:1].isupper() for part in parts)
    return named and not any(part.casefold().strip(".,") in _ORGANISED for part in parts)


_ORGANISED = BODIES | {"board", "office", "mayor", "government", "corporation", "company", "court", "school", "diocese"}


def _company(name: Name) -> bool:
    return name.legal or name.body


def _address(text: str, begin: int, end: int) -> Iterator[Detail]:
    """The address behind "of", right after a name, or after the one that shares it."""
    match = _ADDRESS.match(text, begin, end)
    if match is None:
        return
    printed = match["address"]
    stop = _ADDRESS_END.search(printed)
    printed = (printed[: stop.start()] if stop else printed).rstrip(" ,")
    if 8 < len(printed) <= LONGEST_ADDRESS:
        start = match.start("address")
        yield Detail("address", " ".join(printed.split()), start, start + len(printed))
