"""What a breach or delay costs: liquidated damages, late charges, credits, interest on what is overdue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from docpipe.rules.contract.actors import actors, folded, name_before
from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.contract.conditions import above
from docpipe.rules.contract.currency import in_declared_dollars
from docpipe.rules.contract.elements import kept_apart
from docpipe.rules.contract.parts import part_at
from docpipe.rules.contract.payment import ABOVE, RATE_HEAD
from docpipe.rules.contract.penalty_failures import failed, may_fail, who_fails
from docpipe.rules.contract.penalty_tiers import steps
from docpipe.rules.contract.price_tables import rows_under
from docpipe.rules.later import later
from docpipe.rules.money import FoundMoney, FoundPercent, find_money, find_percents
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph, Quote

ANSWERS = ("penalties",)


def find(view: View) -> Iterable[Finding]:
    """One finding per sentence that names a penalty with its amount or rate; amending sentences as candidates."""
    for sentence in sentences(view):
        if (any(word in sentence.low for word in _WORDS) or may_fail(sentence)) and "for example" not in sentence.low:
            yield from _penalty(view, sentence)
        if "section" in sentence.low and _AMENDS().search(sentence.text):
            yield from _amendment(view, sentence)
    for paragraph in view.own:
        if "%" in paragraph.text[-3:] or paragraph.kind == "table":
            yield from _credits(view, paragraph)
    for value, quotes in steps(view, _KINDS()):
        yield Finding("penalties", value, quotes, item=_key(value))


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Payers that are no party go; an amendment counts where the section that it changes holds a penalty.

    A bound alone ("Service Credits shall not exceed 20 %") belongs to the penalties of that name, where there are any.
    """
    known = actors(findings)
    mine = [finding for finding in findings if finding.field == "penalties"]
    rest = [finding for finding in findings if finding.field != "penalties"]
    penalties = [_with_payer(finding, known) for finding in mine if finding.basis != "amends"]
    changes = [finding for finding in mine if finding.basis == "amends"]
    changed = list(_changed(document, penalties, changes))
    penalties = _with_bounds(penalties)
    penalties = [replace(in_declared_dollars(document, finding), item=finding.item) for finding in penalties]
    return [*rest, *kept_apart(penalties, "penalties"), *changed]


def _with_bounds(penalties: list[Finding]) -> list[Finding]:
    """Bounds that stand alone join the penalties of their name that have none; without such penalties they stay."""
    bounds = [finding for finding in penalties if finding.value.keys() == {"cap"}]
    for bound in bounds:
        name = _named(bound)
        capped = [f for f in penalties if f is not bound and "cap" not in f.value and name and name in _named(f)]
        if capped:
            value, quotes = bound.value, bound.quotes
            penalties = [
                replace(f, value={**f.value, **value}, quotes=(*f.quotes, *quotes)) if f in capped else f
                for f in penalties
                if f is not bound
            ]
    return penalties


def _named(finding: Finding) -> str:
    """What a penalty's quotes call it, in one form: "service credit"."""
    names = (match[0] for quote in finding.quotes for match in _KINDS().finditer(quote.text))
    return " ".join(name.casefold().rstrip("s") for name in names)


_WORDS = (
    "liquidated",
    "penalt",
    "late ",
    "overdue",
    "past due",
    "interest",
    "credit",
    "delay",
    "fine",
    "default",
    "at-risk",
    "restock",
    "terminat",
    "cancel",
    "forfeit",
    "unearned",
    "make good",
    "make-good",
    "shortfall",
    "claw",
    "collection",
    "extended",
)

