"""What the cover of a report says: company, form, the day on which its period ends, shares outstanding.

A release has no cover; its headline and the heads of its statements say the same.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.dates import find_dates
from docpipe.rules.report.printed import printed
from docpipe.rules.report.titles import title_kind
from docpipe.types import Document, Paragraph
from docpipe.words import Span

COVER_PAGES = 4
"""Pages that a cover fills at most: with long lists of securities it has three, and a table of contents follows."""

COVER = 24_000
"""Characters of a cover at most; a registrant with 60 securities has 15,000."""


class Fact(Struct, frozen=True):
    """A value and the places that say it; ``why`` for one that follows from them."""

    value: str
    spans: tuple[Span, ...]
    why: str = ""


class Shares(Struct, frozen=True):
    """Shares outstanding by the cover, on a day; several classes are added up."""

    value: Decimal
    day: datetime.date | None
    label: str
    printed: str
    spans: tuple[Span, ...]
    classes: int = 1
    day_span: Span | None = None


class Cover(Struct, frozen=True):
    """What the cover, or the headline of a release, says; None for what it does not."""

    company: Fact | None
    form: Fact | None
    period_end: Fact | None
    shares: Shares | None

    @property
    def end(self) -> datetime.date | None:
        return datetime.date.fromisoformat(self.period_end.value) if self.period_end else None

    @property
    def interim(self) -> bool | None:
        """Whether it reports a part of a year; None where the form does not say so."""
        if self.form is None or self.form.value in (RELEASE, *OCCASIONAL):
            return None
        return self.form.value not in ANNUAL


ANNUAL = frozenset({"10-K", "10-K/A", "10-KT", "20-F", "40-F", "20-F/A", "40-F/A", "annual report"})

RELEASE = "earnings release"

OCCASIONAL = frozenset({"8-K", "8-K/A", "6-K", "6-K/A"})
"""Forms that carry releases: their period is that of the statements in them."""


@lru_cache(maxsize=2)
def cover(document: Document) -> Cover:
    """The facts of a document's first pages."""
    first = _first_pages(document)
    form = _form(document, first)
    return Cover(_company(document, first), form, _period_end(document, first), _shares(document, first, form))


def _first_pages(document: Document) -> tuple[Paragraph, ...]:
    """The paragraphs of the cover, up to the table of contents."""
    found: list[Paragraph] = []
    for paragraph in printed(document)[:400]:
        over = paragraph.page > COVER_PAGES or paragraph.start > COVER
        if over or (paragraph.page > 1 and _CONTENTS.match(paragraph.text.strip())):
            break
        found.append(paragraph)
    return tuple(found)


_CONTENTS = compiled(r"(?i)(?:table\s+of\s+)?contents\b|index$|part\s+i\b")

# form


_FORM = compiled(
    r"(?i)\bform\s{1,3}(?P<form>(?:10\s?-?\s?KT?|10\s?-?\s?QT?|8\s?-?\s?K|20\s?-?\s?F|40\s?-?\s?F|6\s?-?\s?K))(?P<amended>\s?/\s?A)?(?!\w)"
)
_ANNUAL_REPORT = compiled(
    r"(?i)\bannual\s+(?:report\b(?:\s+and\s+accounts)?|(?:financial\s+)?(?:accounts|statements|report)\b)"
    r"|\buniversal\s+registration\s+document\b"
)
_INTERIM_REPORT = compiled(
    r"(?i)\b(?:interim|half[\s-]year(?:ly)?|quarterly|six[\s-]months?)\s+(?:(?:condensed|consolidated|financial)\s+)*"
    r"(?:report|results|statements|information)\b"
)
_HEADLINE = compiled(
    r"(?i)\b(?:reports?|announces?|results?|delivers?|posts?)\b[^.\n]{0,80}?\b(?:quarter|year|fiscal|q[1-4])\b[^.\n]{0,80}"
    r"|\b(?:first|second|third|fourth|full)[\s-](?:quarter|year)\b[^.\n]{0,60}\bresults\b"
)


