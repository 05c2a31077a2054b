"""Lists of duties, "shall (a) …; and (b) …", in a sentence or below it, and the full numbers of clauses."""

from __future__ import annotations

import re

from msgspec import Struct

from docpipe.patterns import compiled
from docpipe.rules.contract.clause_text import Sentence, letters
from docpipe.rules.view import NEIGHBOURS, View
from docpipe.types import Paragraph
from docpipe.words import Span


class Item(Struct, frozen=True):
    """One item: its place in the document, and its number as printed."""

    span: Span
    number: str | None


class Items(Struct, frozen=True):
    """A list. ``prefix`` are the words that each item goes on: "deliver" of "shall deliver (a) …"; ``until`` is where
    they end in the sentence. ``either`` tells that "or" stands between the items, or nothing behind a prefix."""

    prefix: str
    until: int
    items: tuple[Item, ...]
    either: bool


LONGEST_PREFIX = 240
"""Letters of the words that lead to a list beside subject and verb: longer ones are a clause of their own."""

LONGEST_LIST = 20
"""Items of a list that are read."""

LONGEST_HEADING = 40
"""Letters of an item with a capital letter and no full stop that is a heading, and no duty."""

_MARK = compiled(r"(?:^|(?<=\s))\((?P<mark>[a-z]|[ivx]{1,4}|\d{1,2})\)\s+(?=\w)")
_FIRST = compiled(r"a|i|1")
_ITEM = compiled(r"\s*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})[).]|[•●▪·o-])\s+(?=[a-zA-Z])")
_NO_VERB = compiled(
    r"(?:The|An?|If|Any|All|Each|Either|Neither|Except|Notwithstanding|In|For|On|At|Such|This|That|No|Subject|Upon|When"
    r"|Where|Unless)\b|[A-Z]\w+\s+(?:shall|will|must|may|agrees?)\b"
)
"""How an item begins that is a clause of its own, and no duty of who stands above the list."""

_CLAUSE = compiled(
    r"(?:if|unless|[A-Z]\w+\s+(?:shall|will|must|may|agrees?)|\w+\s+[A-Z]\w+\s+(?:shall|will|must|may)"
    r"|In\s+(?:addition|the\s+event)|(?:The|An?|Each|Any|No|All)\s[^,;.]{2,80}?\s(?:shall|will|must|may))\b"
)
"""The same below words that lead on to a noun: "the following insurance:" goes on with "(a) The …", too."""

_ITEM_END = compiled(r"[;\u037e.](?:\s|$)")
_TO_LIST = compiled(r"(?:(?:at|in|during|upon|from|with|on|for|as|also|throughout)\b[^:]{0,80})?[:,]?\s*")
_DO = compiled(r"(?:do|perform|take|observe|comply\s+with)\s+(?:all\s+(?:of\s+)?)?the\s+following(?:\s+\w+){0,2}")
_JOINS = compiled(r"\b(and|or)[\s,]*\Z")
_LEADS_ON = compiled(r"\b(?:that|of|from|for|against|by|if|with|under|on|in|to)\Z")
_BARE = compiled(r"\(|[A-Za-z][.)]|[ivx]{1,5}[.)]")
"""A number that says nothing without the one that it stands under."""

_ANNEX = compiled(r"(?i)(?:exhibit|schedule|annex|appendix|attachment|addendum)\b")
_WORD = compiled(r"(?i)(?:section|article|clause)\s+(?=\d)")


def in_sentence(sentence: Sentence, begin: int) -> Items | None:
    """The list that goes on a sentence behind ``begin``; None where there is none."""
    marks: list[re.Match[str]] = []
    for match in _MARK.finditer(sentence.text, begin):
        if is_next(marks[-1]["mark"], match["mark"]) if marks else _FIRST.fullmatch(match["mark"]):
            marks.append(match)
    if len(marks) < 2:
        return None
    prefix = _prefix(sentence.text, begin, marks[0].start())
    if prefix is None:
        return None
    ends = [*(mark.start() for mark in marks[1:]), len(sentence.text)]
    items = (
        Item((sentence.start + mark.end(), sentence.start + end), f"({mark['mark']})")
        for mark, end in zip(marks, ends, strict=True)
    )
    word = _joining(sentence.text[begin : marks[-1].start()])
    return Items(prefix, marks[0].start(), tuple(items), _either(prefix, word))


