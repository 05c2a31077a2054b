"""Findings without a model, in two phases: ``find`` is local and quoted, ``derive`` is global.

``find`` sees one chunk; ``derive`` sees all findings of a document, united, and chooses between candidates or
computes what follows from several. A rule that is unsure finds nothing.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from docpipe.rules.view import View
from docpipe.types import Chunk, Document, Finding

RULES = {"contract": "docpipe.rules.contract"}
"""Kind → the package with its ``ANSWERS`` (fields), ``find(view)`` and ``derive(document, findings)``."""


def answers(kind: str) -> tuple[str, ...]:
    """The fields of a kind that rules can answer; the others are ``not_analyzed``."""
    return tuple(_rules(kind).ANSWERS) if kind in RULES else ()


def find(document: Document, chunk: Chunk, kind: str) -> list[Finding]:
    """What the rules of a kind find in one chunk, in the order of the text."""
    return sorted(_rules(kind).find(View(document, chunk)), key=lambda finding: finding.at) if kind in RULES else []


def derive(document: Document, findings: list[Finding], kind: str) -> list[Finding]:
    """The findings that stand, after choosing between candidates and adding what follows from them."""
    return list(_rules(kind).derive(document, findings)) if kind in RULES else findings


def _rules(kind: str) -> ModuleType:
    return import_module(RULES[kind])
