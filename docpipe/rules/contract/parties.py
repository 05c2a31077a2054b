"""The parties: who stands in the preamble, by the ("Alias") before WHEREAS, with what is said of them there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.contract import party_key
from docpipe.patterns import compiled
from docpipe.rules.contract.names import Name, name_at
from docpipe.rules.contract.party_details import COLLECTIVE, ROLES, alias_details, alias_names, details, is_role
from docpipe.rules.contract.party_findings import described, named, two_or_more
from docpipe.rules.contract.party_letters import first_defined, introduces
from docpipe.rules.contract.party_places import BETWEEN, elsewhere, places, rank
from docpipe.rules.contract.party_regions import regions
from docpipe.rules.contract.passages import smooth
from docpipe.rules.contract.preamble import preambles
from docpipe.rules.contract.signatures import BASIS, signers
from docpipe.rules.contract.small_names import small_name_at
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("parties",)

_BETWEEN = compiled(
    r"\b(?:by\s+and\s+(?:between|among|amongst)|between|among|amongst|b\s?e\s?t\s?w\s?e\s?e\s?n"
    r"|BY\s+AND\s+AMONG)\b(?:\s+the\s+(?:following|undersigned)(?:\s+parties)?)?\s*:?",
    re.IGNORECASE,
)
_BY = later(
    r"\b(?:entered\s+into|made|executed|given|concluded|signed)\b[^()]{0,80}?\b(?:by|with)\b(?!\s+and)", re.IGNORECASE
)
_WHAT_END = later(r"\b(?:agreement|contract|amendment|addendum|lease)\b[\"”]?\)?,?", re.IGNORECASE)
_ALIAS = compiled(
    r"\((?P<inside>(?:[^()]|\([^()]*\)){0,400}?)\)"
    r"|(?P<bare>,?\s*(?:hereinafter|herein|hereafter|referred\s+to)[^()\n\";]{0,90}\"[^\"]{1,80}\")"
    r"|(?P<quoted>(?<=[\w.,])(?<!\b[Tt]he)(?<!\bTHE)(?<!\b[Oo]n)(?<!\bON)(?<!\b[Aa]n)(?<!\b[Aa])(?<!\b[Oo]f)(?<!\bOF)"
    r"(?<!\b[Tt]o)(?<!\bTO)\s+\"[^\"]{1,60}\")",
    re.DOTALL,
)
_PROSE = later(
    r"(?<!\b[A-Z])(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bNo)(?<!\bSt)\.[\")]*[ ]+"
    r"(?:The\s+\w+|[A-Z][a-z]+)\s+[a-z]+\s"
)
"""Where prose follows the list of parties: "The Company and the Agents will enter into"."""
_GOES_ON = later(
    r"\s+(?:[A-Z][\w&-]*\.?\s+){0,3}?(?:(?:CO|LTD|INC|CORP|LIMITED|PTY|BHD)\b|Co|Ltd|Inc|Corp|Limited|LLC|LLP|L\.P|GmbH|AG|SA|S\.A|B\.?V|N\.?V|PLC|plc|Pte|Pty|KK"
    r"|Company|Corporation)\b"
)
"""What shows that a parenthesis stands inside a name: "Acme Coatings (Nantong) Co., Ltd."."""
_COVER = compiled(r"(?:by\s+and\s+)?(?:between|among|b\s?e\s?t\s?w\s?e\s?e\s?n)\s*:?", re.IGNORECASE)
UNLABELLED = frozenset(("agent", "author", "bank", "escrow", "executive", "host", "manager", "owner", "user"))
"""Roles whose word stands before a colon for something else: "Manager: Jane Doe" at the foot of a form."""
COVER_LINES = 8
LONGEST_TAIL = 700
"""Characters of a party's description."""
NEAR = 30
"""Characters between a name that looks like any word and its alias: "Cargill ("Cargill")"."""
_COVER_END = later(
    r"\b(?:dated|table\s+of\s+contents|index|whereas|article|section\s+1|effective|for\s+the|made\s+as)\b|\n\s*1\.",
    re.IGNORECASE,
)
_SIDE = r"(?:Party\s+(?:[A-D]|[1-4]|One|Two)|(?:First|Second|Third)\s+Party)"
_LABEL = compiled(
    rf"(?<!\w)(?P<label>(?i:{_SIDE})|(?:(?!And\b)[A-Z][a-z]+\s)?(?!Name\b)[A-Za-z]+?)(?i:(?:'s)?\s+Name)?"
    r"(?:\s*\((?P<more>[^()]{1,60})\))?\s*:\s*"
)
_NUMBER = compiled(r"\s*(?:(?:\d{1,2}|[a-z])[.)]\s*)?(?:(?:between|and)\b\W*)?(?:the\s+)?", re.IGNORECASE)
LONGEST_LABEL = 90
"""Characters of what stands before a party's name: "Service Provider (Party B): "."""
_REMARK = compiled(
    r"[.)\"\s]\s+[^.;()]{0,200}?\b(?:(?:are|is|shall|may|will)\s+(?:each\s+|both\s+|also\s+|sometimes\s+|be\s+"
    r"|individually\s+|collectively\s+|hereinafter\s+|hereafter\s+"
    r"|herein\s+|jointly\s+|together\s+|either\s+|all\s+|,\s*)*(?:referred|called|known|designated))\b"
)
_SLOT = compiled(
    r"(?:[\s,;.:&/\-–—]|\bin\s+favou?r\s+of\b|\band\b|\bAND\b|\bAnd\b|\bthe\s+parties\b|\bamong\b|\bbetween\b|\bby\b|\bwith\b"
    r"|[(\[]?\b(?:[ivx]{1,4}|[a-h]|\d{1,2})[)\]]|\b\d{1,2}\.(?=\s)|\bon\s+(?:the\s+)?(?:one|first|other"
    r"|second)\s+(?:hand|part)\b"
    r"|(?i:\bof\s+the\s+(?:one|first|other|second|third)\s+part\b)|\byou,|\bparty\s+of\s+the\s+\w+\s+part\b|\(|\beach\s+of\b|\bthe\s+(?=[A-Z])"
    r"|(?i:\bfor\s+(?:the\s+)?(?:limited\s+)?purposes?\s+of)\s+[^,;()]{1,80},|\bMr\.|\bMs\.|\bDr\.)*"
)


