"""Amounts of money: how much, what it is called where it stands, and what part it plays."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import actors, folded, name_at, name_before
from docpipe.rules.contract.cells import place_of
from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.contract.currency import in_declared_dollars
from docpipe.rules.contract.elements import kept_apart
from docpipe.rules.contract.parts import part_at
from docpipe.rules.contract.price_tables import may_hold_rows, rows, wrong_total
from docpipe.rules.later import later
from docpipe.rules.money import FoundMoney, find_money
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Paragraph

ANSWERS = ("amounts",)


def find(view: View) -> Iterable[Finding]:
    """One finding per amount in its sentence, or per row of a table."""
    for sentence in sentences(view):
        for money in find_money(sentence.text):
            if not _NO_AMOUNT().search(sentence.text, max(0, money.start - 40), money.end + 30) and not (
                sentence.paragraph.kind == "table" and _NOTED.fullmatch(sentence.text, money.start, money.end)
            ):
                yield from _amounts(view, sentence, money)
    for paragraph in view.own:
        yield from _in_rows(view, paragraph)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Payers must be parties; "$" is what the document declares; amounts that an amendment replaces get a check."""
    known = actors(findings)
    settled = [
        in_declared_dollars(document, _with_parties(finding, known)) if finding.field == "amounts" else finding
        for finding in findings
    ]
    return [*kept_apart(settled, "amounts"), *_replaced(document, settled)]


NEAR = 70
"""Characters before an amount in which a word can still say what part the amount plays; by eye on sixty contracts."""

_NOTED = compiled(r"\d\s+Dollars")
"""A note's mark inside a cell that names a unit: "Quota (Units or 2 Dollars)"."""

_NO_AMOUNT = later(r"(?i)\bpar\s+value\b|\bstated\s+value\b|\bliquidation\s+preference\b")

_NOUN = (
    r"(?:fees?|(?:purchase\s+)?prices?|payments?|deposits?|royalt(?:y|ies)|commissions?|charges?|costs?|compensation|consideration"
    r"|retainer|salary|stipend|bonus|rent|rental|guarantee|commitment|minimum|maximum|cap|limit|limits|insurance"
    r"|coverage"
    r"|liability|damages|penalty|penalties|credits?|loan|principal|capital|investment|contribution|reimbursement"
    r"|revenues?|sales|expenses?|budget|advance|installments?|value|proceeds|premium|rate|allowance|discount|balance"
    r"|threshold|deductible|retention|obligations?|purchases|purchase(?=\s+(?:obligation|commitment|order))|amounts?|sum|total|net\s+worth|honorarium|milestone)"
)
_LINK = (
    r"(?:is|are|was|were|be|been|shall|will|may|must|not|to|in|of|at|for|a|an|the|amount|amounts?|sum|aggregate|total"
    r"|equals?|equal"
    r"|up|least|less|more|than|no|exceed|exceeds|exceeding|totaling|totalling|approximately|reduced|increased|only"
    r"|from|by|greater|lesser"
    r"|either|set|fixed|annual|maximum|minimum|limited|capped|least|excess|and|or|hereby|initially|currently|one-time"
    r"|payable|due|paid|equal|parts|two|three|four|five|six|ten|twelve|monthly|quarterly|installments?)"
)
_BEFORE = later(
    rf"(?P<what>(?:[\w'/&%-]+\s+){{0,7}}?\b(?:\w+-)?(?i:{_NOUN})\b(?:\s+(?i:for|of|on|per|under|in|to)"
    rf"\s+(?:[\w'/&-]+\s+){{0,6}}?[\w'/&-]+)?)(?:\s*\([^()]{{1,60}}\))?"
    rf"(?P<link>(?:\s+{_LINK})*)\s*[:=(“\"]*\s*(?:\([ivxa-z\d]{{1,3}}\)\s*)?(?:US\s?)?\$?$"
)
_AFTER = later(
    rf"\s+(?:in\s+)?(?P<what>(?:[\w'-]+\s+){{0,3}}(?i:{_NOUN}))\b|\s*,?\s+(?:as|for)\s+(?:an?\s+"
    rf"|the\s+)?(?P<use>(?!each\b|every\b|any\b)[^,.;()]{{3,60}}?)(?=[,.;()]|$)"
)
_LABEL = later(r"^(?P<what>(?=[^$€£]*[A-Za-z]{3})[A-Z(\d][^.;$€£]{2,60}?)\s*[:\t–—-]*\s*$")
_STOP = later(
    r"(?i)^(?:.*\b(?:pay|pays|paid|shall|will|must|may|is|are|be|the|a|an|its|their|his|such|any|all|this|that|of|and"
    r"|or|in|for|by|to|with|than|receive|provide|issue|each|exceeding|which|who|whose|maintain|carry|obtain|procure|holds?|has|have"
    r"|purchase|as|at|on|from|two|three|four"
    r"|six|twelve|equal)\s+)"
)
_VERB = later(r"(?i)\b(?:shall|will|must|may|is|are|was|were|be|pay|pays|paid|receive|agrees?)\b")

