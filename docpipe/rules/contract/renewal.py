"""How an agreement goes on after its term: the length of a renewal, and the notice that ends it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract import labelled_rows
from docpipe.rules.contract.contradictions import contradiction, opposed
from docpipe.rules.contract.passages import Sentence, clause_quote, neighbours, sentences
from docpipe.rules.durations import FoundDuration, find_durations
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("renewal_term", "notice_period")

_RENEWS = compiled(
    r"\b(?:renew(?:s|ed|al|als|able|ing)?|extend(?:s|ed|able|ing)?(?!\s+(?:until|through|beyond)\b)|extensions?"
    r"|prolong\w*|rolls?\s+over"
    r"|continu\w+\s+(?:in\s+\w+\s+)?(?:on\s+a|from)\s+(?:year|month)"
    r"|(?:year|month)[\s-]to[\s-](?:year|month)|thereafter|indefinitely)\b",
    re.IGNORECASE,
)
_MAY_RENEW = (
    "renew", "exten", "prolong", "rolls", "replaced", "continu", "year-to", "year to", "month-to", "month to",
    "thereafter", "indefinitely",
)  # fmt: skip
_AUTOMATIC = compiled(
    r"\b(?:automatic\w*|tacitly|deemed\s+(?:to\s+(?:be|have\s+been)\s+)?(?:renewed|extended)|(?:shall"
    r"|will)\s+(?:thereafter\s+|then\s+|also\s+)?(?:be\s+)?(?:renew|extend|continue)(?:ed|s)?"
    r"|year\s*[\s-]to[\s-]\s*year|month\s*[\s-]to[\s-]\s*month|successive)\b",
    re.IGNORECASE,
)
_ABOUT = compiled(
    r"\b(?:agreement|contract|terms?|license|licence|franchise|lease|appointment|engagement|period|renewal|schedule"
    r"|maintenance|services?|arrangement)\b",
    re.IGNORECASE,
)
_NOT_ABOUT = compiled(
    r"\b(?:payment|invoice|deadline|cure|delivery|registration\s+statement|patent|warranty"
    r"|letter\s+of\s+credit|insurance|loan|credit|closing|domain\s+name|force\s+majeure"
    r"|option\s+to\s+purchase|offering|confidential\w*|increase\s+the|limitations?\s+that)\b",
    re.IGNORECASE,
)
_REPRICES = compiled(
    r"\b(?:increas|adjust|rais|chang|revis|modif|reduc|escalat)\w*\s+(?:(?!agreement|contract|term)[\w'-]+\s+){0,5}?"
    r"(?:prices?|pricing|fees?|rates?|charges?|royalt(?:y|ies)|rent)\b[^.;]*$",
    re.IGNORECASE,
)
"""What stands before "from year to year thereafter" where a price goes up each year, and no agreement goes on."""

_SPELT = compiled(
    r"\b(?:(?:annual|yearly|monthly)\s+(?:periods?|terms?|basis|renewals?|renewal\s+(?:terms?|periods?)|extensions?)"
    r"|(?:year|month)\s*-?\s*to\s*-?\s*(?:year|month)"
    r"|(?:renew\w*|extend\w*)\s+(?:\w+\s+){0,3}?(?:annually|every\s+year|each\s+year|yearly))\b",
    re.IGNORECASE,
)
_IS_NOTICE = later(
    r"\s*(?:\([^)]*\)\s*)?(?:(?:calendar|business|working)\s+)?(?:'|\u2019)?\s*(?:or\s+more\s+"
    r"|advance\s+|written\s+|prior\s+|previous\s+|in\s+advance|before|notice|notification|preceding"
    r"|of\s+(?:the\s+)?(?:written\s+)?notice)",
    re.IGNORECASE,
)
_GIVES_NOTICE = compiled(
    r"\b(?:notice|notif\w+|advis\w+|inform\w*|intent\w*|elect\w*|declin\w+|written\s+request|object\w*|terminat\w+"
    r"|cancel\w*|in\s+writing)\b",
    re.IGNORECASE,
)
_ENDS_TERM = later(
    r"\b(?:renew\w*|non-?renew\w*|extend|extension|(?:end|expir\w*|conclusion|completion"
    r"|termination)\s+(?:date\s+)?of\s+(?:the|any|each|its|said|such|this|a|that)\s+(?:\w+[\s-]+){0,6}?(?:terms?"
    r"|periods?|year|agreement|contract|renewal\w*|anniversary)|anniversary|then[\s-]current|expiration)\b",
    re.IGNORECASE,
)
_UNTIL_ENDED = compiled(
    r"\b(?:until|unless)\s+(?:and\s+until\s+|sooner\s+|earlier\s+|otherwise\s+)*"
    r"(?:(?:it\s+is\s+)?(?:terminat|cancel)|(?:either|any|one|a)\s+party\s+gives)",
    re.IGNORECASE,
)
_BEFORE_CUE = later(r"\s*(?:automatic\s+|optional\s+)?(?:renewal|extension)\b", re.IGNORECASE)
_BETWEEN_OTHER = later(
    r"[.;]|\b(?:unless|initial|notice|provided|prior|expir\w*|beyond|within|continue\s+in|after\s+the\s+end)\b",
    re.IGNORECASE,
)
_DECLINES = later(r"\bnot\s+(?:to\s+)?(?:so\s+)?(?:renew|extend)|\bnon-?renew|\bterminat|\bcancel", re.IGNORECASE)
_NOT_TO = compiled(r"\b(?:not\s+(?:to\s+|be\s+)?|non-?|no\s+|to\s+not\s+)$", re.IGNORECASE)
_REPLACED = later(r"\breplaced\s+(?:with|by)\s+(?:the\s+words\s+)?\"(?P<new>[^\"]{3,60})\"", re.IGNORECASE)
_AT_WILL = later(
    r"\b(?:following|after)\s+the\s+initial\s+term\b|\bany\s+renewal\b|\bintent(?:ion)?\s+to\s+(?:terminate|end)\b"
    r"|\bterminat\w+\s+(?:this\s+agreement\s+)?(?:at\s+any\s+time|without\s+cause)",
    re.IGNORECASE,
)
_AT_THE_END = later(
    r"\b(?:terminat|cancel)\w*\b[^.;]{0,60}?\bat\s+the\s+(?:expiration|expiry|end)\s+of\s+(?:its|the|any|each)\s+"
    r"(?:[\w-]+\s+){0,4}?term\b[^.;]{0,60}?\brenewal\b",
    re.IGNORECASE,
)
"""A way out at the end of the term or of a renewal: its notice is the one that ends renewals."""

_NOTICE_OF = later(
    r"\bnoti(?:ce|fication)\b[^.;]{0,90}?\bof\s+(?:at\s+least|not\s+less\s+than|no\s+less\s+than"
    r"|a\s+minimum\s+of)?\s*$|\bnotice[^.;]{0,90}?:\s*$",
    re.IGNORECASE,
)
_ITS_TERM = compiled(r"^\s+the\s+initial\s+term\b", re.IGNORECASE)
"""What is extended, where its own length does not follow."""

REACH = 170
"""Characters after "renew" within which the length of the renewal stands."""


def find(view: View) -> Iterable[Finding]:
    """Sentences that renew or extend the agreement, each with its length and the notice that ends it."""
    for sentence in sentences(view):
        text = sentence.text
        if not any(word in sentence.folded for word in _MAY_RENEW):
            continue
        if "replaced" in text and _RENEWS.search(sentence.paragraph.text[:60]):
            for field, duration in _replacements(text):
                yield _finding(view, field, sentence, duration, f"option@{sentence.start}")
            continue
        cue = _RENEWS.search(text)
        if cue is None or not _ABOUT.search(text) or len(text) > 5_000:
            continue
        sort = _sort(text)
        if sort is None:
            continue
        basis = f"{sort}@{sentence.start}"
        renewal = _renewal(text, sort)
        if renewal is not None:
            yield _finding(view, "renewal_term", sentence, renewal, basis)
        yield from _notices(view, sentence, basis, renewal is not None)
    yield from _in_rows(view)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The first automatic renewal, else the first option; the notice that goes with it, else the first notice."""
    others = [finding for finding in findings if finding.field not in ANSWERS]
    renewals = [finding for finding in findings if finding.field == "renewal_term"]
    notices = [finding for finding in findings if finding.field == "notice_period"]
    renewal = min(renewals, key=_order, default=None)
    own = [notice for notice in notices if renewal is not None and _place(notice) == _place(renewal)]
    notice = min(own or notices, key=_order, default=None)
    if notice and (sides := opposed(document, [one for one in notices if _sort_of(one) == _sort_of(notice)], _length)):
        others, notice = [*others, contradiction("notice_period", sides)], None
    chosen = [replace(finding, basis=finding.basis.partition("@")[0]) for finding in (renewal, notice) if finding]
    return [*others, *chosen]


