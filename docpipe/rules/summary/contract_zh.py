"""The summary of a Chinese contract: see ``contract``."""

from __future__ import annotations

from collections.abc import Iterable

from docpipe.rules.summary.contract import ANSWERS, with_summary
from docpipe.rules.view import View
from docpipe.types import Document, Finding

__all__ = ["ANSWERS", "derive", "find"]


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """The findings with a summary in the document's own Chinese sentences."""
    return with_summary(document, findings, chinese=True)