def _form(document: Document, first: tuple[Paragraph, ...]) -> Fact | None:
    """The form that the cover names; a release is one by its headline, an annual report by its title."""
    end = first[-1].end if first else 0
    match = _FORM.search(document.text, 0, min(end, FORM_WITHIN))
    if match:
        name = re.sub(r"^(\d+)\s?-?\s?", r"\1-", match["form"].upper()) + ("/A" if match["amended"] else "")
        return Fact(name, (match.span("form") if not match["amended"] else (match.start("form"), match.end()),))
    for paragraph in first[:RELEASE_PARAGRAPHS]:
        if found := _ANNUAL_REPORT.search(paragraph.text[:200]):
            return Fact("annual report", (_at(paragraph, found.span()),))
        if found := _HEADLINE.search(paragraph.text[:300]):
            return Fact(RELEASE, (_at(paragraph, found.span()),), "no form is named; its headline announces results")
        if found := _INTERIM_REPORT.search(paragraph.text[:200]):
            return Fact("interim report", (_at(paragraph, found.span()),))
    return None


FORM_WITHIN = 3_000
RELEASE_PARAGRAPHS = 20

# company


_EXACT = compiled(r"(?i)\(?\s*exact\s+names?\s+of\s+(?:each\s+|the\s+)?(?:registrants?|compan)")
_CORPORATE = compiled(
    r"(?:\b(?:Inc|INC|Incorporated|INCORPORATED|Corp|CORP|Corporation|CORPORATION|Company|COMPANY|Co|CO|Ltd|LTD|Limited"
    r"|LIMITED|PLC|plc|Plc|LLC|L\.L\.C|L\.P|LP|N\.?V|S\.?A|S\.?p\.?A|SE|AG|AB|ASA|A/S|Oyj|KGaA|Bhd|Berhad|BERHAD|SGPS"
    r"|Group|GROUP|Holdings|HOLDINGS|Trust|TRUST|Bancorp|BANCORP)\b\.?)"
)
_NO_NAME = compiled(
    r"(?i)commission\s+file|file\s+n(?:o|umber)|^\s*\(?(?:mark\s+one|or|form)\b|transition\s+period|^[\W\d_]*$|securities\s+and\s+exchange"
    r"|annual\s+report|^united\s+states|washington,?\s+d|\bended\b|[☐☒]|\bpursuant\b"
)
_NUMBERED = compiled(
    r"(?i)^(?:.*\bfile\s+(?:numbers?|nos?\.?):?\s*[\d-]+(?:\s*\([^)]*\))?|\d{1,3}-\d{4,6}(?=\s+[a-z]))\s*"
)
"""The number of the file, which may stand before the name on its line."""


_BEHIND = compiled(r"(?i)\s*\((?:an?\s|incorporated\s|organized\s).*$")
"""The kind of company and its address, which may stand behind the name on its line."""

_SUBSIDIARIES = compiled(r"(?i),?\s+(?:and|&)\s+(?:its\s+)?(?:consolidated\s+)?subsidiar(?:y|ies)\b.*$")


def _company(document: Document, first: tuple[Paragraph, ...]) -> Fact | None:
    """The registrant's exact name, the name in a headline, or the first company's name on the first page."""
    for at, paragraph in enumerate(first):
        match = _EXACT.search(paragraph.text)
        if match:
            return _name_before(document, first, at, match.start()) or _taken_for_header(document)
    for paragraph in first[:RELEASE_PARAGRAPHS]:
        match = _ANNOUNCER.match(paragraph.text)
        if match:
            placed = _DATELINE.match(match["name"])
            first_letter = match.start("name") + (placed.end() if placed else 0)
            name = paragraph.text[first_letter : match.end("name")].strip()
            if not _CORPORATE.search(name) and (listed := _listed(document, name)) is not None:
                return listed
            return Fact(name, (_at(paragraph, (first_letter, first_letter + len(name))),))
    for paragraph in first[:RELEASE_PARAGRAPHS]:
        for start, line in _lines(paragraph):
            text = _REPORT_OF.sub("", _SUBSIDIARIES.sub("", line.strip()))
            if title_kind(line) is not None:
                continue
            if 3 < len(text) <= 80 and _CORPORATE.search(text) and not _NO_NAME.search(text) and text[-1] not in ";:":
                lead = line.find(text)
                return Fact(text, ((start + lead, start + lead + len(text)),))
    return None


_REPORT_OF = compiled(
    r"(?i)\s+(?:(?:19|20)\d\d\s+)?(?:annual|interim|half-year(?:ly)?|integrated)\s+(?:annual\s+)?reports?\b.*$"
)
"""What stands behind a company's name on the line of a title: ``2022 Annual Report``."""


def _taken_for_header(document: Document) -> Fact | None:
    """A name that was cut from the cover, since statements have it above them: where the text names it elsewhere."""
    for piece in document.removed:
        name = piece.text.strip()
        if piece.page <= COVER_PAGES and piece.kind == "header" and _CORPORATE.search(name):
            at = document.text.find(name)
            if at >= 0:
                return Fact(name, ((at, at + len(name)),))
    return None


