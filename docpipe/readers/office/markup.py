"""XML of any kind → its text, every character of it, paragraph by paragraph; each place is the path of an element.

Not read through unstructured, which leaves out what stands behind an inner element (0.27.35: ``<p>Hello <b>World</b>
again</p>`` gives "World", then "Hello").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from docpipe.readers.office.pieces import Piece, Read, plain, written
from docpipe.readers.office.xml import name, parsed
from docpipe.readers.options import ReadOptions
from docpipe.types import Document, Source

_PLAIN_DOCTYPE = re.compile(rb"<!DOCTYPE\s[^\[>]*>")
"""One that only names its rules: they are not fetched. With rules inside, such as entities, it is refused."""


def read(data: bytes, source: Source, options: ReadOptions) -> Document:
    """The text of an XML file. Raises ReadError, LimitExceeded, NoText."""
    root = parsed(_PLAIN_DOCTYPE.sub(b"", data, count=1), source.name)
    return written(Read(list(_pieces(root, f"/{name(root)}"))), source)


def _pieces(element: Element, path: str) -> Iterator[Piece]:
    """An element with text beside its elements, or without elements, is a paragraph; any other one is its parts."""
    mixed = any(text and text.strip() for text in (element.text, *(one.tail for one in element)))
    if mixed or len(element) == 0:
        if text := plain(" ".join("".join(element.itertext()).split())):
            yield Piece("paragraph", text, path)
        return
    alike = Counter(map(name, element))
    counts: Counter[str] = Counter()
    for one in element:
        tag = name(one)
        counts[tag] += 1
        yield from _pieces(one, f"{path}/{tag}[{counts[tag]}]" if alike[tag] > 1 else f"{path}/{tag}")
