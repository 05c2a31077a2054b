"""What must add up in Chinese statements, and what the same report says twice: checks where it does not.

Figures are rounded each for itself, so that sums may miss by one of their last printed places for each addend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.filing import Filing
from docpipe.rules.report.items import Entry, entries_in
from docpipe.rules.report.lines import Amount, Line
from docpipe.rules.report.statements import Statement
from docpipe.rules.report_zh.filing import filing, further
from docpipe.rules.report_zh.items import entries
from docpipe.rules.report_zh.labels import named, plain
from docpipe.rules.report_zh.tight import Tight, tightened
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote, paragraphs
from docpipe.words import Span

ANSWERS = ()


def find(view: View) -> Iterator[Finding]:
    """The sums and repetitions that do not agree and have their first place in the chunk."""
    for problem in _problems(view.document):
        if view.holds(problem.at):
            yield problem


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Nothing is left to choose."""
    return findings


@lru_cache(maxsize=2)
def _problems(document: Document) -> tuple[Finding, ...]:
    report = filing(document)
    found: list[Finding] = []
    for statement in report.statements.main.values():
        found += _sums(document, statement)
    found += _repeated(document, report)
    found += _told(document, report)
    return tuple({finding.message: finding for finding in found}.values())


_BOTH = "负债(?:和|及|与).{0,10}权益(?:总计|合计|总额)"
_SUMS: dict[str, tuple[tuple[str, tuple[tuple[int, str], ...]], ...]] = {
    "balance_sheet": (
        ("资产总计|资产合计", ((1, _BOTH),)),
        ("资产总计|资产合计", ((1, "流动资产合计"), (1, "非流动资产合计"))),
        ("负债合计|负债总计", ((1, "流动负债合计"), (1, "非流动负债合计"))),
        (_BOTH, ((1, "负债合计|负债总计"), (1, "(?:所有者|股东)权益(?:合计|总计)|(?:所有者|股东)权益.{0,6}合计"))),
    ),
    "income": (("净利润|净亏损", ((1, "利润总额"), (-1, "所得税费用"))),),
    "cash_flow": tuple(
        (f"{what}活动产生的现金流量净额", ((1, f"{what}活动现金流入小计"), (-1, f"{what}活动现金流出小计")))
        for what in ("经营", "投资", "筹资")
    ),
}
"""Kind of statement → the line that is a sum, and the lines that make it with their signs."""


class _Cell(Struct, frozen=True):
    line: Line
    amount: Amount
    sign: int = 1

    @property
    def value(self) -> Decimal:
        return Decimal(self.amount.figure.value or 0)


def _sums(document: Document, statement: Statement) -> Iterator[Finding]:
    """Checks of the sums of a statement, for each column. A line that stands there twice is left alone."""
    for whole, addends in _SUMS.get(statement.kind, ()):
        lines = [_only(statement, pattern) for pattern in (whole, *(pattern for _, pattern in addends))]
        if any(line is None for line in lines):
            continue
        total, parts = lines[0], lines[1:]
        assert total is not None
        for amount in total.amounts:
            cells = [
                _Cell(part, own, sign)
                for (sign, _), part in zip(addends, parts, strict=True)
                if part is not None
                for own in part.amounts
                if own.column == amount.column and own.figure.value is not None
            ]
            if amount.figure.value is not None and len(cells) == len(addends):
                yield from _sum(document, _Cell(total, amount), cells)


def _only(statement: Statement, pattern: str) -> Line | None:
    found = [line for line in statement.lines if _full(pattern).fullmatch(plain(line.label))]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=64)
def _full(pattern: str) -> re.Pattern[str]:
    return compiled(pattern)


def _sum(document: Document, total: _Cell, cells: Sequence[_Cell]) -> Iterator[Finding]:
    """A check where neither the signs of the sum nor those that the figures are printed with lead to the total."""
    sums = [
        sum((sign(cell) * cell.value for cell in cells), Decimal(0)) for sign in (lambda cell: cell.sign, lambda _: 1)
    ]
    if min(abs(added - total.value) for added in sums) > _place(total.amount.figure.printed) * (len(cells) + 1):
        parts = " ".join(f"{'-' if cell.sign < 0 else '+'} {cell.amount.figure.printed}" for cell in cells)
        message = f"{plain(total.line.label)} of {total.amount.figure.printed} is not {parts.removeprefix('+ ')}"
        spans = [span for cell in (total, *cells) for span in (cell.line.label_span, cell.amount.span)]
        yield _problem(document, spans, message, "sum")


