"""docpipe: long PDFs into typed, verified, cited results, on your own machine.

The public names are resolved when they are first used: ``import docpipe`` loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from docpipe.version import VERSION

if TYPE_CHECKING:
    from docpipe.api import analyze, analyze_many, ask, ask_many, read
    from docpipe.errors import DocpipeError
    from docpipe.frames import frame
    from docpipe.kinds.base import Kind
    from docpipe.settings import Settings, load
    from docpipe.types import Check, Document, Evidence, Failure, Result, Trust

__version__ = VERSION

_PUBLIC = {
    "analyze": "docpipe.api",
    "analyze_many": "docpipe.api",
    "ask": "docpipe.api",
    "ask_many": "docpipe.api",
    "read": "docpipe.api",
    "frame": "docpipe.frames",
    "load": "docpipe.settings",
    "Settings": "docpipe.settings",
    "Kind": "docpipe.kinds.base",
    "DocpipeError": "docpipe.errors",
    "Check": "docpipe.types",
    "Document": "docpipe.types",
    "Evidence": "docpipe.types",
    "Failure": "docpipe.types",
    "Result": "docpipe.types",
    "Trust": "docpipe.types",
}

__all__ = [
    "Check",
    "DocpipeError",
    "Document",
    "Evidence",
    "Failure",
    "Kind",
    "Result",
    "Settings",
    "Trust",
    "analyze",
    "analyze_many",
    "ask",
    "ask_many",
    "frame",
    "load",
    "read",
]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'docpipe' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
