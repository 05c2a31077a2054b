"""How long confidentiality lasts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.rules.contract import labelled_rows
from docpipe.rules.contract.clause_text import Sentence, clause_span, sentences
from docpipe.rules.durations import find_durations
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("confidentiality_term",)


def find(view: View) -> Iterable[Finding]:
    """Candidates: a duration or "in perpetuity" in a sentence about confidentiality."""
    for sentence in sentences(view):
        if any(
            word in sentence.low for word in ("year", "month", "indefinite", "perpetu", "without limit", "unlimited")
        ) and _about(view, sentence):
            yield from _term(view, sentence)
        if any(word in sentence.low for word in _KEPT_APART):
            yield from _exception(view, sentence)
    yield from _in_rows(view)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """A duration stands before "perpetual", which is usually about trade secrets alone; then the first in the text."""
    mine = [finding for finding in findings if finding.field == "confidentiality_term" and finding.basis != "exception"]
    apart = [
        finding for finding in findings if finding.field == "confidentiality_term" and finding.basis == "exception"
    ]
    rest = [finding for finding in findings if finding.field != "confidentiality_term"]
    if not mine:
        return rest
    best = min(mine, key=lambda finding: (finding.basis, finding.value == "perpetual", finding.at))
    kept = [replace(f, basis="") for f in mine if f.value == best.value and f.basis == best.basis]
    return [*rest, *kept, *_longer(kept[0], apart)]


EXCEPTION_REACH = 1500
"""Characters between a term and what is kept longer than it: a few sentences of one section."""


def _longer(best: Finding, apart: list[Finding]) -> Iterator[Finding]:
    """A check for what a term of some years does not hold for; it cites the term and the exception."""
    if best.value == "perpetual":
        return
    for exception in apart:
        near = any(abs(exception.at - quote.span[0]) <= EXCEPTION_REACH for quote in best.quotes if quote.span)
        if near:
            yield replace(exception, quotes=(*best.quotes, *exception.quotes))
            return


_SECRECY = later(
    r"\bconfidential\w*|\bnon-?disclosure|\bsecrecy\b|\bbusiness\s+secrets?\b|\bproprietary\s+information"
    r"|\b(?:receiving|disclosing)\s+party\b(?=.{0,80}\binformation\b)|\binformation\s+of\s+(?:a|the)\s+disclosing\s+party\b",
    re.IGNORECASE,
)
_LASTS = later(
    r"\b(?:surviv\w*|continu\w*|remain\w*|for\s+(?:a\s+)?(?:period|term)|period\s+of|until|expire\w*|extended|lasts?"
    r"|thereafter|during\s+the\s+term|for\s+(?:a\s+)?(?:an\s+additional\s+)?\w+\s*\(?\d*\)?\s*(?:years?|months?))\b",
    re.IGNORECASE,
)
_FROM = later(
    r"\b(?:termination|expiration|expiry|disclosure|receipt|thereafter|effective\s+date|disclosed|end\s+of"
    r"|date\s+hereof|(?:it|agreement|term)\s+(?:ends|expires|terminates))\b",
    re.IGNORECASE,
)
_OTHER = later(
    r"\b(?:prior\s+to|records|audit|warrant\w*|notice|indemnif\w*|non-?compet\w*|compete|solicit\w*|insurance"
    r"|payments?|initial\s+term|renew\w*|within|at\s+least\s+\w+\s+\(\d+\)\s+days)\b",
    re.IGNORECASE,
)
_FOREVER = later(
    r"\b(?:in\s+perpetuity|perpetual(?:ly)?|indefinite(?:ly)?|without\s+(?:any\s+)?limit(?:ation)?\s+(?:in|of|as\s+to)\s+time"
    r"|for\s+an\s+unlimited\s+(?:period|time))\b",
    re.IGNORECASE,
)
_DUTY = later(
    r"\b(?:obligations?|duty|duties|confidentiality|restrictions?|covenants?|provisions|section|article|shall|will|must"
    r"|agree)\b",
    re.IGNORECASE,
)


_ALL = later(r"(?i)\b(?:confidential|proprietary)\s+information\b|\bconfidentiality\b|\bsecrecy\b|\bnon-?disclosure\b")


def _only_some(text: str) -> bool:
    """Whether a sentence speaks of trade secrets, or the like, alone: how long those are kept is not the term."""
    return bool(_APART().search(text)) and not _ALL().search(text)


_KEPT_APART = ("trade secret", "source code", "personal data", "personal information", "customer information")
_APART = later(
    r"\b(?:trade\s+secrets?|source\s+code|personal\s+(?:data|information)|customer\s+information)\b", re.IGNORECASE
)
_LONGER = later(
    r"\b(?:in\s+perpetuity|perpetually|indefinitely|forever|(?:for\s+)?(?:so|as)\s+long\s+as"
    r"|until\s+(?:such\s+time\s+as\s+)?(?:\w+\s+){1,4}?(?:ceases?|no\s+longer))\b",
    re.IGNORECASE,
)
_GRANTED = later(r"\blicen[sc]e|\bgrants?\b|\bwarrant", re.IGNORECASE)


def _exception(view: View, sentence: Sentence) -> Iterator[Finding]:
    """What is kept secret for longer than the rest: "in respect of trade secrets … in perpetuity"."""
    text = sentence.text
    what, longer = _APART().search(text), _LONGER().search(text)
    if what is None or longer is None or not _DUTY().search(text) or _GRANTED().search(text):
        return
    start, end = clause_span(text, min(what.start(), longer.start()), max(what.end(), longer.end()))
    quote = view.quote(sentence.start + start, sentence.start + end)
    message = f"{what[0].lower()}: kept secret for longer than the term ({longer[0].lower()})"
    yield Finding("confidentiality_term", None, (quote,), basis="exception", problem="exception", message=message)


def _in_rows(view: View) -> Iterator[Finding]:
    """The rows of tables that are labelled with how long something is kept secret."""
    for table in labelled_rows.rows(view):
        for row in table:
            durations = find_durations(row.alone(row.cells[0])) if _LABEL().fullmatch(row.label) else ()
            if durations and len(row.cells) == 1:
                quote = view.quote(row.sentence.start, row.sentence.end)
                value = {"count": durations[0].count, "unit": durations[0].unit}
                yield Finding("confidentiality_term", value, (quote,), basis="a")


_LABEL = later(r"(?:confidentiality|secrecy|non-?disclosure)\s+(?:period|term)|(?:term|period)\s+of\s+confidentiality")


def _about(view: View, sentence: Sentence) -> bool:
    """Whether the sentence or its paragraph speaks of confidentiality."""
    if _SECRECY().search(sentence.text) or _SECRECY().search(_heading(view, sentence.paragraph)):
        return True
    return bool(_THIS().search(sentence.text)) and bool(_SECRECY().search(_article(view, sentence.paragraph)))


_THIS = later(r"(?i)\b(?:in|of|under)\s+this\s+article\b")


def _article(view: View, paragraph: Paragraph) -> str:
    """The heading that a paragraph stands under."""
    return next((each.text[:80] for each in reversed(view.before(paragraph)) if each.kind == "heading"), "")


def _heading(view: View, paragraph: Paragraph) -> str:
    """The beginning of the paragraph, and of the few before it that are headings or begin with a word of them."""
    near = [before.text[:80] for before in view.before(paragraph, 4) if len(before.text) < 80]
    return " ".join([*near, paragraph.text[:80]])


def _term(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    direct = bool(_SECRECY().search(text))
    if not _DUTY().search(text) or not (_LASTS().search(text) or _FOREVER().search(text)):
        return
    durations = [d for d in find_durations(text) if d.unit in ("year", "month") and _lasting(text, d.start, d.end)]
    if len(durations) > 1 and re.search(r"(?i)\bfrom\b.{0,40}\bto\b|\breplac|\bextended\b", text):
        durations = durations[-1:]
    for duration in durations:
        if not direct and _OTHER().search(text):
            continue
        start, end = clause_span(text, duration.start, duration.end)
        quote = view.quote(sentence.start + start, sentence.start + end)
        value = {"count": duration.count, "unit": duration.unit}
        yield Finding("confidentiality_term", value, (quote,), basis="a" if direct else "b")
        return
    if (
        (match := _FOREVER().search(text))
        and direct
        and not _only_some(text)
        and not re.search(r"(?i)\blicen[sc]e|\bgrant", text)
    ):
        start, end = clause_span(text, *match.span())
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("confidentiality_term", "perpetual", (quote,), basis="a")


def _lasting(text: str, start: int, end: int) -> bool:
    """Whether a duration is how long something lasts: "for", "survive" before it, an event behind it."""
    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    leads = re.search(
        r"(?i)\b(?:for|period|term|survive|until|extended|to|of|least|additional|than)\b[^.;]{0,40}$", before
    )
    return bool(leads) and bool(
        _FROM().search(after) or re.search(r"(?i)\bperiod|\bextended|\bsurviv", before) or _FROM().search(before)
    )
