"""The last step of a kind of somebody's own: the value as their model, which may refuse it or change it."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.merge import pointer
from docpipe.types import Check, Json
from docpipe.verify import Verified


def owned(verified: Verified, kind: Kind, value: object) -> tuple[Verified, object]:
    """The value as the user's own model, and what it changed; None where the document lacks what the model requires.

    ``value`` is that of the twin, which stands where there is no model but a description in YAML. Evidence and trust
    follow elements of lists that the model moved.
    """
    missing = [name for name, about in kind.about.items() if about.required and _empty(verified.data.get(name))]
    checks = [
        Check(pointer(name), "missing_required", "error", f"the kind requires {name}; it was not found")
        for name in missing
    ]
    if missing or kind.own is None:
        return _with(verified, checks), None if missing else value
    made, refused = _built(_filled(verified.data), kind.own)
    if refused:
        return _with(verified, [_refusal(kind, one) for one in refused]), None
    return _changed(verified, _dumped(made, kind.own)), made


MISSING = "Field required"


def _empty(value: Json) -> bool:
    return value is None or value == [] or value == {}


def _filled(value: Any) -> Any:
    """Data without what is not there, so that the model's own defaults hold."""
    if isinstance(value, dict):
        return {name: _filled(part) for name, part in value.items() if part is not None}
    return [_filled(part) for part in value] if isinstance(value, list) else value


class _Refused(Struct, frozen=True):
    """What a model does not take, and its validator that says so; None where the model's type alone does."""

    path: tuple[str | int, ...]
    why: str
    validator: str | None = None


def _refusal(kind: Kind, one: _Refused) -> Check:
    rule = "missing_required" if one.why == MISSING else "refused_by_validator"
    who = f"{kind.name}'s validator {one.validator}" if one.validator else kind.name
    return Check(pointer(*one.path), rule, "error", f"{who} does not take it: {one.why}")


def _built(data: Mapping[str, Json], model: Any) -> tuple[Any, list[_Refused]]:
    """The model of data, or all that it refuses. JSON is handed over, not strictly: days and numbers are text in it."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(model).validate_json(json.dumps(data), strict=False, by_name=True), []
    except ValidationError as error:
        return None, [_refused(one) for one in error.errors()]
    except Exception as error:  # noqa: BLE001 - a validator of somebody else's may fail in any way
        return None, [_Refused((), f"it fails: {type(error).__name__}: {error}", _raised_in(error))]


def _refused(error: Any) -> _Refused:
    """One error of pydantic; what a validator raised is in it, with the place where."""
    raised = (error.get("ctx") or {}).get("error")
    if isinstance(raised, Exception):
        return _Refused(tuple(error["loc"]), str(raised) or error["msg"], _raised_in(raised))
    return _Refused(tuple(error["loc"]), error["msg"])


def _raised_in(error: Exception) -> str | None:
    """The function of somebody else's that was called when an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    foreign = (one.name for one in frames if one.filename != __file__ and "pydantic" not in Path(one.filename).parts)
    return next(foreign, None)


def _dumped(value: Any, model: Any) -> dict[str, Json]:
    from pydantic import TypeAdapter

    data: dict[str, Json] = TypeAdapter(model).dump_python(value, mode="json")
    return data


def _changed(verified: Verified, after: dict[str, Json]) -> Verified:
    """The data as the model has it, a check for each field that it changed, and evidence where it now belongs."""
    moved: dict[str, str | None] = {}
    checks: list[Check] = []
    for name, before in verified.data.items():
        now = after.get(name)
        if _same(before, now):
            continue
        checks.append(Check(pointer(name), "changed_by_validator", "info", _said(before, now)))
        if isinstance(before, list) and isinstance(now, list):
            moved |= _places(name, before, now)
    return replace(
        verified,
        data={**{name: after.get(name) for name in verified.data}, **after},
        evidence=dict(_moved(verified.evidence, moved)),
        trust=dict(_moved(verified.trust, moved)),
        checks=(*verified.checks, *checks),
    )


def _said(before: Json, now: Json) -> str:
    if isinstance(before, list) and isinstance(now, list):
        elements = "1 element" if len(now) == 1 else f"{len(now)} elements"
        return f"the model's own validators made {elements} of {len(before)}, or ordered them anew"
    return "the model's own validators changed what the document says; the quote is of what it says"


def _places(name: str, before: list[Json], now: list[Json]) -> dict[str, str | None]:
    """Where each element of a list is now; None for one that is gone."""
    left = list(range(len(now)))
    places: dict[str, str | None] = {}
    for index, element in enumerate(before):
        at = next((other for other in left if _same(element, now[other])), None)
        places[pointer(name, index)] = None if at is None else pointer(name, at)
        left = [other for other in left if other != at]
    return places


def _moved(table: Mapping[str, Any], moved: Mapping[str, str | None]) -> Iterator[tuple[str, Any]]:
    for path, entry in table.items():
        head = "/".join(path.split("/")[:3])
        if head not in moved:
            yield path, entry
        elif (to := moved[head]) is not None:
            yield to + path[len(head) :], entry


def _same(before: Json, now: Json) -> bool:
    """Whether two plain values say the same: 5.0 and "5.00" do, and a default in the place of nothing."""
    if _empty(before):
        return True
    if isinstance(before, dict) and isinstance(now, dict):
        return all(_same(part, now.get(name)) for name, part in before.items())
    if isinstance(before, list) and isinstance(now, list):
        return len(before) == len(now) and all(map(_same, before, now))
    figure = _figure(before)
    return before == now or (figure is not None and figure == _figure(now)) or _day(before) == _day(now)


def _figure(value: Json) -> float | None:
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None


def _day(value: Json) -> str:
    """A day, also of a moment at midnight."""
    return str(value).removesuffix("T00:00:00")


def _with(verified: Verified, checks: list[Check]) -> Verified:
    return replace(verified, checks=(*verified.checks, *checks))
