"""The parties: who stands in the preamble, by the ("Alias") before WHEREAS, with what is said of them there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docpipe.kinds.contract import party_key
from docpipe.rules.contract.names import Name, name_at
from docpipe.rules.contract.passages import smooth
from docpipe.rules.contract.preamble import preambles
from docpipe.rules.contract.signatures import BASIS, signers
from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS = ("parties",)

_BETWEEN = re.compile(
    r"\b(?:by\s+and\s+(?:between|among|amongst)|between|among|amongst|b\s?e\s?t\s?w\s?e\s?e\s?n|BY\s+AND\s+AMONG)\b(?:\s+the\s+following(?:\s+parties)?)?\s*:?",
    re.IGNORECASE,
)
_BY = re.compile(r"\b(?:entered\s+into|made|executed|given|concluded|signed)\b[^()]{0,80}?\b(?:by|with)\b(?!\s+and)", re.IGNORECASE)
_WHAT_END = re.compile(r"\b(?:agreement|contract|amendment|addendum|lease)\b[\"”]?\)?,?", re.IGNORECASE)
_ALIAS = re.compile(
    r"\((?P<inside>(?:[^()]|\([^()]*\)){0,400}?)\)"
    r"|(?P<bare>,?\s*(?:hereinafter|herein|hereafter|referred\s+to)[^()\n\";]{0,90}\"[^\"]{1,80}\")"
    r"|(?P<quoted>(?<=[\w.,])\s+\"[^\"]{1,60}\")",
    re.DOTALL,
)
_QUOTED = re.compile(r"(?:\"|''?)\s*([^\"]{1,80}?)\s*(?:\"|'')(?!\w)")
_COLLECTIVE = re.compile(
    r"\b(?:collectively|each(?:,)?\s+(?:a|an|of)|individually|together|jointly|both|either|sometimes\s+(?:referred|called))\b", re.IGNORECASE
)
_DEFINED = re.compile(r"\b(?:[A-Z][\w.&'-]*,?\s+){1,8}?[^()\"]{0,160}?\(\s*(?:the\s+|each,?\s+an?\s+|hereinafter[^\"()]{0,40})?\"[^\"()]{2,40}\"[^()]{0,40}\)")
_COVER = re.compile(r"(?:by\s+and\s+)?(?:between|among|b\s?e\s?t\s?w\s?e\s?e\s?n)\s*:?", re.IGNORECASE)
COVER_LINES = 8
NEAR = 30
"""Characters between a name that looks like any word and its alias: "Cargill ("Cargill")"."""
_COVER_END = re.compile(r"\b(?:dated|table\s+of\s+contents|index|whereas|article|section\s+1|effective|for\s+the|made\s+as)\b|\n\s*1\.", re.IGNORECASE)
_LISTED = re.compile(
    r"\s*(?:(?:\d{1,2}|[a-z])[.)]\s*)?(?:Party\s+(?:[A-D]|[1-4]|One|Two)|(?:The\s+)?(?:First|Second|Third)\s+Party|Licens(?:or|ee)|Less(?:or|ee)|Seller|Buyer|Supplier"
    r"|Distributor|Customer|Client|Provider|Franchis(?:or|ee)(?:\s+Name)?|Sponsor|Shipper|Transporter|Carrier|Company|Consultant|Manufacturer|Reseller)\b"
    r"(?:\s*\([^()]{1,60}\))?(?:'s\s+name)?\s*:\s*",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"[.)\"\s]\s+[^.;()]{0,200}?\b(?:(?:are|is|shall|may|will)\s+(?:each\s+|both\s+|also\s+|sometimes\s+|be\s+|individually\s+|collectively\s+|hereinafter\s+|hereafter\s+"
    r"|herein\s+|jointly\s+|together\s+|either\s+|all\s+|,\s*)*(?:referred|called|known|designated))\b"
)
_PARTY_WORD = re.compile(r"(?:the\s+)?(?:part(?:y|ies)|agreement|effective\s+date|execution\s+date|signing\s+date)", re.IGNORECASE)
_SLOT = re.compile(
    r"(?:[\s,;.:&/\-–—]|\band\b|\bAND\b|\bAnd\b|\bthe\s+parties\b|\bamong\b|\bbetween\b|\bby\b|\bwith\b"
    r"|[(\[]?\b(?:[ivx]{1,4}|[a-h]|\d{1,2})[)\]]|\b\d{1,2}\.(?=\s)|\bon\s+(?:the\s+)?(?:one|first|other|second)\s+(?:hand|part)\b"
    r"|\bof\s+the\s+(?:one|first|other|second|third)\s+part\b|\bparty\s+of\s+the\s+\w+\s+part\b|\(|\beach\s+of\b"
    r"|\b[Pp]arty\s+[A-D1-4]\b(?:\s*\([^)]*\))?\s*:|\bMr\.|\bMs\.|\bDr\.)*"
)
_ROLES = frozenset(
    "seller buyer purchaser vendor supplier customer client licensor licensee lessor lessee landlord tenant distributor "
    "manufacturer contractor subcontractor consultant agent principal reseller dealer franchisor franchisee employer "
    "employee company sponsor provider borrower lender guarantor assignor assignee developer publisher transporter shipper "
    "owner operator manager servicer depositor issuer trustee adviser advisor administrator underwriter investor "
    "promoter endorser host carrier affiliate bank trust fund recipient user subscriber artist author grantor grantee".split()
)
_TYPES = (
    r"(?:(?:statutory|business|limited|general|public|private|limited-liability|joint[\s-]stock|stock|holding|mutual|non-?profit"
    r"|not[\s-]for[\s-]profit|professional|close|federal|national|banking|trust|exempted|proprietary|unlimited|liability|corporate"
    r"|Delaware|open-end|closed-end|wholly[\s-]owned|federally[\s-]chartered|savings|insurance|state-chartered)[\s-]+)*"
    r"(?:corporation|company|partnership|trust|association|bank|individual|cooperative|university|foundation|sole\s+proprietorship"
    r"|institution|body\s+corporate|joint\s+venture|societe\s+anonyme|organization|municipality|agency)"
)
_TYPE = re.compile(rf"\b(?:an?\s+|the\s+)?(?:[A-Z][\w.]*\s+){{0,4}}?(?P<type>{_TYPES})\b", re.IGNORECASE)
_ADDRESS = re.compile(
    r"\b(?:(?:(?:principal|registered|executive|corporate|head|main|its|an?|with|having)\s+)*(?:places?\s+of\s+business|offices?|headquarters|address(?:es)?|residence|seat)"
    r"[^\d\n\"()]{0,60}?(?:located\s+at|situated\s+at|at|is|in|address(?:ed)?)?|located\s+at|residing\s+at|whose\s+address\s+is|,\s*of|address)\s*:?\s*"
    r"(?P<address>(?:\d|[A-Z]|P\.?\s?O\.?)[^\n\"();]{12,200})",
)
_ADDRESS_END = re.compile(r"\s*(?:,?\s*(?:hereinafter|referred|herein|and\s+its|and\s+(?=[A-Z][\w.]+(?:\s+[A-Z]|,\s+Inc))|acting|represented|duly|registered|having|which|who|a\s+|an\s+|as\s+)|,?\s*$)")


@dataclass(frozen=True, slots=True)
class _Party:
    """A name with what follows it up to the next party: ``text[name.end:tail_end]``, and its alias parenthesis."""

    name: Name
    tail_end: int
    aliases: tuple[re.Match[str], ...]


def find(view: View) -> Iterable[Finding]:
    """Parties wherever they are named: preambles, letters and covers of the opening, lists, signature blocks."""
    for preamble in preambles(view):
        yield from _of_region(view, preamble.start, preamble.text, preamble.basis)
    yield from _in_opening(view)
    for signer in signers(view):
        yield _named(view, signer.start, signer.name, BASIS)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Keep the parties of one place: the first preamble that has two; then other places, by ``PREFERENCE``.

    Where the best place has one party alone and the signature block names it among others, the others join it.
    """
    counts: dict[str, set[str | None]] = {}
    for finding in findings:
        if finding.field == "parties" and finding.attribute is None:
            counts.setdefault(finding.basis, set()).add(finding.item)
    ranked = sorted(counts, key=lambda basis: (len(counts[basis]) < 2, _rank(basis)))
    chosen = set(ranked[:1])
    signing = counts.get(BASIS, set())
    if chosen and len(counts[ranked[0]]) == 1 and counts[ranked[0]] & signing and len(signing) <= MAX_SIGNERS:
        chosen.add(BASIS)
    return [finding for finding in findings if finding.field != "parties" or finding.basis in chosen]


PREFERENCE = ("preamble", "letter", "cover", "list", BASIS)
MAX_SIGNERS = 3
"""Signers that may join a party found alone: longer lists come from exhibits and consents."""


def _rank(basis: str) -> tuple[int, int]:
    place, _, start = basis.partition("@")
    return PREFERENCE.index(place), int(start or 0)


def _of_region(view: View, start: int, text: str, basis: str, begin: int | None = None) -> Iterator[Finding]:
    for party in _parties(text, _begin(text) if begin is None else begin):
        yield from _findings(view, start, text, party, basis)


def _in_opening(view: View) -> Iterator[Finding]:
    """Letters ("X ("the Company") confirms its agreement with Y ("the Agent")"), covers, and lists "Party A: X"."""
    opening = view.opening
    letter = next((p for p in opening if len(list(_DEFINED.finditer(smooth(p.text)))) >= 2), None)
    if letter is not None:
        yield from _of_region(view, letter.start, smooth(letter.text), "letter", 0)
    cover = next((p for p in opening if _COVER.fullmatch(smooth(p.text).strip())), None)
    if cover is not None:
        text = smooth(view.document.text[cover.end : view.after(cover, COVER_LINES)[-1].end]) if view.after(cover, 1) else ""
        yield from _of_region(view, cover.end, text[: _cover_end(text)], "cover", 0)
    for paragraph in opening:
        text = smooth(paragraph.text)
        if (match := _LISTED.match(text)) and (name := name_at(text, match.end())):
            yield _named(view, paragraph.start, name, "list")


def _cover_end(text: str) -> int:
    match = _COVER_END.search(text)
    return match.start() if match else len(text)


def _named(view: View, start: int, name: Name, basis: str) -> Finding:
    quote = view.quote(start + name.start, start + name.end)
    return Finding("parties", {"name": " ".join(name.text.split())}, (quote,), item=party_key(name.text), basis=basis)


def _findings(view: View, start: int, text: str, party: _Party, basis: str) -> Iterator[Finding]:
    name = party.name
    item = party_key(name.text)

    def finding(value: object, begin: int, end: int, attribute: str | None = None) -> Finding:
        quote = view.quote(start + begin, start + end)
        return Finding("parties", value, (quote,), item=item, attribute=attribute, basis=basis)

    printed = " ".join(name.text.split())
    yield finding({"name": printed}, name.start, name.end)


def _parties(text: str, begin: int) -> list[_Party]:
    """The parties of a preamble in order, from an offset on."""
    text = text[: _closing_remark(text, begin)]
    aliases = [match for match in _ALIAS.finditer(text, begin) if _is_alias(match)]
    short = {folded(quoted) for match in aliases for quoted in alias_names(match)}
    found: list[_Party] = []
    seen: set[str] = set()
    edges = [begin, *(match.end() for match in aliases)]
    for number, edge in enumerate(edges):
        alias = aliases[number] if number < len(aliases) else None
        stop = alias.start() if alias else _sentence_end(text, edge)
        own = alias if alias and not _is_collective(alias) else None
        for name in _names(text, edge, stop, own is not None):
            key = party_key(name.text)
            if key not in seen and (folded(name.text) not in short or name.legal):
                seen.add(key)
                found.append(_Party(name, stop, (own,) if own else ()))
    return found


def folded(text: str) -> str:
    """A name as it is compared with an alias."""
    return re.sub(r"^the\s+|[\W_]+", "", text.casefold())


def alias_names(match: re.Match[str]) -> list[str]:
    """The terms that an alias parenthesis defines, in order, "Party" and the like left out."""
    printed = match.group().strip(" ,()")
    quoted = [name.strip(" ,.") for name in _QUOTED.findall(match.group())]
    if not quoted and re.fullmatch(r"(?:the\s+)?[\w&.\- ]+", printed):
        quoted = [re.sub(r"^.*\b(?:as|called)\s+(?:the\s+)?", "", printed)]
    return [name for name in quoted if name and not _PARTY_WORD.fullmatch(name)]


def _is_collective(match: re.Match[str]) -> bool:
    """Whether an alias is for several parties together and not for the one before it."""
    return bool(_COLLECTIVE.search(match.group())) or not alias_names(match)


def _closing_remark(text: str, begin: int) -> int:
    """Where "A and B are referred to as the Parties" begins, or the end."""
    match = _REMARK.search(text, begin)
    return match.start() + 1 if match else len(text)


def _sentence_end(text: str, edge: int) -> int:
    """The end of the sentence in which the list of parties stops."""
    match = re.search(r"(?<!\b[A-Z])(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bNo)(?<!\bSt)\.\s+(?=[A-Z])", text[edge:])
    return edge + match.start() if match else len(text)


def _begin(text: str) -> int:
    """Where the list of parties begins."""
    if match := _BETWEEN.search(text):
        return match.end()
    if match := _BY.search(text):
        return match.end()
    match = _WHAT_END.search(text)
    return match.end() if match else 0


def _is_alias(match: re.Match[str]) -> bool:
    """Whether a parenthesis gives a name to what stands before it."""
    if match["inside"] is None:
        return True
    inside = match["inside"].strip()
    if re.search(r"as\s+(?:hereinafter\s+)?defined|defined\s+below|as\s+amended", inside, re.IGNORECASE):
        return False
    if re.search(r"[\"]|''|\b(?:hereinafter|hereafter|herein|referred\s+to)\b", inside):
        return True
    return bool(re.fullmatch(r"(?:the\s+)?[A-Z][\w&.\-]*(?:\s+[A-Z][\w&.\-]*)?", inside)) and len(inside) > 2


def _names(text: str, edge: int, stop: int, has_alias: bool) -> Iterator[Name]:
    """The names between two aliases: the one that the next alias is for, and others of a list."""
    first, reached = True, edge
    for position, mark in _slots(text, edge, stop):
        if position < reached:
            continue
        name = name_at(text[:stop], position)
        if name is None:
            continue
        strong = name.legal or (mark != "," and (name.body or _described(text, name.end)))
        near = has_alias and (stop - name.end <= NEAR or _is_person(name))
        if strong or (first and mark != "," and (near or (not has_alias and _is_person(name)))):
            yield name
            first, reached = False, name.end


def _slots(text: str, edge: int, stop: int) -> Iterator[tuple[int, str]]:
    """Offsets where a name can begin, with the mark before it: the start, each "and", semicolon, line and comma."""
    match = _SLOT.match(text, edge, stop)
    last = match.end() if match else edge
    yield last, ""
    for mark in re.finditer(r"(?:\band\b|\bAND\b|;|\n|,)\s*", text[:stop]):
        if mark.start() < last:
            continue
        slot = _SLOT.match(text, mark.start(), stop)
        position = slot.end() if slot else mark.end()
        if last < position < stop:
            last = position
            yield position, "," if text[mark.start() : position].strip() == "," else "and"


_DESCRIPTION = re.compile(
    r"\s*,?\s*(?:\([^)]{0,40}\)\s*,?\s*)?(?:an?|the)\s+[^,;()]{0,80}?\b(?:corporation|company|partnership|trust|association|individual|bank|university|institution|foundation)\b"
    r"|\s*,?\s*(?:with|having|whose|located|organi[sz]ed|incorporated|residing|duly)\b",
    re.IGNORECASE,
)


def _described(text: str, end: int) -> bool:
    return bool(_DESCRIPTION.match(text, end))


def _is_person(name: Name) -> bool:
    return bool(re.fullmatch(r"(?:[A-Z][\w.'-]*\s+){1,3}[A-Z][\w.'-]*", name.text))
