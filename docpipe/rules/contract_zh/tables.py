"""Amounts in tables: figures under a header that names a unit (元, 万元), in whole tables or in rows run together.

A short table gives every figure of its money columns, a long one its totals only: a bill of quantities of 126 rows is
an attachment and not a list of what the contract costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.contract_zh.passages import NUMBER
from docpipe.rules.view import View
from docpipe.rules.zh_money import find_money
from docpipe.rules.zh_script import LETTER
from docpipe.rules.zh_text import Folded, fold
from docpipe.types import Paragraph, Quote

MOST_FIGURES = 24
"""Figures of a table that are all given: rent by year and fees by module have fewer, price lists more."""

LONGEST_TABLE = 60
"""Paragraphs that a table may go on for."""

_UNIT = compiled(
    r"(?:\(|单位:|单位)(?:人民币)?\s?(?P<unit>万元|元|万美元|美元|亿元"
    r"|欧元|港[元币]|RMB|CNY|USD|US\$|EUR|HKD|HK\$)(?:人民币)?(?:/[^()]{1,12})?\)?(?:\([^()]{1,8}\))?"
)
_HEADER_WORD = compiled("序号|项目|名称|金额|单价|合计|期间|年度|费|租金|价|款|单位|[Pp]rice|[Aa]mount|[Ff]ee|[Rr]ent")
_AMOUNT = compiled(
    r"(?<![\d.,/A-Za-z-])(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+\.\d{2})(?![\d%‰.A-Za-z,-])(?!\s?(?:mm|m²|m³|平方"
    r"|㎡|%))"
)
_COLUMN = compiled(
    rf"(?P<name>{LETTER}{{0,24}}?(?P<each>(?<![年月日])[年月日](?=(?:租金|费|薪|租)\())?{LETTER}{{1,12}})\((?:人民币)?(?:万元|元|万美元|美元|亿元|欧元)(?:/(?P<per>[^()]{{1,12}}))?\)"
)
_TOTAL = compiled(r"合计|总计|小计|共计|总价")
_CLAUSE = compiled(
    rf"\s*(?:第[^条]{{1,4}}条|\d{{1,2}}(?:\.\d{{1,2}})+\s?{LETTER}|\([一二三四五六七八九十]+\)|附件"
    rf"|[一二三四五六七八九十]+、)"
)
_SCALES = {
    "万元": (10**4, "CNY"),
    "元": (1, "CNY"),
    "万美元": (10**4, "USD"),
    "美元": (1, "USD"),
    "亿元": (10**8, "CNY"),
    "欧元": (1, "EUR"),
    **dict.fromkeys(("RMB", "CNY"), (1, "CNY")),
    **dict.fromkeys(("USD", "US$"), (1, "USD")),
    **dict.fromkeys(("HKD", "HK$", "港元", "港币"), (1, "HKD")),
    "EUR": (1, "EUR"),
}


class Row(Struct, frozen=True):
    """An amount of a table in whole units of its currency; ``scaled`` where the header's unit multiplies it."""

    what: str | None
    amount: Decimal
    currency: str
    quotes: tuple[Quote, ...]
    header: str
    scaled: bool
    message: str
    per: str | None = None


def rows_with_amounts(view: View) -> Iterator[Row]:
    """The amounts of the tables whose header stands in the chunk."""
    for paragraph in view.own:
        folded = fold(paragraph.text, paragraph.start)
        header = _header(folded.text)
        if header is not None:
            yield from _table(view, paragraph, folded, header)


def _header(text: str) -> re.Match[str] | None:
    """The last unit of a header: several words of a header, no sentence, before any amount."""
    first = _AMOUNT.search(text)
    head = text[: first.start() if first else len(text)]
    head = head[head.rfind("。") + 1 :]
    begin = len(text[: first.start() if first else len(text)]) - len(head)
    units = list(_UNIT.finditer(text, begin, first.start() if first else len(text)))
    if not units or (len(_HEADER_WORD.findall(head)) < 2 and "单位" not in head):
        return None
    return units[-1] if "，" not in head[-60:] or "单位" in head else None


def header_over(view: View, paragraph: Paragraph) -> str | None:
    """The header of the table that a line goes on or ends, if it stands in one."""
    for before in reversed((*view.before(paragraph, LONGEST_TABLE), paragraph)):
        text = fold(before.text).text
        if header := _header(text):
            return _head(text, header)
        if before is not paragraph and _ends_table(before, text):
            return None
    return None


def _head(text: str, header: re.Match[str]) -> str:
    """The row of a header: the line that names the unit, up to the first amount."""
    first = _AMOUNT.search(text)
    start = max(text.rfind("\n", 0, header.start()), text.rfind("。", 0, header.start())) + 1
    return text[start : min(first.start() if first else len(text), header.end() + LONGEST_HEAD)]


LONGEST_HEAD = 40
"""Characters of a header behind its unit."""


def _ends_table(paragraph: Paragraph, text: str) -> bool:
    """Whether a paragraph is no row: a clause, a heading, a sentence."""
    if _CLAUSE.match(text) or "。" in text or paragraph.kind == "heading" or re.match(rf"{PARTY}[:(应]", text):
        return True
    return bool(NUMBER.match(text)) and not _AMOUNT.search(text) and len(text) > LONGEST_ROW


LONGEST_ROW = 30
"""Characters of a numbered row that has no amount."""


