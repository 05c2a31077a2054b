"""Papers that one side gives the other: notes, warrants, "THIS CERTIFIES THAT", and contracts in the form of a letter.

They have no preamble: an instrument names who pays and who issues in its first sentence, a letter has a letterhead, an
addressee, and the name of the contract under the salutation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.contract.dated import dated
from docpipe.rules.contract.names import Name, name_at
from docpipe.rules.contract.party_details import Detail, is_role
from docpipe.rules.contract.party_findings import described, named, two_or_more
from docpipe.rules.contract.passages import smooth
from docpipe.rules.dates import find_dates
from docpipe.rules.view import View
from docpipe.types import Finding, Paragraph

INSTRUMENT, ADDRESSED = "instrument", "addressed"
"""Bases of parties: named by an instrument; a letter's company and addressee."""

TITLE = "apart"
"""Basis of titles that no other heading stands against."""

LONGEST = 3_000
"""Characters of the sentence by which an instrument is given."""

SALUTATION_BY = 30
"""Paragraphs of a letter before its salutation: letterhead, date, addressee and address."""

REACH = 300
"""Characters between a party's name and what it is called."""

_GIVES = compiled(
    r"\b(?:this\s+(?:is\s+to\s+)?certif(?:y|ies)\s+that|(?:hereby\s+)?(?:unconditionally\s+)?promises?\s+to\s+pay|for\s+value\s+received"
    r"|know\s+all\s+(?:men|persons)\s+by\s+these\s+presents)\b",
    re.IGNORECASE,
)
_CALLED = compiled(
    r"\(\s*(?:together\s+with[^()\"]{0,80})?(?:the\s+|hereinafter[^()\"]{0,40})?\"(?P<term>[A-Z][^\"]{2,40})\"\s*\)"
)
_SIDES = frozenset((
    "attorney", "attorney-in-fact", "company", "corporation", "holder", "maker", "payee", "noteholder", "obligor",
    "payor", "warrantholder",
))  # fmt: skip
_STARTS = compiled(
    r"(?:^|(?:\b(?:by|to|of|from|that|which|with|and|appoints?|received|undersigned|THAT|BY|TO|OF|FROM|RECEIVED)|,)[\s:,]+(?:the\s+undersigned,?\s+)?)(?=[A-Z])"
)
_TAIL = compiled(r"\s*,?\s*(?:(?:an?|whose|with|having|of|at|or\s+(?:its|his|her|their))\b[^()]{0,200})?,?\s*")
_ABOUT = compiled(r"\bon\s+or\s+about\s+$", re.IGNORECASE)
_IN_BRACKETS = compiled(
    r"\(\s*(?:[A-Z][\w'-]*|for|of|and|the|to|in)(?:\s+(?:[A-Z][\w'-]*|for|of|and|the|to|in)){1,8}\s*\)"
)
_NAMED = compiled(r"\b(?:agreement|contract|note|warrant|deed|letter)\b", re.IGNORECASE)
_PAPER = compiled(
    r"(?:[A-Z][\w'-]*\s+){0,6}(?:NOTE|Note|WARRANT|Warrant|BOND|Bond|DEBENTURE|Debenture|SAFE)S?(?:\s+\([^()]{2,60}\))?"
)
_SALUTATION = compiled(r"\s*Dear\s+(?P<whom>[A-Z][^,:\n]{1,60}?)\s*[,:]?\s*")
_OF_LETTER = compiled(
    r"(?:Re|RE|Subject)?\s*:?\s*(?P<title>(?i:contract|agreement|offer|terms|letter|statement)(?:\s+and\s+[Cc]onditions)?"
    r"\s+(?i:of|for)\s+[A-Za-z-]+(?:\s+[A-Za-z-]+){0,4})\.?\s*"
)
_PERSON = compiled(
    r"\s*(?:(?:Mr|Mrs|Ms|Miss|Mdm|Madam|Dr|Prof)\b\.?\s+)?(?P<name>[A-Z][\w'-]+(?:\s+[A-Z][\w.'-]*){1,4}(?:,\s+[A-Z][\w'-]+)?)\s*"
)
_EMPLOYS = compiled(
    r"\b(?:position\s+of\s+[^.;]{3,60}?\s+with|employer\s+is|employed\s+by|employment\s+with|engaged\s+by)\s+(?=[A-Z])"
)
_HONORIFICS = frozenset(("mr", "mrs", "ms", "miss", "mdm", "madam", "dr", "prof", "sir", "sirs"))


def parties(view: View) -> Iterator[Finding]:
    """Who gives and who gets the paper, where both are named."""
    if given := _given(view):
        yield from two_or_more(_of_instrument(view, given))
    else:
        short = (one for one in view.opening if len(one.text) <= LONGEST and one.text.count("(") > 1)
        whole = (one for one in short if len(_CALLED.findall(smooth(one.text))) > 1)
        if defines := next(whole, None):
            yield from two_or_more(_of_instrument(view, defines, ADDRESSED))
    if letter := _letter(view):
        yield from two_or_more(_of_letter(view, *letter))
    yield from two_or_more(_to_and_from(view))


