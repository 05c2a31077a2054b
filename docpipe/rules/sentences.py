"""Sentences of English legal text, cheaply: about 3 ms per 100,000 characters, where a trained splitter takes 230."""

from __future__ import annotations

import re

from docpipe.patterns import compiled
from docpipe.words import Span


def sentence_spans(text: str) -> list[Span]:
    """Where the sentences of a paragraph stand in it, without the white space between them."""
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if not _goes_on(text, start, match):
            spans.append((start, match.start("gap")))
            start = match.end()
    return [span for span in [*spans, (start, len(text))] if text[span[0] : span[1]].strip()]


_END = compiled(r"[.?!][)\]\"”’']*(?P<gap>\s+)(?=[\"“‘(\[]?\s?[A-Z0-9(])")
_ABBREVIATION = compiled(
    r"(?:\b(?:inc|corp|co|ltd|no|nos|sec|sect|art|par|para|cl|u\.s|u\.k|e\.g|i\.e|vs|v|mr|mrs|ms|dr|prof|rs|st|jr|sr|etc"
    r"|approx|fig|ex|exh|vol|al|dept|messrs|hon|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|p\.m|a\.m|cf|l\.p|n\.a"
    r"|s\.a|l\.l\.c|l\.l\.p|p\.l\.c|p\.c|s\.p\.a|s\.r\.l|k\.k|u\.s\.a|u\.s\.c|c\.f\.r|d\.c|bros|mfg"
    r"|blvd|ste|b\.v|n\.v|p\.o|ph\.d|n\.w|n\.e|s\.w|s\.e)|(?<![\w.])[A-Za-z])$",
    re.IGNORECASE,
)
_ENUMERATOR = compiled(
    r"\s*(?:(?:section|article|clause|schedule|exhibit)\s+)?[\dA-Za-z]{1,5}(?:\.[\dA-Za-z]{1,3})*$", re.IGNORECASE
)


def _goes_on(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether a full stop ends an abbreviation or a clause's number, and not a sentence."""
    if text[match.start()] != ".":
        return False
    before = text[max(start, match.start() - 12) : match.start()]
    following = text[match.end() : match.end() + 1]
    if _ABBREVIATION.search(before):
        # "Acme Inc. The Seller" is two sentences more often than "Acme Inc. Tower" is one name
        return not (
            re.search(r"(?i)\b(?:inc|corp|co|ltd|etc|l\.l\.c|l\.l\.p|p\.l\.c|d\.c|u\.s\.a)$", before)
            and _STARTER.match(text, match.end())
        )
    return (
        following.isalnum()
        and len(text[start : match.start()]) < 24
        and bool(_ENUMERATOR.fullmatch(text, start, match.start()))
    )


_STARTER = compiled(
    r"(?:The|This|These|Any|All|If|In|Each|Either|Neither|No|For|Upon|Such|Except|Notwithstanding|Subject|It)\b"
)
