"""Parsed texts → PDF bytes, the same bytes every time.

Pages are built until nothing moves any more: the number of pages, the contents and the place of a footnote are
known only from the pass before. The catalogue, the page tree and each page with its content stand in reading order
in the file, as word processors write them.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from functools import partial
from xml.sax.saxutils import escape

from markup import Block, Text
from reportlab import rl_config
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

PAPER = {"letter": LETTER, "a4": A4}
MARGIN = 72.0
INDENT = 36.0
NOTE_GAP = 14.0
SHORT_ROWS = 8  # a table of no more is not broken over pages
GREY = (0.9, 0.9, 0.9)


@dataclass(frozen=True, slots=True)
class Look:
    """How one style of document is set."""

    size: float
    heads: str  # font of headings
    ruled: bool  # tables with all rules, or with rules above and below only
    lead: float = 1.22  # distance of lines, in sizes
    left_headings: bool = False


LOOKS = {
    "contract": Look(11, "Times-Bold", True),
    "report": Look(11, "Helvetica-Bold", False, lead=1.43, left_headings=True),
}


@dataclass(frozen=True, slots=True)
class Laid:
    """What a pass learned: pages, contents (level, text, page) and the page of each footnote."""

    pages: int = 0
    contents: tuple[tuple[int, str, int], ...] = ()
    notes: dict[str, int] = field(default_factory=dict)


def pdf(text: Text, breaks: dict[str, str]) -> bytes:
    """The PDF of a text; ``breaks`` gives soft hyphens to words."""
    laid = Laid()
    for _ in range(5):
        setter = _Setter(text, breaks, laid)
        stream = io.BytesIO()
        document = _Pages(stream, text, laid, setter)
        document.build(setter.story(), canvasmaker=_OrderedCanvas)
        if document.laid == laid:
            if laid.pages != int(text.front.get("pages", laid.pages)):
                raise ValueError(f"{text.front['output']} has {laid.pages} pages instead of {text.front['pages']}")
            return stream.getvalue()
        laid = document.laid
    raise ValueError(f"{text.front['output']}: the pages do not settle")


class _OrderedCanvas(Canvas):
    """Writes catalogue, page tree, then page after page with its content."""

    def __init__(self, *arguments: object, **options: object) -> None:
        rl_config.useA85 = 0
        super().__init__(*arguments, **{**options, "invariant": 1, "pageCompression": 1})
        self.noted: dict[str, int] = {}
        self.setNamedCB("footnote", self._footnote)
        self._doc.Reference(self._doc.Catalog)
        self._doc.Reference(self._doc.Pages)

    def showPage(self) -> None:
        super().showPage()
        page = self._doc.Pages.pages[-1]
        page.check_format(self._doc)
        self._doc.Reference(page.Contents)

    def _footnote(self, canvas: Canvas, kind: str, label: str) -> None:
        self.noted[label] = canvas.getPageNumber()


class _Pages(BaseDocTemplate):
    """Pages with furniture, a running section name, and room for a footnote where one stands."""

    def __init__(self, stream: io.BytesIO, text: Text, laid: Laid, setter: _Setter) -> None:
        self.text, self.setter, self.before = text, setter, laid
        self.section = ""
        self.entries: list[tuple[int, str, int]] = []
        paper = PAPER[text.front["paper"]]
        super().__init__(stream, pagesize=paper, title=text.front["title"], author=text.front["author"])
        self.addPageTemplates([self._template(0.0)])

    @property
    def laid(self) -> Laid:
        return Laid(self.page, tuple(self.entries), dict(self.noted))

    def handle_pageBegin(self) -> None:
        heights = [self.setter.note(label).height for label, page in self.before.notes.items() if page == self.page + 1]
        self.pageTemplate = self._template(sum(heights) + NOTE_GAP if heights else 0.0)
        super().handle_pageBegin()

    def handle_pageEnd(self) -> None:
        self._furniture(self.canv)
        self.noted = self.canv.noted
        super().handle_pageEnd()

    def afterFlowable(self, flowable: Flowable) -> None:
        if isinstance(flowable, _Section):
            self.section = flowable.name
        entry = getattr(flowable, "entry", None)
        if entry is not None:
            self.entries.append((*entry, self.page))

    def _template(self, reserved: float) -> PageTemplate:
        width, height = self.pagesize
        area = (MARGIN, MARGIN + reserved, width - 2 * MARGIN, height - 2 * MARGIN - reserved)
        return PageTemplate(frames=[Frame(*area, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)])

    def _furniture(self, canvas: Canvas) -> None:
        front, height = self.text.front, self.pagesize[1]
        if not (front.get("cover") and self.page == 1):
            for name, y in (("header", height - 46), ("footer", 40)):
                line = front.get(f"even-{name}", front[name]) if self.page % 2 == 0 else front[name]
                self._three(canvas, line, y)
        for label, page in self.before.notes.items():
            if page == self.page:
                note = self.setter.note(label)
                rule = MARGIN + note.height + 4
                canvas.line(MARGIN, rule, MARGIN + 144, rule)
                note.drawOn(canvas, MARGIN, MARGIN)

    def _three(self, canvas: Canvas, line: str, y: float) -> None:
        values = {"page": self.page, "pages": self.before.pages, "section": self.section}
        left, centre, right = (part.strip().format(**values) for part in line.split("|"))
        canvas.setFont("Times-Roman", 9)
        width = self.pagesize[0]
        canvas.drawString(MARGIN, y, left)
        canvas.drawCentredString(width / 2, y, centre)
        canvas.drawRightString(width - MARGIN, y, right)


class _Section(Flowable):
    """Takes no room; names the running header."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self) -> None:
        """Nothing to draw."""


