"""Sentences of agreements, and what is quoted of them."""

from __future__ import annotations

from docpipe.rules.running import Sentence, goes_on, neighbours, sentences, smooth
from docpipe.rules.view import View
from docpipe.types import Quote

__all__ = ["LONGEST_QUOTE", "Sentence", "clause_quote", "goes_on", "neighbours", "sentences", "smooth"]

LONGEST_QUOTE = 560
"""Characters of a quoted sentence: longer ones are cut to the part that carries the value."""


def clause_quote(view: View, sentence: Sentence, start: int, end: int) -> Quote:
    """The sentence as a quote, or of a long one the part around ``text[start:end]``, cut between words."""
    begin, finish = 0, len(sentence.text)
    if finish > LONGEST_QUOTE:
        begin = max(0, min(start - LONGEST_QUOTE // 2, finish - LONGEST_QUOTE))
        finish = min(finish, max(begin + LONGEST_QUOTE, end))
        begin = _word_start(sentence.text, begin)
        finish = _word_start(sentence.text, finish) if finish < len(sentence.text) else finish
    return view.quote(sentence.start + begin, sentence.start + finish)


def _word_start(text: str, place: int) -> int:
    space = text.rfind(" ", 0, place + 1)
    return space + 1 if space >= 0 else 0
