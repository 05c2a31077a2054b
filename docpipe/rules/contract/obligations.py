"""What each party must, may and must not do: one finding per sentence with a party as its subject."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import AGREES, actors, is_actor
from docpipe.rules.contract.clause_text import (
    QUOTE_LETTERS,
    Sentence,
    clause_span,
    letters,
    printed,
    sentences,
    widened,
)
from docpipe.rules.contract.conditions import LONGEST, above, aside, leading, trailing
from docpipe.rules.contract.deadlines import deadline_in
from docpipe.rules.contract.elements import kept_apart
from docpipe.rules.contract.enumerated import Items, below, in_sentence, under, whole_number
from docpipe.rules.contract.leads import LEAD, PASSIVE, THAT, TO_THE_VERB, Lead, agreed, leads, passives, predicates
from docpipe.rules.contract.shortened import LONGEST_ACTION, mark, marked, shortened, tidy
from docpipe.rules.verbs import active, based, is_deed
from docpipe.rules.view import View
from docpipe.types import Document, Finding, Quote
from docpipe.words import Span

ANSWERS = ("obligations",)


def find(view: View) -> Iterable[Finding]:
    """Candidates: every subject that may be a name, with "shall", "will", "must", "may" or "agrees to"."""
    for sentence in sentences(view):
        if sentence.paragraph.kind != "heading" and any(word in sentence.low for word in _WORDS):
            yield from _obligation(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Only subjects that are parties stand: "this Agreement shall" and "Notices shall" are no one's duty."""
    known = actors(findings, document)
    acting: list[Finding] = []
    for finding in findings:
        if finding.field != "obligations":
            acting.append(finding)
        elif (party := _party(finding, known)) and (action := _deed(finding, party)):
            acting.append(replace(finding, value=finding.value | {"party": party, "action": action}, basis=""))
    return kept_apart(acting, "obligations")


def _party(finding: Finding, known: frozenset[str]) -> str | None:
    """The party that has a duty and that no other party of the same sentence has; None where it is no party's.

    Behind "by" a name may run on: "shall be delivered by Supplier CIP".
    """
    if not finding.basis.startswith(THAT):
        return finding.value["party"] if is_actor(finding.value["party"], known) else None
    if (other := finding.basis.removeprefix(PASSIVE).removeprefix(THAT)) and is_actor(other, known):
        return None
    words = finding.value["party"].split()
    names = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((name for name in names if is_actor(name, known)), None)


def _deed(finding: Finding, party: str) -> str | None:
    """An action as it follows "must": "pay the fee" of "the fee shall be paid by Buyer"; None where it is no verb's."""
    action: str = finding.value["action"]
    if finding.basis.startswith(PASSIVE):
        return active(action, party)
    action = action[0].lower() + action[1:] if _ITEM.match(action) else action
    return action if is_deed(action) else None


_ITEM = compiled(r"[A-Z][a-z]+\s+[a-z]")
"""How an item of a list below "shall" begins: "Deliver the goods"."""


_WORDS = (
    *(" shall", " will", " must", " may", " agree", " undertake", " covenant", " hereby", " grants", " appoints"),
    *(" responsible", " required", " obligated", " obliged", " bound", " entitled", " right", " warrant", " guarantee"),
    *(" pledge", " promise", " binds", " obliges"),
)

_STOP = compiled(
    r";|,?\s+and\s+that\s+(?=it\b|they\b)|\.\s+(?=[a-z]{1,2}-?[A-Z])|,\s+provided\b|\s+provided,?\s+(?:however|that)\b|:\s|,\s+except\b|\.\s*$|,\s+(?:and|but)"
    r"\s+(?=(?:(?:the\s+)?[A-Z][\w]+|(?:each|either|neither|no|both|the)\s+\w+)\s+(?:shall|will|may|must|agrees?)\b)"
)
_NUMBER = compiled(
    r"^\s*(?:(?:Section|Article|SECTION|ARTICLE|Clause)\s+)?(\d{1,3}(?:\.\d{1,3})*(?:\s?\([a-z]{1,4}\))*"
    r"|\([a-z]{1,4}\))[.):]?\s"
)


