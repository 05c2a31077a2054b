"""PDF → Document: words with boxes, lines, reading order. Nothing is cleaned here."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import chain

from msgspec import Struct, field

from docpipe.errors import LimitExceeded, NoText, ReadError
from docpipe.patterns import compiled
from docpipe.readers import pdfium
from docpipe.readers.annotations import Annotations, Note, annotated
from docpipe.readers.appearances import with_drawn
from docpipe.readers.aside import set_aside
from docpipe.readers.breaks import breaks
from docpipe.readers.drawn import Drawn
from docpipe.readers.filling import blanks, filled, without_blanks
from docpipe.readers.forms import Field, Form
from docpipe.readers.hidden import hidden_words, stretches, without
from docpipe.readers.layout import Region
from docpipe.readers.ocr import Ocr
from docpipe.readers.options import Limits, ReadOptions, chosen_pages, named
from docpipe.readers.order import Finder, in_order
from docpipe.readers.plain import PlainPage
from docpipe.readers.quality import UNMAPPED, damage
from docpipe.readers.rows import EAST_ASIAN_RANGES, PageWords, Row, extent, has_east_asian
from docpipe.readers.so_far import Telling
from docpipe.readers.spacing import spaced
from docpipe.readers.splitting import page_words
from docpipe.readers.spread import joined_letters, may_be_spread, spread
from docpipe.readers.struck import Budget, half_struck, insertions, lines_through, struck
from docpipe.readers.tables import page_tables
from docpipe.readers.tables.grid import GridCell
from docpipe.readers.tables.placing import TableRegion
from docpipe.readers.tables.writing import laid_in_text, recorded
from docpipe.readers.turning import Group
from docpipe.readers.weights import bold_rows
from docpipe.types import Block, Document, MarkKind, Page, Removed, Source, Table
from docpipe.words import Box, Span, Words, line_boxes

_APART = compiled(rf"[{EAST_ASIAN_RANGES}]\s[{EAST_ASIAN_RANGES}]")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """The chosen pages of a PDF, uncleaned: one block per column piece, lines joined with line feeds.

    Raises Encrypted, WrongPassword, ReadError (no page can be read), NoText, LimitExceeded, SettingsError (pages).
    Pages that cannot be read, or have no text, are named in ``warnings``.
    """
    if not data:
        raise ReadError("the file is empty; ask for it again")
    with pdfium.opened(data, options.password) as handle:
        count = pdfium.page_count(handle)
        _check_page_count(count, options.limits)
        chosen = chosen_pages(options.pages, count)
        builder = _Builder(Ocr.of(options), count)
        telling = Telling(len(chosen) if options.tell_so_far else 0)
        with closing(Form(handle)) as form:
            for number in chosen:
                _read_page(handle, form, number, builder)
                telling.read(len(builder.pages), len(builder.ocr.read), lambda: _finished(builder, source, data))
    return _finished(builder, source, data)


class _Builder(Struct):
    """A Document being put together, page by page."""

    ocr: Ocr
    file_pages: int
    parts: list[str] = field(default_factory=list)
    length: int = 0
    starts: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))
    boxes: array[float] = field(default_factory=lambda: array("f"))
    line_starts: array[int] = field(default_factory=lambda: array("I"))
    line_pages: array[int] = field(default_factory=lambda: array("H"))
    line_boxes: array[float] = field(default_factory=lambda: array("f"))
    bold: array[int] = field(default_factory=lambda: array("B"))
    breaks: array[int] = field(default_factory=lambda: array("I"))
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    textless: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    hidden: list[tuple[int, str]] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    marked: dict[int, str] = field(default_factory=dict)
    fields: dict[int, int] = field(default_factory=dict)
    field_count: int = 0
    note_count: int = 0
    budget: Budget = field(default_factory=Budget)
    damaged: dict[int, str] = field(default_factory=dict)

    def add_text(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def box_lines(self) -> None:
        """The boxes of the lines that have none yet, since they were put together word by word."""
        self.line_boxes.extend(line_boxes(self.boxes, self.line_starts[len(self.line_boxes) // 4 :]))

    def pages_of(self, words: Iterable[int]) -> set[int]:
        """The pages that words stand on."""
        return {self.line_pages[bisect_right(self.line_starts, word) - 1] for word in words}

    def mark(self, first: int, kind: MarkKind, strokes: Sequence[Box]) -> None:
        """Mark the words from ``first`` on that are struck, or inserted; what is both was struck later."""
        sides = [iter(self.boxes[4 * first :])] * 4
        for word in struck(zip(*sides, strict=True), strokes):
            self.marked.setdefault(first + word, kind)


def _check_page_count(count: int, limits: Limits) -> None:
    if count == 0:
        raise ReadError("the PDF has no pages; it is damaged or empty, ask for it again")
    if count > limits.page_count:
        raise LimitExceeded(
            f"{count} pages, more than max_pages = {limits.page_count}; choose --pages, or raise the limit with "
            f"--set max_pages={count} or in docpipe.toml"
        )


def _read_page(handle: object, form: Form, number: int, builder: _Builder) -> None:
    with pdfium.loaded_page(handle, number) as page:
        if page is None:
            builder.lost.append(number)
            return
        frame = pdfium.frame(page)
        builder.pages.append(Page(number, *frame.size, frame.rotation))
        beside = annotated(page, frame)
        fields = list(form.fields(page, beside.widgets, frame)) if beside.widgets else []
        if beside.drawn or any(each.signed for each in fields):
            fields = with_drawn((handle, page, number), frame, beside, fields)
        _add_beside(beside, fields, number, builder)
        with pdfium.TextPage(page) as text_page:
            why = damage(text_page.text)
            if groups := builder.ocr.groups(page, text_page, frame, why, number):
                _add_recognised(groups, number, builder)
            elif _add_text(Drawn(page), text_page, frame, (beside, fields), builder):
                if why is not None:
                    builder.damaged[number] = why
            else:
                (builder.pictures if pdfium.has_picture(page) else builder.textless).append(number)


def _add_text(
    objects: Drawn,
    text_page: pdfium.TextPage,
    frame: pdfium.Frame,
    noted: tuple[Annotations, Sequence[Field]],
    builder: _Builder,
) -> bool:
    """The words of the last page by its text layer, in reading order; whether it has some that can be seen."""
    number, first, (beside, fields) = builder.pages[-1].number, len(builder.starts), noted
    values = [each for each in fields if not each.unseen]
    words, strokes = _words_and_strokes(objects, text_page, frame, beside, builder.budget)
    drawn = words
    unseen = hidden_words(objects, text_page, words, frame) if words.starts else {}
    if unseen:
        words = _set_apart(words, unseen, number, builder)
    if words.starts:
        words, aside = set_aside(words, text_page, objects, frame)
        words, filled_in = without_blanks(words, values) if values else (words, [])
        builder.removed += [Removed(kind, number, box, text, why) for kind, box, text, why in (*aside, *filled_in)]
    groups = in_order(words, text_page, frame, _finder(objects, frame, fields)) if words.starts else []
    groups = filled(groups, values) if values else groups
    for found, part in groups:
        builder.bold.extend(bold_rows(text_page, part, [row for region in found for row in region]))
    builder.breaks.extend(breaks(groups, drawn, first))
    _add_groups(groups, drawn, number, builder)
    builder.field_count += len(fields) if groups else 0
    for kind, boxes in strokes.items():
        if boxes and groups:
            builder.mark(first, kind, boxes)
    return bool(groups)


def _add_groups(groups: Sequence[Group], drawn: PageWords, number: int, builder: _Builder) -> None:
    """The regions of a page in their order; all at once where its words are as they were drawn."""
    for found, part in groups:
        if part is drawn and _is_plain(found, part):
            _add_plain(found, part, number, builder)
        else:
            for region in found:
                _add_region(region, part, number, builder)
            builder.box_lines()


def _add_recognised(groups: Sequence[Group], number: int, builder: _Builder) -> None:
    """A page that was read from its picture; nobody has looked whether its lines are bold."""
    for found, part in groups:
        for region in found:
            builder.bold.extend([0] * len(region))
            _add_region(region, part, number, builder)
        builder.box_lines()


def _finder(objects: Drawn, frame: pdfium.Frame, fields: Sequence[Field]) -> Finder:
    """What finds the tables of a page; none where fields are filled in, whose values stand in the lines around them."""
    return lambda words, direction: [] if fields else page_tables(objects, words, frame, direction)


def _set_apart(words: PageWords, unseen: Mapping[int, str], number: int, builder: _Builder) -> PageWords:
    """The words that can be seen; the others become blocks without a span, whose ids are not counted with the rest."""
    for text, box, why in stretches(words, unseen):
        builder.blocks.append(Block(f"h{len(builder.hidden) + 1}", "hidden", number, box, None, text=text))
        builder.hidden.append((number, why))
    return without(words, unseen)


def _add_beside(beside: Annotations, fields: Sequence[Field], number: int, builder: _Builder) -> None:
    """Notes as blocks without a span, and as hidden ones those of them, and of the fields, that nobody sees."""
    unseen = (Note(each.text, each.box, each.unseen) for each in fields if each.unseen)
    for each in (*beside.notes, *unseen):
        if each.unseen:
            name = f"h{len(builder.hidden) + 1}"
            builder.blocks.append(Block(name, "hidden", number, each.box, None, text=each.text))
            builder.hidden.append((number, each.unseen))
        else:
            builder.note_count += 1
            name = f"a{builder.note_count}"
            builder.blocks.append(Block(name, "annotation", number, each.box, None, text=each.text))


def _words_and_strokes(
    objects: Drawn, text_page: pdfium.TextPage, frame: pdfium.Frame, beside: Annotations, budget: Budget
) -> tuple[PageWords, dict[MarkKind, list[Box]]]:
    """The words of a page, cut where a part of them is struck, what strikes them, and where words were inserted."""
    within = blanks(text_page.text) if beside.widgets else set()
    words = page_words(text_page, frame, within)
    if not words.starts:
        return words, {}
    strokes = beside.struck + lines_through(objects, text_page, words, frame, budget)
    if strokes and (partly := half_struck(strokes, text_page, words, frame)):
        words = page_words(text_page, frame, within | partly)
    inserted = insertions(objects, text_page, words, frame) if budget.redline else []
    return words, {"struck": strokes, "inserted": inserted}


def _is_plain(found: Sequence[Region], words: PageWords) -> bool:
    """Whether white space parts the words of a page, as PDFium drew them, and says no more."""
    if not words.plain or (found and isinstance(found[0], TableRegion)):
        return False
    starts, ends = words.starts, words.ends
    rows = [
        row for region in found for row in region if may_be_spread(ends[row.last - 1] - starts[row.first], row.count)
    ]
    return not any(spread(words.row_text(row), row.count) for row in rows)


def _add_plain(found: Sequence[Region], words: PageWords, number: int, builder: _Builder) -> None:
    """All regions of a page at once."""
    rows = [row for region in found for row in region]
    if builder.length:
        builder.add_text("\n")
    page = PlainPage.of(rows, words, builder.length)
    builder.line_starts.extend([len(builder.starts) + first for first in page.firsts[:-1]])
    builder.line_pages.extend([number] * len(rows))
    builder.add_text(page.text)
    builder.starts.extend(page.starts)
    builder.ends.extend(page.ends)
    builder.boxes.extend(page.boxes)
    builder.line_boxes.extend(page.line_boxes)
    at = 0
    for region in found:
        span = page.starts[page.firsts[at]], page.ends[page.firsts[at + len(region)] - 1]
        builder.blocks.append(_paragraph(region, number, span, builder))
        at += len(region)


def _add_region(region: Region, words: PageWords, number: int, builder: _Builder) -> None:
    """One region as a block: its lines joined with line feeds, after a line feed of its own."""
    if isinstance(region, TableRegion):
        return _add_table(region, words, number, builder)
    if builder.length:
        builder.add_text("\n")
    start = builder.length
    for row in region:
        if builder.length > start:
            builder.add_text("\n")
        _add_row(row, words, number, builder)
    builder.blocks.append(_paragraph(region, number, (start, builder.length), builder))


def _paragraph(region: Region, number: int, span: Span, builder: _Builder) -> Block:
    return Block(f"b{len(builder.blocks) + 1}", "paragraph", number, extent(region), span)


def _add_row(row: Row, words: PageWords, number: int, builder: _Builder) -> None:
    builder.line_starts.append(len(builder.starts))
    builder.line_pages.append(number)
    order = row.words()
    plain = words.row_text(row)
    spaced = "  " in plain or "\n" in plain or (has_east_asian(plain) and _APART.search(plain))
    joined = joined_letters(order, words) if spread(plain, len(order)) else frozenset()
    if row.more or spaced or joined:
        _add_spaced(order, words, joined, builder)
    else:
        shift = builder.length - words.starts[row.first]
        builder.starts.extend([start + shift for start in words.starts[row.first : row.last]])
        builder.ends.extend([end + shift for end in words.ends[row.first : row.last]])
        builder.add_text(plain)
    builder.boxes.extend(chain.from_iterable([words.box(word) for word in order]))
    if words.fields:
        first = builder.line_starts[-1]
        own = ((at, words.fields.get(word)) for at, word in enumerate(order, first))
        builder.fields.update((at, builder.field_count + number) for at, number in own if number is not None)


def _add_spaced(order: list[int], words: PageWords, joined: frozenset[int], builder: _Builder) -> None:
    """The words of a row one by one."""
    for gap, text in spaced(order, words, joined):
        if gap:
            builder.add_text(gap)
        builder.starts.append(builder.length)
        builder.add_text(text)
        builder.ends.append(builder.length)


def _add_table(region: TableRegion, words: PageWords, number: int, builder: _Builder) -> None:
    """A table as a block: cells joined with tabs and rows with line feeds."""
    if builder.length:
        builder.add_text("\n")
    start, block = builder.length, f"b{len(builder.blocks) + 1}"
    texts: dict[GridCell, str] = {}
    for gap, cell in laid_in_text(region.grid):
        builder.add_text(gap)
        if cell is None:
            continue
        if "\n" in gap or not texts:
            builder.line_starts.append(len(builder.starts))
            builder.line_pages.append(number)
        at, order = len(builder.parts), [word.index for word in cell.words]
        _add_spaced(order, words, frozenset(), builder)
        builder.boxes.extend(chain.from_iterable([words.box(word) for word in order]))
        texts[cell] = "".join(builder.parts[at:])
    builder.blocks.append(Block(block, "table", number, region.grid.box, (start, builder.length)))
    builder.tables.append(recorded(region.grid, texts, block, number))


def _finished(builder: _Builder, source: Source, data: bytes) -> Document:
    if not builder.pages:
        raise ReadError("no page of the PDF can be read; ask for the file again")
    if not builder.parts and not builder.note_count and builder.hidden:
        raise NoText("all text of the file is hidden from its readers; print it to a new PDF and read the scan of that")
    if not builder.parts and (builder.pictures or not builder.note_count):
        raise NoText(f"no page has text, only pictures or nothing; {builder.ocr.advice(builder.pictures)}")
    words = Words(
        builder.starts, builder.ends, builder.boxes, builder.line_starts, builder.line_pages, bold=builder.bold,
        marked=builder.marked, fields=builder.fields, breaks=builder.breaks, line_boxes=builder.line_boxes,
    )  # fmt: skip
    return Document(
        source=source,
        text="".join(builder.parts),
        words=words,
        blocks=tuple(builder.blocks),
        tables=tuple(builder.tables),
        pages=tuple(builder.pages),
        removed=(*builder.removed, *builder.ocr.removed),
        ocr_pages=tuple(builder.ocr.read),
        pages_read=tuple(page.number for page in builder.pages if page.number not in builder.pictures),
        file_pages=builder.file_pages,
        warnings=tuple(_warnings(builder, data)),
        damaged_pages=tuple(
            sorted({*builder.ocr.doubtful, *(page for page, why in builder.damaged.items() if why != UNMAPPED)})
        ),
    )


def _warnings(builder: _Builder, data: bytes) -> list[str]:
    found = []
    if builder.lost:
        found.append(f"{named(builder.lost)}: cannot be read, the file is damaged there")
    if builder.pictures:
        found.append(f"{named(builder.pictures)}: only pictures, no text; {builder.ocr.advice(builder.pictures)}")
    found += [f"{named(pages)}: {what}" for pages, what in builder.ocr.warnings()]
    if builder.textless:
        found.append(f"{named(builder.textless)}: no text")
    if builder.hidden:
        pages = sorted({page for page, _ in builder.hidden})
        why = ", ".join(sorted({why for _, why in builder.hidden}))
        found.append(f"{named(pages)}: hidden text ({why}) stands apart and not in the text")
    if struck_words := [word for word, kind in builder.marked.items() if kind == "struck"]:
        pages = sorted(builder.pages_of(struck_words))
        found.append(f"{named(pages)}: some text is struck through; it stands in the text, marked as struck")
    for why in dict.fromkeys(builder.damaged.values()):
        pages = [page for page, reason in builder.damaged.items() if reason == why]
        state = "has unreadable words" if why == UNMAPPED else "is damaged"
        found.append(f"{named(pages)}: the text layer {state} ({why}); values from it may be wrong")
    if b"%%EOF" not in data[-2048:]:
        found.append(
            f"the end of the file is missing: pages may be lost, and page {builder.pages[-1].number} may be incomplete"
        )
    return found
