"""Who acts in an agreement: what its parties are called, and what may be such a name in a sentence."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.rules.later import later
from docpipe.types import Document, Finding

_ONE_WORD = (
    "administrator advertiser affiliate agent artist assignee assignor athlete author bank borrower broker"
    " buyer carrier client company consultant contractor customer dealer depositor developer distributor"
    " discloser employee employer endorser executive franchisee franchisor guarantor hospital investor issuer landlord"
    " lender lessee lessor licensee licensor manufacturer marketer network operator owner parties partner"
    " partners party principal producer promoter provider publisher purchaser receiver recipient representative"
    " reseller seller servicer shareholder shipper sponsor subcontractor sublicensee supplier tenant transferee"
    " transferor transporter trustee underwriter underwriters university vendor we you"
)
_MORE_WORDS = (
    "service provider,receiving party,disclosing party,indemnifying party,indemnified party,each party,either party"
    ",neither party,both parties,other party,party a,party b,joint venture"
)
ROLES = frozenset([*_ONE_WORD.split(), *_MORE_WORDS.split(",")])
"""What agreements call their parties; a subject that is none of these and no party's name or alias is not a party."""

_WORD = r"(?:[A-Z]|[a-z]{1,2}-?[A-Z]|\d{1,2}[A-Z])(?:[\w&'-]|\.(?=\w))*(?:(?<=Inc)\.|(?<=Corp)\.|(?<=Co)\.|(?<=Ltd)\.)?"

NAME = (
    r"(?:[Tt]he\s+(?:other\s+)?|(?:[Ee]ach|[Ee]ither|[Nn]either|[Bb]oth|[Aa]ny)\s+(?:of\s+(?:the\s+)?)?|[Nn]o\s+)?"
    rf"(?:{_WORD}(?:(?:\s+|,\s+(?=Inc|LLC|L\.L|Ltd|Corp|LP|L\.P))(?:&\s+|of\s+)?{_WORD}){{0,4}}"
    r"|(?:(?<=ach\s)|(?<=ther\s)|(?<=[Nn]o\s)|(?<=ny\s))party|(?:(?<=oth\s)|(?<=he\s))parties)"
)
"""Pattern text of what may be a party's name or alias; ``actors`` decides."""

LONGEST_NAME = 90
"""Characters of a subject at most: two names with "and" between them."""

_AT = compiled(NAME)
_BEFORE = later(rf"(?<![\w'-]){NAME}\Z")
_QUALIFIED = later(
    r"(?<![\w'-])(?:(?:[Tt]he|[Ee]ach|[Aa]ny|[Aa]n?)\s+)?(?:[Nn]on-)?[A-Za-z]+(?:ing|ed)\s+[Pp]arty\Z|(?<![\w'-])[Aa]\s+[Pp]arty\Z"
)


def name_at(text: str, start: int) -> str | None:
    """What may be a name at an offset."""
    match = _AT.match(text, start)
    return match[0] if match else None


def name_before(text: str, end: int) -> str | None:
    """What may be a name and ends at an offset: capitalized words, "each party", "the indemnified party"."""
    start = max(0, end - LONGEST_NAME)
    last = next(reversed(text[start:end].split()), "").rpartition(")")[2].lstrip("(\"'[")
    if last in ("you", "we"):
        return last
    if last not in ("party", "parties") and not any(map(str.isupper, last)):
        return last if _SMALL().fullmatch(text[start:end]) else None
    match = _QUALIFIED().search(text, start, end) if last in ("party", "Party") else None
    match = match or _BEFORE().search(text, start, end)
    return match[0] if match else None


_SMALL = later(r"[\W\d]*(?:[a-z][\w&+.-]+\s+){0,2}[a-z][\w&+.-]+")
"""What may be a name in small letters: the only words in front of what a sentence's first verb says."""


def is_actor(name: str, known: frozenset[str]) -> bool:
    """Whether a name, or each of two with "and" between them, is a party's or what parties are called.

    Of "neither X nor Y" one is enough: both must not, and the other is no stranger's word for one of them.
    """
    if _is_one(name, known):
        return True
    if denied := _NEITHER.match(name):
        return any(
            _is_one(part, known)
            for part in re.split(r",?\s+(?:n?or|and(?:/or)?)\s+|,\s+", name[denied.end() :], flags=re.I)
        )
    return all(_is_one(part, known) for part in re.split(r"\s+and\s+", name))


_NEITHER = compiled(r"(?i)(?:neither|nor)\s+")


def _is_one(name: str, known: frozenset[str]) -> bool:
    whole = folded(name)
    bare = re.sub(r"^(?:each|either|neither|both|any|other|no|all)\s+(?:of\s+)?(?:the\s+)?(?:other\s+)?", "", whole)
    one = bare.removesuffix("s")
    return whole in known or bare in known or one in known or bool(_PARTY.fullmatch(bare))


_PARTY = compiled(
    r"(?:non-)?\w+(?:ing|ed) party"
    r"|(?!(?:third|other|outside|related|affiliated|connected|interested|unrelated|independent|these|such)\b)"
    r"[\w'-]+ parties"
)
"""Who is called by what it does, and several together: "the paying party", "the Fenwick Parties"."""


def actors(findings: list[Finding], document: Document | None = None) -> frozenset[str]:
    """The names, aliases and roles of the parties, folded, with what parties are usually called.

    Who agrees to something is a party as well, and with the document so is the beginning of a party's name: "Fenwick"
    of Fenwick Holdings LLC, where it is no common word of the document.
    """
    named: set[str] = set()
    for finding in findings:
        if finding.field == "parties" and not finding.problem:
            value = finding.value
            values = [value.get("name"), value.get("role")] if isinstance(value, dict) else [value]
            named |= {folded(each) for each in values if isinstance(each, str)}
            if document and isinstance(value, dict) and isinstance(value.get("name"), str):
                named |= _beginnings(document, value["name"])
        elif finding.field == "obligations" and finding.basis == AGREES:
            named |= {folded(each) for each in re.split(r"\s+and\s+", finding.value["party"])} - _NO_NAMES
    return ROLES | named


AGREES = "agrees"
"""Basis of a duty that its party agrees to or grants: nobody does but a party."""

_NO_NAMES = frozenset(("agreement", "section", "exhibit", "parent", "this", "it", "schedule", "board", "who"))


def _beginnings(document: Document, name: str) -> set[str]:
    """The first words of a name that may stand for it."""
    words = re.sub(r"^the\s+|[,.](?=\s|$)", "", name, flags=re.IGNORECASE).split()
    if not words or re.search(rf"(?<![\w-]){re.escape(words[0].casefold())}(?![\w-])", document.text):
        return set()
    return {folded(" ".join(words[:count])) for count in range(1, len(words))}


def folded(name: str) -> str:
    """A name without its article, case and double spaces: ``the  Company`` and ``Company`` are one."""
    return re.sub(r"^(?:the|any|a|an|such)\s+", "", " ".join(name.casefold().replace("’", "'").split()))
