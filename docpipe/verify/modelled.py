"""How far a value that only a model found can be believed.

A model may quote true words that are about something else: five years of confidence as the term. So it is not enough
that a parser reads the value in the quote. The value has to be the only one of its sort there, the sentence or its
heading has to speak of what was asked, and the quote has to stand where the model said. Text that no parser can read is
a judgement, however literally it stands in the quote.
"""

from __future__ import annotations

import datetime
import re
import typing
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from docpipe.kinds.shape import annotation_at, choices, fields_of, object_model
from docpipe.merge import Claim, pointer, same_length
from docpipe.patterns import compiled
from docpipe.rules.jurisdictions import find_jurisdictions
from docpipe.rules.parsers import find_dates, find_durations, find_money, find_numbers, find_percents
from docpipe.rules.unstruck import unstruck
from docpipe.types import Document, Json, Trust, paragraphs
from docpipe.verify import THE_VALUE
from docpipe.verify.cells import printed_values
from docpipe.verify.confirm import confirmed, number
from docpipe.words import Span

REACH = 400
"""Characters around a quote in which its sentence begins and ends."""

STEM = 5
"""Letters of a word that count when words of a question are looked for in a sentence."""

CUES: Mapping[str, str] = {
    "agreement_date": r"\bdated\b|\bmade\b|enter|execut|sign|\bdate\b|签|订立|日期",
    "effective_date": r"effective|commenc|begin|start|生效|起",
    "expiration_date": r"expir|terminat|\bend(?:s|ing)?\b|until|through|届满|终止|期满|至|止",
    "expiration_basis": r"\bterm\b|period|expir|terminat|effect|continu|期限|有效期|届满|终止",
    "term": r"\bterm\b|in (?:full force and )?effect|continue|期限|有效期|租期",
    "renewal_term": r"renew|extend|extension|successive|续",
    "notice_period": r"(?=[\s\S]*(?:notice|notif|通知))(?=[\s\S]*(?:renew|exten|expir|end of the|续|届满|期满))",
    "governing_law": r"govern|\blaws?\b|constru|法律|适用",
    "confidentiality_term": r"confiden|disclos|保密",
    "payment_terms": r"\bpa(?:y|id)|invoice|\bdue\b|\bnet\b|付|支付|发票",
    "penalties": r"damages|penalt|interest|\blate\b|credit|overdue|default|违约|滞纳|罚|利息|赔偿",
    "period_end": r"\bend(?:ed|ing|s)?\b|as (?:of|at)|期末|期间|截至|止|年度|季度",
    "fiscal_year": r"fiscal|year|annual|quarter|年",
    "fiscal_quarter": r"quarter|\bq[1-4]\b|季",
    "liability_cap": r"(?=[\s\S]*(?:liab|责任|赔偿))"
    r"(?=[\s\S]*(?:exceed|limit|\bcap(?:ped)?\b|aggregate|maximum|greater|上限|不超过))",
}
"""Field → what a sentence that answers it speaks of. Other fields have the words of their names."""

AGAINST: Mapping[str, str] = {
    "agreement_date": r"effective|commenc|expir|terminat|生效|届满|终止",
    "effective_date": r"\A(?![\s\S]*[\"“‘']\s?effective date)[\s\S]*?"
    r"(?:\bmade\b|\bdated\b|\bexecuted\b|\bentered\b|sign|expir|terminat|签|届满|终止)",
    "expiration_date": r"\bmade\b|\bdated\b|entered|effective|commenc|签|生效",
    "term": r"notice|prior|before|renew|exten|confiden|surviv|warrant|\bafter\b|通知|提前|续|保密|质保"
    r"|(?:终止|届满|期满|解除)[^，。；]{0,4}后",
    "renewal_term": r"notice|prior|before|at least|通知|提前|前\s*[\d一二两三四五六七八九十]",
    "payment_terms": r"refund|reimburs|object|dispute|notice|退还|返还|异议|通知",
    "liability_cap": r"insur|保险",
}
"""Field → what is said close to a figure that answers another question: two of them often share a sentence."""

NEAR = 30
"""Characters on either side of a quote that are close to it."""


