"""Whether the document is signed, and what of it is missing: blanks, redactions, exhibits that are not attached."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import (
    FEWEST_LETTERS,
    QUOTE_LETTERS,
    Sentence,
    clause_span,
    letters,
    printed,
    sentences,
    widened,
)
from docpipe.rules.contract.party_details import is_role
from docpipe.rules.contract.signatures import to_sign_on
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph, Quote, paragraphs
from docpipe.words import Span

ANSWERS = ("status", "completeness")


def find(view: View) -> Iterable[Finding]:
    """Signatures, stamps of a draft or an execution version, blanks, redactions, and exhibits that are named.

    Signatures are cited line by line: blocks to sign stand side by side, and their lines nowhere follow each other.
    """
    for finding in _found(view):
        if finding.field == "status":
            finding = replace(finding, quotes=tuple(line for each in finding.quotes for line in _by_line(view, each)))
        yield finding


def _by_line(view: View, quote: Quote) -> Iterator[Quote]:
    if quote.span is None or "\n" not in quote.text:
        yield quote
        return
    lines: list[Quote] = []
    start = quote.span[0]
    for line in quote.text.split("\n"):
        if letters(line):  # a rule to sign on has none, and can't be found again
            lines.append(view.quote(start, start + len(line)))
        start += len(line) + 1
    yield from lines or [quote]


def _found(view: View) -> Iterator[Finding]:
    for paragraph in view.own:
        yield from _signatures(view, paragraph)
    for paragraph in view.opening:
        yield from _stamps(view, paragraph)
    for sentence in sentences(view):
        if (
            "exhibit" in sentence.low
            or "schedule" in sentence.low
            or "annex" in sentence.low
            or "appendix" in sentence.low
        ):
            yield from _attachments(view, sentence)
        yield from _gaps(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Signatures make it executed, whatever else is printed; exhibits count as missing when none has a heading."""
    rest = [finding for finding in findings if finding.field not in ANSWERS]
    stages = [finding for finding in findings if finding.field == "status" and not finding.attribute]
    signed = [finding for finding in findings if finding.field == "status" and finding.attribute]
    if stages:
        best = min(stages, key=lambda finding: (_STAGES.index(finding.value["stage"]), finding.at))
        rest += [replace(best, basis=""), *(signed if best.value["stage"] == "executed" else [])]
    attached = _headings(document)
    gaps = [finding for finding in findings if finding.field == "completeness"]
    if any(finding.value["stage"] == "executed" for finding in stages):
        gaps = [gap for gap in gaps if gap.basis != UNSIGNED]  # a copy leaves lines of witnesses and forms blank
    missing = [gap for gap in gaps if gap.value["kind"] == "exhibit_missing" and gap.basis not in attached]
    return [*rest, *missing, *(gap for kind in ("redacted", "blank") for gap in _together(document, kind, gaps))]


FEW_GAPS = 12
"""Redactions, or blanks, that are worth an entry each; a heavily redacted agreement has 300."""


def _together(document: Document, kind: str, gaps: list[Finding]) -> list[Finding]:
    """The gaps of a kind; many of them as one entry, called as most are printed, with every place as evidence."""
    mine = [gap for gap in gaps if gap.value["kind"] == kind]
    if len(mine) <= FEW_GAPS:
        return [replace(gap, basis="") for gap in mine]
    mark = Counter(gap.basis for gap in mine).most_common(1)[0][0]
    value, item = {"kind": kind, "what": mark}, f"{kind}|{mark}"
    return [replace(mine[0], value=value, item=item, basis="", quotes=_apart(document, mine))]


def _apart(document: Document, gaps: list[Finding]) -> tuple[Quote, ...]:
    """The quotes of gaps, those that overlap as one: marks in a row were widened to the same words around them."""
    spans: list[Span] = []
    for start, end in sorted(quote.span for gap in gaps for quote in gap.quotes if quote.span):
        before = spans[-1] if spans else (0, 0)
        if start < before[1] and letters(document.text[before[0] : end]) <= QUOTE_LETTERS:
            spans[-1] = (before[0], max(before[1], end))
        else:
            spans.append((start, end))
    return tuple(Quote(document.text[start:end], (start, end)) for start, end in spans)


UNSIGNED = "unsigned"
"""Basis of blanks in signature blocks; they tell something where nobody has signed."""

_STAGES = ("executed", "execution_version", "draft", "unknown")

