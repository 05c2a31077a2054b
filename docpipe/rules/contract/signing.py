"""Dates of signing and taking effect: from preamble, cover, definitions and signature block, in that order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract import date_places, signatures
from docpipe.rules.contract.contradictions import unlike_starts
from docpipe.rules.contract.dated import dated
from docpipe.rules.contract.days import NO_DATE, agreement_date, effective_date
from docpipe.rules.contract.effective_days import defined_otherwise
from docpipe.rules.contract.passages import LONGEST_QUOTE, Sentence, sentences, smooth
from docpipe.rules.contract.preamble import preambles
from docpipe.rules.dates import FoundDate, find_dates
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding

DATES = ("agreement_date", "effective_date")
ANSWERS = (*DATES, "effective_condition")

WHICHEVER = 400
"""Characters behind "is effective" in which a second day may stand, before "whichever is later"."""

HALF = 0.5
"""Share of its line from which a date beside signatures is all that the line says: "Dated: May 30, 2024"."""

PROSE = 300
"""Characters of a line in a signature block; longer paragraphs are clauses."""

_SAME_AS = compiled(
    r"\b(?:(?<!effective\s)date\s+(?:hereof|of\s+this\s+\w+|of\s+(?:the\s+)?(?:execution|signing|signature)|first\s+(?:above\s+"
    r"|set\s+forth\s+|written\s+)*(?:above|written|set\s+forth|mentioned|stated|listed|appearing)"
    r"|(?:last\s+)?(?:noted|set\s+forth|written|stated|shown|indicated)\s+below"
    r"(?:\s+\w+)?|above|set\s+forth\s+above|(?:on|as\s+of)\s+which\s+(?:this\s+agreement|it)\s+(?:is|was"
    r"|has\s+been)\s+(?:executed|signed))"
    r"|(?:first\s+date|day\s+and\s+year)\s+(?:first\s+)?(?:above|set|written|herein)|execution\s+date|signing\s+date"
    r"|(?:upon|on)\s+(?:its\s+|the\s+)?(?:execution|signing(?:\s+date)?|signatures?|execution\s+date)"
    r"|(?:execution|signature|signing)\s+(?:hereof|of\s+this|by\s+(?:both|all|the\s+parties|each))"
    r"|date\s+(?:(?:on\s+which|when|that)\s+)?(?:this\s+agreement|it|the\s+[^.;]{0,60}?)\s*(?:is\s+|are\s+"
    r"|has\s+been\s+)?(?:fully\s+)?(?:signed|executed|signs?)"
    r"|date\s+of\s+signed)",
    re.IGNORECASE,
)
_LAST_SIGNED = compiled(
    r"\b(?:date\s+of\s+(?:the\s+)?(?:last|latest|final|latter)|last\s+(?:date|signature|party|signatory)"
    r"|later\s+of\s+the\s+(?:dates|two)|latest\s+(?:date|of)|last\s+to\s+sign|most\s+recent(?:\s+\w+)?\s+signature"
    r"|(?:last|latest)\s+sign)\b",
    re.IGNORECASE,
)
_EFFECTIVE_ALIAS = compiled(
    r"\s*,?\s*\(?(?:[^()\".;]{0,40}\"(?:effective|commencement|start)\s*date\"|hereinafter\s+(?:called"
    r"|referred\s+to\s+as)\s+"
    r"(?:the\s+)?effective\s+date|\s*\"(?:the\s+)?(?:effective|commencement|start)\s*date\")",
    re.IGNORECASE,
)
_EFFECTIVE_BEFORE = compiled(
    r"(?:\beffective(?:\s+(?:date|as|from|on|of|this|the|is|shall|be|and|after|beginning))*|\b(?:takes?"
    r"|into)\s+effect\s+(?:as\s+of|on|from)?|\binto\s+force\s+(?:as\s+of|on|from)?|\bcommenc\w+\s+(?:as\s+of|on|from)?|\bbegin\w*\s+(?:as\s+of|on|from)?"
    r"|\bwith\s+effect\s+from)"
    r"\s*[:,\"_]*\s*(?:the\s+|this\s+)?$",
    re.IGNORECASE,
)
_DEFINES = compiled(
    r"(?:\"?\b(?:effective|commencement|start)\s+dates?\"?[\"\s]*(?:(?:of|for)\s+(?:this"
    r"|the)\s+(?:\w+\s+){1,3})?(?:\([^()]{0,40}\)\s*)?(?:shall\s+mean|means?|is|shall\s+be|will\s+be|has\s+the\s+meaning|:|[-–])"
    r"|\"?\b(?:contract|agreement)\s+(?:period|term)\"?\s+(?:shall\s+mean|means)\s[^.;]{0,30}?\b(?:commencing|beginning)\b"
    r"|(?<![A-Za-z])(?:this|the)\s+\"?(?:\w+\s+){0,3}(?:agreement|contract|amendment|lease|license|term|joint\s+venture"
    r"|(?:initial|contract|license)\s+period)\b(?!\s+years?\b)(?:(?!\b(?:during\s+the|separate|another)\b)[^.;]){0,60}?\b(?:is|shall\s+be|shall\s+become|becomes?|will\s+be|will\s+become|be\s+deemed"
    r"|shall\s+take|takes?|will\s+take|shall\s+come\s+into|comes?\s+into|shall|will|made)?"
    r"\s*(?:deemed\s+|legally\s+|automatically\s+|and\s+)?(?:effective|effect|force|commences?|commencing|begins?|beginning"
    r"|entered\s+into\s+and\s+(?:made\s+)?effective)\b)",
    re.IGNORECASE,
)
_NOT_TAKING_EFFECT = compiled(
    r"\b(?:terminat\w*|amend\w*|certain|under|breach\w*|(?<!\bterms\s)of|during|cancel\w*)\s*$", re.IGNORECASE
)
_PAST = compiled(r"\b(?:was|were|became|had)\s+(?:\w+\s+)?(?:effective|effect|force)$", re.IGNORECASE)
"""An agreement that "was effective" is another one, which this one replaces or names."""

_MAY_DATE = compiled(r"[\d_dD](?:(?<=[12])(?:(?<=1)9|0)(?:\d\d\b|__)|(?<=\d)[/.-]\d|(?<=_)___|(?<=[dD])(?i:ay\s+of)\b)")
_LEADS_TO = later(
    r"(?:(?!\b(?:expir\w*|terminat\w*|until|through|end(?:s|ing)?|hereof|amend\w*|dated)\b)(?:[^.;]"
    r"|(?<=[ap])\.(?=m)|(?<=m)\.)){0,80}",
    re.IGNORECASE,
)
_ANOTHER = compiled(r"\b(?:separate|another|other)\s+(?:\w+\s+){0,2}agreements?\W+$", re.IGNORECASE)
_NAMED_DAY = compiled(r"\b(?:prior\s+to|before|after|following|until|since)\s+the\s+effective$", re.IGNORECASE)
"""The Effective Date as a day that something else is measured by: its sentence does not say which day it is."""
_CONDITION = compiled(
    r"\b(?:this|the)\s+(?:\w+\s+){0,2}(?:agreement|contract|amendment)\s+(?:shall|will)\s+(?:only\s+)?(?:become|be"
    r"|take|come\s+into|enter\s+into)\s+(?:effective|effect|force)[^.;]{0,30}?"
    r"\b(?P<condition>(?:only\s+)?(?:upon|if|when|subject\s+to|on\s+the\s+date\s+(?:on\s+which|when|that)"
    r"|conditioned)\b[^.;]{12,400})",
    re.IGNORECASE,
)
_DATED = later(
    r"\b(?:dated?|as\s+of|effective|entered|made|signed|executed|this|on)\b[\s:,]*(?:as\s+of|this|the|on"
    r"|effective)?[\s:,]*$",
    re.IGNORECASE,
)
_WITNESS = compiled(
    r"\b(?:in\s+witness|witness\s+whereof|have\s+(?:duly\s+)?(?:executed|signed|caused)"
    r"|signed\s+(?:and\s+\w+\s+)?(?:this|on|at|as)|(?:signed|executed)\s+in\s+[\w'-]+(?:\s[\w'-]+)?,?\s+on\b|executed\s+(?:this|on|as\s+of|at)|agreed\s+and\s+accepted)\b"
    r"|(?:(?<=[.:;]\s)|^\W*|(?<![A-Za-z])this\s+(?:\w+\s+){0,3}?\w+\s+is\s+)dated\b",
    re.IGNORECASE,
)
"""What leads to the day of signing. "Dated" begins a line or a phrase: amid one it dates another paper."""

_OR_ANOTHER = compiled(r"\s*,?\s*whichever\b", re.IGNORECASE)

_PAYS = compiled(r"\b(?:payable|pa(?:y|id)|due|instal?lments?)\b[^.;]{0,120}$", re.IGNORECASE)
_CLAUSE = compiled(r"\b(?:shall|will|means?)\b", re.IGNORECASE)
"""Words that a line on the cover has not: it is a clause that gives some date."""

_AT_PLACE = compiled(r"\s*[A-Z][\w.'-]+(?:\s+[A-Z][\w.'-]+){0,2},\s+[A-Z][\w.'-]+(?:\s+[A-Z][\w.'-]+)?\s*,?\s*")
"""Place and state before a date, in the corner of a note: "Austin, Texas October 3, 2024"."""

_SECTION = compiled(r"\s*\d{1,2}\.\d{1,2}\s")
"""The number of a clause's section, which no cover has."""

