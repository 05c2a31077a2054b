"""Ligatures whose letters a font does not tell: profit comes as ``pro\\ufffet``. The word tells which they are, where
one ligature makes a word of it and the others do not."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.patterns import compiled

HYPHEN = "\ufffe"
"""What PDFium gives for a hyphen at the end of a line, without breaking it, and for a character without a code."""

UNKNOWN = "\ufffd"
"""Stands for a ligature that no word tells: it is seen to be missing."""

LIGATURES = ("fi", "fl", "ff", "ffi", "ffl")

_STEMS = """
  affair affect affidavit affili affinit affirm affix afflict affluen afford amplifi artific baffle bailiff benefi
  bluff bonfire buffalo buffer buffet butterfly certifi certify chauffeur clarifi classifi cliff codifi coeffic coffee
  coffer coffin confid config confin confirm confisc conflat conflict crossfire cutoff defici define defini deflat
  deflect differ diffic diffract diffus diversifi dropoff effect efficac efficien effort electrifi fiber fibre fiction
  fide fidelity fiduciar field fierce fifteen fifth fifty fight figure file filed filer filial filing fill film filter
  final finaliz financ find finder fine finger finish finite fire firewall firm firmware first fiscal fish fisher fit
  fitness fitting five fix fixed fixing fixture flag flagship flame flammab flare flash flat flatten flavor flavour
  flaw flax fleet flesh flew flex flexib flies flight flint flip float flock flood floor florid florist flour flow
  flower fluctuat fluen fluid fluor flush flux flyer flying fortifi fulfil glorifi graffiti gratifi griffin griffith
  horrific humidifi identifi indemnifi infin inflam inflat inflict influen influx intensifi jeffrey justifi layoff
  leaflet magnifi microfilm misfit modifi muffin muffler netflix notifi nullifi off offenc offend offens offer offeree
  office official offline offload offset offshor offspring offtake orific outfit outflow overflow pacific pamflet
  payoff personifi plaintiff prefix proffer profic profil profit prolific purifi qualifi quantifi raffle ratifi
  rectifi refin reflat reflect reflex retrofit runoff sacrific satisfi scaffold scientific setoff sheriff shuffle
  signifi significa simplifi sniff solidifi specifi spinoff staff standoff stiff stiffen stratifi stuff suffer suffic
  suffix superfic takeoff tariff terrific testifi tiff tradeoff traffic unfinish unifi verifi vilifi waffle wildfire
  workflow writeoff
"""
"""Beginnings of words with a ligature, as the words of contracts and reports have them: of 11,867 such words on pages
of the development data they tell 99.7 %, and none wrongly."""

_BEGINNINGS = frozenset(_STEMS.split())

_LONG = 6
"""Letters of a beginning from which on anything may follow it."""

_BEFORE = frozenset(("", "re", "un", "in", "non", "pre", "out", "mis", "sub", "over", "under", "cash", "back", "dis"))
_BEHIND = frozenset(
    ("", "s", "ed", "d", "ing", "ings", "er", "ers", "es", "ly", "y", "r", "rs", "al", "ally", "ive", "able", "t", "ts")
)
_GAP = compiled(r"([A-Za-z]*)\ufffe([A-Za-z]*)")


def spelled_out(text: str, gaps: Sequence[int]) -> tuple[str, list[int]]:
    """A page's text with the ligatures at some offsets spelled out, and the offsets of the letters that came in.

    A gap without a letter beside it stays as it is; one that no word tells becomes ``UNKNOWN``.
    """
    parts: list[str] = []
    added: list[int] = []
    length = done = 0
    unmapped = set(gaps)
    for match in _GAP.finditer(text):
        at = match.end(1)
        if at not in unmapped or not (match[1] or match[2]):
            continue
        letters = ligature(match[1], match[2]) or UNKNOWN
        parts += [text[done:at], letters]
        length += at - done + len(letters)
        added.extend(range(length - len(letters) + 1, length))
        done = at + 1
    return "".join([*parts, text[done:]]), added


def ligature(left: str, right: str) -> str | None:
    """The one ligature that makes a word of the letters before and behind it; None if none does, or several."""
    left, right = left.lower(), right.lower()
    fitting = [letters for letters in LIGATURES if _is_word(left, letters, right)]
    return fitting[0] if len(fitting) == 1 else None


def _is_word(left: str, letters: str, right: str) -> bool:
    word, gap = left + letters + right, len(left)
    for start in (at for at in range(gap + 1) if word[:at] in _BEFORE):
        for end in range(gap + 1, len(word) + 1):
            known = word[start:end] in _BEGINNINGS
            if known and (word[end:] in _BEHIND or (end - start >= _LONG and end >= gap + len(letters))):
                return True
    return False
