"""The organisations that a document names: companies by their legal form, public bodies and schools by their word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docpipe.patterns import compiled
from docpipe.rules.later import later
from docpipe.rules.summary.sentences import whole
from docpipe.rules.view import View
from docpipe.rules.zh_script import has_han
from docpipe.types import Document, Finding, paragraphs

ANSWERS = ("organisations",)

_WORD = r"(?:(?:[A-Z]\.){2,}|(?:[A-Z]|[a-z](?=[A-Z]))(?:[\w&'’-]|\.(?=\w))*\.?(?<![a-z]{3}\.))"
_JOIN = r"(?:of|&|de|du|des|der|di)"
_FORM = (
    r"(?:Inc|Corp|Corporation|LLC|L\.L\.C|Ltd|Limited|PLC|plc|LLP|L\.P|GmbH|AG|S\.A|N\.V|B\.V|S\.p\.A|Pty|Company|Co)"
)
_BODY = (
    r"(?:University|Institute|Ministry|Department|Agency|Commission|Committee|Council|Authority|Administration|Bureau"
    r"|Association|Foundation|Federation|Organi[sz]ation|Bank|College|Hospital|Parliament|Society)"
)
_BODY_OF = (
    r"(?:University|Institute|Ministry|Department|Bureau|Bank|Office|Court|College|Board|Council|Commission|Centers?)"
)
_PLACE = (
    rf"(?!(?:This|That|Such|Any|All|Directors)\b)(?:(?:New|South|North|West|East|San|Los|Saint|St\.|Hong|United|Great"
    rf"|Central|Costa|Sierra|Puerto)\s)?{_WORD}"
)
_COMPANY = compiled(
    rf"\b(?:(?<!\bof\s){_WORD}\sand\s{_WORD}(?:\s{_WORD}){{0,2}},?\s|(?:{_WORD}(?:,?\s(?:{_JOIN}\s)?)){{1,6}}){_FORM}\b\.?(?!\w)"
)
_PUBLIC = compiled(
    rf"\b(?:(?:{_WORD}\s(?:and\s)?){{1,4}}{_BODY}\b(?:\s(?:of|for|on)\s(?:the\s)?{_PLACE}(?:\sand\s{_WORD})?)?"
    rf"|{_BODY_OF}\s(?:of|for|on)\s(?:the\s)?{_PLACE}(?:\s(?:and|of|of the)\s{_WORD})?)"
)
_HAN = later(
    r"[\u4e00-\u9fff（）()]{2,24}?(?:股份有限公司|有限责任公司|有限公司|集团公司|会计师事务所(?:（特殊普通合伙）)?|律师事务所|委员会|人民政府|人民法院"
    r"|大学|研究院|研究所|管理局|仲裁院|银行)"
)
_HAN_LEAD = later(
    r"^(?:[^\u4e00-\u9fff]|.*?(?:甲方|乙方|丙方|名称|我们|审计了|了|号|为|由|与|和|及|向|在|经|是|对|的|或|称|至|于|即|（以下))+"
)
_ABBREVIATED = frozenset(["Inc", "Corp", "Co", "Ltd", "L.L.C", "L.P", "S.A", "N.V", "B.V", "S.p.A"])
_GENERIC = frozenset(
    [
        "the",
        "this",
        "that",
        "our",
        "any",
        "such",
        "each",
        "a",
        "an",
        "company",
        "board",
        "committee",
        "department",
        "agency",
        "office",
        "service",
        "court",
        "bank",
    ]
)
_LEADING = frozenset(
    [
        "The",
        "This",
        "That",
        "These",
        "If",
        "In",
        "On",
        "At",
        "By",
        "For",
        "From",
        "To",
        "Under",
        "With",
        "And",
        "Or",
        "Our",
        "Each",
        "Any",
        "Such",
        "When",
        "While",
        "As",
        "Upon",
        "Since",
        "After",
        "Before",
        "Although",
        "Both",
        "All",
        "No",
        "Where",
        "Whether",
        "However",
        "Table",
        "Figure",
        "Chapter",
        "Section",
        "Source",
        "Note",
        "See",
        "Address",
        "Name",
        "Attention",
        "Between",
    ]
)


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with the organisations, each once, in the order in which they first come."""
    seen: set[str] = set()
    mine: list[Finding] = []
    for start, end in _names(document):
        quote = whole(document).quote(start, end)
        name = " ".join(quote.text.split())
        key = "".join(filter(str.isalnum, name.casefold()))
        if key not in seen:
            seen.add(key)
            mine.append(Finding("organisations", name, (quote,)))
    return [*findings, *mine]


def _names(document: Document) -> Iterator[tuple[int, int]]:
    for paragraph in paragraphs(document):
        if paragraph.kind == "table":
            continue
        text = paragraph.text
        companies = [match.span() for match in _COMPANY.finditer(text)]
        bodies = [_before(text, match.span(), companies) for match in _PUBLIC.finditer(text)]
        spans = [_trimmed(text, *span) for span in (*companies, *bodies)]
        spans += [_trimmed_han(text, *match.span()) for match in _HAN().finditer(text)] if has_han(text) else []
        end = 0
        for start, stop in sorted(span for span in spans if span):
            if start >= end:
                yield paragraph.start + start, paragraph.start + stop
                end = stop


def _before(text: str, span: tuple[int, int], companies: list[tuple[int, int]]) -> tuple[int, int]:
    """A body's name without the beginning of a company's that an "and" joined to it."""
    start, end = span
    inside = next((first for first, last in companies if start < first < end < last), None)
    return span if inside is None else (start, max(start, text.rfind(" and ", start, inside)))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A name without words before it that begin a sentence; None if no name is left, or all of it is in capitals."""
    words = text[start:end].split()
    while words and words[0].rstrip(",") in _LEADING:
        start = text.index(words[0], start) + len(words.pop(0))
        start += len(text[start:end]) - len(text[start:end].lstrip())
    name = text[start:end]
    if name.endswith(".") and words[-1].strip(".") not in _ABBREVIATED:
        end, name = end - 1, name[:-1]
    known = [word for word in words if word.lower().strip(".,") not in _GENERIC]
    if (
        not known
        or len(words) < 2
        or len(name) < 6
        or "\n" in name
        or name.isupper()
        or name.rstrip(".").endswith(" of")
    ):
        return None
    return start, end


def _trimmed_han(text: str, start: int, end: int) -> tuple[int, int] | None:
    lead = _HAN_LEAD().match(text[start:end])
    start += lead.end() if lead else 0
    return (start, end) if end - start >= 6 else None
