"""What stands between two lines of one paragraph, and whether the first one's hyphen goes."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from docpipe.patterns import compiled

HYPHENS = ("-", "‐", "\xad")
"""What a broken word's first part ends with."""

_PART_BEFORE, _PART_BEHIND = compiled(r"[^\W\d_]-?\Z"), compiled(r"-?[^\W\d_]")
_BREAK = compiled(r"\n(?<=[-‐\xad]\n)")  # one character first, which is found in a tenth of the time of several
_HEAD, _TAIL = compiled(r"(?<![^\W\d_])[^\W\d_]+\Z"), compiled(r"[^\W\d_]*")
_REST = compiled(r"[^\W\d_]+")
_HYPHENED_END = compiled(r"(?<![-‐\w])([^\W\d_]+)[-‐\xad]$")
_COMPOUND_END = compiled(r"[-‐][^\W\d_]+[-‐]$")
_FIRST_LETTERS = compiled(r"[^\W\d_]+")
FEW = 64
"""Words that are looked for in all of the text, 1 µs a page for each. For more, what stands between its spaces is
kept once of each: 60 µs a page, and a sixth of the text to look in."""

EAST_ASIAN = "\u2e80"
_EAST_ASIAN = (("\u2e80", "\u9fff"), ("\uf900", "\ufaff"), ("\ufe30", "\ufe4f"), ("\uff00", "\uffef"))
_REAL_HYPHEN_HEADS = """non self co pre post sub anti semi multi inter intra cross third first second well long short
full half high low world state set start follow work sign buy sell mark pay year day month twenty thirty forty fifty
sixty"""
_REAL_HYPHENS = frozenset(_REAL_HYPHEN_HEADS.split())
"""First parts that keep their hyphen when nothing else in the document decides."""

_ENDINGS = """tion tions tional tionally sion sions sional ment ments mental ments ness nesses ity ities ility ilities
bility bilities ance ances ence ences ency encies ancy ancies ant ants ent ents ently antly ation ations ational ization
izations isation isations ize izes ized izing ise ised ises ising fy fies fied fying fication fications ing ings ingly
ed edly er ers or ors ory ories ary aries ery eries ive ives ively ous ously al als ally ial ially ical ically ic ics
ible ibly able ably ful fully less ly ship ships manship dom hood ure ures ture tures ture tural ular ularly ular
cial cially tial tially tive tives tively tor tors ter ters der ders ber bers mer mers ner ners per pers ser sers ver
vers tomer tomers pany panies ule ules dent dents ant vider viders cient ciently gree grees nal nally nary mum sult
rials rial teria terial terials tify tified ties ty ries ry rized rizes rize rizing nized nizes nize nizing lized lizes
lizing tained taining ceed ceeds ceived ceiving quired quiring quirement quirements scribed scribing"""
_BROKEN_ENDS = frozenset(_ENDINGS.split())
"""How words end that a typesetter broke, as they come after the hyphen. The document's own words go first."""

_COMPOUND_ENDS = """based related wide held made mentioned described facing threatening compliant recognized earning
bearing binding hire pocket owned free backed specific employer party parties year term time paid known going
current down downs off offs out outs in ins up ups back backs through over house line side end type class mail
looking sharing making"""
_COMPOUNDS = frozenset(_COMPOUND_ENDS.split())
"""Last parts of compounds; the hyphen before them is real when nothing else in the document decides."""


class Vocabulary(Struct):
    """The words of the texts of some regions, folded, compounds with their hyphens; a region may begin with the rest
    of a word.

    A contract asks for ten words: they are looked for, in half the time that it takes to list all words; and not even
    the text is folded for one that asks for none. A long report asks for hundreds.
    """

    regions: Iterable[str]
    folded: str | None = None
    known: dict[str, bool] = field(default_factory=dict)

    def __contains__(self, word: str) -> bool:
        if word not in self.known:
            self.known[word] = self._has(word)
        return self.known[word]

    def _has(self, word: str) -> bool:
        if self.folded is None:
            texts = [region[rest.end() :] if (rest := _REST.match(region)) else region for region in self.regions]
            lines = _unbroken("\n".join(texts)).split("\n")
            self.folded = "\n".join([line.casefold() for line in lines])  # one quotation mark makes a whole text slow
        if len(self.known) == FEW:
            self.folded = "\n".join(set(self.folded.split()))
        at = self.folded.find(word)
        while at >= 0 and not _stands_alone(self.folded, at, at + len(word)):
            at = self.folded.find(word, at + 1)
        return at >= 0


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a word, or compound, is no part of a longer one."""
    return not (_PART_BEFORE.search(text[max(0, start - 2) : start]) or _PART_BEHIND.match(text, end))


def _unbroken(text: str) -> str:
    """The text without the parts of words at the ends of lines and the next ones' heads: they are no words."""
    kept: list[str] = []
    at = 0
    for end in _BREAK.finditer(text):
        hyphen = end.start() - 1
        line = max(at, text.rfind("\n", at, hyphen))
        head = _HEAD.search(text, line, hyphen)
        if head is not None:
            kept.append(text[at : head.start()])
            tail = _TAIL.match(text, end.end())
            at = tail.end() if tail else end.end()
    return " ".join([*kept, text[at:]])


def joint(before: str, line: str, vocabulary: Vocabulary) -> tuple[str, int]:
    """What joins two lines, and how many characters the first one loses at its end."""
    if not before.endswith(HYPHENS):
        return ("", 0) if is_east_asian(before[-1:]) and is_east_asian(line[:1]) else (" ", 0)
    if before.endswith("\xad"):
        return "", 1
    if _COMPOUND_END.search(before[-40:]) and _FIRST_LETTERS.match(line):
        return "", 0  # a compound of three parts or more: work-for-hire
    hyphened = _HYPHENED_END.search(before[-40:])
    if hyphened is not None and (rest := _FIRST_LETTERS.match(line)):
        return "", 1 if _broken(hyphened[1], rest[0], vocabulary) else 0
    return " ", 0


def _broken(head: str, tail: str, vocabulary: Vocabulary) -> bool:
    """Whether head-tail is one word that the typesetter broke, not a compound."""
    if tail[0].isupper():
        return False
    first, second = head.casefold(), tail.casefold()
    if len(first) == 1:
        return False  # e-mail
    if first + second in vocabulary:
        return True
    if f"{first}-{second}" in vocabulary:
        return False
    if second in _BROKEN_ENDS and second not in vocabulary:
        return True
    if first in _REAL_HYPHENS or second in _COMPOUNDS:
        return False
    return not (first in vocabulary and second in vocabulary)


def is_east_asian(character: str) -> bool:
    """Whether a character is of a script without spaces between words; as a pattern this takes 2 ms to compile."""
    return character >= EAST_ASIAN and any(first <= character <= last for first, last in _EAST_ASIAN)