_KINDS = later(
    r"\b(?:liquidated\s+damages?|damages\s+at\s+the\s+rate\s+of|overdue\s+charges?(?=\s+accrue)|penalt(?:y|ies)(?!\s+of\s+perjury)|late\s+(?:payment\s+)?(?:charges?|fees?)"
    r"|default\s+(?:rate|interest)"
    r"|(?:service|performance)(?:\s+level)?\s+credits?|delay\s+damages|agreed\s+damages"
    r"|(?:(?:early|premature)\s+)?(?:termination|cancell?ation|exit|break(?:[\s-]?up)?|kill)\s+(?:fees?|charges?|penalt(?:y|ies))"
    r"|re-?stocking\s+(?:charges?|fees?)|claw-?backs?|shortfall\s+(?:payments?|fees?|charges?|amounts?)"
    r"|(?:reinstatement|reconnection|late\s+delivery|returned\s+checks?|no-show)\s+(?:fees?|charges?)|make-goods?|make\s+good\s+(?:the|any|such)"
    r"|collection\s+(?:fees?|charges?)|(?<=%\s)(?:collection|attorneys?['\u2019]?s?['\u2019]?)\s+(?:fees?|costs?)"
    r"|(?:terminat|cancel)\w*\b[^.;]{0,120}\b(?:shall|will|must)\s+pay\b(?:\s+to)?\s+(?:[\w-]+\s+){0,4}?an?\s+(?:[\w-]+\s+){0,3}?(?:fee|charge)"
    r"|(?:term|period|campaign)\b[^.;]{0,80}\b(?:extended|continued?)\b[^.;]{0,40}\bwithout\s+(?:any\s+)?(?:additional|further|extra)"
    r"\s+(?:[\w-]+\s+){0,4}?(?:charges?|fees?|costs?|payments?)"
    r"|forfeit(?:s|ed|ure)?|deemed\s+(?:to\s+be\s+|to\s+have\s+been\s+)?unearned)\b",
    re.IGNORECASE,
)
_OWED = later(
    r"\b(?:pay|pays|paid|payable|owe|owes|make\s+good|forfeit|liable\s+for|entitled\s+to|bears?|accrues?|extended|charge\s+interest)\b",
    re.IGNORECASE,
)
"""That a penalty is owed, where its amount is not told, or redacted, or a defined term."""

_INTEREST = later(r"\binterest\b|\b(?:service|finance|carrying|monthly)\s+(?:charges?|fees?)\b", re.IGNORECASE)
_LATE = later(
    r"\b(?:late|overdue|past[\s-]due|unpaid|not\s+paid|delinquent|fails?\s+to\s+(?:pay|make|remit)"
    r"|(?:do|does|did|has|have)\s+not\s+(?:pay|paid|make|made|remit(?:ted)?)|non-?payment|default\s+in\s+payment|payment\s+default|not\s+received|not\s+made"
    r"|when\s+due|was\s+due|were\s+due|until\s+(?:the\s+date\s+)?(?:it\s+is\s+)?paid"
    r"|(?:from|after|past)\s+(?:the|its|their)\s+(?:applicable\s+)?due\s+dates?|in\s+arrears?)\b",
    re.IGNORECASE,
)
_DELAY = later(r"\b(?:for\s+each|per|every)\s+(?:[\w-]+\s+){0,4}?(?:of\s+)?delay\b.{0,120}\bpay\b", re.IGNORECASE)
_NOT = later(
    r"\bnot\s+(?:as\s+)?a\s+penalty\s*[.,;)]?|\b(?:civil|criminal|statutory)\s+(?:\w+\s+)?penalt|\binterest\s+(?:in"
    r"|of)\s+(?:the|a|any)\s+(?:company|partnership|joint)|\btax(?:es)?\b.{0,60}\bpenalties|\bpenalties\b.{0,40}\btax"
    r"|\b(?:no\s+(?:obligation|liability)\s+to\s+pay|not\s+(?:be\s+)?(?:required|obliged|obligated)\s+to\s+pay)\b[^.;]{0,60}"
    r"|\bwithout\s+(?:any\s+)?penalty|\bno\s+penalty|\bfines?,?\s+(?:and|or)?\s*penalties",
    re.IGNORECASE,
)