class _Setter:
    """Blocks → flowables in one look."""

    def __init__(self, text: Text, breaks: dict[str, str], laid: Laid) -> None:
        self.text, self.laid = text, laid
        self.inline = partial(inline, breaks=breaks)
        self.look = LOOKS[text.front.get("style", "contract")]
        self.width = PAPER[text.front["paper"]][0] - 2 * MARGIN
        self.styles = _styles(self.look)

    def story(self) -> list[Flowable]:
        story: list[Flowable] = []
        kept: list[Flowable] | None = None
        for block in self.text.blocks:
            if block.kind == "keep":
                kept = []
                continue
            flowables = self._flowables(block)
            if kept is None:
                story += flowables
                continue
            kept += flowables
            if block.kind in ("signatures", "table"):
                story.append(KeepTogether(kept))
                kept = None
        return story

    def note(self, label: str) -> Paragraph:
        """A footnote, wrapped, so that its height is known."""
        text = f"<super>{label}</super>&nbsp;{self.inline(self.text.notes[label])}"
        paragraph = Paragraph(text, self.styles["note"])
        paragraph.wrap(self.width, 400)
        return paragraph

    def _flowables(self, block: Block) -> list[Flowable]:
        match block.kind:
            case "page":
                return [PageBreak()]
            case "section":
                return [_Section(block.text)]
            case "space":
                return [Spacer(1, float(block.text))]
            case "contents":
                return self._contents()
            case "table":
                return [*self._table(block), Spacer(1, 8)]
            case "signatures":
                return [Spacer(1, 10), self._signatures(block)]
            case "title" | "heading" | "subheading" | "centred":
                return self._heading(block)
        return [self._paragraph(block)]

    def _heading(self, block: Block) -> list[Flowable]:
        paragraph = Paragraph(self.inline(block.text), self.styles[block.kind])
        if block.kind in ("heading", "subheading"):
            paragraph.entry = (0 if block.kind == "heading" else 1, block.text)
        return [CondPageBreak(72), paragraph] if block.kind != "centred" else [paragraph]

    def _paragraph(self, block: Block) -> Paragraph:
        hanging = INDENT if block.number else 0.0
        start = INDENT * block.level
        alone = re.fullmatch(r"\*\*[^*]+\*\*", block.text) is not None
        body = self.styles["body"]
        style = body.clone("p", leftIndent=start + hanging, bulletIndent=start, keepWithNext=alone)
        return Paragraph(self.inline(block.text), style, bulletText=block.number or None)

    def _contents(self) -> list[Flowable]:
        """Dotted lines to page numbers, from the pass before."""
        style = self.styles["cell"]
        lines = []
        for level, text, page in self.laid.contents:
            if level == 0:
                dots = int((self.width - 30 - stringWidth(text, style.fontName, style.fontSize)) / 5.0)
                lines.append([Paragraph(f"{escape(text)} {'. ' * max(dots, 2)}", style), str(page)])
        if not lines:
            return []
        table = Table(lines, colWidths=[self.width - 30, 30])
        table.setStyle(
            [
                ("ALIGN", (1, 0), (1, -1), "RIGHT"),
                ("FONT", (1, 0), (1, -1), style.fontName, style.fontSize),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ]
        )
        return [table]

    def _table(self, block: Block) -> list[Flowable]:
        rows = [
            [self._cell(cell, align, head=index == 0) for cell, align in zip(row, block.aligns, strict=True)]
            for index, row in enumerate(block.rows)
        ]
        table = Table(rows, colWidths=self._widths(block), repeatRows=1, spaceBefore=4)
        rules = _GRID if self.look.ruled else _OPEN
        totals = [index for index, row in enumerate(block.rows) if index and row[0].startswith("**")]
        lines = [("LINEABOVE", (1, index), (-1, index), 0.5, (0, 0, 0)) for index in totals]
        table.setStyle([*rules, *lines])
        return [KeepTogether([table]) if len(rows) <= SHORT_ROWS else table]

    def _cell(self, cell: str, align: str, head: bool) -> Paragraph:
        text = f"<b>{self.inline(cell)}</b>" if head else self.inline(cell)
        return Paragraph(text, self.styles["number" if align == "r" else "cell"])

    def _widths(self, block: Block) -> list[float]:
        """Columns as wide as their longest cell; what is too wide is taken from the widest column of text."""
        widths = [max(map(self._printed_width, column)) for column in zip(*block.rows, strict=True)]
        if sum(widths) > self.width and "r" in block.aligns:  # heads of figures may wrap
            words = [max(map(self._printed_width, head.split())) for head in block.rows[0]]
            body = [max(map(self._printed_width, column)) for column in zip(*block.rows[1:], strict=True)]
            widths = [max(pair) for pair in zip(words, body, strict=True)]
        texts = [index for index, align in enumerate(block.aligns) if align == "l"]
        while sum(widths) > self.width:
            widths[max(texts, key=lambda index: widths[index])] -= 1
        if not self.look.ruled:
            widths[0] += self.width - sum(widths)
        return widths

    def _printed_width(self, cell: str) -> float:
        return float(stringWidth(cell.strip("*"), "Times-Bold", self.styles["cell"].fontSize)) + 14

    def _signatures(self, block: Block) -> Table:
        rows: list[list[object]] = []
        for left, right in block.rows:
            rows.append([self._cell(left, "l", False), "", self._cell(right, "l", False)])
        half = (self.width - INDENT) / 2
        table = Table(rows, colWidths=[half, INDENT, half], hAlign="LEFT")
        signed = [index for index, row in enumerate(block.rows) if row[0].startswith("By:")]
        lines = [
            ("LINEBELOW", (column, index), (column, index), 0.5, (0, 0, 0)) for index in signed for column in (0, 2)
        ]
        space = [("TOPPADDING", (0, index), (-1, index), 22) for index in signed]
        table.setStyle([("LEFTPADDING", (0, 0), (-1, -1), 0), *lines, *space])
        return table


