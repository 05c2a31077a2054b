"""The rules of the kind ``summary``, for text in English and Chinese."""

from __future__ import annotations

from itertools import chain

from docpipe.rules.summary import figures, organisations, overview, title

MODULES = (title, overview, figures, organisations)
ANSWERS = tuple(chain.from_iterable(module.ANSWERS for module in MODULES))
