"""The summary and the risks of a financial report: a module for the package of that kind.

The summary says what the company does and what the figures did, in sentences of the management's discussion where the
report has one. The risks are the headings of the risk factors, each a sentence that names one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.summary.choose import Scored, best, scored
from docpipe.rules.summary.sentences import Candidate, one_line, prose, whole
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Finding, Paragraph, paragraphs

ANSWERS = ("summary", "risks")

MOST = 6
"""Sentences on the figures."""

LONGEST_RISK = 420
"""Characters of a risk's heading; the longest of the development reports has 388."""

LONGER = 1.2
"""How much longer than its heading the first paragraph on a risk is."""

FIRST, EARLY = 30, 8
"""Sentences of a report, or the eighth of all, among which one says what the company is."""

COVER = 1_500
"""Characters of a report's beginning, in which its company is named."""

HEADLINE = 1.6
"""How much more a sentence on the sum of all is worth than one on a part."""

LONGEST_HEADING = 220
"""Characters of a section's heading; the longest of the development reports has 170."""

LEAST_DISCUSSED = 2_000
"""Characters of a section; a line of the contents has none behind it."""

LEAST_IN_HAN = 100
"""The same in Chinese, where five risks are told in 200."""

_DISCUSSION = compiled(
    r"\W*(?:item\s+\d\w?\W{0,4})?management.{0,3}s\s+discussion\s+and\s+analysis|.{0,8}(?:管理层讨论与分析|经营情况讨论与分析|董事会报告)",
    re.IGNORECASE,
)
_DISCUSSED = compiled(
    r"\W*(?:item\s+\d\w?\W{0,4})?(?:quantitative\s+and\s+qualitative|controls\s+and\s+procedures"
    r"|consolidated\s+financial\s+statements\s+and"
    r"|financial\s+statements\s+and\s+supplementary|report\s+of\s+independent)"
    r"|.{0,8}(?:公司治理|重要事项|财务报告$)",
    re.IGNORECASE,
)
_RISKS = compiled(
    r"\W*(?:item\s+1a\W{0,4})?(?:principal\s+|key\s+)?risk\s+factors\W*$|\W*(?:item\s+1a\W{0,4})?risk\s+factors"
    r"|.{0,12}(?:可能面对的风险|风险因素|面临的风险)",
    re.IGNORECASE,
)
_AFTER_RISKS = compiled(
    r"\W*item\s+(?:1b|1c|[2-9])\b|\W*(?:unresolved\s+staff|properties$|legal\s+proceedings$|cybersecurity$)"
    r"|(?:第[^\s]{1,3}节|[一二三四五六七八九十]{1,3}、)",
    re.IGNORECASE,
)
_NAMES_RISK = compiled(
    r"\b(?:could|may|might|risks?|adverse(?:ly)?|harm(?:ed|ful)?|fail(?:ure|s)?|depend(?:s|ent)?|subject\s+to"
    r"|expos(?:ed|e|ure)"
    r"|unable|disrupt\w*|loss(?:es)?|uncertain\w*|face[sd]?|negative(?:ly)?|declin\w+|damag\w+|litigation"
    r"|compet\w+)\b|风险",
    re.IGNORECASE,
)
_NO_RISK = compiled(
    r"risks?\s+(?:related|relating|associated)\s|other\s+than\b|there\s+(?:have\s+been|are)\s+no\b"
    r"|for\s+(?:additional|more|further)\b"
    r"|.*\bno\s+material\s+changes?\b|.*\b(?:discussed|described|listed)\s+(?:below|above)\W*$|[\w, ]{0,50}\brisks$",
    re.IGNORECASE,
)
"""Headings of groups of risks, and what a quarterly report says in place of risks."""