class _Party(Struct, frozen=True):
    """A name with what follows it up to the next party: ``text[name.end:tail_end]``, and its alias."""

    name: Name
    tail_end: int
    alias: re.Match[str] | None


def find(view: View) -> Iterable[Finding]:
    """Parties wherever they are named: preambles, letters and covers of the opening, lists, signature blocks."""
    for preamble in preambles(view):
        yield from _of_region(view, preamble.start, preamble.text, preamble.basis)
    yield from _in_opening(view)
    for region in regions(view):
        yield from two_or_more(_of_region(view, region.start, region.text, BETWEEN, region.begin))
    yield from elsewhere(view)
    for signer in signers(view):
        yield named(view, signer.start, signer.name, BASIS)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Keep the parties of one place, and those of others that belong to them."""
    chosen = places([finding for finding in findings if finding.field == "parties"])
    kept = [finding for finding in findings if finding.field == "parties" and finding.basis in chosen]
    said: dict[object, Finding] = {}
    for finding in sorted(kept, key=lambda finding: (rank(finding.basis), finding.at)):
        once = finding.value if finding.attribute == "aliases" else None
        said.setdefault((finding.item, finding.attribute, once) if finding.attribute else id(finding), finding)
    stands = {id(finding) for finding in said.values()}
    return [finding for finding in findings if finding.field != "parties" or id(finding) in stands]


def _of_region(view: View, start: int, text: str, basis: str, begin: int | None = None) -> Iterator[Finding]:
    for party in _parties(text, _begin(text) if begin is None else begin):
        yield from _findings(view, start, text, party, basis)


def _in_opening(view: View) -> Iterator[Finding]:
    """Letters ("X ("the Company") confirms its agreement with Y ("the Agent")"), covers, and lists "Party A: X"."""
    opening = view.opening
    letter = next((p for p in opening if introduces(p)), None)
    if letter is not None:
        text = smooth(letter.text)
        between = _BETWEEN.search(text, 0, first_defined(text))
        yield from _of_region(view, letter.start, text, "letter", between.end() if between else 0)
    cover = next((p for p in opening if _COVER.fullmatch(smooth(p.text).strip())), None)
    if cover is not None:
        text = (
            smooth(view.document.text[cover.end : view.after(cover, COVER_LINES)[-1].end])
            if view.after(cover, 1)
            else ""
        )
        yield from _of_region(view, cover.end, text[: _cover_end(text)], "cover", 0)
    for paragraph in opening:
        text = smooth(paragraph.text)
        if (match := _label_at(text, _past(_NUMBER, text, 0))) and (name := name_at(text, match.end())):
            yield named(view, paragraph.start, name, "list")
            yield from described(view, paragraph.start, name, details(text, name.end, len(text)), "list")
            yield from _labelled(view, paragraph.start, match, name, "list")


def _labelled(view: View, start: int, match: re.Match[str], name: Name, basis: str) -> Iterator[Finding]:
    """What stands before the colon: "Party A" is a side, "Licensor" and "(Shipper)" are roles."""
    quote = view.quote(start + match.start(), start + name.end)
    for group in ("label", "more"):
        printed = " ".join((match[group] or "").split())
        side = re.fullmatch(_SIDE, printed, re.IGNORECASE)
        part = "side" if side else "role" if is_role(printed) or printed.endswith("Company") else None
        for attribute in (part, "aliases") if part else ():
            yield Finding("parties", printed, (quote,), item=party_key(name.text), attribute=attribute, basis=basis)


def _cover_end(text: str) -> int:
    match = _COVER_END().search(text)
    return match.start() if match else len(text)


def _findings(view: View, start: int, text: str, party: _Party, basis: str) -> Iterator[Finding]:
    """The party by its name, and what is said of it, each part with a quote of its own."""
    name = party.name
    yield named(view, start, name, basis)
    if label := _label_before(text, name.start):
        yield from _labelled(view, start, label, name, basis)
    found = list(details(text, name.end, party.tail_end))
    if party.alias is not None:
        found += alias_details(party.alias)
    yield from described(view, start, name, found, basis)


def _parties(text: str, begin: int) -> list[_Party]:
    """The parties of a preamble in order, from an offset on."""
    text = text[: _closing_remark(text, begin)]
    aliases = [match for match in _ALIAS.finditer(text, begin) if _is_alias(match)]
    short: set[str] = set()
    found: list[_Party] = []
    seen: set[str] = set()
    edges = [begin, *(match.end() for match in aliases)]
    for number, edge in enumerate(edges):
        alias = aliases[number] if number < len(aliases) else None
        stop = alias.start() if alias else _sentence_end(text, edge)
        own = alias if alias and not _is_collective(alias) and not _is_label(alias) else None
        names = list(_names(text, edge, stop, own is not None))
        for name in names:
            key = party_key(name.text)
            rest = any(each.endswith(f" {key}") for each in seen)  # of a name that a line's end cuts
            if key not in seen and not rest and (folded(name.text) not in short or name.legal):
                if len(found) > 1 and _PROSE().search(text, found[1].name.end, name.start):
                    return _with_tails(text, found)
                seen.add(key)
                shared = own if own and _shares(text, name, names[-1], own) else None
                mine = None if own and _PROSE().search(text, name.end, stop) else shared or _named_after(alias, name)
                found.append(_Party(name, stop, mine))
        short |= {folded(quoted) for quoted in alias_names(alias)} if alias else set()
    return _with_tails(text, found)


def _shares(text: str, name: Name, last: Name, alias: re.Match[str]) -> bool:
    """Whether an alias is for a name too that stands before the last one: both alike, or the term is for several."""
    alike = name.legal == last.legal and not _described(text, name.end)
    return name is last or alike or bool(_PLURAL.search(alias.group()))


_PLURAL = compiled(r"s\W*\)?$|\beach\b|\bboth\b|\bjointly\b|\bseverally\b", re.IGNORECASE)
"""How a term shows that it is for all the names before it: "the Sellers", "each a Guarantor"."""


def _with_tails(text: str, found: list[_Party]) -> list[_Party]:
    """Give each party the text up to the next one, or to the end of its sentence."""
    ends = [*(party.name.start for party in found[1:]), len(text)][: len(found)]
    return [
        replace(party, tail_end=min(end, party.name.end + LONGEST_TAIL)) for party, end in zip(found, ends, strict=True)
    ]


def folded(text: str) -> str:
    """A name as it is compared with an alias."""
    return re.sub(r"^the\s+|[\W_]+", "", text.casefold())


def _named_after(alias: re.Match[str] | None, name: Name) -> re.Match[str] | None:
    """An alias for a party and its affiliates together that is the party's own name in short."""
    short = [folded(quoted) for quoted in alias_names(alias)] if alias else []
    return alias if any(quoted and quoted in folded(name.text) for quoted in short) else None


