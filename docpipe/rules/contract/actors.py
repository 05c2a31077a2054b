"""Who acts in an agreement: what its parties are called, and what may be such a name in a sentence."""

from __future__ import annotations

import re

from docpipe.types import Finding

_ONE_WORD = (
    "administrator advertiser affiliate agent artist assignee assignor athlete author bank borrower broker"
    " buyer carrier client company consultant contractor customer dealer depositor developer distributor"
    " employee employer endorser executive franchisee franchisor guarantor hospital investor issuer landlord"
    " lender lessee lessor licensee licensor manufacturer marketer network operator owner parties partner"
    " partners party principal producer promoter provider publisher purchaser recipient representative reseller"
    " seller servicer shipper sponsor subcontractor sublicensee supplier tenant transferee transferor"
    " transporter trustee underwriter underwriters university vendor we you"
)
_MORE_WORDS = (
    "service provider,receiving party,disclosing party,indemnifying party,indemnified party,each party,either party"
    ",neither party,both parties,other party,party a,party b,joint venture"
)
ROLES = frozenset([*_ONE_WORD.split(), *_MORE_WORDS.split(",")])
"""What agreements call their parties; a subject that is none of these and no party's name or alias is not a party."""

_WORD = r"[A-Z](?:[\w&'-]|\.(?=\w))*(?:(?<=Inc)\.|(?<=Corp)\.|(?<=Co)\.|(?<=Ltd)\.)?"

NAME = (
    r"(?:[Tt]he\s+(?:other\s+)?|[Ee]ach\s+|[Ee]ither\s+|[Nn]either\s+|[Bb]oth\s+)?"
    rf"(?:{_WORD}(?:(?:\s+|,\s+(?=Inc|LLC|L\.L|Ltd|Corp|LP|L\.P))(?:&\s+|of\s+)?{_WORD}){{0,4}}"
    r"|(?:(?<=ach\s)|(?<=ther\s))party|(?:(?<=oth\s)|(?<=he\s))parties)"
)
"""Pattern text of what may be a party's name or alias; ``actors`` decides."""


def actors(findings: list[Finding]) -> frozenset[str]:
    """The names, aliases and roles of the parties, folded, with what parties are usually called."""
    named: set[str] = set()
    for finding in findings:
        if finding.field == "parties" and not finding.problem:
            value = finding.value
            values = [value.get("name"), value.get("role")] if isinstance(value, dict) else [value]
            named |= {folded(each) for each in values if isinstance(each, str)}
    return ROLES | named


def folded(name: str) -> str:
    """A name without its article, case and double spaces: ``the  Company`` and ``Company`` are one."""
    return re.sub(r"^(?:the|any|a|an|such)\s+", "", " ".join(name.casefold().replace("’", "'").split()))
