"""What the lines of Chinese statements are called, and which item each of them is: a table to read.

A label is compared folded (one width, simplified characters, no spaces), without its number, ``其中：``, ``加：``,
``减：``, marks and what stands in brackets. A pattern must match the whole of what is left.
"""

from __future__ import annotations

import re
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.report.labels import Named, StatementKind
from docpipe.rules.report_zh.tight import squeezed

_PROFIT = "(?:净利润|净亏损|净利|净溢利|净收益|净损益)"
_YEARLY = "(?:利润|溢利|亏损|盈利|利润亏损|溢利亏损|亏损利润|亏损溢利|盈利亏损)"
_PARENT = (
    "(?:母公司|本公司|本行|上市公司|公司|贵公司|本集团)(?:普通股|权益)?"
    "(?:的?(?:所有者|股东|拥有人|持有人|权益持有人|普通股股东))*"
)
_OWNING = f"(?:归属于?|应占|可归属于){_PARENT}"
_PERIOD = "(?:本?年度?|年内|本?期间?|期内|本报告期)"
_CASH = "(?:现金及现金等价物|现金和现金等价物|现金与现金等价物)"
_FIXED = "(?:固定资产|物业厂房及设备|物业机器及设备|物业厂房和设备|不动产厂房及设备)"

SYNONYMS: tuple[tuple[StatementKind, str, tuple[str, ...]], ...] = (
    ("income", "revenue", (
        "营业收入|营业收入合计|营业收入总额", "营业总收入", "主营业务收入|主营业务收入净额|业务收入",
        "收入|收入合计|收入总额|总收入|营业额|收益总额|销售收入|客户合同收入|收入净额", "收益|经营收入|经营收入合计",
    )),
    ("income", "cost_of_revenue", (
        "营业成本|营业成本合计", "主营业务成本",
        "销售成本|收入成本|销货成本|服务成本|销售及服务成本|已售货品成本|已售存货成本|经营成本|直接成本",
    )),
    ("income", "gross_profit", ("毛利|毛利润|毛利总额|营业毛利|毛利毛损|毛损",)),
    ("income", "operating_income", (
        "营业利润|营业利润亏损|营业亏损|营业亏损利润",
        "(?:经营|营运|营业)(?:业务)?(?:利润|溢利|亏损|盈利|利润亏损|溢利亏损|亏损溢利|亏损利润)|来自经营活动的(?:利润|溢利)",
    )),
    ("income", "income_before_tax", (
        "利润总额|亏损总额|利润亏损总额|利润总额亏损总额",
        f"(?:扣?除|未计|未扣除|计)?(?:所得)?税(?:项)?前(?:{_YEARLY}|净利润)(?:总额)?"
        f"|除(?:所得)?税(?:项)?前(?:持续经营业务)?{_YEARLY}|{_YEARLY}除税前",
    )),
    ("income", "income_tax", (
        "所得税费用|所得税费用合计", "所得税|所得税开支|所得税支出|所得税收益|所得税抵免|税项|税项支出|税项开支"
        "|所得税(?:开支|费用|支出|抵免|收益){2}|利得税|税项抵免支出",
    )),
    ("income", "net_income", (
        f"{_OWNING}的?(?:{_PROFIT}|(?:{_PERIOD}的?)?{_YEARLY})",
        f"(?![^:]*(?:全面|综合))[^:]*(?:应占|归属)[^:]*:{_PARENT}",
        f"{_PROFIT}(?:合计)?|净利润净亏损|净亏损净利润",
        f"{_PERIOD}(?:的)?(?:净)?{_YEARLY}",
    )),
    ("income", "eps_basic", (
        f"(?:{_OWNING}的?)?(?:基本每股(?:收益|盈利|溢利|亏损|收益亏损)|每股基本(?:收益|盈利|溢利|亏损|盈利亏损)"
        f"|每股(?:收益|盈利|溢利|亏损|盈利亏损)[^稀摊]*基本)",
        "(?:基本(?:及|和|与)(?:稀释|摊薄)每股|每股基本(?:及|和|与)(?:稀释|摊薄))(?:收益|盈利|溢利|亏损|盈利亏损)"
        "|每股(?:收益|盈利|溢利|亏损|盈利亏损)[^稀摊]*基本(?:及|和|与)(?:稀释|摊薄)",
    )),
    ("income", "eps_diluted", (
        f"(?:{_OWNING}的?)?(?:(?:稀释|摊薄)(?:后)?每股(?:收益|盈利|溢利|亏损)"
        "|每股(?:稀释|摊薄)(?:后)?(?:收益|盈利|溢利|亏损|盈利亏损)"
        "|每股(?:收益|盈利|溢利|亏损|盈利亏损)[^基]*(?:稀释|摊薄))",
    )),
    ("balance_sheet", "total_assets", ("资产总计|资产总额|总资产|资产合计|资产总值",)),
    ("balance_sheet", "total_liabilities", ("负债合计|负债总计|负债总额|总负债|负债总值",)),
    ("balance_sheet", "total_equity", (
        "(?:所有者|股东|业主)权益(?:合计|总计|总额)|权益(?:合计|总计|总额)|总权益|(?:所有者|股东)权益净额",
        "净资产(?:合计|总计|总额)?|资产净值",
    )),
    ("balance_sheet", "cash_and_equivalents", (
        "货币资金", f"{_CASH}", "现金及存放(?:中央银行|央行)款项",
        "(?:现金(?:及|和|与)银行(?:结余|结存|存款|余额)|银行(?:结余|结存|存款|余额)(?:及|和|与)(?:库存)?现金|银行及现金结余"
        "|银行存款|现金)",
    )),
    ("balance_sheet", "long_term_debt", (
        "长期借款|长期银行借款", "长期贷款|长期债务|长期借贷|长期银行贷款",
        "非流动:(?:计息|有息)?(?:银行)?(?:及其他|和其他)?(?:借款|借贷|贷款)|非流动:(?:计息)?银行(?:借款|贷款|借贷)?"
        "(?:及|和)其他(?:借款|贷款|借贷)",
    )),
    ("cash_flow", "operating_cash_flow", (
        "经营活动(?:产生|使用|所得|所用|提供|流入|流出|所产生)*的?(?:现金流量净额|现金净流量|现金净额|净现金流量|净现金"
        "|现金流量净值|现金净流入|现金净流出|净现金流入|现金流净额|现金净流入流出)",
        "经营(?:活动|业务)(?:产生|使用|所得|所用|耗用|所产生|所动用|所)*的?(?:之)?(?:现金净额|净现金|现金流量净额|现金流量)",
    )),
    ("cash_flow", "capex", (
        "购建固定资产无形资产(?:和|及|与|以及)?其他长期资产(?:所)?支付的?现金(?:净额)?",
        f"购[建置买入](?:{_FIXED}).*", f"(?:购买|购入|添置|支付|取得){_FIXED}.*|资本开支|资本性支出",
    )),
)  # fmt: skip
"""Statement, item, and its names, the best first. ``非流动:`` stands before a label under non-current liabilities."""