_TRIGGER = later(
    r"(?:\b(?:if|in\s+(?:the\s+)?(?:event|case)(?:\s+(?:that|of))?|upon|where|should|for\s+(?:each|every))\s+(?P<condition>[^,;]{8,200}?)"
    r"(?=[,;]|\.?\s*$|\s+(?:then\s+)?(?:(?i:the)\s+)?(?-i:[A-Z])\w+\s+(?:shall|will|must|agrees)\b))"
    r"|(?P<late>\b(?:(?:any\s+)?(?:[A-Za-z-]+\s+){0,3}?(?:late|overdue|past[\s-]due|unpaid|delinquent)"
    r"\s+(?:[\w-]+\s+){0,2}?(?:payments?|amounts?|balances?|invoices?|accounts?|sums?|royalt(?:y|ies)"
    r"|(?<!late\s)fees?)(?!\s+(?:charges?|fees?)))\b"
    r"(?:\s+(?:due|owed|owing|outstanding)\b[^,.;]{0,80}?(?=\s+(?:shall|will|may|bears?|accrues?)\b|[,.;]|$))?"
    r"|\bpayments?\s+(?:is\s+|are\s+)?received\s+(?:by\s+\w+\s+)?after\s+[^,.;]{3,60}?(?=\s+(?:shall|will|may|bears?)\b)"
    r"|\b(?:payments?|amounts?|sums?|invoices?|balances?)\s+(?:(?:\w+\s+){0,8}?(?:that|which)\s+(?:is|are|becomes?)\s+)?"
    r"(?:not\s+(?:paid|received|made)|unpaid|overdue|past\s+due)\b(?:\s+(?:when|by|within|on)\s+[^,.;]{3,120}?(?=\s+(?:shall|will|may|bears?|accrues?)\b"
    r"|[,.;]|$))?|\bin\s+breach\s+of\s+[^,.;]{3,80}?(?=\s+(?:shall|will|must)\b))",
    re.IGNORECASE,
)
_PREPOSITION = later(
    r"^(?:(?:on|upon|of|to|for|by|in|and|the|that|expense|handling|imposed|charged|added|applied)\s+)+", re.IGNORECASE
)
_PER = later(
    r"(?:\s*\([^)]{1,40}\))?\.?\s*(?:(?:interest|of\s+[^,.;]{3,60}?)\s+)?(?:per|for\s+each|for\s+every|each|a|an|every)"
    r"\s+(?P<per>(?:(?:full|calendar|partial|business|further|additional|such|day|week|month|\d+|thirty|\(\d+\))\s+(?:or\s+\w+\s+)?){0,3}?(?:days?|weeks?|months?"
    r"|year|annum|occurrence|instance|violation|breach|event|incident|hour|quarter|failure)\b(?:(?<!annum)\s+(?:of|that)"
    r"\s+[^,.;]{3,40})?)"
    r"|\s*(?:\([^)]{1,40}\))?\s*(?P<adverb>monthly|annually|daily|weekly)\b",
    re.IGNORECASE,
)
_PER_BEFORE = later(
    r"\b(?:per|for\s+each|for\s+every)\s+(?P<per>(?:(?:full|calendar|partial|business)\s+){0,2}(?:day|week|month|year"
    r"|occurrence|instance|violation|breach|event|failure)\b(?:\s+of\s+[\w\s]{3,30}?)?)(?:\s+(?:that|in\s+which|by\s+which)\s+[\w\s]{3,60},)?\s+(?:\w+\s+){0,4}(?:pay|owe"
    r"|incur|credit|refund)",
    re.IGNORECASE,
)
_BASE = later(
    r"\s*(?:per\s+(?:\d+\s+)?\w+\s+)?(?:of|on)\s+(?P<base>(?:the\s+|any\s+|all\s+|such\s+|its\s+)?(?:[\w'-]+\s+){0,6}?(?:(?:price"
    r"|value)(?:\s+of\s+(?:the|such|each|its)\s+(?:(?:late|relevant|defective|[\w-]+ed)\s+)?[\w-]+)?"
    r"|amounts?|payments?|charges|fees?|sums?|balance|invoice|royalt(?:y|ies)|order|total|rent|salary|retainer|remuneration)\b"
    r"(?:\s+(?:due|owed|outstanding|overdue|unpaid))?)",
    re.IGNORECASE,
)
_EQUAL = later(
    r"\b(?:equal\s+to|amounting\s+to)\s+(?P<base>(?:[\w'-]+\s+(?:\(\w+\)\s+)?){0,5}?(?:price|value|charges|fees?|payments?|instal?lments?|rent|salary"
    r"|retainer|royalt(?:y|ies))\b(?:\s+of\s+the\s+(?:[\w-]+\s+){0,3}?(?:price|fees?|charges|rent|royalt(?:y|ies))\b)?)",
    re.IGNORECASE,
)
"""What a penalty without a figure is as much as: "equal to two (2) monthly installments of the recurring Fees"."""

