"""Web pages (HTML) → Document: headings, paragraphs, list items and tables as a browser shows them; nothing is fetched.

Parsed with Python's own parser: it takes tag soup, knows no external entities, and keeps ``rowspan`` and ``colspan``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from msgspec import Struct, field

from docpipe.readers.office.laid import as_pieces
from docpipe.readers.office.line import Line
from docpipe.readers.office.pieces import Aside, Piece, Read, Stretch, laid_out, plain, written
from docpipe.readers.office.plain_text import decoded, text_pieces
from docpipe.readers.options import ReadOptions
from docpipe.types import BlockKind, Document, MarkKind, Source
from docpipe.words import Span

MOST_SPANNED = 200
"""Columns or rows that a cell may reach over; browsers allow 1,000 columns, the widest statement at hand has 64."""

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]+encoding\s*=\s*[\"']([\w.:-]+)", re.I)
_CHARSET_BYTES = 4096
_MEANT = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "us-ascii": "utf-8"}
"""What browsers take an encoding for."""

_UNSEEN = frozenset(("script", "style", "template", "noscript", "svg", "math", "head", "select", "iframe", "object"))
_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div",
        "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "hr", "html", "legend", "li", "main", "nav", "ol", "p", "pre", "section",
        "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    )
)  # fmt: skip
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_MARKS: dict[str, MarkKind] = {
    "s": "struck",
    "strike": "struck",
    "del": "struck",
    "ins": "inserted",
    "sup": "superscript",
}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])", re.IGNORECASE)
_CUT = re.compile(r"\n\s*\n")


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A web page. Raises NoText, ReadError."""
    text, warning = decoded_page(data)
    page = _Page("paragraph")
    page.feed(text)
    page.finish()
    warnings = [warning] if warning else []
    if any(piece.kind == "hidden" for piece in page.pieces):
        warnings.append("hidden text stands apart and not in the text")
    if any(kind == "struck" for piece in page.pieces for kind, _ in piece.marks):
        warnings.append("some text is struck through; it stands in the text, marked as struck")
    return written(Read(page.pieces, page.asides, warnings), source)


def html_pieces(text: str, place: str) -> Sequence[Piece]:
    """The pieces of a web page, their places named ``place 1`` and so on."""
    page = _Page(place)
    page.feed(text)
    page.finish()
    return page.pieces


def decoded_page(data: bytes) -> tuple[str, str]:
    """The page's text by the encoding that it names, else by its bytes; and what to say where that was a guess."""
    named = _CHARSET.search(data[:_CHARSET_BYTES])
    if named and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        coding = (named[1] or named[2]).decode("ascii", "replace").lower()
        coding = _MEANT.get(coding, coding)
        try:
            return data.decode(coding), ""
        except (LookupError, UnicodeDecodeError):
            pass  # what it says is not so
    return decoded(data)


Marks = tuple[tuple[MarkKind, Span], ...]


class _Table(Struct):
    """A table being read: rows of cells, the one at hand, and how many rows its head has."""

    rows: list[list[Stretch]] = field(default_factory=list)
    line: Line | None = None
    spans: tuple[int, int] = (1, 1)
    in_head: bool = False
    head_rows: int = 0
    all_th: bool = True

    def begin_row(self) -> None:
        self.end_row()
        self.rows.append([])
        self.all_th = True

    def end_row(self) -> None:
        self.end_cell()
        own = self.rows[-1] if self.rows else []
        if own and (self.in_head or self.all_th) and self.head_rows == len(self.rows) - 1:
            self.head_rows += 1

    def begin_cell(self, tag: str, rowspan: int, colspan: int) -> None:
        self.end_cell()
        if not self.rows:
            self.rows.append([])
        self.all_th = self.all_th and tag == "th"
        self.line, self.spans = Line(), (rowspan, colspan)

    def end_cell(self) -> None:
        if self.line is not None:
            self.rows[-1].append(Stretch(" ".join(plain(self.line.text).split()), *self.spans))
        self.line = None