def trust_of(document: Document, path: str, claim: Claim, model: type) -> tuple[dict[str, Trust], list[str]]:
    """The trust entries of a model's claim, and the parts that a parser could read and did not find in the quote.

    ``model`` is the type of the kind's value.
    """
    field = path.split("/")[1]
    leaves = dict(_typed_leaves(claim.value, annotation_at(model, path)))
    texts = [_in_digits(quote.text) for quote in claim.quotes]
    read = {name for name, (value, annotation) in leaves.items() if confirmed(value, annotation, texts)}
    read = {name for name in leaves if _of_cells(document, claim, name, name in read)}
    unread = [name or THE_VALUE for name in leaves if name not in read]
    trust = {path: Trust("located", claim.by, claim.confidence)}
    if claim.message or unread or not _speaks_of(document, field, claim):
        return trust, unread
    sure = Trust("confirmed", claim.by, claim.confidence)
    only = {name for name in read if _only(*leaves[name], texts)}
    if "" in only:
        return {path: sure}, []
    trust |= {path + pointer(name): sure for name in only}
    return trust, []


def _of_cells(document: Document, claim: Claim, name: str, read: bool) -> bool:
    """Whether a part is read, once the cells of tables are read as well: a figure there stands for itself times what
    its table counts in, and for nothing else."""
    value = number(claim.value[name]) if name in COUNTED and isinstance(claim.value, dict) else None
    if value is None:
        return read
    measure = claim.value.get("measure")
    found = [printed_values(document, quote.span, measure) for quote in claim.quotes if quote.span]
    if any(value in counted for counted, _ in found):
        return True
    return read and not any(value in bare for _, bare in found)


COUNTED = ("amount", "value")
"""Parts that are printed in thousands, in 万元 or in what else a table counts in."""


def _in_digits(text: str) -> str:
    """A quote whose quarters are numbered: ``First Quarter``, ``第一季度``."""
    return _QUARTER.sub(lambda match: f"{_ORDINALS[match[1].casefold()]} {match[2]}", text)


_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "一": 1, "二": 2, "三": 3, "四": 4}
_QUARTER = compiled(rf"(?i)({'|'.join(_ORDINALS)})[\s-]*(quarter|季)")


def _typed_leaves(value: Json, annotation: Any) -> list[tuple[str, tuple[Json, Any]]]:
    """The leaves that a parser can read, with their types; the name of a value without parts is empty."""
    if isinstance(value, dict) and set(value) != {"count", "unit"}:
        known = fields_of(object_model(annotation))
        parts = ((name, leaf, known[name]) for name, leaf in value.items())
        return [(name, (leaf, part)) for name, leaf, part in parts if leaf is not None and _readable(name, leaf, part)]
    return [("", (value, annotation))] if _readable("", value, annotation) else []


def _readable(name: str, value: Json, annotation: Any) -> bool:
    """Whether a parser knows the sort of a value: days, lengths, sums, numbers, jurisdictions."""
    if isinstance(value, dict):
        return set(value) == {"count", "unit"}
    if isinstance(value, list | bool):
        return False
    allowed = choices(annotation)
    if any(typing.get_origin(choice) is typing.Literal and value in typing.get_args(choice) for choice in allowed):
        return False
    if datetime.date in allowed or Decimal in allowed or int in allowed or float in allowed:
        return True
    return isinstance(value, str) and name == "" and any(found.name == value for found in find_jurisdictions(value))


def _only(value: Json, annotation: Any, texts: Sequence[str]) -> bool:
    """Whether the quotes state one value of this sort, and so no other that could be meant."""
    allowed = choices(annotation)
    text = "\n".join(texts)
    if isinstance(value, dict):
        lengths = ({"count": found.count, "unit": found.unit} for found in find_durations(text))
        return len({tuple(same_length(length).values()) for length in lengths}) == 1
    if datetime.date in allowed:
        return len({found.value for found in find_dates(text)}) == 1
    if isinstance(value, str) and not {Decimal, int, float} & set(allowed):
        return len({found.name for found in find_jurisdictions(text)}) == 1
    return len(_numbers(text)) == 1


def _numbers(text: str) -> set[Decimal]:
    """The numbers that a text states, of whatever sort, less those of its days and clauses."""
    numbers = {found.amount for found in find_money(text)} | {found.rate for found in find_percents(text)}
    numbers |= {Decimal(found.count) for found in find_durations(text)}
    if not numbers:
        numbers = set(find_numbers(text)) | {Decimal(one.replace(",", "")) for one in _FIGURE.findall(text)}
    return numbers


_FIGURE = compiled(r"(?<![\d.])\d[\d,]*(?:\.\d+)?(?![\d.]*\d)")