def _place(printed: str) -> Decimal:
    """What one of the last printed place is worth."""
    return Decimal(1).scaleb(-len(printed.rstrip(")） ").partition(".")[2]))


def _repeated(document: Document, report: Filing) -> Iterator[Finding]:
    """Key figures of the report's own period that differ from those of its statements."""
    own = _own(document, report)
    for statement in further(document, report):
        for entry in entries_in(report, statement, True):
            first = own.get(entry.item or "")
            if first is None or entry.period.end != report.end or first.amount.span == entry.amount.span:
                continue
            if entry.period.months != first.period.months:
                continue
            if _rank(first) != _rank(entry) or abs(first.value - entry.value) <= max(_grain(first), _grain(entry)):
                continue
            message = (
                f"{plain(entry.line.label)} is {entry.amount.figure.printed} among the key figures and "
                f"{first.amount.figure.printed} in the statement"
            )
            spans = [first.line.label_span, first.amount.span, entry.line.label_span, entry.amount.span]
            yield _problem(document, spans, message, "conflict")


def _own(document: Document, report: Filing) -> dict[str, Entry]:
    return {
        entry.item: entry
        for entry in entries(document)
        if entry.asked and entry.item and entry.period.end == report.end
    }


def _rank(entry: Entry) -> int | None:
    found = named(entry.line.label, entry.line.above, entry.statement.kind)
    return found.rank if found else None


def _grain(entry: Entry) -> Decimal:
    factor = entry.statement.unit.factor if entry.statement.unit and entry.item not in _PER_SHARE else 1
    return _place(entry.amount.figure.printed) * factor


_PER_SHARE = ("eps_basic", "eps_diluted")

_SAYS = compiled(
    r"(?:(?<![子分孙母])公司|本集团|(?<![子])集团|全年|报告期内?|(?P<year>(?:19|20)\d\d)年度?)[，,]?(?:公司|本集团)?(?:共|累计|合计|全年)*"
    r"(?:实现|完成|取得)?(?:合并|的)?"
    r"(?P<what>营业收入|营业总收入|利润总额|归属于(?:上市公司|母公司)(?:股东|所有者)的净利润|经营活动产生的现金流量净额)"
    r"(?:为|约|达到|达|是|人民币)*(?P<figure>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)(?P<scale>亿|千万|百万|万|千)?元"
)
_SCALES = {None: 1, "千": 10**3, "万": 10**4, "百万": 10**6, "千万": 10**7, "亿": 10**8}
_NOT_OWN = compiled("上年|去年|同期|预计|预算|计划|目标|备考|承诺")
_WHAT = (
    (compiled("营业收入"), "revenue"), (compiled("利润总额"), "income_before_tax"), (compiled("净利润"), "net_income"),
    (compiled("经营活动"), "operating_cash_flow"),
)  # fmt: skip


def _told(document: Document, report: Filing) -> Iterator[Finding]:
    """Figures of the whole group in sentences that differ from those of its statements."""
    own = _own(document, report)
    if not own or not report.annual:
        return
    for paragraph in paragraphs(document):
        if paragraph.kind == "table" or "元" not in paragraph.text:
            continue
        tight = tightened(paragraph.text, paragraph.start)
        for match in _SAYS.finditer(tight.text):
            yield from _differs(document, report, own, (tight, match))


def _differs(
    document: Document, report: Filing, own: dict[str, Entry], said: tuple[Tight, re.Match[str]]
) -> Iterator[Finding]:
    tight, match = said
    year = report.end.year if report.end else None
    item = next((item for pattern, item in _WHAT if pattern.search(match["what"])), "")
    entry = own.get(item)
    before = tight.text[max(0, match.start() - 12) : match.end()]
    if entry is None or _NOT_OWN.search(before) or (match["year"] and int(match["year"]) != year):
        return
    asked = named(match["what"], "", entry.statement.kind)
    if asked is None or asked.rank != _rank(entry):
        return
    scale = _SCALES[match["scale"]]
    value = Decimal(match["figure"].replace(",", "")) * scale
    if abs(value - entry.value) <= max(_place(match["figure"]) * scale, _grain(entry)):
        return
    message = f"{match['what']} is {match['figure']} in the text and {entry.amount.figure.printed} in the statement"
    spans = [entry.line.label_span, entry.amount.span, tight.span(match.start("what"), match.end())]
    yield _problem(document, spans, message, "conflict")


def _problem(document: Document, spans: Sequence[Span | None], message: str, rule: str) -> Finding:
    kept = dict.fromkeys(span for span in spans if span is not None)
    quotes = tuple(Quote(document.text[slice(*span)], span) for span in kept)
    return Finding("items", None, quotes, problem=rule, message=message)