class _Said(Struct, frozen=True):
    """A lead, what it depends on, and the words before it that may set its deadline. ``above`` are quotes of conditions
    that stand in no other quote; ``number`` is the clause's as far as it is known; ``how`` stands between commas in
    front of the action: "at its own cost"."""

    lead: Lead
    conditions: tuple[str, ...]
    before: str
    above: tuple[Quote, ...] = ()
    number: str | None = None
    how: str = ""


def _obligation(view: View, sentence: Sentence) -> Iterator[Finding]:
    found = list(leads(sentence))
    listed = above(view, sentence) if found else None
    first: Span | None = None
    for at, lead in enumerate(found):
        behind = found[at + 1].start if lead is not found[-1] else len(sentence.text)
        begin = found[at - 1].action if at else 0
        first = leading(sentence.text, begin, lead.start) or first
        for each, end in predicates(lead, behind):
            yield from _said(view, each, end, first, listed)
    if listing := agreed(sentence):
        yield from _infinitives(view, _Said(listing, (), "", number=_number(view, sentence)))
    for lead in passives(sentence):
        said = _Said(lead, (), sentence.text[: lead.action], number=_number(view, sentence))
        yield from _single(view, said, len(sentence.text))


def _said(
    view: View, lead: Lead, behind: int, condition: Span | None, listed: tuple[str, str, Quote] | None
) -> Iterator[Finding]:
    """The duties of one verb, with what all of them depend on."""
    text = lead.sentence.text
    inserted = aside(text, lead.start, lead.action)
    spans = [span for span in (condition, inserted) if span]
    how = None if inserted else _HOW.search(text, lead.start, lead.action)
    conditions = [f"{listed[0]} {listed[1]}"] if listed else []
    quotes = [listed[2]] if listed else []
    if condition and letters(text) > QUOTE_LETTERS:
        quotes.append(widened(view, *(lead.sentence.start + each for each in condition)))
    said = _Said(
        lead,
        (*conditions, *(marked(_print(view, lead.sentence, span)) for span in spans)),
        text[_clause_start(text, lead.start) : lead.action],
        tuple(quotes),
        _number(view, lead.sentence),
        f"{_print(view, lead.sentence, how.span('how'))}, " if how else "",
    )
    items = in_sentence(lead.sentence, lead.action) if behind == len(text) else None
    items = items or below(view, lead.sentence, lead.action)
    if items and (len(items.items) > 1 or not items.prefix):
        yield from _listed(view, said, items)
    else:
        yield from _single(view, said, behind)


_HOW = compiled(
    r"\b(?:shall|will|must|may|not|to)\s*,\s+"
    r"(?!however|therefore|accordingly|nevertheless|moreover|further|in\s+addition|in\s+turn|as\s+applicable)"
    r"(?P<how>[^,;:]{3,160}),\s*\Z"
)


def _clause_start(text: str, at: int) -> int:
    """Where the clause begins that a subject stands in: behind a semicolon or ", and"."""
    return max((match.end() for match in _FURTHER.finditer(text, max(0, at - LONGEST), at)), default=0)


_FURTHER = compiled(r"[;.]\s+|,\s+(?:and|but)\s+")


