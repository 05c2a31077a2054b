"""``docpipe doctor --licences``: the packages that docpipe runs with here, and what their metadata say of licences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import metadata

from msgspec import Struct

_NAME = re.compile(r"[\w.-]+")
_OPTIONAL = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")
_COPYLEFT = re.compile(r"\b[AL]?GPL|GNU |EUPL|SSPL|CC-BY-(?:NC|SA)|Commons Clause|Proprietary", re.IGNORECASE)
_WEAK = re.compile(r"\bMPL|Mozilla|\bEPL|Eclipse|CDDL", re.IGNORECASE)
_CARRIED = {"pypandoc-binary": "carries the program pandoc, GPL-2.0-or-later"}
"""What packages hold beside themselves, which their metadata do not say."""

_LONGEST = 60
"""Some packages put the whole text of their licence where its name belongs."""


class Licence(Struct, frozen=True):
    """A package's licence as its metadata name it. ``flag`` says why a person should look at it.

    ``weak`` copyleft asks for the changed files of the package alone; ``through`` are the packages that need it.
    """

    package: str
    version: str
    licence: str
    flag: str | None
    weak: bool = False
    through: tuple[str, ...] = ()


CUAD = Licence("CUAD (weights of clause words, The Atticus Project)", "1", "CC-BY-4.0", None)
"""What the model of clause categories was trained on; NOTICE says more."""


def licences() -> list[Licence]:
    """docpipe and all that it needs, the extras that are installed among it, by name; then data that it carries."""
    needed = sorted(_needed("docpipe", set()))
    return [*(_licence(name, metadata.distribution(name), through) for name, through in needed), CUAD]


def in_words(found: Sequence[Licence]) -> str:
    """One line per package, and the verdict."""
    width = max(len(one.package) + len(one.version) + 1 for one in found)
    lines = [
        f"{f'{one.package} {one.version}':<{width}}  {one.licence}{f'  ! {one.flag}' if one.flag else ''}"
        for one in found
    ]
    flagged = sum(one.flag is not None for one in found)
    verdict = f"{flagged} to look at." if flagged else "Nothing under GPL, LGPL or AGPL, none unknown."
    weak = [f"Weak copyleft: {one.package}, {_origin(one)}: {one.licence}." for one in found if one.weak]
    return "\n".join([*lines, "", f"{len(found)} packages and data sets. {verdict}", *weak, ""])


def is_weak(licence: str) -> bool:
    """Whether each of the choices that a licence offers is copyleft of single files or stronger, one of them weak."""
    choices = re.split(r"\s+or\s+", licence, flags=re.IGNORECASE)
    return flag_of(licence) is None and all(_WEAK.search(one) or _COPYLEFT.search(one) for one in choices)


def flag_of(licence: str) -> str | None:
    """Why a licence needs a look: it is unknown, or each of the choices that it offers is copyleft."""
    if licence == "unknown":
        return "unknown licence"
    choices = re.split(r"\s+or\s+", licence, flags=re.IGNORECASE)
    return "copyleft or restricted" if all(_COPYLEFT.search(choice) for choice in choices) else None


def _origin(one: Licence) -> str:
    """``comes with tiktoken → requests``, by whom it is needed."""
    return f"comes with {' → '.join(one.through)}" if one.through else "needed by docpipe itself"


def _needed(name: str, seen: set[str], through: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A package and what it needs, where it is installed; of extras only docpipe's own, without ``dev``.

    Each comes with the packages that stand between docpipe and it.
    """
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen:
        return
    seen.add(key)
    try:
        requirements = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return
    yield key, through
    below = through if key == "docpipe" else (*through, key)
    for requirement in requirements:
        extra = _OPTIONAL.search(requirement)
        if extra and (key != "docpipe" or extra[1] == "dev"):
            continue
        needed = _NAME.match(requirement)
        if needed:
            yield from _needed(needed.group(), seen, below)


def _licence(name: str, distribution: metadata.Distribution, through: tuple[str, ...]) -> Licence:
    licence = "; ".join(filter(None, (_named(distribution), _CARRIED.get(name))))
    return Licence(name, distribution.version, licence, flag_of(licence), is_weak(licence), through)


def _named(distribution: metadata.Distribution) -> str:
    """The licence by its expression, else by its classifiers, else by its first short line."""
    about = distribution.metadata
    if "License-Expression" in about:
        return str(about["License-Expression"])
    classifiers = about.get_all("Classifier") or []
    names = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: ")]
    if names := [one for one in names if one != "OSI Approved"]:
        return ", ".join(names)
    lines = [line for text in about.get_all("License") or [] for line in text.strip().splitlines()[:1]]
    line = lines[0] if lines else ""
    return line if 0 < len(line) <= _LONGEST and line != "UNKNOWN" else "unknown"
