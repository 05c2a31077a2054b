"""The rules of the kind ``contract``, Chinese: one module per group of fields, in the shape of the English ones.

They read sentences that have Han characters and leave the others alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from docpipe.rules.contract_zh import (
    amounts,
    clauses,
    law,
    liability,
    obligations,
    parties,
    payment,
    penalties,
    renewal,
    rights,
    signing,
    status,
    term,
    title,
)
from docpipe.rules.view import View
from docpipe.types import Document, Finding

MODULES = (
    title,
    parties,
    signing,
    term,
    renewal,
    law,
    amounts,
    payment,
    penalties,
    liability,
    rights,
    obligations,
    status,
    clauses,
)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))


def find(view: View) -> Iterable[Finding]:
    """The findings of every module in one chunk."""
    return chain.from_iterable(module.find(view) for module in MODULES)


def derive(document: Document, findings: list[Finding]) -> list[Finding]:
    """Let each module settle its fields, in order; later modules see what earlier ones settled."""
    for module in MODULES:
        findings = module.derive(document, findings)
    return findings
