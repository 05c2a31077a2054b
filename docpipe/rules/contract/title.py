"""The title: the heading over the preamble, or the name by which the preamble calls the agreement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract import instruments
from docpipe.rules.contract.names import name_at
from docpipe.rules.contract.passages import smooth
from docpipe.rules.contract.preamble import WHAT, Preamble, first_basis, preambles
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("title",)

LONGEST = 180
"""Characters of a heading; the longest title of the development contracts has 163."""

NEXT = 8
"""Characters between a heading and the name in the preamble right below it ("⏎This "): such a heading is the title even
where the preamble has another name: right in 3 of the 4 development contracts in which they differ."""

OVER = 6
"""Paragraphs of the opening in which terms and short names, which other lines hold too, stand as titles."""

SAME = 80
"""Similarity (rapidfuzz token_sort_ratio) from which a heading is the name that the preamble gives."""

_NOUN = compiled(rf"\b(?:{WHAT}|power\s+of\s+attorney)\b", re.IGNORECASE)
_NOT_A_TITLE = compiled(
    r"^\s*\(|^\W*\d{1,2}(?:\.\d+)*[.)]\s"
    r"|^\W*(?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)[a-z]*\.?\s\d{1,2},\s\d{4}\b"
    r"|^\W*(?:this|the\s+parties|by\s+and|between|whereas|if|all|in\s+witness|exhibit\s+[\dA-Z.()-]+\s*$|page"
    r"|source|schedule\s+[\"“]?(?:[\d.]+|\w\s*$)|english\s+translation|annex|section|article\s+[\dIVX]+"
    r"|table\s+of|contents|confidential|portions|certain|execution\s+(?:version|copy)|\[|\*|dated|pursuant|www|http"
    r"|list\s+of|index)\b|\.{3,}|;$|(?<!\bno\.)(?<!\bno)(?<!\bn[°º])(?<!number)\s\d{1,3}$"
    r"|\bconfidential\s+treatment\b|\bhereto\b|\bthis\s+agreement\b|\bas\s+of\b|\brequest|\bhas\s+been\b"
    r"|\bpursuant\b|\b(?:agreement|contract)\s+(?:no|number|ref)\b|\bpar\s+value\b"
    r"|\bpublicly\s+disclosed\b|\bcompetitive\s+harm\b|\bnot\s+material\b",
    re.IGNORECASE,
)
_CAPITALISED = compiled(
    r"(?:[A-Z\d&(\"'/-][^\s]*|(?:and|of|for|the|to|in|with|on|by|a|an|or|de|between|no|among|at|agreement|contract"
    r"|lease|amendment)\b[,.]?|n[°º])(?:\s+|$)"
)
_SHORT = compiled(
    r"(?:[A-Z][\w&'-]*\s+){0,5}(?:Terms|TERMS)(?:\s+(?:(?i:of)|and|AND|&)\s+[A-Z]\w+){0,2}|(?:[A-Z][\w&'-]*\s+){0,3}M?NDA"
)
_PLAIN = compiled(r"[A-Z][\w-]+(?:\s+[\w&/-]+){1,4}\s+(?:agreement|contract)")
"""A title in lower case: "Maintenance and support contract"."""
_NUMBERED = compiled(
    r"(?<=[a-zA-Z]\s(?i:contract))\s+[Nn][Oo]\.?\s*\d[\w/.-]*$|(?<=[a-zA-Z]\s(?i:agreement))\s+[Nn][Oo]\.?\s*\d[\w/.-]*$"
)
"""The number of a contract behind its name, "SERVICES CONTRACT No. 14/2024"; "Contract No. 14" alone names none."""
_EXHIBIT = compiled(r"^\W*(?:(?:exhibit|ex)\s*[-\w.()]{1,14}\s+(?=[A-Z]{2})|(?:re|subject)\s*:\s*)", re.IGNORECASE)
_WORD = r"(?:[A-Z\d][\w&/'.-]*,?|and|of|for|to|the|in|with|on|&|-|/|\([^()\"]{1,20}\))"
_KIND = (
    r"(?:AGREEMENT|Agreement|agreement|CONTRACT|Contract|contract|LEASE|Lease|LICENSE|License|AMENDMENT|Amendment"
    r"|ADDENDUM|Addendum|MEMORANDUM|Memorandum|DEED|Deed|PLAN|Plan"
    r"|UNDERTAKING|Undertaking|LETTER|Letter|GUARANTY|Guaranty|INDENTURE|Indenture|SUPPLEMENT|Supplement|SCHEDULE"
    r"|Schedule|TERM SHEET|Term Sheet|STATEMENT OF WORK|Statement of Work)"
)
_NAMED = compiled(
    rf"\b(?:THIS"
    rf"|This)\s+(?P<name>(?!to\b)(?:{_WORD}\s+){{0,16}}?{_KIND}s?\b(?:(?:\s*,?\s+{_WORD}){{0,8}}?\s+{_KIND}\b)*(?:\s+(?:[Nn]o\.?"
    rf"|N[uo]mber|NO\.?|#|[Nn]°)\s*\w{{1,4}}\b)?(?:\s+(?:FOR|for)(?:\s+(?!THE\b|the\b){_WORD}){{1,6}}(?=\s*\())?)"
)
_BARE = later(rf"^\W*(?P<name>(?:{_WORD}\s+){{1,12}}?{_KIND})\b(?=[\s,]*(?:\(|dated|made|is\b|entered|effective|,))")
_SENTENCE = compiled(r".*[a-zA-Z]{3}\.\s+(?=[A-Z])", re.DOTALL)
_COMPANY_END = later(
    r".{2,60}?\b(?:INC|CORPORATION|CORP|LLC|L\.L\.C|LTD|LIMITED|INCORPORATED|L\.P|PLC|Inc|Corporation|Corp|Ltd"
    r"|Limited)\b\.?\s+(?!and\b|AND\b|&)",
    re.DOTALL,
)
_LISTED = compiled(r"(?P<name>agreement|contract),", re.IGNORECASE)
_NAMES = compiled(
    r".*\b(?:AGREEMENT|CONTRACT|LEASE|LICENSE|DEED)(?P<names>\s+(?:-\s+)?"
    r"(?!(?:FOR|OF|TO|AND|OR|ON|WITH|IN|AS|BY|AT|NO|NUMBER|REGARDING|RELATING|RE|BETWEEN|AMONG|TERMS|GENERAL)\b)"
    r"[A-Z][\w.,&'’()-]*(?:\s+[\w.,&'’():-]+){2,})$"
)
"""A title in capitals and then names: of parties, funds, projects."""
_AFTER = compiled(r"[\s,-]+(?:by\s+and\s+(?:between|among)|between|among|dated|effective)\b", re.IGNORECASE)
_AMENDS = compiled(
    r"^(?:(?:first|second|third|fourth|fifth|sixth)\s+)?(?:amendment|addendum|supplement)\b", re.IGNORECASE
)
_OPEN = compiled(r"(?:\b(?:and|of|for|to|the|with|on)|[,&/-])\s*$", re.IGNORECASE)
_JOINS = compiled(r"(?:for|of|to|and|FOR|OF|TO|AND)\s")
_CONTINUES = compiled(r"\W*(?:agreement|contract|for|of|to|and|regarding|relating)\b", re.IGNORECASE)


def find(view: View) -> Iterable[Finding]:
    """Headings of the opening, alone and joined with the lines over them, and the names that preambles use."""
    opening = view.opening
    for place in range(len(opening)):
        yield from _headings(view, opening[max(0, place - 3) : place + 1])
    for preamble in preambles(view):
        yield from _named(view, preamble)
    yield from instruments.titles(view)
    for paragraph in opening[:OVER]:
        if _SHORT.fullmatch(smooth(paragraph.text).strip()):
            yield _finding(view, paragraph.start, paragraph.end, instruments.TITLE)
            break


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Keep one: the heading most like the name in the first preamble; else that name; else the first heading.

    Parties that are named before it, two or more ("ACME - BOLT SUPPLY AGREEMENT"), are no part of it.
    """
    mine = [finding for finding in findings if finding.field == "title"]
    others = [finding for finding in findings if finding.field != "title"]
    apart = [finding for finding in mine if finding.basis == instruments.TITLE]
    chosen = _choose(mine) or max(apart, key=lambda finding: len(finding.value), default=None)
    if chosen is None:
        return others
    value = _behind_names(chosen.value, [finding for finding in others if finding.field == "parties"])
    return [*others, replace(chosen, value=value, basis=chosen.basis.partition("@")[0])]


