"""PDFs that lost their index, such as a download that broke off: a new end that names what is still there.

PDFium rebuilds a table of objects by itself, but gives up when no trailer says where the document begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_ATTEMPTS = 3
"""Catalogs that are tried, the newest first; files that were saved several times have one a save."""

MOST_PAGES = 20_000
"""Page objects that a new page tree may have."""

_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})\s+(\d{1,5})\s+obj\b")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def mended(data: bytes) -> Iterator[bytes]:
    """Forms of a file that may open where it does not: with a trailer that names its catalog, then with a page tree
    of all pages found, in the order of the file. Nothing for an encrypted file: its key is named where it broke off.
    """
    if b"/Encrypt" in data:
        return
    for number, generation in _holders(data, _CATALOG)[: -MOST_ATTEMPTS - 1 : -1]:
        yield data + b"\nendstream\nendobj\ntrailer\n<< /Root %d %d R >>\n%%%%EOF\n" % (number, generation)
    pages = _holders(data, _PAGE)[:MOST_PAGES]
    if pages:
        yield data + _tree(pages, 1 + max((int(match[1]) for match in _OBJECT.finditer(data)), default=0))


def _holders(data: bytes, wanted: re.Pattern[bytes]) -> list[tuple[int, int]]:
    """The number and generation of the objects that hold a pattern, each once, in the order of the file."""
    places = [match.start() for match in wanted.finditer(data)]
    found: dict[tuple[int, int], None] = {}
    for place in places:
        before = data.rfind(b"obj", 0, place)
        head = list(_OBJECT.finditer(data, max(0, before - 24), before + 3)) if before >= 0 else []
        if head:
            found.setdefault((int(head[-1][1]), int(head[-1][2])))
    return list(found)


def _tree(pages: list[tuple[int, int]], free: int) -> bytes:
    """A page tree over some pages, a catalog and a trailer, as objects from number ``free`` on."""
    kids = b" ".join(b"%d %d R" % page for page in pages)
    return (
        b"\nendstream\nendobj\n%d 0 obj\n<< /Type /Pages /Count %d /Kids [%s] >>\nendobj\n"
        b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\ntrailer\n<< /Root %d 0 R >>\n%%%%EOF\n"
    ) % (free, len(pages), kids, free + 1, free, free + 1)
