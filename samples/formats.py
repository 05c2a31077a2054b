"""The samples' texts as Word files, web pages, mails and archives: the same words without pages.

Needs python-docx (the extra ``dev``) for Word.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from email.message import EmailMessage

from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from markup import Block, Text

MEDIA = ("docx", "html", "eml", "zip", "md", "txt")
_INLINE = re.compile(r"\*\*(.+?)\*\*|(?<!\w)\*([^*]+)\*(?!\w)|(?<!\w)_(/s/[^_]+)_(?!\w)|\[\^(\d+)\]")
_SKIPPED = ("page", "keep", "space", "section", "contents", "")
_TITLES = {"title": 0, "heading": 1, "subheading": 2}


def made(text: Text, medium: str, pdf: bytes) -> bytes:
    """A sample in a format; ``zip`` holds its PDF, and ``eml`` its words in the body and its Word file attached."""
    makers = {"docx": _docx, "html": lambda one: _html(one).encode(), "md": _markdown, "txt": _plain}
    if medium in makers:
        return makers[medium](text)
    if medium == "eml":
        return _mail(text)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("room/3.1/sample.pdf", pdf)
        archive.writestr("room/sample.docx", _docx(text))
    return stream.getvalue()


def _docx(text: Text) -> bytes:
    document = Document()
    section = document.sections[0]
    for part, line in ((section.header, text.front.get("header", "")), (section.footer, text.front.get("footer", ""))):
        part.paragraphs[0].text = " ".join(line.replace("|", " ").replace("{page}", "1").split())
    for block in text.blocks:
        if block.kind in _TITLES:
            document.add_heading(_bare(block.text), _TITLES[block.kind])
        elif block.rows:
            _word_table(document, block)
        elif block.kind == "hidden":
            _run(document.add_paragraph(), block.text).font.hidden = True
        elif block.kind not in _SKIPPED:
            _runs(document.add_paragraph(), _numbered(block))
    for label, note in text.notes.items():
        document.add_paragraph(f"{label} {_bare(note)}")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _word_table(document: object, block: Block) -> None:
    table = document.add_table(len(block.rows), len(block.rows[0]))
    for row, cells in zip(table.rows, block.rows, strict=True):
        for cell, words in zip(row.cells, cells, strict=True):
            _runs(cell.paragraphs[0], "" if words == "<" else words)
    for at, cells in enumerate(block.rows):
        for last in range(len(cells)):
            if cells[last] == "<" and (last + 1 == len(cells) or cells[last + 1] != "<"):
                first = next(k for k in range(last, -1, -1) if cells[k] != "<")
                table.cell(at, first).merge(table.cell(at, last))
    if block.kind == "table":
        table.style = "Table Grid"
        about = table.rows[0]._tr.get_or_add_trPr()
        head = OxmlElement("w:tblHeader")
        head.set(qn("w:val"), "true")
        about.append(head)


def _runs(paragraph: object, text: str) -> None:
    at = 0
    for match in _INLINE.finditer(text):
        _run(paragraph, text[at : match.start()])
        if match[4]:
            _run(paragraph, match[4]).font.superscript = True
        else:
            run = _run(paragraph, match[1] or match[2] or match[3])
            run.bold, run.italic = bool(match[1]), not match[1]
        at = match.end()
    _run(paragraph, text[at:])


def _run(paragraph: object, text: str) -> object:
    return paragraph.add_run(text)


def _html(text: Text) -> str:
    title = html.escape(text.front["title"])
    parts = [f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}</title></head><body>"]
    for block in text.blocks:
        if block.kind in _TITLES:
            tag = f"h{_TITLES[block.kind] or 1}"
            parts.append(f"<{tag}>{_marked(block.text)}</{tag}>")
        elif block.rows:
            parts.append(_html_table(block))
        elif block.kind == "hidden":
            parts.append(f'<p style="display:none">{_marked(block.text)}</p>')
        elif block.kind not in _SKIPPED:
            parts.append(f"<p>{_marked(_numbered(block))}</p>")
    parts += [f"<p><sup>{label}</sup> {_marked(note)}</p>" for label, note in text.notes.items()]
    return "\n".join([*parts, "</body></html>"])


def _html_table(block: Block) -> str:
    rows = []
    for at, cells in enumerate(block.rows):
        tag = "th" if at == 0 and block.kind == "table" else "td"
        made: list[list[object]] = []
        for cell in cells:
            if cell == "<" and made:
                made[-1][1] = int(str(made[-1][1])) + 1
            else:
                made.append([_marked(cell), 1])
        rows.append("<tr>" + "".join(f"<{tag} colspan={span}>{words}</{tag}>" for words, span in made) + "</tr>")
    return "<table>" + "\n".join(rows) + "</table>"


def _marked(text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        if match[4]:
            return f"<sup>{match[4]}</sup>"
        return f"<b>{match[1]}</b>" if match[1] else f"<i>{match[2] or match[3]}</i>"

    return _INLINE.sub(shown, html.escape(text, quote=False))


def _mail(text: Text) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Registry <registry@example.com>", "counsel@example.com"
    mail["Subject"], mail["Message-ID"] = "For the file", "<1@example.com>"
    mail.set_content("The document is below and attached.")
    mail.add_alternative(_html(text), subtype="html")
    mail.add_attachment(
        _docx(text),
        maintype="application",
        subtype="vnd.openxmlformats-officedocument.wordprocessingml.document",
        filename="sample.docx",
    )
    return bytes(mail)


def _markdown(text: Text) -> bytes:
    parts = []
    for block in text.blocks:
        if block.kind in _TITLES:
            parts.append("#" * (_TITLES[block.kind] or 1) + " " + block.text)
        elif block.kind == "table":
            cells = [["" if cell == "<" else cell for cell in row] for row in block.rows]
            lines = ["| " + " | ".join(row) + " |" for row in cells]
            parts.append("\n".join([lines[0], "|" + ":--|" * len(cells[0]), *lines[1:]]))
        elif block.rows:
            parts += [cell for column in zip(*block.rows, strict=True) for cell in column if cell]
        elif block.kind not in (*_SKIPPED, "hidden"):
            parts.append(_numbered(block))
    parts += [f"{label} {note}" for label, note in text.notes.items()]
    return re.sub(r"\[\^(\d+)\]", r"\1", "\n\n".join(parts)).encode()


def _plain(text: Text) -> bytes:
    parts = []
    for block in text.blocks:
        if block.kind == "table":
            parts += ["\t".join("" if cell == "<" else _bare(cell) for cell in row) for row in block.rows]
        elif block.rows:
            parts += [_bare(cell) for column in zip(*block.rows, strict=True) for cell in column if cell]
        elif block.kind not in (*_SKIPPED, "hidden"):
            parts.append(_bare(_numbered(block)))
    parts += [f"{label} {_bare(note)}" for label, note in text.notes.items()]
    return "\n\n".join(parts).encode()


def _numbered(block: Block) -> str:
    return f"{block.number} {block.text}".strip()


def _bare(text: str) -> str:
    return _INLINE.sub(lambda match: match[1] or match[2] or match[3] or match[4], text)
