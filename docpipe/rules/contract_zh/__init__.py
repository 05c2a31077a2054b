"""The rules of the kind ``contract``, Chinese: one module per group of fields, in the shape of the English ones.

They read sentences that have Han characters and leave the others alone.
"""

from __future__ import annotations

from itertools import chain

from docpipe.rules.contract_zh import (
    amounts,
    clauses,
    dollars,
    law,
    liability,
    obligations,
    parties,
    payment,
    penalties,
    printed,
    renewal,
    rights,
    signing,
    status,
    term,
    title,
)
from docpipe.rules.summary import contract_zh as summary

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
    dollars,
    printed,
    summary,
)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))