_SIGNED = later(r"/\s?[sS]\s?/\s*(?:s\s)?(?P<name>[A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’,-]*){0,4})?")
_BLANK_SIGNATURE = later(r"\b(?:By|BY|Signature|Signed)\s*:?\s*_{4,}")
_BLANK_DATE = later(r"\b(?:Date|DATE|Dated)\s*:\s*_{4,}")
_BARE_SIGNATURE = later(r"(?:^|\n)\s*(?:By|BY):\s*(?:\n\s*|\s+)(?:Name|NAME|Title|TITLE|Its|ITS):")
"""A line to sign on without anything on it: a scan may have a hand's signature there, which no text shows."""

_EXECUTION = later(r"\bEXECUTION\s+(?:VERSION|COPY)\b|\bExecution\s+(?:Version|Copy)\b")
_DRAFT = later(
    r"^\W*(?:DRAFT\b(?!ING)|Draft\s+(?:of|dated|as\s+of|\d)|(?:CONFIDENTIAL|PRELIMINARY|DISCUSSION)\s+DRAFT\b)"
)
_TWICE = compiled(r"^(.{5,40}?),?\s+\1\b.*$")
"""A name signed and printed under it: "Jane Doe Jane Doe, VP"."""

_NAME_END = later(
    r"\s+(?:Name|Title|Its|By|Date|Signature|Signed|Print|Printed|President|Chief|Vice|Director|CEO|CFO|Chairman"
    r"|Secretary|Managing|Executive)\b.*$"
)


_LABELS = compiled(r"\s*:")
_LAST_LABEL = compiled(r"\s+(?:(?:Service|Receiving|Disclosing|First|Second)\s+)?(\S+)$")


def _without_label(name: str) -> str:
    """A name without the label behind it, in front of who signs next on the line: "Ann Byrne Company: /s/"."""
    label = _LAST_LABEL.search(name)
    is_label = label and (is_role(label[1]) or label[1].casefold() in ("company", "corporation", "party", "by"))
    return name[: label.start()] if label and is_label else name