_INSURED = later(
    r"(?i)\binsurance\b|\bcoverage\b|\bper\s+(?:occurrence|claim|accident)\b|\bcombined\s+single\s+limit"
    r"|\bdeductible\b|\bnet\s+worth\b"
)
_FEE = later(
    r"(?i)\bfees?\b|\broyalt|\bcommission|\bcharges?\b|\bcompensation\b|\bretainer\b|\bsalary\b|\bstipend\b"
    r"|\bhonorarium\b|\bmilestone\b|\bbonus\b"
)
_CAPPED = later(
    r"(?i)(?:\bmaximum\s+of|\bup\s+to(?:\s+an?\s+(?:maximum|aggregate|total)(?:\s+of)?)?|\bcap(?:ped)?\s+(?:at|of)"
    r"|\b(?:not|nor|never)\b(?:\s+\w+){0,3}\s+exceed|\bn(?:o|ot)\s+more\s+than)[\s(]*$"
)
_ROLES = (
    (
        "penalty",
        later(
            r"(?i)\bliquidated\s+damages|\bdamages\s+at\s+(?:the|a)\s+rate\b"
            r"|\bpenalt(?:y|ies)\b|\blate\s+(?:payment\s+)?(?:fee|charge)|\btermination\s+fee"
            r"|\b(?:service|performance)\s+(?:level\s+)?credits?"
            r"|\bbreak-?up\s+fee|\bfor\s+each\s+(?:\w+\s+){0,3}(?:delay|breach|violation)"
        ),
    ),
    ("other", _INSURED),
    (
        "cap",
        later(
            r"(?i)\b(?:not|nor|never)\b(?:\s+\w+){0,3}\s+exceed|\bmaximum\s+(?:of|aggregate|amount|liability)"
            r"|\bliabilit\w+\b.{0,120}\b(?:exceed|limited\s+to)"
        ),
    ),
    ("minimum", later(r"(?i)\bminimum\b|\bguarante\w+\b|\bat\s+least\s*$|\b(?:not|no)\s+less\s+than\s*$")),
    ("deposit", later(r"(?i)\bdeposit|\bescrow|\bholdback|\bretainage")),
    ("fee", _FEE),
    ("price", later(r"(?i)\bprices?\b|\bconsideration\b|\brent(?:al)?\b|\bcosts?\s+of\b")),
)

_THRESHOLD = later(
    r"(?i)(?:\bexceeding|\bin\s+excess\s+of|(?<!\bno\s)(?<!\bnot\s)\b(?:more|less|greater)\s+than|(?<!not\s)"
    r"\bexceeds?|(?<!not\s)\bequals\s+or\s+exceeds)\s*$"
)