def _in_rows(view: View) -> Iterator[Finding]:
    """The rows of a table that are labelled with the renewal, or the notice that ends it."""
    for table in labelled_rows.rows(view):
        for row in table:
            field = next((field for field, label in _LABELS.items() if label.fullmatch(row.label)), None)
            found = find_durations(row.alone(row.cells[0])) if field and len(row.cells) == 1 else ()
            if field and found:
                # the rows of one table belong together, wherever they stand in it
                yield _finding(view, field, row.sentence, found[0], f"automatic@{row.sentence.paragraph.start}")


_LABELS = {
    "renewal_term": compiled(r"(?:auto(?:matic)?[\s-]+)?renewals?(?:\s+(?:term|period)s?)?"),
    "notice_period": compiled(r"(?:non-?renewal|renewal)\s+notice(?:\s+(?:date|period))?|notice\s+of\s+non-?renewal"),
}


def _sort_of(finding: Finding) -> str:
    return finding.basis.partition("@")[0]


def _length(finding: Finding) -> str:
    return repr(finding.value)


def _order(finding: Finding) -> tuple[int, int]:
    return ("automatic", "option").index(finding.basis.partition("@")[0]), _place(finding)


def _place(finding: Finding) -> int:
    return int(finding.basis.partition("@")[2])


