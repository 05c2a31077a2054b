"""What the lines of statements are called, and which item each of them is: a table to read, in order of preference.

A label is compared without what varies from filer to filer: signs in brackets (``(loss)``, ``/(benefit)``), notes,
the possessive, the owner's own name behind "attributable to". A pattern must match the whole of what is left.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from docpipe.patterns import compiled

StatementKind = Literal["income", "comprehensive_income", "balance_sheet", "cash_flow", "equity", "other"]

Side = Literal["", "current", "noncurrent"]

_INCOME: StatementKind = "income"
_BALANCE: StatementKind = "balance_sheet"
_CASH: StatementKind = "cash_flow"

_EARNINGS = r"(?:income|earnings|profit|loss|profits|losses|income or loss|income and loss|loss income)"
_REVENUES = r"(?:revenues?|net sales|sales(?: and services?)? revenues?|sales|turnover)"
_GOODS = r"(?:goods|products?|merchandise|services|products and services|goods and services|inventory)"
_CAPITAL = (
    r"(?:property|properties|premises|plant|equipment|capital assets|fixed assets|capital expenditures?"
    r"|software and equipment"
    r"|tangible (?:and intangible )?(?:fixed )?assets"
    r"|real estate|land|buildings|oil and gas properties|vessels|flight equipment)"
)
_OWNERS = r"(?:stock|share|share ?owners|unit|member|stockholders|shareholders)"
_CASH_OF = (
    r"cash(?: flows?)?(?: was)? (?:provided|generated|used|from|flows?|inflow|outflow)*"
    r"(?: ?(?:by|in|from|for|used|provided|generated|or|and|of))*"
)
_TAXES = r"(?:income )?(?:taxes|taxation|tax)(?: on income)?"

SYNONYMS: tuple[tuple[StatementKind, str, tuple[str, ...]], ...] = (
    (_INCOME, "revenue", (
        r"total (?:net )?sales and (?:other )?revenues?",
        rf"total (?:net )?(?:{_REVENUES}|operating revenues?)(?:,? net(?: of interest expense)?)?",
        rf"{_REVENUES} total",
        rf"total {_REVENUES} and other income",
        rf"(?:(?:consolidated|net|operating|group) )*(?:{_REVENUES}|revenues?)(?:,? net)?(?: of interest expenses?)?",
        r"net (?:sales|revenues?)(?: and| from)? (?!.*\b(?:after|provision)\b).*",
        rf"{_REVENUES} (?:from (?:contracts with )?|to )(?:external )?customers|{_REVENUES} and other(?: income)?",
        r"sales and other operating revenues?",
        r"total revenues? .*",
        rf"revenues? from operations|{_REVENUES},? net of .*|total investment income",
    )),
    (_INCOME, "cost_of_revenue", (
        rf"(?:total )?costs? of (?:net |total )?{_REVENUES}",
        rf"total costs? of {_GOODS}(?: sold)?",
        rf"costs? of {_GOODS} sold",
        rf"costs? of (?:net )?{_REVENUES},? (?:exclusive|excluding|including|exclud|before|and) .*",
        rf"(?:total )?{_GOODS} costs?",
        rf"costs? of {_GOODS}",
        r"total direct costs?(?: of revenues?)?",
        r"costs? of (?:operations|(?:services?|sales) rendered|services? provided)",
        r"total costs? of .*",
        rf"costs? of {_GOODS} sold,? .*",
        rf"costs? of (?:net )?{_REVENUES},? .*",
    )),
    (_INCOME, "gross_profit", (
        r"(?:total )?gross (?:profit|margin|income)(?: on sales)?",
        r"mine operating (?:income|earnings|profit)|(?:income|earnings) from mine operations",
    )),
    (_INCOME, "operating_income", (
        rf"(?:total |net |consolidated |group )*operating {_EARNINGS}",
        rf"{_EARNINGS} from operations(?: before other .*)?",
        rf"{_EARNINGS} from operating activities",
        rf"(?:total )?operating {_EARNINGS} (?!before (?:{_TAXES}|provision)).*",
        r"(?:results? from operating activities|operating results?|ebit)",
        rf"{_EARNINGS} before (?:net )?(?:interest|financ(?:e|ial)(?: (?:expense|cost|result)s?)?),? and {_TAXES}",
    )),
    (_INCOME, "income_before_tax", (
        rf"(?:consolidated |net |operating )?{_EARNINGS} before (?:(?:provision|benefit|expense) (?:for|from) )?"
        rf"{_TAXES}",
        rf"{_EARNINGS} before (?:the )?(?:provision|benefit|expense)s? (?:for|from) {_TAXES}",
        rf"{_EARNINGS} before {_TAXES} (?:expense|benefit|provision)s?",
        rf"{_EARNINGS} from continuing operations,? before (?:provision for )?{_TAXES}(?: expense| benefit)?",
        rf"(?:total )?pre-?tax {_EARNINGS}|results? before {_TAXES}",
        rf"{_EARNINGS} before .*\b(?:{_TAXES})\b.*",
        rf"{_EARNINGS} .*\bbefore .*\b(?:{_TAXES})\b.*",
    )),
    (_INCOME, "income_tax", (
        rf"(?:total )?(?:provision|benefit|expense|credit)s?(?: or benefit)? (?:for|from) {_TAXES}",
        rf"(?:total )?(?:provision|benefit|expense)s? (?:provision|benefit|expense)s? (?:for|from) {_TAXES}",
        r"(?:provision for )?(?:total |applicable )?(?:federal (?:and state )?|u\.?s\.? |corporate )?income tax(?:es)?"
        r"(?: (?:expense|benefit|provision|credit|recovery|charge)s?)*",
        r"(?:total )?income (?:and (?:other|social contribution) )?tax(?:es)?(?: (?:expense|benefit|provision)s?)*",
        r"(?:total )?income tax(?:es)? on continuing operations",
        r"(?:total )?tax(?:es|ation)?(?: (?:expense|benefit|provision|charge|credit|on income|on profit))*",
        rf"(?:total )?(?:provision|benefit|expense)s? for {_TAXES}(?:,? net| .*)",
        r"income tax .*(?:expense|benefit|provision)",
        rf"(?:income )?tax(?:es|ation)? on (?:the )?{_EARNINGS}.*",
    )),
    (_INCOME, "net_income", (
        r"(?:consolidated )?net (?:income|earnings|profit|loss) attributable to (?:owner|parent)",
        r"(?:profit|loss) attributable to (?:owner|parent)",
        rf"(?:consolidated )?net {_EARNINGS}",
        rf"net {_EARNINGS} for the (?:year|period|quarter)",
        rf"{_EARNINGS} for the (?:financial |fiscal )?(?:year|period|quarter)",
        rf"(?:net )?{_EARNINGS} for the (?:financial |fiscal )?(?:year|period|quarter),?"
        r" attributable to (?:owner|parent)",
        r"net result|(?:net )?results? for the (?:financial |fiscal )?(?:year|period|quarter)",
        rf"{_EARNINGS} after (?:income )?tax(?:es|ation)?(?: for the (?:financial )?(?:year|period))?",
        r"net (?:increase|decrease|increase decrease) in net assets resulting from operations",
        rf"net {_EARNINGS} including noncontrolling interests?",
        rf"net {_EARNINGS} (?:attributable|available|applicable) (?:to|for) (?:[\w.&]+ ){{0,4}}?(?:common|ordinary)"
        rf" (?:{_OWNERS}|stock|equity).*",
        r"profit|loss",
        rf"(?:consolidated )?net {_EARNINGS} before (?:attribution (?:of|to) )?(?:noncontrolling|minority) interests?",
        rf"net {_EARNINGS} and comprehensive {_EARNINGS}",
        rf"net {_EARNINGS},? group share|net {_EARNINGS} - .*{_OWNERS}s?",
        rf"[\w.&]+(?: [\w.&]+){{0,4}} net {_EARNINGS}",
    )),
    (_BALANCE, "total_assets", (r"total assets", r"assets total")),
    (_BALANCE, "total_liabilities", (r"total liabilities",)),
    (_BALANCE, "total_equity", (
        r"total (?:deficit |deficiency )?equity(?: deficit| deficiency)?",
        rf"total (?:{_OWNERS})s? (?:deficit |investment )?(?:equity|deficit|investment|deficiency|funds)(?: deficit)?",
        r"total (?:owner|parent)s? (?:equity|deficit|investment)",
        rf"total equity attributable to (?:owner|parent|{_OWNERS}).*",
        rf"total .*\b(?:{_OWNERS})s? equity(?: attributable to owner)?|total (?:common|ordinary) equity",
        rf"(?:net )?(?:{_OWNERS})s? (?:equity|deficit|funds),? total",
        rf"(?:total )?(?:{_OWNERS})s? (?:equity|deficit)",
        r"equity|(?:total )?net assets|total (?:deficit|deficiency)",
        r"total (?:partners?|members?|owners?|unitholders?)? ?capital(?: deficit| and reserves)?",
    )),
    (_BALANCE, "cash_and_equivalents", (
        r"(?:total )?cash and (?:cash )?equivalents",
        r"(?:total )?cash,? and cash equivalents?,? .*",
        r"(?:total )?cash and (?:cash )?equivalents,? .*",
        r"cash,? cash equivalents,? and .*",
        r"cash and due from banks",
        r"cash and short-?term (?:deposits|investments)",
        r"cash and (?:temporary (?:cash )?investments|cash items|(?:interest-?bearing )?deposits)|unrestricted cash.*",
        r"(?:cash|bank balances|cash (?:at|on|in) (?:banks?|hand))"
        r"(?: and (?:bank balances|cash|(?:in|on|at) (?:banks?|hand)))?",
    )),
    (_BALANCE, "long_term_debt", (
        r"(?:total )?long-?term (?:debt|borrowings|(?:debt )?obligations|notes payable|financial liabilities)"
        r"(?:,? net| noncurrent)*",
        r"(?:non-?current|long-?term)(?: portion(?: of)?)? (?:debt|borrowings|term debt|long-?term debt"
        r"|notes payable)(?: net)?",
        r"long-?term (?:debt|borrowings),? (?:less|net of|excluding|exclusive of|due after|net) .*",
        r"(?:debt|(?:term|bank) loans?|borrowings)(?: and [\w ]{3,30})?,? (?:less|net of|excluding) current .*",
        r"debt due after one year|(?:interest[- ]?bearing )?(?:loans(?: and borrowings)?|borrowings),? noncurrent",
        r"long-?term (?:debt|borrowings|notes|loans) .*",
        r"(?:notes?|debentures|bonds|mortgages?|loans?)[^.]*,? (?:less|net of|excluding) current .*",
        r"noncurrent: (?:(?:term|senior|bank|financial|net|convertible|non-?recourse|secured|unsecured|subordinated"
        r"|other) )*(?:debt|borrowings|notes(?: payable)?|loans|financial liabilities|interest[- ]?bearing .*)"
        r"(?:,? net(?: of .*)?)?",
        r"noncurrent: (?:(?:term|bank|loans and) )?(?:debt|borrowings|loans),? .*",
        r"noncurrent: loans and borrowings",
    )),
    (_CASH, "operating_cash_flow", (
        rf"(?:total )?net {_CASH_OF} operating activities",
        rf"(?:total )?{_CASH_OF} operating activities(?:,? net)?|total operating activities",
        rf"(?:total )?net {_CASH_OF} operations",
        r"(?:net )?operating cash flows?(?:,? net)?",
        r"(?:total )?(?:net )?cash(?: flows?)? .*operating activities(?:,? .*)?",
        r"(?:total )?(?:net )?cash(?: flows?)? .*operations(?:,? .*)?",
    )),
    (_CASH, "capex", (
        r"capital (?:expenditures?|spending)(?:,? .*)?",
        r"(?:(?:utility|plant|gross|property|capital|exploratory|exploration)(?: and|,)? )*(?:capital|construction)"
        r"(?:/construction| and capital| and exploratory)? (?:expenditures?|spending)\b.*",
        r"(?:utility|gross|plant) (?:plant|property|properties) (?:additions|expenditures?)"
        r"|(?:property|plant) additions",
        rf"(?:cash )?(?:(?:payments?|paid|expended) (?:for|to acquire)"
        r"|purchases? (?:of|and|related to)|additions? to|acquisitions? of"
        rf"|expenditures? (?:for|on)|investments? in|payments? for (?:the )?(?:acquisition|purchase)s? of|purchase"
        rf"|payments? related to) (?:and \w+ of )?(?:other )?{_CAPITAL}.*",
        rf"{_CAPITAL},? .*\b(?:additions|purchases|expenditures|acquisitions)\b.*",
        rf"(?:additions?|purchases?|payments?|acquisitions?|expenditures?|investments?)\b.{{0,40}}\b{_CAPITAL}\b.*",
    )),
)  # fmt: skip
"""Statement, item, and its names, the best first. ``noncurrent:`` stands before a label below the current ones."""

_EPS = (
    ("eps_basic", compiled(r".*\b(?:basic|before dilution)\b.*")),
    ("eps_diluted", compiled(r".*\b(?:diluted|(?<!before )dilution)\b.*")),
)
_PER_SHARE = compiled(
    r".*\b(?:per|a|each) (?:\w+ ){0,5}?(?:share|stock|unit|ads|rsu)s?\b.*|.*\bper[- ]share\b.*|.*\beps\b.*"
)
_COUNTS = compiled(
    r".*(?:\baverage\b|\bshares (?:used|outstanding)\b|\bnumber of\b|\bshares in\b|\bdilutive\b"
    r"|\bequivalents\b|\bunits outstanding\b).*"
)
_EARNED = compiled(r".*\b(?:income|earnings|loss|profit|losses|eps)\b.*")
_DIVIDENDS = compiled(r".*\b(?:dividends?|distributions?)\b.*")
_PARTIAL = compiled(
    r".*\b(?:discontinued|continuing|adjusted|non-gaap|pro forma|before(?! dilution)|effect|undistributed)\b.*"
)
_REFUSED = compiled(
    r".*\b(?:discontinued|non-gaap|adjusted|pro forma|comprehensive|noncontrolling interests? in|proceeds|sales? of"
    r"|gains?|losses on|depreciation|adjustments?|changes in|supplemental|restricted cash flows?|accrued|payable"
    r"|in (?:accounts|current))\b.*"
)


class Named(Struct, frozen=True):
    """The item that a label names; the lower the rank, the plainer it says so."""

    item: str
    rank: int
    also: str | None = None  # a second item, where one line is for both


@lru_cache(maxsize=8192)
def named(label: str, section: str, statement: StatementKind, per_share: bool) -> Named | None:
    """The item of a line of a statement. ``per_share`` says that its figures can be amounts per share.

    ``section`` is the heading that the line stands under, or ``noncurrent``.
    """
    short, above = plain(label), plain(section)
    if per_share and (found := _per_share(short, above)) is not None:
        return found
    whole = f"total {above}" if short in ("total", "totals") and above else short
    shapes = (f"noncurrent: {whole}",) if section == "noncurrent" or _NONCURRENT.match(above) else ()
    for kind, item, patterns in _compiled():
        if kind != statement:
            continue
        for rank, pattern in enumerate(patterns):
            if any(pattern.fullmatch(shape) for shape in (whole, *shapes)):
                return Named(item, rank) if _fits(item, whole) else None
    return None


@lru_cache(maxsize=8192)
def plain(label: str) -> str:
    """A label in one print: lower case, brackets and notes away, the owner's name as ``owner``."""
    text = label.casefold().replace("’", "'").replace("‘", "'").replace("–", "-").replace("—", " - ")
    text = _SIGNS.sub(" ", text)
    text = _LESS.sub("", text)
    text = _KEPT.sub(r" \1 ", text)
    text = _NOTES.sub(" ", text)
    text = _BRACKETS.sub(" ", text)
    text = _ATTRIBUTABLE.sub(_owner, text)
    text = _TERM.sub("-term", text)
    text = text.replace("'s", "s").replace("s'", "s").replace("&", " and ")
    text = re.sub(r"non[- ]?(?=controlling|current)", "non", text)
    text = re.sub(r"[.*†‡\"“”]+|(?<!\w)-|-(?!\w)|\d\)$|:$|(?<!\w)/|/(?!\w)", " ", text)
    return re.sub(r"\s+", " ", text).strip(" ,:;-/")


