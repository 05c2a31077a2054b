"""Tables that are drawn with lines in both directions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from docpipe.readers.tables.grid import Grid, GridCell
from docpipe.readers.tables.rulings import Across, Down, Rulings
from docpipe.readers.tables.text import Line, Word, is_row, lines
from docpipe.words import union

NEAR = 3.0
"""Points within which lines are one line, or touch."""
NARROW = 5.5
"""Points: what two vertical lines that are not farther apart enclose is a double line, no column."""
OPEN = 12.0
"""Points that lines reach beyond the outermost one of the other direction where a table is open at that side."""
LEAST_CELLS = 4
PROSE_WORDS = 150
"""Words of a cell that make its frame a box around text."""
ROWS_SHARE = 0.55
"""Least share of lines with cells in two columns or more for the lines of a row to be rows themselves."""
FIGURES_SHARE = 0.6
"""Least share of figures among their cells beside the first."""
INTERLEAVED = 0.75
"""Distance of two printed lines, in their heights, below which they are no rows: one stands in the middle of its cell,
beside the two lines of another one."""
MOST_FIGURES = 3
"""Figures below each other in one cell from which on they are cells."""
LEAST_ROWS = 4
"""Lines of a frame that look like rows from which on it holds a table."""
OPEN_SHARE = 0.25
"""Share of rows with a label and a figure in one cell from which on lines part some of the columns only."""
FAR_APART = 3.0
"""Heights of a line between such a label and its figure."""
LABELS_SHARE = 0.7
"""Least lines per row of a cell along several rows whose lines are labels of those rows."""


class _Cell(Struct):
    """What lies between lines: squares ``row .. last_row`` by ``col .. last_col`` of the mesh, and words."""

    row: int
    col: int
    last_row: int
    last_col: int
    words: list[Word]


class _Mesh(Struct):
    """Where the lines of a table stand, and the cells between them."""

    xs: list[float]
    ys: list[float]
    cells: list[_Cell]

    def column(self, x: float) -> int:
        return bisect_right(self.xs, x) - 1

    def row(self, y: float) -> int:
        return bisect_right(self.ys, y) - 1


def ruled(words: Sequence[Word], found: Rulings) -> list[Grid]:
    """The grids of a page whose lines meet, with the words that stand in them."""
    across = [Across(begin, end, at) for at, begin, end in _merged((a.y, a.x0, a.x1) for a in found.across)]
    down = [Down(at, begin, end) for at, begin, end in _merged((d.x, d.top, d.bottom) for d in found.down)]
    grids: list[Grid] = []
    for group in sorted(_meeting(across, down), key=_area):  # a table in a cell of another before that other
        taken = {word.index for grid in grids for cell in grid.cells for word in cell.words}
        grid = _grid([word for word in words if word.index not in taken], *group)
        if grid is not None:
            grids.append(grid)
    return grids


def _area(group: tuple[list[Across], list[Down]]) -> float:
    across, down = group
    return (max(a.x1 for a in across) - min(a.x0 for a in across)) * (
        max(d.bottom for d in down) - min(d.top for d in down)
    )


def _merged(rules: Iterable[tuple[float, float, float]]) -> Iterator[tuple[float, float, float]]:
    """Lines (place, begin, end) that lie in one another's way, as one."""
    groups: list[list[tuple[float, float, float]]] = []
    for rule in sorted(rules):
        if groups and rule[0] - groups[-1][0][0] <= NEAR:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    for group in groups:
        parts = sorted((begin, end) for _, begin, end in group)
        begin, end = parts[0]
        for first, last in parts:
            if first > end + NEAR:
                yield group[0][0], begin, end
                begin, end = first, last
            end = max(end, last)
        yield group[0][0], begin, end


def _meeting(across: list[Across], down: list[Down]) -> Iterator[tuple[list[Across], list[Down]]]:
    """Groups of lines that meet, directly or through others; at least two of each direction."""
    waiting_across, waiting_down = set(range(len(across))), set(range(len(down)))
    while waiting_across:
        near_across, near_down = {waiting_across.pop()}, set[int]()
        new = set(near_across)
        while new:
            met = {j for j in waiting_down if any(_meet(across[i], down[j]) for i in new)}
            waiting_down -= met
            near_down |= met
            new = {i for i in waiting_across if any(_meet(across[i], down[j]) for j in met)}
            waiting_across -= new
            near_across |= new
        if len(near_across) >= 2 and len(near_down) >= 2:
            yield [across[i] for i in sorted(near_across)], [down[j] for j in sorted(near_down)]