_NO_DAY = compiled(r"\b(?P<rest>(?:as\s+of|dated)\s+,\s*(?:19|20)\d\d)\b", re.IGNORECASE)
"""A day that was never filled in: "made as of , 2013"."""

_MADE = compiled(
    r"\b(?:made|entered(?:\s+into)?|dated|executed|signed)\s*,?\s*(?:(?:as\s+of|on|this|the|effective)\s+)*$",
    re.IGNORECASE,
)
_ENDING_TAKES_EFFECT = compiled(
    r"\b(?:terminat\w+|cancel\w+)\s+(?:(?:shall|will|to|is|be|becomes?|takes?)\s+){1,3}$",
    re.IGNORECASE,
)
_SIGNED_AT = compiled(r"\W*(?:SIGNED|Signed)\s+(?:at|AT)\b")
"""A block to sign in that says where and when: there is one for each party."""

_ENDING = compiled(r"\b(?:terminat|expir|end(?:s|ing)?\b|until\b|commenc|renew)", re.IGNORECASE)
"""What a sentence over the signatures says of its date when it is none of signing: "This Contract terminates on"."""

_DATE_LABEL = later(r"\b(?:date|dated|signed\s+on|on)\s*[:.]?\s*(?:of\s+\w+\s*:\s*)?[_\s]*$", re.IGNORECASE)
_OTHER_AGREEMENT = compiled(
    r"\b(?:that\s+certain|pursuant\s+to|original|existing|prior|amend(?:ed|s|ing)|filed|registration"
    r"|\d{1,2}-[KQ]|forms?\s+(?:an?\s+)?(?:integral\s+)?part\s+of|supplements|(?:attached|annexed|appended)\s+to)"
    r"\b[^.]{0,120}$"
    r"|\b(?:amendment|addendum|supplement)\b[^.]{0,80}\bto\s+(?:the"
    r"|that)\b[^.]{0,120}agreement\b\"?(?:\s*\([^()]{0,60}\))?"
    r"\s*(?:dated|entered|made|effective)\b[^.,]{0,40}$",
    re.IGNORECASE,
)


