"""Columns that are drawn row by row: prose in two or more columns, and signature blocks side by side.

Everything here errs towards leaving rows whole: a table cut into columns loses what belongs together.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import inf
from statistics import median

from docpipe.patterns import compiled
from docpipe.readers.gaps import behind_gaps
from docpipe.readers.rows import EAST_ASIAN, PageWords, Row, has_east_asian
from docpipe.words import Span

GAP = 0.8
"""Least gap between columns, in heights of a line: LaTeX's default column gap at 10 points is 1.0."""

PROSE_ROWS = 5
"""Rows with words on both sides that prose in columns must have."""

PROSE_SHARE = 0.6
"""Share of a column's pieces with three words or more, mostly letters: in the files that it was tried on, tables stay
under .4 on one side, columns of prose over .8."""

LEAST_WORDS = 3
"""Least number of words of such a piece."""

PROSE_LETTERS = 15
"""Least length of such a piece in letters, East Asian ones twice: the labels of a form are shorter."""

FILLED = 0.5
"""Least median width of a column's pieces, in widths of the column."""

PAIRED_NUMBERS = 2
"""Clauses with one number on either side, in two scripts, that make a row-by-row table a contract in two languages."""

SIGNED_ROWS = 2
"""Signature labels that must stand on either side."""

BELOW = 1.5
"""Gap, in heights, below the last label of a signature and what goes on with it, that ends the block: "Exhibit A"."""

STRETCHED = 1.5
"""Least width of a gap between columns, in widths of the row's next widest one, where a row has several: justified
typewriter lines have five alike."""

ENDS = ".:;。：；"
"""What the last line of a sentence or a title ends with."""

_LABEL = compiled(r"(?:by|name|title|date|its|per|signature|signed|print(?:ed)? name)\b\s*:|_{4,}", re.IGNORECASE)
_LABEL_ZH_TEXT = (
    r"(?:[甲乙丙丁]\s*方|[\u4e00-\u9fff]{1,6}[方人])?\s*[（(]\s*(?:盖章|公章|签[字名章署])[^（）()]{0,6}[）)]\s*[:：/]?"
    r"|(?:法定代表人|授权代表|委托代理人|负责人|代表人|经办人)[^。，；]{0,14}[:：]|签\s*[字名章署][^。，；]{0,4}[:：/]"
    r"|(?:日\s*期|职\s*务|签[订署约]日期)\s*[:：/]|[甲乙丙丁]\s*方\s*[^。，；:：]{0,14}盖章"
)
"""How a line of a Chinese signature block begins."""


@cache
def _label_zh() -> re.Pattern[str]:
    return compiled(_LABEL_ZH_TEXT)  # 3 ms, for Chinese pages only


_SIGNER_ZH = compiled(r"[^\W\d_]{1,6}\s*[方人]?\s*[（(]\s*(?:盖章|公章|签章)[^（）()]{0,6}[）)]\s*[:：/]")
"""The line of it that says who signs."""

_CANDIDATES = 4
_STEP = 3.0  # points within which left edges are one edge


def columns(rows: Sequence[Row], page: PageWords) -> list[list[Row]]:
    """The rows as groups in reading order, each group in one column or across all; one group if nothing is sure."""
    wide, x0, least = behind_gaps(page, GAP * _lowest(rows)), page.x0, _least(rows)
    if sum([x0[at] > least for at in {*wide, *[row.first for row in rows]}]) < SIGNED_ROWS:
        return [list(rows)]  # most pages: hardly a piece or row begins right of the left edge
    cuts = _cuts(rows, wide, page)
    count = sum(map(len, cuts.values()))
    if count < SIGNED_ROWS and count + _beside_each_other(rows) < SIGNED_ROWS:
        return [list(rows)]
    parts = {at: list(pairwise([rows[at].first, *own, rows[at].last])) for at, own in cuts.items()}
    lefts = [row.x0 for at, row in enumerate(rows) if at not in parts]
    lefts += [min(x0[first:last]) for own in parts.values() for first, last in own]
    edges = _edges(lefts, rows)
    if not edges or not _may_part(max(edges), rows, parts, page):
        return [list(rows)]  # nearly all others: a number and its text are pieces too
    pieces = {rows[at].first: [page.row(*part) for part in own] for at, own in parts.items()}
    return _groups(rows, pieces, page) or [list(rows)]


def _lowest(rows: Sequence[Row]) -> float:
    return min([row.bottom - row.top for row in rows], default=0.0)


