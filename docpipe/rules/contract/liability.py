"""The cap on liability: amount or formula, whose, per what, and what it does not limit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence, clause_span, letters, printed, sentences
from docpipe.rules.contract.currency import in_declared_dollars
from docpipe.rules.contract.parts import part_at
from docpipe.rules.later import later
from docpipe.rules.money import find_money
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("liability_cap",)


def find(view: View) -> Iterable[Finding]:
    """Candidates for the cap with how general they are as basis, and carve-outs of the sentences around them."""
    for sentence in sentences(view):
        if "liab" in sentence.low:
            yield from _caps(view, sentence)
            yield from _carve_outs(view, sentence)
        elif "replac" in sentence.low and re.match(
            r"[\d.\s]*(?:limitation\s+(?:of|on)\s+)?liability\b", sentence.paragraph.text, re.IGNORECASE
        ):
            yield from _amended(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The most general cap stands: aggregate liability, then any party's, then what is about one sort of claim.

    A cap of an amendment prevails over the body's; equally general caps of the body that differ both stay.
    """
    mine = [finding for finding in findings if finding.field == "liability_cap"]
    rest = [finding for finding in findings if finding.field != "liability_cap"]
    mine = [in_declared_dollars(document, finding) for finding in mine]
    caps = sorted((finding for finding in mine if not finding.attribute), key=lambda f: (_RANK[f.basis], f.at))
    if not caps:
        return rest
    general = [cap for cap in caps if cap.basis == caps[0].basis]
    amended = [cap for cap in general if part_at(document, cap.at) == "amendment"]
    kept = amended[:1] or _same_cap(general)
    carved = [finding for finding in mine if finding.attribute and _near(document, finding, kept[0])]
    return [*rest, *(replace(finding, basis="") for finding in [*kept, *carved]), *_superseded(general, amended)]


_RANK = {"aggregate": 0, "general": 1, "special": 2}

