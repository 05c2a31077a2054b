"""Titles of statements, and what stands beside them when they are not the group's own: look-alikes keep their scope."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docpipe.patterns import compiled
from docpipe.rules.report.labels import StatementKind

LONGEST_TITLE = 200
"""Characters of a line with a title; longer ones speak of statements."""


def title_kind(text: str) -> StatementKind | None:
    """The kind of statement that a line is the title of."""
    if len(text) > LONGEST_TITLE or _SPEAKS.search(text):
        return None
    return next((kind for kind, pattern in _TITLES if pattern.search(text)), None)


_SPEAKS = compiled(
    r"(?i)\b(?:notes? to|are|is|were|was|we|our|refer|included|presented|item \d|see|audited by|auditor)\b"
    r"|\b(?:operations|income|earnings|sheets?|flows?)\s+(?:and\s+other\s+)?(?:data|information)\b"
)
_OF = r"\bstatements?\s+of\s+(?:(?!comprehensive)[\w’']+\s+){0,3}?"
_TITLES: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    ("cash_flow", compiled("(?i)" + _OF + r"cash\s+flows?\b|\bcash\s+flows?\s+statements?\b")),
    ("equity", compiled(
        "(?i)" + _OF + r"(?:equity|deficit|(?:share|stock)holders?[’']?\s+(?:equity|investment)|capital)\b"
        r"|\bequity\s+statements?\b"
    )),
    ("income", compiled(
        "(?i)" + _OF + r"(?:income|operations|earnings|profit(?:\s+(?:or|and)\s+loss)?|loss)\b(?!\s*\)?\s*of)"
        r"|(?<!comprehensive\s)\bincome\s+statements?\b|\bprofit\s+and\s+loss\s+accounts?\b"
    )),
    ("comprehensive_income", compiled(
        r"(?i)\bstatements?\s+of\s+(?:\w+\s+){0,2}?comprehensive\s+(?:income|loss|earnings|operations)"
        r"|\bcomprehensive\s+income\s+statements?\b"
    )),
    ("balance_sheet", compiled(
        r"(?i)\bbalance\s+sheets?\b|" + _OF
        + r"(?:financial\s+(?:position|condition)|condition|assets\s+and\s+liabilities)\b"
    )),
)  # fmt: skip


def scope_of(context: str, labels: Sequence[str]) -> str:
    """Whose statement it is, by what stands above it."""
    if _PARENT.search(context) or any(_SUBSIDIARIES.search(label) for label in labels):
        return "parent"
    return "other" if _OTHERS.search(context) else "consolidated"


_SUBSIDIARIES = compiled(
    r"(?i)\binvestments?\s+in\s+(?:\w+\s+)?subsidiar"
    r"|equity in (?:undistributed )?(?:\w+ )?(?:earnings|income) of (?:\w+ )?subsidiar"
)
_PARENT = compiled(
    r"(?im)\bparent(?:\s+company)?[\s-]+only\b|\(parent\b|condensed\s+financial\s+information\s+of\s+(?:the\s+)?(?:registrant|parent)"
    r"|\bschedule\s+(?:i|ii|iii)\b|\b(?:standalone|stand-alone|unconsolidated)\b"
    r"|^\W*(?:parent\s+)?company\s+(?:balance\s+sheet|statements?\s+of|income\s+statement|cash\s+flow)"
)
_OTHERS = compiled(
    r"(?i)\bpro\s?forma\b|\bguarantors?\b|\bsegments?\b|\bselected\b|\bquarterly\s+(?:financial|results|data)|\bnon-gaap\b"
    r"|\breconciliations?\b|\bsummari[sz]ed\b|\bas\s+previously\s+reported\b|\bconsolidating\b"
    r"|\bsupplement(?:al|ary)\s+(?:consolidating|financial|data)|\baverage\s+balance|\bpercent(?:age)?\s+of\b"
)