def _table(view: View, paragraph: Paragraph, folded: Folded, header: re.Match[str]) -> Iterator[Row]:
    scale, currency = _SCALES[header["unit"]]
    stretches = [(folded, header.end()), *((fold(p.text, p.start), 0) for p in _following(view, paragraph))]
    found = [(part, start, match) for part, start in stretches for match in _figures(part.text, start)]
    head = view.quote(*folded.span(max(0, header.start() - 30), header.end()))
    names, columns = _names(view, found), _columns(view, folded, header, found)
    for (part, _, match), name, (column, per) in zip(found, names, columns, strict=True):
        what = name or column
        total = _TOTAL.search(part.text, max(0, match.start() - 40), match.start())
        if what is None or (len(found) > MOST_FIGURES and not total) or _counts(view, folded, header, part, match):
            continue
        amount = Decimal(match[0].replace(",", "")) * scale
        quote = view.quote(*part.span(*_row(part.text, match)))
        message = f"{match[0]} in {header['unit']}" if scale > 1 else ""
        yield Row(what, amount, currency, (quote, head), _head(folded.text, header), scale > 1, message, per)


def _counts(view: View, head: Folded, header: re.Match[str], part: Folded, match: re.Match[str]) -> bool:
    """Whether a figure stands in a column of quantities, where cells tell."""
    text = view.document.text
    place, at = head.span(*header.span())[0], part.span(*match.span())[0]
    cells = text[text.rfind("\n", 0, place) + 1 :].split("\n", 1)[0].split("\t")
    column = text.count("\t", text.rfind("\n", 0, at) + 1, at)
    return 0 < column < len(cells) and bool(_COUNTED.search(cells[column]))


_COUNTED = compiled("MOQ|Qty|Quantity|数量|數量|件数|面积|重量|规格|型号|人数|次数|期数|天数|工期|吨位|库存")
_Figure = tuple[Folded, int, re.Match[str]]


def _names(view: View, found: list[_Figure]) -> list[str | None]:
    """What the row of each figure is called, which the first figure of a row tells for all."""
    names: list[str | None] = []
    ended, at = -1, -1
    for part, start, match in found:
        name = _what(view, part, ended if ended > start and part.base == at else start, match)
        names.append(name or (names[-1] if names else None))
        ended, at = match.end(), part.base
    return names


def _columns(
    view: View, head: Folded, header: re.Match[str], found: list[_Figure]
) -> list[tuple[str | None, str | None]]:
    """Name and ``per`` of the column that each figure stands in: known where a row has one figure for each column
    that names a unit, as in 单价（元/㎡/日） 月租金（元） 年租金（元）."""
    start = max(head.text.rfind(mark, 0, header.start()) for mark in "\n。") + 1
    columns = list(_COLUMN.finditer(head.text, start, header.end()))
    rows: dict[tuple[int, int], int] = {}
    places = []
    for part, _, match in found:
        row = part.base, part.text.count("\n", 0, match.start())
        places.append((row, rows.get(row, 0)))
        rows[row] = rows.get(row, 0) + 1
    named = [(_printed(view, head, column, "name").split()[-1], _per(view, head, column)) for column in columns]
    return [named[at] if rows[row] == len(named) else (None, None) for row, at in places]


def _per(view: View, head: Folded, column: re.Match[str]) -> str | None:
    return next((_printed(view, head, column, group) for group in ("per", "each") if column[group]), None)


def _printed(view: View, head: Folded, column: re.Match[str], group: str) -> str:
    return view.document.text[slice(*head.span(*column.span(group)))]


def _figures(text: str, start: int) -> Iterator[re.Match[str]]:
    """The figures of a row that carry no currency of their own: the others are read as amounts where they stand."""
    named = [(found.start, found.end) for found in find_money(text)]
    for match in _AMOUNT.finditer(text, start):
        if not any(first <= match.start() < last for first, last in named):
            yield match


def _following(view: View, paragraph: Paragraph) -> Iterator[Paragraph]:
    """The paragraphs that a table goes on in: up to the next clause, heading or sentence."""
    for after in view.after(paragraph, LONGEST_TABLE):
        text = fold(after.text).text
        if paragraph.kind == "table" and after.kind != "table":
            return
        if _ends_table(after, text):
            return
        yield after


ROW = 44
"""Characters before a figure that its row may begin with."""


def _row(text: str, match: re.Match[str]) -> tuple[int, int]:
    """The figure with the words of its row in front of it."""
    begin = max(0, match.start() - ROW, text.rfind("\n", 0, match.start()) + 1)
    words = re.compile(rf"(?:^|(?<=\s)|(?<=\d))(?={LETTER})").search(text, begin, match.start())
    return (words.start() if words else match.start()), match.end()


def _what(view: View, part: Folded, start: int, match: re.Match[str]) -> str | None:
    """The name of a row: its first words in the source, or the one that says it is a total."""
    start = max(start, part.text.rfind("\n", 0, match.start()) + 1)  # the rows of a table stand in lines of their own
    source = view.document.text[slice(*part.span(start, match.start()))]
    words = [word for word in source.split() if len(re.findall(f"{LETTER}", word)) >= 2 and not _AMOUNT.search(word)]
    total = next((word for word in words if _TOTAL.search(word)), None)
    name = total or next(iter(words), None)
    return bare(name) if name and len(name) <= LONGEST_NAME else None


def bare(name: str) -> str:
    """A name without the marks around it; a bracket that does not close ends it: 合计（大写."""
    name = name.strip("：:、，")
    if any(name.count(mark[0]) != name.count(mark[1]) for mark in ("（）", "()")):
        return re.split("[（(]", name.strip("（）()"), maxsplit=1)[0]
    whole = re.fullmatch(r"[（(]([^（）()]*)[）)]", name)
    return whole[1] if whole else name


LONGEST_NAME = 30
"""Characters of a row's name."""