def _is_collective(match: re.Match[str]) -> bool:
    """Whether an alias is for several parties together and not for the one before it."""
    collective = COLLECTIVE.search(match.group())
    first = match.group().find('"')
    return bool(collective and not 0 <= first < collective.start()) or not alias_names(match)


def _is_label(match: re.Match[str]) -> bool:
    """Whether an alias belongs to the party behind it: "Provider (Party B): Acme Limited"."""
    return match.string[match.end() : match.end() + 1] == ":" and '"' not in match.group()


def _closing_remark(text: str, begin: int) -> int:
    """Where "A and B are referred to as the Parties" begins, or the end."""
    match = _REMARK.search(text, begin)
    return match.start() + 1 if match else len(text)


def _sentence_end(text: str, edge: int) -> int:
    """The end of the sentence in which the list of parties stops."""
    match = re.search(
        r"(?<!\b[A-Z])(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bNo)(?<!\bSt)(?<!\b[DdMm]r)(?<!\bProf)\.\s+(?=[A-Z])",
        text[edge:],
    )
    return edge + match.start() if match else len(text)


def _begin(text: str) -> int:
    """Where the list of parties begins."""
    if match := _BETWEEN.search(text):
        return match.end()
    if match := _BY().search(text):
        return match.end()
    match = _WHAT_END().search(text)
    return match.end() if match else 0


