"""Outlook's mail (MSG) → Document, read with python-oxmsg; what is attached to it are documents of their own."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from docpipe.errors import MissingExtra, ReadError
from docpipe.readers.office.mail import SHOWN_HEADERS, document
from docpipe.readers.office.pieces import Piece
from docpipe.readers.office.plain_text import text_pieces
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, Source

_BODY = "mail body, paragraph"
_FAULTS = (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, struct.error)
"""What the library raises for files that are not as they should be; it has no error of its own."""


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A mail's headers, subject and body. Raises MissingExtra, ReadError, NoText."""
    message = _opened(data)
    try:
        headers = dict.fromkeys(SHOWN_HEADERS, "") | _headers(message)
        body = list(_body(message))
        attachments = [(name, kind) for name, kind, _ in _attachments(message)]
    except _FAULTS as error:
        raise _damaged(error) from error
    return document(headers, body, attachments, source)


def attached(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What is attached, names first; pictures are left out. Raises MissingExtra, ReadError."""
    message = _opened(data)
    try:
        found = [(name, content) for name, kind, content in _attachments(message) if not kind.startswith("image/")]
    except _FAULTS as error:
        raise _damaged(error) from error
    yield from found


def _opened(data: bytes) -> Any:
    try:
        from oxmsg import Message
    except ImportError as error:
        raise MissingExtra("Outlook mail (.msg) needs an extra: pip install 'docpipe[office]'") from error
    try:
        return Message.load(BytesIO(data))
    except _FAULTS as error:
        raise _damaged(error) from error


def _damaged(error: Exception) -> ReadError:
    return ReadError(f"the mail is damaged ({type(error).__name__}: {error}); save it anew as EML or PDF")


def _headers(message: Any) -> dict[str, str]:
    sent = message.sent_date
    to = ", ".join(f"{one.name} <{one.email_address}>" for one in message.recipients)
    known = {name.title(): value for name, value in message.message_headers.items()}
    return {
        "From": message.sender or known.get("From", ""),
        "To": known.get("To", to),
        "Cc": known.get("Cc", ""),
        "Date": known.get("Date", sent.isoformat(" ", "minutes") if sent else ""),
        "Subject": message.subject or "",
    }


def _body(message: Any) -> Iterator[Piece]:
    if message.html_body:
        from docpipe.readers.office.html import html_pieces

        yield from html_pieces(message.html_body, _BODY)
    elif message.body:
        yield from text_pieces(message.body, _BODY)


def _attachments(message: Any) -> Iterator[tuple[str, str, bytes]]:
    for number, one in enumerate(message.attachments, 1):
        content = one.file_bytes
        if content is not None:
            yield one.file_name or f"attachment {number}", one.mime_type or "", content
