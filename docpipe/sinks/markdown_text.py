"""Any text as Markdown that shows it as it is."""

from __future__ import annotations

import re

from docpipe.sinks.rows import visible

_SPECIAL = re.compile(r"([\\`*_\[\]<>~])")
_BLOCK_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[-+=#]))")


def escape(text: str) -> str:
    """Text in which no character is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def plain(text: str) -> str:
    """Text on one line that Markdown leaves as it is."""
    return _BLOCK_START.sub(r"\1\\", inline(text))


def inline(text: str) -> str:
    """The same for text that does not begin a line."""
    return escape(" ".join(visible(text).split())).replace("|", "\\|").replace("&", "&amp;")
