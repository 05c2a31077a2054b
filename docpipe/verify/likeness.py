"""Documents that are no contract, whatever they are read as: a check says so before anybody believes their values.

Two sorts are told apart for sure. A periodic report names its form and the commission on its cover, and no agreement
there. And a text of some length that hardly ever speaks as agreements do is an article, a release, a letter.
"""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.types import Check, Document, Evidence, Quote
from docpipe.verify.ground import ground

RULE = "not_a_contract"

COVER = 3_000
"""Characters of a cover. Of 22 filings every one names form and commission in them, and none an agreement; of 365
contracts 53 name the commission, one of these a form too, and that one its agreement."""

FEWEST_WORDS = 3.0
"""Words of agreements per 10,000 characters. 365 contracts have 7.8 and more, a release of earnings 0.8."""

SHORTEST = 2_000
"""Characters of a text whose words are counted: a shorter one may be a page of a contract."""

ENGLISH = 20
"""Times that "the" and "of" stand in 10,000 characters of English at the least; other languages are not counted."""

_FORM = compiled(r"\bform\s{1,3}(?:10-?[kq]|8-?k|20-?f|40-?f|6-?k)(?:/a)?(?!\w)", re.IGNORECASE)
_COMMISSION = compiled(r"securities\s{1,3}and\s{1,3}exchange\s{1,3}commission", re.IGNORECASE)
_AGREEMENT = compiled(r"\b(?:agreements?|contracts?|lease|licen[cs]e|deed)\b", re.IGNORECASE)
_WORDS = compiled(
    r"\b(?:agreements?|contracts?|leases?|licen[cs]e|deed|hereby|herein|hereto|hereof|hereunder|undertakes?"
    r"|part(?:y|ies)|shall|terms\s+and\s+conditions)\b"
)
_COMMON = compiled(r"\b(?:the|of)\b")

MESSAGE = "this does not look like a contract ({why}): what was found may mean something else"


def unlike_a_contract(document: Document, kind: str) -> tuple[Check, ...]:
    """A check of severity ``warning`` on the whole result, or nothing; other kinds than ``contract`` have none."""
    if kind != "contract":
        return ()
    text = document.text
    form = _FORM.search(text, 0, COVER)
    if form and _COMMISSION.search(text, 0, COVER) and not _AGREEMENT.search(text, 0, COVER):
        why = f"its cover says {' '.join(form.group().split())}"
        return (Check("", RULE, "warning", MESSAGE.format(why=why), _cited(document, form.span())),)
    if len(text) >= SHORTEST and _lacks_words(text.lower()):
        return (Check("", RULE, "warning", MESSAGE.format(why="it hardly uses the words of agreements")),)
    return ()


def _lacks_words(text: str) -> bool:
    """Whether an English text has next to none of the words of agreements."""
    per = len(text) / 10_000
    return len(_COMMON.findall(text)) >= ENGLISH * per and len(_WORDS.findall(text)) < FEWEST_WORDS * per


def _cited(document: Document, span: tuple[int, int]) -> tuple[Evidence, ...]:
    """The line of the cover that names the form."""
    return tuple(ground(document, Quote(document.text[slice(*span)], span)))
