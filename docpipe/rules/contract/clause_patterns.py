"""What a clause of each category says: keyword patterns over one sentence in lower case with single spaces.

A pattern fires on a sentence that holds one of its ``needs`` (plain words, cheap to look for), matches ``says`` and
does not match ``unless``. Several patterns of a category are alternatives. The categories are CUAD's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to word a clause of a category."""

    category: str
    needs: tuple[str, ...]
    says: re.Pattern[str]
    unless: re.Pattern[str] | None = None


def _p(category: str, needs: str, says: str, unless: str | None = None) -> Pattern:
    return Pattern(category, tuple(needs.split("|")), re.compile(says), re.compile(unless) if unless else None)


_NOT = r"\b(?:not|neither|nor|no|never|refrain|without)\b"
_GRANT = r"\b(?:grants?|granted|granting|licenses to|is licensed|are licensed)\b"

PATTERNS = (
    _p(
        "Affiliate License-Licensee",
        "affiliate|subsidiar|group",
        _GRANT + r".{0,120}\bto\b.{0,60}\b(?:and|or) (?:its|their|his) (?:\w+ )?(?:affiliates?|subsidiar)"
        r".{0,150}\b(?:licen[sc]e|right|sublicen)",
    ),
    _p(
        "Affiliate License-Licensee",
        "sublicen",
        r"\b(?:right|may|entitled)\b.{0,60}\bsub-?licen[sc]\w*.{0,100}\bto (?:any of "
        r"|one or more of )?its (?:\w+ )?affiliates",
    ),
    _p(
        "Affiliate License-Licensor",
        "affiliate",
        r"\bon behalf of (?:itself|himself) and (?:its|their) affiliates.{0,40}\bgrants?\b",
    ),
    _p(
        "Affiliate License-Licensor",
        "affiliate",
        r"\b(?:cause|procure) (?:each of )?its affiliates to.{0,20}\bgrant\b.{0,150}\b(?:licen[sc]e|right)",
    ),
    _p(
        "Anti-Assignment",
        "assign",
        _NOT
        + (
            r".{0,160}?\bassign(?:ed|able|s|ing|ment)?\b.{0,250}?\b(?:consent|approval|agreement|contract|rights?"
            r"|hereunder|obligations|duties)\b"
        ),
    ),
    _p("Anti-Assignment", "assign", r"\bassign.{0,200}\bwithout\b.{0,80}\bconsent"),
    _p(
        "Audit Rights",
        "audit|inspect|examin",
        r"\b(?:audit|inspect|examin\w*)\b.{0,200}\b(?:books|records|accounts|facilit|premises|ledgers|reports)",
    ),
    _p(
        "Audit Rights",
        "audit|inspect|examin",
        r"\b(?:books|records|accounts|facilit\w+|premises|ledgers)\b.{0,200}\b(?:audit|inspect|examin)",
    ),
    _p(
        "Cap On Liability",
        "liab",
        r"\bliab\w+\b.{0,250}\b(?:exceed|limited to|consequential|incidental|indirect|punitive|lost profits"
        r"|loss of profits?)\b",
    ),
    _p(
        "Cap On Liability",
        "damages",
        r"\bno (?:event|circumstances?)\b.{0,200}\b(?:consequential|incidental|indirect|punitive|lost profits)"
        r"\b.{0,100}damages",
    ),
    _p(
        "Change Of Control",
        "control|merge|consolidat|substantially all",
        r"\bchange (?:of|in) (?:\w+ )?(?:control|ownership)\b",
    ),
    _p(
        "Change Of Control",
        "merge|consolidat|substantially all",
        r"\b(?:merge[rs]?|merged|consolidat\w+|substantially all)\b.{0,250}\b(?:terminat|assign|consent)",
    ),
    _p(
        "Competitive Restriction Exception",
        "compet|exclusiv",
        r"\b(?:notwithstanding|except|provided,? (?:however|that)|other than|shall not (?:prevent|prohibit|restrict"
        r"|preclude)|nothing)\b.{0,300}\b(?:compet(?:e|ing|itive|itors?)|exclusiv(?:e|ity))\b",
        r"non-?exclusive|exclusive (?:jurisdiction|remed|propert|venue|owner)",
    ),
    _p(
        "Covenant Not To Sue",
        "contest|challeng|disput|attack|question|impair|oppose",
        _NOT
        + (
            r".{0,200}\b(?:contest|challeng\w+|disput\w+|attack|question|impair|oppose)\b.{0,120}\b(?:validity"
            r"|ownership|title|enforceability|right|rights|interest)\b.{0,200}\b(?:marks?|trademarks?|patents?"
            r"|intellectual property|copyrights?|names?|propriet\w+|licensed|ownership|logos?)\b"
        ),
    ),
    _p(
        "Covenant Not To Sue",
        "sue",
        r"\bcovenants? not to sue|\bagrees? not to sue|\bshall not (?:bring|institute|sue)\b.{0,60}\b(?:suit|action"
        r"|claim|proceeding)",
    ),
    _p(
        "Exclusivity",
        "exclusiv",
        r"(?<!non)(?<!non-)(?<!non- )(?<!non )\bexclusive(?:ly)?\b.{0,80}\b(?:right|licen[sc]e|distribut|agent"
        r"|supplier|provider|partner|basis|sponsor|appoint|manufactur|dealer|reseller|represent|purchase|territor)",
        r"non-? ?exclusiv|exclusive (?:jurisdiction|remed|propert|venue|owner)",
    ),
    _p(
        "Insurance",
        "insurance",
        r"\b(?:maintain|carry|procure|obtain|keep|purchase|provide|secure|take out|effect)\w*\b.{0,200}\binsurance\b",
    ),
    _p(
        "Insurance",
        "insurance|insured",
        r"\bcertificates? of insurance\b|\badditional(?:ly)? (?:named )?insured|\binsurance (?:policy|policies"
        r"|coverage)\b.{0,100}\b(?:shall|will|must)\b",
    ),
    _p(
        "Ip Ownership Assignment",
        "assign",
        r"\b(?:hereby |shall |agrees to |will )?(?:irrevocably )?(?:assigns?|transfers? and assigns?)"
        r"\b.{0,150}\b(?:right, title|rights, title|title and interest|intellectual property|inventions?|copyrights?"
        r"|patents?|trademarks?|improvements?)\b",
        r"\bneither|may not assign|shall not assign|without .{0,40}consent",
    ),
    _p("Ip Ownership Assignment", "hire|propert|owned", r"\bworks? (?:made )?for hire\b"),
    _p(
        "Irrevocable Or Perpetual License",
        "irrevocable|perpetual",
        r"\b(?:grant\w*|licen[sc]e)\b.{0,250}\b(?:irrevocabl[ey]|perpetual(?:ly)?)\b.{0,250}\b(?:licen[sc]e|right)"
        r"|\b(?:irrevocable|perpetual)\b.{0,100}\blicen[sc]e",
    ),
    _p(
        "Joint Ip Ownership",
        "joint|co-own",
        r"\bjointly[- ](?:owned?|invented|developed)|\bjoint(?:ly)? (?:ownership|inventions?|patents?|patent rights"
        r"|know-how|intellectual property|improvements|owners?|technology)\b|\bco-?own",
    ),
    _p(
        "License Grant",
        "grant|licen",
        r"\b(?:hereby )?grants?\b.{0,250}\b(?:licen[sc]e|right to (?:use|market|sell|distribut|reproduc|display"
        r"|promot))",
    ),
    _p(
        "Liquidated Damages",
        "liquidated|penalty|termination fee|break",
        r"\bliquidated damages?\b|\bnot (?:as )?a penalty\b|\b(?:early )?termination (?:fee|charge|payment)\b"
        r"|\bbreak-?up fee",
    ),
    _p(
        "Minimum Commitment",
        "minimum|at least|no less|not less",
        r"\bminimum\b.{0,60}\b(?:purchase|order|quantit|amount|commitment|annual|royalt|guarantee|fee|payment|volume"
        r"|sales|number|revenue)",
    ),
    _p(
        "Minimum Commitment",
        "at least|no less|not less",
        r"\b(?:purchase|order|buy|sell|spend|pay)\b.{0,80}\b(?:at least|(?:not|no) less than)\b.{0,30}(?:\d|\$)",
        r"\bnotice\b|\bdays\b",
    ),
    _p(
        "Most Favored Nation",
        "favor|favour",
        r"\bmost[- ]favou?red\b|\b(?:no|not) less favou?rable (?:to \w+ )?than\b.{0,80}\b(?:any|other)\b"
        r"|\bas favou?rable as\b",
    ),
    _p(
        "No-Solicit Of Customers",
        "solicit|divert|entice|induce",
        _NOT
        + (
            r".{0,250}\b(?:solicit|divert|entice|induce)\w*\b.{0,120}\b(?:customers?|clients?|accounts?|insureds"
            r"|subscribers)\b"
        ),
    ),
    _p(
        "No-Solicit Of Employees",
        "employ",
        _NOT
        + (
            r".{0,250}\b(?:solicit|hire|recruit|entice|induce|employ)\b.{0,120}\b(?:employees?|personnel|employed"
            r"|employment|staff)\b"
        ),
    ),
    _p("Non-Compete", "compet", _NOT + r".{0,300}\b(?:compete[sd]?|competing|competitive|competitors?|competition)\b"),
    _p(
        "Non-Disparagement",
        "disparag|defam|disrepute|reputation|goodwill|derogat",
        r"\bdisparag\w+|\bdefam\w+|\bdisrepute\b|\bderogatory\b",
    ),
    _p(
        "Non-Transferable License",
        "transferab|assignab",
        r"\bnon-? ?(?:transferable|assignable)\b|\bnot (?:be )?(?:transferable|assignable)",
    ),
    _p(
        "Post-Termination Services",
        "terminat|expir",
        r"\b(?:upon|after|following|on|event of)\b.{0,40}\b(?:expiration|expiry|termination)"
        r"\b.{0,300}\b(?:sell[- ]?off|inventory|continue to|transition|wind|repurchase|assist\w*|remaining|dispose)\b",
    ),
    _p(
        "Price Restrictions",
        "price|fee|rate",
        r"\b(?:prices?|fees?|rates?)\b.{0,120}\b(?:increase|adjust)\w*\b.{0,150}\b(?:exceed|more than|limited to"
        r"|maximum|once|consumer price)\b",
    ),
    _p(
        "Revenue/Profit Sharing",
        "royalt|commission|percent|%|share",
        r"(?:%|\bpercent\b|\broyalt\w+|\bcommissions?\b).{0,100}\b(?:net|gross|adjusted|total)? ?(?:sales|revenues?"
        r"|profits?|receipts|proceeds|income)\b",
    ),
    _p(
        "Rofr/Rofo/Rofn",
        "first|match|preempt|pre-empt|last",
        r"\bright of (?:first|last) |\bfirst right (?:of|to)\b|\bfirst (?:refusal|option|offer|opportunity"
        r"|negotiation)\b|\bright to match\b|\bpre-?emptive right",
    ),
    _p("Source Code Escrow", "escrow", r"\bescrow\b.{0,200}\bsource (?:code|material)|\bsource code\b.{0,200}\bescrow"),
    _p(
        "Termination For Convenience",
        "terminat|cancel",
        r"\b(?:terminat\w+|cancel\w*)\b.{0,200}\b(?:without cause|for convenience|any reason|no reason|at any time"
        r"|sole discretion|with or without)\b",
        r"\bbreach|\bdefault|\bfails?\b",
    ),
    _p(
        "Termination For Convenience",
        "terminat|cancel",
        r"\b(?:at any time|without cause|for any reason|sole discretion)\b.{0,120}\b(?:terminate|cancel)"
        r"\b.{0,40}\bagreement",
        r"\bbreach|\bdefault|\bfails?\b",
    ),
    _p(
        "Third Party Beneficiary",
        "beneficiar",
        r"\bthird[- ]party beneficiar",
        r"\bno third[- ]party|\bnot\b.{0,120}third[- ]party beneficiar|\bno (?:person|party|other)",
    ),
    _p(
        "Uncapped Liability",
        "liab|limit",
        r"\b(?:except|other than|excluding|exclud\w+)\b.{0,400}\b(?:consequential|indirect|punitive|exceed"
        r"|limitations?)\b",
    ),
    _p(
        "Uncapped Liability",
        "limit|exclude",
        r"\bnothing\b.{0,100}\b(?:limit|exclude)s?\b.{0,80}\bliab|\b(?:limitations?|exclusions?|foregoing)"
        r"\b.{0,150}\b(?:shall|do|does|will) not apply\b|\bunlimited liab",
    ),
    _p(
        "Unlimited/All-You-Can-Eat-License",
        "unlimited|enterprise",
        r"\bunlimited\b.{0,60}\b(?:users?|number|licen[sc]e|use|right|copies|access)|\benterprise[- ]?wide licen[sc]e",
    ),
    _p(
        "Volume Restriction",
        "up to|exceed|more than|maximum",
        r"\b(?:up to|not (?:to )?exceed|no more than|not more than|maximum (?:of|number|quantity))"
        r"\b.{0,30}\(?\d+\)? (?:\w+ )?(?:users?|copies|units|appearances|hours|seats|days|licen[sc]es|servers"
        r"|sessions|players|tickets)\b",
    ),
    _p(
        "Warranty Duration",
        "warrant",
        r"\bwarrant\w*\b.{0,200}\b(?:for|period of|within|during)\b.{0,60}\b(?:days|months?|years?)\b"
        r"|\bwarranty period\b",
    ),
)
