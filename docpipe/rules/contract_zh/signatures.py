"""Signature blocks: paragraphs with 盖章, 签字, 签章, and the dates beside them."""

from __future__ import annotations

from collections.abc import Iterator

from docpipe.patterns import compiled
from docpipe.rules.contract_zh.labels import PARTY
from docpipe.rules.view import View
from docpipe.rules.zh_text import fold
from docpipe.types import Paragraph

BASIS = "signature_block"

_SIGNS = compiled(
    rf"(?:{PARTY}|代表人?|代理人|负责人|本人)\s?(?:姓名)?(?:\([^()]{{0,24}}\))?\s?:?(?:签[字名章署]|盖章|公章"
    rf"|\((?:[^()见]{{0,12}})?(?:签[字名章署]|盖章|公章|印章|章(?=\)))[^()]{{0,12}}\))"
    rf"|^\s?{PARTY}\s?:[^，。；\n\t]{{2,40}}\((?:签字|盖章|签章|公章)\)"
    rf"|^\s?\((?:签字|盖章|签章|公章)\)|授权代表[^，。]{{0,12}}:|签[字名章署](?:盖章)?\s?(?:处|页|:|/\s?[A-Z])"
    rf"|Authori[sz]ed (?:[Rr]epresentative|[Ss]ignatory)"
)
_PROSE = compiled(
    r"由(?:以下|下列|下述)?(?:双方|各方|三方|甲)|于\d{4}年|应当?|不得|之日起|生效|约定|本[合协][同议]自|本[合协][同议]经|均"
    r"|具有同等"
)
LONGEST_BLOCK = 700
"""Characters of a paragraph in a signature block: readers join the lines of a whole page of signatures."""


def signs(paragraph: Paragraph) -> bool:
    """Whether somebody signs in a paragraph; clauses that speak of signing do not count."""
    if len(paragraph.text) > LONGEST_BLOCK:
        return False
    text = fold(paragraph.text).text
    return bool(_SIGNS.search(text)) and not _PROSE.search(text)


def blocks(view: View) -> Iterator[Paragraph]:
    """The chunk's paragraphs in which somebody signs, and lines beside them that begin with a party's label."""
    return (paragraph for paragraph in view.own if in_block(view, paragraph))


def in_block(view: View, paragraph: Paragraph) -> bool:
    """Whether a paragraph is part of a signature block."""
    if signs(paragraph):
        return True
    labelled = len(paragraph.text) < LONGEST_LINE and _LABELLED.match(fold(paragraph.text).text)
    return bool(labelled) and any(map(signs, (*view.before(paragraph, 3), *view.after(paragraph, 3))))


def near_signature(view: View, paragraph: Paragraph) -> bool:
    """Whether somebody signs in a paragraph, or right above a short line."""
    above = view.before(paragraph, 2) if len(paragraph.text) < LONGEST_LINE else ()
    return any(map(signs, (paragraph, *above)))


LONGEST_LINE = 100
"""Characters of a line that names who signs; longer ones are clauses."""

_LABELLED = compiled(rf"\s*{PARTY}[^，。；]{{0,30}}:")
