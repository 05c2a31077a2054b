"""The nouns, in the order in which they come about.

Source → Document (words, blocks, tables, removed) → Route (chunks) → Finding (quotes) → Evidence, Trust, Check
→ Result | Failure. All are frozen; a step returns a new value. Offsets count code points of ``Document.text``;
pages count from 1; boxes are ``(x0, top, x1, bottom)`` in PDF points, origin at the upper left of the page as shown.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, field

from docpipe.completions import Spent, Usage
from docpipe.errors import DocpipeError
from docpipe.words import Box, Place, Span, Words

Json = Any  # what json.loads returns; the type checker has no recursive form that mutation could use

BlockKind = Literal["heading", "paragraph", "list_item", "table", "footnote", "form_field", "annotation", "hidden"]
RemovedKind = Literal["header", "footer", "page_number", "line_number", "watermark", "noise", "duplicate"]
MarkKind = Literal["struck", "inserted", "superscript", "footnote_mark"]
Match = Literal["exact", "normalized", "fuzzy", "derived", "supports"]
TrustState = Literal["confirmed", "located", "derived", "ungrounded"]
Severity = Literal["info", "warning", "error"]
FilterAction = Literal["off", "flag", "redact", "block"]


class Source(Struct, frozen=True):
    """Where a document comes from. ``container`` names the archive or mail that held it.

    ``opens`` is where the file really is when the output filter changed ``path``, and its whole address, secrets and
    all, when it is elsewhere; it is never written.
    """

    name: str
    path: str | None
    sha256: str
    media_type: str
    size_bytes: int
    container: str | None = None
    opens: str | None = None

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__ if name != "opens")
        return f"Source({', '.join(shown)})"


class Page(Struct, frozen=True):
    """Size in points as displayed, and the rotation (0, 90, 180, 270) that was applied to get there."""

    number: int
    width: float
    height: float
    rotation: int = 0


class Mark(Struct, frozen=True):
    """Something said about a stretch of text: struck through, inserted, superscript, a footnote's mark."""

    kind: MarkKind
    span: Span


class Block(Struct, frozen=True):
    """A heading, paragraph, list item, table … on one page.

    ``continues`` is the id of the block that this one goes on with; ``text`` joins the two without a break.
    Hidden text and annotations have no span: their words stand in ``text`` here and not in the document's text.
    ``language`` (ISO 639-1) is what its own words show, None where they are too few to tell.
    """

    id: str
    kind: BlockKind
    page: int
    bbox: Box
    span: Span | None
    number: str | None = None
    level: int | None = None
    continues: str | None = None
    marks: tuple[Mark, ...] = ()
    text: str | None = None
    language: str | None = None


class Cell(Struct, frozen=True):
    """One cell of a table and its place; merged cells span several rows or columns."""

    row: int
    col: int
    page: int
    bbox: Box
    rowspan: int = 1
    colspan: int = 1


class Region(Struct, frozen=True):
    """The part of a table that stands on one page."""

    page: int
    bbox: Box


class Table(Struct, frozen=True):
    """Rows of printed text; a merged cell has its text in its first cell and ``""`` in the others."""

    block: str
    regions: tuple[Region, ...]
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    cells: tuple[Cell, ...]


class Removed(Struct, frozen=True):
    """Text that cleaning took out of the body, with its place and the reason."""

    kind: RemovedKind
    page: int
    bbox: Box
    text: str
    why: str


class Document(Struct, frozen=True, eq=False):
    """A document as read: cleaned text in reading order, and the place of every word of it. Equal only to itself."""

    source: Source
    text: str
    words: Words
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    tables: tuple[Table, ...] = ()
    removed: tuple[Removed, ...] = ()
    languages: tuple[str, ...] = ()
    ocr_pages: tuple[int, ...] = ()
    pages_read: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    damaged_pages: tuple[int, ...] = ()  # their characters cannot be what they show
    file_pages: int = 0  # pages of the file, where some of them were not chosen or cannot be read; else 0
    named_places: tuple[tuple[int, str], ...] = ()
    """In formats without pages, the offsets from which on the text stands at a place, ascending, and its name
    (``paragraph 41``, ``Sheet1!B7``). Boxes of such a document are all zero and say nothing."""

    @property
    def paged(self) -> bool:
        """Whether it has pages with boxes on them."""
        return not self.named_places

    @property
    def page_count(self) -> int:
        """How many pages the file has, whether they were read or not."""
        return max(self.file_pages, len(self.pages))

    @property
    def text_sha256(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def places(self, start: int, end: int) -> tuple[Place, ...]:
        """The places of ``text[start:end]``, one per page, in the order of the text; empty for no words."""
        return self.words.places(start, end)

    @property
    def unit(self) -> str:
        """What ``pages`` counts: pages, or the parts (sheets, slides, the whole) of a format without pages."""
        return "page" if self.paged else "part"

    def place_name(self, start: int) -> str | None:
        """What a format without pages calls the place of an offset; None where there are pages."""
        at = bisect_right(self.named_places, start, key=lambda place: place[0])
        return self.named_places[max(at - 1, 0)][1] if self.named_places else None

    def printed(self, start: int, end: int) -> str | None:
        """The source's characters behind ``text[start:end]`` where cleaning changed some, else None."""
        return self.words.source_text(self.text, start, end)


class Paragraph(Struct, frozen=True):
    """A block together with those that continue it: what a sentence can stand in. Rules read these."""

    index: int
    text: str
    start: int
    kind: BlockKind
    page: int
    number: str | None = None
    level: int | None = None

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=4)
def paragraphs(document: Document) -> tuple[Paragraph, ...]:
    """The body as paragraphs in the order of the text; blocks without a span are left out."""
    found: list[Paragraph] = []
    spans: list[tuple[Block, int]] = []  # first block, end offset
    for block in document.blocks:
        if block.span is None or block.span[0] == block.span[1]:
            continue
        if block.continues is not None and spans:
            spans[-1] = (spans[-1][0], block.span[1])
        else:
            spans.append((block, block.span[1]))
    for block, end in spans:
        assert block.span is not None
        start = block.span[0]
        text = document.text[start:end]
        if not text.isspace():  # all of it is struck
            found.append(Paragraph(len(found), text, start, block.kind, block.page, block.number, block.level))
    return tuple(found)


