"""Summaries without a model: whole sentences of the document, chosen and left as they are, in the order of the text.

``document`` has the rules of the kind ``summary``. ``contract`` and ``report`` are modules for the packages of other
kinds: each has ``ANSWERS``, ``find`` and ``derive`` and is listed in their ``MODULES``, last. Everything is derived
from the whole document, so that the result does not depend on chunks.
"""