_INNER_END = compiled(r"[a-z)]{2}[.!?]\s+[A-Z]|。.")
_RISK_HAN = compiled(
    r"\s*[（(]?[\d一二三四五六七八九十]{1,3}[）)、.．]\s*(?P<name>[^。；：:，]{2,30}风险)(?=[。：:]|\s*$)"
)
_FIGURES = compiled(r"(?:[$€£¥]\s?\d|\d(?:\.\d+)?\s?(?:%|percent|billion|million)|亿元|万元|百分点)", re.IGNORECASE)
_LINES = compiled(
    r"\b(?:revenues?|(?:net )?sales|net (?:income|loss|earnings)|earnings|operating (?:income|profit|margin|cash)"
    r"|gross (?:margin|profit)"
    r"|cash (?:flows?|provided)|dividends?|repurchased?|backlog|deliveries|subscribers|memberships"
    r"|net interest income)\b"
    r"|营业收入|净利润|毛利率|现金流量|分红|派发|资产总额|同比",
    re.IGNORECASE,
)
_SUPPOSED = compiled(
    r"\b(?:would (?:have|result|be)|sensitivity|hypothetical|if (?:we|the company) had)\b", re.IGNORECASE
)
_HEADLINE = compiled(
    r"^(?:(?:total|consolidated|our|the company.s|worldwide)\s+){0,2}(?:net\s+)?(?:revenues?|sales|income|earnings)\b"
    r"|\breported\s+net\s+(?:income|loss)|\bdiluted\s+earnings\s+per\s+share\b|^(?:报告期内|本报告期|公司).{0,12}(?:实现|营业收入"
    r"|净利润)",
    re.IGNORECASE,
)
_BUSINESS = compiled(
    r"(?:We are|The Company is|The Group is|The Firm is|Our company is"
    r"|(?P<name>[A-Z][\w&’'-]*)(?: [A-Z(][\w.,&’'()-]*){0,6} is)"
    r" (?:also )?(?:an?|the|one of|among)\s(?!owner|licensee|party|defendant|plaintiff|result|member|risks)"
    r"|(?:公司|本集团).{0,6}主要(?:从事|经营)|公司的主营业务"
)


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with a summary and the risks."""
    told = _summary(document)
    summed = [prose("summary", document, told)] if told else []
    return [*findings, *summed, *_risks(document)]


def _summary(document: Document) -> list[Candidate]:
    """What the company does, and what its figures did."""
    everything = scored(document, None)
    start, end = _section(document, _DISCUSSION, _DISCUSSED) or (0, len(document.text))
    inside = [one for one in everything if start <= one.candidate.start < end]
    figures = [_weighed(one) for one in inside if _on_figures(one.candidate.shown)]
    chosen = best(figures, MOST, business := _business(document, everything))
    return sorted((one.candidate for one in (*business, *chosen)), key=lambda one: one.start)


def _on_figures(text: str) -> bool:
    """Whether a sentence says what a line of the statements did, and not what it would have done."""
    return bool(_FIGURES.search(text) and _LINES.search(text)) and _SUPPOSED.search(text) is None


def _weighed(one: Scored) -> Scored:
    """A sentence, worth more if it is on the sum of all."""
    return replace(one, score=one.score * HEADLINE) if _HEADLINE.search(one.candidate.shown) else one


def _business(document: Document, everything: Sequence[Scored]) -> list[Scored]:
    """The first sentence that says what the company is, if one of the first does; its cover has its name."""
    cover = document.text[:COVER].casefold()
    for one in everything[: max(FIRST, len(everything) // EARLY)]:
        match = _BUSINESS.match(one.candidate.shown)
        if match and (match["name"] is None or match["name"].casefold() in cover):
            return [one]
    return []


def _risks(document: Document) -> Iterator[Finding]:
    """The headings of the risk factors, each at its place."""
    section = _section(document, _RISKS, _AFTER_RISKS)
    if section is None:
        return
    inside = [one for one in paragraphs(document) if section[0] <= one.start < section[1]]
    for index, paragraph in enumerate(inside[1:], 1):
        after = inside[index + 1] if index + 1 < len(inside) else None
        named = _RISK_HAN.match(paragraph.text)
        if named or _is_risk(paragraph, after):
            start, end = named.span("name") if named else (0, len(paragraph.text))
            quote = whole(document).quote(paragraph.start + start, paragraph.start + end)
            yield Finding("risks", one_line(quote.text), (quote,))


def _is_risk(paragraph: Paragraph, after: Paragraph | None) -> bool:
    """Whether a paragraph is one sentence that names a risk, over a longer one that explains it."""
    text = one_line(paragraph.text)
    return (
        after is not None
        and paragraph.kind in ("heading", "paragraph")
        and after.kind == "paragraph"
        and len(text.split()) >= 5
        and len(text) <= LONGEST_RISK
        and len(after.text) >= LONGER * len(text)
        and text[0].isupper()
        and not text.endswith((":", ","))
        and _NAMES_RISK.search(text) is not None
        and _INNER_END.search(text) is None
        and _NO_RISK.match(text) is None
        and not text.isupper()
    )


def _section(document: Document, opens: re.Pattern[str], closes: re.Pattern[str]) -> tuple[int, int] | None:
    """The longest stretch from a heading of a section to that of the next; None if there is none of some length."""
    everything = paragraphs(document)
    found: list[tuple[int, int]] = []
    for paragraph in everything:
        if len(paragraph.text) > LONGEST_HEADING or paragraph.kind == "table" or not opens.match(paragraph.text):
            continue
        following = (
            one.start for one in everything[paragraph.index + 1 :] if _is_heading(one) and closes.match(one.text)
        )
        found.append((paragraph.start, next(following, len(document.text))))
    longest = max(found, key=lambda span: span[1] - span[0], default=None)
    least = LEAST_IN_HAN if has_han(document.text) else LEAST_DISCUSSED
    return longest if longest and longest[1] - longest[0] >= least else None


def _is_heading(paragraph: Paragraph) -> bool:
    return paragraph.kind == "heading" or (paragraph.kind == "paragraph" and len(paragraph.text) < 100)