def _meet(a: Across, d: Down) -> bool:
    return a.x0 - NEAR <= d.x <= a.x1 + NEAR and d.top - NEAR <= a.y <= d.bottom + NEAR


def _grid(words: Sequence[Word], across: list[Across], down: list[Down]) -> Grid | None:
    ys = _with_ends(_places((rule.y for rule in across), NEAR), [(rule.top, rule.bottom) for rule in down])
    xs = _with_ends(_places((rule.x for rule in down), NARROW), [(rule.x0, rule.x1) for rule in across])
    mesh = _Mesh(xs, ys, _cells(xs, ys, across, down))
    _fill(mesh, words)
    mesh.cells = [part for cell in mesh.cells for part in _labels(cell, mesh)]
    mesh = _with_rows(mesh)
    filled = [cell for cell in mesh.cells if cell.words]
    if (
        len(filled) < LEAST_CELLS
        or max(len(cell.words) for cell in filled) > PROSE_WORDS
        or any(_is_table(cell.words) for cell in filled)
        or _is_open(filled, len(mesh.ys) - 1)
    ):
        return None
    return _numbered(mesh, filled)


def _places(values: Iterable[float], apart: float) -> list[float]:
    """Places that are nearly the same, once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > apart:
            found.append(value)
    return found


def _with_ends(places: list[float], others: list[tuple[float, float]]) -> list[float]:
    """With where the lines of the other direction end, on a side where the outermost line is missing."""
    begin, end = min(first for first, _ in others), max(last for _, last in others)
    return [
        *([begin] if begin < places[0] - OPEN else []),
        *places,
        *([end] if end > places[-1] + OPEN else []),
    ]


def _cells(xs: list[float], ys: list[float], across: list[Across], down: list[Down]) -> list[_Cell]:
    """Squares of the mesh that no line parts are one cell."""
    width, height = len(xs) - 1, len(ys) - 1
    middles = [(a + b) / 2 for a, b in pairwise(xs)]

    def beside(row: int, col: int) -> bool:
        """Whether a square and the one to its right are one."""
        middle = (ys[row] + ys[row + 1]) / 2
        return not any(abs(d.x - xs[col + 1]) <= NARROW and d.top <= middle <= d.bottom for d in down)

    def below(row: int, col: int) -> bool:
        """Whether a square and the one under it are one."""
        return not any(abs(a.y - ys[row + 1]) <= NEAR and a.x0 <= middles[col] <= a.x1 for a in across)

    taken: set[tuple[int, int]] = set()
    cells = []
    for row in range(height):
        for col in range(width):
            if (row, col) in taken:
                continue
            last_col, last_row = col, row
            while last_col + 1 < width and (row, last_col + 1) not in taken and beside(row, last_col):
                last_col += 1
            columns = range(col, last_col + 1)
            while (
                last_row + 1 < height
                and all(below(last_row, c) for c in columns)
                and all(beside(last_row + 1, c) for c in columns[:-1])
                and not (last_col + 1 < width and beside(last_row + 1, last_col))
                and not (col > 0 and beside(last_row + 1, col - 1))
            ):
                last_row += 1
            taken.update((r, c) for r in range(row, last_row + 1) for c in columns)
            cells.append(_Cell(row, col, last_row, last_col, []))
    return cells


def _fill(mesh: _Mesh, words: Sequence[Word]) -> None:
    """Give each word to the cell that its middle lies in."""
    owners = {
        (row, col): cell
        for cell in mesh.cells
        for row in range(cell.row, cell.last_row + 1)
        for col in range(cell.col, cell.last_col + 1)
    }
    for word in words:
        owner = owners.get((mesh.row((word.top + word.bottom) / 2), mesh.column((word.x0 + word.x1) / 2)))
        if owner is not None:
            owner.words.append(word)


def _labels(cell: _Cell, mesh: _Mesh) -> list[_Cell]:
    """A cell along several rows with a line in each of them, such as labels without lines between, is many cells."""
    rows = cell.last_row - cell.row + 1
    if rows < 3 or cell.col != cell.last_col or not cell.words:
        return [cell]
    printed = lines(cell.words)
    places = {mesh.row(line.middle) for line in printed}
    if len(printed) < LABELS_SHARE * rows or len(places) < len(printed):
        return [cell]
    parts = [_Cell(row, cell.col, row, cell.col, []) for row in range(cell.row, cell.last_row + 1)]
    for word in cell.words:
        parts[mesh.row((word.top + word.bottom) / 2) - cell.row].words.append(word)
    return parts


def _with_rows(mesh: _Mesh) -> _Mesh:
    """Each printed line is a row where no line parts the rows, and the header's columns part it."""
    ys, cells = [mesh.ys[0]], list[_Cell]()
    moved: dict[int, int] = {}
    for row in range(len(mesh.ys) - 1):
        own = [cell for cell in mesh.cells if cell.row <= row <= cell.last_row]
        whole = all(cell.row == cell.last_row for cell in own)
        printed = lines(word for cell in own for word in cell.words) if whole else []
        parted = _parted(printed, mesh)
        moved[row] = len(ys) - 1
        if parted is None:
            ys.append(mesh.ys[row + 1])
            continue
        for number, columns in enumerate(parted):
            cells += (_Cell(len(ys) - 1, col, len(ys) - 1, col, words) for col, words in sorted(columns.items()))
            is_last = number + 1 == len(printed)
            ys.append(mesh.ys[row + 1] if is_last else (printed[number].bottom + printed[number + 1].top) / 2)
        mesh.cells = [cell for cell in mesh.cells if cell.row != row or not whole]
    cells += (_Cell(moved[c.row], c.col, moved[c.last_row], c.last_col, c.words) for c in mesh.cells)
    return _Mesh(mesh.xs, ys, cells)


