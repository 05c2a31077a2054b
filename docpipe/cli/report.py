"""What was done, said on stderr document by document, and the exit code that sums it up."""

from __future__ import annotations

from collections.abc import Sequence

from docpipe.cli.messages import CHECK_FAILED, FAILED, WRONG_USAGE, counted, say, say_error
from docpipe.cli.options import Talk
from docpipe.errors import SettingsError
from docpipe.kinds.questions import NAME as QUESTIONS
from docpipe.settings import Settings
from docpipe.sinks.costs import costs_of, in_words
from docpipe.sinks.looks import tally
from docpipe.sinks.remarks import doubts, without_values
from docpipe.types import Document, Failure, Result

SECRET = ("password", "blocked_terms")
"""Settings that are not shown."""


class Report:
    """Counts outcomes and tells of each as it comes. ``several`` puts the document's name before what is said;
    ``hosts`` are where a model answers, empty where none is asked or it is in this process."""

    def __init__(self, talk: Talk, several: bool, hosts: str = "") -> None:
        self._talk = talk
        self._hosts = hosts
        self._several = several
        self._codes: list[int] = []
        self._finished = 0

    def add(self, outcome: Result | Failure) -> None:
        if isinstance(outcome, Failure):
            self.failed(outcome)
            return
        self._finished += 1
        if any(check.severity == "error" for check in outcome.checks):
            self._codes.append(CHECK_FAILED)
        self._tell(outcome.document, done(outcome, self._hosts))
        if outcome.run.kind_why and outcome.kind != "contract" and not self._talk.quiet:
            say(f"{outcome.document.source.name}: read as {outcome.kind}, since {outcome.run.kind_why}")
        if outcome.run.model is not None and outcome.route.mode == "map_reduce" and not self._talk.quiet:
            say(f"warning: {outcome.document.source.name}: read in parts: {outcome.route.why}")
        for doubt in (*doubts(outcome), without_values(outcome)):
            if doubt and not self._talk.quiet:
                say(f"warning: {outcome.document.source.name}: {doubt}")
        redacted = dict.fromkeys(entry.rule.replace("_", " ") for entry in outcome.filtered if entry.action == "redact")
        if redacted and not self._talk.quiet:
            say(f"redacted by the output filter: {', '.join(redacted)}")
        if self._talk.verbose:
            say(f"  {details(outcome)}")

    def read(self, document: Document, remarks: Sequence[str] = ()) -> None:
        self._finished += 1
        self._tell(document, was_read(document))
        if not self._talk.quiet:
            for remark in remarks:
                say(remark)

    def failed(self, failure: Failure) -> None:
        self._finished += 1
        self._codes.append(WRONG_USAGE if isinstance(failure.error, SettingsError) else FAILED)
        say_error(failure.error, failure.source, json_errors=self._talk.json_errors)

    def interrupted(self, total: int) -> None:
        if not self._talk.quiet:
            say(f"interrupted: {self._finished} of {counted(total, 'document')} done; what was written is kept")

    @property
    def exit_code(self) -> int:
        return summed(self._codes, self._talk.fail_on)

    def _tell(self, document: Document, what: str) -> None:
        if self._talk.quiet:
            return
        say(f"{document.source.name}: {what}" if self._several else what)
        for warning in document.warnings:
            say(f"warning: {document.source.name}: {warning}")


def summed(codes: list[int], fail_on: str) -> int:
    """One exit code for many documents: failures before checks; ``fail_on`` says which of them count."""
    failures = [code for code in codes if code in (FAILED, WRONG_USAGE)]
    if failures and all(code == WRONG_USAGE for code in failures):
        return WRONG_USAGE
    if failures:
        return 0 if fail_on == "never" else FAILED
    return CHECK_FAILED if CHECK_FAILED in codes and fail_on == "error" else 0


def done(result: Result, hosts: str = "") -> str:
    """``rules engine, 41 of 41 pages, 52 values confirmed, 20 judgements, 3 to look at, nothing sent``; of a model how
    many tokens went to it, and where it answers."""
    values = answered(result) if result.kind == QUESTIONS else confirmed(result)
    sent = tokens_sent(result, hosts) if result.usage.calls else "nothing sent"
    pages = f"{result.coverage.pages_read:,} of {counted(result.document.page_count, result.document.unit)}"
    return f"{result.run.engine} engine, {pages}, {values}, {sent}"


def tokens_sent(result: Result, hosts: str) -> str:
    """``30,967 tokens sent to MODEL at HOST (24,100 of them cached there), 0.0123 USD``; two models share a sum."""
    usage = result.usage
    cached = f" ({usage.cached_tokens:,} of them cached there)" if usage.cached_tokens else ""
    models = " and ".join(dict.fromkeys((str(result.run.model), *(one.model for one in result.spent))))
    where = f"{models} at {hosts}" if hosts else models
    costs = costs_of(result.spent)
    cost = f", {in_words(costs)}" if costs else ""
    return f"{usage.prompt_tokens:,} tokens sent to {where}{cached}{cost}"


def confirmed(result: Result) -> str:
    """``52 values confirmed, 20 judgements, 3 to look at``."""
    counts = tally(result)
    judged = counted(counts.located, "judgement")
    return f"{counted(counts.confirmed, 'value')} confirmed, {judged}, {counts.to_look_at:,} to look at"


def answered(result: Result) -> str:
    """``passages for 2 of 3 questions``, and how many warnings there are."""
    asked = len(result.coverage.asked)
    warnings = sum(check.severity != "info" for check in result.checks)
    what = "passages for" if result.run.model is None else "answers to"
    found = f"{what} {asked - len(result.coverage.not_found):,} of {counted(asked, 'question')}"
    return f"{found}, {warnings:,} to look at" if warnings else found


def was_read(document: Document) -> str:
    """``41 of 41 pages read, 120 blocks, 2 tables, 82 pieces set aside, nothing sent``, and what is hidden."""
    parts = [
        f"{len(document.pages_read):,} of {counted(document.page_count, document.unit)} read",
        counted(len(document.blocks), "block"),
        counted(len(document.tables), "table"),
        f"{counted(len(document.removed), 'piece')} set aside",
        "nothing sent",
    ]
    hidden = sum(block.kind == "hidden" for block in document.blocks)
    if hidden:
        parts.append(f"{counted(hidden, 'hidden block')} not shown (--removed shows them)")
    return ", ".join(parts)


def details(result: Result) -> str:
    """The route and the seconds of a result."""
    seconds = ", ".join(f"{name} {spent:.2f} s" for name, spent in result.seconds.items())
    return f"{result.kind}; {result.route.mode}: {result.route.why}; {seconds}"


def hosts_of(settings: Settings) -> str:
    """Where the model servers of the settings answer, without the user and password that may stand in an address."""
    from urllib.parse import urlsplit

    if settings.chosen_engine != "openai":
        return ""
    urls = dict.fromkeys((*settings.base_url, *settings.escalation_base_url, *settings.judge_base_url))
    return ", ".join(urlsplit(url).netloc.rpartition("@")[2] for url in urls)


def go_offline(settings: Settings) -> None:
    """With --offline: from now on this process connects to nothing but this machine."""
    if settings.offline:
        from docpipe.network import enforce

        enforce(settings)


def tell_settings(settings: Settings, talk: Talk) -> None:
    """With --verbose: the settings that are not the default, and where each came from; secrets are not shown."""
    if not talk.verbose:
        return
    for name, origin in settings.sources.items():
        if origin != "default":
            value = "***" if name in SECRET else getattr(settings, name)
            say(f"  setting {name} = {value} ({origin})")