def _single(view: View, said: _Said, behind: int) -> Iterator[Finding]:
    lead = said.lead
    text, begin = lead.sentence.text, lead.action
    last = _end(text, begin, behind)
    most = min(LONGEST_ACTION, LONGEST_QUOTE - letters(text[lead.start : begin]))
    action = shortened(text[begin:last], most)
    if letters(action) > LONG_ENOUGH:
        action = _DANGLES.sub("", action).rstrip(" ,")
    start, end = clause_span(text, lead.start, begin + len(action))
    if not (start <= lead.start and begin + len(action) <= end):
        start, end = lead.start, begin + len(action)
    broken = text[last : last + 1] == ":" or (last == behind and lead.basis == AGREES)
    if _DANGLES.search(action) or (broken and letters(action) < SHORTEST_LEAD):
        return
    quotes = (*said.above, view.quote(lead.sentence.start + start, lead.sentence.start + end))
    if proviso := trailing(text, last):
        said = replace(said, conditions=(*said.conditions, marked(_print(view, lead.sentence, proviso))))
        if proviso[1] > end:
            quotes = (*quotes, widened(view, *(lead.sentence.start + each for each in proviso)))
    yield from _duty(view, said, f"{action}{mark(text[begin:last], most)}", quotes)


def _end(text: str, begin: int, behind: int) -> int:
    """Where an action ends: at a full stop or what else ends a clause, or where the next subject begins."""
    words = tidy(text[begin:behind])  # "the Sellers shall sell and the Buyer shall buy the Shares"
    alone = " " not in words or words.endswith(" that")
    most = len(text) if alone else behind
    stop = _STOP.search(text, begin)
    if stop and stop[0].startswith(":") and _DANGLES.search(shortened(text[begin : stop.start()])):
        stop = _STOP.search(text, stop.end())  # "the greater of: (1) … or (2) …"
    return min(stop.start() if stop else len(text), most)


LONGEST_CHOICE = 320
"""Characters of items that one may choose among; what is longer is a list of duties."""


def _choice(lead: Lead, items: Items) -> bool:
    """Whether a party may choose among items: of what it must do, one of a few. Long lists with "or" are of duties."""
    first, last = items.items[0].span[0], items.items[-1].span[1]
    must = not (lead.denied or lead.modal.startswith("may"))
    return items.either and must and len(items.items) > 1 and last - first <= LONGEST_CHOICE


def _listed(view: View, said: _Said, items: Items) -> Iterator[Finding]:
    """One duty per item of a list, or one of a choice; its quotes are the words that lead to the list, and the item."""
    lead, text = said.lead, view.document.text
    start, end = clause_span(lead.sentence.text, lead.start, items.until, LEAD)
    head = widened(view, lead.sentence.start + start, lead.sentence.start + min(end, items.until))
    prefix = _print(view, lead.sentence, (lead.action, items.until)).rstrip(" :,") if items.prefix else ""
    said = replace(said, before=said.before + items.prefix)
    if _choice(lead, items):
        parts = (f"{one.number or ''} {' '.join(text[slice(*one.span)].split())}".strip() for one in items.items)
        quotes = (*said.above, head, *(widened(view, *one.span) for one in items.items))
        yield from _duty(view, said, marked(_joined(prefix, " ".join(parts))), quotes)
        return
    for one in items.items:
        action = _joined(prefix, " ".join(text[slice(*one.span)].split()))
        number = under(said.number, one.number) if one.number else said.number
        action = tidy(action) if letters(action) <= LONGEST_QUOTE else marked(action)
        yield from _duty(view, replace(said, number=number), action, (*said.above, head, widened(view, *one.span)))


def _infinitives(view: View, said: _Said) -> Iterator[Finding]:
    """The duties of a list of "To …" and "Not to …" below words that somebody agrees to."""
    lead = said.lead
    items = below(view, lead.sentence, lead.action)
    head = widened(view, lead.sentence.start + lead.start, lead.sentence.end)
    for one in items.items if items else ():
        action = " ".join(view.document.text[slice(*one.span)].split())
        if to := _TO_DO.match(action):
            each = replace(lead, denied=lead.denied or to["not"] is not None)
            here = replace(said, lead=each, number=under(said.number, one.number) if one.number else said.number)
            yield from _duty(view, here, marked(action[to.end() :]), (head, widened(view, *one.span)))


_TO_DO = compiled(r"(?:(?P<not>Not|not)\s+to|To|to)\s+(?=[a-z])")


