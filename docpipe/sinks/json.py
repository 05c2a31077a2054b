"""Results, failures and documents as JSON: plain dictionaries in, UTF-8 text out.

Coordinates are rounded to 0.1 point, a thirtieth of a character's width.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

import msgspec
from msgspec.structs import asdict

from docpipe.completions import Spent
from docpipe.errors import DocpipeError
from docpipe.sinks import Look
from docpipe.sinks.costs import costs_of
from docpipe.types import Block, Check, Document, Evidence, Failure, Json, Removed, Result, Route, Table
from docpipe.version import VERSION
from docpipe.words import Box

if TYPE_CHECKING:
    from docpipe.definitions import Definition


def result_to_json(result: Result, *, include_text: bool = False) -> dict[str, Json]:
    """A result as it is written; ``include_text`` embeds the cleaned text that all spans count in."""
    document = {
        **source_to_json(result.document),
        "tokens": result.tokens,
        "tokenizer": result.tokenizer,
        **reading_to_json(result.document),
    }
    if result.manifest:
        document["manifest"] = dict(result.manifest)
    if include_text:
        document["text"] = result.document.text
    return {
        "docpipe": VERSION,
        "created": result.created,
        "document": document,
        "kind": result.kind,
        "run": _run(result),
        "route": _route(result.route),
        "value": result.data,
        "evidence": {path: [_evidence(one) for one in evidence] for path, evidence in result.evidence.items()},
        "trust": {
            path: {"state": trust.state, "by": list(trust.by), "confidence": trust.confidence}
            for path, trust in result.trust.items()
        },
        "checks": [_check(check) for check in result.checks],
        "coverage": {
            "pages_read": result.coverage.pages_read,
            "share": result.coverage.share,
            "asked": list(result.coverage.asked),
            "not_found": list(result.coverage.not_found),
        },
        "filtered": [{"path": one.path, "rule": one.rule, "action": one.action} for one in result.filtered],
        "usage": _usage(result),
        "seconds": {name: round(seconds, 3) for name, seconds in result.seconds.items()},
        "audit": None if result.audit is None else asdict(result.audit),
    }


def failure_to_json(failure: Failure) -> dict[str, Json]:
    """A failure as it is written: its stable code, its message and the document it is about."""
    return error_to_json(failure.error, failure.source)


def error_to_json(error: DocpipeError, document: str | None = None) -> dict[str, Json]:
    """Any error of docpipe; ``document`` is used where the error itself names none, or no more than its end."""
    return {"error": {"code": error.code, "message": error.message, "document": error.document_below(document)}}


def document_to_json(document: Document) -> dict[str, Json]:
    """A document as ``docpipe read --format json`` writes it."""
    from docpipe.definitions import definitions  # no result needs it

    return {
        "document": {**source_to_json(document), **reading_to_json(document)},
        "text": document.text,
        "blocks": [_block(document, block) for block in document.blocks],
        "tables": [_table(document, table) for table in document.tables],
        "removed": [_removed(document, removed) for removed in document.removed],
        "terms": [_definition(document, one) for one in definitions(document)],
    }


def source_to_json(document: Document) -> dict[str, Json]:
    """What is known of a document's file, and the hash of its cleaned text."""
    source = document.source
    return {
        "name": source.name,
        "path": source.path,
        "container": source.container,
        "sha256": source.sha256,
        "text_sha256": document.text_sha256,
        "media_type": source.media_type,
        "pages": document.page_count if document.paged else None,
    }


def reading_to_json(document: Document) -> dict[str, Json]:
    """What reading a document showed."""
    return {
        "languages": list(document.languages),
        "ocr_pages": list(document.ocr_pages),
        "warnings": list(document.warnings),
    }


def dumps(value: Json, indent: int | None = None) -> str:
    """JSON text that always encodes as UTF-8: characters stay as they are, unless half of a surrogate pair is there.

    Such halves come from file names and PDF text that are not valid Unicode; they are written as ``\\udcff``.
    """
    if indent is not None and (quick := _indented(value, indent)) is not None:
        return quick
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=True, indent=indent)
    return text


def _indented(value: Json, indent: int) -> str | None:
    """What ``json.dumps`` gives at an eighth of its time, since that indents in Python; a number below .0001 is written
    ``1e-5``, not ``1e-05``. None for half surrogates and integers of more than 64 bits."""
    try:
        return msgspec.json.format(msgspec.json.encode(value), indent=indent).decode("utf-8")
    except (TypeError, OverflowError, UnicodeEncodeError):
        return None


class JsonSink:
    """One object, indented; or JSON Lines when several documents are to come. Failures go to stderr, not here."""

    def __init__(self, stream: TextIO, look: Look) -> None:
        self._stream = stream
        self._look = look

    def write(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Result):
            value = result_to_json(outcome, include_text=self._look.include_text)
            self._stream.write(dumps(value, None if self._look.several else 2) + "\n")
            self._stream.flush()

    def close(self) -> None:
        self._stream.flush()