def find(view: View) -> Iterable[Finding]:
    """Candidates of every sort of place, each with its basis."""
    for preamble in preambles(view):
        yield from _in_preamble(view, preamble.start, preamble.text, preamble.basis)
    yield from _on_cover(view)
    for sentence in sentences(view):
        yield from _defined(view, sentence)
        yield from date_places.begins(view, sentence)
    yield from _in_signature_blocks(view)
    yield from date_places.found(view)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Choose the agreement date, then the effective date that may rest on it."""
    mine = [finding for finding in findings if finding.field in DATES]
    others = _conditions([finding for finding in findings if finding.field not in DATES])
    if not _is_agreement(findings):
        return others
    agreed = agreement_date([one for one in mine if one.field == "agreement_date"])
    effective = effective_date([one for one in mine if one.field == "effective_date"], agreed)
    return [*others, *agreed, *unlike_starts(document, defined_otherwise(document, effective, mine), mine)]


def _is_agreement(findings: list[Finding]) -> bool:
    """Whether there is an agreement around the dates: it names itself or its parties. Reports have dates too."""
    return any(f.field in ("title", "parties") or "preamble@" in f.basis for f in findings)


def _conditions(findings: list[Finding]) -> list[Finding]:
    first = next((finding for finding in findings if finding.field == "effective_condition"), None)
    return [finding for finding in findings if finding.field != "effective_condition" or finding is first]


def _in_preamble(view: View, start: int, text: str, basis: str) -> Iterator[Finding]:
    """The first date of a preamble, and the date that it calls effective."""
    everything = find_dates(text)
    dates = [
        date
        for date in everything
        if not _OTHER_AGREEMENT.search(text[max(0, date.start - 260) : date.start])
        and not _PAYS.search(text[max(0, date.start - 160) : date.start])
        and not _OR_ANOTHER.match(text, date.end)
    ]
    if not dates and (blank := _NO_DAY.search(text)):
        yield dated(view, "agreement_date", start, FoundDate(*blank.span("rest"), None, True), basis, text)
    elif not dates:
        yield Finding(
            "agreement_date", None, (view.quote(start, start + min(len(text), 60)),), basis=basis, problem=NO_DATE
        )
    else:
        first = _made(text, dates)
        others = (date.end for date in everything if date not in dates and date.end < first.start)
        only_effective = _is_effective(text, first) and not re.search(
            r"\b(?:made|entered|dated|executed|signed)\b", text[max(others, default=0) : first.start]
        )
        yield dated(view, "agreement_date", start, first, ("effective-" if only_effective else "") + basis, text)
    for date in dates:
        if _is_effective(text, date):
            yield dated(view, "effective_date", start, date, basis, text)
            break
    else:
        yield from _same(view, start, text, basis)


def _made(text: str, dates: list[FoundDate]) -> FoundDate:
    """The date of the agreement: the first one, unless it is the effective one and another one dates the making."""
    others = (date for date in dates[1:] if _MADE.search(text[max(0, date.start - 60) : date.start]))
    return next(others, dates[0]) if _is_effective(text, dates[0]) else dates[0]


def _is_effective(text: str, date: FoundDate) -> bool:
    if _EFFECTIVE_ALIAS.match(text, date.end):
        return True
    begin = max(0, date.start - 60)
    leads = _EFFECTIVE_BEFORE.search(text[begin : date.start])
    return leads is not None and not _ENDING_TAKES_EFFECT.search(text[: begin + leads.start()][-60:])


def _same(view: View, start: int, text: str, basis: str) -> Iterator[Finding]:
    """A sentence that makes the effective date the date of the agreement: a reference for deriving."""
    for match in re.finditer(r"\beffective\b", text, re.IGNORECASE):
        begin = max(text.rfind(mark, 0, match.start()) for mark in ".;") + 1
        ends = [place for mark in ".;" if (place := text.find(mark, match.end())) >= 0]
        sentence = text[begin : min(ends, default=len(text))]
        if _ANOTHER.search(sentence[: match.start() - begin]) or _NAMED_DAY.search(sentence[: match.end() - begin]):
            continue
        if "whichever" in sentence.lower() and find_dates(sentence):
            return  # the later of the signing and a day
        reference = "last" if _LAST_SIGNED.search(sentence) else "same" if _SAME_AS.search(sentence) else None
        if reference:
            quote = view.quote(start + begin, start + begin + min(len(sentence), LONGEST_QUOTE))
            yield Finding("effective_date", {"reference": reference}, (quote,), basis=basis)
            return


def _on_cover(view: View) -> Iterator[Finding]:
    """Dates of the opening before the preamble: "Dated as of May 1, 2014"; last those behind its first signature."""
    signed = False
    for paragraph in view.opening[:40]:
        text = smooth(paragraph.text)
        signed = signed or signatures.signs(paragraph)
        if any(paragraph.start >= preamble.start for preamble in preambles(view)[:1]):
            return
        if paragraph.kind == "table" or len(text) > PROSE or _SECTION.match(text):
            continue
        for date in find_dates(text):
            before = text[: date.start]
            alone = date.end - date.start > 0.8 * len(text.strip()) or _AT_PLACE.fullmatch(text, 0, date.start)
            prose = (_CLAUSE, _PAYS, _ENDING)
            if alone or (_DATED().search(before) and not any(each.search(before) for each in prose)):
                effective = _is_effective(text, date)
                basis = "effective-cover" if effective else "witness" if signed else "cover"
                yield dated(view, "agreement_date", paragraph.start, date, basis, text)
                if effective:
                    yield dated(view, "effective_date", paragraph.start, date, "cover", text)


def _defined(view: View, sentence: Sentence) -> Iterator[Finding]:
    """Sentences that say when the agreement takes effect."""
    text = sentence.text[:900]
    if not any(word in sentence.folded for word in ("effect", "commenc", "begin", "start", "force")):
        return
    match = _DEFINES.search(text)
    if match is None or _PAST.search(match.group()):
        return
    if _NOT_TAKING_EFFECT.search(text[max(0, match.start() - 40) : match.start()]):
        return
    dates = [date for date in find_dates(text[match.start() : match.end() + 160]) if date.value or date.partial]
    for date in dates:
        moved = replace(date, start=date.start + match.start(), end=date.end + match.start())
        leads = _LEADS_TO().fullmatch(text[match.end() : max(match.end(), moved.start)])
        if moved.start >= match.end() - 40 and leads and not _OR_ANOTHER.match(text, moved.end):
            yield dated(view, "effective_date", sentence.start, moved, "clause", text)
            return
    rest = text[match.start() : match.end() + 140]
    reference = "last" if _LAST_SIGNED.search(rest) else "same" if _SAME_AS.search(rest) else None
    open_ = "whichever" in sentence.folded and find_dates(text[match.start() : match.end() + WHICHEVER])  # as in _same
    if reference and not open_ and not re.search(r"terminat", rest[: match.end() - match.start()], re.IGNORECASE):
        quote = view.quote(sentence.start + match.start(), sentence.start + min(len(text), match.end() + 140))
        yield Finding("effective_date", {"reference": reference}, (quote,), basis="clause")
    condition = _CONDITION.search(text)
    if condition and not reference:
        quote = view.quote(sentence.start + condition.start(), sentence.start + condition.end())
        yield Finding("effective_condition", " ".join(condition["condition"].split()), (quote,), basis="clause")


def _in_signature_blocks(view: View) -> Iterator[Finding]:
    """Dates beside signatures, and in the sentence over them."""
    for paragraph in view.own:
        if len(paragraph.text) >= 900 or not _MAY_DATE.search(paragraph.text):
            continue
        text = smooth(paragraph.text)
        near = len(text) <= PROSE and any(
            signatures.signs(other) for other in (paragraph, *view.before(paragraph, 6), *view.after(paragraph, 6))
        )
        witness = _WITNESS.search(text)
        if not near and not witness:
            continue
        for date in find_dates(text):
            before = text[max(0, date.start - 60) : date.start]
            alone = _SIGNED_AT.match(text) or (near and date.end - date.start > HALF * len(text.strip()))
            if (
                witness
                and not alone
                and witness.start() < date.start
                and date.start - witness.start() < 400
                and not _OTHER_AGREEMENT.search(before)
            ):
                yield dated(view, "agreement_date", paragraph.start, date, "witness", text)
                if _EFFECTIVE_BEFORE.search(before):
                    yield dated(view, "effective_date", paragraph.start, date, "witness", text)
            elif alone or (
                near
                and (signatures.signs(paragraph) or _DATE_LABEL().search(before))
                and not _ENDING.search(text[: date.start])
            ):
                yield dated(view, "agreement_date", paragraph.start, date, signatures.BASIS, text)
