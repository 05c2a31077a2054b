"""Lines → paragraphs: what was one thought before it was set in lines becomes one again.

A line begins a new paragraph when the space, the indentation, the number at its head or the room left on the line
before says so. Blocks never cross a page; a paragraph that does is two blocks, the second of which ``continues``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from docpipe.cleaning.hyphens import EAST_ASIAN, HYPHENS, Vocabulary, joint
from docpipe.cleaning.lines import Piece, Plan, TextLine, block_lines, rewrite, text_lines
from docpipe.cleaning.numbering import follows, marker
from docpipe.types import Document

GAP = 1.3
"""Distance to the line before, in usual distances, from which on a line begins a paragraph: lines of one paragraph
differ by at most 1.15 in the development contracts, paragraphs in the tightest of them by 1.4."""

SIZE_CHANGE = 0.25
"""Share by which a line's height must differ from the one before to be set in another size."""

SINGLE = 1.3
"""Distance between lines, in heights, when a document has no paragraph to measure it by."""

PROSE_WORDS = 6
"""Words from which on a line counts as prose when a document's setting is measured."""

RAGGED = 0.15
"""Share of lines in mid-sentence with room for the next word from which on room means nothing: text wrapped once has
under .03 of them, text wrapped twice over .2."""

_END = re.compile(r"[.;:!?。；：！？][\"'”’)\]】》]*$|[”\"]$")
_OPEN_END = re.compile(
    r"(?:,|\b(?:the|of|and|or|to|a|an|in|by|for|with|that|any|such|this|as|on|at|from|its|their|his|be|is|are|not|no"
    r"|shall|will|may|which|under|between|other|all|if|than|into|upon|per|each|our|your))$",
    re.IGNORECASE,
)
_LEADER = re.compile(r"(?:\.\s?){5,}\s*\S{0,6}$|_{6,}\s*$")
_LABEL = re.compile(
    r"^(?:by|name|title|date|its|attn|attention|tel|telephone|fax|facsimile|e-?mail|address|phone)\s*[:.]", re.I
)


@dataclass(frozen=True, slots=True)
class _Setting:
    """How a document is set: the usual distance between lines, the edges of its body, and whether its lines end
    anywhere: text that was wrapped twice leaves room at ends that mean nothing."""

    leading: float
    left: float
    right: float
    ragged: bool


def reflowed(document: Document) -> Document:
    """The document with one block per paragraph and page, its lines joined and hyphens at their ends healed."""
    lines = text_lines(document)
    blocks = [own for _, own in block_lines(document, lines) if own]
    setting = _setting(blocks)
    hyphens = any(line.text.endswith(HYPHENS) for line in lines)
    vocabulary = Vocabulary.of(document.text if hyphens else "")
    groups = [group for own in blocks for group in _paragraphs(own, setting, lines)]
    pieces: list[Piece] = []
    joins: dict[int, str] = {}
    cuts: dict[int, int] = {}
    for index, group in enumerate(groups):
        for before, line in pairwise(group):
            _join(before, line, vocabulary, joins, cuts)
        before_group = groups[index - 1] if index else None
        if before_group is not None and _breaks(before_group, group) and _continues(before_group, group, setting):
            _join(before_group[-1], group[0], vocabulary, joins, cuts)
            pieces.append(Piece(group[0].index, group[-1].index + 1, joins.pop(group[0].index, " "), True))
        else:
            pieces.append(Piece(group[0].index, group[-1].index + 1))
    return rewrite(document, lines, Plan(pieces, joins, cuts))


def _join(
    before: TextLine, line: TextLine, vocabulary: Vocabulary, joins: dict[int, str], cuts: dict[int, int]
) -> None:
    """Note what stands between two lines, and how many characters the first one loses."""
    join, cut = joint(before.text, line.text, vocabulary)
    if join != " ":
        joins[line.index] = join
    if cut:
        cuts[before.index] = cut