_UNITS = (
    r"(?:hour|day|week|month|quarter|year|annum|unit|share|copy|screen|occurrence|event|claim|person|user|employee|book"
    r"|transaction|accident|instance|item|page|order|customer|account|kilogram|kg|ton|tonne|barrel|gallon|mile|visit"
    r"|location|store|site|license|seat|appearance|session|product|milestone|theatre|theater|kit|test|vial|dose|click)"
)
_PER = later(
    rf"(?:\s*\([^)]{{1,40}}\))?\s*(?:/\s?|per\s+|for\s+each\s+|each\s+|every\s+|for\s+every\s+|an?\s+(?=(?:month|year"
    rf"|week|day|quarter)\b))"
    rf"(?P<per>(?:(?:[a-z-]+)\s+){{0,2}}?{_UNITS})s?\b|\s*(?P<adverb>annually|monthly|quarterly|weekly|daily|yearly)\b",
    re.IGNORECASE,
)
_PER_BEFORE = later(r"\b(annual|monthly|quarterly|weekly|daily|yearly|hourly)\b", re.IGNORECASE)
_TAX = later(
    r"\b(?:plus|exclusive\s+of|excluding|inclusive\s+of|including|net\s+of)\s+(?:(?:any|all|applicable|sales|the"
    r"|local)\s+){0,3}(?:VAT|value[- ]added\s+tax(?:es)?|tax(?:es)?|GST)\b",
    re.IGNORECASE,
)
_PAYS = later(
    r"\s+(?:shall|will|must|hereby\s+agrees\s+to|agrees\s+to)\s+(?:\w+\s+){0,2}?(?:pay|reimburse|remit|compensate)"
    r"\b(?:\s+to)?(?:\s+|$)"
)
_PAID = later(r"\b(?:payable|paid)\s+by\s+")
_TO = compiled(r"\s+to\s+")
_RECEIVES = later(r"\s+(?:shall|will)\s+(?:also\s+)?(?:receive|be\s+paid|be\s+entitled\s+to)\b")


def _amounts(view: View, sentence: Sentence, money: FoundMoney) -> Iterator[Finding]:
    """One amount, or two where the words say another one than the figures."""
    text = sentence.text
    start, end = clause_span(text, money.start, money.end)
    place = place_of(view, sentence, money)
    if place is None:
        before, after = text[start : money.start], text[money.end : end]
        what = _without_the_line_before(_what(before, after), before)
    else:
        before, after = place.lead, text[money.end : place.end]
        what = f"{place.column}: {place.label}" if place.column else place.label
    value: dict[str, Any] = {"currency": money.currency, "role": _role("" if place else before, what, after)}
    value |= _paid_between(before, after)
    if what and what.startswith(value.get("payee", "\0") + " "):
        what = what.removeprefix(value["payee"]).strip()
    value["per"] = _per(what, after)
    value["tax"] = tax[0] if (tax := _TAX().search(after)) else None
    quotes = place.quotes if place else (view.quote(sentence.start + start, sentence.start + end),)
    for amount in dict.fromkeys((money.amount, money.words)):
        if amount is not None:
            stated = printed(view, sentence, {"what": what, "amount": amount, **value})
            yield Finding("amounts", stated, quotes, item=_key(stated))


def _in_rows(view: View, paragraph: Paragraph) -> Iterator[Finding]:
    """The figures of table rows that carry no sign of a currency: the head of their column does."""
    if not may_hold_rows(view, paragraph):
        return
    for cell in chain.from_iterable(rows(view, paragraph)):
        value = {"what": cell.label, "amount": cell.money.amount, "currency": cell.money.currency, "role": cell.role}
        value |= {"per": cell.per} if cell.per else {}
        place = f"{cell.quotes[0].span}|{cell.column}" if cell.is_total else ""
        yield Finding("amounts", value, cell.quotes, item=f"{_key(value)}|{place}" if place else _key(value))
    if wrong := wrong_total(view, paragraph):
        yield Finding("amounts", None, wrong[1], problem="sum", message=wrong[0])