def _is_alias(match: re.Match[str]) -> bool:
    """Whether a parenthesis gives a name to what stands before it."""
    if match["inside"] is None:
        return True
    inside = match["inside"].strip().strip("'")
    if re.search(r"as\s+(?:hereinafter\s+)?defined|defined\s+(?:below|herein)|as\s+amended", inside, re.IGNORECASE):
        return False
    if re.search(r"[\"]|''|\b(?:hereinafter|hereafter|herein|referred\s+to)\b", inside):
        return True
    if _GOES_ON().match(match.string, match.end()) and not is_role(inside):
        return False
    return bool(re.fullmatch(r"(?:the\s+)?[A-Z][\w&.\-]*(?:\s+[A-Z][\w&.\-]*)?", inside)) and len(inside) > 2


def _names(text: str, edge: int, stop: int, has_alias: bool) -> Iterator[Name]:
    """The names between two aliases: the one that the next alias is for, and others of a list."""
    first, reached = True, edge
    for position, mark in _slots(text, edge, stop):
        if position < reached:
            continue
        name = small_name_at(text, position) if mark != "," else None
        name = name or name_at(text[:stop], position)
        if name is None or _A_TITLE.match(text, name.end) or _is_thing(text, name):
            continue
        paired = first and not has_alias and bool(_PAIR().match(text, name.end))
        strong = name.legal or paired or (mark != "," and (name.body or _described(text, name.end)))
        person = _is_person(name)
        near = has_alias and (stop - name.end <= NEAR or person)
        joined = person and bool(_JOINED.search(text, max(0, position - 12), position))
        alone = person and not has_alias and (first or (joined and bool(_ENDS().match(text, name.end))))
        if strong or (mark != "," and (alone or (near and (first or joined)))):
            yield name
            first, reached = False, name.end