def _listed(document: Document, name: str) -> Fact | None:
    """The whole name of a company whose headline has a part of it: what stands before its exchange and symbol."""
    pattern = re.compile(rf"\b{re.escape(name)}\b[\w.,&’' -]{{1,50}}?(?=\s*\((?:{_EXCHANGES})\b[^)]{{1,30}}\))")
    found = pattern.search(document.text, 0, FORM_WITHIN)
    return Fact(found.group().strip(), (found.span(),)) if found and _CORPORATE.search(found.group()) else None


_EXCHANGES = r"NYSE|Nasdaq|NASDAQ|NasdaqGS|TSX|LSE|ASX|HKEX|SGX|OTC\w*|Euronext|SIX"
_ANNOUNCER = compiled(
    r"\s*(?!(?i:annual|interim|quarterly|half|financial|full|six|this)\b)(?P<name>[\w][\w.,&’' -]{1,60}?)"
    r"(?:\s+(?:today|has|is pleased to))*\s+(?:(?i:reports?|announces?|delivers?|posts?))\b"
    r"(?=[^.\n]{0,120}(?i:results|quarter|year))"
)


_DATELINE = compiled(r".*\b(?:19|20)\d\d\b[\s.,:–—-]+(?=[A-Z])")
"""Where and when a release is made: ``LONDON, 31 July 2024.``"""


def _name_before(document: Document, first: tuple[Paragraph, ...], at: int, offset: int) -> Fact | None:
    """The line above the words "exact name of registrant", the first of several registrants' names."""
    before = first[at].text[:offset]
    found: Fact | None = None
    candidates = [*(paragraph for paragraph in first[max(0, at - 6) : at]), first[at]]
    for paragraph in reversed(candidates):
        text = before if paragraph is first[at] else paragraph.text
        for start, line in reversed(list(_lines_of(text, paragraph.start))):
            name = _BEHIND.sub("", _NUMBERED.sub("", line)).strip(" \t_(*")
            if len(name) >= 3 and not _NO_NAME.search(name) and re.search(r"[A-Za-z]{2}", name):
                lead = line.find(name)
                name = _SUBSIDIARIES.sub("", name)
                here = Fact(name, ((start + lead, start + lead + len(name)),))
                if found is not None and not _CORPORATE.search(name):
                    return found
                found = here
            elif found is not None:
                return found
    return found


def _lines(paragraph: Paragraph) -> Iterator[tuple[int, str]]:
    return _lines_of(paragraph.text, paragraph.start)


def _lines_of(text: str, start: int) -> Iterator[tuple[int, str]]:
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


# period


_ENDED = compiled(r"(?i)\b(?:period|year|quarter|months|weeks|fiscal)s?\s+ended:?\s+|\byear\s+ending:?\s+")


def _period_end(document: Document, first: tuple[Paragraph, ...]) -> Fact | None:
    """The day on which the period ends that the cover names."""
    text = document.text
    for match in _ENDED.finditer(text, 0, first[-1].end if first else 0):
        if _TRANSITION.search(text, max(0, match.start() - 40), match.start()):
            continue
        start = match.end()
        window = text[start : start + 40].replace("\n", " ").replace("\t", " ")
        found = next((date for date in find_dates(window) if date.value and date.start <= 2), None)
        if found is not None and found.value is not None:
            listed = _MORE_YEARS.match(text, start + found.end)
            last = max(map(int, re.findall(r"\d{4}", listed.group())), default=0) if listed else 0
            day = found.value if last <= found.value.year else _same_day(found.value, last)
            return Fact(day.isoformat(), ((start + found.start, listed.end() if listed else start + found.end),))
    return None


_MORE_YEARS = compiled(r"(?:(?:\s*,)?(?:\s+and)?\s+(?:19|20)\d\d\b(?!,\d))+")
"""Years behind a date: ``March 31, 2021, 2022 and 2023``."""


def _same_day(day: datetime.date, year: int) -> datetime.date:
    return day.replace(year=year, day=min(day.day, calendar.monthrange(year, day.month)[1]))


_TRANSITION = compiled(r"(?i)transition|preceding|most\s+recent(?:ly)?\s+completed")

# shares


