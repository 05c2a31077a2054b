"""What can be asked of a document."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import cast

from docpipe.errors import SettingsError
from docpipe.kinds.base import Kind
from docpipe.kinds.likeness import Sort, likeness
from docpipe.settings import did_you_mean
from docpipe.types import Document

KINDS = {
    "contract": "docpipe.kinds.contract:CONTRACT",
    "financial_report": "docpipe.kinds.financial_report:FINANCIAL_REPORT",
    "summary": "docpipe.kinds.summary:SUMMARY",
}
"""Name → ``module:attribute`` of the kinds that come with docpipe."""

SETS = {"due_diligence": "due_diligence.yaml", "report_reading": "report_reading.yaml"}
"""Name → file in ``sets`` of the question sets that come with docpipe: kinds in YAML, to be copied and changed."""

AUTO = "auto"
"""The name that leaves the choice to the document."""

LIKELIEST = "contract"
"""The kind that ``auto`` is most often: its rules are prepared before the document is there."""

BY_SORT: dict[Sort, str] = {"contract": "contract", "report": "financial_report", "other": "summary"}
"""What is asked of a document of a sort."""


def chosen(document: Document) -> tuple[Kind, str]:
    """The kind that fits a document, and why."""
    like = likeness(document)
    name = BY_SORT[like.sort]
    return load(name if name in KINDS else BY_SORT["other"]), like.why


def load(name: str) -> Kind:
    """The kind of a name, of ``pkg.mod:NAME`` or of a YAML file. Raises SettingsError with what there is."""
    if name in SETS:
        from docpipe.kinds.described import read

        return read(Path(__file__).with_name("sets") / SETS[name])
    if name not in KINDS:
        return _own(name)
    module, attribute = KINDS[name].split(":")
    return cast(Kind, getattr(import_module(module), attribute))


def _own(name: str) -> Kind:
    """A kind of somebody's own."""
    if name.lower().endswith((".yaml", ".yml")):
        from docpipe.kinds.described import read

        return _named_apart(read(Path(name)), name)
    if ":" in name:
        from docpipe.kinds.own import imported

        return _named_apart(imported(name), name)
    known = did_you_mean(name, (AUTO, *KINDS, *SETS))
    raise SettingsError(f"there is no kind '{name}' (one of your own is pkg.mod:NAME or a .yaml file){known}")


def _named_apart(kind: Kind, name: str) -> Kind:
    """The kind, if its name is not one that comes with docpipe and is answered by rules of its own."""
    if kind.about and kind.name in (AUTO, *KINDS, "questions"):
        raise SettingsError(f"kind '{name}': the name {kind.name} is taken by docpipe; give it another")
    return kind