def _replacements(text: str) -> Iterator[tuple[str, FoundDuration]]:
    """What an amendment's paragraph on renewal puts in place: days are the notice, months and years the term."""
    for match in _REPLACED().finditer(text):
        for duration in find_durations(text[match.start("new") : match.end("new")]):
            moved = replace(duration, start=duration.start + match.start("new"), end=duration.end + match.start("new"))
            yield "notice_period" if duration.unit in ("day", "business_day") else "renewal_term", moved
            break


def _sort(text: str) -> str | None:
    """Whether a sentence renews by itself or on someone's wish; None if it is about something else."""
    for cue in _RENEWS.finditer(text):
        near = text[max(0, cue.start() - 130) : cue.end() + 200]
        if not _ABOUT.search(near) or _NOT_ABOUT.search(near) or _is_repriced(text, cue):
            continue
        if _AUTOMATIC.search(near):
            return "automatic"
        if cue.group().casefold() not in ("thereafter", "indefinitely"):
            return "option"
        if _UNTIL_ENDED.search(near):
            return "automatic"
    return None


def _is_repriced(text: str, cue: re.Match[str]) -> bool:
    """Whether a cue that names no renewal says how often a price changes."""
    renews = re.match(r"renew|exten|prolong|rolls", cue.group(), re.IGNORECASE)
    return not renews and bool(_REPRICES.search(text[: cue.start()]))