def _least(rows: Sequence[Row]) -> float:
    """The place right of which the left edge of a column may be."""
    left, right = min([row.x0 for row in rows], default=0.0), max([row.x1 for row in rows], default=0.0)
    return left + 0.15 * (right - left)


def _beside_each_other(rows: Sequence[Row]) -> int:
    """How many rows stand to the right of the one before them, at its height."""
    after = [(before, row) for before, row in pairwise(rows) if row.x0 > before.x1]
    return sum(abs(row.top - before.top) < 0.5 * row.height for before, row in after)


def _may_part(edge: float, rows: Sequence[Row], parts: Mapping[int, Sequence[Span]], page: PageWords) -> bool:
    """Whether an edge, or one left of it, may part columns: unless a piece of three words ends left of it, prose stands
    on its right side alone; and labels need a colon or a line each. Saves two thirds of the time of such a page."""
    if _east_asian(page) or page.text.count(":") + page.text.count("____") >= 2 * SIGNED_ROWS:
        return True
    ends = [row.x1 for at, row in enumerate(rows) if row.last - row.first >= LEAST_WORDS and at not in parts]
    long = [part for own in parts.values() for part in own if part[1] - part[0] >= LEAST_WORDS]
    ends += [max(page.x1[first:last]) for first, last in long]
    return min(ends, default=inf) <= edge + 2


_Pieces = Mapping[int, Sequence[Row]]
"""What rows fall into at wide gaps, those that do, by the first word of each."""


def _groups(rows: Sequence[Row], pieces: _Pieces, page: PageWords) -> list[list[Row]] | None:
    """Groups along the first edge that cuts some band surely; rows outside of such bands stay whole, in their order."""
    for edge in _edges([piece.x0 for piece in _fallen(rows, pieces)], rows):
        bands = [part for band in _bands(rows, pieces, edge) for part in _signatures_apart(band, pieces, edge, page)]
        sure = [_sure(_fallen(band, pieces), edge, page) for band in bands]
        if not any(sure):
            continue
        groups: list[list[Row]] = []
        whole: list[Row] = []
        for band, cut in zip(bands, sure, strict=True):
            if cut:
                rest = _behind_signatures(band, pieces, edge, page)
                above, *sides = _cut(_fallen(band[: len(band) - len(rest)], pieces), edge, page)
                groups.append(_finished(sorted(whole, key=_stream), above, page))
                groups.extend([above, *sides])
                whole = list(rest)
            else:
                whole.extend(band)
        groups.append(sorted(whole, key=_stream))
        return [group for group in groups if group]
    return None


def _finished(whole: list[Row], above: list[Row], page: PageWords) -> list[Row]:
    """Rows across both columns, and the first lines ``above`` the right column that end their sentence, taken away."""
    while whole and above and page.row_text(whole[-1])[-1] not in ENDS:
        height, distance = whole[-1].height, above[0].top - whole[-1].bottom
        if not -0.5 * height <= distance < 0.5 * height:
            break
        line = [row for row in above if row.top < above[0].top + 0.5 * height]
        whole += line
        above[:] = [row for row in above if row not in line]
    return whole


def _stream(row: Row) -> int:
    return row.first


def _fallen(band: Sequence[Row], pieces: _Pieces) -> list[Row]:
    return [piece for row in band for piece in pieces.get(row.first) or (row,)]


def _cut(band: list[Row], edge: float, page: PageWords) -> list[list[Row]]:
    """A band as what stands above (or nothing), left, right and below; each side may have columns of its own."""
    left, right = _sides(band, edge)
    above: list[Row] = []
    below: list[Row] = []
    if _prose(band, edge, page):
        above, left, below = _numbers_apart(left)
    elif not _two_languages(left, right, page):
        first, last = min(row.top for row in right), max(row.bottom for row in right)
        above = [row for row in left if row.bottom < first]
        below = [row for row in left if row.top > last]
        left = [row for row in left if row not in above and row not in below]
    sides = [group for side in (left, right) if side for group in (_groups(side, {}, page) or [side])]
    return [above, *sides, below]