def _signatures(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    if bare := _bare(view, paragraph):
        yield Finding("status", {"stage": "unknown"}, (bare,))
    if "/" not in paragraph.text and "___" not in paragraph.text:
        return
    for match in _SIGNED().finditer(paragraph.text):
        quote = widened(view, *_line(paragraph, match.start(), match.end()))
        yield Finding("status", {"stage": "executed"}, (quote,))
        name = " ".join((match["name"] or "").split())
        if match["name"] and _LABELS.match(paragraph.text, match.end("name")):
            name = _without_label(name)
        name = _NAME_END().sub("", name)
        name = _TWICE.sub(r"\1", name).strip(" ,_")
        if len(name) > 4 and " " in name:
            yield Finding("status", name, (quote,), attribute="signed_by")
    if blank := _BLANK_SIGNATURE().search(paragraph.text):
        quote = widened(view, *_line(paragraph, blank.start(), blank.end()))
        yield Finding("status", {"stage": "unknown"}, (quote,))
        yield _unsigned(_shortened(blank), quote)
        yield from _date_below(view, paragraph)


def _bare(view: View, paragraph: Paragraph) -> Quote | None:
    """A line "By:" with nothing behind it, and the label below it."""
    if "By:" not in paragraph.text and "BY:" not in paragraph.text:
        return None
    text, end = paragraph.text, paragraph.end
    for below in view.after(paragraph, 1):
        text, end = f"{text}\n{below.text}", below.end
    match = _BARE_SIGNATURE().search(text)
    if match is None or match.start() > len(paragraph.text):
        return None
    return widened(view, paragraph.start + match.start(), min(end, paragraph.start + match.end()))


def _date_below(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """The blank for the day, in the block of a blank signature."""
    for below in (paragraph, *view.after(paragraph, 3)):
        if match := _BLANK_DATE().search(below.text):
            yield _unsigned(_shortened(match), widened(view, below.start + match.start(), below.start + match.end()))
            return


def _shortened(blank: re.Match[str]) -> str:
    """The label of a blank with the first of its line: all lines with the label read the same."""
    return " ".join(blank[0][: blank[0].index("_") + 4].split())


def _unsigned(what: str, quote: Quote) -> Finding:
    return Finding("completeness", {"kind": "blank", "what": what}, (quote,), item=f"blank|{what}", basis=UNSIGNED)


def _line(paragraph: Paragraph, start: int, end: int) -> tuple[int, int]:
    """The words around: from "By:" to the next label, in one line, or up to 60 characters of it."""
    text = paragraph.text
    first = max(text.rfind("\n", 0, start) + 1, start - 40)
    labels = list(_LABEL.finditer(text, first, start))
    if labels:
        first = labels[-1].start()
    elif first and text[first - 1].isalnum():
        first = text.find(" ", first) + 1 or first
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if last > end + 60:
        last = max(end, text.rfind(" ", end, end + 60))
    if following := _LABEL.search(text, start + 3, last):
        last = following.start()
    return paragraph.start + min(first, start), paragraph.start + last


_LABEL = compiled(r"\b(?:By|BY|Signature|Signed)\s*:")


def _stamps(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    if len(paragraph.text) > LONGEST_STAMP:
        return
    for pattern, stage in ((_EXECUTION, "execution_version"), (_DRAFT, "draft")):
        if pattern().search(paragraph.text):
            yield Finding("status", {"stage": stage}, (widened(view, paragraph.start, paragraph.end),))


LONGEST_STAMP = 90
"""Characters of a line that says "Execution Version" or "Draft of March 3"; longer ones speak of drafts."""

_REDACTED = later(
    r"\[(?:[_.\s]{0,20}[*•●…][*•●…_.\s]{0,60}|\s?(?:REDACTED|redacted|Redacted|INTENTIONALLY\s+OMITTED)\s?"
    r"|\s?CONFIDENTIAL(?:\s+TREATMENT\s+REQUESTED)?\s?)\]|\*{3,}(?:\s?\*{3,})*"
)
_BLANK = later(r"_{3,}(?:[\s/]*_{3,})*|\[\s{2,}\]|\[_+\]")
_FORM = later(
    r"(?i)\b(?:by|name|title|date|its|signature|signed|witness|attest|print|address|phone|fax|e-?mail|initials?"
    r"|notary)\b\s*:?\s*(?:[_\W]*)$|/s/|^\W*(?:by|name|title|its|signature|signed)\s*:"
)
_NO_FIGURE = later(
    r"(?i:\b(?:of|to|is|at|be|than|least|exceed(?:s|ing)?|pays?|paid|reach|follows:))\s+(?:US\s?|U\.S\.\s?)?"
    r"\$(?=\s+(?!(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|and|or|amounts?|figures?|sign|symbol|value|terms)\b)"
    r"[a-z]{2,}\b|\s*[.,;)](?!\s?\d)|\s*$)"
    r"|(?<=\w\)):\s*\$\s*$"
    r"|(?i:\b(?:of|to|than|least|exceed(?:s|ing)?|by|at|is|be))\s+%(?=\s+(?:of|per|on|interest|thereof)\b|\s*[.,;](?!\d)|\s*$)"
)
"""A sign of money or a share without its figure: "a sum equal to % of", "the sum of $ per day", "a royalty of $ .".

Only behind words that lead to a figure: "prices in $ per unit" and "dollars ($)" name a currency.
"""

_NO_DAY = later(r"(?<=\bas\sof\s),\s?(?:19|20)\d\d\b|(?<=\bdated\s),\s?(?:19|20)\d\d\b")
"""A year whose day was never filled in: "made as of , 2013"."""

_COPYRIGHT = later(r"(?i)(?:\bcopyright|©|\(c\))(?:\s*(?:\(c\)|©|\(?year\)?|[,.\[\]]|\d{4}|by))*\s*\Z")
_TO_PRINT = later(
    r"(?i)\b(?:notices?|legends?|copyright|credit|words?|wording|statement|follow(?:s|ing)|reads?|bear|label\w*|marked)\b"
)
_MAY_BE_GAP = compiled(r"[*_\[$%]|\s,\s?[12]")
_LEGEND = later(
    r"(?i)\b(?:omitted|redacted|denoted|designated|marked|indicated|confidential\s+treatment|omissions?)"
    r"\b.{0,200}(?:\*|\[)|(?:\*|\]).{0,60}\b(?:omitted|redacted|confidential\s+treatment|indicates)\b"
)
_AROUND = 60
"""Characters before a gap that say what is missing."""


def _gaps(view: View, sentence: Sentence) -> Iterator[Finding]:
    """The first redaction, blank and missing figure of a sentence, each with the words that lead to it."""
    text = sentence.text
    if not _MAY_BE_GAP.search(text) or not re.search(r"[A-Za-z\[]", text) or _LEGEND().search(text):
        return
    for kind, pattern in (("redacted", _REDACTED), ("blank", _BLANK), ("blank", _NO_FIGURE), ("blank", _NO_DAY)):
        matches = (match for match in pattern().finditer(text) if kind == "redacted" or not _to_print(text, match))
        match = next(matches, None)
        if match is None or (kind == "blank" and (_FORM().search(text[: match.start()]) or not _in_prose(text, match))):
            continue
        if kind == "blank" and to_sign_on(text, *match.span()):
            continue
        if match.end() == len(text) and _FIGURE.match(view.document.text, sentence.end):
            continue
        begin = max(0, match.start() - _AROUND)
        begin = text.find(" ", begin, match.start()) + 1 if begin else 0
        start, end = clause_span(text, begin, match.end())
        value = printed(view, sentence, {"kind": kind, "what": text[max(begin, start) : match.end()]})
        quote = widened(view, sentence.start + start, sentence.start + end)
        if not _stands_together(view, quote):
            continue  # amid marks alone, or cut by a page's end: its neighbours, which have words, stand for it
        yield Finding("completeness", value, (quote,), item=f"{kind}|{value['what']}".casefold(), basis=match[0])


_FIGURE = compiled(r"\s*[\d\[_*.]")
"""What a reader may have put into the next paragraph: the figure of a sign that ends one."""


def _to_print(text: str, match: re.Match[str]) -> bool:
    """Whether a blank belongs to a notice that is to be printed: "(c) (year) ____", or any in quotation marks."""
    before = text[: match.start()]
    if _COPYRIGHT().search(before):
        return True
    quoted = before.count('"') % 2 == 1 and '"' in text[match.end() :]
    return quoted and bool(_TO_PRINT().search(before[: before.rfind('"')]))


def _stands_together(view: View, quote: Quote) -> bool:
    """Whether each page that a quote stands on has enough words of it to find it again."""
    parts = view.document.places(*quote.span) if quote.span else ()
    return bool(parts) and all(letters(view.document.text[slice(*part.span)]) >= FEWEST_LETTERS for part in parts)


def _in_prose(text: str, match: re.Match[str]) -> bool:
    """Whether words stand before the blank: a rule across the page and a signature line are no gaps."""
    return len(re.findall(r"[A-Za-z]{2,}", text[: match.start()])) >= 3


_EXHIBIT = later(
    r"\b(?:attached|annexed|appended)\s+(?:hereto|to\s+this\s+\w+)?\s*(?:and\s+\w+\s+)?(?:as|in"
    r"|hereto\s+as)?\s*(?P<what>(?:Exhibit|Schedule|Annex|Appendix|Attachment|EXHIBIT|SCHEDULE|ANNEX|APPENDIX)"
    r"\s+[\"“]?[\dA-Z][\w.-]{0,5})"
    r"|\b(?P<other>(?:Exhibit|Schedule|Annex|Appendix|Attachment|EXHIBIT|SCHEDULE|ANNEX|APPENDIX)"
    r"\s+[\"“]?[\dA-Z][\w.-]{0,5})[\"”]?,?\s+(?:which\s+is\s+)?(?:attached|annexed)\b"
)


def _attachments(view: View, sentence: Sentence) -> Iterator[Finding]:
    """Exhibits said to be attached; deriving keeps those without a heading of their own."""
    for match in _EXHIBIT().finditer(sentence.text):
        name = (match["what"] or match["other"]).rstrip(".-")
        start, end = clause_span(sentence.text, *match.span())
        value = printed(view, sentence, {"kind": "exhibit_missing", "what": name})
        quote = view.quote(sentence.start + start, sentence.start + end)
        key = _attachment_key(name)
        yield Finding("completeness", value, (quote,), item=f"exhibit_missing|{key}", basis=key)


def _attachment_key(name: str) -> str:
    return re.sub(r"[^a-z\d]+", " ", name.casefold()).strip()


_HEADING = later(
    r"\W*(?P<name>(?:exhibit|schedule|annex|appendix|attachment)\s+[\"“]?[\da-z][\w.-]{0,5})", re.IGNORECASE
)


def _headings(document: Document) -> frozenset[str]:
    """The attachments that have a heading: a paragraph, or a line, that begins with their name."""
    names: set[str] = set()
    for paragraph in paragraphs(document):
        if match := _HEADING().match(paragraph.text):
            names.add(_attachment_key(match["name"].rstrip(".-")))
    return frozenset(names)
