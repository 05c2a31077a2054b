"""Kinds of somebody's own that are written in YAML.

    name: lease
    description: what a landlord asks of a lease
    fields:
      monthly_rent: {type: money, description: the rent for a month, required: true}
      use:          {type: enum, values: [office, retail, storage]}
      guarantor:    {type: text}
      guaranteed:   {type: money, ask_if: guarantor}
      tenants:      {type: list, of: text}

Everything in the file is text to begin with: YAML would make ``no`` false and 1.10 the number 1.1.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from docpipe.errors import SettingsError
from docpipe.kinds.base import About, Kind
from docpipe.kinds.contract import Duration
from docpipe.kinds.own import label_of
from docpipe.kinds.twin import Money, dataclass_of, item_keys
from docpipe.settings import did_you_mean

TYPES: Mapping[str, Any] = {
    "text": str,
    "number": Decimal,
    "money": Money,
    "date": datetime.date,
    "duration": Duration,
    "enum": None,
    "list": None,
}
"""The types that a field can have; of an enum and a list the rest of the field tells more."""

LARGEST_BYTES = 1_000_000
"""Of a file: thousands of fields."""

_KEYS = ("name", "description", "fields")
_FIELD_KEYS = ("type", "of", "description", "values", "examples", "required", "ask_if")
_TRUE, _FALSE = ("true", "yes", "on"), ("false", "no", "off", "")


def read(path: Path) -> Kind:
    """The kind that a file describes. Raises SettingsError that says which line or field is wrong, and how."""
    said = _loaded(path)
    _known(said, _KEYS, f"{path}")
    fields = said.get("fields")
    if not isinstance(fields, dict) or not fields:
        raise SettingsError(
            f"{path}: has no fields; write 'fields:' and below it one line per field, as 'rent: {{type: money}}'"
        )
    name = _text(said.get("name") or path.stem, f"{path}: name")
    types = {}
    about = {}
    for field, about_field in fields.items():
        where = f"{path}: field '{field}'"
        if not str(field).isidentifier():
            raise SettingsError(f"{where}: a name has letters, figures and underscores only, such as monthly_rent")
        if about_field == "" or isinstance(about_field, str):
            about_field = {"type": about_field or "text"}
        if not isinstance(about_field, dict):
            raise SettingsError(f"{where}: write its type and the rest in braces or below it, as {{type: date}}")
        _known(about_field, _FIELD_KEYS, where)
        types[field] = _type(about_field, where)
        about[field] = _about(field, about_field, where)
    for field, one in about.items():
        _check_condition(field, one, types, f"{path}: field '{field}'")
    model = dataclass_of(name, types)
    described = _text(said.get("description") or f"what {path.name} asks for", f"{path}: description")
    return Kind(name, described, model, item_keys(model), about=about)


def _loaded(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise SettingsError(f"{path}: is larger than {LARGEST_BYTES:,} bytes; a kind is a short file")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(f"kind {path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"kind {path}: cannot be read: it is no text in UTF-8") from error
    import yaml  # type: ignore[import-untyped,unused-ignore]  # its stubs are another package

    try:
        _refuse_repeated(yaml.compose(text, Loader=yaml.BaseLoader), path)
        said = yaml.load(text, Loader=yaml.BaseLoader)  # which makes nothing but text, lists and maps
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise SettingsError(f"{path}{line}: is no YAML: {getattr(error, 'problem', None) or error}") from error
    if not isinstance(said, dict):
        raise SettingsError(f"{path}: is no kind; it begins with 'name:' and has 'fields:'")
    return said


def _refuse_repeated(node: Any, path: Path) -> None:
    """YAML lets the second of two equal keys win without a word."""
    if node is None or isinstance(node.value, str):
        return
    if node.id == "mapping":
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                raise SettingsError(f"{path}, line {key.start_mark.line + 1}: '{key.value}' stands there twice")
            seen.add(key.value)
            _refuse_repeated(value, path)
        return
    for item in node.value:
        _refuse_repeated(item, path)


def _known(said: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in said:
        if key not in keys:
            raise SettingsError(f"{where}: there is no '{key}'{did_you_mean(str(key), keys)}")


def _type(said: Mapping[str, Any], where: str) -> Any:
    name = _text(said.get("type") or "text", f"{where}: type")
    if name not in TYPES:
        raise SettingsError(f"{where}: there is no type '{name}'{did_you_mean(name, TYPES)}")
    if name != "list":
        if "of" in said:
            raise SettingsError(f"{where}: 'of' belongs to a list; this is {name}")
        return _single(name, said, where)
    inner = _text(said.get("of") or ("enum" if "values" in said else "text"), f"{where}: of")
    if inner not in TYPES or inner == "list":
        raise SettingsError(
            f"{where}: a list of '{inner}' cannot be asked for{did_you_mean(inner, set(TYPES) - {'list'})}"
        )
    return list[_single(inner, said, where)]  # type: ignore[misc]


def _single(name: str, said: Mapping[str, Any], where: str) -> Any:
    values = _texts(said.get("values", []), f"{where}: values")
    if name == "enum":
        if len(values) < 2:
            raise SettingsError(f"{where}: an enum needs 'values' with two or more, as values: [office, retail]")
        return Literal[tuple(values)]
    if values:
        raise SettingsError(f"{where}: 'values' belong to an enum; this is {name}")
    return TYPES[name]


def _about(name: str, said: Mapping[str, Any], where: str) -> About:
    condition = said.get("ask_if")
    return About(
        label_of(name),
        _text(said.get("description") or "", f"{where}: description"),
        _texts(said.get("examples", []), f"{where}: examples"),
        _yes(said.get("required", ""), f"{where}: required"),
        _text(condition, f"{where}: ask_if") if condition else None,
    )


def _check_condition(name: str, about: About, types: Mapping[str, Any], where: str) -> None:
    if about.ask_if is None:
        return
    other = about.ask_if.partition("=")[0].strip()
    if other not in types or other == name:
        known = did_you_mean(other, set(types) - {name})
        raise SettingsError(f"{where}: ask_if names another field, or FIELD = VALUE; '{other}' is none{known}")


def _text(said: Any, where: str) -> str:
    if not isinstance(said, str):
        raise SettingsError(f"{where}: must be text, not {'a list' if isinstance(said, list) else 'a map'}")
    return " ".join(said.split())


def _texts(said: Any, where: str) -> tuple[str, ...]:
    if isinstance(said, str):
        return (said,)
    if not isinstance(said, list):
        raise SettingsError(f"{where}: must be a list, as [one, another]")
    return tuple(_text(one, where) for one in said)


def _yes(said: Any, where: str) -> bool:
    word = _text(said, where).lower()
    if word not in (*_TRUE, *_FALSE):
        raise SettingsError(f"{where}: is '{word}'; it can be true or false")
    return word in _TRUE