def _print(view: View, sentence: Sentence, span: Span) -> str:
    """A stretch of a sentence as the document prints it, on one line."""
    return " ".join(view.document.text[sentence.start + span[0] : sentence.start + span[1]].split())


def _joined(prefix: str, item: str) -> str:
    """An item behind the words that its list goes on; those that only announce it end with a colon."""
    if not prefix:
        return item
    item = item.removeprefix("that ") if prefix.endswith(" that") else item
    return f"{prefix}{':' if _ANNOUNCES.search(prefix) else ''} {item}"


_ANNOUNCES = compiled(r"\bfollowing\b|\bfollows?$")


def _number(view: View, sentence: Sentence) -> str | None:
    """The number of a sentence's clause, with those that it stands under."""
    own = _NUMBER.match(sentence.text)
    paragraph = _NUMBER.match(sentence.paragraph.text)
    number = (own and own[1]) or sentence.paragraph.number or (paragraph and paragraph[1]) or None
    return whole_number(view, sentence.paragraph, number)


def _duty(view: View, said: _Said, action: str, quotes: tuple[Quote, ...]) -> Iterator[Finding]:
    lead = said.lead
    if (
        letters(action) < SHORTEST_ACTION
        or _NO_DUTY.match(action)
        or (_CUT_SHORT.match(action) and not _DENIAL.match(action))
        or (lead.denied and (_NO_PROMISE.match(action) or (lead.basis == AGREES and action.startswith("be liable"))))
        or any(len(q.text) > LONGEST_QUOTE < letters(q.text) for q in quotes)
    ):
        return
    if denied := _DENIAL.match(action):
        action = action[denied.end() :]
    value = printed(view, lead.sentence, _read(said, action, denied is not None))
    value["action"] = said.how + based(value["action"])
    item = f"{value['party']}|{value['action']}".casefold()
    yield Finding("obligations", value, quotes, item=item, basis=lead.basis)


_DANGLES = compiled(r"\b(?:to|the|following|of|by|and|or|follows|that|in|within(?:\s+\w+)?)$")
SHORTEST_ACTION = 5
SHORTEST_LEAD = 20
"""Letters and digits of an action before a colon: "purchase:" says nothing without its list."""

LONG_ENOUGH = 60
"""Letters and digits of an action that says something without the preposition that it ends with."""

LONGEST_QUOTE = 600
"""Letters and digits of an action and of its quote."""


def _read(said: _Said, action: str, denied: bool) -> dict[str, Any]:
    lead = said.lead
    value: dict[str, Any] = {
        "party": re.sub(r"^[Tt]he\s+", "", lead.party),
        "action": _STATE.sub(_with_verb, action) if lead.modal.startswith(("is", "are")) else action,
        "modality": "must_not" if denied or lead.denied else _modality(lead.modal, action),
    }
    if deadline := deadline_in(action) or deadline_in(said.before):
        value["deadline"] = deadline
    if conditions := [each for each in dict.fromkeys(said.conditions) if each != deadline]:
        value["condition"] = "; ".join(conditions)
    value["clause"] = said.number
    return value


_STATE = compiled(
    r"\A(?:(?:required|obligated|obliged|bound)\s+to\s+(?=[a-z])|(?=(?:entitled|permitted|authorized|responsible)\b))"
)


def _with_verb(match: re.Match[str]) -> str:
    """What "is" stood before goes on with "be"; "is required to pay" is said by the modality: must "pay"."""
    return "" if match[0] else "be "


def _modality(modal: str, action: str) -> str:
    if _NO_RIGHT.match(action):
        return "must"
    return "may" if modal.startswith("may") or _RIGHT.match(action) else "must"


