"""The summary of a contract: who agrees to what, for how long, for how much, and what limits or ends it.

Its sentences are those that the rules of the kind read the main facts from, and the clause that says what is agreed;
the module comes last, when the others have settled their fields.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.summary.sentences import Candidate, candidates, one_line, prose
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Finding, paragraphs

ANSWERS = ("summary",)

MOST = 8
"""Sentences at most: one for each of the things that a lawyer asks first."""

PREAMBLE = 600
"""Letters and digits of the sentence that names the parties, the longest of most agreements: a longer quote is no place
that one looks at."""

FEWEST = 2
"""Sentences at least: one alone says less than the fields do."""

SUBJECTS = 2
"""Sentences that say what is agreed."""

EARLY = 0.4
"""Share of the text in which it is said what is agreed; what is granted behind it is a detail."""

_FACTS: tuple[tuple[str, ...], ...] = (
    ("term", "expiration_date", "expiration_basis"),
    ("amounts", "payment_terms"),
    ("liability_cap",),
    ("governing_law",),
)
"""Fields of which one sentence each is told, the first that has one."""

_CLAUSES: tuple[tuple[str, ...], ...] = (
    ("Exclusivity", "Non-Compete"),
    ("Termination For Convenience",),
)
"""Categories of clauses of which one sentence each is told."""

_SUBJECT = compiled(
    r"\b(?:hereby (?:\w+\s)?(?:grants?|appoints?|engages?|retains?|agrees? to (?:sell|purchase|supply|provide"
    r"|license|lease|perform|manufacture|distribute|pay)"
    r"|sells?|leases?|licenses?|assigns?|accepts?|amended|authorizes?|contributes?|employs?|transfers?)"
    r"|(?:shall|will|agrees? to) (?:\w+\s)?(?:sell|purchase|supply|provide|manufacture|distribute|lease|license"
    r"|perform|develop|promote|market|host|design|furnish|lend|loan|rent|repair|maintain|operate|manage|cooperate"
    r"|collaborate"
    r"|render|sponsor|build|construct|deliver|act as)\b"
    r"|(?:wish|desire)s? (?:to|that)\b|the purpose of this|is amended|are amended)",
    re.IGNORECASE,
)
_SUBJECT_HAN = compiled(
    r"(?:[甲乙双]方同意|委托|授权|授予|向.{2,12}(?:购买|采购|出售|提供|出租|供应|交付)|承租|出租|承包|许可|经销|标的|工程名称|工程内容)"
)
_STRONG = compiled(
    r"\bhereby (?:\w+ )?(?:grants?|appoints?|engages?|retains?|agrees?|sells?|leases?|licenses?|employs?"
    r"|authorizes?)\b"
    r"|is amended|are amended|wish(?:es)? to|desires? to|授予|委托|[甲乙双]方同意",
    re.IGNORECASE,
)


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with a summary in the document's own English sentences; without one if too little was found."""
    return with_summary(document, findings, chinese=False)


def with_summary(document: Document, findings: list[Finding], chinese: bool) -> list[Finding]:
    """The findings with a summary in sentences of one language."""
    everything = candidates(document, chinese)
    chosen = [
        *_parties(document, findings, chinese),
        *_subject(everything, len(document.text), _SUBJECT_HAN if chinese else _SUBJECT),
        *_facts(everything, findings),
    ]
    distinct = list(_apart(document, chosen))
    if len(distinct) < FEWEST:
        return findings
    return [*findings, prose("summary", document, distinct[:MOST])]


def _apart(document: Document, chosen: Iterable[Candidate]) -> Iterator[Candidate]:
    """In the order of the text, nothing twice: a paragraph that is shown whole ends where one of its sentences was
    chosen for itself."""
    ordered = sorted({one.start: one for one in chosen}.values(), key=lambda one: one.start)
    for one, after in zip_longest(ordered, ordered[1:]):
        if after is None or one.end <= after.start:
            yield one
        else:
            text = document.text[one.start : after.start].rstrip()
            yield replace(one, end=one.start + len(text), shown=one_line(text))


def _parties(document: Document, findings: Sequence[Finding], chinese: bool) -> Iterator[Candidate]:
    """The sentence that names the parties, if it is one: a list of them or a block of signatures is none."""
    named = [finding for finding in findings if finding.field == "parties" and not finding.problem]
    for finding in named[:1]:
        yield from (one for one in _preamble(document, finding.at) if has_han(one.shown) == chinese)


def _preamble(document: Document, at: int) -> Iterator[Candidate]:
    everything = paragraphs(document)
    own = everything[max(0, bisect_right(everything, at, key=lambda paragraph: paragraph.start) - 1)]
    text = one_line(own.text)
    if (
        own.kind in ("paragraph", "list_item")
        and _PREAMBLE.search(text)
        and sum(map(str.isalnum, text)) <= PREAMBLE
        and text[-1:] in '.;:。：)”"'
    ):
        begin = own.start + len(own.text) - len(own.text.lstrip())
        yield Candidate(begin, own.start + len(own.text.rstrip()), text, own, True, 0, None)


_PREAMBLE = compiled(r"\b(?:between|among|by and between|entered into|made)\b|订立|签订|达成|之间", re.IGNORECASE)


def _subject(everything: Sequence[Candidate], length: int, pattern: re.Pattern[str]) -> Iterator[Candidate]:
    """The first sentences that grant, sell or appoint, those before that do so here and now."""
    early = [one for one in everything if one.start < EARLY * length and not _DEFINES.match(one.shown)]
    likely = [one for one in early if pattern.search(one.shown)]
    strong = [one for one in likely if _STRONG.search(one.shown)]
    first = [*strong[:1], *(one for one in likely if one not in strong[:1])]
    yield from first[:SUBJECTS]


_DEFINES = compiled(r"[\"“「][^\"”」]{1,60}[\"”」]\s?(?:means|shall mean|has the meaning|refers to|includes|(?:是)?指)")
"""A sentence that says what a word means, and not what is agreed."""


def _facts(everything: Sequence[Candidate], findings: Sequence[Finding]) -> Iterator[Candidate]:
    """One sentence for each of the main facts, where it stands in one that can stand alone."""
    for names in _FACTS:
        mine = [one for name in names for one in findings if one.field == name and one.attribute is None]
        yield from _told(everything, sorted(mine, key=_minor))
    for categories in _CLAUSES:
        mine = [one for one in findings if one.field == "clauses" and not one.problem]
        yield from _told(everything, [one for one in mine if one.value["category"] in categories])


def _minor(finding: Finding) -> bool:
    """Whether it is an amount that is neither a price nor a fee."""
    return finding.field == "amounts" and (finding.value or {}).get("role") not in ("price", "fee", "minimum")


def _told(everything: Sequence[Candidate], findings: Sequence[Finding]) -> Iterator[Candidate]:
    for finding in findings:
        for quote in finding.quotes if not finding.problem else ():
            if quote.span is None:
                continue
            at = bisect_right(everything, quote.span[0], key=lambda one: one.start) - 1
            for one in everything[max(0, at) : at + 2]:
                if one.start < quote.span[1] and quote.span[0] < one.end:
                    yield one
                    return
