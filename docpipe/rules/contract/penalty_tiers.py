"""Penalties in steps: "delay damages at the following rates:" over the rows of a table, or over a list of items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence, printed
from docpipe.rules.contract.passages import smooth
from docpipe.rules.money import FoundMoney, FoundPercent, find_money, find_percents
from docpipe.rules.view import View
from docpipe.types import Paragraph, Quote

LONGEST_STEP = 160
"""Characters of a step; a longer item is a clause that says all of its penalty itself."""

MOST_STEPS = 10
"""Paragraphs below the sentence that a step may belong to."""

LEADS_WITHIN = 80
"""Characters at the end of a sentence that say that something follows."""

LONGEST_LEAD = 560
"""Characters of a quoted lead."""

_AMOUNT = compiled(r"[%$€£¥‰]|\b[A-Z]{3}\s?\d|\b(?i:per\s?cent)")
_ITEM = compiled(r"\s*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[.)]|[-–—•▪●*])\s*(?=\S)")
_LEADS = compiled(r"[:\-–—]\s*$|\b(?:following|below|as\s+follows)\b[^.;]{0,60}[.:]?\s*$", re.IGNORECASE)
_EACH = compiled(
    r"\b(?:per|for\s+(?:each|every)|each)\s+(?P<per>(?:(?:calendar|working|business|full)\s+){0,2}(?:day|week|month|hour))\b",
    re.IGNORECASE,
)
_LABEL_END = compiled(r"[\s:,;.\t–—-]*(?:at\s+(?:the|a)\s+rate\s+of|an?\s+amount\s+of)?[\s:,;.\t–—-]*$", re.IGNORECASE)


def steps(view: View, kinds: re.Pattern[str]) -> Iterator[tuple[dict[str, Any], tuple[Quote, ...]]]:
    """What each step costs, and when; quoted with the sentence over it, which names one of the ``kinds``."""
    for paragraph in view.own:
        may_hold = paragraph.kind == "table" or (
            len(paragraph.text) <= LONGEST_STEP and _ITEM.match(paragraph.text[:8])
        )
        if may_hold and _AMOUNT.search(paragraph.text) and (lead := _lead(view, paragraph, kinds)):
            yield from _steps(view, paragraph, lead, kinds)


def _lead(view: View, paragraph: Paragraph, kinds: re.Pattern[str]) -> Paragraph | None:
    """The paragraph that introduces a table, or the list that an item belongs to, if it names a penalty."""
    for above in reversed(view.before(paragraph, MOST_STEPS)):
        if _LEADS.search(smooth(above.text[-LEADS_WITHIN:])):
            text = smooth(above.text)
            return above if kinds.search(text) and not find_percents(text) else None
        if paragraph.kind == "table" or len(above.text) > LONGEST_STEP or not _ITEM.match(above.text[:8]):
            return None
    return None


def _steps(
    view: View, paragraph: Paragraph, lead: Paragraph, kinds: re.Pattern[str]
) -> Iterator[tuple[dict[str, Any], tuple[Quote, ...]]]:
    start, head = paragraph.start, smooth(lead.text)
    quote = view.quote(lead.end - min(LONGEST_LEAD, len(lead.text)), lead.end)
    for line in paragraph.text.split("\n"):
        row = Sentence(smooth(line), start, line.lower(), paragraph)
        start += len(line) + 1
        found: list[FoundMoney | FoundPercent] = [*find_money(row.text), *find_percents(row.text)]
        if not found:
            head = f"{head} {row.text}"  # names of columns
        if len(found) != 1 or len(row.text) > LONGEST_STEP or kinds.search(row.text):
            continue
        value = _value(row.text, found[0], head)
        if value is not None:
            yield printed(view, row, value), (quote, view.quote(row.start, row.start + len(row.text)))


def _value(text: str, found: FoundMoney | FoundPercent, head: str) -> dict[str, Any] | None:
    """A step: its label as the trigger; "per day" stands beside the amount, over the column or in the sentence."""
    item = _ITEM.match(text)
    begin = item.end() if item else 0
    label = _LABEL_END.sub("", text[begin : found.start]).replace("\t", " ").strip()
    if not re.search(r"[A-Za-z]{3}", label):
        return None
    value: dict[str, Any] = {"trigger": label}
    if isinstance(found, FoundMoney):
        value |= {"amount": found.amount, **({"currency": found.currency} if found.currency else {})}
    else:
        value |= {"rate": found.rate, "rate_unit": found.unit}
    each = _EACH.search(text, found.end) or max(_EACH.finditer(head), key=lambda one: one.start(), default=None)
    return value | ({"per": each["per"]} if each else {})
