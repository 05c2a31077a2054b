"""Secrets by their form: private keys, tokens of known services, what is called a password and looks like one."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from docpipe.patterns import compiled

Found = tuple[int, int, str]
"""Start, end, rule."""

_KEY_NAME = r"[A-Z \n]{0,24}PRIVATE[ \n]?KEY(?: ?BLOCK)?"
_PRIVATE_KEY = compiled(
    rf"(?:-{{2,5}}[ \n]?)?BEGIN{_KEY_NAME}(?:[^\x00]{{0,20000}}?END{_KEY_NAME}(?:[ \n]?-{{2,5}})?|"
    r"(?:[ \n]?-{2,5})?(?:\s*[A-Za-z0-9+/=]{24,})*(?:\s*[A-Za-z0-9+/]{1,76}={1,2})?)"
)

_LONG_WORD = compiled(r"[A-Za-z0-9_+/=.:@-]{16,}")
_NO_PROSE = compiled(r"[0-9]|[A-Z]{16}|[a-z][A-Z]|://")
"""In every long word that may hold a token; few words of prose are that long, and hardly any has one of these."""

_TOKEN = compiled(
    r"""(?:AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Z0-9])   # Amazon
    | gh[oprsu]_[A-Za-z0-9]{20,255} | github_pat_[A-Za-z0-9_]{20,255} | glpat-[A-Za-z0-9_-]{16,64}
    | xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}                           # Slack
    | hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/+_-]{20,}
    | sk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,250}                              # OpenAI, Anthropic and their like
    | [prs]k_(?:live|test)_[A-Za-z0-9]{10,250}                                  # Stripe
    | AIza[A-Za-z0-9_-]{35} | ya29\.[A-Za-z0-9_-]{20,}                          # Google
    | eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}             # a JSON web token
    | npm_[A-Za-z0-9]{36} | hf_[A-Za-z0-9]{30,40} | pypi-AgE[A-Za-z0-9_-]{50,}
    | SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}                                  # SendGrid
    | (?<=AccountKey=)[A-Za-z0-9+/]{86}==                                       # Azure
    | (?<=://)[^\s\x00/:@]{1,64}:[^\s\x00/@]{3,128}(?=@)                        # a user's password in an address
    | (?<=[Bb]earer\ )[A-Za-z0-9._~+/=-]{20,}""",
    re.VERBOSE,
)
_STEMS = ("pass", "pwd", "api", "secret", "token", "access", "credential", "密码", "口令", "密钥", "令牌")
_NAME = compiled(
    r"(?:pass(?:word|wd|phrase|code)|pwd|(?:api|access)[ _-]?key|secret|token|credential|密码|口令|密钥|令牌)"
    r"(?:[ _-](?:key|token))?"
)
_GIVEN = compiled(r"""[ \n]?["']?[ \n]?(:=|[:=]|is\b|为|是)[ \n]?["']?([^\s\x00"'<>]{6,256})""")
_CASE = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}

CODE_BITS, PROSE_BITS = 2.5, 2.75
"""Shannon entropy in bits per character that a password has at least, after ``=`` or ``:``, and after ``is``.
English words of 8 letters lie at 2.4 to 3.0: entropy alone tells little, so kinds of characters are counted too."""

LONG, LONG_BITS = 12, 3.0
"""After ``=`` letters alone are enough when there are this many, this varied."""


def find(text: str) -> Iterator[Found]:
    """Every secret in a folded text; finds may overlap."""
    if "PRIVATE" in text:
        yield from _all(_PRIVATE_KEY.finditer(text))
    for word in _LONG_WORD.finditer(text):
        if _NO_PROSE.search(word.group()):
            yield from _all(_TOKEN.finditer(text, *word.span()))
    yield from _named(text)


def _all(matches: Iterator[re.Match[str]]) -> Iterator[Found]:
    return ((match.start(), match.end(), "secret") for match in matches)


def _named(text: str) -> Iterator[Found]:
    """What stands behind a name such as ``password``."""
    lower = text.lower()
    if len(lower) != len(text):  # İ becomes two characters
        lower = text.translate(_CASE)
    for stem in _STEMS:
        at = lower.find(stem)
        while at >= 0:
            name = _NAME.match(lower, at)
            given = name and _GIVEN.match(text, name.end())
            if given:
                value = given[2].rstrip(".,;:!?)]}。，；、")
                if _looks_secret(value, given[1]):
                    yield given.start(2), given.start(2) + len(value), "secret"
            at = lower.find(stem, at + 1)


def _looks_secret(value: str, said: str) -> bool:
    """Two kinds of characters after ``=`` or ``:``, three in prose; words and references are none."""
    if len(value) < 6 or value.startswith(("http", "$", "{", "[")) or re.fullmatch(r"[0-9]+-[a-z]+|[\W_]+", value):
        return False
    kinds = [bool(re.search(kind, value)) for kind in ("[a-z]", "[A-Z]", "[0-9]", r"[^A-Za-z0-9.,/()\-]")]
    worded = re.fullmatch(r"[A-Za-z][a-z]*(?:[./-][A-Za-z][a-z]*)*", value)
    bits = _bits(value)
    if said in (":", "=", ":="):
        mixed = not worded and sum(kinds) >= 2 and bits >= CODE_BITS
        return mixed or (said != ":" and len(value) >= LONG and bits >= LONG_BITS)
    return not worded and sum(kinds) >= 3 and bits >= PROSE_BITS


def _bits(value: str) -> float:
    """Shannon entropy per character."""
    return -sum(count / len(value) * math.log2(count / len(value)) for count in Counter(value).values())
