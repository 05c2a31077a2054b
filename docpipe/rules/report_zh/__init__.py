"""The rules of the kind ``financial_report``, Chinese: the steps of the English ones, with tables of Chinese words.

Statements under standards of the mainland and of Hong Kong, in simplified and traditional characters.
"""

from __future__ import annotations

from itertools import chain

from docpipe.rules.report_zh import auditor, dividends, facts, identities, items
from docpipe.rules.summary import report as told

MODULES = (facts, items, dividends, identities, auditor, told)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))