def _per_share(short: str, above: str) -> Named | None:
    both = f"{above}: {short}"
    if re.search(r"\bpreferred\b", short):
        return None
    if _DIVIDENDS.match(short) and (_PER_SHARE.match(both) or "declared" in short):
        return Named("dividends_per_share", 0 if "declared" in short else 1)
    if _DIVIDENDS.match(above) and _PER_SHARE.match(above):
        return Named("dividends_per_share", 2)
    if _COUNTS.match(short) or (_COUNTS.match(above) and not _PER_SHARE.match(short)):
        return None
    if not (_PER_SHARE.match(both) or (_EARNED.match(both) and any(pattern.match(both) for _, pattern in _EPS))):
        return None
    both_kinds = all(pattern.match(both) for _, pattern in _EPS)
    rank = 4 * bool(_PARTIAL.match(short)) + 2 * bool(_PARTIAL.match(above))
    for item, pattern in _EPS:
        if pattern.match(short) or (pattern.match(above) and not both_kinds):
            two = both_kinds and item == _EPS[0][0] and pattern.match(short) is not None
            return Named(item, rank + both_kinds, _EPS[1][0] if two else None)
    return Named(_EPS[0][0], UNSAID) if _UNSAID.fullmatch(short) else None


UNSAID = 9
"""The rank of earnings per share that say neither basic nor diluted: they are basic beside others that are diluted."""

