"""Who owns which intellectual property."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docpipe.patterns import compiled
from docpipe.rules.contract.actors import actors, folded, name_at, name_before
from docpipe.rules.contract.clause_text import Sentence, clause_span, printed, sentences
from docpipe.rules.later import later
from docpipe.rules.view import View
from docpipe.types import Document, Finding
from docpipe.words import Span

ANSWERS = ("ip_ownership",)


def find(view: View) -> Iterable[Finding]:
    """Every statement that somebody owns, keeps or is given intellectual property."""
    for sentence in sentences(view):
        if any(word in sentence.low for word in _WORDS):
            yield from _owned(view, sentence)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """An owner has to be a party."""
    known = actors(findings)
    return [f for f in findings if f.field != "ip_ownership" or folded(f.value["owner"]) in known - {"party"}]


_WORDS = ("own", "title", "propert", "retain", "vest", "belong", "work made for hire", "works made for hire")
_IP = later(
    r"\b(?:intellectual\s+property|deliverables?|work\s+products?|works?\b|inventions?|patents?|copyrights?"
    r"|trade\s*marks?|marks?|know-how|software|source\s+code|data|content|materials?|technolog(?:y|ies)"
    r"|improvements?|developments?|documentation|designs?|trade\s+secrets?|proprietary|names?|logos?|goodwill"
    r"|outputs?|results|information|website|web\s+site|program|system|discoveries|derivative|customizations"
    r"|modifications|licensed)\b",
    re.IGNORECASE,
)
_RIGHTS = (
    r"(?:(?:all|the|sole|exclusive|entire|full|such|worldwide|its|and|of)"
    r"\s+){0,5}(?:rights?,?\s*(?:and\s+)?title,?\s*(?:and|or)?\s*interests?|rights?\s+and\s+title"
    r"|ownership(?:\s+(?:rights?|of\s+all\s+rights?))?|title|(?:intellectual\s+property|proprietary|ownership)"
    r"\s+rights)"
)
_WHAT = r"(?P<what>(?:[^;.,]|\.(?=\S)|,(?=\s+(?:\w+\s+){0,4}\w+,|\s+(?:and|or)\s)){3,220})"
_ADVERB = (
    r"(?:(?:solely|exclusively|at\s+all\s+times|alone|hereby|also|and|shall|will|expressly|always|jointly)\s+){0,3}"
)
_SOLE = r"(?:(?:sole|exclusive|absolute|and|legal|beneficial|rightful|valuable|confidential|lawful)\s+){0,4}"
_OWNS = tuple(
    later(pattern)
    for pattern in (
        rf"(?:\s+\([^)]{{1,40}}\))?\s+{_ADVERB}(?:owns?(?:\s+and\s+retains?)?|retains?(?:\s+and\s+owns?)?|reserves?|holds?|is)"
        rf"\s+(?:the\s+{_SOLE}owner\s+of\s+)?{_RIGHTS}\s+(?:in|to|of)(?:\s*,?\s*(?:and\s+)?(?:to|in|under|of)"
        rf"\b)*(?:\s*,)?\s+{_WHAT}",
        rf"\s+(?:shall|will|is|remains?)\s+{_ADVERB}(?:be\s+|remain\s+)?(?:own|the\s+{_SOLE}owners?\s+of)\s+{_WHAT}",
    )
)
_PROPERTY_OF = later(
    rf"\b(?:(?:property|properties)\s+of|owned\s+(?:solely\s+|exclusively\s+|entirely\s+|and\s+){{0,3}}by"
    rf"|(?:vest|belong|reside|remain|rest)(?:ed|s)?\s+{_ADVERB}(?:in|with|to))\s+(?:and\s+\w+\s+)?"
)
_BECOMES = later(
    rf"\s+(?:(?:shall|will)\s+(?:be|remain|become)?|remains?|(?:is|are)\s+and\s+(?:shall|will)\s+(?:be|remain)"
    rf"|(?<!that\s)(?<!which\s)(?<!who\s)\b(?:is|are))"
    rf"\s*{_ADVERB}(?:be\s+)?(?:and\s+remain\s+)?(?:the\s+)?{_SOLE}$"
)
_LEAD = later(
    r"^(?:.*\b(?:agree[sd]?|acknowledges?|understands?|that|[Pp]arties|provided|however|hereunder,|Agreement,"
    r"|between\s+the\s+parties)\b[,\s]+)?"
    r"(?:(?:notwithstanding\b|for\s+the\s+avoidance)"
    r"[^,:]*[,:]\s+(?:\(\w\)\s+)?)?(?:(?:any\s+and\s+)?all\s+(?:such\s+)?|\(?\w{1,3}\)\s+"
    r"|\d+(?:\.\d+)*\.?\s+)?(?:[Tt]itle\s+to\s+(?!and\b))?",
    re.DOTALL | re.IGNORECASE,
)
_HELD = later(rf"(?:^|^.*\s)(?:and\s+)?{_RIGHTS}\s+(?:in|to|of)(?:\s*,?\s*(?:and\s+)?(?:to|in|under)\b)*\s+")
_TAIL = later(
    r"\s+(?:is|are)\s+an?\s.*$|\s+(?:and\s+shall|and\s+will|which|who|that\s+(?:are|is)\s+not|shall|will|upon|during"
    r"|except|subject|provided"
    r"|whether"
    r"|as\s+provided|and\s+(?:no|nothing)|,?\s*and\s+all\s+such\s+right|,\s+and\s+\w+\s+hereby)\b.*$|\s*\([^)]*$"
    r"|\s+(?:are|is)\s+and\s*$",
    re.DOTALL,
)
_NO_WHAT = later(
    r"(?i)(?:(?:such\s+(?:\w+\s+)?(?:information|materials?|works?|items?)|it|them|same|the\s+same|such|this|that"
    r"|which)$|(?:or|and)\s|.*\b(?:represent|warrant|licens(?:ed|es)\s+to))"
)

_DENIED = later(r"(?i)\b(?:means?|not|no|nor|neither|never|unless|if)\b")

LONGEST_WHAT = 220
"""Characters of what is owned at most; a longer list is not read, rather than cut."""


def _owned(view: View, sentence: Sentence) -> Iterator[Finding]:
    text = sentence.text
    for owner, what in (*_named_after(text), *_named_before(text)):
        if _DENIED().search(text, max(0, owner[0] - 80), owner[0]):
            continue
        start, end = clause_span(text, min(owner[0], what[0]), max(owner[1], what[1]))
        words = text[slice(*what)]
        if (
            not (start <= owner[0] < end and _IP().search(words))
            or _NO_WHAT().match(words)
            or not 4 <= len(words) <= LONGEST_WHAT
        ):
            continue
        value = {"owner": re.sub(r"^[Tt]he\s+", "", text[slice(*owner)]), "what": words}
        value = printed(view, sentence, value)
        quote = view.quote(sentence.start + start, sentence.start + end)
        yield Finding("ip_ownership", value, (quote,), item=f"{value['owner']}|{value['what']}".casefold())
        return


def _named_after(text: str) -> Iterator[tuple[Span, Span]]:
    """Owner and thing in "Customer owns all right, title and interest in the Deliverables"."""
    for pattern in _OWNS:
        for match in pattern().finditer(text):
            if owner := name_before(text, match.start()):
                yield (match.start() - len(owner), match.start()), _trimmed(text, *match.span("what"))
                break


def _named_before(text: str) -> Iterator[tuple[Span, Span]]:
    """Owner and thing in "the Deliverables shall be the sole property of Customer"."""
    for match in _PROPERTY_OF().finditer(text):
        owner = name_at(text, match.end())
        begin = text.rfind(";", 0, match.start()) + 1
        if owner is None or match.start() - begin > 2 * LONGEST_WHAT:
            continue
        becomes = _BECOMES().search(text, begin, match.start())
        if becomes is None and _PASSES.search(match[0]):
            becomes = _WILL.search(text, begin, match.start())
        if becomes is None:
            continue
        words = text[begin : becomes.start()]
        lead = _LEAD().match(words)
        begin += lead.end() if lead else 0
        yield (match.end(), match.end() + len(owner)), _trimmed(text, begin, becomes.start())


_PASSES = compiled(r"(?:vest|belong|reside|rest)")
_WILL = compiled(r"\s+(?:(?:shall|will)\s+)?(?:\w+\s+)?\Z")


_DANGLES = compiled(r"(?:,?\s+(?:and|or|are|is|which|that|of|in|to))+$")


def _trimmed(text: str, start: int, end: int) -> Span:
    """Without what follows the thing itself, and without punctuation at its ends."""
    held = _HELD().match(text[start:end])
    start += held.end() if held else 0
    words = _TAIL().sub("", text[start:end])
    start += len(words) - len(words.lstrip(" ,("))
    if words.count("(") > words.count(")"):
        words = words[: words.rfind("(")]
    words = _DANGLES.sub("", words.strip(" ,(:"))
    return start, start + len(words)