def _speaks_of(document: Document, field: str, claim: Claim) -> bool:
    """Whether the sentences of the quotes, or the heading over them, speak of what was asked.

    Where the value says what it is in words of its own (``what``, ``trigger``), those count as well.
    """
    around = " ".join(_around(document, quote.span) for quote in claim.quotes if quote.span)
    cue, against = CUES.get(field), AGAINST.get(field)
    if cue is not None and not re.search(cue, around, re.IGNORECASE):
        return False
    if against is not None and re.search(against, _near(document, claim, cue), re.IGNORECASE):
        return False
    if field == "agreement_date" and any(
        _of_another(document.text, quote.span) for quote in claim.quotes if quote.span
    ):
        return False
    if field == "expiration_date" and any(_BEGINS.match(quote.text) for quote in claim.quotes):
        return False
    if isinstance(claim.value, dict):
        words = [text for name, text in claim.value.items() if isinstance(text, str) and name in ("what", "trigger")]
        if words:
            return all(_shares(text, around) for text in words)
        return cue is not None or _shares(field.replace("_", " "), around)
    return cue is not None or _shares(field.replace("_", " "), around)


_BEGINS = compiled(
    r"(?i)\W*(?:自|从|由|from\b|as of\b|commenc|begin|start)(?![\s\S]*(?:至|止|到|\bto\b|until|through|expir|\bend))"
)
"""A quote that says no more than where a period begins."""

_NAMED = compiled(
    r".*\b(?P<name>Agreement|Amendment|Contract|Lease|Licen[cs]e|Letter|Note|Indenture|Plan|Order|AGREEMENT|AMENDMENT|CONTRACT|LEASE)\b"
    r"(?:[^.;\n]|\bNo\.){0,60}(?:[Dd]ated|DATED)\b[^.;\n\d]{0,40}$"
)
_OWN = compiled(
    r"\b(?:this|This|THIS)\b(?:\W+(?!(?:the|that|an?)\b)[\w&'’-]+){0,6}\W*$|^(?:\s*[A-Z][\w&'’.-]*){0,8}\s*$"
)
_BRACKETS = compiled(r"\([^()]*\)")


def _of_another(text: str, span: Span) -> bool:
    """Whether the day in a quote is that of another document: ``the Lease dated …``, and neither ``This Lease dated …``
    nor the line of a title."""
    days = find_dates(text[slice(*span)])
    end = span[0] + days[0].start if days else span[1]
    before = _BRACKETS.sub("", text[max(0, end - NAMED_BEFORE) : end].rpartition("\n")[2])
    named = _NAMED.match(before)
    return named is not None and not _OWN.search(before[: named.start("name")])


NAMED_BEFORE = 160
"""Characters before a day in which the document that it dates is named."""


def _near(document: Document, claim: Claim, cue: str | None) -> str:
    """The quotes with what stands close to them; of a quote that itself speaks of what was asked, in its own paragraph:
    the heading ``Term and Termination`` says nothing against a day on which an agreement becomes effective."""
    return "\n".join(_close_to(unstruck(document).text, quote.span, cue) for quote in claim.quotes if quote.span)


def _close_to(text: str, span: Span, cue: str | None) -> str:
    before, quote, after = text[max(0, span[0] - NEAR) : span[0]], text[slice(*span)], text[span[1] : span[1] + NEAR]
    if cue is not None and re.search(cue, quote, re.IGNORECASE):
        before, after = before.rpartition("\n")[2], after.partition("\n")[0]
    return before + quote + after


def _shares(words: str, text: str) -> bool:
    """Whether a text has a word of some others, by its first letters; two characters in a row of Chinese."""
    lower = text.lower()
    stems = {word[:STEM].lower() for word in re.findall(r"[^\W\d_]{4,}", words) if word.isascii()}
    pairs = {run[at : at + 2] for run in re.findall(r"[\u4e00-\u9fff]{2,}", words) for at in range(len(run) - 1)}
    return any(stem in lower for stem in stems) or any(pair in text for pair in pairs)


def _around(document: Document, span: Span) -> str:
    """The sentence or sentences that hold a stretch, and the heading that they stand under."""
    text = unstruck(document).text
    everything = paragraphs(document)
    index = max(bisect_right(everything, span[0], key=lambda paragraph: paragraph.start) - 1, 0)
    start, end = max(0, span[0] - REACH), min(len(text), span[1] + REACH)
    if everything:
        start, end = max(start, everything[index].start), max(span[1], min(end, everything[index].end))
    begins = max((match.end() for match in _ENDS.finditer(text, start, span[0])), default=start)
    ended = _ENDS.search(text, span[1], end)
    above = next((one.text for one in reversed(everything[:index]) if one.kind == "heading"), "")
    return f"{above} {text[begins : ended.end() if ended else end]}"


_ENDS = compiled(r"[.;:]\s+(?=[A-Z(\"“])|[。；]|\n")
