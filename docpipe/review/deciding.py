"""Decisions as they are made: from the rows of a workbook, or one on the command line."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.errors import SettingsError
from docpipe.export.names import is_called, known
from docpipe.export.results import Loaded, load, load_briefly
from docpipe.facts import Fact, name_of
from docpipe.pipeline import now
from docpipe.review.corrections import Action, Correction, about, shape
from docpipe.review.overlay import DECIDED_APART, in_rows, overlay
from docpipe.review.values import Values, misfit, values_of
from docpipe.review.workbook import Decided, Problem, decisions, marked_rows
from docpipe.verify.ground import squeeze


class Words(Struct, frozen=True):
    """What a person says beside a decision: why, and where the document says it."""

    note: str | None = None
    quote: str | None = None
    page: int | None = None


def from_workbook(file: Path, results: Path, by: str) -> tuple[list[Correction], list[Problem]]:
    """The decisions in a workbook about values in a folder of results, and the rows that give none, with the reason."""
    rows = list(marked_rows(file))
    shown = _shown(results)
    by_document = values_of(load([results]), {row.document_sha256 for row in rows})
    made: list[tuple[str, Correction]] = []
    problems: list[Problem] = []
    for row in rows:
        values = by_document.get(row.document_sha256)
        fact = values.by_id.get(row.id) if values else None
        if values is None or fact is None:
            gone = f"no value in {results} has this id any more: export anew and decide there"
            foreign = "docpipe did not write this row; docpipe review decide adds a value"
            problems += [Problem(row.where, gone if row.id else foreign)] if row.decision else []
            continue
        for one in decisions(row, fact, values.parts(fact), shown(values).get(row.id, "")):
            wrong = one.why if isinstance(one, Problem) else misfit(fact.kind, one.path, one.value)
            if isinstance(one, Problem) or wrong is not None:
                problems.append(Problem(row.where, str(wrong)))
            else:
                made.append((row.where, _of_row(one, values.loaded, fact, by)))
    at_odds = list(_at_odds(made))
    left_out = {where for where, _ in at_odds}
    problems += [problem for _, problem in at_odds]
    return [one for where, one in made if where not in left_out], problems


def _shown(results: Path) -> Callable[[Values], dict[str, str]]:
    """What an export writes as corrected in rows with several decisions, by the name of a row's value."""
    decided = overlay([results])
    known: dict[str, dict[str, str]] = {}

    def shown(values: Values) -> dict[str, str]:
        sha256 = str(values.loaded.data["document"]["sha256"])
        if sha256 not in known:
            rows = in_rows(values.loaded, decided(values.loaded))
            known[sha256] = {name: one.corrected for name, one in rows.items() if DECIDED_APART in one.corrected}
        return known[sha256]

    return shown


def _at_odds(made: Sequence[tuple[str, Correction]]) -> Iterator[tuple[str, Problem]]:
    """Rows that say different things about one value: copies of a document share their decisions."""
    rows: dict[tuple[str, ...], list[tuple[str, Correction]]] = defaultdict(list)
    for where, one in made:
        rows[about(one)].append((where, one))
    for several in rows.values():
        if len({(one.action, one.value) for _, one in several}) > 1:
            for where, _ in several:
                others = ", ".join(dict.fromkeys(other for other, _ in several if other != where))
                yield where, Problem(where, f"says otherwise than {others} of the same value: decide in one of them")


def from_page(saved: Iterable[Correction], results: Path) -> tuple[list[Correction], list[Problem]]:
    """Decisions that a page saved, each tied to the value that it shows; those whose value is gone, with the reason."""
    given = list(saved)
    by_document = values_of(load([results]), {one.document_sha256 for one in given})
    made: list[Correction] = []
    problems: list[Problem] = []
    for one in given:
        values = by_document.get(one.document_sha256)
        fact = _on_page(one, values) if values else None
        if one.id:
            made.append(one)
        elif fact is None:
            gone = f"{results} has no such value of {one.document} any more"
            problems.append(Problem(f"{one.document}: {one.path}", gone))
        else:
            made.append(replace(one, id=fact.id, path=fact.pointer, machine=fact.value, quote=fact.quote))
    return made, problems


def _on_page(one: Correction, values: Values) -> Fact | None:
    """The value that a decision of a page is about: at its pointer, if that rests on the words that the page showed."""
    fact = values.by_pointer.get(one.path)
    same = fact is not None and (not one.quote or squeeze(one.quote) == squeeze(fact.quote or ""))
    there = values.quoting(one.path, one.quote) if one.quote else []
    return fact if same else there[0] if len(there) == 1 else None


def decide(values: Values, pointer: str, action: Action, value: str | None, words: Words, by: str) -> Correction:
    """One decision about what stands at a pointer. Raises SettingsError where nothing does and something must."""
    fact = values.by_pointer.get(pointer)
    if fact is None and action not in ("add", "absent"):
        raise SettingsError(
            f"there is no value at {pointer}; docpipe export --to facts.csv lists the pointers; add gives a new value"
        )
    wrong = misfit(str(values.loaded.data["kind"]), pointer, value)
    if wrong is not None:
        raise SettingsError(wrong)
    known = fact or values.missing.get(pointer)
    quote, page = (fact.quote, fact.page) if fact else (words.quote, words.page)
    return Correction(
        **_about(values.loaded, by),
        id=known.id if known else name_of(shape(pointer), quote, page),
        path=pointer,
        action=action,
        value=value,
        quote=quote,
        page=page,
        right_quote=words.quote if fact else None,
        right_page=words.page if fact else None,
        note=words.note,
        machine=fact.value if fact else None,
    )


def called(results: Path) -> dict[str, str]:
    """What documents are called where there are others, by their hashes: as in a workbook."""
    everything = known(load_briefly([results]))
    there = (one for one in everything.named(load_briefly([results])) if not one.failed)
    names: dict[str, str] = {}
    for one in there:
        about = one.data["document"]
        names.setdefault(about["sha256"], one.called or about["path"] or about["name"])
    return names


def named(results: Iterable[Loaded], document: str) -> Values:
    """The values of the document with a name, the last parts of a path, a hash or a result file. Raises SettingsError
    unless it is exactly one."""
    there = [one for one in results if not one.failed and is_called(one, document)]
    if len(there) != 1:
        paths = ", ".join(str(one.data["document"]["path"] or one.path) for one in there)
        why = f"several documents are called so: {paths}: give more of its path, or the result's file" if there else ""
        raise SettingsError(f"{document}: {why or 'there is no result of it'}")
    return Values(there[0])


def _of_row(one: Decided, loaded: Loaded, whole: Fact, by: str) -> Correction:
    fact = one.fact or whole
    return Correction(
        **_about(loaded, by),
        id=one.id,
        path=one.path,
        action=one.action,
        value=one.value,
        quote=fact.quote,
        page=fact.page,
        note=one.row.note or None,
        machine=one.fact.value if one.fact else None,
    )


def _about(loaded: Loaded, by: str) -> dict[str, Any]:
    """Of which document, by whom, when, and of which result."""
    return {
        "document_sha256": loaded.data["document"]["sha256"],
        "document": loaded.data["document"]["name"],
        "by": by,
        "at": now(),
        "result_sha256": hashlib.sha256(loaded.path.read_bytes()).hexdigest(),
    }
