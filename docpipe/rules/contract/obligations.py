"""What each party must, may and must not do: one finding per sentence with a party as its subject."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import AGREES, actors, is_actor
from docpipe.rules.contract.clause_text import Sentence, clause_span, letters, printed, sentences, widened
from docpipe.rules.contract.elements import kept_apart
from docpipe.rules.contract.leads import LEAD, THAT, TO_THE_VERB, Lead, leads, passives
from docpipe.rules.later import later
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
    acting = [
        replace(finding, basis="") if finding.field == "obligations" else finding
        for finding in findings
        if finding.field != "obligations" or _stands(finding, known)
    ]
    return kept_apart(acting, "obligations")


def _stands(finding: Finding, known: frozenset[str]) -> bool:
    """Whether a party has a duty that no other party of the same sentence has."""
    other = finding.basis.removeprefix(THAT) if finding.basis.startswith(THAT) else ""
    return is_actor(finding.value["party"], known) and not (other and is_actor(other, known))


_WORDS = (
    *(" shall", " will", " must", " may", " agree", " undertake", " covenant", " hereby", " grants", " appoints"),
    *(
        " responsible",
        " required",
        " obligated",
        " entitled",
        " right",
        " warrant",
        " guarantee",
        " pledge",
        " promise",
    ),
)

_STOP = compiled(
    r";|\.\s+(?=[a-z]{1,2}-?[A-Z])|,\s+provided\b|\s+provided,?\s+(?:however|that)\b|:\s|,\s+except\b|\.\s*$|,\s+(?:and|but)"
    r"\s+(?=(?:(?:the\s+)?[A-Z][\w]+|(?:each|either|neither|no|both|the)\s+\w+)\s+(?:shall|will|may|must|agrees?)\b)"
)
_TIME = r"(?:business\s+|calendar\s+|working\s+)?(?:days?|months?|weeks?|years?|hours?)\b"
_REST = (
    r"(?:[^,;.]|\.(?=\d)|,\s+(?=\d{4}\b)){3,100}?"
    r"(?=,(?!\s+\d{4}\b)|;|\.(?!\d)|$|\s+(?:and|or)\s+(?:shall|will|must|may)\b)"
)
_DEADLINE = later(
    rf"\bwithin\s+[^,;.]{{1,50}}?{_TIME}['’]?(?:\s+(?:after|of|from|following|before|prior\s+to|upon)\s+{_REST})?"
    rf"|\b(?:no|not)\s+later\s+than\s+{_REST}"
    rf"|\b(?:(?:on\s+or\s+)?before|prior\s+to)\s+(?=[^,;.]{{0,60}}(?:{_TIME}|\d{{4}}|\bdate\b)){_REST}"
    rf"|\bat\s+least\s+[^,;.]{{1,40}}?{_TIME}['’]?\s+(?:before|prior\s+to|in\s+advance(?:\s+of)?)\b(?:\s+{_REST})?"
    r"|\bat\s+least\s+(?:once|twice)\s+(?:an?|every|per|each|in\s+each)\s+[^,;.]{3,40}"
    r"|\bby\s+(?:(?:the|such|each|said)\s+(?:\w+\s+){0,3}?(?:days?|date|anniversary|(?:end|close)\s+of)\b"
    r"|(?:end|close)\s+of\b"
    rf"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{{0,6}}\s+\d{{1,2}}\b)(?:{_REST})?",
    re.IGNORECASE,
)
_CONDITION = later(
    r"(?i)\b(?:if|unless|until|that|which|who|when|whenever|where|whose|in\s+the\s+event|provided|having|has|have|fails?"
    r"|failing)\b"
)
LONGEST_ACTION = 320
"""Letters and digits of an action at most; a longer one ends at a comma, and its quote shows how it goes on."""

_NUMBER = compiled(
    r"^\s*(?:(?:Section|Article|SECTION|ARTICLE|Clause)\s+)?(\d{1,3}(?:\.\d{1,3})*(?:\s?\([a-z]{1,4}\))*"
    r"|\([a-z]{1,4}\))[.):]?\s"
)


def _obligation(view: View, sentence: Sentence) -> Iterator[Finding]:
    found = list(leads(sentence))
    for lead, behind in zip(found, [*(each.start for each in found[1:]), len(sentence.text)], strict=False):
        items = _items(sentence, lead.action) or _list_below(view, lead)
        if items:
            yield from _listed(view, lead, items)
        else:
            yield from _single(view, lead, behind)
    for lead in passives(sentence):
        yield from _single(view, lead, len(sentence.text))


def _single(view: View, lead: Lead, behind: int) -> Iterator[Finding]:
    text, begin = lead.sentence.text, lead.action
    last = _end(text, begin, behind)
    action = _shortened(text[begin:last])
    if letters(action) > LONG_ENOUGH:
        action = _DANGLES.sub("", action).rstrip(" ,")
    start, end = clause_span(text, lead.start, begin + len(action))
    if not (start <= lead.start and begin + len(action) <= end):
        start, end = lead.start, begin + len(action)
    broken = text[last : last + 1] == ":" or (last == behind and lead.basis == AGREES)
    if _DANGLES.search(action) or (broken and letters(action) < SHORTEST_LEAD):
        return
    quote = view.quote(lead.sentence.start + start, lead.sentence.start + end)
    yield from _duty(view, lead, action, (quote,))


def _end(text: str, begin: int, behind: int) -> int:
    """Where an action ends: at a full stop or what else ends a clause, or where the next subject begins."""
    most = behind if behind > begin + SHORTEST_ACTION else len(text)
    stop = _STOP.search(text, begin)
    if stop and stop[0].startswith(":") and _DANGLES.search(_shortened(text[begin : stop.start()])):
        stop = _STOP.search(text, stop.end())  # "the greater of: (1) … or (2) …"
    return min(stop.start() if stop else len(text), most)


def _listed(view: View, lead: Lead, items: list[Span]) -> Iterator[Finding]:
    """One duty per item of a list; its quotes are the words that lead to the list, and the item."""
    start, end = clause_span(lead.sentence.text, lead.start, lead.action, LEAD)
    head = widened(view, lead.sentence.start + start, lead.sentence.start + min(end, lead.action))
    for span in items:
        item = widened(view, *span)
        yield from _duty(view, lead, _shortened(" ".join(view.document.text[slice(*span)].split())), (head, item))


def _duty(view: View, lead: Lead, action: str, quotes: tuple[Quote, ...]) -> Iterator[Finding]:
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
    value = printed(view, lead.sentence, _read(lead, action, denied is not None))
    item = f"{value['party']}|{value['action']}".casefold()
    yield Finding("obligations", value, quotes, item=item, basis=lead.basis)


def _items(sentence: Sentence, begin: int) -> list[Span]:
    """The items of "shall (a) …; (b) …" as spans of the document; nothing where it is no list."""
    marks = list(_MARK.finditer(sentence.text, begin))
    if (
        len(marks) < 2
        or not _FIRST.fullmatch(marks[0]["mark"])
        or not _TO_LIST.fullmatch(sentence.text, begin, marks[0].start())
    ):
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(sentence.text)]
    return [(sentence.start + mark.end(), sentence.start + end) for mark, end in zip(marks, ends, strict=True)]


def _list_below(view: View, lead: Lead) -> list[Span]:
    """The paragraphs "(a) …", "(b) …" behind a sentence that ends its paragraph with a colon."""
    paragraph = lead.sentence.paragraph
    text = lead.sentence.text
    if not text.endswith(":") or lead.sentence.end < paragraph.end or not _TO_LIST.fullmatch(text, lead.action):
        return []
    found: list[Span] = []
    for item in view.after(paragraph, LONGEST_LIST):
        match = _ITEM.match(item.text)
        if match is None:
            break
        stop = _ITEM_END.search(item.text, match.end())
        short = letters(item.text) < LONGEST_HEADING and item.text[match.end()].isupper()
        if (stop is None and (short or item.text.rstrip().endswith(":"))) or _NO_VERB.match(item.text, match.end()):
            break
        found.append((item.start + match.end(), item.start + (stop.start() if stop else len(item.text))))
    return found


_MARK = compiled(r"(?:^|(?<=\s))\((?P<mark>[a-z]|[ivx]{1,4}|\d{1,2})\)\s+(?=\w)")
_FIRST = compiled(r"a|i|1")
_ITEM = compiled(r"\s*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[).]|[•●▪·o-])\s+(?=[a-zA-Z])")
LONGEST_HEADING = 40
"""Letters of an item with a capital letter and no full stop that is a heading, and no duty."""

_NO_VERB = compiled(
    r"(?:The|An?|If|Any|All|Each|Either|Neither|Except|Notwithstanding|In|For|On|At|Such|This|That|No|Subject|Upon|When"
    r"|Where|Unless)\b|[A-Z]\w+\s+(?:shall|will|must|may|agrees?)\b"
)
"""How an item begins that is a clause of its own, and no duty of who stands above the list."""

_ITEM_END = compiled(r"[;\u037e.](?:\s|$)")
_DANGLES = compiled(r"\b(?:to|the|following|of|by|and|or|follows|that|in|within(?:\s+\w+)?)$")
_TO_LIST = compiled(r"(?:(?:at|in|during|upon|from|with|on|for|as|also|throughout)\b[^:]{0,80})?[:,]?\s*")
LONGEST_LIST = 20
"""Items of a list that are read."""

SHORTEST_ACTION = 5
SHORTEST_LEAD = 20
"""Letters and digits of an action before a colon: "purchase:" says nothing without its list."""

LONG_ENOUGH = 60
"""Letters and digits of an action that says something without the preposition that it ends with."""

LONGEST_QUOTE = 600
"""Letters and digits of an action and of its quote."""


def _shortened(action: str) -> str:
    """An action without its full stop, ended at a comma where it is very long."""
    action = re.sub(r"[\s;\u037e,.:]+(?:and|or)?[\s;\u037e,.:]*$", "", action)
    action = re.sub(r",?\s+(?:as\s+follows|the\s+following|in\s+the\s+following\s+manner)$", "", action)
    if len(action) <= LONGEST_ACTION or letters(action) <= LONGEST_ACTION:
        return action
    commas = [
        match.start()
        for match in re.finditer(r",\s|\s\((?=[a-z\d]{1,3}\))", action)
        if letters(action[: match.start()]) <= LONGEST_ACTION
    ]
    return action[: commas[-1]] if commas else action[: action.rfind(" ", 0, LONGEST_ACTION)]


def _read(lead: Lead, action: str, denied: bool) -> dict[str, Any]:
    sentence = lead.sentence
    value: dict[str, Any] = {
        "party": re.sub(r"^[Tt]he\s+", "", lead.party),
        "action": action,
        "modality": "must_not" if denied or lead.denied else _modality(lead.modal, action),
    }
    if deadline := _deadline(action) or _deadline(sentence.text[: sentence.text.find(action)]):
        value["deadline"] = deadline
    own = _NUMBER.match(sentence.text)
    paragraph = _NUMBER.match(sentence.paragraph.text)
    value["clause"] = (own and own[1]) or sentence.paragraph.number or (paragraph and paragraph[1]) or None
    return value


def _deadline(text: str) -> str | None:
    """The first time limit that is no part of a condition: "if the breach is not cured within 30 days" sets none."""
    for match in _DEADLINE().finditer(text):
        clause = max(text.rfind(mark, 0, match.start()) for mark in (",", ";", ":"))
        if not _CONDITION().search(text, clause + 1, match.start()):
            return match[0].strip()
    return None


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
    r"|be\s+(?:\w+\s+)?(?:entitled|permitted|free|authorized|allowed|reimbursed|paid|compensated|refunded|credited)\b"
    r"|(?:entitled|permitted|authorized)\s+to\b|ha(?:ve|s)\s+(?:the|an?)\s+(?:option|discretion|opportunity)\b|receive\s+(?!and\b|,)"
    r"|have\s+(?:an?\s+(?:additional\s+|further\s+)?(?:period|term)\s+of\s+|up\s+to\s+|until\s+)?"
    r"(?:\w+[\s-]+)?(?:\w+\s+)?\(?\d*\)?\s*(?:\w+\s+)?(?:days?|months?|weeks?|years?|hours?)\b"
)
_NO_DUTY = compiled(
    r"(?:fail|default|breach|become|cease\s+to\s+(?:exist|be)|have\s+(?:failed|breached|been|become))\b|be\s+(?:liable|responsible\s+for\s+any\s+(?:delay|failure))\b|be\s+(?:required|obligated|obliged)\s+to\b"
    r"|be\s+(?:\w+\s+)?(?:relieved|released|discharged|excused|exempt|under\s+no\s+(?:\w+\s+)?(?:obligation|duty|liability))\b"
    r"|(?:bear|owe|incur|assume|lose)\s+no\b"
    r"|have\s+(?:any|no)\s+(?:\w+\s+){0,2}(?:obligation|liability|duty|responsibility)|as\s+follows"
    r"|execute\s+this\s+\w+\s+in\s+(?:any\s+number|\w+\s+counterparts|counterparts)"
    r"|(?:modify|amend)\s+the\s+\w+\s+as\s+follows|be\s+(?:deemed|considered|construed)\b"
)
_NO_PROMISE = compiled(
    r"(?:be|become)\s+(?:in\s+any\s+(?:way|manner)\s+)?(?:\w+\s+)?(?:entitled|reimbursed|paid|compensated|refunded|credited|required|obligated|obliged|bound|liable"
    r"|responsible|accountable|subject|expected|compelled|limited|restricted|prevented|prohibited|precluded|prejudiced|deprived"
    r"|penalized|held|under\s+(?:any|an|no)\s+(?:\w+\s+)?(?:obligation|duty|liability)|in\s+(?:default|breach))\b"
    r"|(?:obliged|obligated|required|responsible|entitled)\b|(?:need|have)\s+to\b|need\s+not\b|receive\b|(?:have|incur|assume|bear|owe)\s+(?:any\s+|an\s+)(?:[\w/]+,?\s+(?:or\s+|and\s+)?){0,4}?"
    r"(?:obligations?|liabilit(?:y|ies)|dut(?:y|ies)|responsibilit(?:y|ies))\b|(?:lose|suffer|incur)\b"
)
"""What a party shall not get, need not do or shall not suffer is no duty of that party."""
