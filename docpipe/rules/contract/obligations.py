"""What each party must, may and must not do: one finding per sentence with a party as its subject."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from docpipe.rules.contract.actors import NAME, actors, folded
from docpipe.rules.contract.clause_text import Sentence, clause_span, letters, printed, sentences, widened
from docpipe.rules.contract.elements import kept_apart
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
    known = actors(findings)
    acting = [finding for finding in findings if finding.field != "obligations" or _acts(finding.value["party"], known)]
    return kept_apart(acting, "obligations")


def _acts(party: str, known: frozenset[str]) -> bool:
    return folded(party) in known or all(_bare(name) in known for name in re.split(r"\s+and\s+", party))


def _bare(name: str) -> str:
    return re.sub(r"^(?:each|either|neither|both|other)\s+(?:of\s+the\s+)?", "", folded(name))


_WORDS = (" shall", " will", " must", " may", " agree", " undertake", " covenant")

_MODAL = re.compile(
    r"\s(?P<modal>(?:shall|will|must|may)(?:\s+(?:not|never))?(?!\s+(?:have\s+no\s+(?:liability|obligation)|mean\b))"
    r"|(?:hereby\s+)?(?:agrees?|undertakes?|covenants?)(?:\s+and\s+(?:agrees?|undertakes?"
    r"|covenants?))?\s+(?:not\s+)?to)\b"
    r"(?:\s*,[^,]{3,160},)?(?:\s+|\s*:\s*)(?P<action>\S|$)"
)
_SUBJECT = re.compile(rf"(?<![\w'-])(?P<party>{NAME}(?:\s+and\s+{NAME})?)$")
LONGEST_NAME = 90
"""Characters of a subject at most: two names with "and" between them."""

LEAD = 240
"""Characters in front of a verb: "Upon termination of this Agreement for any reason, Supplier …"."""

_SUBORDINATE = re.compile(
    r"(?i)\b(?:that|which|who|whom|if|unless|whether|as|than|what|where|to\s+the\s+extent|because|until|so)"
    r"\s+(?:\w+\s+)?$|(?<![,;:.])\s(?:on|of|by|to|in|for|with|from|at|under|between|and|or|upon|against|through)"
    r"\s+(?:an?\s+|the\s+)?$"
)
_STOP = re.compile(
    r";|,\s+provided\b|\s+provided,?\s+(?:however|that)\b|:\s|,\s+except\b|\.\s*$|,\s+(?:and|but)"
    r"\s+(?=(?:the\s+)?[A-Z][\w]+\s+(?:shall|will|may|must)\b)"
)
_DEADLINE = re.compile(
    r"\b(?:within|no\s+later\s+than|not\s+later\s+than|on\s+or\s+before|at\s+least|prior\s+to|by)"
    r"\s+(?=[^,;.]{0,60}(?:\b(?:days?|months?|weeks?|years?|hours?)\b|\d{4}|\bdate\b))[^,;.]{4,120}",
    re.IGNORECASE,
)
LONGEST_ACTION = 320
"""Letters and digits of an action at most; a longer one ends at a comma, and its quote shows how it goes on."""

_NUMBER = re.compile(
    r"^\s*(?:(?:Section|Article|SECTION|ARTICLE|Clause)\s+)?(\d{1,3}(?:\.\d{1,3})*(?:\s?\([a-z]{1,4}\))*"
    r"|\([a-z]{1,4}\))[.):]?\s"
)


@dataclass(frozen=True, slots=True)
class _Lead:
    """Who must, may or must not: the words up to the action, at ``start`` of a sentence, the action at ``action``."""

    sentence: Sentence
    party: str
    modal: str
    start: int
    action: int


def _obligation(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    for match in _MODAL.finditer(text, 0, min(len(text), LEAD + LONGEST_NAME)):
        subject = _SUBJECT.search(text, max(0, match.start() - LONGEST_NAME), match.start())
        if subject is None or _SUBORDINATE.search(text, max(0, subject.start() - 40), subject.start()):
            continue
        lead = _Lead(sentence, subject["party"], match["modal"], subject.start(), match.start("action"))
        items = _items(sentence, lead.action) or _list_below(view, lead)
        if items:
            yield from _listed(view, lead, items)
        else:
            yield from _single(view, lead)
        return


def _single(view: View, lead: _Lead) -> Iterator[Finding]:
    text, begin = lead.sentence.text, lead.action
    stop = _STOP.search(text, begin)
    action = _shortened(text[begin : stop.start() if stop else len(text)])
    start, end = clause_span(text, lead.start, begin + len(action))
    if _DANGLES.search(action) or not (start <= lead.start and begin + len(action) <= end):
        return
    quote = view.quote(lead.sentence.start + start, lead.sentence.start + end)
    yield from _duty(view, lead, action, (quote,))


def _listed(view: View, lead: _Lead, items: list[Span]) -> Iterator[Finding]:
    """One duty per item of a list; its quotes are the words that lead to the list, and the item."""
    start, end = clause_span(lead.sentence.text, lead.start, lead.action, LEAD)
    head = widened(view, lead.sentence.start + start, lead.sentence.start + min(end, lead.action))
    for span in items:
        item = widened(view, *span)
        yield from _duty(view, lead, _shortened(" ".join(view.document.text[slice(*span)].split())), (head, item))


def _duty(view: View, lead: _Lead, action: str, quotes: tuple[Quote, ...]) -> Iterator[Finding]:
    if (
        letters(action) < SHORTEST_ACTION
        or _NO_DUTY.match(action)
        or any(letters(q.text) > LONGEST_QUOTE for q in quotes)
    ):
        return
    value = printed(view, lead.sentence, _read(lead.sentence, lead.party, lead.modal, action))
    yield Finding("obligations", value, quotes, item=f"{value['party']}|{value['action']}".casefold())


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


def _list_below(view: View, lead: _Lead) -> list[Span]:
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
        found.append((item.start + match.end(), item.start + (stop.start() if stop else len(item.text))))
    return found


_MARK = re.compile(r"(?:^|(?<=\s))\((?P<mark>[a-z]|[ivx]{1,4}|\d{1,2})\)\s+(?=\w)")
_FIRST = re.compile(r"a|i|1")
_ITEM = re.compile(r"\s*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[).]|[•●▪·o-])\s+(?=[a-z])")
_ITEM_END = re.compile(r"[;\u037e.](?:\s|$)")
_DANGLES = re.compile(r"\b(?:to|the|following|of|by|and|or|follows|that|in)$")
_TO_LIST = re.compile(r"(?:(?:at|in|during|upon|from|with|on|for|as|also|throughout)\b[^:]{0,80})?[:,]?\s*")
LONGEST_LIST = 20
"""Items of a list that are read."""

SHORTEST_ACTION = 5
LONGEST_QUOTE = 600
"""Letters and digits of an action and of its quote."""


def _shortened(action: str) -> str:
    """An action without its full stop, ended at a comma where it is very long."""
    action = re.sub(r"[\s;\u037e,.:]+(?:and|or)?[\s;\u037e,.:]*$", "", action)
    if letters(action) <= LONGEST_ACTION:
        return action
    commas = [
        match.start()
        for match in re.finditer(r",\s|\s\((?=[a-z\d]{1,3}\))", action)
        if letters(action[: match.start()]) <= LONGEST_ACTION
    ]
    return action[: commas[-1]] if commas else action[: action.rfind(" ", 0, LONGEST_ACTION)]


def _read(sentence: Sentence, party: str, modal: str, action: str) -> dict[str, Any]:
    value: dict[str, Any] = {
        "party": re.sub(r"^[Tt]he\s+", "", party),
        "action": action,
        "modality": _modality(party, modal, action),
    }
    if deadline := _DEADLINE.search(action) or _DEADLINE.search(sentence.text[: sentence.text.find(action)]):
        value["deadline"] = deadline[0].strip()
    own = _NUMBER.match(sentence.text)
    paragraph = _NUMBER.match(sentence.paragraph.text)
    value["clause"] = (own and own[1]) or sentence.paragraph.number or (paragraph and paragraph[1]) or None
    return value


def _modality(party: str, modal: str, action: str) -> str:
    if re.search(r"\b(?:not|never)\b", modal) or re.match(r"(?i)neither\b", party):
        return "must_not"
    return "may" if modal.startswith("may") or _RIGHT.match(action) else "must"


_RIGHT = re.compile(
    r"(?:also\s+)?(?:have|retain|reserve)\s+(?:\w+\s+){0,3}?rights?\b|be\s+(?:\w+\s+)?(?:entitled|permitted|free"
    r"|authorized|allowed)\b|have\s+the\s+(?:option|discretion)\b"
)
_NO_DUTY = re.compile(
    r"be\s+(?:liable|responsible\s+for\s+any\s+(?:delay|failure))\b|be\s+(?:required|obligated|obliged)\s+to\b"
    r"|have\s+(?:any|no)\s+(?:obligation|liability|duty)|as\s+follows"
    r"|execute\s+this\s+\w+\s+in\s+(?:any\s+number|\w+\s+counterparts|counterparts)"
    r"|(?:modify|amend)\s+the\s+\w+\s+as\s+follows|be\s+(?:deemed|considered|construed)\b"
)