def _parted(printed: Sequence[Line], mesh: _Mesh) -> list[dict[int, list[Word]]] | None:
    """The words of each line by column, if the lines of a row are rows themselves."""
    if any(below.middle - line.middle < INTERLEAVED * line.height for line, below in pairwise(printed)):
        return None
    found: list[dict[int, list[Word]]] = []
    figures = beside_first = 0
    for line in printed:
        columns: dict[int, list[Word]] = {}
        for segment in line.segments:
            col = min(max(mesh.column((segment.x0 + segment.x1) / 2), 0), len(mesh.xs) - 2)
            outside = max(mesh.xs[col] - segment.x0, segment.x1 - mesh.xs[col + 1])
            if outside > NEAR and len(line.segments) > 1:
                return None
            columns.setdefault(col, []).extend(segment.words)
        figures += sum(segment.figure for segment in line.segments[1:])
        beside_first += len(line.segments) - 1
        found.append(columns)
    rows = sum(len(columns) > 1 for columns in found)
    if rows < max(1, ROWS_SHARE * len(printed)) or figures < FIGURES_SHARE * beside_first:
        return None
    return found


def _is_table(words: Sequence[Word]) -> bool:
    """Whether a frame holds a table that is set by alignment, or a column of figures."""
    printed = lines(words) if len(words) >= MOST_FIGURES else []
    if len(printed) >= MOST_FIGURES and all(len(line.segments) == 1 and line.segments[0].figure for line in printed):
        return True
    return sum(map(is_row, printed)) >= LEAST_ROWS


def _is_open(cells: Iterable[_Cell], rows: int) -> bool:
    """Whether cells hold a label and a figure far apart: lines part some of the columns only."""
    wide = sum(
        is_row(line) and line.segments[1].x0 - line.segments[0].x1 > FAR_APART * line.height
        for cell in cells
        for line in lines(cell.words)
    )
    return wide >= 2 and wide >= OPEN_SHARE * rows


def _numbered(mesh: _Mesh, filled: Sequence[_Cell]) -> Grid | None:
    """The grid without rows and columns in which no cell with words begins."""
    rows = {row: number for number, row in enumerate(sorted({cell.row for cell in filled}))}
    cols = {col: number for number, col in enumerate(sorted({cell.col for cell in filled}))}
    if len(rows) < 2 or len(cols) < 2:
        return None
    cells = tuple(
        GridCell(
            rows[cell.row],
            cols[cell.col],
            _read(cell.words),
            (mesh.xs[cell.col], mesh.ys[cell.row], mesh.xs[cell.last_col + 1], mesh.ys[cell.last_row + 1]),
            sum(cell.row <= row <= cell.last_row for row in rows),
            sum(cell.col <= col <= cell.last_col for col in cols),
        )
        for cell in sorted(filled, key=lambda cell: (cell.row, cell.col))
    )
    return Grid(union(cell.box for cell in cells), 1, cells)


def _read(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words of a cell in the order in which they are read."""
    return tuple(word for line in lines(words) for segment in line.segments for word in segment.words)
