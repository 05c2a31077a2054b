"""The Python API: settings, reader, pipeline put together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from os import PathLike, fspath

from docpipe import kinds, pipeline, tokens
from docpipe.errors import DocpipeError
from docpipe.kinds.base import Kind
from docpipe.readers.options import Limits, ReadOptions
from docpipe.readers.workers import Workers
from docpipe.settings import Settings, load
from docpipe.types import Document, Failure, Result

File = str | PathLike[str]


def analyze(path: File, kind: str | Kind = "auto", settings: Settings | None = None) -> Result:
    """The typed, cited result of one document.

    ``kind`` is a name (``docpipe kinds`` lists them), ``auto`` or a Kind. Raises a DocpipeError that says what is
    wrong with the document or the settings.
    """
    settings = settings or load()
    asked = choose_kind(kind)
    with _workers(settings, 1) as workers:
        return _analyzed(workers, path, asked, settings)


def read(path: File, settings: Settings | None = None) -> Document:
    """The document as read and cleaned, without an analysis. Raises a DocpipeError like ``analyze``."""
    settings = settings or load()
    with _workers(settings, 1) as workers:
        return workers.submit(fspath(path), read_options(settings)).result()


def analyze_many(
    paths: Iterable[File], kind: str | Kind = "auto", settings: Settings | None = None
) -> Iterator[Result | Failure]:
    """A Result or a Failure for each document, in input order; one that fails does not stop the others.

    Reading goes on in ``settings.workers`` processes while results are made.
    """
    settings = settings or load()
    asked = choose_kind(kind)
    with _workers(settings, settings.workers) as workers:
        for path in paths:
            try:
                yield _analyzed(workers, path, asked, settings)
            except DocpipeError as error:
                yield Failure(fspath(path), error)


def choose_kind(kind: str | Kind) -> Kind:
    """The kind to ask; ``auto`` is ``contract`` while that is the only one. Raises SettingsError for unknown names."""
    if isinstance(kind, Kind):
        return kind
    return kinds.load("contract" if kind == "auto" else kind)


def read_options(settings: Settings) -> ReadOptions:
    """What the settings ask of a reader."""
    limits = Limits(settings.max_bytes, settings.max_pages, settings.timeout_seconds, settings.memory_mb)
    return ReadOptions(settings.pages, settings.password, limits)


def _analyzed(workers: Workers, path: File, kind: Kind, settings: Settings) -> Result:
    began = time.perf_counter()
    reading = workers.submit(fspath(path), read_options(settings))
    tokens.load()  # takes as long as reading twenty pages, so both go on at once
    document = reading.result()
    return pipeline.analyze(document, kind, settings, time.perf_counter() - began)


def _workers(settings: Settings, count: int) -> Workers:
    return Workers(count)
