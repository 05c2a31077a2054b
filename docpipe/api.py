"""The Python API: settings, reader, pipeline put together."""

from __future__ import annotations

import time
import traceback
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from os import fspath
from pathlib import Path
from typing import TYPE_CHECKING

from docpipe import filters, kinds, pipeline, recording, rules, tokens
from docpipe.addresses import Address, address_of, is_address
from docpipe.errors import AuditError, DocpipeError, InternalError, SettingsError
from docpipe.kinds.base import Kind
from docpipe.reading import Ahead, File, expanded, open_pool
from docpipe.settings import Settings, checked, load
from docpipe.types import Document, Failure, Result

Asked = str | Kind | type
"""What to ask: a name, ``pkg.mod:NAME``, a YAML file, a Kind, or a pydantic model or dataclass itself."""

if TYPE_CHECKING:
    from docpipe.filters.policies import Policy
    from docpipe.filters.results import Screened


def analyze(path: File, kind: Asked = "auto", settings: Settings | None = None) -> Result:
    """The typed, cited result of one document.

    ``kind`` is ``auto``, a name (``docpipe kinds`` lists them), a pydantic model or dataclass of your own, its name as
    ``pkg.mod:NAME``, a YAML file, or a Kind. Where the document lacks what your model requires, or a validator of yours
    refuses a value, ``result.value`` is None: ``result.data`` has all fields as they were found, the refused ones too,
    and a check ``missing_required`` or ``refused_by_validator`` says which field, which validator and why.

    Raises a DocpipeError that says what is wrong with the document or the settings.
    """
    (made,) = analyze_each([path], kind, settings)
    if isinstance(made, Failure):
        raise made.error
    return made


def read(path: File, settings: Settings | None = None) -> Document:
    """The document as read, cleaned and let out by the output filter, without an analysis.

    Raises a DocpipeError like ``analyze``.
    """
    (read,) = read_each([path], settings)
    if isinstance(read, Failure):
        raise read.error
    return read.document


def read_each(paths: Iterable[File], settings: Settings | None = None) -> Iterator[Screened | Failure]:
    """``read`` for many documents, in input order, each with what pictures of its pages must hide, or its Failure.

    Paths stand for one document each: of a mail, the mail alone. Up to ``settings.workers`` processes read ahead.
    """
    settings = settings or load()
    with open_pool(settings.workers) as pool:
        ahead = Ahead(paths, replace(settings, overlap=False), pool)
        recording.check(settings)
        policy = filters.policy(settings)
        for path, reading in ahead:
            yield _shown(path, reading, policy, settings)


def analyze_many(
    paths: Iterable[File],
    kind: Asked = "auto",
    settings: Settings | None = None,
    *,
    workers: int | None = None,
    engine: str | None = None,
) -> Generator[Result | Failure, None, None]:
    """A Result or a Failure for each document, in input order; one that fails does not stop the others.

    Folders, patterns (``room/**/*.pdf``), archives, mails with what is attached, and addresses that fsspec opens
    (``s3://room``) are many documents each. Up to ``workers`` processes read ahead while results are made; ``engine``
    is who finds. Both stand in the settings, too, and go before those.

    Calls share nothing: several may be open at once, in threads, in a notebook, in a task of a scheduler. Leaving the
    loop early, or closing the iterator, ends its processes. Raises SettingsError.
    """
    settings = _overridden(settings or load(), workers, engine)
    return analyze_each(expanded(_files(paths, settings), settings), kind, settings)


def _files(paths: Iterable[File], settings: Settings) -> Iterator[File]:
    """The documents of folders, patterns and addresses in their place. A file stays as it is, and so does what has none
    or cannot be opened: its reading tells why."""
    for path in paths:
        place = address_of(path) if isinstance(path, str) and is_address(path) else path
        if isinstance(place, Address):
            from docpipe.network import require_address

            require_address(place, settings)
        elif Path(place).is_file():
            yield place
            continue
        from docpipe.batch.folder import documents

        yield from documents(place) or (place,)


def _overridden(settings: Settings, workers: int | None, engine: str | None) -> Settings:
    """The settings with what was given in the call."""
    given = {"workers": workers, "engine": engine}
    own = {name: checked(name, value, "argument") for name, value in given.items() if value is not None}
    return replace(settings, **own, sources={**settings.sources, **dict.fromkeys(own, "argument")})


def analyze_each(
    paths: Iterable[File], kind: Asked = "auto", settings: Settings | None = None
) -> Generator[Result | Failure, None, None]:
    """``analyze_many`` for paths that stand for one document each: of a mail, the mail alone."""
    settings = settings or load()
    asked = choose_kind(kind)
    with open_pool(settings.workers) as pool:
        yield from outcomes(Ahead(paths, settings, pool), asked, settings)


