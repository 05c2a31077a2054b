"""The rules of the kind ``financial_report``, English: one module per step.

``cover`` and ``statements`` say what the report is and which tables are its statements, ``lines`` and ``periods`` what
stands in these, ``labels`` which items the lines are. What is chosen among all of a document is chosen once, so that
the findings of a chunk are those of the whole that stand in it.
"""

from __future__ import annotations

from itertools import chain

from docpipe.rules.report import auditor, dividends, facts, identities, items, shares
from docpipe.rules.summary import report as told

MODULES = (facts, items, dividends, shares, identities, auditor, told)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))
