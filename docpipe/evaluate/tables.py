"""An evaluation as tables, and as text in the formats of the command."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from docpipe.evaluate.citations import Citations
from docpipe.evaluate.difference import Change, Turn
from docpipe.evaluate.evaluation import Evaluation
from docpipe.evaluate.matching import Outcome
from docpipe.evaluate.reliability import Reliability, reliability
from docpipe.evaluate.scores import Score
from docpipe.types import Json

Row = Sequence[str]


class Table(Struct, frozen=True):
    """A title, the names of the columns, rows of text and a remark below."""

    title: str
    columns: Row
    rows: tuple[Row, ...]
    note: str = ""


def tables(evaluation: Evaluation) -> list[Table]:
    """What an evaluation says: fields, groups, the reliability of confidences."""
    made = [_fields(evaluation), _groups(evaluation)]
    if evaluation.reliability.rated:
        made += [_bins(evaluation.reliability), _sure(evaluation.outcomes)]
    return made


def citation_table(found: Citations) -> Table:
    """Quotes on their pages and boxes around their words."""
    rows = [
        ("quotes on the page that they name", str(found.valid), str(found.quotes), _share(found.valid, found.quotes)),
        ("boxes that hold their words", str(found.boxed), str(found.boxes), _share(found.boxed, found.boxes)),
    ]
    note = f"{found.unseen} documents are not in the folder and not judged" if found.unseen else ""
    return Table("Citations", ("", "hold", "of", "share"), tuple(rows), note)


def errors_table(outcomes: Iterable[Outcome]) -> Table:
    """What is wrong or missing, with its text."""
    rows = [
        (each.document, each.field, each.verdict, _text(each.expected), _text(each.value), _text(each.quote))
        for each in outcomes
        if each.verdict in ("wrong", "missing")
    ]
    return Table("Errors", ("document", "field", "", "gold", "result", "quoted"), tuple(rows), f"{len(rows)} in all")


def change_table(changes: Iterable[Change]) -> Table:
    """F1 before and after, with the interval of the difference."""
    rows = [
        (
            each.field,
            f"{each.before:.3f}",
            f"{each.after:.3f}",
            f"{each.after - each.before:+.3f}",
            f"{each.low:+.3f} to {each.high:+.3f}",
            each.verdict,
        )
        for each in changes
    ]
    note = "95 % interval of the difference by a paired bootstrap over documents; fields that are the same are left out"
    return Table("Change of F1", ("field", "before", "after", "difference", "interval", ""), tuple(rows), note)


def turn_table(turns: Iterable[Turn]) -> Table:
    """Documents that became better or worse."""
    rows = [
        (
            each.document,
            each.field,
            f"{each.before:.2f}",
            f"{each.after:.2f}",
            "better" if each.after > each.before else "worse",
        )
        for each in turns
    ]
    return Table("Documents that changed", ("document", "field", "before", "after", ""), tuple(rows))


def as_json(evaluation: Evaluation) -> dict[str, Json]:
    """The same figures for programs."""
    found = evaluation.scores
    return {
        "documents": len(evaluation.results) + len(evaluation.without),
        "without_result": list(evaluation.without),
        "fields": {name: _figures(score) for name, score in found.fields.items()},
        "groups": {name: {**_figures(score), "mean_f1": found.means[name]} for name, score in found.groups.items()},
        "all": _figures(found.total),
        "calibration": {
            "all": _calibration(evaluation.reliability),
            **{name: _calibration(each) for name, each in _rated(evaluation.outcomes)},
        },
    }


def pretty(tables: Iterable[Table]) -> str:
    """Columns side by side, figures to the right."""
    return "\n".join(_pretty(table) for table in tables)


def markdown(tables: Iterable[Table]) -> str:
    """Tables of Markdown."""
    parts = []
    for table in tables:
        lines = [f"## {table.title}", "", _piped(table.columns), _piped(["---"] * len(table.columns))]
        lines += [_piped(row) for row in table.rows]
        parts.append("\n".join([*lines, *(["", table.note] if table.note else [])]) + "\n")
    return "\n".join(parts)


def comma_separated(tables: Iterable[Table]) -> str:
    """CSV; the name of the table stands in the first column where there are several."""
    everything = list(tables)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for table in everything:
        first = [table.title] if len(everything) > 1 else []
        writer.writerow([*(["table"] if first else []), *(name or "verdict" for name in table.columns)])
        writer.writerows([*first, *row] for row in table.rows)
    return stream.getvalue()


FORMATS: Mapping[str, Callable[[Iterable[Table]], str]] = {
    "pretty": pretty,
    "markdown": markdown,
    "csv": comma_separated,
}

_SCORE = ("gold", "right", "wrong", "missing", "precision", "recall", "F1", "page", "cited")


def _fields(evaluation: Evaluation) -> Table:
    rows = [(name, *_row(score)) for name, score in evaluation.scores.fields.items()]
    without = len(evaluation.without)
    note = f"{without} documents have no result: all their facts are missing" if without else ""
    return Table("Fields", ("field", *_SCORE), tuple(rows), note)


def _groups(evaluation: Evaluation) -> Table:
    found = evaluation.scores
    rows = [(name, *_row(score), f"{found.means[name]:.3f}") for name, score in found.groups.items()]
    rows.append(("all", *_row(found.total), ""))
    note = "mean F1: of the group's fields, each the same; the others count every fact the same"
    return Table("Groups", ("group", *_SCORE, "mean F1"), tuple(rows), note)


def _row(score: Score) -> Row:
    counts = (score.right + score.missing, score.right, score.wrong, score.missing)
    shares = (f"{score.precision:.3f}", f"{score.recall:.3f}", f"{score.f1:.3f}")
    return (*map(str, counts), *shares, _maybe(score.page_share), _maybe(score.cited_share))


def _bins(found: Reliability) -> Table:
    rows = [
        (f"{each.low:.1f} to {each.high:.1f}", str(each.count), f"{each.confidence:.3f}", f"{each.right:.3f}")
        for each in found.bins
    ]
    note = (
        f"expected calibration error {found.error:.3f}; {found.sure} of {found.values} values have a confidence of 0.9"
        f" or more ({_share(found.sure, found.values)}), of which {found.sure_right} are right"
        f" ({_share(found.sure_right, found.sure)})"
    )
    return Table("Confidence", ("confidence", "values", "mean", "right"), tuple(rows), note)


def _sure(outcomes: Iterable[Outcome]) -> Table:
    rows = [
        (
            name,
            str(each.values),
            str(each.rated),
            f"{each.error:.3f}",
            _share(each.sure, each.values),
            _share(each.sure_right, each.sure),
        )
        for name, each in _rated(outcomes)
    ]
    columns = ("field", "values", "with confidence", "error", "at 0.9 and more", "of these right")
    return Table("Confidence by field", columns, tuple(rows))


def _rated(outcomes: Iterable[Outcome]) -> list[tuple[str, Reliability]]:
    """The reliability of each field; the parts of a field that is split are one."""
    parts: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        parts.setdefault(outcome.field.partition(":")[0], []).append(outcome)
    made = [(name, reliability(part)) for name, part in parts.items()]
    return [(name, each) for name, each in made if each.rated]


def _figures(score: Score) -> dict[str, Json]:
    return {
        "right": score.right,
        "wrong": score.wrong,
        "missing": score.missing,
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "f1": round(score.f1, 4),
        "page": _rounded(score.page_share),
        "cited": _rounded(score.cited_share),
    }


def _calibration(found: Reliability) -> dict[str, Json]:
    return {
        "values": found.values,
        "rated": found.rated,
        "sure": found.sure,
        "sure_right": found.sure_right,
        "expected_calibration_error": round(found.error, 4),
        "bins": [
            {
                "from": b.low,
                "to": b.high,
                "values": b.count,
                "confidence": round(b.confidence, 4),
                "right": round(b.right, 4),
            }
            for b in found.bins
        ],
    }


LONGEST = 120
"""Characters of a text that a cell shows; JSON has all of them."""


def _text(value: Json) -> str:
    text = "" if value is None else " ".join(str(value).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _pretty(table: Table) -> str:
    """A table whose first column is text; figures stand to the right of theirs, longer texts one below the other."""
    cells = [table.columns, *table.rows]
    widths = [max((len(row[i]) for row in cells), default=0) for i in range(len(table.columns))]
    left = [i == 0 or any(len(row[i]) > 16 for row in table.rows) for i in range(len(table.columns))]
    lines = [table.title]
    for row in cells:
        padded = (c.ljust(w) if to_left else c.rjust(w) for c, w, to_left in zip(row, widths, left, strict=True))
        lines.append("  " + "  ".join(padded).rstrip())
    return "\n".join([*lines, *([f"  {table.note}"] if table.note else []), ""])


def _piped(row: Row) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def _maybe(share: float | None) -> str:
    return "" if share is None else f"{share:.3f}"


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
