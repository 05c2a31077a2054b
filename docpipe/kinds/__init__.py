"""What can be asked of a document."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from docpipe.errors import SettingsError
from docpipe.kinds.base import Kind
from docpipe.settings import did_you_mean

KINDS = {"contract": "docpipe.kinds.contract:CONTRACT"}
"""Name → ``module:attribute`` of the kinds that come with docpipe."""


def load(name: str) -> Kind:
    """The kind of a name. Raises SettingsError with the names that exist."""
    if name not in KINDS:
        raise SettingsError(f"there is no kind '{name}'{did_you_mean(name, ('auto', *KINDS))}")
    module, attribute = KINDS[name].split(":")
    return cast(Kind, getattr(import_module(module), attribute))