def _behind_names(title: str, parties: list[Finding]) -> str:
    """A title less the names, or what they are called, of several parties in front of it."""
    called = {each.value if each.attribute else each.value["name"] for each in parties if each.attribute in _CALLED}
    longest_first = sorted(called, key=len, reverse=True)
    rest, count = title, 0
    while name := next((name for name in longest_first if rest.casefold().startswith(name.casefold())), None):
        rest, count = _BETWEEN.sub("", rest[len(name) :]), count + 1
    return rest if count > 1 and _NOUN.search(rest) and " " in rest else title


_CALLED = (None, "aliases")
_BETWEEN = compiled(r"(?i)^\s*(?:[-–—/&,+]|and\b)?\s*")


def _choose(mine: list[Finding]) -> Finding | None:
    headings = [finding for finding in mine if finding.basis in ("heading", "joined")]
    headings = [heading for heading in headings if not _OPEN.search(heading.value)] or headings
    single = [heading for heading in headings if heading.basis == "heading"]
    basis = first_basis(mine, "title")
    named = next((finding for finding in mine if finding.basis == basis), None)
    if named is None:
        return min(single, key=lambda heading: (heading.at, -len(heading.value)), default=None)
    before = [heading for heading in headings if heading.at < named.at]
    if len(_folded(named.value).split()) < 2 and (full := _ending_in(single, named)):
        return full
    if _AMENDS.match(named.value) and (longer := [heading for heading in before if _begins(heading, named)]):
        return longer[0]
    if same := _most_like(before, named):
        return same
    if not _AMENDS.match(named.value) and (over := _right_above(single, named)):
        return over
    if len(_folded(named.value).split()) < 2:
        return next((heading for heading in single if heading.at < named.at), None)
    return named


