"""Dividends that a Chinese report announces: ``每10股派发现金红利2.60元``."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from docpipe.patterns import compiled
from docpipe.rules.report_zh.filing import filing
from docpipe.rules.report_zh.tight import tightened
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote, paragraphs

ANSWERS = ()

_PAID = compiled(
    r"每(?P<count>10|十)?股(?:拟|将)?派(?:发|付|送)?(?:末期|年度|中期)?(?:现金)?(?:红利|股利|股息)?(?:为)?(?:人民币)?(?P<amount>\d+(?:\.\d+)?)元"
)
_MENTIONS = compiled(r"每\s?(?:[1１]\s?[0０]|十)?\s?股[^。]{0,8}派")
_EARLIER = compiled("上年|去年|以前年度|上一年度|预计")


def find(view: View) -> Iterator[Finding]:
    """The first amount that is announced, where the chunk holds it."""
    document = view.document
    end = filing(document).end
    if end is None:
        return
    for paragraph in paragraphs(document):
        if not _MENTIONS.search(paragraph.text):
            continue
        tight = tightened(paragraph.text, paragraph.start)
        match = _PAID.search(tight.text)
        if match is None or _EARLIER.search(tight.text[: match.start()]):
            continue
        span = tight.span(*match.span())
        if view.holds(span[0]):
            each = 10 if match["count"] else 1
            value = {
                "name": "dividends_per_share",
                "value": Decimal(match["amount"]) / each,
                "measure": "per_share",
                "label": document.text[slice(*span)],
                "printed": match["amount"],
            }
            key = f"dividends_per_share|None|{end}"
            quotes = (Quote(document.text[slice(*span)], span),)
            why = f"{match['amount']} for {each} shares" if each > 1 else ""
            yield Finding("items", value, quotes, item=key, basis="equity", derived=each > 1, message=why)
            why = "the last day of the report's period"
            yield Finding("items", end, quotes, item=key, attribute="period_end", derived=True, message=why)
        return


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings
