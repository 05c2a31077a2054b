"""What a preamble says of a party after its name: kind of entity, seat, number, address, aliases, role."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.jurisdictions import find_jurisdictions
from docpipe.rules.later import later

LONGEST_ADDRESS = 220
"""Characters; the longest address of the development contracts' preambles has 171."""

ROLES = frozenset((
    "seller", "buyer", "purchaser", "vendor", "supplier", "customer", "client", "licensor", "licensee",
    "lessor", "lessee", "landlord", "tenant", "distributor", "manufacturer", "contractor", "subcontractor",
    "consultant", "agent", "principal", "reseller", "dealer", "franchisor", "franchisee", "employer",
    "employee", "sponsor", "provider", "borrower", "lender", "guarantor", "assignor", "assignee", "developer",
    "publisher", "transporter", "shipper", "owner", "operator", "manager", "servicer", "depositor", "issuer",
    "trustee", "adviser", "advisor", "administrator", "underwriter", "investor", "promoter", "endorser", "host",
    "carrier", "recipient", "user", "subscriber", "artist", "author", "grantor", "grantee", "transferor",
    "transferee", "pledgor", "executive", "indemnitor", "indemnitee", "creditor", "debtor", "insurer",
    "insured", "bank", "escrow", "processor", "controller", "warrantor", "chargor", "mortgagor", "mortgagee", "hirer",
    "founder", "shareholder", "discloser", "receiver", "beneficiary", "school", "attorney",
))  # fmt: skip

_QUOTED = compiled(r"(?:\"|''?)\s*([^\"]{1,80}?)\s*(?:\"|'')(?!\w)")
COLLECTIVE = compiled(
    r"\b(?:collectively|each(?:,)?\s+(?:a|an|of)|individually|together|jointly|both|either"
    r"|sometimes\s+(?:referred|called))\b",
    re.IGNORECASE,
)
_ARTICLE = compiled(r"^(?:(?:hereinafter|hereafter|herein),?\s+)?(?:the\s+)?(?=[A-Z])")
_CALLED = later(r"^.*\b(?:as|called)\s+(?:the\s+)?", re.IGNORECASE)
_PARTY_WORD = compiled(r"(?:the\s+)?(?:part(?:y|ies)|agreement|(?:effective|execution|signing)\s+date)", re.IGNORECASE)
_TYPES = (
    r"(?:(?:statutory|business|limited|general|public|private|limited[\s-]liability|joint[\s-]stock|stock|holding"
    r"|mutual|non-?profit"
    r"|not[\s-]for[\s-]profit|professional|close|federal|national|banking|trust|exempted|proprietary|unlimited"
    r"|open-end|closed-end"
    r"|savings|insurance|charitable|foreign|domestic|municipal)[\s-]+)*"
    r"(?:corporation|company|partnership|trust|association|bank|individual|cooperative|university|foundation"
    r"|sole\s+proprietorship"
    r"|institution|body\s+corporate|joint\s+venture|soci[ée]t[ée]\s+anonyme|municipality)"
)
_TYPE = compiled(
    rf"(?:(?<=[,()])|\b(?:is|as|being))\s*\ban?\s+(?P<before>(?:[\w.'-]+\s+){{0,5}}?)(?P<type>{_TYPES})\b",
    re.IGNORECASE,
)
_FOUNDED = compiled(
    r"\b(?:organi[sz]ed|incorporated|existing|formed|established|registered|chartered"
    r"|constituted)\b[^.;()]{0,60}?\b(?:under\s+the\s+laws?\s+of|in|pursuant\s+to\s+the\s+laws?\s+of)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_ADDRESS = compiled(
    r"(?:\b(?:places?\s+of\s+business|offices?|headquarters|headquartered|address|residence|seat|resides|residing"
    r"|located|situated)\b"
    r"(?:\s+(?:at|is|in|located|situated?|address|of|for|business|located\s+at))*\s*[:,]?|,\s*of)\s+(?=\d|[A-Z]"
    r"|P\.?\s?O|c/o\s)(?P<address>[^\n\"();]{8,400})"
)
_AFTER_ADDRESS = compiled(r"(?:\W+(?:Attention|Attn|Telephone|Tel|Fax|Email)\.?\s*:.*)?[^\w)]*$", re.DOTALL)
_BARE_ADDRESS = later(r"[,)]\s+(?P<address>\d{1,5}[A-Z]?\s+[A-Z][^\n\"();]{8,300})")
_STREET = compiled(
    r"\b(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Way|Parkway|Highway|Place|Square)\b"
)
_ADDRESS_END = later(
    r"\s*,?\s*(?:\b(?:hereinafter|hereafter|herein|referred|acting|represented|registered|having|which|who|whose|duly"
    r"|holding|holder\s+of|bearing|entered\s+in|reg\.\s+no|(?:company|registration|enterprise)\s+(?:number|no\b)|(?:CIF|NIF|VAT|UEI|ABN|ACN)\s"
    r"|a\s+(?:corporation|company|limited)|an?\s+[A-Z][a-z]+\s+(?:corporation|limited|company)"
    r"|and\s+its\b|and\s+(?=[A-Z][\w.&'-]*,?\s+(?:[A-Z][\w.&'-]*,?\s+){0,6}?(?:Inc|LLC|L\.L\.C|Ltd|Corp|Limited|GmbH"
    r"|Co\b|S\.A))|on\s+behalf|by\s+its|as\s+of|and)\b|$)|\.\s+(?=[A-Z][a-z]+\s+[a-z])"
)
_IDENTIFIER = compiled(
    r"\b(?:(?:company|registration|registered|commercial\s+register|CNPJ|VAT|tax|unified\s+social\s+credit"
    r"|business\s+licen[sc]e|enterprise|identification|UEN|ACN|ABN|file|trade\s+register)\b"
    r"(?:(?!\b(?:address|office|place|located|street)\b)[^\d\n;()]){0,40}?"
    r"(?:code|number|no\b\.?|nr\b\.?|n[°º]|num|#|:)\s*:?\s*|(?:ACN|ABN|UEN|UEI|NRIC|KRS(?:\s+number)?|CIN|CIF|SIREN|SIRET|NIF|(?:BR|RC|ID|Id)\.?\s+No\.|CRO)\s+(?:No\.\s+)?"
    r"|(?<=\()(?:reg\.?\s+)?(?:number|no\.?)\s+|(?=\bHR[AB]\s\d)"
    r"|\bregist\w+\b[^;()\d]{0,90}?\bunder\s+(?:the\s+)?(?:(?:registration\s+)?(?:number|no\.?|nr\.?)\s*)?)"
    r"(?P<number>(?-i:(?:[A-Z]{1,4}(?:-\s|[ -])?)?\d[\dA-Z./-]*\d[A-Z]{0,2}(?:\s\d[\d./-]*\d){0,4}))(?!\w)",
    re.IGNORECASE,
)
SHORTEST_IDENTIFIER = 5
"""Letters and digits; "No. 99" is a house's."""


class Detail(Struct, frozen=True):
    """A part of a party: its value, and where ``text[start:end]`` says it."""

    attribute: str
    value: str
    start: int
    end: int


def details(text: str, begin: int, end: int) -> Iterator[Detail]:
    """What the text between a party's name and the next party says of it; aliases come from ``alias_details``."""
    yield from _entity(text, begin, end)
    address = _ADDRESS.search(text, begin, end)
    if address:
        yield from _address(text, address)
    elif (bare := _BARE_ADDRESS().search(text, begin, end)) and _STREET.search(bare["address"]):
        yield from _address(text, bare)
    numbers = _IDENTIFIER.finditer(text, begin, end)
    number = next((m for m in numbers if len(re.sub(r"\W", "", m["number"])) >= SHORTEST_IDENTIFIER), None)
    if number:
        yield Detail("identifier", " ".join(number["number"].split()), number.start(), number.end())


def alias_details(match: re.Match[str]) -> Iterator[Detail]:
    """The aliases that a parenthesis defines, and the role, if one of them is a role."""
    names = alias_names(match)
    for name in names:
        yield Detail("aliases", name, match.start(), match.end())
    role = next((name for name in names if is_role(name) or name.casefold() in _CALLED_SO), None)
    if role:
        yield Detail("role", role, match.start(), match.end())


_CALLED_SO = frozenset(("company", "agency", "government", "authority", "corporation", "maker", "holder"))
"""Roles only where a party is called so: such words label other things, and end the names of bodies."""


def is_role(name: str) -> bool:
    """Whether a name says what a party does: "Seller", "Service Provider"; "Marlow Bank" does not."""
    words = name.casefold().split()
    return bool(words) and words[-1] in ROLES and (words[-1] != "bank" or len(words) == 1)


def alias_names(match: re.Match[str]) -> list[str]:
    """The terms that an alias parenthesis defines, in order, "Party" and the like left out."""
    text = match.group()
    together = COLLECTIVE.search(text)
    if together and 0 <= text.find('"') < together.start():
        text = text[: together.start()]  # ("Marlow", and together with its affiliates the "Marlow Group")
    printed = text.strip(" ,()'")
    quoted = [_ARTICLE.sub("", name.strip(" ,.'")) for name in _QUOTED.findall(text)]
    if not quoted and re.fullmatch(r"(?:the\s+)?[\w&.\- ]+", printed):
        quoted = [_ARTICLE.sub("", _CALLED().sub("", printed))]
    return list(dict.fromkeys(name for name in quoted if name and not _PARTY_WORD.fullmatch(name)))


def _entity(text: str, begin: int, end: int) -> Iterator[Detail]:
    """ "a Delaware corporation", "a company organized under the laws of Japan"."""
    kind = _TYPE.search(text, begin, min(end, begin + 300))
    if kind:
        yield Detail("entity_type", " ".join(kind["type"].split()).lower(), kind.start(), kind.end())
        places = find_jurisdictions(kind["before"])
        if places:
            yield Detail("jurisdiction", places[-1].name, kind.start(), kind.end())
            return
    founded = _FOUNDED.search(text, begin, end)
    if founded:
        places = find_jurisdictions(text[founded.end() : min(end, founded.end() + 70)])
        if places and places[0].start < 40:
            yield Detail("jurisdiction", places[0].name, founded.start(), founded.end() + places[0].end)


def _address(text: str, match: re.Match[str]) -> Iterator[Detail]:
    start = match.start("address")
    printed = match["address"]
    stop = _ADDRESS_END().search(printed)
    printed = printed[: stop.start()] if stop else printed
    printed = _AFTER_ADDRESS.sub("", printed)
    if 8 < len(printed) <= LONGEST_ADDRESS and any(character.isdigit() for character in printed):
        yield Detail("address", " ".join(printed.split()), start, start + len(printed))