def titles(view: View) -> Iterator[Finding]:
    """The line that names an instrument over its first sentence, and the line under a letter's salutation."""
    given, letter = _given(view), _letter(view)
    for place, paragraph in enumerate(view.opening[: given.index if given else 0]):
        text = smooth(paragraph.text).strip()
        if _PAPER.fullmatch(text):
            yield _title(view, paragraph.start, paragraph.end)
        elif _IN_BRACKETS.fullmatch(text) and _NAMED.search(text):
            above = view.opening[place - 1] if place else paragraph
            if _PAPER.fullmatch(above.text.strip()):
                yield _title(view, above.start, paragraph.end)
            else:
                start = paragraph.start + paragraph.text.index("(") + 1
                yield _title(view, start, paragraph.start + paragraph.text.rindex(")"))
    if letter:
        place, _ = letter
        for paragraph in view.opening[max(0, place - 2) : place + 3]:
            if match := _OF_LETTER.fullmatch(smooth(paragraph.text)):
                yield _title(view, paragraph.start + match.start("title"), paragraph.start + match.end("title"))


def dates(view: View) -> Iterator[Finding]:
    """The day on which an instrument says that it was paid for: "on or about September 9, 2024"."""
    if given := _given(view):
        text = smooth(given.text)
        for date in find_dates(text):
            if _ABOUT.search(text[: date.start]):
                yield dated(view, "agreement_date", given.start, date, "cover", text)
                return


@lru_cache(maxsize=2)
def _given(view: View) -> Paragraph | None:
    """The paragraph by which an instrument is given."""
    fits = (one for one in view.opening if len(one.text) <= LONGEST and _GIVES.search(one.text))
    return next((one for one in fits if one.number is None or one.text.lower().startswith("for value")), None)


def _of_instrument(view: View, given: Paragraph, basis: str = INSTRUMENT) -> Iterator[Finding]:
    text, reached = smooth(given.text), 0
    for called in _CALLED.finditer(text):
        term = called["term"]
        if (is_role(term) or term.casefold() in _SIDES) and (name := _before(text, reached, called.start())):
            part = Detail("role", term, called.start(), called.end())
            yield named(view, given.start, name, basis)
            yield from described(view, given.start, name, (part,), basis)
        reached = called.end()


def _before(text: str, begin: int, end: int) -> Name | None:
    """The name that is described up to an offset: the first that begins behind "by", "that", "of" or a comma."""
    for start in _STARTS.finditer(text, max(begin, end - REACH), end):
        name = name_at(text[:end], start.end())
        if name and name.start == start.end() and _TAIL.fullmatch(text, name.end, end):
            named_so = _PERSON.fullmatch(name.text) and not start[0].startswith(",")
            if name.legal or named_so:
                return name
    return None


def _letter(view: View) -> tuple[int, str] | None:
    """Where a letter that is a contract greets its addressee, and whom it greets."""
    for place, paragraph in enumerate(view.opening[:SALUTATION_BY]):
        if match := _SALUTATION.fullmatch(smooth(paragraph.text)):
            near = view.opening[max(0, place - 2) : place + 12]
            if any(_OF_LETTER.fullmatch(smooth(one.text)) or _EMPLOYS.search(one.text) for one in near):
                return place, match["whom"]
            return None
    return None


def _of_letter(view: View, place: int, whom: str) -> Iterator[Finding]:
    """The company, by what the letter says of it or its letterhead, and the person whom the salutation greets."""
    greeted = {word for word in re.findall(r"\w+", whom.casefold()) if word not in _HONORIFICS}
    if company := _company(view, place):
        yield named(view, company[0], company[1], ADDRESSED)
    for paragraph in view.opening[:place]:
        text = smooth(paragraph.text)
        match = _PERSON.fullmatch(text)
        if match and greeted and greeted <= set(re.findall(r"\w+", match["name"].casefold())):
            name = Name(match.start("name"), match.end("name"), match["name"], False, False)
            yield named(view, paragraph.start, name, ADDRESSED)
            return


def _to_and_from(view: View) -> Iterator[Finding]:
    """The companies of the lines "To:" and "From:" over a salutation."""
    salutes = (place for place, one in enumerate(view.opening) if one.text.startswith("Dear "))
    for paragraph in view.opening[: next(salutes, 0)]:
        text = smooth(paragraph.text)
        match = _TO_OR_FROM.match(text)
        name = name_at(text, match.end()) if match else None
        if match and name and name.legal and name.start == match.end():
            yield named(view, paragraph.start, name, ADDRESSED)
            called = [Detail("aliases", each["term"], *each.span()) for each in _CALLED.finditer(text, name.end)]
            yield from described(view, paragraph.start, name, called[:1], ADDRESSED)


_TO_OR_FROM = compiled(r"(?i:to|from)\s*:\s*")


def _company(view: View, place: int) -> tuple[int, Name] | None:
    """The company of a letter and the offset of its paragraph."""
    for paragraph in view.opening[place:]:
        text = smooth(paragraph.text)
        if match := _EMPLOYS.search(text):
            name = name_at(text, match.end())
            if name and name.legal and name.start == match.end():
                return paragraph.start, name
    for paragraph in view.opening[:place]:
        text = smooth(paragraph.text)
        name = name_at(text, 0)
        if name and name.legal and not text[name.end :].strip(" ."):
            return paragraph.start, name
    return None


def _title(view: View, start: int, end: int) -> Finding:
    quote = view.quote(start, end)
    return Finding("title", " ".join(quote.text.split()), (quote,), basis=TITLE)
