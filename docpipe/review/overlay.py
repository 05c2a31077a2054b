"""Decisions beside the values that they are about: for exports, which show both and overwrite neither."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from docpipe.export.layout import title_of
from docpipe.export.results import Loaded
from docpipe.export.sheets import Decision
from docpipe.facts import Fact
from docpipe.review.attach import Reviewed, reviewed
from docpipe.review.corrections import Correction, read
from docpipe.review.values import Values

Overlay = Callable[[Loaded], Sequence[Reviewed]]

DECIDED_APART = "; "
"""Between the decisions of several people in one cell."""


def overlay(folders: Iterable[Path]) -> Overlay:
    """What was decided about a result, looked up in the folders that hold ``corrections.jsonl``."""
    decided: list[Correction] = [one for folder in folders if folder.is_dir() for one in read(folder)]
    documents = {one.document_sha256 for one in decided}

    def about(loaded: Loaded) -> Sequence[Reviewed]:
        there = not loaded.failed and loaded.data["document"]["sha256"] in documents
        return reviewed(Values(loaded), decided) if there else ()

    return about


def beside(found: Sequence[Fact], about: Sequence[Reviewed]) -> list[Fact]:
    """Facts with the decisions about them; of several people's, all are named. What was decided on an element of a list
    as a whole stands beside each of its parts."""
    if not about:
        return list(found)
    by_id: dict[str, list[Reviewed]] = {}
    whole: dict[str, list[Reviewed]] = {}
    names = {fact.id for fact in found}
    for one in about:
        if one.fact is not None and one.fact.id in names:
            by_id.setdefault(one.fact.id, []).append(one)
        elif one.fact is not None:
            whole.setdefault(one.fact.pointer, []).append(one)
    told = ((fact, [*whole.get(_split(fact.pointer)[0], ()), *by_id.get(fact.id, ())]) for fact in found)
    return [_told(fact, decided) if decided else fact for fact, decided in told]


def in_rows(loaded: Loaded, about: Sequence[Reviewed]) -> dict[str, Decision]:
    """What the columns for review say, by the lasting name of the row's value.

    A decision about a part of a list's element stands in the row of the element.
    """
    if not about:
        return {}
    elements = {fact.pointer: fact.id for fact in Values(loaded).elements}
    found: dict[str, list[tuple[str, str, str]]] = {}
    for one in about:
        if one.fact is not None:
            element, part = _split(one.fact.pointer)
            part = part or _split(one.correction.path)[1]  # one that the machine did not find
            whole = elements.get(element) if part else None
            value = one.correction.value or ""
            shown = f"{title_of(one.fact.field, part)}: {value}" if whole and value else value
            action = "correct" if one.correction.action == "add" else one.correction.action
            note = _joined((one.correction.note or "", one.message))
            found.setdefault(whole or one.fact.id, []).append((action, shown, note))
    return {name: Decision(*(_joined(parts) for parts in zip(*said, strict=True))) for name, said in found.items()}


def _split(pointer: str) -> tuple[str, str]:
    """``/parties/0/name`` → ``/parties/0`` and ``name``."""
    parts = pointer.split("/")
    return "/".join(parts[:3]), "/".join(parts[3:])


def _told(fact: Fact, about: Sequence[Reviewed]) -> Fact:
    decided = [one.correction for one in about]
    return replace(
        fact,
        decision=_joined(one.action for one in decided),
        corrected=_joined(one.value or "" for one in decided) or None,
        reviewer=_joined(one.by for one in decided),
        decided=_joined(one.at for one in decided),
        review_note=_joined(one.note or "" for one in decided) or None,
        review=_joined(one.standing for one in about) or None,
    )


def _joined(parts: Iterable[str]) -> str:
    return DECIDED_APART.join(dict.fromkeys(filter(None, parts)))
