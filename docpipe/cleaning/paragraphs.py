"""Where paragraphs begin: what was one thought before it was set in lines is one again.

A line begins a new paragraph when the space, the indentation, the number at its head or the room left on the line
before says so. Paragraphs end with their page; ``continues`` tells which go on behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from docpipe.cleaning.ends import LAST, calls_for, ends, goes_on, label, leader, open_end, paged
from docpipe.cleaning.hyphens import EAST_ASIAN, is_east_asian
from docpipe.cleaning.letters import INDENT, LARGE, heading_begins, heading_ends, number_alone, one_heading, other_type
from docpipe.cleaning.lines import TextLine
from docpipe.cleaning.numbering import Marker, begins_series, follows, marker

GAP = 1.3
"""Distance to the line before, in usual distances, from which on a line begins a paragraph: 995 in 1,000 lines that go
on in mid-sentence are within 1.07 (8,642 of them in 26 documents)."""

SIZE_CHANGE = 0.25
"""Share by which a line's height must differ from the one before to be set in another size."""

SINGLE = 1.3
"""Distance between lines, in heights, when a document has no paragraph to measure it by."""

SPACE = 0.4
"""Width of a space, in heights of its line, or more."""

ALIGNED = 1.0
"""Points by which lines at one edge differ at most."""

PROSE_WORDS = 6
"""Words from which on a line counts as prose when a document's setting is measured."""

ENOUGH = 1_000
"""Pairs of such lines, spread over the document, that tell how it is set: some 35 pages."""

RAGGED = 0.15
"""Share of lines in mid-sentence with room for the next word from which on room means nothing, as in text that was
wrapped twice. Of 58 contracts half have .002 or less and 51 under .08; the highest have .16, .45 and .68."""


class Setting(Struct, frozen=True):
    """How a document is set: the usual distance between lines, the edges of its body, whether its lines end anywhere
    (text that was wrapped twice leaves room at ends that mean nothing), and the usual height of a line."""

    leading: float
    left: float
    right: float
    ragged: bool
    size: float = 0.0


class Series:
    """The last number of each family that began a paragraph. ``unseen`` were asked for before one of their family."""

    def __init__(self) -> None:
        self.last: dict[str, Marker] = {}
        self.unseen: list[Marker] = []

    def count(self, line: TextLine) -> None:
        """Note the number that a paragraph begins with."""
        if number := marker(line.text):
            self.last[number.family] = number

    def leads_to(self, number: Marker) -> bool:
        """Whether a number is the next one of its family."""
        before = self.last.get(number.family)
        if before is None:
            self.unseen.append(number)
        return follows(before, number)


class _Context(Struct, frozen=True):
    """What tells, beside the lines themselves, where a paragraph begins."""

    setting: Setting
    lines: Sequence[TextLine]
    first: int  # the index of the first of these
    notes: Mapping[int, bool]
    series: Series