def _numbers_apart(side: list[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """The first row of a column, the column and its last row, if these stand apart in the middle of the page."""
    rows = sorted(side, key=lambda row: row.top)
    middle = (min(row.x0 for row in side) + max(row.x1 for row in side)) / 2
    above = rows[:1] if len(rows) > 2 and _apart(rows[0], rows[1], middle) else []
    below = rows[-1:] if len(rows) > 2 and _apart(rows[-1], rows[-2], middle) else []
    return above, [row for row in side if row not in above and row not in below], below


def _apart(row: Row, column: Row, middle: float) -> bool:
    distance = max(row.top - column.bottom, column.top - row.bottom)
    return row.x0 > middle and distance > BELOW * row.height


def _cuts(rows: Sequence[Row], wide: Sequence[int], page: PageWords) -> Mapping[int, Sequence[int]]:
    """The places of the rows that have wide gaps, and the words behind these; a row put together of parts is one
    line."""
    x0, x1 = page.x0, page.x1
    firsts = [row.first for row in rows] if wide else []
    cuts: dict[int, list[int]] = defaultdict(list)
    for at in wide:
        place = max(0, bisect_left(firsts, at) - 1)
        row = rows[place]
        if row.first < at < row.last and x0[at] - x1[at - 1] > GAP * row.height and not row.more:
            cuts[place].append(at)
    return cuts


def _edges(lefts: Sequence[float], rows: Sequence[Row]) -> list[float]:
    """Left edges that many pieces of some rows share, the leftmost one apart, the commonest first."""
    least, right = _least(rows), max([row.x1 for row in rows])
    counts = Counter([round(x0 / _STEP) for x0 in lefts if x0 > least])
    common = [
        (count + counts[step + 1], step) for step, count in counts.items() if count + counts[step + 1] >= SIGNED_ROWS
    ]
    edges = [step * _STEP - _STEP / 2 for _, step in sorted(common, reverse=True)]
    return [edge for edge in edges if least < edge < right][:_CANDIDATES]


def _bands(rows: Sequence[Row], pieces: _Pieces, edge: float) -> list[list[Row]]:
    """The rows from top to bottom, cut around those that stand across the edge."""
    bands: list[list[Row]] = []
    across = False
    for row in sorted(rows, key=lambda row: row.top):
        crosses = _across(pieces.get(row.first) or (row,), edge)
        if not bands or crosses != across:
            bands.append([])
        bands[-1].append(row)
        across = crosses
    return bands


def _behind_signatures(band: list[Row], pieces: _Pieces, edge: float, page: PageWords) -> list[Row]:
    """The rows of a band that stand below its signature blocks: an exhibit may begin there."""
    labels = [[row for row in side if _LABEL.match(page.row_text(row))] for side in _sides(_fallen(band, pieces), edge)]
    if any(len(side) < SIGNED_ROWS for side in labels):
        return []
    end = max(row.bottom for side in labels for row in side)
    for index, row in enumerate(band):
        if row.top > end + BELOW * row.height and not _both_sides(pieces.get(row.first) or (row,), edge):
            return band[index:]
        end = max(end, row.bottom)
    return []


def _both_sides(row: Sequence[Row], edge: float) -> bool:
    return row[0].x1 < edge + 2 and any(abs(piece.x0 - edge) < 2 * _STEP for piece in row)


def _signatures_apart(band: list[Row], pieces: _Pieces, edge: float, page: PageWords) -> list[list[Row]]:
    """A band, its Chinese signature blocks cut off where they begin: they stand under both columns and end neither.

    Where more parties sign than stand side by side, each further row of them is a band of its own.
    """
    if not _east_asian(page):
        return [band]
    sides = _sides(_fallen(band, pieces), edge)
    labels = [[row for row in side if _label_zh().match(page.row_text(row))] for side in sides]
    if any(len(side) < SIGNED_ROWS for side in labels):
        return [band]
    heads = [row for side in labels for row in side if _SIGNER_ZH.match(page.row_text(row))]
    first = min((side[0] for side in labels), key=lambda row: row.top)
    cuts = [first.top - first.height / 2, *(row.top - row.height / 2 for row in sorted(heads, key=lambda row: row.top))]
    parts: list[list[Row]] = [[]]
    for row in band:
        passed = [cut for cut in cuts if row.top > cut]
        cuts = [cut for cut in cuts if cut not in passed]
        if passed and not (len(parts) > 1 and max(passed) - parts[-1][0].top < row.height):
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def _east_asian(page: PageWords) -> bool:
    return not page.plain and has_east_asian(page.text)


def _across(row: Sequence[Row], edge: float) -> bool:
    """Whether a row stands across the edge, or only happens to have one of its many wide gaps there."""
    if len(row) == 1:
        return row[0].x0 < edge - 2 and row[0].x1 > edge + 2
    if any(piece.x0 < edge - 2 and piece.x1 > edge + 2 for piece in row):
        return True
    gaps = [(piece.x0 - before.x1, before.x1 < edge + 2 and piece.x0 >= edge - 2) for before, piece in pairwise(row)]
    here = max((gap for gap, at_edge in gaps if at_edge), default=0.0)
    others = [gap for gap, at_edge in gaps if not at_edge]
    return here > 0 and len(others) >= 2 and here < STRETCHED * max(others)


def _sides(band: Sequence[Row], edge: float) -> tuple[list[Row], list[Row]]:
    return [row for row in band if row.x0 < edge - 2], [row for row in band if row.x0 >= edge - 2]


def _sure(band: Sequence[Row], edge: float, page: PageWords) -> bool:
    left, right = _sides(band, edge)
    if not left or not right or any(row.x1 > edge + 2 for row in left):
        return False
    return _prose(band, edge, page) or _signed(left, right, page) or _two_languages(left, right, page)


def _prose(band: Sequence[Row], edge: float, page: PageWords) -> bool:
    """Whether both sides are running text over several rows."""
    left, right = _sides(band, edge)
    if len(right) < PROSE_ROWS:
        return False
    tops = sorted([row.top for row in left])
    beside = sum(bisect_right(tops, row.top - row.height) < bisect_left(tops, row.top + row.height) for row in right)
    if beside < PROSE_ROWS:
        return False
    return all(
        sum(_wordy(row, page) for row in side) >= PROSE_SHARE * len(side)
        and median(row.x1 - row.x0 for row in side)
        >= FILLED * (max(row.x1 for row in side) - min(row.x0 for row in side))
        for side in (left, right)
    )


_NUMBER = compiled(
    r"\s*(?:(\d{1,2}(?:\.\d{1,2}){0,3})(?![\d,])|第\s*[一二三四五六七八九十百\d]{1,4}\s*[条章]|(?:Article|Section)\b)"
)


def _two_languages(left: Sequence[Row], right: Sequence[Row], page: PageWords) -> bool:
    """Whether one side is Chinese and the other is not, with the numbers of their clauses side by side."""
    if not _east_asian(page):
        return False
    shares = [_chinese_share(side, page) for side in (left, right)]
    if max(shares) < MOSTLY or min(shares) > 1 - MOSTLY or _beside(left, page) or _beside(right, page):
        return False
    numbers = [[(row, found) for row in side if (found := _clause(row, page))] for side in (left, right)]
    paired = sum(
        any(abs(row.top - other.top) < row.height and number == same for other, same in numbers[1])
        for row, number in numbers[0]
    )
    return paired >= PAIRED_NUMBERS


MOSTLY = 0.8
"""Share of the lines of a side that are in its language: dates, names and sums stand in either."""


def _clause(row: Row, page: PageWords) -> str | None:
    """The number of a clause; articles are alike, 第一条 and Article 1."""
    match = _NUMBER.match(page.row_text(row))
    return (match[1] or "article") if match else None


def _chinese_share(side: Sequence[Row], page: PageWords) -> float:
    texts = [page.row_text(row) for row in side]
    told = [text for text in texts if any(map(str.isalpha, text))]
    return sum(has_east_asian(text) for text in told) / max(1, len(told))


def _beside(side: Sequence[Row], page: PageWords) -> bool:
    """Whether lines of one side stand side by side themselves, as the cells of a table do; numbers may."""
    told = sorted((row for row in side if _says_more(page.row_text(row))), key=lambda row: row.top)
    return any(row.top - before.top < 0.5 * row.height for before, row in pairwise(told))


def _says_more(text: str) -> bool:
    """Whether a piece holds words beside a number."""
    number = _NUMBER.match(text)
    return any(map(str.isalpha, text[number.end() :] if number else text))


def _wordy(row: Row, page: PageWords) -> bool:
    """Whether a piece could be a line of prose: three words, mostly letters, of a line's length."""
    text = page.row_text(row)
    if row.last - row.first < LEAST_WORDS or sum(map(str.isalpha, text)) <= 0.6 * len(text):
        return False
    return sum(2 if character >= EAST_ASIAN else 1 for character in text) >= PROSE_LETTERS


def _signed(left: Sequence[Row], right: Sequence[Row], page: PageWords) -> bool:
    """Whether both sides hold labels of a signature."""
    return any(
        all(sum(bool(label.match(page.row_text(row))) for row in side) >= SIGNED_ROWS for side in (left, right))
        for label in (_LABEL, *((_label_zh(),) if _east_asian(page) else ()))
    )