_PAIR = later(
    r"\s+and\s+(?:[A-Z][\w&'-]*\s+){0,5}?[A-Z][\w&'-]*,?\s+"
    r"(?:Inc|LLC|Ltd|Limited|Corp|Corporation|GmbH|PLC|plc|AG|LLP|L\.?P)\b"
)
"""What shows that the first name is one of two: "between Galaxo and Horn Inc."."""


def _is_thing(text: str, name: Name) -> bool:
    """Whether "the" before a name that does not look like a company's makes it a thing: "the Affiliate Office"."""
    article = text[max(0, name.start - 4) : name.start].casefold() == "the "
    return article and not (name.legal or name.body or name.text.isupper())


def _slots(text: str, edge: int, stop: int) -> Iterator[tuple[int, str]]:
    """Offsets where a name can begin, with the mark before it: the start, each "and", semicolon, line and comma."""
    last = _slot_end(text, edge, stop)
    yield last, ""
    for mark in re.finditer(r"(?:\band\b|\bAND\b|\bwith\b|\bin\s+favou?r\s+of\b|;|\n|,)\s*", text[:stop]):
        if mark.start() < last:
            continue
        position = _slot_end(text, mark.start(), stop)
        if last < position < stop:
            last = position
            yield position, "," if text[mark.start() : position].strip() == "," else "and"


def _slot_end(text: str, start: int, stop: int) -> int:
    """Where a name can begin: behind marks, words and labels that lead to it."""
    end = _past(_SLOT, text, start, stop)
    while (label := _label_at(text, end)) and label.end() <= stop:
        end = _past(_SLOT, text, label.end(), stop)
    return end


def _past(pattern: re.Pattern[str], text: str, start: int, stop: int = sys.maxsize) -> int:
    match = pattern.match(text, start, stop)
    return match.end() if match else start


def _label_at(text: str, start: int) -> re.Match[str] | None:
    """A label that begins at an offset: "Party A:", "Service Provider (Party B):"."""
    match = _LABEL.match(text, start)
    return match if match and _labels(match["label"]) else None


def _label_before(text: str, end: int) -> re.Match[str] | None:
    """The label that ends at an offset."""
    labels = (match for match in _LABEL.finditer(text, max(0, end - LONGEST_LABEL), end) if match.end() == end)
    return next((match for match in labels if _labels(match["label"])), None)


def _labels(words: str) -> bool:
    last = words.casefold().split()[-1]
    return last == "company" or last in ROLES - UNLABELLED or bool(re.fullmatch(_SIDE, words, re.IGNORECASE))


_ENDS = later(
    r"\s*(?:[.;]|$|,?\s*(?:an?\s+(?:\w+\s+)?(?:individual|person|resident|citizen)|residing|resident|of\s+\d|whose"
    r"|with\s+(?:an?\s+)?(?:address|residence)|\d))"
)
"""What follows the name of a person that is a party without an alias."""
_JOINED = compiled(r"\b(?:and|AND|And)\b\s*(?:\(\w+\)\s*|\d\.\s*|[MD]r?s?\.\s*)?$")
_A_TITLE = compiled(r"\s+(?:Agreement|AGREEMENT|Contract|CONTRACT)\b|\s*\(as\s+(?:hereinafter\s+)?defined\b")
_DESCRIPTION = compiled(
    r"\s*,?\s*(?:\([^)]{0,40}\)\s*,?\s*)?(?:an?|the)\s+[^,;()]{0,80}?\b(?:corporation|company|partnership|trust"
    r"|association|individual|bank|university|institution|foundation)\b"
    r"|\s*,?\s*(?:with|having|whose|located|organi[sz]ed|incorporated|residing|duly)\b",
    re.IGNORECASE,
)


def _described(text: str, end: int) -> bool:
    return bool(_DESCRIPTION.match(text, end))


def _is_person(name: Name) -> bool:
    return bool(re.fullmatch(r"(?!The\b)(?:[A-Z][\w.'-]*\s+){1,3}[A-Z][\w.'-]*", name.text))