def setting_of(blocks: Sequence[Sequence[TextLine]]) -> Setting:
    """How a document is set, by the lines of prose in its blocks; zeros where it has none."""
    pairs = [
        (before, line) for own in blocks for before, line in pairwise(own) if before.last - before.first >= PROSE_WORDS
    ]
    pairs = pairs[:: 1 + len(pairs) // ENOUGH]
    distances = Counter(round((line.bottom - before.bottom) * 2) / 2 for before, line in pairs)
    usual = [(count, -distance) for distance, count in distances.items() if distance > 0]
    if not usual:
        return Setting(0.0, 0.0, 0.0, False)
    lefts, rights = sorted(before.x0 for before, _ in pairs), sorted(before.x1 for before, _ in pairs)
    right = rights[len(rights) * 9 // 10]
    going_on = [(before, line) for before, line in pairs if line.text[0].islower()]
    roomy = sum(right - before.x1 > _first_word(line) + before.height for before, line in going_on)
    size = Counter(round(before.height, 1) for before, _ in pairs).most_common(1)[0][0]
    return Setting(-max(usual)[1], lefts[len(lefts) // 10], right, roomy > RAGGED * len(going_on), size)


def paragraphs(
    regions: Sequence[list[TextLine]],
    tables: Container[int],
    lines: Sequence[TextLine],
    setting: Setting,
    notes: Mapping[int, bool],
    series: Series,
) -> list[list[TextLine]]:
    """The lines of some regions of a document, cut into paragraphs; ``tables`` are the first lines of regions that are
    tables and stay whole. ``lines`` are all of its lines from the first of the regions on, ``notes`` those of footnotes
    and whether one begins there."""
    groups: list[list[TextLine]] = []
    for is_table, run in groupby(regions, lambda own: own[0].index in tables):
        if is_table:
            groups += run
            continue
        for own in _rejoined(list(run), setting):
            groups += _paragraphs(own, _Context(_local(own, setting), lines, lines[0].index, notes, series))
    return groups


def _paragraphs(own: Sequence[TextLine], context: _Context) -> list[list[TextLine]]:
    """The lines of one region, cut into paragraphs."""
    notes, group = context.notes, [own[0]]
    groups = [group]
    context.series.count(own[0])
    for before, line in pairwise(own):
        if notes and (line.index in notes or before.index in notes):
            begins = notes.get(line.index) is not False or before.index not in notes
        elif line.index == before.index + 1:
            begins = not _goes_on_plainly(group, line, context.setting) and _begins(group, line, context)
        else:
            begins = _begins_over(group, line, context)
        if begins:
            group = [line]
            groups.append(group)
            context.series.count(line)
        else:
            group.append(line)
    return groups


def _rejoined(blocks: Sequence[list[TextLine]], setting: Setting) -> list[list[TextLine]]:
    """The regions, those made one where a line in mid-sentence goes on right below it: columns may begin there."""
    joined: list[list[TextLine]] = []
    for own in blocks:
        if joined and _right_below(joined[-1][-1], own[0], setting):
            joined[-1] = [*joined[-1], *own]
        else:
            joined.append(own)
    return joined


def _right_below(before: TextLine, line: TextLine, setting: Setting) -> bool:
    distance = line.bottom - before.bottom
    near = before.page == line.page and 0 < distance <= GAP * (setting.leading or SINGLE * before.height) + 1
    aligned = abs(line.x0 - before.x0) < 2 and setting.right - before.x1 < 6 * before.height
    return near and aligned and goes_on(line.text) and not ends(before.text)


def _begins_over(group: Sequence[TextLine], line: TextLine, context: _Context) -> bool:
    """Whether a line begins a paragraph when lines before it were set aside."""
    setting, gone = context.setting, context.lines[line.index - 1 - context.first]
    if continues(group, [line], setting):
        return False
    far = line.bottom - gone.bottom > setting.leading * GAP + 1 or not gone.top < line.top
    return far or _begins([replace(group[-1], top=gone.top, bottom=gone.bottom, height=gone.height)], line, context)


def _local(own: Sequence[TextLine], setting: Setting) -> Setting:
    """The document's setting, or the region's own if it is a narrow column of prose."""
    long_lines = [line for line in own if line.last - line.first >= 4]
    rights = sorted(line.x1 for line in long_lines) or [setting.right]
    right = rights[len(rights) * 9 // 10]
    column = len(long_lines) >= 5 and abs(right - setting.right) > 0.15 * (setting.right - setting.left)
    if column or right > setting.right:
        return replace(setting, left=min(line.x0 for line in own), right=right)
    return setting


def _goes_on_plainly(group: Sequence[TextLine], line: TextLine, setting: Setting) -> bool:
    """Whether ``_begins`` could find nothing in a line: as far below the last one as usual, of the same type, without a
    head of its own, and behind a full line at the same edge or a sentence that goes on. So are nine in ten of those
    that go on, and this takes a fifth of the time.
    """
    before = group[-1]
    usual = before.bottom - group[-2].bottom if len(group) > 1 else setting.leading
    if not (
        0 < line.bottom - before.bottom <= usual * GAP + 1
        and abs(line.height - before.height) <= SIZE_CHANGE * before.height
        and line.bold == before.bold
    ):
        return False
    aligned = -ALIGNED <= line.x0 - before.x0 <= ALIGNED < INDENT * line.height
    unended = before.text[-1] not in LAST
    goes_on = aligned and unended and line.text[0].islower()
    if not goes_on:
        room, space = setting.right - before.x1, SPACE * before.height
        full = room <= space or room <= _first_word(line) + space
        goes_on = full and (aligned or (unended and 8 * room <= setting.right - setting.left))
    return goes_on and not (marker(line.text) or label(line.text) or leader(before.text))


def _begins(group: Sequence[TextLine], line: TextLine, context: _Context) -> bool:
    """Whether a line begins a paragraph after the lines of ``group``."""
    before, setting = group[-1], context.setting
    if len(group) == 1 and number_alone(before, line):
        return False
    width, space = setting.right - setting.left, SPACE * before.height
    if line.height >= LARGE * setting.size and one_heading(
        before, line, setting.size, width - (before.x1 - before.x0) - (_first_word(line) + space)
    ):
        return False
    if _apart(group, line, setting) or leader(before.text) or label(line.text):
        return True
    room = setting.right - before.x1
    needed = _first_word(line) + space if room > space else space  # or more
    if line.bold != before.bold and (
        heading_ends(group, line, room - needed, setting.leading) or heading_begins(before, line, setting.right)
    ):
        return True
    short = not setting.ragged and room > needed
    number = marker(line.text)
    if number is not None:
        begins = _numbered(group, line, number, context, short)
        if begins is not None:
            return begins
    shift = abs(line.x0 - before.x0)
    if shift > ALIGNED and (
        _centred(before, setting)
        or (_centred(line, setting) and (short or ends(before.text)))  # else a last line, indented
    ):
        return not _same_heading(before, line)
    if shift >= INDENT * line.height and _indented(group, line):
        return short or ends(before.text)
    return short and (ends(before.text) or not (goes_on(line.text) or open_end(before.text)))


def _numbered(group: Sequence[TextLine], line: TextLine, number: Marker, context: _Context, short: bool) -> bool | None:
    """Whether a line with a number at its head begins an item; None if only its place can tell."""
    before = group[-1]
    ended = ends(before.text)
    if not ended and calls_for(before.text, number):
        return False
    if ended or short or follows(marker(group[0].text), number):
        return True
    if paged(before.text) and (number.level <= 2 or paged(line.text)):
        return True
    if abs(line.x0 - before.x0) > 0.5 * line.height:
        if context.setting.right - before.x1 > 6 * before.height:
            return not open_end(before.text)
        in_series = begins_series(number) or context.series.leads_to(number)
        return in_series and not open_end(before.text)
    return None


def _apart(group: Sequence[TextLine], line: TextLine, setting: Setting) -> bool:
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
    text = line.text
    if text[:1] >= EAST_ASIAN and is_east_asian(text[0]):
        return line.height
    word = text.partition(" ")[0]
    length = len(word)
    if not word.isascii() and max(word) >= EAST_ASIAN:  # 1、租金 may break behind its number
        length = next((at for at, one in enumerate(word) if is_east_asian(one)), length)
    return (line.x1 - line.x0) * (length or len(text)) / (len(text) or 1)


def _centred(line: TextLine, setting: Setting) -> bool:
    """Whether a line stands in the middle, with an eighth of the body free on either side."""
    left, right, eighth = line.x0 - setting.left, setting.right - line.x1, (setting.right - setting.left) / 8
    return left > eighth and right > eighth and abs(left - right) < eighth


def _same_heading(before: TextLine, line: TextLine) -> bool:
    """Whether two centred lines are one heading: capitals, and the first one does not stand for itself."""
    capitals = before.text.isupper() and line.text.isupper()
    return capitals and marker(before.text) is None and len(before.text.split()) > 1 and len(line.text.split()) > 1


def _indented(group: Sequence[TextLine], line: TextLine) -> bool:
    """Whether a line that stands further in or out than the last one of its paragraph should stand as that does."""
    return len(group) > 1 or (line.x0 >= group[0].x0 and marker(group[0].text) is None)


def continues(group: Sequence[TextLine], after: Sequence[TextLine], setting: Setting) -> bool:
    """Whether a paragraph goes on in the next column or on the next page."""
    before, line = group[-1], after[0]
    if ends(before.text) and not before.text.rstrip("\"'”’)").endswith((":", ";")):
        return False
    number = marker(line.text)
    if number is not None and calls_for(before.text, number):
        return True
    if number is not None or label(line.text) or leader(before.text):
        return False
    if goes_on(line.text):
        return not ends(before.text) or before.text.endswith((";", ":"))
    if ends(before.text) or other_type(before, line):
        return False
    full = setting.right - before.x1 < 6 * before.height
    return open_end(before.text) or (full and not _centred(line, setting) and not before.text.isupper())