_COUNT = compiled(
    r"(?i)(?<![\d$.,€£-])(?P<figure>\d{1,3}(?:,\d{3}){1,4}|\d{6,12}|\d+(?:\.\d+)?(?=\s+(?:m|b)illion\b))(?!\d|[,.]\d)(?:\s+(?P<scale>million|billion)\b)?"
)
_OUTSTANDING = compiled(r"(?i)\boutstanding\b")
_MARKET = compiled(r"(?i)aggregate\s+market\s+value|non-?affiliates|closing\s+(?:sales?\s+)?price")
_SENTENCE = compiled(r"(?<=[a-z\d)])\.\s+(?=[A-Z])|\n(?=As of|The number|Indicate)")
_TREASURY = compiled(r"(?i)\b(?:deducting|excluding|excludes?|net\s+of|less)\s+(?:approximately\s+)?$")
FEWEST_SHARES = 1_000
REACH = 320
"""Characters around a count within which the cover calls it outstanding."""


def _shares(document: Document, first: tuple[Paragraph, ...], form: Fact | None) -> Shares | None:
    """The number of shares outstanding that the cover states, all classes together."""
    if not first or form is None or form.value == RELEASE:
        return None
    text = document.text
    end = first[-1].end
    for word in _OUTSTANDING.finditer(text, 0, end):
        start, stop = max(0, word.start() - REACH), min(end, word.end() + REACH)
        counts = [found for found in _COUNT.finditer(text, start, stop) if _counts_shares(text, found, word.start())]
        if counts:
            return _stated(text, counts, word.start(), end)
    return None


def _counts_shares(text: str, count: re.Match[str], word: int) -> bool:
    """Whether a number beside "outstanding" counts shares: no money or file number, in no sentence on market value."""
    between = text[min(count.end(), word) : max(count.start(), word)]
    cuts = list(_SENTENCE.finditer(between))
    if cuts and word < count.start():
        return False
    if cuts:
        return False
    before = text[max(0, count.start() - 60) : count.start()]
    first, last = min(count.start(), word), max(count.end(), word)
    lead = text[max(0, first - 240) : first]
    cut = [found.end() for found in _SENTENCE.finditer(lead)]
    rest = text[last : last + 240]
    stop = _SENTENCE.search(rest)
    sentence = lead[cut[-1] if cut else 0 :] + text[first:last] + rest[: stop.start() if stop else None]
    if (
        _TREASURY.search(before)
        or _MARKET.search(sentence)
        or re.search(r"(?i)(?:file|no\.|number:?)\s*[\d-]*$|\$\s*$", before)
    ):
        return False
    return bool(count["scale"]) or Decimal(count["figure"].replace(",", "")) >= FEWEST_SHARES


def _stated(text: str, counts: list[re.Match[str]], word: int, end: int) -> Shares:
    """The shares of the counts: the sum where classes are listed, else the count nearest to the word."""
    near = text[max(0, counts[0].start() - REACH) : min(end, counts[-1].end() + REACH)]
    several = len(counts) > 1 and len(set(re.findall(r"(?i)\bclass\s+([A-E])\b", near))) > 1
    chosen = counts if several else [min(counts, key=lambda one: min(abs(one.start() - word), abs(one.end() - word)))]
    total = sum((_number(one) for one in chosen), Decimal(0))
    first, last = min(chosen[0].start(), word), max(chosen[-1].end(), word + len("outstanding"))
    line = text[first:last]
    day, day_span = _day(text, first, last, end)
    return Shares(
        total, day, " ".join(line.split())[:200], " + ".join(one.group() for one in chosen),
        ((first, last), *(one.span() for one in chosen)), len(chosen), day_span,
    )  # fmt: skip


def _number(count: re.Match[str]) -> Decimal:
    scale = {"million": 10**6, "billion": 10**9}.get((count["scale"] or "").casefold(), 1)
    return Decimal(format((Decimal(count["figure"].replace(",", "")) * scale).normalize(), "f"))


def _day(text: str, first: int, last: int, end: int) -> tuple[datetime.date | None, Span | None]:
    """The day for which the count is given: in its sentence, else just before or behind it."""
    start = max(0, first - 120)
    near = text[start : min(end, last + 120)]
    days = [found for found in find_dates(near) if found.value is not None]
    middle = (first + last) / 2 - start
    nearest = min(days, key=lambda found: abs((found.start + found.end) / 2 - middle), default=None)
    return (nearest.value, (start + nearest.start, start + nearest.end)) if nearest else (None, None)


def _at(paragraph: Paragraph, span: tuple[int, int]) -> Span:
    return paragraph.start + span[0], paragraph.start + span[1]
