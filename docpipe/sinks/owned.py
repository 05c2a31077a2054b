"""Which files docpipe wrote itself: nothing else is ever overwritten or removed."""

from __future__ import annotations

import re
from pathlib import Path

_HEAD_BYTES = 4_096
"""More than the first lines of any format need: a file name has 255 bytes at most."""

_PAGES = r"(?:[\d,]+\ of\ )?[\d,]+\ pages?(?:\ read)?"
_BEGINNINGS = re.compile(
    rf"""
      \{{\s*"docpipe":\s"[^"]*",\s*"created":\s"
    | \{{\s*"error":\s\{{\s*"code":\s"[^"]*",\s*"message":\s"
    | \{{\s*"document":\s\{{\s*"name":\s"
    | \#\ [^\n]*\n\n(?:[\d,]+\ )?[a-z_]+,\ {_PAGES}\n
    | <!doctype\ html>\n<html[^<]*<head>\n<meta[^<]*<meta\ name="generator"\ content="docpipe\s
    | \ufffdPNG\r\n[\s\S]{{,40}}tEXtSoftware\x00docpipe\x20
    | PK\x03\x04[\s\S]{{4,26}}docProps/core\.xml<[\s\S]{{,400}}<dc:creator[^>]*>docpipe<
    | \n[^\n]+\ \ [^\n]+,\ {_PAGES}\n
    """,
    re.VERBOSE,
)


def is_owned(path: Path) -> bool:
    """Whether a file holds a result, an error or a document of docpipe in one of its formats, or nothing at all.

    Plain text of a document has no mark of its own: to docpipe it is somebody else's. Raises OSError.
    """
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES).decode("utf-8", "replace")
    return not head or _BEGINNINGS.match(head) is not None