_NO_RIGHT = compiled(r"ha(?:ve|s)\s+no\b")
_CUT_SHORT = compiled(r"(?:not|never)\s*,")
_DENIAL = compiled(
    rf"(?:in\s+no\s+(?:event|case|way)|under\s+no\s+circumstances?|at\s+no\s+time|on\s+no\s+account|no\s+longer"
    rf"|neither|not{TO_THE_VERB}|never)(?:\s*,[^,]{{3,160}},)?\s+(?=[a-z])"
    r"|without\s+[^,;:]{3,80}?,?\s+not\s+(?=[a-z])"
    r"|ha(?:ve|s)\s+no\s+(?:[\w/]+,?\s+){0,7}?(?:rights?|authority|power)"
    r"(?:\s+or\s+(?:rights?|authority|power|ability))?\s+(?:whatsoever\s+)?to\s+(?=[a-z])(?!the\b|an?\b|any\b|such\b|its\b)"
)
"""The "not" of an action: what follows is what the party must not do ("shall have no power to bind": must not bind)."""

_RIGHT = compiled(
    r"(?:also\s+)?(?:ha(?:ve|s)|retain|reserve)\s+(?:\w+\s+){0,3}?(?:rights?|authority|power)\b"
    r"|(?:\w+ly\s+)?be\s+(?:\w+\s+)?(?:entitled|permitted|free|authorized|allowed|reimbursed|paid|compensated|refunded|credited)\b"
    r"|(?:entitled|permitted|authorized)\s+to\b|ha(?:ve|s)\s+(?:the|an?)\s+(?:option|discretion|opportunity)\b|receive\s+(?!and\b|,)"
    r"|have\s+(?:an?\s+(?:additional\s+|further\s+)?(?:period|term)\s+of\s+|up\s+to\s+|until\s+)?"
    r"(?:\w+[\s-]+)?(?:\w+\s+)?\(?\d*\)?\s*(?:\w+\s+)?(?i:days?|months?|weeks?|years?|hours?)\b"
)
_NO_DUTY = compiled(
    r"(?:fail|default|breach|become|cease\s+to\s+(?:exist|be)|have\s+(?:failed|breached|been|become))\b|be\s+(?:liable|responsible\s+for\s+any\s+(?:delay|failure))\b|be\s+(?:required|obligated|obliged)\s+to\b"
    r"|be\s+(?:\w+\s+)?(?:relieved|released|discharged|excused|exempt|under\s+no\s+(?:\w+\s+)?(?:obligation|duty|liability))\b"
    r"|(?:bear|owe|incur|assume|lose)\s+no\b"
    r"|have\s+(?:any|no)\s+(?:\w+\s+){0,2}(?:obligation|liability|duty|responsibility)|as\s+follows"
    r"|execute\s+this\s+\w+\s+in\s+(?:any\s+number|\w+\s+counterparts|counterparts)"
    r"|enter\s+into\s+this\s|(?:modify|amend)\s+the\s+\w+\s+as\s+follows|be\s+(?:deemed|considered|construed)\b"
)
_NO_PROMISE = compiled(
    r"(?:be|become)\s+(?:in\s+any\s+(?:way|manner)\s+)?(?:\w+\s+)?(?:entitled|reimbursed|paid|compensated|refunded|credited|required|obligated|obliged|bound|liable"
    r"|responsible|accountable|subject|expected|compelled|limited|restricted|prevented|prohibited|precluded|prejudiced|deprived"
    r"|penalized|held|under\s+(?:any|an|no)\s+(?:\w+\s+)?(?:obligation|duty|liability)|in\s+(?:default|breach))\b"
    r"|(?:obliged|obligated|required|responsible|entitled)\b|(?:need|have)\s+to\b|need\s+not\b|receive\b|(?:have|incur|assume|bear|owe)\s+(?:any\s+|an\s+)(?:[\w/]+,?\s+(?:or\s+|and\s+)?){0,4}?"
    r"(?:obligations?|liabilit(?:y|ies)|dut(?:y|ies)|responsibilit(?:y|ies))\b|(?:lose|suffer|incur)\b"
)
"""What a party shall not get, need not do or shall not suffer is no duty of that party."""
