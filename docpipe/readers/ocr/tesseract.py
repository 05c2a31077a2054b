"""Tesseract, where it is installed: a program of its own, asked through its command line for the words of a picture.

A page of Latin text takes it 1.5 s of computing where RapidOCR takes 5 to 7; East Asian text it reads badly.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from docpipe.errors import LimitExceeded, ReadError
from docpipe.patterns import compiled
from docpipe.words import Box

if TYPE_CHECKING:
    from PIL import Image  # not needed to see whether the program is there

LETTERS: Mapping[str, str] = {
    "eng": "",
    "fra": "àâæçéèêëîïôœùûüÿ",
    "deu": "äöüß",
    "spa": "áéíñóúü¿¡",
    "ita": "àèéìòù",
    "por": "àáâãçéêíóôõú",
    "nld": "éëïóöü",
    "dan": "æøåé",
    "nor": "æøåé",
    "swe": "åäöé",
    "fin": "åäö",
    "pol": "ąćęłńóśźż",
    "ces": "áčďéěíňóřšťúůýž",
    "hun": "áéíóöőúüű",
    "tur": "çğıöşü",
    "ron": "ăâîșțşţ",
}
"""The letters beyond a to z that its models of these languages know; those of other languages are not asked."""

MOST_LANGUAGES = 3
"""Each language that is asked for takes a page's time again."""

_EVERY_LATIN = "script/Latin"
TOO_LATE = "OCR took more than ocr_page_seconds; raise it with --set ocr_page_seconds=N"
_ROTATE, _SCRIPT = compiled(r"Rotate: (\d+)"), compiled(r"Script: (\w+)")
_WORD_LEVEL = "5"


class Read(Struct, frozen=True):
    """A word as read: its box in pixels and the confidence (0-1) in it."""

    text: str
    box: Box
    confidence: float


@lru_cache(maxsize=1)
def program() -> str | None:
    """Where the program is; None where it is not installed."""
    return shutil.which("tesseract")


@lru_cache(maxsize=1)
def models() -> tuple[str, ...]:
    """The names of the models that are installed with it, ``eng`` for instance; none where it cannot be run."""
    if program() is None:
        return ()
    try:
        listed = _run(["--list-langs"], b"", 30.0)
    except (ReadError, LimitExceeded):
        return ()
    return tuple(line.strip() for line in listed.splitlines()[1:] if line.strip())


def languages(text: str) -> str | None:
    """The models that know the letters of some text, as the program wants them named; None where none do."""
    if not any(map(str.isalpha, text)):
        return None
    foreign = {letter for letter in text.lower() if letter.isalpha() and not letter.isascii()}
    if foreign and min(foreign) >= "\u0250":
        return None
    if _EVERY_LATIN in models():
        return _EVERY_LATIN if all(letter < "\u0250" for letter in foreign) else None
    chosen = ["eng"] if "eng" in models() else []
    for name in sorted(set(models()) & set(LETTERS), key=lambda name: -len(foreign & set(LETTERS[name]))):
        if foreign & set(LETTERS[name]):
            chosen.append(name)
            foreign -= set(LETTERS[name])
    return "+".join(chosen) if chosen and not foreign and len(chosen) <= MOST_LANGUAGES else None


def read(image: Image.Image, wanted: str, seconds: float) -> list[list[Read]]:
    """The words of an upright picture of 200 dots an inch, line by line. Raises ReadError, LimitExceeded."""
    arguments = ["stdin", "stdout", "-l", wanted, "--psm", "3", "--dpi", "200", "tsv"]
    table = _run(arguments, _png(image), seconds)
    return [line for line in _lines(table) if line]


def upright(image: Image.Image, seconds: float) -> tuple[int, str]:
    """The quarters clockwise by which a picture's text is turned, and its script; 0 and nothing where it shows too
    little to tell, or the model for it is missing."""
    if "osd" not in models():
        return 0, ""
    try:
        told = _run(["stdin", "stdout", "--psm", "0", "--dpi", "200"], _png(image), seconds)
    except ReadError:  # too few characters
        return 0, ""
    rotate, script = _ROTATE.search(told), _SCRIPT.search(told)
    return (4 - int(rotate[1]) // 90) % 4 if rotate else 0, script[1] if script else ""


def _lines(table: str) -> Iterator[list[Read]]:
    rows = [row for line in table.splitlines() if len(row := line.split("\t")) == 12 and row[0] == _WORD_LEVEL]
    for _, own in groupby(rows, key=lambda row: row[1:5]):
        yield [_word(row) for row in own if row[11].strip()]


def _word(row: Sequence[str]) -> Read:
    left, top, width, height, sure = map(float, row[6:11])
    return Read(row[11].strip(), (left, top, left + width, top + height), max(0.0, sure / 100))


def _png(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.convert("L").save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _run(arguments: Sequence[str], picture: bytes, seconds: float) -> str:
    """What the program prints. Raises ReadError when it fails, LimitExceeded when its time is over.

    With one thread: several wait for each other by spinning, and on a busy machine a page takes minutes.
    """
    try:
        done = subprocess.run(
            [program() or "tesseract", *arguments],
            input=picture,
            capture_output=True,
            timeout=seconds,
            check=True,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired as error:
        raise LimitExceeded(TOO_LATE) from error
    except (OSError, subprocess.CalledProcessError) as error:
        raise ReadError(f"OCR failed (tesseract: {_said(error)})") from error
    return done.stdout.decode("utf-8", "replace")


def _said(error: OSError | subprocess.CalledProcessError) -> str:
    """The last line of what it complained of."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    lines = (error.stderr or b"").decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), f"exit status {error.returncode}")