_UNSAID = compiled(rf"(?:net )?{_EARNINGS} per (?:\w+ ){{0,3}}?(?:share|stock|unit)")


def _fits(item: str, label: str) -> bool:
    """Whether nothing in a label makes it another line than its beginning says."""
    if item == "capex":
        return not re.search(
            r"\b(?:proceeds|sales? of|accrued|non-?cash|disposal|included|unpaid|in accounts)\b", label
        )
    if item == "long_term_debt":
        return not re.search(
            r"current (?:portion|maturities|installments)\b(?<!less current portion)|due within", label
        ) or bool(re.search(r"\b(?:less|net of|excluding|exclusive of)\b.*current", label))
    if item == "operating_cash_flow":
        return not re.search(r"\b(?:reconcile|adjustments?|discontinued|before|changes?)\b", label)
    if item == "income_tax":
        return not re.search(r"\b(?:before|other than|net of|deferred|current)\b", label)
    if item == "income_before_tax":
        return not re.search(r"\b(?:interest|depreciation|discontinued)\b", label) or "equity" in label
    if item == "total_equity":
        return "liabilities" not in label
    if item == "cost_of_revenue":
        label = _WITHOUT.split(label, maxsplit=1)[0]
    return (
        not _REFUSED.match(label)
        or (item == "net_income" and _BOTH_INCOMES.fullmatch(label) is not None)
        or item in ("total_assets", "cash_and_equivalents")
    )


