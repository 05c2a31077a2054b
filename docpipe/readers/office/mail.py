"""Mail (EML) → Document: its headers and its body; what is attached to it are documents of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.errors import CloseBoundaryNotFoundDefect, HeaderParseError
from email.message import EmailMessage
from typing import cast

from msgspec.structs import replace

from docpipe.errors import LimitExceeded, NoText, ReadError
from docpipe.readers.office.pieces import Piece, Read, plain, written
from docpipe.readers.office.plain_text import decoded, text_pieces
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, Source

MOST_PARTS = 2_000
"""Parts of one mail; with 60 attachments it has about 70."""

SHOWN_HEADERS = ("From", "To", "Cc", "Date", "Subject")
BROKEN_OFF = "the mail breaks off: text or attachments may be lost, and the last one may be incomplete"
_BODY = "mail body, paragraph"
_NAMES = {"message/rfc822": ".eml", "text/html": ".html", "text/plain": ".txt", "application/pdf": ".pdf"}


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """A mail's headers, subject and body. Raises ReadError, LimitExceeded, NoText."""
    mail = parsed(data)
    headers = {name: header(mail, name) for name in SHOWN_HEADERS}
    attachments = [(name, kind) for name, kind, _ in _attachments(mail)]
    read = document(headers, list(body_pieces(mail)), attachments, source)
    return replace(read, warnings=(*read.warnings, BROKEN_OFF)) if _is_broken_off(mail) else read


def document(
    headers: dict[str, str], body: Sequence[Piece], attachments: Sequence[tuple[str, str]], source: Source
) -> Document:
    """A mail's Document from its parts; ``attachments`` are names with media types."""
    pieces = [Piece("paragraph", f"{name}: {text}", "mail header") for name, text in headers.items() if text]
    own = [name for name, kind in attachments if not _is_picture(kind)]
    warnings = []
    if own:
        warnings.append(f"attached, each a document of its own: {', '.join(own)}")
    if len(own) < len(attachments):
        warnings.append(f"pictures in the mail are not read: {len(attachments) - len(own)}")
    if not body and not own:
        raise NoText("the mail has no text and nothing attached to it", source.name)
    return written(Read([*pieces, *body], warnings=warnings), source)


def attached(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What is attached to a mail, names first; pictures, which are signatures' logos mostly, are left out."""
    for name, kind, part in _attachments(parsed(data)):
        if not _is_picture(kind):
            yield name, _content(part)


def parsed(data: bytes) -> EmailMessage:
    """The mail in some bytes. Raises LimitExceeded, ReadError."""
    data = re.sub(rb"\AFrom [^\n]*\n", b"", data)  # a mailbox's own line
    try:
        mail = message_from_bytes(data, policy=policy.default)
        count = sum(1 for _ in mail.walk())
    except RecursionError as error:
        raise LimitExceeded("parts of the mail are nested too deep; save it anew, or print it to PDF") from error
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        IndexError,
    ) as error:  # odd headers
        raise ReadError(f"the mail is damaged ({error}); save it anew, or print it to PDF") from error
    if count > MOST_PARTS:
        raise LimitExceeded(f"the mail has {count:,} parts, more than {MOST_PARTS:,}; save what it holds one by one")
    return mail


def header(mail: EmailMessage, name: str) -> str:
    """A header as text on one line; as it is written where it cannot be understood."""
    try:
        return plain(" ".join(str(mail.get(name, "")).split()))
    except (HeaderParseError, ValueError, TypeError, AttributeError, IndexError, LookupError):
        return plain(" ".join(str(value) for key, value in mail.raw_items() if key.lower() == name.lower()))


def body_pieces(mail: EmailMessage) -> Iterator[Piece]:
    """The body in the order of its parts: of those that say the same, the HTML, which has tables, else the text."""
    for part in _bodies(mail):
        if part.get_content_type() == "text/html":
            from docpipe.readers.office.html import html_pieces

            yield from html_pieces(_text(part), _BODY)
        else:
            yield from text_pieces(_text(part), _BODY)


def _bodies(part: EmailMessage) -> Iterator[EmailMessage]:
    """The texts of a part, of alternatives one way."""
    if not part.is_multipart() or part.get_content_type() == "message/rfc822":
        yield from () if _is_attached(part) else (part,)
        return
    ways = [list(_bodies(cast(EmailMessage, one))) for one in part.iter_parts()]
    if part.get_content_type() == "multipart/alternative":
        rich = [way for way in ways if any(one.get_content_type() == "text/html" for one in way)]
        ways = [*rich, *filter(None, ways)][:1]
    for way in ways:
        yield from way


def _is_broken_off(mail: EmailMessage) -> bool:
    """Whether the end of a part is missing, as of a mail that was not loaded to its end."""
    return any(isinstance(defect, CloseBoundaryNotFoundDefect) for part in mail.walk() for defect in part.defects)


def _leaves(mail: EmailMessage) -> Iterator[EmailMessage]:
    """The parts that hold something; a mail inside the mail is one, whole."""
    if mail.is_multipart() and mail.get_content_type() != "message/rfc822":
        for part in mail.iter_parts():
            yield from _leaves(cast(EmailMessage, part))
    else:
        yield mail


def _attachments(mail: EmailMessage) -> Iterator[tuple[str, str, EmailMessage]]:
    """Name, media type and part of all that is not the body."""
    number = 0
    for part in _leaves(mail):
        if part is not mail and _is_attached(part):
            number += 1
            kind = part.get_content_type()
            yield _file_name(part) or f"attachment {number}{_NAMES.get(kind, '')}", kind, part


def _is_attached(part: EmailMessage) -> bool:
    kind = part.get_content_type()
    if kind not in ("text/plain", "text/html"):
        return True
    return part.get_content_disposition() == "attachment" or bool(_file_name(part))


def _file_name(part: EmailMessage) -> str:
    try:
        return plain(part.get_filename() or "").replace("\n", " ")
    except (HeaderParseError, ValueError, TypeError, AttributeError, IndexError, LookupError):
        return ""


def _is_picture(kind: str) -> bool:
    return kind.startswith("image/")


def _content(part: EmailMessage) -> bytes:
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload()
        return _inner_bytes(inner[0]) if isinstance(inner, list) and inner else b""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _inner_bytes(mail: object) -> bytes:
    return mail.as_bytes() if isinstance(mail, EmailMessage) else b""


def _text(part: EmailMessage) -> str:
    """A part's text in the encoding that it names, or in the one that fits."""
    content = _content(part)
    try:
        return content.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return decoded(content)[0]