def outcomes(ahead: Ahead, kind: Kind | None, settings: Settings) -> Iterator[Result | Failure]:
    """``analyze_many`` over documents that are being read already."""
    if settings.blocked_terms or settings.blocked_terms_file:
        filters.policy(settings)  # terms that make no sense are wrong settings, not a failure of each document
    recording.check(settings)
    if settings.chosen_engine != "rules":
        from docpipe import modelled  # the rules need no loop, no templates and no connection

        yield from modelled.outcomes(ahead, kind, settings, internal_error)
        return
    for path, reading in ahead:
        yield recording.recorded(outcome(path, reading, kind, settings, ahead), settings)


def ask(path: File, question: str | Sequence[str], settings: Settings | None = None) -> Result:
    """The passages of one document that carry the words of a question, or of several; the document is read once.

    ``result.value.answers`` has one Answer per question, in order; ``result.evidence["/answers/0/passages/0"]`` has
    the place of a passage. Raises a DocpipeError like ``analyze``.
    """
    return analyze(path, free_questions(question), settings)


def ask_many(
    paths: Iterable[File], question: str | Sequence[str], settings: Settings | None = None
) -> Iterator[Result | Failure]:
    """``ask`` for many documents, as ``analyze_many`` is for ``analyze``."""
    return analyze_many(paths, free_questions(question), settings)


def free_questions(question: str | Sequence[str]) -> Kind:
    """The kind that asks these questions. Raises SettingsError for one that has nothing to look for."""
    from docpipe.kinds.questions import questions
    from docpipe.rules.passages import understood

    texts = [question] if isinstance(question, str) else list(question)
    if not texts:
        raise SettingsError("no question is asked")
    for text in texts:
        if not understood(text).concepts:
            raise SettingsError(f"question '{text}': has no word to look for; a question stands whole in quotes")
    return questions([" ".join(text.split()) for text in texts])


def choose_kind(kind: Asked) -> Kind | None:
    """The kind to ask; None for ``auto``, which each document decides. Raises SettingsError for unknown names."""
    if isinstance(kind, Kind):
        return kind
    if isinstance(kind, type):
        from docpipe.kinds.own import of

        return of(kind)
    if not isinstance(kind, str):
        raise SettingsError(
            f"kind {kind!r}: is of type {type(kind).__name__}; it must be a name, a class such as a pydantic model, or"
            " a Kind"
        )
    return None if kind == kinds.AUTO else kinds.load(kind)


def internal_error(error: Exception, path: str) -> InternalError:
    """A fault of docpipe as one of its errors: what and where in the code, and nothing of the document's text."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    fault = InternalError(
        f"{path}: {type(error).__name__} in {Path(where.filename).name}:{where.lineno}; please report it", path
    )
    fault.__cause__ = error
    return fault


def outcome(
    path: File, reading: Future[Document], kind: Kind | None, settings: Settings, ahead: Ahead
) -> Result | Failure:
    """A document's result or failure; nothing is recorded of it yet."""
    try:
        return _analyzed(reading, kind, settings, ahead)
    except DocpipeError as error:
        return Failure(fspath(path), error)
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault in one document must not stop the others
        return Failure(fspath(path), internal_error(error, fspath(path)))


def _shown(path: File, reading: Future[Document], policy: Policy, settings: Settings) -> Screened | Failure:
    """A document as the output filter lets it out, in the audit log."""
    name = fspath(path)
    try:
        screened = filters.screen(reading.result(), policy)
        recording.record_reading(screened.document, settings)
    except AuditError as error:  # nothing is done unrecorded
        return Failure(name, error)
    except DocpipeError as error:
        return recording.recorded_failure(Failure(name, error), settings, "read")
    except Exception as error:  # noqa: BLE001 - the outermost edge: a fault in one document must not stop the others
        return recording.recorded_failure(Failure(name, internal_error(error, name)), settings, "read")
    return screened


def _analyzed(reading: Future[Document], kind: Kind | None, settings: Settings, ahead: Ahead) -> Result:
    """One document's result. The worker that read the only document that is left counts its tokens while the rules run:
    building the tokenizer takes as long as both."""
    began = time.perf_counter()
    filters.policy(settings)  # loads the filter while the worker reads
    if tokens.is_loaded() or not ahead.alone:
        tokens.load()
        document = reading.result()
        return pipeline.analyze(document, kind, settings, time.perf_counter() - began)
    counting = ahead.counting(reading)
    rules.prepare(kind.name if kind else kinds.LIKELIEST, reading.done)  # while the worker reads
    document = reading.result()
    return pipeline.analyze(document, kind, settings, time.perf_counter() - began, counting.result)