_ABOVE = later(rf"(?:\.?\s+(?:per|an?)\s+(?:annum|year|month|day))?\s+(?P<base>{ABOVE})")
_CAP = later(
    r"(?:\b(?:up\s+to(?!\s+(?:and\s+including\s+)?(?:the\s+(?:\w+\s+){0,3}(?:date|day|time|moment|end)|(?:actual\s+|full\s+)?(?:payment|receipt|judgment))\b)"
    r"|not\s+to\s+exceed|(?:shall|will|may)\s+not\s+exceed|maximum\s+of|capped\s+at"
    r"|subject\s+to\s+a\s+maximum\s+of|but\s+(?:in\s+no\s+event|not)\s+(?:to\s+)?(?:more\s+than|exceed(?:ing)?))\s+)"
    r"(?P<cap>[^;]{3,120}?)(?=,\s|;|\.\s|\.?$|\s\((?:the|each|a)\b|\s+(?:and|or)\s+(?:are|is|shall|will|no|not|any)"
    r"\b)",
    re.IGNORECASE,
)
_PAYS = later(
    r"\s+(?:shall|will|must|agrees\s+to|may\s+be\s+required\s+to)\s+(?:[\w,]+\s+){0,5}?(?:pay|credit|owe|be\s+liable"
    r"|incur|give)\b|\s+pays\b"
)
_CREDIT_ROW = later(r"(?P<label>[^%]{0,20}\d.{3,80}?|[A-Z].{2,100}?)\s+(?P<rate>\d{1,2}(?:\.\d+)?)\s?%\s*")
_CREDIT_HEAD = later(r"\b(?:Service|Performance)\s+(?:Level\s+)?Credits?\b(?!.*[.;]$)")