_EXCEEDS = later(
    r"\b(?P<whose>(?:[\w'’.&()-]+,?\s+){0,7}?(?:liabilit(?:y|ies)|liable)\b(?:[^;]{0,300}?))\b(?P<limit>(?:not|never"
    r"|no\s+event|exceeds?)\s+(?:\w+\s+){0,3}?exceed|exceed|(?:not\s+be|be\s+no)\s+(?:more|greater|higher)\s+than|limited\s+(?:in\s+\w+\s+)?to|capped\s+at)"
    r"\s+(?P<cap>[^;]{5,500})",
    re.IGNORECASE,
)
_LIABLE_FOR = later(
    r"\b(?P<whose>(?:[\w''.&-]+\s+){0,5}?be\s+liable)\b[^;]{0,200}?\b(?:in\s+excess\s+of|for\s+more\s+than|exceeding"
    r"|in\s+an\s+amount\s+(?:greater|more)\s+than)\s+(?P<cap>[^;]{5,400})",
    re.IGNORECASE,
)
_FORMULA = later(
    r"(?:an?\s+amount\s+equal\s+to\s+|the\s+(?:greater|lesser|higher|lower|total|aggregate|sum|amounts?|fees?|price"
    r"|purchase|payments?|royalt(?:y|ies)|commissions?|charges|invoices?|remuneration|retainers?|rents?|consideration|limits?|value|net|contract|sums?|compensation|monies)\b"
    r"|(?:one|two|three|\w+\s+\(\d+\))\s+times\b|\d+\s*%|\w+\s+percent|(?:[\w-]+\s+){1,6}per\s+cent\b|all\s+(?:amounts|fees|sums|payments)"
    r"|(?:\w+\s+)(?:\(\w+\)\s+)?(?:months?|years?|weeks?|quarters?)['’]?s?['’]?\s+(?:of\s+)?(?:[\w-]+\s+){0,3}?(?:fees?|charges|rent|remuneration|salary)\b"
    r"|(?-i:the\s+(?:[A-Z][\w-]*\s+){1,4}(?:Amount|Cap|Limit)\b)|amounts?\s|fees\s|such\s+\w+|[\w'']+\s+(?:fees|payments))",
    re.IGNORECASE,
)
_END = later(
    r"(?:[.](?:\s|$)|;|\bprovided\b|,?\s+(?:regardless|even\s+if|whether|except|and\s+(?:neither|in\s+no\s+event"
    r"|under\s+no))\b)",
    re.IGNORECASE,
)
_AGGREGATE = later(r"\b(?:aggregate|total|cumulative|entire|maximum|overall)\b", re.IGNORECASE)
_SPECIAL = later(
    r"\bliability\s+for\s+(?!any\b|all\b|damages|breach\s+of\s+this|losses|direct|claims)[\w\s]{3,60}$"
    r"|\b(?:data\s+breach|indemnif\w+|insurance\s+coverage|employer|super-?cap|partners?|directors?|officers?)\b",
    re.IGNORECASE,
)
_NOT_A_CAP = later(
    r"\b(?:insurance|policy|policies|limits\s+of|assets\s+and\s+liabilities|indebtedness|tax\s+liabilit\w+"
    r"|current\s+liabilities)\b",
    re.IGNORECASE,
)
_PER = later(
    r"\b(?:per|for\s+each|in\s+any|each)\s+((?:\w+\s+)?(?:claim|occurrence|incident|event|year|contract\s+year|order"
    r"|shipment|calendar\s+year))\b",
    re.IGNORECASE,
)
_OWNER = later(
    r"(?P<who>(?:[Ee]ither|[Ee]ach|[Nn]either|EITHER|EACH|NEITHER)\s+(?:[Pp]arty|PARTY)"
    r"|(?:[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*){0,3}))(?:['’]S|['’]s|['’](?=\s))?(?=\s+(?:\w+,?\s+){0,5}(?i:liab))"
)
_OF_WHOM = later(
    r"(?i:\bliability\s+of\s+)(?:[Tt]he\s+)?(?P<who>(?:[Ee]ither|[Ee]ach|EITHER|EACH)\s+(?:[Pp]arty|PARTY)"
    r"|[A-Z][\w&.-]*(?:\s+(?!(?:FOR|UNDER|ARISING|SHALL|WILL|TO|IN|OF|NOT|AND|OR)\b)[A-Z][\w&.-]*){0,3})\b(?=\s+(?:\w+\s+){0,12}?(?i:shall|will|exceed|not|under|arising|for|to|in))"
)
_PRONOUN = later(
    r"(?i)^(?:in|the|such|this|any|all|no|total|aggregate|maximum|liability|event|shall|under|entire|except"
    r"|notwithstanding)\b"
)


_NO_NAME = later(
    r"(?i)(?:^\w$|^\w\s|\b(?:for|under|or|its|by|to|in|with|from|any|all|such|claims?|sections?|articles?|clauses?|agreement"
    r"|damages|losses|liabilit\w+)\b)"
)
"""What stands in capitals before "LIABILITY" and is no party: "FOR CLAIMS UNDER SECTION", the rest of a possessive."""