_GRID = [
    ("GRID", (0, 0), (-1, -1), 0.5, (0, 0, 0)),
    ("BACKGROUND", (0, 0), (-1, 0), GREY),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("TOPPADDING", (0, 0), (-1, -1), 3),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
]
_OPEN = [
    ("LINEABOVE", (0, 0), (-1, 0), 1, (0, 0, 0)),
    ("LINEBELOW", (0, 0), (-1, 0), 0.5, (0, 0, 0)),
    ("LINEBELOW", (0, -1), (-1, -1), 1, (0, 0, 0)),
    ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    ("TOPPADDING", (0, 0), (-1, -1), 2.5),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
    ("LEFTPADDING", (0, 0), (0, -1), 2),
]


def inline(text: str, breaks: dict[str, str]) -> str:
    """Markup inside a line → reportlab's, with soft hyphens in the words that may be broken."""
    text = re.sub(r"[A-Za-z]{5,}", lambda word: _broken(word[0], breaks), escape(text))
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
    text = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"<i>\1</i>", text)
    return re.sub(r"\[\^(\d+)\]", r'<super>\1</super><onDraw name="footnote" label="\1"/>', text)


def _broken(word: str, breaks: dict[str, str]) -> str:
    parts = breaks.get(word.casefold())
    if parts is None or word.isupper():
        return word
    places = [len(part) for part in parts.split("-")][:-1]
    pieces, rest = [], word
    for length in places:
        pieces.append(rest[:length])
        rest = rest[length:]
    return "\xad".join([*pieces, rest])


def _styles(look: Look) -> dict[str, ParagraphStyle]:
    size, lead = look.size, look.size * look.lead
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman",
        fontSize=size,
        leading=lead,
        alignment=TA_JUSTIFY,
        spaceAfter=lead * 0.55,
        bulletFontName="Times-Roman",
        bulletFontSize=size,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=0,
    )
    place = TA_LEFT if look.left_headings else TA_CENTER
    head = body.clone("heading", fontName=look.heads, alignment=place, spaceBefore=lead * 0.7, keepWithNext=1)
    plain = body.clone("cell", fontSize=size - 1, leading=(size - 1) * 1.2, alignment=TA_LEFT, spaceAfter=0)
    return {
        "body": body,
        "title": head.clone("title", fontSize=size + 4, leading=size + 9, alignment=TA_CENTER, spaceAfter=10),
        "heading": head.clone("h", fontSize=size + (3 if look.left_headings else 0), leading=lead + 4),
        "subheading": head.clone("sub", alignment=TA_LEFT, fontSize=size),
        "centred": body.clone("centred", alignment=TA_CENTER, keepWithNext=1),
        "note": body.clone("note", fontSize=9, leading=11, spaceAfter=0),
        "cell": plain,
        "number": plain.clone("number", alignment=TA_RIGHT),
    }
