"""The text of a Word paragraph: its runs, what was changed in them, marks, and what stands apart."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from docpipe.readers.office.docx_styles import is_on
from docpipe.readers.office.line import Line
from docpipe.readers.office.xml import attribute, child, children, name
from docpipe.types import MarkKind

_INSERTED = ("ins", "moveTo")
_DELETED = ("del", "moveFrom")
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_WITHIN = frozenset(("hyperlink", "smartTag", "sdtContent", "fldSimple", "customXml", "dir", "bdo", "sdt", "ruby"))
_BREAKS = {"br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "noBreakHyphen": "-", "softHyphen": ""}


class Noted(Struct):
    """What is found in the paragraphs of a file beside their text."""

    changes: str
    changed: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list)
    """Kind and id of the notes that are referred to, in the order of their numbers."""
    hidden: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    """Text boxes that hang on the paragraph at hand."""
    comments: list[str] = field(default_factory=list)
    struck: int = 0

    def keeps(self, tag: str) -> bool:
        """Whether text in an insertion or deletion stands in the text."""
        return self.changes == "marked" or (tag in _INSERTED) == (self.changes == "accepted")


def add_runs(element: Element, line: Line, noted: Noted, mark: MarkKind | None = None) -> None:
    """Add the text of everything in a paragraph, or in something inside it."""
    for one in element:
        tag = name(one)
        if tag == "r":
            _add_run(one, line, noted, mark)
        elif tag in _INSERTED or tag in _DELETED:
            noted.changed += 1
            if noted.keeps(tag):
                kind: MarkKind = "inserted" if tag in _INSERTED else "struck"
                add_runs(one, line, noted, kind if noted.changes == "marked" else mark)
        elif tag in _WITHIN:
            add_runs(one, line, noted, mark)
        elif tag == "AlternateContent":
            chosen = child(one, "Choice")
            add_runs(chosen if chosen is not None else one, line, noted, mark)
        elif tag == "oMath" or tag == "oMathPara":
            line.add("".join(each.text or "" for each in one.iter() if name(each) == "t"), mark)


def _add_run(run: Element, line: Line, noted: Noted, mark: MarkKind | None) -> None:
    about = child(run, "rPr")
    if is_on(child(about, "vanish")):
        noted.hidden.append("".join(one.text or "" for one in run if name(one) in ("t", "delText")))
        return
    if mark is None and (is_on(child(about, "strike")) or is_on(child(about, "dstrike"))):
        mark, noted.struck = "struck", noted.struck + 1
    raised = mark is None and attribute(about, "val") if (about := child(about, "vertAlign")) is not None else ""
    for one in run:
        tag = name(one)
        if tag in ("t", "delText"):
            line.add(one.text or "", "superscript" if raised == "superscript" else mark)
        elif tag in _BREAKS:
            page = tag == "br" and attribute(one, "type") in ("page", "column")
            line.add(" " if page else _BREAKS[tag])
        elif tag == "sym":
            line.add(_symbol(attribute(one, "char")), mark)
        elif tag in _NOTES:
            noted.notes.append((_NOTES[tag], attribute(one, "id")))
            line.add(str(len(noted.notes)), "footnote_mark")
        elif tag == "commentReference":
            noted.comments.append(attribute(one, "id"))
        elif tag == "AlternateContent":
            noted.boxes += boxes_in(child(one, "Choice"))
        elif tag in ("drawing", "pict", "object"):
            noted.boxes += boxes_in(one)


def boxes_in(element: Element | None) -> list[Element]:
    """The text boxes in a drawing, outermost ones."""
    found: list[Element] = []
    for one in element if element is not None else ():
        found += [one] if name(one) == "txbxContent" else boxes_in(one)
    return found


def mark_is(paragraph: Element, tags: Sequence[str]) -> bool:
    """Whether the end of a paragraph was itself inserted or deleted."""
    about = child(paragraph, "pPr", "rPr")
    return any(next(children(about, tag), None) is not None for tag in tags)


def joins_next(paragraph: Element, changes: str) -> bool:
    """Whether a paragraph goes on with the next one, since the end of it is not there by the choice made."""
    return changes != "marked" and mark_is(paragraph, _DELETED if changes == "accepted" else _INSERTED)


def _symbol(code: str) -> str:
    """A sign of a symbol font: check boxes and bullets by what they look like."""
    try:
        number = int(code, 16) & 0xFF
    except ValueError:
        return ""
    return {0xA8: "☐", 0x6F: "☐", 0xFE: "☑", 0xFD: "☒", 0xFC: "✓", 0xB7: "•", 0xA7: "▪"}.get(number, "")
