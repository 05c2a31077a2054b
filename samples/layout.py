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

import chinese
from looks import COLUMNS, GRID, LOOKS, OPEN, inline, paragraph, styles
from markup import Block, Text
from reportlab import rl_config
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4, LETTER
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
SMALL = 9  # size of headers and footers
NOTE_GAP = 14.0
SPANNED = "<"  # a cell that the cell to its left covers
SHORT_ROWS = 8  # a table of no more is not broken over pages

_SIGNED = re.compile(r"By:|签字|法定代表人（签字）")


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
        width = self.pagesize[0]
        if chinese.is_chinese(line):
            for text, x, share in ((left, MARGIN, 0.0), (centre, width / 2, 0.5), (right, width - MARGIN, 1.0)):
                _mixed(canvas, text, x - share * chinese.width(text, "Times-Roman", SMALL), y)
            return
        canvas.setFont("Times-Roman", SMALL)
        canvas.drawString(MARGIN, y, left)
        canvas.drawCentredString(width / 2, y, centre)
        canvas.drawRightString(width - MARGIN, y, right)


def _mixed(canvas: Canvas, text: str, x: float, y: float) -> None:
    """One line of furniture with Chinese in it."""
    for run in chinese.runs(text):
        canvas.setFont(chinese.SONG if chinese.is_chinese(run) else "Times-Roman", SMALL)
        canvas.drawString(x, y, run)
        x += chinese.width(run, "Times-Roman", SMALL)


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
        self.styles = styles(self.look)

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
        made = paragraph(text, self.styles["note"])
        made.wrap(self.width, 400)
        return made

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
            case "columns":
                return [Spacer(1, 4), self._columns(block)]
            case "hidden":
                return [paragraph(self.inline(block.text), self.styles["hidden"])]
            case "title" | "heading" | "subheading" | "centred":
                return self._heading(block)
        return [self._paragraph(block)]

    def _heading(self, block: Block) -> list[Flowable]:
        made = paragraph(self.inline(block.text), self.styles[block.kind])
        if block.kind in ("heading", "subheading"):
            made.entry = (0 if block.kind == "heading" else 1, block.text)
        return [CondPageBreak(72), made] if block.kind != "centred" else [made]

    def _paragraph(self, block: Block) -> Paragraph:
        hanging = INDENT if block.number else 0.0
        start = INDENT * block.level
        alone = re.fullmatch(r"\*\*[^*]+\*\*", block.text) is not None
        body = self.styles["body"]
        if self.look.chinese:
            return paragraph(self.inline(f"{block.number} {block.text}".strip()), body.clone("p", keepWithNext=alone))
        style = body.clone("p", leftIndent=start + hanging, bulletIndent=start, keepWithNext=alone)
        return paragraph(self.inline(block.text), style, bulletText=block.number or None)

    def _contents(self) -> list[Flowable]:
        """Dotted lines to page numbers, from the pass before."""
        style = self.styles["cell"]
        lines = []
        for level, text, page in self.laid.contents:
            if level == 0:
                dots = int((self.width - 30 - stringWidth(text, style.fontName, style.fontSize)) / 5.0)
                lines.append([paragraph(f"{escape(text)} {'. ' * max(dots, 2)}", style), str(page)])
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
        spans = [("SPAN", (first, row), (last, row)) for row, first, last in _spans(block)]
        table = Table(rows, colWidths=self._widths(block), repeatRows=1, spaceBefore=4)
        rules = GRID if self.look.ruled else OPEN
        totals = [index for index, row in enumerate(block.rows) if index and row[0].startswith("**") and not spans]
        lines = [("LINEABOVE", (1, index), (-1, index), 0.5, (0, 0, 0)) for index in totals]
        table.setStyle([*rules, *lines, *spans])
        return [KeepTogether([table]) if len(rows) <= SHORT_ROWS else table]

    def _cell(self, cell: str, align: str, head: bool) -> Paragraph:
        cell = "" if cell == SPANNED else cell
        text = f"<b>{self.inline(cell)}</b>" if head else self.inline(cell)
        return paragraph(text, self.styles["number" if align == "r" else "cell"])

    def _widths(self, block: Block) -> list[float]:
        """Columns as wide as their longest cell; what is too wide is taken from the widest column of text."""
        spanned = {(row, column) for row, first, last in _spans(block) for column in range(first, last + 1)}
        rows = [
            ["" if (index, column) in spanned else cell for column, cell in enumerate(row)]
            for index, row in enumerate(block.rows)
        ]
        widths = [max(map(self._printed_width, column)) for column in zip(*rows, strict=True)]
        if sum(widths) > self.width and "r" in block.aligns:  # heads of figures may wrap
            words = [max(map(self._printed_width, head.split())) for head in rows[0]]
            body = [max(map(self._printed_width, column)) for column in zip(*rows[1:], strict=True)]
            widths = [max(pair) for pair in zip(words, body, strict=True)]
        texts = [index for index, align in enumerate(block.aligns) if align == "l"]
        while sum(widths) > self.width:
            widths[max(texts, key=lambda index: widths[index])] -= 1
        if not self.look.ruled:
            widths[0] += self.width - sum(widths)
        return widths

    def _printed_width(self, cell: str) -> float:
        return chinese.width(cell.strip("*"), "Times-Bold", self.styles["cell"].fontSize) + 14

    def _signatures(self, block: Block) -> Table:
        rows: list[list[object]] = []
        for left, right in block.rows:
            rows.append([self._cell(left, "l", False), "", self._cell(right, "l", False)])
        half = (self.width - INDENT) / 2
        table = Table(rows, colWidths=[half, INDENT, half], hAlign="LEFT")
        signed = [index for index, row in enumerate(block.rows) if _SIGNED.match(row[0])]
        lines = [
            ("LINEBELOW", (column, index), (column, index), 0.5, (0, 0, 0)) for index in signed for column in (0, 2)
        ]
        space = [("TOPPADDING", (0, index), (-1, index), 22) for index in signed]
        table.setStyle([("LEFTPADDING", (0, 0), (-1, -1), 0), *lines, *space])
        return table

    def _columns(self, block: Block) -> Table:
        """Two versions side by side, clause beside clause; a heading stays with the clause below it."""
        style = self.styles["column"]
        left = style.clone("left", wordWrap="CJK", alignment=TA_LEFT)
        rows = [[paragraph(self.inline(one), left), paragraph(self.inline(other), style)] for one, other in block.rows]
        table = Table(rows, colWidths=[self.width / 2, self.width / 2])
        heads = [index for index, row in enumerate(block.rows) if row[0].startswith("**") and row[0].endswith("**")]
        kept = [("NOSPLIT", (0, index), (-1, index + 1)) for index in heads]
        table.setStyle([*COLUMNS, *kept])
        return table


def _spans(block: Block) -> list[tuple[int, int, int]]:
    """Row, first and last column of each cell that covers those to its right."""
    spans = []
    for index, row in enumerate(block.rows):
        column = 0
        while column < len(row):
            last = column
            while last + 1 < len(row) and row[last + 1] == SPANNED:
                last += 1
            if last > column:
                spans.append((index, column, last))
            column = last + 1
    return spans
