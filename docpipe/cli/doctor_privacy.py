"""``docpipe doctor --privacy``: every file, folder and address that docpipe would touch here, and when."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from docpipe.patterns import store_path
from docpipe.settings import PREFIX, Settings, load


class Touched(Struct, frozen=True):
    """One place: whether it is only read or written too, and what goes on there."""

    what: str
    where: str
    how: str
    detail: str


def touched() -> list[Touched]:
    """All places, with the settings as they are in this folder. Raises SettingsError for wrong ones."""
    settings = load()
    return [*_inputs(settings), *_outputs(), *_audit(settings), *_journal(settings), *_addresses(settings)]


def in_words(places: Sequence[Touched]) -> str:
    """Two lines per place."""
    width = max(len(place.what) for place in places)
    lines = [
        line
        for place in places
        for line in (f"{place.what:<{width}}  {place.how:<8}  {place.where}", f"{'':<{width}}  {'':<8}  {place.detail}")
    ]
    return "\n".join([*lines, ""])


def _inputs(settings: Settings) -> Iterator[Touched]:
    yield Touched("documents", "the files that are named", "read", "by a process of their own; never changed")
    origins = sorted({origin for origin in settings.sources.values() if origin not in ("default", "argument")})
    files = [origin for origin in origins if not origin.startswith(PREFIX)]
    where = ", ".join(files) or "none"
    yield Touched("settings file", where, "read", "docpipe.toml in the current folder or the nearest one above")
    names = sorted(name for name in os.environ if name.startswith(PREFIX))
    yield Touched("environment", ", ".join(names) or "none set", "read", f"variables that begin with {PREFIX}")
    if settings.blocked_terms_file:
        yield Touched("blocked terms", settings.blocked_terms_file, "read", "the output filter's list")


def _outputs() -> Iterator[Touched]:
    detail = "results for their owner alone (mode 0600); each through a file .docpipe-*.tmp beside it, gone afterwards"
    yield Touched("outputs", "stdout, or what --output names", "written", detail)
    yield Touched("temporary folder", "none", "-", "nothing of a document is put there")
    detail = "the program's own search patterns, compiled; nothing of a document or of settings; nothing is downloaded"
    where = "none" if store_path() is None else f"{store_path()}, and reading-* beside it"
    yield Touched("cache", where, "written", detail)


def _audit(settings: Settings) -> Iterator[Touched]:
    from docpipe.audit.log import beside
    from docpipe.audit.places import log_of

    if not settings.audit:
        yield Touched("audit log", "none", "-", "switched off (audit = false)")
        return
    path = log_of(settings).path
    names = "file names" if settings.audit_names else "no file names (audit_names = false)"
    detail = f"who, when, hashes, kind, engine, outcome, matter; {names}, no text; {_size(path)}; off with --no-audit"
    yield Touched("audit log", str(path), "written", detail)
    for kind, what in (
        ("head", "number and hash of the last entry"),
        ("lock", "empty; held while an entry is written"),
    ):
        yield Touched(f"audit {kind}", str(beside(path, kind)), "written", what)
    if settings.audit_key_file:
        yield Touched("audit key", settings.audit_key_file, "read", "signs the entries")


def _journal(settings: Settings) -> Iterator[Touched]:
    from docpipe.engines.journal import journal_path

    if settings.chosen_engine in ("rules", "fake") or not settings.journal:
        why = "replies of models; " + ("off (journal = false)" if not settings.journal else "no model is asked")
        yield Touched("journal", "none", "-", why)
        return
    path = journal_path()
    detail = f"replies of models, which quote documents, for {settings.journal_days} days; no prompts; {_size(path)}"
    yield Touched("journal", f"{path}, -wal and -shm beside it", "written", f"{detail}; off with --no-journal")


def _addresses(settings: Settings) -> Iterator[Touched]:
    allowed = f", {', '.join(settings.allowed_hosts)}" if settings.allowed_hosts else ""
    guard = f"offline: only this machine{allowed}" if settings.offline else "offline is not set"
    yield from _models(settings, guard)
    yield Touched("telemetry", "none", "-", "neither docpipe nor a library that it loads has any")


def _models(settings: Settings, guard: str) -> Iterator[Touched]:
    """Who hears of a document."""
    engine = settings.chosen_engine
    if engine == "openai":
        from docpipe.engines import DEFAULT_URL

        detail = f"the text of documents, and questions; no proxies, no redirects; {guard}"
        yield Touched("model servers", ", ".join(settings.base_url or (DEFAULT_URL,)), "sent", detail)
        if settings.escalation_base_url:
            larger = f"the parts of documents that the first model gave no sure answer to, and questions; {guard}"
            yield Touched("larger model", ", ".join(settings.escalation_base_url), "sent", larger)
        if settings.judge_base_url:
            judged = f"values that were found, and the paragraphs of their quotes; {guard}"
            yield Touched("judge", ", ".join(settings.judge_base_url), "sent", judged)
    elif engine == "vllm":
        detail = f"a model that is named and not on this machine is fetched by vLLM; nothing is sent; {guard}"
        yield Touched("model", str(settings.model), "read", detail)
    elif engine in ("rules", "fake"):
        yield Touched("addresses", "none", "-", f"the {engine} engine connects to nothing; {guard}")
    else:
        yield Touched("engine", engine, "-", f"your own: where it connects to, docpipe does not know; {guard}")


def _size(path: Path) -> str:
    return f"{path.stat().st_size:,} bytes now" if path.is_file() else "not there yet"
