"""Two places of the body that settle the same thing in two ways: no rule chooses between equals.

What is about one matter only, about another paper or an attachment contradicts nothing. A rule that is unsure keeps
silent: a contradiction takes the value away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from docpipe.rules.contract.parts import part_at
from docpipe.rules.later import later
from docpipe.types import Document, Finding, Json, Quote

Key = Callable[[Finding], object]

OWN_RULE = "by docpipe's own rule; the document has no such clause that docpipe could read"
"""What a message adds to a precedence that the document does not state."""

_OF_IT = r"\b(?:[Tt]his|THIS|[Tt]he)\s+(?:[\w-]+\s+){0,3}?(?:[Aa]greement|AGREEMENT|[Cc]ontract|CONTRACT)\b"
_LAW_OF_ALL = later(
    rf"{_OF_IT}(?:,?\s+(?:and|including|its|as\s+well\s+as)\b[^.;]{{0,100}}?)?,?\s+(?:(?:shall|will|is|are|must|to)\s+)"
    r"(?:(?:in\s+all\s+respects|exclusively|solely|be|also)\s+){0,4}(?:governed|construed|interpreted|subject\s+to\s+the\s+laws?)\b"
    rf"|\blaws?\s+of\b[^.;]{{0,60}}?\b(?:(?:shall|will)\s+)?(?:govern|apply\s+to)s?\s+{_OF_IT}"
)
_LIMITED = later(
    r"\b(?:to\s+the\s+extent|with\s+respect\s+to|as\s+to|in\s?so\s?far|relat\w+\s+to|regarding|concerning|except|other\s+than"
    r"|in\s+the\s+event|unless|where|if|for\s+purposes|matters?|until|prior\s+to|before|after|amended|option|elects?)\b",
    re.IGNORECASE,
)
"""What makes a sentence a rule for some cases."""

LIMITED_AFTER = 60
"""Characters after "governed" in which "to the extent" and the like still limit it."""

_RUNS = later(
    rf"(?:{_OF_IT}[^.;]{{0,60}}?\b(?:term|period|force|effect|continues?|lasts?|runs?)\b|\b(?<![Dd]uring\sthe\s)[Tt]erm\s+of\s+(?:this|the)\s+\w+\s+(?:shall|will|is|begins?|commences?|starts?|ends?|expires?)\b"
    r"|\b(?:[Tt]he\s+)?(?:[Ii]nitial\s+)?[Tt]erm\s+(?:shall\s+be|will\s+be|is)\b)"
)
_ENDS = later(
    rf"(?:{_OF_IT}[^.;]{{0,60}}?\b(?:expires?|terminates?|ends?|continues?|in\s+effect|in\s+force)\b|\b(?<![Dd]uring\sthe\s)[Tt]erm\s+of\s+(?:this|the)\s+\w+\s+(?:shall|will|is|begins?|commences?|starts?|ends?|expires?)\b)"
)
_PAYER = later(r"\b(?P<who>[A-Z][\w'-]+)\s+(?:shall|will|must|agrees?\s+to)\s+(?:\w+\s+){0,2}?pay\b")
_ONE_SORT = later(
    r"\b(?:disputed|undisputed|final|first|initial|partial|pro\s?forma|such|applicable|additional|late|reimburs\w+|royalt\w+"
    r"|commissions?|taxes|expenses?|minimum|annual|quarterly|deposit|milestone|prepa\w+|advance)\b",
    re.IGNORECASE,
)


def contradiction(field: str, sides: Sequence[Finding], shown: Callable[[Finding], str] | None = None) -> Finding:
    """A conflict without a winner that cites all sides."""
    said = " and ".join(dict.fromkeys((shown or _shown)(side) for side in sides))
    quotes: tuple[Quote, ...] = tuple(chain.from_iterable(side.quotes for side in sides))
    message = f"the document says {said}; no rule decides between them"
    return Finding(field, None, tuple(dict.fromkeys(quotes)), problem="conflict", message=message)


def opposed(document: Document, findings: Iterable[Finding], key: Key) -> list[Finding]:
    """The first finding of the body for each thing said, in the order of the text, where there are two or more."""
    sides: dict[object, Finding] = {}
    for finding in sorted(findings, key=lambda one: one.at):
        if finding.quotes and part_at(document, finding.at) == "body":
            sides.setdefault(key(finding), finding)
    return list(sides.values()) if len(sides) > 1 else []


def laws(document: Document, found: Iterable[Finding], kept: Sequence[Finding]) -> list[Finding]:
    """A sentence of the body that puts the whole agreement under another law than the kept one does, and that one."""
    if not kept or not _of_all(kept[0], _LAW_OF_ALL()):
        return []
    names = [str(law.value) for law in kept]
    others = [
        law
        for law in found
        if law.quotes[0].span != kept[0].quotes[0].span
        and _of_all(law, _LAW_OF_ALL())
        and not any(str(law.value) in name or name in str(law.value) for name in names)
    ]
    return opposed(document, [*kept[:1], *others], lambda law: law.value)


def terms(document: Document, found: Iterable[Finding]) -> list[Finding]:
    """Sentences of the body that give the agreement two lengths."""
    mine = [one for one in found if one.value["kind"] == "term" and _of_all(one, _RUNS(), 0)]
    return opposed(document, mine, lambda one: repr(one.value["offset"]))


def last_days(document: Document, found: Iterable[Finding], key: Key) -> list[Finding]:
    """Sentences of the body that end the agreement on two days."""
    mine = [one for one in found if one.value["date"] and _of_all(one, _ENDS(), 0)]
    return opposed(document, mine, key)


def payments(document: Document, terms: Iterable[Finding], length: Key) -> list[Finding]:
    """Sentences of the body that let the same payer pay invoices in general within two times."""
    mine = [one for one in terms if not _ONE_SORT().search(one.quotes[0].text)]
    payers = {payer["who"] for one in mine if (payer := _PAYER().search(one.quotes[0].text))}
    return opposed(document, mine, length) if len(payers) < 2 else []


def unlike_starts(document: Document, chosen: list[Finding], found: Iterable[Finding]) -> list[Finding]:
    """The effective date that was chosen, or a conflict where clauses give two days on which all takes effect."""
    if not chosen or chosen[0].basis != "clause":
        return chosen
    days = [
        one for one in found if one.field == "effective_date" and one.basis == "clause" and isinstance(one.value, str)
    ]
    sides = opposed(document, days, lambda one: one.value)
    return [contradiction("effective_date", sides)] if sides else chosen


def _of_all(finding: Finding, pattern: re.Pattern[str], reach: int = LIMITED_AFTER) -> bool:
    """Whether a finding's sentence is about the whole agreement, and no rule for some cases."""
    text = " ".join(finding.quotes[0].text.split())
    match = pattern.search(text)
    return match is not None and not _LIMITED().search(text[: match.end() + reach])


def _shown(finding: Finding) -> str:
    value: Json = finding.value
    if isinstance(value, dict):
        return f"{value['count']} {value['unit']}{'s' * (value['count'] != 1)}"
    return str(value)
