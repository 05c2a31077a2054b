"""The rules of the kind ``contract``, English: one module per group of fields.

A module has ``ANSWERS``, ``find(view) -> Iterable[Finding]`` and, where it chooses between candidates or computes,
``derive(document, findings) -> list[Finding]``, which returns all findings with its own fields settled.
"""

from __future__ import annotations

from itertools import chain

from docpipe.rules.contract import (
    amends,
    amounts,
    clauses,
    confidentiality,
    law,
    liability,
    obligations,
    ownership,
    parties,
    payment,
    penalties,
    renewal,
    scaled,
    signing,
    status,
    term,
    title,
)
from docpipe.rules.summary import contract as summary

MODULES = (
    parties,
    title,
    signing,
    term,
    renewal,
    law,
    amounts,
    scaled,
    payment,
    penalties,
    liability,
    ownership,
    confidentiality,
    obligations,
    amends,
    status,
    clauses,
    summary,
)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))