def below(view: View, sentence: Sentence, begin: int) -> Items | None:
    """The paragraphs "(a) …", "(b) …" behind a sentence that ends its paragraph with a colon; None without them."""
    if not sentence.text.endswith(_OPENS) or sentence.end < sentence.paragraph.end:
        return None
    prefix = _prefix(sentence.text, begin, len(sentence.text.rstrip("-–—")))
    if prefix is None:
        return None
    found: list[Item] = []
    word = ""
    for paragraph in view.after(sentence.paragraph, LONGEST_LIST):
        match = _ITEM.match(paragraph.text)
        if match is None or (found and not _goes_on(found[-1], paragraph)):
            break
        stop = _ITEM_END.search(paragraph.text, match.end())
        short = letters(paragraph.text) < LONGEST_HEADING and paragraph.text[match.end()].isupper() and not prefix
        if stop is None and (short or paragraph.text.rstrip().endswith(":")):
            break
        if (_CLAUSE if prefix else _NO_VERB).match(paragraph.text, match.end()):
            break
        end = stop.start() if stop else len(paragraph.text)
        found.append(Item((paragraph.start + match.end(), paragraph.start + end), _bare(paragraph)))
        word = word or _joining(paragraph.text)
    return Items(prefix, len(sentence.text), tuple(found), _either(prefix, word or "and")) if found else None


_OPENS = (":", ":-", ":–", ":—", ": -", "–", "—")
"""What a list stands below; leases write a colon with a dash."""


def _joining(text: str) -> str:
    """The word that a text ends with, if it joins what follows: "and", "or"."""
    match = _JOINS.search(text)
    return match[1] if match else ""


def _either(prefix: str, word: str) -> bool:
    """Of "damage by (a) fire or (b) flood" both are meant."""
    return (word == "or" or bool(prefix and not word)) and not _LEADS_ON.search(prefix)


def _bare(paragraph: Paragraph) -> str | None:
    """The number of an item, if it has one: no bullet."""
    number = paragraph.number or paragraph.text.split(None, 1)[0]
    return number if _BARE.match(number) else None


def _goes_on(before: Item, paragraph: Paragraph) -> bool:
    """Whether a paragraph is the next item: "(a)" behind "(c)" begins another list."""
    return before.number is None or (number := _bare(paragraph)) is None or is_next(before.number, number)


def _prefix(text: str, begin: int, end: int) -> str | None:
    """The words that lead to a list behind the verb; None where they are no part of its items."""
    if _TO_LIST.fullmatch(text, begin, end):
        return ""
    words = text[begin:end].rstrip(" :,")
    if _DO.fullmatch(words):
        return ""
    return words if letters(words) <= LONGEST_PREFIX and not re.search(r"[;:]|\.\s", words) else None


def is_next(before: str, after: str) -> bool:
    """Whether a mark is the next one of a series: "(b)" behind "(a)", "(i)" behind "(h)", "ii." behind "i."."""
    one, other = before.strip("(). "), after.strip("(). ")
    if one.isdecimal() and other.isdecimal():
        return int(other) == int(one) + 1
    if len(one) == len(other) == 1 and ord(other) == ord(one) + 1:
        return True
    return one in _ROMANS and _ROMANS[_ROMANS.index(one) + 1 : _ROMANS.index(one) + 2] == [other]


_COUNTED = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"
_ROMANS = _COUNTED.split()


def whole_number(view: View, paragraph: Paragraph, number: str | None) -> str | None:
    """The number of a clause with those that it stands under: ``3.2(a)`` of "(a)" below "3.2", ``2.b`` of "b."."""
    if number is None:
        return _of_heading(view, paragraph)
    if not _BARE.match(number):
        return number
    last, depth = number, _depth(number)
    for before in reversed(view.before(paragraph, NEIGHBOURS)):
        own = before.number if before.kind != "footnote" else None
        if (own is None and before.kind == "heading" and before.level == 1) or (own and _ANNEX.match(own)):
            break
        if own is None or not (own[0].isalnum() or own[0] == "("):  # a bullet
            continue
        if is_next(own, last):
            last, depth = own, _depth(own)
        elif _depth(own) < depth:
            number, last, depth = under(_WORD.sub("", own), number), own, _depth(own)
            if not _BARE.match(own):
                break
    return number.rstrip(".")


def _depth(number: str) -> int:
    """How deep a number stands: "4." over "4.2" over "(a)" over "(ii)" over "(1)"."""
    if not _BARE.match(number):
        return 1 + number.count(".", 0, len(number) - 1)
    bare = number.strip("(). ")
    return 12 if bare.isdecimal() else 11 if bare in _ROMANS else 10


def _of_heading(view: View, paragraph: Paragraph) -> str | None:
    """The number of the heading that a paragraph without a number stands under."""
    for before in reversed(view.before(paragraph, NEIGHBOURS)):
        if before.kind == "heading":
            own = before.number
            return None if own is None or _ANNEX.match(own) else _WORD.sub("", own).rstrip(".")
    return None


def under(above: str | None, number: str) -> str:
    """A number behind the one that it stands under."""
    return f"{above.rstrip('.') if above else ''}{'' if number[0] == '(' or not above else '.'}{number}".rstrip(".")