def _renewal(text: str, sort: str) -> FoundDuration | None:
    """The length of a renewal in a sentence, or None."""
    durations = find_durations(text)
    for cue in _RENEWS.finditer(text):
        if _NOT_TO.search(text[max(0, cue.start() - 10) : cue.start()]):
            continue
        spelt = _SPELT.search(text, max(0, cue.start() - 20), cue.end() + REACH)
        for duration in durations:
            if duration.start < cue.start() - 60 or duration.start > cue.end() + REACH:
                continue
            if spelt and spelt.start() < duration.start:
                break
            if _fits(text, cue, duration) and not (sort == "option" and duration.unit in ("day", "business_day")):
                return duration
        if spelt:
            return FoundDuration(
                spelt.start(), spelt.end(), 1, "month" if "month" in spelt.group().casefold() else "year"
            )
    return None


def _fits(text: str, cue: re.Match[str], duration: FoundDuration) -> bool:
    """Whether a duration near "renew" is the renewal's, and not the first term's or a notice's."""
    after, before = text[duration.end : duration.end + 60], text[max(0, duration.start - 40) : duration.start]
    if _IS_NOTICE().match(after) or re.search(
        r"\b(?:at\s+least|not\s+less\s+than|no\s+(?:less|later)\s+than|within)\s+$", before, re.IGNORECASE
    ):
        return False
    if duration.start < cue.start():
        return bool(_BEFORE_CUE().match(after))
    between = _ITS_TERM.sub("", text[cue.end() : duration.start])
    if cue.group().casefold() in ("thereafter", "indefinitely"):
        return (
            bool(re.search(r"\b(?:successive|additional|consecutive|further)\b", between, re.IGNORECASE))
            and len(between) < 100
        )
    return not _BETWEEN_OTHER().search(between)


def _notices(view: View, sentence: Sentence, basis: str, renews: bool) -> Iterator[Finding]:
    """The notice in the sentence itself, else in one of the next two or the one before that speak of the term's end."""
    duration = _notice(sentence.text, bool(_UNTIL_ENDED.search(sentence.text)) and basis.startswith("automatic"))
    if duration:
        declines = renews and _DECLINES().search(sentence.text)
        if basis.startswith("automatic") or declines or _AT_THE_END().search(sentence.text):
            yield _finding(view, "notice_period", sentence, duration, basis)
    elif renews:
        around = neighbours(view.document, sentence, 1, 2)
        for other in (
            *(s for s in around if s.start > sentence.start),
            *(s for s in around if s.start < sentence.start),
        ):
            duration = _notice(other.text, bool(_AT_WILL().search(other.text)))
            if duration and (basis.startswith("automatic") or _DECLINES().search(other.text)):
                yield _finding(view, "notice_period", other, duration, basis)
                return


def _notice(text: str, ends_by_notice: bool = False) -> FoundDuration | None:
    """The notice that a sentence asks of who does not want a renewal, or None.

    ``ends_by_notice``: the agreement goes on until somebody ends it, so that any notice is the one.
    """
    if not _GIVES_NOTICE.search(text) or len(text) > 5_000:
        return None
    for duration in find_durations(text):
        before = text[max(0, duration.start - 200) : duration.start]
        after = text[duration.end : duration.end + 220]
        asks = (
            _NOTICE_OF().search(before)
            or _IS_NOTICE().match(after)
            or re.match(r"\s*(?:from|of)\s+(?:the\s+)?(?:end|expir)", after, re.IGNORECASE)
        )
        if (
            asks
            and _GIVES_NOTICE.search(before[-160:] + " " + after[:120])
            and (ends_by_notice or _ENDS_TERM().search(before + " " + after))
        ):
            return duration
    return None


def _finding(view: View, field: str, sentence: Sentence, duration: FoundDuration, basis: str) -> Finding:
    quote = clause_quote(view, sentence, duration.start, duration.end)
    return Finding(field, {"count": duration.count, "unit": duration.unit}, (quote,), basis=basis)
