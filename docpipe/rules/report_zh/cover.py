"""What the first pages of a Chinese report say: company, form, and the period that its title names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from docpipe.patterns import compiled
from docpipe.rules.report.cover import RELEASE, Cover, Fact
from docpipe.rules.report_zh.heads import Context, whens
from docpipe.rules.report_zh.tight import Tight, tightened
from docpipe.rules.zh_numerals import DIGIT
from docpipe.rules.zh_script import LETTER
from docpipe.types import Document, paragraphs

PAGES = 6
"""Pages among which cover, contents and the table about the company stand."""

LINES = 400

_YEAR = rf"(?:(?:19|20)\d\d|[{DIGIT}]{{4}})"
_REPORT = compiled(
    rf"(?P<year>{_YEAR})?年?(?P<form>年度报告|年报|半年度报告|中期报告|半年报|第?[一二三四1-4]季度报告|[一三]季报|年度财务报[表告]|年度审计报告"
    r"|审计报告|(?:年度|全年|中期|末期|季度)业绩(?:公告|快报|公布)|业绩快报)(?P<short>摘要)?"
)
_FORMS = (
    (compiled("业绩"), RELEASE), (compiled("半年|中期"), "interim report"), (compiled("季"), "quarterly report"),
    (compiled("年度报告|年报|年度财务"), "annual report"), (compiled("审计"), "auditor's report"),
)  # fmt: skip
_NAME = (
    rf"(?P<name>{LETTER}[^\W_]{{0,4}}(?:[（(]{LETTER}{{2,6}}[）)])?[^\W\d_]{{1,30}}?(?:[（(]{LETTER}{{2,8}}[）)]{LETTER}{{0,20}}?)?"
    r"(?:股份有限公司|有限责任公司|集团有限公司|有限公司|控股公司|集团公司|总公司))"
)
_ALONE = compiled(rf"(?:编制单位|公司名称|公司全称|公司中文名称|公司的中文名称|企业名称)?[:：]?{_NAME}(?:及其?子公司)?"
                  rf"(?:{_YEAR}年.{{0,20}}|年度报告.*|审计报告.*|财务报表.*|全体股东[:：]?.*|\(.*)?")  # fmt: skip
_TOLD = compiled("^(?:公司的?)?(?:法定)?(?:中文)?(?:名称|全称)$|^公司的?中文(?:名称|全称)$|^编制单位$")
_NO_NAME = compiled("会计师|证券公司|律师|评估|交易所|登记结算|银行股份有限公司.{0,4}分行|保荐|财务顾问")


@lru_cache(maxsize=2)
def cover(document: Document) -> Cover:
    """The facts of a document's first pages."""
    lines = [tight for tight, _ in _lines(document)]
    return Cover(_company(document, lines), _form(lines), None, None)


@lru_cache(maxsize=2)
def title_period(document: Document) -> Context:
    """The period that the title of a report names, or its headline: a year, its half or its quarters so far."""
    for tight, _ in _lines(document):
        match = _REPORT.search(tight.text)
        if match is None or len(tight.text) > LONGEST:
            continue
        if match["year"]:
            return _of_form(match, tight)
        for when in whens(tight.text, 0):
            if when.sort == "span" and when.end is not None:
                return Context(when.end, when.months, (*(tight.span(*cite) for cite in when.cites),))
    return Context()


LONGEST = 60
"""Characters of a line with the title of a report; longer ones speak of it."""

_MONTHS = (("半年|中期", 6), ("[一1]季", 3), ("[二2]季", 6), ("[三3]季", 9), ("[四4]季", 12))


def _of_form(match: re.Match[str], tight: Tight) -> Context:
    months = next((count for pattern, count in _MONTHS if re.search(pattern, match["form"])), 12)
    year = next((when.year for when in whens(f"{match['year']}年", 0)), 0)
    last = next(when.end for when in whens(f"{year}年{months}月{30 if months in (6, 9) else 31}日", 0))
    return Context(last, months, (tight.span(*match.span()),)) if year else Context()


def _lines(document: Document) -> Iterator[tuple[Tight, str]]:
    """The lines of the first pages, cells of tables for themselves, and what stands before each in its row."""
    count = 0
    for paragraph in paragraphs(document)[:LINES]:
        if paragraph.page > PAGES:
            return
        at = paragraph.start
        for line in paragraph.text.split("\n"):
            before = ""
            for cell in line.split("\t"):
                tight = tightened(cell, at)
                if tight.text:
                    yield tight, before
                    before, count = tight.text, count + 1
                at += len(cell) + 1
        if count > LINES:
            return


def _form(lines: list[Tight]) -> Fact | None:
    """The first title of a report; one that a table of contents names is none."""
    for tight in lines:
        match = _REPORT.search(tight.text) if len(tight.text) <= LONGEST else None
        if match is None or _CONTENTS.search(tight.text):
            continue
        form = next((form for pattern, form in _FORMS if pattern.search(match["form"])), None)
        if form is not None:
            return Fact(form, (tight.span(*match.span("form")),), f"it calls itself {match['form']}")
    return None


_CONTENTS = compiled(r"\.{3,}|…|^第[一二三四五六七八九十]+[节章]|备查|披露|网站|全文|签署|保证|编制的")


def _company(document: Document, lines: list[Tight]) -> Fact | None:
    """The name beside "company's name", else the first line that is a company's, with the report's title or not."""
    for tight, before in _lines(document):
        match = _ALONE.fullmatch(tight.text) if _TOLD.search(before) else None
        if match is not None and not _NO_NAME.search(match["name"]):
            return _name(document, tight, match)
    for tight in lines:
        match = _ALONE.fullmatch(tight.text) if len(tight.text) <= LONGEST else None
        if match is not None and not _NO_NAME.search(match["name"]):
            return _name(document, tight, match)
    return None


def _name(document: Document, tight: Tight, match: re.Match[str]) -> Fact:
    span = tight.span(*match.span("name"))
    return Fact("".join(document.text[slice(*span)].split()), (span,))
