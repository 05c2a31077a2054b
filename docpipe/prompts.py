"""The words that models are asked in: templates of ``prompts/``, rendered in Jinja's sandbox.

A folder per kind holds ``fields.LANGUAGE.j2`` with a block per field; ``_shared`` holds what all kinds say. What comes
from documents and users is a value, never a template; a value that a template lacks is an error.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from jinja2 import Environment

Language = Literal["en", "zh"]

SHARED, CUSTOM = "_shared", "custom"


def language_of(languages: tuple[str, ...]) -> Language:
    """The language to ask in: that of most of the document, where there are words in it, else English."""
    return "zh" if languages[:1] == ("zh",) else "en"


def render(template: str, language: Language, /, **values: Any) -> str:
    """A shared template with its values. Raises jinja2.UndefinedError for one that is missing."""
    return _environment().get_template(f"{SHARED}/{template}.{language}.j2").render(values).strip()


def definition(kind: str, name: str, language: Language, /, **values: Any) -> str:
    """What a field means, on one line; ``clauses: CATEGORY`` is a name too. Fields that no template knows are defined
    by ``label``, ``description`` and ``examples``."""
    for folder in dict.fromkeys((kind, CUSTOM)):
        path = f"{folder}/fields.{language}.j2"
        if not (_folder() / path).is_file():
            continue
        template = _environment().get_template(path)
        for block in (block_name(name), "field"):
            if block in template.blocks:
                context = template.new_context({"label": name, "description": "", "examples": (), **values})
                return " ".join("".join(template.blocks[block](context)).split())
    raise KeyError(name)


def defined(kind: str, language: Language) -> frozenset[str]:
    """The blocks that a kind's own templates define."""
    path = f"{kind}/fields.{language}.j2"
    if not (_folder() / path).is_file():
        return frozenset()
    return frozenset(_environment().get_template(path).blocks)


def block_name(name: str) -> str:
    """``clauses: Rofr/Rofo/Rofn`` → ``clauses_rofr_rofo_rofn``."""
    return re.sub(r"\W+", "_", name).strip("_").lower()


def sha256(kind: str) -> str:
    """A hash of all words that a kind is asked in."""
    digest = hashlib.sha256()
    for path in _files(kind):
        digest.update(f"{path.parent.name}/{path.name}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _files(kind: str) -> Iterator[Path]:
    for name in dict.fromkeys((SHARED, CUSTOM, kind)):
        yield from sorted((_folder() / name).glob("*.j2"))


@cache
def _environment() -> Environment:
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_folder(), encoding="utf-8"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )


@cache
def _folder() -> Path:
    """In a wheel beside the code, in a checkout at its root."""
    own = Path(__file__).resolve().parent
    return own / "_prompts" if (own / "_prompts").is_dir() else own.parent / "prompts"
