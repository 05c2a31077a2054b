"""XML from strangers: parsed without document types, so without entities, expansions and references to elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from docpipe.errors import LimitExceeded, ReadError

MOST_DEPTH = 500
"""Elements inside each other; a table in a table in a text box has about 40."""


def parsed(data: bytes, part: str) -> Element:
    """The root of an XML file, tags as ``{namespace}name``. Raises ReadError, LimitExceeded (nested too deep).

    A document type is refused: Office writes none, and entities, bombs of them and external references need one.
    """
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise LimitExceeded(f"{part}: elements are nested more than {MOST_DEPTH} deep; save the file anew as PDF")
        builder.start(_name(tag), {_name(name): value for name, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_name(tag))

    def refuse(*_: object) -> NoReturn:
        raise ReadError(f"{part}: declares a document type, which files of this format never do; it may be an attack")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, UnicodeError, AssertionError) as error:
        raise ReadError(f"{part}: is damaged ({error}); ask for the file again") from error
    root = builder.close()
    assert root is not None
    return root


def name(element: Element) -> str:
    """An element's tag without its namespace."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, wanted: str, default: str = "") -> str:
    """An attribute's value, whatever its namespace."""
    for key, value in element.items():
        if key.rpartition("}")[2] == wanted:
            return value
    return default


def child(element: Element | None, *path: str) -> Element | None:
    """The first descendant along a path of tags, whatever their namespace."""
    for tag in path:
        element = next((one for one in element if name(one) == tag), None) if element is not None else None
    return element


def children(element: Element | None, tag: str) -> Iterator[Element]:
    """Those directly below, whatever their namespace."""
    return (one for one in (element if element is not None else ()) if name(one) == tag)


def _name(tag: str) -> str:
    return "{" + tag if "}" in tag else tag