def _right_above(headings: list[Finding], named: Finding) -> Finding | None:
    """The heading that the preamble follows, if there is nothing between them."""
    ends = ((max(quote.span[1] for quote in each.quotes if quote.span), each) for each in reversed(headings))
    return next((heading for end, heading in ends if 0 <= named.at - end <= NEXT), None)


def _ending_in(headings: list[Finding], named: Finding) -> Finding | None:
    """The first heading before a preamble that says which agreement "this Agreement" is."""
    before = (heading for heading in headings if heading.at < named.at and not _CLAUSE.match(heading.value))
    return next((each for each in before if _folded(each.value).endswith(f" {_folded(named.value)}")), None)


_CLAUSE = compiled(r"(?:\d+|[A-Z])[.)]\s|(?i:article|section|exhibit|schedule|annex)\b")


def _most_like(headings: list[Finding], named: Finding) -> Finding | None:
    """The first heading in the same words, else the one most like the name, if it is like enough."""
    words = sorted(_folded(named.value).split())
    for heading in headings:
        if sorted(_folded(heading.value).split()) == words:
            return heading
    likeness, place = max(((_likeness(heading, named), -at) for at, heading in enumerate(headings)), default=(0.0, 0))
    return headings[-place] if likeness >= SAME else None


def _begins(heading: Finding, named: Finding) -> bool:
    """Whether a heading says more than the preamble: "Amendment No. 3 to the Supply Agreement"."""
    return heading.basis == "heading" and _folded(heading.value).startswith(_folded(named.value))