open_sink = JsonSink


def _run(result: Result) -> dict[str, Json]:
    run = result.run
    return {
        "engine": run.engine,
        "model": run.model,
        "kind_version": run.kind_version,
        "prompts_sha256": run.prompts_sha256,
        "settings_sha256": run.settings_sha256,
        "kind_why": run.kind_why,
        **_said({"larger_model": run.larger_model}),
    }


def _route(route: Route) -> dict[str, Json]:
    return {
        "mode": route.mode,
        "document_tokens": route.document_tokens,
        "threshold_tokens": route.threshold_tokens,
        "chunks": len(route.chunks),
        "why": route.why,
    }


def _usage(result: Result) -> dict[str, Json]:
    """What was paid for: all of it; and of models by group of questions, with what it cost by currency."""
    costs = costs_of(result.spent)
    return {
        **asdict(result.usage),
        **({"groups": [_spent(one) for one in result.spent]} if result.spent else {}),
        **({"cost": costs} if costs is not None else {}),
    }


def _spent(one: Spent) -> dict[str, Json]:
    cost = {"cost": one.cost, "currency": one.currency} if one.cost is not None else {}
    return {"questions": one.questions, "model": one.model, **asdict(one.usage), **cost}


def _evidence(evidence: Evidence) -> dict[str, Json]:
    """One quote; ``score``, ``printed`` and ``place`` only where they say something."""
    box, boxes = _box(evidence.bbox), evidence.boxes
    told: dict[str, Json] = {
        "page": evidence.page,
        "bbox": box,
        "boxes": [list(box)] if box is not None and boxes == (evidence.bbox,) else _boxes(boxes),
        "span": list(evidence.span),
        "quote": evidence.quote,
        "match": evidence.match,
    }
    for name in ("score", "printed", "place"):
        if (extra := getattr(evidence, name)) is not None:
            told[name] = extra
    return told


def _check(check: Check) -> dict[str, Json]:
    return {
        "path": check.path,
        "rule": check.rule,
        "severity": check.severity,
        "message": check.message,
        "evidence": [_evidence(one) for one in check.evidence],
    }


def _block(document: Document, block: Block) -> dict[str, Json]:
    text = document.text[slice(*block.span)] if block.span is not None else block.text
    return {
        "id": block.id,
        "kind": block.kind,
        **_at(document, block.page, block.bbox),
        "span": None if block.span is None else list(block.span),
        **_said({"place": None if block.span is None else document.place_name(block.span[0])}),
        "text": text,
        "number": block.number,
        "level": block.level,
        "continues": block.continues,
        "language": block.language,
        "marks": [{"kind": mark.kind, "span": list(mark.span)} for mark in block.marks],
    }


def _table(document: Document, table: Table) -> dict[str, Json]:
    pages = [region.page for region in table.regions] if document.paged else []
    return {
        "block": table.block,
        "page": pages[0] if pages else None,
        "pages": pages,
        "regions": [_at(document, region.page, region.bbox) for region in table.regions if document.paged],
        "header_rows": table.header_rows,
        "rows": [list(row) for row in table.rows],
        "cells": [
            {
                "row": cell.row,
                "col": cell.col,
                "rowspan": cell.rowspan,
                "colspan": cell.colspan,
                **_at(document, cell.page, cell.bbox),
            }
            for cell in table.cells
        ],
    }


def _removed(document: Document, removed: Removed) -> dict[str, Json]:
    return {
        "kind": removed.kind,
        **_at(document, removed.page, removed.bbox),
        "text": removed.text,
        "why": removed.why,
    }


def _definition(document: Document, one: Definition) -> dict[str, Json]:
    """A defined term: where it stands, and the words that give it its meaning."""
    place = next(iter(document.places(*one.span)), None)
    at = _at(document, place.page, place.bbox) if place else {"page": None, "bbox": None}
    meaning = {"span": list(one.meaning), "text": document.text[slice(*one.meaning)]}
    return {
        "term": one.term,
        **at,
        **_said({"place": document.place_name(one.span[0])}),
        "span": list(one.span),
        "meaning": meaning,
    }


def _at(document: Document, page: int, box: Box) -> dict[str, Json]:
    """Page and box; both null in formats without pages."""
    return {"page": page, "bbox": _box(box)} if document.paged else {"page": None, "bbox": None}


def _box(box: Box | None) -> list[float] | None:
    return None if box is None else _rounded(box)


def _boxes(boxes: Iterable[Box]) -> list[list[float]]:
    return [_rounded(box) for box in boxes]


def _rounded(box: Box) -> list[float]:
    """To tenths, as ``round(side, 1)`` does it at twice the time: sides have 24 bits, and ten times that is exact."""
    x0, top, x1, bottom = box
    return [round(x0 * 10) / 10, round(top * 10) / 10, round(x1 * 10) / 10, round(bottom * 10) / 10]


def _said(values: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in values.items() if value is not None}
