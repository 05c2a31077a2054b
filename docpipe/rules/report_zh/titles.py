"""Titles of Chinese statements: ``合并资产负债表``, ``母公司利润表（续）``, ``綜合損益表``; and whose they are."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.report.labels import StatementKind
from docpipe.rules.report_zh.tight import squeezed
from docpipe.rules.zh_script import LETTER

LONGEST = 140
"""Characters of a line with a title; company, period and unit may run into it, and what else stands over its table."""


class Title(Struct, frozen=True):
    """``scope`` is ``""`` for a title that does not say whose statement it is."""

    kind: StatementKind
    scope: str
    continued: bool


@lru_cache(maxsize=4096)
def title_of(line: str) -> Title | None:
    """The title that a line of print is, and nothing else."""
    if len(line) > LONGEST:
        return None
    text = squeezed(line)
    match = _TITLE.fullmatch(text)
    if match is None:
        return None
    kind = next(kind for kind, pattern in _KINDS if pattern.search(match["name"]))
    return Title(kind, _scope(match["whose"] or "", match["behind"] or ""), "续" in text)


def _scope(whose: str, behind: str) -> str:
    if _OTHER.search(whose):
        return "other"
    if _GROUP.search(whose + behind):
        return "consolidated"
    return "parent" if _PARENT.search(whose + behind) else ""


_NAMES = (
    "资产负债表|财务状况表|利润表|损益表|损益及其他(?:全面|综合)收益表|利润及利润分配表|利润及其他综合收益表|收益表"
    "|(?:全面|综合)收益表|全面损益表|现金流量表|现金流动表"
    "|(?:股东|所有者)权益(?:增减)?变动表|权益变动表"
)
_TITLE = compiled(
    rf"(?:[(（]?[一二三四五六七八九十\d]{{1,3}}[)）、.．]+)*(?:(?!合并|综合){LETTER}{{2,30}}?(?:公司|集团|银行|中心|厂))?"
    r"(?:(?:截至|于)?(?:\d{4}|[〇零一二三四五六七八九]{4})年(?:度|[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}日(?:止年度)?)?)?(?:经审[计核]的?|未经审[计核]的?|(?:简明|未审计|年初到报告期末|本报告期|年初至报告期末|比较|备考|模拟|汇总|简要|主要|经审核|已审))*"
    rf"(?P<whose>(?:合并(?:及|和|与)(?:母?公司|银行|本行)|合并|综合|本集团|集团|母公司|本公司|公司|本行|银行|简明|备考|模拟|汇总|简要)*)"
    rf"(?P<name>{_NAMES})"
    r"(?P<behind>(?:[(（](?:合并|母公司|公司|续|未经审[计核]|经审[计核]|一|二|三|1|2|3)[)）]|-?续表?|-?(?:合并|母公司))*)"
    r"(?:[(（]?(?:截至|于|(?:19|20)\d\d年?|[〇零一二三四五六七八九]{4}年|人民币|编制|单位|货币单位|金额|除|所有|以|会[合企]).{0,90})?"
)
_OTHER = compiled("备考|模拟|汇总|简要")
_GROUP = compiled("合并|综合|集团")
_PARENT = compiled("公司|本行|银行")
_KINDS: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    ("cash_flow", compiled("现金流")),
    ("equity", compiled("权益(?:增减)?变动")),
    ("balance_sheet", compiled("资产负债表|财务状况表")),
    ("comprehensive_income", compiled("^(?:全面|综合)收益表|全面损益表")),
    ("income", compiled("利润|损益|收益表")),
)