def _setting(blocks: Sequence[Sequence[TextLine]]) -> _Setting:
    pairs = [
        (before, line) for own in blocks for before, line in pairwise(own) if before.last - before.first >= PROSE_WORDS
    ]
    distances = Counter(round((line.bottom - before.bottom) * 2) / 2 for before, line in pairs)
    usual = [(count, -distance) for distance, count in distances.items() if distance > 0]
    if not usual:
        return _Setting(0.0, 0.0, 0.0, False)
    lefts, rights = sorted(before.x0 for before, _ in pairs), sorted(before.x1 for before, _ in pairs)
    right = rights[len(rights) * 9 // 10]
    going_on = [(before, line) for before, line in pairs if line.text[0].islower()]
    roomy = sum(right - before.x1 > _first_word(line) + before.height for before, line in going_on)
    return _Setting(-max(usual)[1], lefts[len(lefts) // 10], right, roomy > RAGGED * len(going_on))


def _paragraphs(own: Sequence[TextLine], setting: _Setting, lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """The lines of one region, cut into paragraphs."""
    setting = _local(own, setting)
    groups: list[list[TextLine]] = [[own[0]]]
    for line in own[1:]:
        if line.index == groups[-1][-1].index + 1:
            begins = _begins(groups[-1], line, setting)
        else:
            begins = _begins_over(groups[-1], line, lines[line.index - 1], setting)
        if begins:
            groups.append([line])
        else:
            groups[-1].append(line)
    return groups


def _begins_over(group: Sequence[TextLine], line: TextLine, gone: TextLine, setting: _Setting) -> bool:
    """Whether a line begins a paragraph when lines before it, ``gone`` the last of them, were set aside."""
    if _continues(group, [line], setting):
        return False
    far = line.bottom - gone.bottom > setting.leading * GAP + 1 or not gone.top < line.top
    return far or _begins([replace(group[-1], top=gone.top, bottom=gone.bottom)], line, setting)


def _local(own: Sequence[TextLine], setting: _Setting) -> _Setting:
    """The document's setting, or the region's own if it is a narrow column of prose."""
    long_lines = [line for line in own if line.last - line.first >= 4]
    rights = sorted(line.x1 for line in long_lines) or [setting.right]
    right = rights[len(rights) * 9 // 10]
    column = len(long_lines) >= 5 and abs(right - setting.right) > 0.15 * (setting.right - setting.left)
    if column or right > setting.right:
        return replace(setting, left=min(line.x0 for line in own), right=right)
    return setting


def _begins(group: Sequence[TextLine], line: TextLine, setting: _Setting) -> bool:
    """Whether a line begins a paragraph after the lines of ``group``."""
    before = group[-1]
    if _apart(group, line, setting) or _LEADER.search(before.text) or _LABEL.match(line.text):
        return True
    room = setting.right - before.x1
    short = not setting.ragged and room > _first_word(line) + 0.4 * before.height
    ends = bool(_END.search(before.text))
    number = marker(line.text)
    if number is not None:
        if follows(marker(group[0].text), number):
            return True
        if ends or short or abs(line.x0 - before.x0) > 0.5 * line.height:
            return not (_OPEN_END.search(before.text) and not short)
    if abs(line.x0 - before.x0) > 1 and (_centred(line, setting) or _centred(before, setting)):
        return not _same_heading(before, line)
    if _indented(group, line):
        return ends or short
    if short:
        return ends or not (_goes_on(line.text) or _OPEN_END.search(before.text))
    return False


def _apart(group: Sequence[TextLine], line: TextLine, setting: _Setting) -> bool:
    """Whether the distance or the size of the letters sets a line apart."""
    before = group[-1]
    distance = line.bottom - before.bottom
    usual = before.bottom - group[-2].bottom if len(group) > 1 else setting.leading
    usual = usual if usual > 0 else SINGLE * before.height
    if distance <= 0:
        return distance < -0.5 * before.height
    if distance > usual * GAP + 1:
        return True
    return abs(line.height - before.height) > SIZE_CHANGE * max(line.height, before.height)


def _first_word(line: TextLine) -> float:
    """The width of what would have to fit on the line before: a word by its share of the line, or one character."""
    if EAST_ASIAN.match(line.text):
        return line.height
    length = len(line.text.split(None, 1)[0])
    return (line.x1 - line.x0) * length / max(1, len(line.text))


def _centred(line: TextLine, setting: _Setting) -> bool:
    """Whether a line stands in the middle, with an eighth of the body free on either side."""
    left, right, width = line.x0 - setting.left, setting.right - line.x1, setting.right - setting.left
    return min(left, right) > width / 8 and abs(left - right) < width / 8


def _same_heading(before: TextLine, line: TextLine) -> bool:
    """Whether two centred lines are one heading: capitals, and the first one does not stand for itself."""
    capitals = before.text.isupper() and line.text.isupper()
    return capitals and marker(before.text) is None and len(before.text.split()) > 1 and len(line.text.split()) > 1


def _indented(group: Sequence[TextLine], line: TextLine) -> bool:
    """Whether a line stands further in or out than its paragraph would have it."""
    before = group[-1]
    shift = line.x0 - before.x0
    if abs(shift) < 0.6 * line.height:
        return False
    return not (len(group) == 1 and (shift < 0 or marker(before.text) is not None))


def _goes_on(text: str) -> bool:
    """Whether a line begins in the middle of a sentence."""
    return text[0].islower() or text[0] in ",;)"


def _breaks(group: Sequence[TextLine], after: Sequence[TextLine]) -> bool:
    """Whether a column or page ends between two groups of lines."""
    return group[-1].page != after[0].page or after[0].top <= group[-1].top


def _continues(group: Sequence[TextLine], after: Sequence[TextLine], setting: _Setting) -> bool:
    """Whether a paragraph goes on in the next column or on the next page."""
    before, line = group[-1], after[0]
    if _END.search(before.text) and not before.text.rstrip("\"'”’)").endswith((":", ";")):
        return False
    if marker(line.text) is not None or _LABEL.match(line.text) or _LEADER.search(before.text):
        return False
    if _goes_on(line.text):
        return not _END.search(before.text) or before.text.endswith((";", ":"))
    if _END.search(before.text):
        return False
    full = setting.right - before.x1 < 6 * before.height
    return bool(_OPEN_END.search(before.text)) or (full and not _centred(line, setting) and not before.text.isupper())