def _caps(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    match = _EXCEEDS().search(text) or _LIABLE_FOR().search(text)
    if match is None:
        yield from _amended(view, sentence)
        return
    whose, cap_start = match["whose"], match.start("cap")
    if _NOT_A_CAP().search(text, match.start(), match.start("cap")):
        return
    stop = _END().search(text, cap_start)
    cap = text[cap_start : stop.start() if stop else match.end("cap")].strip(" ,:")
    value = _read(cap)
    if not value:
        return
    if per := _PER().search(cap) or _PER().search(whose):
        value["per"] = per[1]
    if who := _whose(whose):
        value["applies_to"] = who
    special = _SPECIAL().search(whose)
    basis = "special" if special else "aggregate" if _AGGREGATE().search(text[match.start() : cap_start]) else "general"
    start, end = clause_span(text, max(match.start(), cap_start - 200), min(match.end(), cap_start + len(cap)))
    if start <= cap_start and cap_start + len(cap) <= end:
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("liability_cap", printed(view, sentence, value), (quote,), basis=basis)


def _whose(words: str) -> str | None:
    """Whose liability it is; nothing where the words in front of it are no name."""
    if (owner := _OWNER().search(words)) and not _PRONOUN().match(owner["who"]):
        who = re.sub(r"(?i)^n(?=either\b)", "", owner["who"])
    elif of := _OF_WHOM().search(words):
        who = of["who"]
    else:
        return None
    return None if _NO_NAME().search(who) else who


def _read(cap: str) -> dict[str, Any]:
    """Amount and formula of a cap; nothing where it names neither."""
    value: dict[str, Any] = {}
    money = find_money(cap)
    if money and (len(money) == 1 or _FORMULA().match(cap)):
        value = {"amount": money[0].amount, "currency": money[0].currency}
    simple = money and not cap[: money[0].start].strip(" (") and len(cap) - money[0].end < 60
    if not simple and _FORMULA().match(cap):
        value["formula"] = cap
    return (
        {name: part for name, part in value.items() if part is not None} if value.keys() & {"amount", "formula"} else {}
    )


_FOR_IT = later(r"(?i)\b(?:with|to|by|and|for)\b")
_REPLACED = later(r"(?i)\b(?:replac|increas|reduc|decreas|amend|chang|delet)\w*\b")


def _amended(view: View, sentence: Sentence) -> Iterator[Finding]:
    """ "Liability. Section 15.2 is amended by replacing $20 with $27": the second amount is the new one."""
    money = find_money(sentence.text)
    if (
        len(money) == 2
        and _REPLACED().search(sentence.text, 0, money[0].start)
        and _FOR_IT().search(sentence.text, money[0].end, money[1].start)
        and letters(sentence.text[money[0].end : money[1].start]) < 30
        and not _NOT_A_CAP().search(sentence.text)
    ):
        value = {"amount": money[1].amount, "currency": money[1].currency}
        quote = view.quote(sentence.start, sentence.end)
        basis = "special" if _SPECIAL().search(sentence.text) else "general"
        yield Finding("liability_cap", value, (quote,), basis=basis)


_UNLIMITED = later(
    r"\b(?:(?:does|do|shall|will)\s+not\s+(?:limit|apply\s+to|exclude)|nothing\s+in\s+this\s+\w+\s+(?:shall|will"
    r"|limits?|excludes?)[^.;]{0,60}?\b(?=(?:[\w']+\s+){0,3}liab))"
    r"(?:\s*(?:or\s+exclude\s+)?(?:(?:a|either|any|each|the)\s+)?(?:[\w'']+\s+){0,3}liabilit(?:y|ies)\s+(?:for"
    r"|in\s+respect\s+of|arising\s+(?:from|out\s+of)))?\s+(?P<list>(?:[^.;]|\.(?=\d)){8,400})",
    re.IGNORECASE,
)
_EXCEPT = later(
    r"\b(?:except|other\s+than|excluding|with\s+the\s+exception\s+of)\s+(?:for\s+|with\s+respect\s+to\s+"
    r"|in\s+the\s+(?:case|event)\s+of\s+|as\s+to\s+)?(?P<list>(?:[^.;]|\.(?=\d)){8,300}?)(?=,?\s+(?:in\s+no\s+event"
    r"|neither|each|the\s+(?:total|aggregate|maximum)|under\s+no|to\s+the\s+(?:maximum|fullest)"
    r"|(?:(?-i:[A-Z])[\w''’]*\s+){1,3}(?:shall|will|total|aggregate|maximum|liabilit(?:y|ies))\b)|\.(?!\d)|;|$)",
    re.IGNORECASE,
)
_LIMITS = later(r"(?i)\b(?:exceed|limit\w*|consequential|indirect)\b")
_NO_ITEM = later(r"(?i)\[|(?:as|to\s+the\s+extent|where|if|the\s+foregoing|section\s+[\d.]+$|otherwise|that|those)\b")
_SEPARATOR = later(
    r"\s+(?:and|or)\s+(?=(?:willful|wilful|gross|fraud|indemn\w+|intentional)\b)"
    r"|,\s*(?:and\s+|or\s+)?(?:\([ivxa-z\d]{1,4}\)\s*)?|\s+(?:and|or)\s+(?=\()|\s*\([ivxa-z\d]{1,4}\)\s*"
)


def _carve_outs(view: View, sentence: Sentence) -> Iterator[Finding]:
    """What a limitation does not limit, one by one, each with the sentence as its quote."""
    text = sentence.text
    if below := _list_below(view, sentence):
        lead = view.quote(*_tail(sentence))
        for quote in below:
            yield Finding("liability_cap", " ".join(quote.text.split()), (lead, quote), attribute="carve_outs")
        return
    match = _UNLIMITED().search(text) or (_EXCEPT().search(text) if _LIMITS().search(text) else None)
    if match is None:
        return
    start, end = clause_span(text, *match.span("list"))
    offset = match.start("list")
    quote = view.quote(sentence.start + start, sentence.start + end)
    for part in _SEPARATOR().split(text[offset : min(match.end("list"), end)]):
        item = re.sub(r"(?i)^(?:for|and|or|to)\s+|\s+(?:and|or)$", "", part.strip(" ,:"))
        if 5 <= len(item) <= 160 and start <= offset and not _NO_ITEM().match(item):
            item = printed(view, sentence, {"item": item})["item"]
            yield Finding("liability_cap", item, (quote,), attribute="carve_outs")


_LEADS = later(
    r"(?i)\b(?:not\s+(?:limit|apply|exclude)|unlimited|except)\b[^.;]{0,200}\b(?:for|to|of|following|limit|exclude)\s*:\s*$"
)
_LISTED = compiled(r"\s*\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[).]\s+(?=\w)")
_LISTED_END = compiled(r"(?:[;.,]\s*(?:and|or)?|\s+(?:and|or))\s*$")
LONGEST_LIST = 12
"""Items of a list of exceptions that are read."""


def _list_below(view: View, sentence: Sentence) -> list[Quote]:
    """The items "(a) …", "(b) …" behind a sentence that ends its paragraph with a colon."""
    if sentence.end < sentence.paragraph.end - 2 or not _LEADS().search(sentence.text):
        return []
    found: list[Quote] = []
    for item in view.after(sentence.paragraph, LONGEST_LIST):
        match = _LISTED.match(item.text)
        if match is None:
            break
        end = _LISTED_END.search(item.text)
        found.append(view.quote(item.start + match.end(), item.start + (end.start() if end else len(item.text))))
    return [quote for quote in found if len(quote.text) <= LONGEST_CARVE_OUT]


LONGEST_CARVE_OUT = 400
"""Characters of one exception."""


def _tail(sentence: Sentence) -> Span:
    """The end of a sentence, as the words that lead to a list."""
    start, end = clause_span(sentence.text, max(0, len(sentence.text) - 40), len(sentence.text))
    return sentence.start + start, sentence.start + end


def _near(document: Document, carved: Finding, cap: Finding) -> bool:
    """Carve-outs of a limitation stand within a few sentences of it."""
    return abs(carved.at - cap.at) < CARVED_WITHIN


CARVED_WITHIN = 2500
"""Characters between a cap and the sentence that says what it does not limit."""


def _same_cap(caps: list[Finding]) -> list[Finding]:
    """The first cap, and those that say another amount of the same liability."""
    first = caps[0]
    return [
        cap
        for cap in caps
        if cap is first
        or (
            cap.value.get("applies_to") == first.value.get("applies_to")
            and cap.value.keys() == first.value.keys()
            and "formula" not in cap.value
        )
    ]


def _superseded(general: list[Finding], amended: list[Finding]) -> Iterator[Finding]:
    earlier = [cap for cap in general if cap not in amended]
    if amended and earlier and earlier[0].value.get("amount") != amended[0].value.get("amount"):
        before, after = earlier[0].value.get("amount"), amended[0].value.get("amount")
        message = f"{before} in the body, {after} by the amendment, which prevails"
        yield Finding(
            "liability_cap", None, (*earlier[0].quotes, *amended[0].quotes), problem="conflict", message=message
        )