class _Page(HTMLParser):
    """Takes a page and makes pieces of it."""

    def __init__(self, place: str) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self.asides: list[Aside] = []
        self._place, self._count, self._table_count = place, 0, 0
        self._line = Line()
        self._open: list[str] = []
        self._unseen = 0
        self._title: list[str] | None = None
        self._hidden: list[tuple[int, list[str]]] = []
        self._nav: list[str] | None = None
        self._tables: list[_Table] = []
        self._lists: list[int | None] = []
        self._label = ""

    def finish(self) -> None:
        self.close()
        while self._tables:
            self._end_table()
        self._flush()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "title":
            self._title = []
        if tag in _VOID:
            if tag == "br" and not self._unseen:
                self._add("\n")
            elif tag == "hr":
                self._flush()
            elif tag == "input" and not self._unseen and given.get("type") == "checkbox":
                self._add("☑ " if "checked" in given else "☐ ")
            return
        self._open.append(tag)
        self._unseen += tag in _UNSEEN
        if self._unseen:
            return
        if "hidden" in given or _HIDING.search(given.get("style", "")):
            self._hidden.append((len(self._open), []))
        if tag in _BLOCKS:
            self._begin_block(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title" and self._title is not None:
            if said := plain(" ".join(self._title)):
                self.asides.append(Aside("header", said, "the title of the page, which stands in the browser's bar"))
            self._title = None
        if tag == "p" and tag not in self._open:
            self._flush()
            return
        if tag not in self._open or (self._tables and tag in ("html", "body") and not self._unseen):
            return
        while self._open:
            closed = self._open.pop()
            self._end(closed)
            if closed == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif not self._unseen:
            self._add(data if "pre" in self._open else re.sub(r"\s+", " ", data))

    def _end(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        if self._hidden and self._hidden[-1][0] > len(self._open):
            _, parts = self._hidden.pop()
            if text := plain(" ".join(parts)):
                self.pieces.append(Piece("hidden", text, self._place, apart=True))
        if tag == "nav" and self._nav is not None:
            if text := plain(" ".join(self._nav)):
                self.asides.append(Aside("noise", text, "links that lead about the site"))
            self._nav = None
        if self._unseen or tag not in _BLOCKS:
            return
        if tag in ("ol", "ul") and self._lists:
            self._flush()
            self._lists.pop()
        elif tag == "table" and self._tables:
            self._end_table()
        elif tag in ("td", "th") and self._tables:
            self._tables[-1].end_cell()
        elif tag == "tr" and self._tables:
            self._tables[-1].end_row()
        elif tag == "thead" and self._tables:
            self._tables[-1].end_row()
            self._tables[-1].in_head = False
        else:
            self._flush(tag)

    def _begin_block(self, tag: str, given: dict[str, str]) -> None:
        table = self._tables[-1] if self._tables else None
        if tag == "table":
            self._flush()
            self._tables.append(_Table())
        elif table is not None and tag == "tr":
            table.begin_row()
        elif table is not None and tag in ("td", "th"):
            table.begin_cell(tag, _span(given.get("rowspan", "")), _span(given.get("colspan", "")))
        elif table is not None and tag == "thead":
            table.in_head = True
        else:
            self._flush()
            if tag == "nav":
                self._nav = []
            elif tag == "ol":
                start = given.get("start", "1")
                self._lists.append(int(start) if start.isdecimal() and len(start) < 6 else 1)
            elif tag == "ul":
                self._lists.append(None)
            elif tag == "li":
                self._label = self._next_label()

    def _next_label(self) -> str:
        if not self._lists or self._lists[-1] is None:
            return "• "
        number = self._lists[-1]
        self._lists[-1] = number + 1
        return f"{number}. "

    def _add(self, text: str) -> None:
        if self._hidden:
            self._hidden[-1][1].append(text)
            return
        if self._nav is not None:
            self._nav.append(text)
            return
        line = self._line
        if self._tables:
            table = self._tables[-1]
            if table.line is None:
                if not text.strip():
                    return
                if "caption" not in self._open:
                    table.begin_cell("td", 1, 1)
            line = table.line or self._line
        mark = next((_MARKS[tag] for tag in reversed(self._open) if tag in _MARKS), None)
        line.add(text, mark)

    def _flush(self, tag: str = "") -> None:
        """End the paragraph at hand; two line breaks in it part two."""
        if self._tables and self._tables[-1].line is not None:
            self._tables[-1].line.add("\n")
            return
        line, self._line = self._line, Line()
        text, marks = line.trimmed()
        if not text:
            return
        label, self._label = self._label, ""
        level = _HEADINGS.get(tag)
        if "pre" in self._open or tag == "pre":
            for piece in text_pieces(line.text, self._place):
                self._put(piece.text)
        elif marks or not _CUT.search(text):
            shift = len(label)
            moved = tuple((kind, (first + shift, last + shift)) for kind, (first, last) in marks)
            self._put(label + text, level, moved)
        else:
            for part in _CUT.split(text):
                self._put(label + part.strip(), level)
                label = ""

    def _put(self, text: str, level: int | None = None, marks: Marks = ()) -> None:
        self._count += 1
        kind: BlockKind = "heading" if level else "paragraph"
        self.pieces.append(Piece(kind, text, f"{self._place} {self._count}", level=level, marks=marks))

    def _end_table(self) -> None:
        """A table as a piece; one that only lays text out, as paragraphs; one in a cell, as the text of that."""
        table = self._tables.pop()
        table.end_row()
        if self._tables:
            texts = (cell.text for row in table.rows for cell in row if cell.text)
            outer = self._tables[-1]
            if outer.line is None:
                outer.begin_cell("td", 1, 1)
            assert outer.line is not None
            outer.line.add(" " + " ".join(texts) + " ")
            return
        rows = [tuple(row) for row in table.rows]
        if not any(cell.text for row in rows for cell in row):
            return
        name = f"table {self._table_count + 1}"
        piece = tidy(Piece("table", "", name, rows=tuple(rows), header_rows=table.head_rows))
        own = list(as_pieces(piece, self._count, self._place))
        if own == [piece]:
            self._table_count += 1
        else:
            self._count += len(own)
        self.pieces += own


_BEFORE = frozenset(("$", "€", "£", "¥", "US$", "RMB", "￥", "(", "($"))
_BEHIND = frozenset((")", "%", ")%", "%)"))


def tidy(piece: Piece) -> Piece:
    """A table without columns that only make room, and with currency signs and brackets in the cell of their number.

    Spans are kept where nothing has to be tidied.
    """
    grid, _ = laid_out(piece)
    if not grid or not any(cell is None or not cell.text for row in grid for cell in row):
        return piece
    texts = [[cell.text if cell else "" for cell in row] for row in grid]
    columns = list(zip(*texts, strict=True))
    if all(any(column) for column in columns) and not any(set(column) & (_BEFORE | _BEHIND) for column in columns):
        return piece
    rows = [_joined(row) for row in texts]
    kept = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    named = tuple(tuple(Stretch(row[at]) for at in kept) for row in rows)
    return Piece("table", "", piece.place, rows=named, header_rows=piece.header_rows)


def _joined(row: Sequence[str]) -> list[str]:
    """A row whose signs stand with their numbers."""
    found = list(row)
    for at, text in enumerate(found):
        following = next((k for k in range(at + 1, min(at + 3, len(found))) if found[k]), None)
        if text in _BEFORE and following is not None and re.match(r"[\d(.,—–-]", found[following]):
            found[at], found[following] = "", text + found[following]
    for at, text in enumerate(found):
        before = next((k for k in range(at - 1, max(at - 3, -1), -1) if found[k]), None)
        if text in _BEHIND and before is not None and re.search(r"[\d—–-]$|\)$", found[before]):
            found[at], found[before] = "", found[before] + text
    return found


def _span(text: str) -> int:
    return min(max(int(text), 1), MOST_SPANNED) if text.isdecimal() and len(text) < 6 else 1