def _credits(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """The rows of a table of service credits: what triggers one, and its rate."""
    for match, quotes in rows_under(view, paragraph, _CREDIT_ROW(), _CREDIT_HEAD()):
        value = {"trigger": " ".join(match["label"].split()), "rate": Decimal(match["rate"]), "rate_unit": "percent"}
        yield Finding("penalties", value, quotes, item=_key(value))


def _penalty(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    at = _names(text)
    if at is None:
        return
    money = [each for each in find_money(text) if not _in_cap(text, each.start)]
    rates = [each for each in find_percents(text) if not _in_cap(text, each.start)]
    capped = _CAP().search(text)
    nearest = _nearest(at, [*rates, *money])
    owed = nearest is None and not (capped and re.search(r"\d", capped["cap"]))
    if owed and not (_OWED().search(text) and _TRIGGER().search(text)):
        return
    anchor = (nearest.start, nearest.end) if nearest else capped.span("cap") if capped and not owed else at
    start, end = clause_span(text, min(at[0], anchor[0]), max(at[1], anchor[1]))
    value = printed(view, sentence, _read(text[start:end], nearest, nearest.end - start if nearest else 0))
    trigger = value.get("trigger")
    if owed and (trigger is None or _KINDS().search(trigger) or text[slice(*at)].lower().startswith("penalt")):
        return
    quotes: tuple[Quote, ...] = (view.quote(sentence.start + start, sentence.start + end),)
    if condition := above(view, sentence):
        _, value["trigger"], lead = condition
        quotes = (lead, *quotes)
    yield Finding("penalties", value, quotes, item=_key(value))


def _names(text: str) -> tuple[int, int] | None:
    """Where a sentence names a penalty."""
    cleared = _NOT().sub(lambda match: " " * len(match[0]), text)
    match = _KINDS().search(cleared)
    if match is None and _LATE().search(cleared):
        match = _INTEREST().search(cleared)
    match = match or _DELAY().search(cleared)
    return match.span() if match else failed(text)


def _in_cap(text: str, start: int) -> bool:
    return bool(
        re.search(
            r"(?i)(?:up\s+to|exceed(?:ing)?|maximum\s+of|capped\s+at|more\s+than)\s+(?:[\w-]+\s+){0,3}$",
            text[max(0, start - 60) : start],
        )
    )


NEAREST = 260
"""Characters between the word for a penalty and its amount, at most."""


def _nearest(at: tuple[int, int], found: list[FoundMoney | FoundPercent]) -> FoundMoney | FoundPercent | None:
    def distance(each: FoundMoney | FoundPercent) -> int:
        return max(each.start - at[1], at[0] - each.end, 0)

    return min((each for each in found if distance(each) <= NEAREST), key=distance, default=None)


FEWEST_WORDS = 3
"""Words of a condition: "if any game, software …" is cut at the comma of a list."""


def _read(clause: str, found: FoundMoney | FoundPercent | None, after: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if match := _TRIGGER().search(clause):
        trigger = _PREPOSITION().sub("", (match["late"] or _whole(clause, match)).strip())
        if match["late"] or trigger.count(" ") + 1 >= FEWEST_WORDS:
            value["trigger"] = trigger
    if isinstance(found, FoundMoney):
        value |= {"amount": found.amount, **({"currency": found.currency} if found.currency else {})}
    elif found is not None:
        value |= {"rate": found.rate, "rate_unit": found.unit}
        if base := _BASE().match(clause, after) or _ABOVE().match(clause, after):
            value["base"] = base["base"]
        elif head := RATE_HEAD().search(clause, 0, after - (found.end - found.start)):
            value["base"] = head[0].strip()
    elif base := _EQUAL().search(clause):
        value["base"] = base["base"]
    per = _PER().match(clause, after) if found else None
    if per:
        value["per"] = per["per"] or per["adverb"]
    elif found and (before := _PER_BEFORE().search(clause)):
        value["per"] = before["per"]
    if cap := _CAP().search(clause):
        value["cap"] = cap["cap"].rstrip(" .")
    payers = (name_before(clause, match.start()) for match in _PAYS().finditer(clause))
    if payer := next(filter(None, payers), None) or who_fails(clause):
        value["payer"] = re.sub(r"^[Tt]he\s+", "", payer)
    return value


LONGEST_TRIGGER = 320
"""Characters of a condition at most: one that lists what may go wrong."""

_MAIN_CLAUSE = later(
    r",\s+(?:then\b|(?:(?:the|such|any|an?|all)\s+)?(?:[\w'-]+\s+){1,5}?(?:shall|will|may|must|agrees?|bears?)\b)"
)


def _whole(clause: str, match: re.Match[str]) -> str:
    """A condition up to its main clause: the commas of "if any game, song or film is late, Supplier shall" end none."""
    start, end = match.span("condition")
    main = _MAIN_CLAUSE().search(clause, end, start + LONGEST_TRIGGER)
    return clause[start : main.start()] if main else clause[start:end]


def _key(value: dict[str, Any]) -> str:
    """As the kind has it: trigger, amount, rate, per."""
    return "|".join(str(value.get(name) or "").casefold() for name in ("trigger", "amount", "rate", "per"))


def _with_payer(finding: Finding, known: frozenset[str]) -> Finding:
    payer = finding.value.get("payer") if isinstance(finding.value, dict) else None
    if payer is None or folded(payer) in known:
        return finding
    return replace(finding, value={name: part for name, part in finding.value.items() if name != "payer"})


_AMENDS = later(
    r"\bSection\s+(?P<section>\d+(?:\.\d+)*)\b.{0,80}?\b(?:replac\w+|increased|reduced|decreased|amended|changed"
    r"|deleted)\b",
    re.IGNORECASE,
)
_KEYWORD = later(r"(?i)\b(?:occurrence|at-risk|credits?|delay|damages|late|interest|penalt\w+)\b")


def _amendment(view: View, sentence: Sentence) -> Iterator[Finding]:
    """A sentence that replaces one amount or rate of a section by another: the second is the new one."""
    match = _AMENDS().search(sentence.text)
    money, rates = find_money(sentence.text), find_percents(sentence.text)
    if match is None or len(money) + len(rates) != 2 or 1 in (len(money), len(rates)):
        return
    value: dict[str, Any] = (
        {"amount": money[1].amount, **({"currency": money[1].currency} if money[1].currency else {})}
        if money
        else {"rate": rates[1].rate, "rate_unit": rates[1].unit}
    )
    if per := _PER().match(sentence.text, (money or rates)[1].end):
        value["per"] = per["per"] or per["adverb"]
    quote = view.quote(sentence.start, sentence.end)
    yield Finding(
        "penalties", printed(view, sentence, value), (quote,), item=f"section {match['section']}", basis="amends"
    )


def _changed(document: Document, penalties: list[Finding], changes: list[Finding]) -> Iterator[Finding]:
    """Amended penalties, each with a check that cites what it replaces."""
    for change in changes:
        section = str(change.item).removeprefix("section ")
        before = next((f for f in penalties if _stands_in(document, f, section)), None)
        keyword = _KEYWORD().search(change.quotes[0].text)
        if before is None and not (keyword and "per" in change.value):
            continue
        yield replace(change, item=_key(change.value), basis="")
        if before is not None and part_at(document, change.at) != part_at(document, before.at):
            message = f"Section {section} says {_shown(before)}, its amendment {_shown(change)}; the amendment prevails"
            quotes = (*before.quotes, *change.quotes)
            yield Finding("penalties", None, quotes, problem="conflict", message=message)


def _shown(finding: Finding) -> Decimal | str:
    return finding.value.get("amount") or finding.value.get("rate") or finding.value.get("cap") or "otherwise"


def _stands_in(document: Document, finding: Finding, section: str) -> bool:
    """Whether a finding's paragraph begins with the number of a section."""
    line = document.text.rfind("\n", 0, finding.at + 1) + 1
    return bool(re.match(rf"\s*(?:Section\s+)?{re.escape(section)}(?![\d.]*\d)", document.text[line : line + 40]))
