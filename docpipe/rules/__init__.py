"""Findings without a model, in two phases: ``find`` is local and quoted, ``derive`` is global.

``find`` sees one chunk; ``derive`` sees all findings of a document, united, and chooses between candidates or
computes what follows from several. A rule that is unsure finds nothing.

Each language has rules of its own, which read what is written in its script. Both derive for themselves; then their
findings are combined. The Chinese ones are imported when a document is Chinese, or partly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from msgspec.structs import replace

from docpipe.rules.later import compile_meanwhile
from docpipe.rules.unchosen import chosen
from docpipe.rules.unstruck import as_printed, unstruck
from docpipe.rules.view import View
from docpipe.rules.zh_script import is_chinese
from docpipe.types import Chunk, Document, Finding

RULES = {
    "contract": "docpipe.rules.contract",
    "financial_report": "docpipe.rules.report",
    "summary": "docpipe.rules.summary.document",
    "questions": "docpipe.rules.passages",
}
"""Kind → the package with its ``ANSWERS`` (fields) and its ``MODULES`` in the order in which they derive."""

CHINESE = {"contract": "docpipe.rules.contract_zh", "financial_report": "docpipe.rules.report_zh"}
"""The same for text in Chinese."""

COMBINED = {"contract": "docpipe.rules.bilingual", "financial_report": "docpipe.rules.report_zh.languages"}
"""Kind → the module whose ``combine`` makes one set of the findings of both languages."""


def answers(kind: str) -> tuple[str, ...]:
    """The fields of a kind that rules can answer; the others are ``not_analyzed``."""
    return tuple(_rules(kind).ANSWERS) if kind in RULES else ()


def prepare(kind: str, done: Callable[[], bool]) -> None:
    """Load the rules of a kind, and compile what they may need of patterns, until something is done."""
    answers(kind)
    compile_meanwhile(done)


def find(document: Document, chunk: Chunk, kind: str) -> list[Finding]:
    """What the rules of a kind find in one chunk, in the order of the text."""
    if kind not in RULES:
        return []
    document = _said(document, kind)
    view = View(document, chunk)
    found = _found(_rules(kind), view)
    if _in_chinese(document, kind):
        from docpipe.rules.bilingual import TAG, in_english

        found = [finding for finding in found if in_english(document, finding)]
        found += [replace(each, basis=TAG + each.basis) for each in _found(import_module(CHINESE[kind]), view)]
    return sorted(found, key=lambda finding: finding.at)


def derive(document: Document, findings: list[Finding], kind: str) -> list[Finding]:
    """The findings that stand, after choosing between candidates and adding what follows from them."""
    if kind not in RULES:
        return findings
    clear = _said(document, kind)
    found = _settled(clear, findings, kind)
    return found if clear is document else as_printed(document, found)


def _said(document: Document, kind: str) -> Document:
    """A document without what is struck, and a contract without what its parties did not choose."""
    return chosen(unstruck(document)) if kind == "contract" else unstruck(document)


def _settled(document: Document, findings: list[Finding], kind: str) -> list[Finding]:
    """What the rules of the document's languages derive, combined."""
    if not _in_chinese(document, kind):
        return _derived(_rules(kind), document, findings)
    from docpipe.rules.bilingual import TAG, untagged

    chinese = untagged(finding for finding in findings if finding.basis.startswith(TAG))
    english = [finding for finding in findings if not finding.basis.startswith(TAG)]
    chinese = _derived(import_module(CHINESE[kind]), document, chinese)
    english = _derived(_rules(kind), document, english)
    combined: list[Finding] = import_module(COMBINED[kind]).combine(document, english, chinese)
    return combined


def _found(package: ModuleType, view: View) -> list[Finding]:
    """The findings of every module of a package in one chunk."""
    return [finding for module in package.MODULES for finding in module.find(view)]


def _derived(package: ModuleType, document: Document, findings: list[Finding]) -> list[Finding]:
    """Each module settles its fields, in order; later modules see what earlier ones settled."""
    for module in package.MODULES:
        findings = module.derive(document, findings)
    return findings


@lru_cache(maxsize=2)
def _in_chinese(document: Document, kind: str) -> bool:
    """Whether a document has Chinese text that rules of the kind can read."""
    return kind in CHINESE and is_chinese(document.text)


def _rules(kind: str) -> ModuleType:
    return import_module(RULES[kind])
