"""What a Word file says of its paragraphs elsewhere: styles, and the numbers that Word counts itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from docpipe.readers.office.xml import attribute, child, children

_HEADING = re.compile(r"(?:heading|überschrift|titre|标题)\s*(\d)", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"%(\d)")
BULLET = "•"
MOST_INHERITED = 20
"""Styles that build on each other; Word allows about eleven."""


class Style(Struct, frozen=True):
    """A paragraph style: its name, what it builds on, its outline level from 0, and its list."""

    name: str
    based_on: str | None = None
    outline: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    vanish: bool = False


class Styles(Struct, frozen=True):
    """The styles of a file by id; what a style does not say, the one that it builds on does."""

    by_id: Mapping[str, Style]

    @classmethod
    def of(cls, root: Element | None) -> Styles:
        return cls({attribute(one, "styleId"): _style(one) for one in children(root, "style")})

    def line(self, name: str) -> list[Style]:
        """A style and those that it builds on, nearest first."""
        found: list[Style] = []
        at: str | None = name
        while at and (style := self.by_id.get(at)) and len(found) < MOST_INHERITED:
            found.append(style)
            at = style.based_on
        return found

    def level(self, name: str) -> int | None:
        """The level of a heading's style from 1; None for the style of a paragraph."""
        for style in self.line(name):
            if style.name.lower() in ("title", "标题"):
                return 1
            if match := _HEADING.match(style.name):
                return int(match[1])
            if style.outline is not None and style.outline < 9:
                return style.outline + 1
        return None


def _style(element: Element) -> Style:
    about = child(element, "pPr")
    outline, listed = child(about, "outlineLvl"), child(about, "numPr")
    return Style(
        name=_value(child(element, "name")) or "",
        based_on=_value(child(element, "basedOn")),
        outline=_number(_value(outline)),
        list_id=_value(child(listed, "numId")),
        list_level=_number(_value(child(listed, "ilvl"))),
        vanish=is_on(child(element, "rPr", "vanish")),
    )


class Level(Struct, frozen=True):
    """How one level of a list counts: ``text`` has ``%1`` for the number of the first level."""

    start: int
    form: str
    text: str
    restart: int | None = None
    legal: bool = False


class Lists(Struct):
    """The lists of a file, counted as its paragraphs come."""

    kinds: Mapping[str, str]
    levels: Mapping[str, Mapping[int, Level]]
    starts: Mapping[tuple[str, int], int]
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    begun: set[tuple[str, int]] = field(default_factory=set)

    @classmethod
    def of(cls, root: Element | None) -> Lists:
        levels = {
            attribute(one, "abstractNumId"): {int(attribute(each, "ilvl", "0")): _level(each) for each in _levels(one)}
            for one in children(root, "abstractNum")
        }
        kinds: dict[str, str] = {}
        starts: dict[tuple[str, int], int] = {}
        for one in children(root, "num"):
            name = attribute(one, "numId")
            kinds[name] = _value(child(one, "abstractNumId")) or ""
            for each in children(one, "lvlOverride"):
                begin = _number(_value(child(each, "startOverride")))
                if begin is not None:
                    starts[name, int(attribute(each, "ilvl", "0"))] = begin
        return cls(kinds, levels, starts)

    def label(self, name: str, level: int) -> str:
        """The next number of a list at a level (from 0), as it is printed; empty where there is none."""
        kind = self.kinds.get(name, "")
        levels = self.levels.get(kind, {})
        if level not in levels:
            return ""
        counts = self.counts.setdefault(kind, {})
        own = levels[level]
        if (name, level) in self.starts and (name, level) not in self.begun:
            self.begun.add((name, level))
            counts[level] = self.starts[name, level]
        else:
            counts[level] = counts[level] + 1 if level in counts else own.start
        for deeper in [at for at in counts if at > level and levels.get(at, own).restart != 0]:
            del counts[deeper]
        if own.form == "bullet":
            return BULLET

        def shown(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            form = levels[at].form if at in levels else "decimal"
            count = counts.get(at, levels[at].start if at in levels else 1)
            return printed(count, "decimal" if own.legal and at != level else form)

        return _PLACEHOLDER.sub(shown, own.text).strip()


def _levels(element: Element) -> list[Element]:
    return [one for one in children(element, "lvl") if attribute(one, "ilvl", "0").isdecimal()]


def _level(element: Element) -> Level:
    start = _number(_value(child(element, "start")))
    return Level(
        start=1 if start is None else start,
        form=_value(child(element, "numFmt")) or "decimal",
        text=_value(child(element, "lvlText")) or "",
        restart=_number(_value(child(element, "lvlRestart"))),
        legal=is_on(child(element, "isLgl")),
    )


def printed(count: int, form: str) -> str:
    """A number in one of Word's forms; Arabic in those that are not known."""
    return _FORMS.get(form, str)(count)


def _letters(count: int) -> str:
    """a … z, aa, bb …, as Word counts."""
    return chr(ord("a") + (count - 1) % 26) * min(1 + (count - 1) // 26, 30) if count > 0 else str(count)


def _roman(count: int) -> str:
    if not 0 < count < 4000:
        return str(count)
    text = ""
    for value, sign in _ROMAN:
        text += sign * (count // value)
        count %= value
    return text


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def _chinese(count: int) -> str:
    digits = "零一二三四五六七八九"
    if not 0 < count < 100:
        return "".join(digits[int(digit)] for digit in str(max(count, 0)))
    tens, ones = divmod(count, 10)
    return ("" if tens < 2 else digits[tens]) + ("十" if tens else "") + (digits[ones] if ones else "")


def _ordinal(count: int) -> str:
    ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


_FORMS: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": "{:02d}".format,
    "lowerLetter": _letters,
    "upperLetter": lambda count: _letters(count).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "ordinal": _ordinal,
    "none": lambda _: "",
    "chineseCounting": _chinese,
    "chineseCountingThousand": _chinese,
    "japaneseCounting": _chinese,
    "ideographDigital": _chinese,
    "decimalEnclosedCircle": lambda count: chr(0x245F + count) if 0 < count < 21 else str(count),
    "decimalEnclosedCircleChinese": lambda count: chr(0x245F + count) if 0 < count < 21 else str(count),
}


def is_on(element: Element | None) -> bool:
    """Whether a switch is there and not turned off."""
    return element is not None and attribute(element, "val", "1") not in ("0", "false", "off")


def _value(element: Element | None) -> str | None:
    return None if element is None else attribute(element, "val") or None


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) < 6 else None