def _key(value: dict[str, Any]) -> str:
    """As the kind has it: amount, currency, role, what."""
    return "|".join(str(value.get(name) or "").casefold() for name in ("amount", "currency", "role", "what"))


def _what(before: str, after: str) -> str | None:
    """The words that name an amount: the noun before it, else the one behind it, else the label of its row."""
    if (match := _BEFORE().search(before[-200:])) and (what := _noun(match["what"])):
        return what
    if match := _AFTER().match(after):
        return (match["what"] or match["use"]).strip()
    if (match := _LABEL().match(before)) and not _VERB().search(before):
        label = _DANGLING.sub("", match["what"].strip())
        return None if _NO_LABEL().match(label) else label
    return None


def _without_the_line_before(what: str | None, before: str) -> str | None:
    """A label without the value of the one before it, which a reader joined: "Landlord: Ann Oak Monthly Rent: $5"."""
    if what is None or not _SOMEBODYS.search(before[-200:]):
        return what
    front, _, last = what.rpartition("\n")
    match = _LABELLED().search(last)
    return match[0] if match and (front or match.start()) else what


_SOMEBODYS = compiled(
    r"\b(?:landlord|tenant|lessor|lessee|guarantor|lender|borrower|buyer|seller|purchaser|customer|client|supplier|vendor"
    r"|contractor|consultant|employer|employee|licensor|licensee|company|name|address|premises|property)\s*:\s+[A-Z][^:]*:\s*$",
    re.IGNORECASE,
)
_LABELLED = later(
    rf"(?i)\b(?:(?:monthly|annual|weekly|quarterly|yearly|daily|base|basic|fixed|minimum|maximum|total|initial|security"
    rf"|rental|service|license|purchase|gross|net|additional|late|signing|hourly)\s+)*{_NOUN}\b.*$"
)

_NO_LABEL = later(
    r"(?i)(?:\d+|one|two|three|six|nine|twelve|eighteen|twenty-four)\s+(?:days?|weeks?|months?|years?)\b"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d|[\W\d_]*$"
)


def _noun(words: str) -> str | None:
    """A noun phrase without the verb and article in front of it; nothing where only "amount" or "sum" is left."""
    head = re.search(rf"(?i)\b(?:\w+-)?{_NOUN}\b", words)
    if head is None:
        return None
    front, rest = words[: head.start()], words[head.start() :]
    if _VERB().search(rest):
        return None
    cut = _STOP().match(front)
    phrase = (front[cut.end() :] if cut else front) + rest
    phrase = _DANGLING.sub("", _LEADING.sub("", phrase))
    return None if re.fullmatch(r"(?i)(?:amounts?|sum|total)\b.{0,3}", phrase) else phrase.strip()


_LEADING = compiled(r"^(?:(?:\W*\d\S*|of|and|or|in|for|to|the|an?|at|by|with|on|that|such)\s+)+", re.IGNORECASE)
_DANGLING = compiled(
    r"(?:\s+(?:in|of|the|up|which|to|an?|for|and|or|on|per|is|that|at|not|with|by|from|than|as|be"
    r"|no|are|shall|will))+$",
    re.IGNORECASE,
)


def _role(before: str, what: str | None, after: str) -> str:
    near = before[-NEAR:]
    if _THRESHOLD().search(near):
        return "other"
    if _CAPPED().search(near) and not _INSURED().search(near):
        return "cap"
    for role, pattern in _ROLES:
        places = [what or ""]
        if role in ("penalty", "other", "cap", "minimum"):
            places.append(near)
        if role in ("penalty", "other"):
            places.append(after[:40])
        if any(pattern().search(place) for place in places):
            return role
    return "fee" if what is None and _FEE().search(near) else "other"


def _per(what: str | None, after: str) -> str | None:
    if match := _PER().match(after):
        return match["per"] or match["adverb"]
    match = _PER_BEFORE().search(what or "")
    return match[1] if match else None


