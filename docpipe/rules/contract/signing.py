from __future__ import annotations

from collections.abc import Iterable

from docpipe.rules.view import View
from docpipe.types import Document, Finding

ANSWERS: tuple[str, ...] = ("agreement_date", "effective_date", "effective_condition")


def find(view: View) -> Iterable[Finding]:
    return ()


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    return findings
