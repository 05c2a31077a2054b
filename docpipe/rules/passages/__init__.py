"""Questions in the user's own words → the passages of a document that carry them.

Lexical, and honest about it: BM25 over sentences, with the paragraph, the headings and a list's lead-in around them,
a small table of legal synonyms in English and Chinese, and a preference for sentences with a figure of the sort that
is asked for. A passage that rules read the wanted fact from comes first. Where nothing carries enough of a question's
words, the answer is that the document does not have it.

Measured with questions of our own on 365 contracts: see ``search.ENOUGH``.
"""

from __future__ import annotations

from docpipe.rules.passages.fields import Field, asked
from docpipe.rules.passages.index import Index, indexed
from docpipe.rules.passages.questions import Question, understood
from docpipe.rules.passages.search import Hit, Known, best

__all__ = ["ANSWERS", "Field", "Hit", "Index", "Known", "Question", "asked", "best", "indexed", "understood"]

ANSWERS = ("answers",)