_WITHOUT = compiled(r",? (?:exclusive|excluding|exclud|including|before)\b")
_BOTH_INCOMES = compiled(rf"net {_EARNINGS} and comprehensive {_EARNINGS}")


def _compiled() -> tuple[tuple[StatementKind, str, tuple[re.Pattern[str], ...]], ...]:
    if not _PATTERNS:
        _PATTERNS.extend((kind, item, tuple(map(compiled, patterns))) for kind, item, patterns in SYNONYMS)
    return tuple(_PATTERNS)


_PATTERNS: list[tuple[StatementKind, str, tuple[re.Pattern[str], ...]]] = []
_TERM = compiled(r"(?<=\b(?:long))\s+term\b|(?<=\bshort)\s+term\b")
_SIGNS = compiled(
    r"/ ?\((?:loss|losses|benefit(?: from)?|income|expense|provision(?: for)?|deficit|used|credit)\)"
    r"|\((?:loss|losses|income|earnings|benefit|provision|expense|charge|credit|deficit|deficiency"
    r"|used in|used for|decrease|increase)\)"
)
_NOTES = compiled(
    r"\((?:see )?notes?\b[^)]*\)|[-,;] ?(?:see )?notes? \d+.*$"
    r"|\bsee (?:accompanying )?notes?\b.*$|\bnotes? \d+(?: and \d+)*$"
)
_LESS = compiled(r"^\s*(?:less|deduct)\s*[:-]?\s*(?=provision|benefit|income tax|tax|cost)")
_KEPT = compiled(r"\((basic|diluted|basic and diluted)\)")
_BRACKETS = compiled(r"\([^()]*\)|\[[^\]]*\]")
_ATTRIBUTABLE = compiled(
    r"\b(attributable|applicable) to (?:the )?(.+?)(?=\s*[-,:]+\s*(?:basic|dilut|assuming)|\s+per\b|\s+-\s|\s*$)"
)
_NONCURRENT = compiled(r"(?:non-?current|long-?term) (?:liabilities|debt|borrowings)")


def _owner(match: re.Match[str]) -> str:
    """The registrant's own name is one word; other holders stay."""
    holders = match[2]
    if re.search(r"non-?controlling|minority|common|ordinary|redeemable|preferred|participating", holders):
        return match[0]
    return f"{match[1]} to owner"