FIRM = frozenset(
    item for _, item, _ in SYNONYMS if item not in ("cash_and_equivalents", "long_term_debt", "gross_profit")
)
"""Items whose names are of statements and hardly of anything else."""


@lru_cache(maxsize=8192)
def named(label: str, section: str, statement: StatementKind) -> Named | None:
    """The item of a line of a statement; ``section`` is the heading that the line stands under."""
    short, above = plain(label), plain(section)
    if not short:
        return None
    shapes = [short]
    if above.startswith("非流动负债"):
        shapes.append(f"非流动:{short}")
    if "每股" in above:
        shapes.append(above[above.index("每股") :] + short)
    if _OWNED.search(above):
        shapes.append(f"{above}:{short}")
    for kind, item, patterns in _compiled():
        if kind != statement:
            continue
        for rank, pattern in enumerate(patterns):
            if any(pattern.fullmatch(shape) for shape in shapes):
                return Named(item, rank)
    return None


def known(label: str) -> bool:
    """Whether a label names an item of any statement."""
    return any(named(label, "", kind) for kind in ("income", "balance_sheet", "cash_flow"))


@lru_cache(maxsize=8192)
def plain(label: str) -> str:
    """A label in one print: folded, without numbers, marks and brackets."""
    text = squeezed(label)
    text = _HUNG.sub(r"\1", _SCATTERED.sub("", text))
    for _ in range(3):  # brackets within brackets
        text = _BRACKETS.sub("", text)
    text = _OPEN.sub("", text)
    for _ in range(2):  # ``五、其中：1.``
        text = _FIRST.sub("", _NUMBER.sub("", text))
    return _MARKS.sub("", text)


def _compiled() -> tuple[tuple[StatementKind, str, tuple[re.Pattern[str], ...]], ...]:
    if not _PATTERNS:
        _PATTERNS.extend((kind, item, tuple(map(compiled, patterns))) for kind, item, patterns in SYNONYMS)
    return tuple(_PATTERNS)


_PATTERNS: list[tuple[StatementKind, str, tuple[re.Pattern[str], ...]]] = []
_OWNED = compiled("归属|应占|以下各方|以下人士")
_SCATTERED = compiled(r"^[一二三四五六七八九十]{1,3}\(\)")
"""A number in brackets whose strokes a font sets so low or high that they are read before the brackets."""
_HUNG = compiled(r"\((利润|亏损|溢利|收益)\)(?=[/／])")
_BRACKETS = compiled(r"\([^()]*\)|\[[^\]]*\]|（[^（）]*）")
_OPEN = compiled(r"[(（].*$")
_NUMBER = compiled(r"^(?:[一二三四五六七八九十]{1,3}[、.．，]|\d{1,2}[、.．](?!\d)|[①-⑳])+")
_FIRST = compiled("^(?:其中|加|减|其中项|小计|包括)[:：](?=.)")
_MARKS = compiled(r"[、，,。.·•*:：；;\"'\-/／—#△☆※_]+")