def _likeness(heading: Finding, named: Finding) -> float:
    """Their similarity, 0 to 100 (token_sort_ratio)."""
    from rapidfuzz import fuzz  # takes 12 ms, and most titles are printed twice in the same words

    return fuzz.token_sort_ratio(_folded(heading.value), _folded(named.value))


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).casefold().strip()


def _headings(view: View, lines: tuple[Paragraph, ...]) -> Iterator[Finding]:
    """The last line as a heading, and joined with one, two and three lines above that belong to it."""
    last = lines[-1]
    if not _is_title_line(last):
        return
    basis = "heading"
    if _NOUN.search(smooth(last.text)):
        short = len(last.text.split()) < 3 or _JOINS.match(last.text)
        fragment = _CONTINUES.match(last.text) or (len(lines) > 1 and _OPEN.search(lines[-2].text))
        yield _finding(view, last.start, last.end, "joined" if fragment and short else basis)
    for above in reversed(lines[:-1]):
        if not _is_title_line(above) or last.end - above.start > LONGEST:
            return
        if _NOUN.search(smooth(view.document.text[above.start : last.end])):
            basis = "heading" if _OPEN.search(above.text) or _CONTINUES.match(last.text) else "joined"
            yield _finding(view, above.start, last.end, basis)


def _is_title_line(paragraph: Paragraph) -> bool:
    text = smooth(paragraph.text).strip()
    if not 3 < len(text) <= LONGEST:
        return False
    text = _NUMBERED.sub("", text) if text[-1].isdigit() else text
    if _NOT_A_TITLE.search(_EXHIBIT.sub("", text)):
        return False
    text = re.sub(r"\s*\([^()]{0,60}\)", "", text)
    if _PLAIN.fullmatch(text):
        return True
    covered = sum(match.end() - match.start() for match in _CAPITALISED.finditer(text))
    return covered >= 0.9 * len(text)


def _named(view: View, preamble: Preamble) -> Iterator[Finding]:
    """What a preamble calls its agreement: "This Supply Agreement"."""
    text = preamble.text[:700]
    match = _NAMED.search(text) or _BARE().search(text)
    if match:
        bare = _LISTED.match(match["name"])  # "this Agreement, the Unit Agreement and …" are several
        end = match.start("name") + (bare.end("name") if bare else len(match["name"]))
        yield _finding(view, preamble.start + match.start("name"), preamble.start + end, preamble.basis)


def _finding(view: View, start: int, end: int, basis: str) -> Finding:
    text = smooth(view.document.text[start:end])
    begin, stop = _trimmed(text)
    value = " ".join(text[begin:stop].split()).strip(' .,:;-_*"')
    return Finding("title", value, (view.quote(start + begin, start + stop),), basis=basis)


def _trimmed(text: str) -> tuple[int, int]:
    """A heading without exhibit number, sentences and company before it, parties and date after it."""
    begin, end = 0, len(text)
    for pattern in (_EXHIBIT, _SENTENCE):
        match = pattern.match(text)
        if match and _NOUN.search(text, match.end()):
            begin, text = begin + match.end(), text[match.end() :]
    company = name_at(text, 0)
    if company and company.legal and (own := _COMPANY_END().match(text)) and _NOUN.search(text, own.end()):
        begin, text = begin + own.end(), text[own.end() :]
    if (names := _NAMES.match(text)) and not _NOUN.search(names["names"]):
        text = text[: names.start("names")]
        end = begin + len(text)
    cut = _AFTER.search(text)
    if cut and _NOUN.search(text[: cut.start()]):
        end = begin + cut.start()
    return begin, end
