"""Kinds of somebody's own: ``pkg.mod:NAME``, a pydantic model, a dataclass or a Kind."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from docpipe.errors import SettingsError
from docpipe.kinds.base import About, Kind
from docpipe.kinds.shape import fields_of, is_object
from docpipe.kinds.twin import item_keys, twin
from docpipe.settings import did_you_mean


def imported(name: str) -> Kind:
    """The kind that ``pkg.mod:NAME`` names; the current folder is looked in last. Raises SettingsError."""
    module, _, attribute = name.partition(":")
    if not (re.fullmatch(r"[\w.]+", module) and attribute.isidentifier()):
        raise SettingsError(f"kind '{name}': write pkg.mod:NAME, such as models.leases:Lease, or a file my-kind.yaml")
    with _current_folder():
        try:
            loaded = import_module(module)
        except ImportError as error:
            raise SettingsError(
                f"kind '{name}': module {module} cannot be imported: {error}; it is looked for where Python looks "
                f"and in {Path.cwd()}"
            ) from error
        except Exception as error:  # a user's module may fail in any way; it is their setting
            raise SettingsError(f"kind '{name}': module {module} fails: {type(error).__name__}: {error}") from error
    if not hasattr(loaded, attribute):
        likely = [one for one, value in vars(loaded).items() if isinstance(value, Kind) or _is_model(value)]
        raise SettingsError(
            f"kind '{name}': {module} has no {attribute}" + (did_you_mean(attribute, likely) if likely else "")
        )
    return of(getattr(loaded, attribute), name)


def of(model: Any, where: str | None = None) -> Kind:
    """The kind that asks for what a pydantic model or dataclass has; a Kind is itself. Raises SettingsError."""
    if isinstance(model, Kind):
        return model
    where = f"kind '{where}'" if where else f"kind {getattr(model, '__name__', model)!s}"
    if not _is_model(model):
        raise SettingsError(f"{where}: is no pydantic model, dataclass or Kind, but {type(model).__name__}")
    if not fields_of(model):
        raise SettingsError(f"{where}: has no fields, so there is nothing to ask")
    made = twin(model, where)
    said = " ".join((model.__doc__ or "").split())
    described = said if said and not said.startswith(f"{model.__name__}(") else f"what {model.__name__} asks for"
    return Kind(model.__name__, described, made, item_keys(made), about=_about(model), own=model)


def label_of(name: str) -> str:
    """What documents call a field: its name in words."""
    return " ".join(re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", name).replace("_", " ").split()).lower()


def _about(model: Any) -> Mapping[str, About]:
    if dataclasses.is_dataclass(model):
        return {
            field.name: About(
                label_of(field.name),
                str(field.metadata.get("description", "")),
                required=field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
            )
            for field in dataclasses.fields(model)
        }
    return {
        name: About(
            label_of(info.title or name),
            info.description or "",
            tuple(str(example) for example in info.examples or ()),
            info.is_required(),
        )
        for name, info in model.model_fields.items()
    }


def _is_model(value: Any) -> bool:
    return isinstance(value, type) and is_object(value) and value.__module__ != "pydantic.main"


@contextmanager
def _current_folder() -> Iterator[None]:
    """The current folder among those that Python looks in, last: what stands there must not hide what is installed."""
    folder = str(Path.cwd())
    if folder in sys.path or "" in sys.path:
        yield
        return
    sys.path.append(folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