class Chunk(Struct, frozen=True):
    """A part ``text[start:end]`` of the document, and the path of headings over its beginning. Chunks cover it all."""

    index: int
    start: int
    end: int
    tokens: int
    headings: tuple[str, ...] = ()


class Route(Struct, frozen=True):
    """How a document goes through the engine, and why."""

    mode: Literal["direct", "map_reduce"]
    document_tokens: int
    threshold_tokens: int
    chunks: tuple[Chunk, ...]
    why: str


class Quote(Struct, frozen=True):
    """Words that a finding claims to rest on. Rules know the span; models name blocks (``b12``) to look in first."""

    text: str
    span: Span | None = None
    blocks: tuple[str, ...] = ()


NOWHERE = 2**32
"""Where a finding stands that has no located quote: behind all others."""


class Finding(Struct, frozen=True):
    """One thing found, before merging.

    ``field`` is a field of the kind; ``item`` says which element of a list field it is about (the kind's item key:
    equal keys are the same element); ``attribute`` names a part of the field or element with quotes of its own
    (``aliases``, ``offset``), else ``value`` is the whole. ``basis`` names the sort of place it was read from
    (``preamble``, ``signature_block``): deriving chooses between candidates by it. ``problem`` is the rule of a
    check to raise instead of a value (``redacted_in_source``); ``message`` explains it. ``derived`` marks a value
    computed from the quotes by the formula in ``message``.
    """

    field: str
    value: Json
    quotes: tuple[Quote, ...]
    by: tuple[str, ...] = ("rules",)
    item: str | None = None
    attribute: str | None = None
    basis: str = ""
    confidence: float | None = None
    derived: bool = False
    problem: str | None = None
    message: str = ""

    @property
    def at(self) -> int:
        """Where its first located quote begins; unlocated findings sort last."""
        return min((quote.span[0] for quote in self.quotes if quote.span), default=NOWHERE)


class Evidence(Struct, frozen=True):
    """A quote at its place. ``page`` is None in formats without pages; ``place`` then says where it stands."""

    page: int | None
    bbox: Box | None
    boxes: tuple[Box, ...]
    span: Span
    quote: str
    match: Match
    score: float | None = None
    printed: str | None = None
    place: str | None = None


class Trust(Struct, frozen=True):
    """How far a value can be believed, and who found it. ``confidence`` is calibrated or None."""

    state: TrustState
    by: tuple[str, ...]
    confidence: float | None = None


class Check(Struct, frozen=True):
    """Something a person should know about the value at ``path`` (a JSON Pointer)."""

    path: str
    rule: str
    severity: Severity
    message: str
    evidence: tuple[Evidence, ...] = ()


class Coverage(Struct, frozen=True):
    """What was read and asked. ``asked`` and ``not_found`` name fields, and ``clauses: CATEGORY`` for clauses."""

    pages_read: int
    share: float
    asked: tuple[str, ...]
    not_found: tuple[str, ...]


class Run(Struct, frozen=True):
    """What ran: engine, model, and hashes that change when kind, prompts or settings do.

    ``kind_why`` says why docpipe chose this kind; None where the caller named it. ``larger_model`` was asked again of
    fields to which ``model`` gave no sure answer; None where that was not needed.
    """

    engine: str
    model: str | None
    kind_version: str
    prompts_sha256: str | None
    settings_sha256: str
    kind_why: str | None = None
    larger_model: str | None = None


class Filtered(Struct, frozen=True):
    """What the output filter did at ``path`` (a JSON Pointer; empty for the document itself), and by which rule."""

    path: str
    rule: str
    action: FilterAction


class Logged(Struct, frozen=True):
    """Where an audit log holds an outcome: the entry's number and hash, and the hash that the log begins with."""

    seq: int
    hash: str
    log: str | None = None


class Result(Struct, frozen=True):
    """A finished analysis. ``data`` is the plain value; everything about it is keyed by JSON Pointer into it.

    ``masks`` are the boxes, by page, that pictures must hide. ``spent`` says what
    ``usage`` is made of. ``manifest`` is what a list of documents says of this one.
    """

    document: Document
    tokens: int
    tokenizer: str
    kind: str
    run: Run
    route: Route
    data: dict[str, Json]
    evidence: Mapping[str, tuple[Evidence, ...]]
    trust: Mapping[str, Trust]
    checks: tuple[Check, ...]
    coverage: Coverage
    usage: Usage
    seconds: Mapping[str, float]
    created: str
    value: Json = None
    filtered: tuple[Filtered, ...] = ()
    masks: Mapping[int, tuple[Box, ...]] = field(default_factory=dict)
    audit: Logged | None = None
    spent: tuple[Spent, ...] = ()
    manifest: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return True


class Failure(Struct, frozen=True):
    """A document that could not be analysed; the others went on."""

    source: str
    error: DocpipeError

    def __post_init__(self) -> None:
        """The error names the document, wherever it came from."""
        self.error.document = self.error.document or self.source

    @property
    def ok(self) -> bool:
        return False
