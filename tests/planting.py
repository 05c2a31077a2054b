"""Personal data and secrets made up at random with right check digits, in every way of writing; where to plant them."""

from __future__ import annotations

import random
import string
import unicodedata
from dataclasses import dataclass

from docpipe.filters.identities import IBAN_LENGTHS, luhn

ALPHANUMERIC = string.ascii_letters + string.digits
TERMS = ("Project Nightjar", "Aldous Finchley", "海燕计划", "Müller-Großkopf", "XK-7741")


@dataclass(frozen=True)
class Plant:
    """``text`` as planted; ``bare`` is what must not be found again, squeezed; ``lead`` goes before it."""

    rule: str
    text: str
    bare: str
    lead: str = ""


def made(rng: random.Random) -> Plant:
    """One plant of a random sort, written in a random way."""
    return rng.choice((_email, _phone, _chinese_id, _iban, _card, _token, _password, _key, _term))(rng)


def squeezed(text: str) -> str:
    """What is the same in all ways of writing: compatibility forms, case, accents, signs and gaps taken off."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in unicodedata.normalize("NFKD", plain) if char.isalnum())


def _email(rng):
    name = f"{_letters(rng, 5)}.{_letters(rng, 7)}{rng.randrange(10, 99)}"
    domain = f"{_letters(rng, 6)}-{_letters(rng, 4)}.{rng.choice(('com', 'co.uk', 'com.cn', 'de'))}"
    gap = rng.choice(("", "", " ", "\n"))
    return Plant("email", _disguised(rng, f"{name}{gap}@{domain}"), f"{name}@{domain}", "write to ")


def _phone(rng):
    form = rng.choice(
        ("+49 (0)89 {:03d} {:02d}-{:02d}", "(212) 9{:02d}-4{:01d}{:02d}", "138{:04d}{:04d}", "138 {:04d} {:04d}")
    )
    number = form.format(rng.randrange(100, 999) % 100 + 100, rng.randrange(10), rng.randrange(10, 99))
    if form.startswith("138"):
        number = form.format(rng.randrange(1000, 9999), rng.randrange(1000, 9999))
    elif form.startswith("(212)"):
        number = f"(212) 9{rng.randrange(10, 99)}-{rng.randrange(1000, 9999)}"
    else:
        number = f"+49 (0)89 {rng.randrange(100, 999)} {rng.randrange(10, 99)}-{rng.randrange(10, 99)}"
    return Plant("phone", _disguised(rng, number), number, "Tel.: ")


def _chinese_id(rng):
    day = f"19{rng.randrange(50, 99)}{rng.randrange(1, 13):02d}{rng.randrange(1, 29):02d}"
    digits = f"{rng.choice(('110105', '330206', '440301'))}{day}{rng.randrange(1000):03d}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    check = "10X98765432"[sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % 11]
    number = digits + rng.choice((check, check.lower()))
    spaced = rng.choice((number, f"{number[:6]} {number[6:14]} {number[14:]}", f"{number[:9]}\n{number[9:]}"))
    return Plant("chinese_id", _disguised(rng, spaced), number, "身份证号码：")


def _iban(rng):
    country = rng.choice(("DE", "GB", "FR", "NL", "CH"))
    letters = {"GB": "WEST", "NL": "ABNA"}.get(country, "")
    body = letters + "".join(rng.choices(string.digits, k=IBAN_LENGTHS[country] - 4 - len(letters)))
    number = "".join(str(int(char, 36)) for char in f"{body}{country}00")
    iban = f"{country}{98 - int(number) % 97:02d}{body}"
    grouped = " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))
    form = rng.choice((iban, grouped, grouped.replace(" ", "-"), grouped.replace(" ", "\n", 1), iban.lower()))
    return Plant("iban", _disguised(rng, form), iban, "IBAN ")


def _card(rng):
    start, length = rng.choice((("4", 16), ("51", 16), ("37", 15), ("62", 16)))
    digits = start + "".join(rng.choices(string.digits, k=length - len(start) - 1))
    number = next(digits + check for check in string.digits if luhn(digits + check))
    fours = " ".join(number[i : i + 4] for i in range(0, 16, 4))
    grouped = f"{number[:4]} {number[4:10]} {number[10:]}" if length == 15 else fours
    form = rng.choice((number, grouped, grouped.replace(" ", "-"), grouped.replace(" ", "\n"), " ".join(number)))
    return Plant("card", _disguised(rng, form), number, "card no. ")


def _token(rng):
    token = rng.choice(
        (
            f"AKIA{_some(rng, string.ascii_uppercase + string.digits, 16)}",
            f"ghp_{_some(rng, ALPHANUMERIC, 36)}",
            f"github_pat_{_some(rng, ALPHANUMERIC, 40)}",
            f"xoxb-{_some(rng, string.digits, 12)}-{_some(rng, ALPHANUMERIC, 24)}",
            f"sk-proj-4{_some(rng, ALPHANUMERIC, 40)}",
            f"sk_live_{_some(rng, ALPHANUMERIC, 24)}",
            f"AIza{_some(rng, ALPHANUMERIC, 35)}",
            f"eyJ{_some(rng, ALPHANUMERIC, 20)}.eyJ{_some(rng, ALPHANUMERIC, 30)}.{_some(rng, ALPHANUMERIC, 30)}",
        )
    )
    cut = rng.randrange(6, len(token) - 6)
    broken = rng.choice((token, token, f"{token[:cut]}\n{token[cut:]}"))
    return Plant("secret", _disguised(rng, broken), token, "use ")


def _password(rng):
    word = f"{_letters(rng, 4)}{rng.randrange(100, 999)}{rng.choice('!?#%&')}{_letters(rng, 3).upper()}"
    lead = rng.choice(("password=", "Password: ", "passwd = ", "密码：", "API key: ", "client_secret="))
    return Plant("secret", _disguised(rng, word), word, lead)


def _key(rng):
    lines = "\n".join(_some(rng, ALPHANUMERIC + "+/", 64) for _ in range(3))
    name = rng.choice(("RSA ", "", "OPENSSH "))
    return Plant(
        "secret", f"-----BEGIN {name}PRIVATE KEY-----\n{lines}\n-----END {name}PRIVATE KEY-----", lines[:64], "key "
    )


def _term(rng):
    term = rng.choice(TERMS)
    form = rng.choice(
        (term, term.upper(), term.replace(" ", "\n"), term.replace("-", " "), term.replace(" ", "\u00a0"))
    )
    return Plant("blocked_term", _disguised(rng, form), term, "called ")


def _disguised(rng, text):
    """The text as some program may have written it."""
    way = rng.randrange(6)
    if way == 0:  # full-width
        return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)
    if way == 1:  # zero-width characters between others
        return "".join(char + rng.choice(("", "", "\u200b", "\u00ad", "\u2060", "\ufeff")) for char in text)
    if way == 2:
        return unicodedata.normalize("NFD", text)
    if way == 3:  # typographic hyphens and spaces
        return text.replace("-", rng.choice("‐‑–−")).replace(" ", rng.choice("\u00a0\u2009\u3000"))
    return text


def _letters(rng, count):
    return _some(rng, string.ascii_lowercase, count)


def _some(rng, characters, count):
    return "".join(rng.choices(characters, k=count))
