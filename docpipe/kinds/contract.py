"""The kind ``contract``: what lawyers ask of an agreement. Numbers that come from print are decimals, never floats."""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, get_args

from docpipe.kinds.base import Kind


@dataclass(slots=True, kw_only=True)
class Duration:
    count: int
    unit: Literal["day", "business_day", "week", "month", "year"]


@dataclass(slots=True, kw_only=True)
class Party:
    name: str
    role: str | None = None
    side: str | None = None
    entity_type: str | None = None
    jurisdiction: str | None = None
    identifier: str | None = None
    address: str | None = None
    aliases: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class ExpirationBasis:
    kind: Literal["fixed", "term", "event", "perpetual"]
    anchor: str | None = None
    offset: Duration | None = None


@dataclass(slots=True, kw_only=True)
class DisputeResolution:
    method: Literal["litigation", "arbitration", "mediation"] | None = None
    venue: str | None = None
    seat: str | None = None
    rules: str | None = None


@dataclass(slots=True, kw_only=True)
class Amount:
    what: str | None = None
    amount: Decimal
    currency: str | None = None
    role: Literal["price", "fee", "cap", "deposit", "minimum", "penalty", "other"] = "other"
    payer: str | None = None
    payee: str | None = None
    per: str | None = None
    tax: str | None = None


@dataclass(slots=True, kw_only=True)
class PaymentTerms:
    days: int | None = None
    day_type: Literal["day", "business_day"] | None = None
    from_event: str | None = None
    late_interest: str | None = None


@dataclass(slots=True, kw_only=True)
class Penalty:
    trigger: str | None = None
    amount: Decimal | None = None
    currency: str | None = None
    rate: Decimal | None = None
    rate_unit: Literal["percent", "permille", "per_ten_thousand"] | None = None
    base: str | None = None
    per: str | None = None
    cap: str | None = None
    payer: str | None = None


@dataclass(slots=True, kw_only=True)
class LiabilityCap:
    amount: Decimal | None = None
    currency: str | None = None
    formula: str | None = None
    per: str | None = None
    applies_to: str | None = None
    carve_outs: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class IpOwnership:
    owner: str
    what: str | None = None


@dataclass(slots=True, kw_only=True)
class Obligation:
    party: str
    action: str
    deadline: str | None = None
    modality: Literal["must", "may", "must_not"]
    clause: str | None = None
    condition: str | None = None


@dataclass(slots=True, kw_only=True)
class Amended:
    title: str
    date: datetime.date | None = None
    sections: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Status:
    stage: Literal["draft", "execution_version", "executed", "unknown"] = "unknown"
    signed_by: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Incomplete:
    kind: Literal["blank", "redacted", "exhibit_missing"]
    what: str


Category = Literal[
    "Affiliate License-Licensee", "Affiliate License-Licensor", "Anti-Assignment", "Audit Rights", "Cap On Liability",
    "Change Of Control", "Competitive Restriction Exception", "Covenant Not To Sue", "Exclusivity", "Insurance",
    "Ip Ownership Assignment", "Irrevocable Or Perpetual License", "Joint Ip Ownership", "License Grant",
    "Liquidated Damages", "Minimum Commitment", "Most Favored Nation", "No-Solicit Of Customers",
    "No-Solicit Of Employees", "Non-Compete", "Non-Disparagement", "Non-Transferable License",
    "Post-Termination Services", "Price Restrictions", "Revenue/Profit Sharing", "Rofr/Rofo/Rofn",
    "Source Code Escrow", "Termination For Convenience", "Third Party Beneficiary", "Uncapped Liability",
    "Unlimited/All-You-Can-Eat-License", "Volume Restriction", "Warranty Duration",
]  # fmt: skip
"""The 33 yes/no clause categories of CUAD v1 (The Atticus Project, CC BY 4.0), by their own names."""

CATEGORIES: tuple[str, ...] = get_args(Category)


@dataclass(slots=True, kw_only=True)
class Clause:
    category: Category
    summary: str | None = None


@dataclass(slots=True, kw_only=True)
class Contract:
    """A commercial agreement. Dates are whole days; ``null`` means that the document does not say."""

    title: str | None = None
    parties: list[Party] = field(default_factory=list)
    agreement_date: datetime.date | None = None
    effective_date: datetime.date | None = None
    effective_condition: str | None = None
    expiration_date: datetime.date | Literal["perpetual"] | None = None
    expiration_basis: ExpirationBasis | None = None
    term: Duration | None = None
    renewal_term: Duration | None = None
    notice_period: Duration | None = None
    governing_law: list[str] = field(default_factory=list)
    dispute_resolution: DisputeResolution | None = None
    governing_language: str | None = None
    amounts: list[Amount] = field(default_factory=list)
    payment_terms: PaymentTerms | None = None
    penalties: list[Penalty] = field(default_factory=list)
    liability_cap: LiabilityCap | None = None
    ip_ownership: list[IpOwnership] = field(default_factory=list)
    confidentiality_term: Duration | Literal["perpetual"] | None = None
    obligations: list[Obligation] = field(default_factory=list)
    amends: list[Amended] = field(default_factory=list)
    status: Status | None = None
    completeness: list[Incomplete] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    summary: str | None = None


_FORMS = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "limited": "ltd", "l.l.c": "llc", "l.l.p": "llp",
    "l.p": "lp", "s.a": "sa", "n.v": "nv", "b.v": "bv", "p.l.c": "plc",
}  # fmt: skip
"""Forms of companies that are the same in another print."""

_FORM = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(_FORMS, key=len, reverse=True)))})(?!\w)")


def party_key(name: str) -> str:
    """A party's name in one print: no case, width or punctuation, forms such as Inc. and Incorporated the same.

    The form stays: Fenwick Holdings LLC and Fenwick Holdings Limited are two parties.
    """
    folded = _FORM.sub(lambda form: _FORMS[form[0]], unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"^the | the$", "", re.sub(r"[\W_]+", " ", folded).strip())


def _joined(*names: str) -> Any:
    """An item key made of some attributes of the element."""
    return lambda element: "|".join(str(element.get(name) or "").casefold() for name in names)


CONTRACT = Kind(
    name="contract",
    description="parties, dates, term, law, money, duties and clauses of an agreement",
    model=Contract,
    item_keys={
        "parties": lambda element: party_key(element["name"]),
        "governing_law": lambda element: str(element).casefold(),
        "amounts": _joined("amount", "currency", "role", "what"),
        "penalties": _joined("trigger", "amount", "rate", "per"),
        "ip_ownership": _joined("owner", "what"),
        "obligations": _joined("party", "action"),
        "amends": _joined("title", "date"),
        "completeness": _joined("kind", "what"),
        "clauses": _joined("category"),
    },
    categories={"clauses": CATEGORIES},
    prose=("summary",),
)
