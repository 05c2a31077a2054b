"""Results as a data frame: one row a value, in the columns of ``facts.csv``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from docpipe.errors import MissingExtra
from docpipe.export.results import load_for_facts
from docpipe.facts import COLUMNS, Fact, facts
from docpipe.review.overlay import beside, overlay
from docpipe.sinks.json import result_to_json
from docpipe.types import Failure, Result


def frame(results: Iterable[Result | Failure] | Path | str, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """A pandas (or polars) DataFrame of results, or of a folder of them with what people decided on its values.

    Numbers are text as printed, ``number`` is the same as a decimal string; failures have no row. Raises MissingExtra
    where the library is not installed.
    """
    try:
        module = __import__(library)
    except ImportError as error:
        raise MissingExtra(f"frame needs {library}: pip install {library}") from error
    rows = [tuple(getattr(fact, column) for column in COLUMNS) for fact in _facts(results)]
    if library == "polars":
        return module.DataFrame(rows, schema=list(COLUMNS), orient="row", infer_schema_length=None)
    return module.DataFrame.from_records(rows, columns=list(COLUMNS))


def _facts(results: Iterable[Result | Failure] | Path | str) -> Iterable[Fact]:
    if isinstance(results, str | Path):
        folder = Path(results)
        about = overlay([folder])
        for loaded in load_for_facts([folder]):
            if not loaded.failed:
                yield from beside(facts(loaded.data), about(loaded))
        return
    for result in results:
        if isinstance(result, Result):
            yield from facts(result_to_json(result))