def _paid_between(before: str, after: str) -> dict[str, str]:
    """Who pays whom, as named in the same clause."""
    found: dict[str, str | None] = {}
    for match in _PAYS().finditer(before):
        if payer := name_before(before, match.start()):
            found |= {"payer": payer, "payee": name_at(before, match.end()) or found.get("payee")}
    for match in _RECEIVES().finditer(before):
        found["payee"] = name_before(before, match.start()) or found.get("payee")
    for match in _PAID().finditer(after):
        if payer := name_at(after, match.end()):
            to = _TO.match(after, match.end() + len(payer))
            found |= {"payer": payer, "payee": (to and name_at(after, to.end())) or found.get("payee")}
    return {name: _ARTICLE.sub("", part) for name, part in found.items() if part}


_ARTICLE = compiled(r"^[Tt]he\s+")


def _with_parties(finding: Finding, known: frozenset[str]) -> Finding:
    value = (
        {name: part for name, part in finding.value.items() if name not in ("payer", "payee") or folded(part) in known}
        if isinstance(finding.value, dict)
        else finding.value
    )
    return replace(finding, value=value)


def _replaced(document: Document, findings: list[Finding]) -> Iterator[Finding]:
    """A check for amounts of the same name and role of which one stands in an amendment: both places are cited."""
    named: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.field == "amounts" and not finding.problem and finding.value.get("what"):
            named[finding.value["role"], folded(finding.value["what"])].append(finding)
    for (_, what), same in named.items():
        later = [finding for finding in same if part_at(document, finding.at) == "amendment"]
        earlier = [finding for finding in same if part_at(document, finding.at) == "body"]
        if later and earlier and " " in what and later[0].value["amount"] != earlier[0].value["amount"]:
            before, after = earlier[0].value["amount"], later[0].value["amount"]
            message = f"{what}: {before} in the body, {after} by the amendment, which prevails"
            quotes = (*earlier[0].quotes, *later[0].quotes)
            yield Finding("amounts", None, quotes, basis=what, problem="conflict", message=message)
        elif not later and (pair := _two_figures(document, same)):
            message = f"{what}: {pair[0].value['amount']} and {pair[1].value['amount']}; no rule decides between them"
            quotes = (*pair[0].quotes, *pair[1].quotes)
            yield Finding("amounts", None, quotes, basis=what, problem="conflict", message=message)


_STATED_ONCE = ("price", "fee", "deposit")
_VARIES = later(
    r"(?i)\b(?:first|second|third|initial\w*|subsequent\w*|thereafter|options?|renewal|extension|additional|increas\w*"
    r"|reduc\w*|adjust\w*|instead|if|in\s+the\s+event|until|years?|months?|per|each|every|or|either|example|installments?"
    r"|portion|parts?|balance|remain\w*|down|milestones?|upon|at\s+closing|least|exceed\w*|more|less|than|to)\b"
)
"""What lets one name stand for two amounts: steps, parts, conditions, bounds. No pair of 61 contracts is without."""


def _two_figures(document: Document, same: list[Finding]) -> tuple[Finding, Finding] | None:
    """Two sentences of the same rank that give one thing of two words or more two different amounts."""
    first = same[0]
    other = next((f for f in same if f.value["amount"] != first.value["amount"]), None)
    if other is None or len({f.value["amount"] for f in same}) > 2 or first.value["role"] not in _STATED_ONCE:
        return None
    alike = all(first.value.get(part) == other.value.get(part) for part in ("currency", "per", "payer", "payee"))
    apart = not set(first.quotes) & set(other.quotes) and " " in first.value["what"] and not first.value.get("per")
    ranks = {part_at(document, f.at) for f in (first, other)}
    if not (alike and apart and len(ranks) == 1):
        return None
    quotes = [quote.text for f in (first, other) for quote in f.quotes]
    return None if any(_VARIES().search(text) or not _VERB().search(text) for text in quotes) else (first, other)
