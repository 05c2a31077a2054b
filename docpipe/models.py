"""Documents through a model: an engine that is opened once, and for each document what it finds, verified.

Imported only where an engine other than the rules is chosen. The pipeline's steps after finding are the same; the rules
find too, and give their opinion of what the model found.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace as replaced

from msgspec import Struct
from msgspec.structs import replace

from docpipe import filters, merge, pipeline, prompts, rules, tokens
from docpipe.engines import Engine, EngineInfo, TokenCount, make_engine
from docpipe.engines.counting import qwen_tokens
from docpipe.engines.journal import journaled
from docpipe.errors import EngineError
from docpipe.kinds.base import Kind
from docpipe.kinds.questions import Answers
from docpipe.llm.analysis import Analysis, Event, Found, Open
from docpipe.llm.background import Background
from docpipe.llm.driver import drive
from docpipe.llm.fitting import Fitted, Limits, fitted
from docpipe.model_answers import answers_of, as_fields
from docpipe.precedence import chosen
from docpipe.rules.unstruck import unstruck
from docpipe.settings import Settings
from docpipe.types import Check, Completion, Coverage, Document, Finding, Json, Prompt, Result, Route, Run
from docpipe.verify import Verified, verify
from docpipe.verify.anchor import anchored
from docpipe.verify.checks import checks
from docpipe.verify.injection import injections
from docpipe.verify.second_opinion import second_opinion


class Opened(Struct, frozen=True):
    """An open engine, in the loop that it was opened in."""

    engine: Engine
    info: EngineInfo
    settings: Settings


class Model(Struct, frozen=True):
    """An open engine, and the loop in the background that it lives in."""

    engine: Engine
    info: EngineInfo
    loop: Background
    settings: Settings

    @property
    def opened(self) -> Opened:
        return Opened(self.engine, self.info, self.settings)


class Asked(Struct, frozen=True):
    """A document's way through the model, and what it found."""

    fitted: Fitted
    found: Found


@contextmanager
def connected(settings: Settings) -> Iterator[Model]:
    """The engine of the settings, open. Raises EngineError and SettingsError."""
    engine = engine_of(settings)
    loop = Background()
    try:
        model = Model(engine, loop.run(engine.open()), loop, settings)
        try:
            yield model
        finally:
            loop.run(engine.aclose())
    finally:
        loop.close()


def engine_of(settings: Settings) -> Engine:
    """The engine of the settings with its journal, not open yet."""
    engine = make_engine(replaced(settings, engine=settings.chosen_engine), tokens.count)
    scripted = settings.chosen_engine == "fake"  # a script may give another reply each time
    return engine if scripted else journaled(engine, settings)


class Planned(Struct, frozen=True):
    """The prompts that a document's analysis starts with, each with its tokens; what follows depends on replies."""

    route: Route
    prompts: tuple[tuple[Prompt, TokenCount], ...]


async def planned(opened: Opened, document: Document, kind: Kind) -> Planned:
    """What would be sent. Raises DoesNotFit."""
    fit = await fit_document(opened, document, kind)
    asked = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room).start()
    return Planned(fit.route, tuple([(prompt, await opened.engine.count(prompt)) for prompt in asked]))


class Counting:
    """An engine that only counts, as Qwen3 would: for prompts that are looked at and not sent."""

    def __init__(self, settings: Settings) -> None:
        self.info = EngineInfo("none", "none", "none", settings.window_tokens or WINDOW)

    async def open(self) -> EngineInfo:
        return self.info

    async def count(self, prompt: Prompt) -> TokenCount:
        return TokenCount(qwen_tokens(prompt, tokens.count, thinking=False), exact=False)

    async def complete(self, prompt: Prompt, on_first_token: Callable[[], None] | None = None) -> Completion:
        raise EngineError(f"prompt {prompt.id}: no engine is chosen; name one with --base-url or --engine")

    async def aclose(self) -> None:
        return


WINDOW = 131_072
"""The window that is reckoned with where no engine is there to say: Qwen3-32B's, stretched."""


def begin(model: Model, document: Document, kind: Kind) -> Future[Asked]:
    """Start to ask a model about a document; others may be asked meanwhile."""
    return model.loop.submit(ask(model.opened, document, kind))


Tell = Callable[[list[Event]], None]


async def ask(opened: Opened, document: Document, kind: Kind, tell: Tell | None = None) -> Asked:
    """What a model finds in a document; ``tell`` hears of every reply. Raises DoesNotFit, and the EngineError of one
    that answered nothing."""
    fit = await fit_document(opened, document, kind)
    analysis = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room)
    await drive(analysis, opened.engine, opened.info.window, tell)
    return Asked(fit, analysis.result())


async def fit_document(opened: Opened, document: Document, kind: Kind) -> Fitted:
    """The route of a document by the engine's own count."""

    async def count(prompt: Prompt) -> int:
        return (await opened.engine.count(prompt)).tokens

    asked = as_fields(kind) if kind.model is Answers else kind
    return await fitted(unstruck(document), asked, _limits(opened.info, opened.settings), tokens.count, count)


def result(
    model: Model | Opened,
    document: Document,
    chosen_kind: tuple[Kind, str | None],
    asked: Asked,
    seconds: tuple[float, float],
) -> Result:
    """The result of a document: what the model found, located, re-read, held against the rules, checked and filtered.

    ``chosen_kind`` is the kind, and why docpipe chose it; ``seconds`` are those of reading, and of asking the model.
    """
    kind, why = chosen_kind
    began = time.perf_counter()
    settings, info = model.settings, model.info
    verified, value = pipeline.validated(_verified(document, kind, asked, settings), kind)
    read, waited = seconds
    analyzed = waited + time.perf_counter() - began
    made = Result(
        document=document,
        tokens=asked.fitted.route.document_tokens,
        tokenizer=tokens.NAME,
        kind=kind.name,
        run=Run(info.name, info.model, kind.version, prompts.sha256(kind.name), settings.sha256, why),
        route=asked.fitted.route,
        data=verified.data,
        evidence=verified.evidence,
        trust=verified.trust,
        checks=verified.checks,
        coverage=_coverage(document, kind, verified, asked.found.open),
        usage=asked.found.usage,
        seconds={"read": read, "analyze": analyzed, "total": read + analyzed},
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        value=value,
    )
    return filters.apply(made, filters.policy(settings))


def _limits(info: EngineInfo, settings: Settings) -> Limits:
    default = settings.sources.get("threshold_tokens", "default") == "default"
    threshold = None if default else settings.threshold_tokens
    return Limits(info.window, threshold, settings.threshold_tokens, settings.chunk_tokens)


def _verified(document: Document, kind: Kind, asked: Asked, settings: Settings) -> Verified:
    """The model's findings from their quotes to values with trust, and the rules' opinion of them."""
    if kind.model is Answers:
        verified = answers_of(document, kind, asked.found)
        return replace(verified, checks=(*verified.checks, *injections(document)))
    found = _asked_for(anchored(document, asked.found.findings), kind)
    kept, dropped = _grounded(found) if settings.strict else (found, [])
    verified = verify(document, merge.settle(chosen(document, kept, kind), kind), kind)
    whole = {one.unit.field for one in asked.found.open if one.unit.field not in {f.field for f in found}}
    if kind.about or rules.answers(kind.name):
        ruled, _ = pipeline.found(document, asked.fitted.route.chunks, kind, settings)
        answered = [name for name in kind.fields if name not in whole]
        verified = second_opinion(verified, ruled, kind, answered)
        verified = replace(verified, checks=(*verified.checks, *_told_by_rules(verified, ruled)))
    more = (*injections(document), *_dropped(dropped), *_not_analyzed(document, asked.found.open))
    across = checks(document, verified.data, verified.evidence, verified.trust)
    told = {(check.rule, entry.span) for check in verified.checks for entry in check.evidence}
    new = (check for check in across if not any((check.rule, one.span) in told for one in check.evidence))
    return replace(verified, checks=(*verified.checks, *new, *more))


def _asked_for(found: list[Finding], kind: Kind) -> list[Finding]:
    """The findings less those of fields that are asked only if another one has a value, where it has none."""
    if not any(about.ask_if for about in kind.about.values()):
        return found
    from docpipe.rules.fields import asked

    by_field = {name: [one for one in found if one.field == name and not one.problem] for name in kind.fields}
    return [one for one in found if one.field not in kind.about or asked(kind.about[one.field], by_field)]


def _grounded(found: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Findings with a located quote or a problem to tell, and the others."""
    kept = [finding for finding in found if finding.quotes or finding.problem]
    return kept, [finding for finding in found if finding not in kept]


TOLD_BY_RULES = frozenset(
    {
        "conflict",
        "several_dates",
        "amount_words",
        "sum",
        "not_a_contract",
        "redacted_in_source",
        "impossible_date",
        "exception",
    }
)
"""Checks of the rules that are about the document, whoever found its values."""


def _told_by_rules(verified: Verified, ruled: Verified) -> Iterator[Check]:
    """What the rules notice in the document and the model's findings have not shown yet, at the field as a whole."""
    for check in ruled.checks:
        if check.rule in TOLD_BY_RULES and not _told(check, verified.checks):
            yield replace(check, path="/".join(check.path.split("/")[:2]))


def _told(check: Check, others: Iterable[Check]) -> bool:
    """Whether another check of the rule points to all places of this one."""
    spans = [entry.span for entry in check.evidence]
    return any(
        other.rule == check.rule and all(any(a < e.span[1] and e.span[0] < b for e in other.evidence) for a, b in spans)
        for other in others
    )


def _dropped(dropped: list[Finding]) -> list[Check]:
    message = "dropped (strict): no quote of this value could be located in the document"
    fields = dict.fromkeys(finding.field for finding in dropped)
    return [Check(merge.pointer(name), "ungrounded", "error", message) for name in fields]


def _not_analyzed(document: Document, left: Iterable[Open]) -> Iterator[Check]:
    """A check for each field that has no answer, for all of the document or for some of its pages."""
    for one in left:
        pages = [page for page in (_page(document, one.span[0]), _page(document, one.span[1] - 1)) if page]
        where = f" on pages {pages[0]} to {pages[-1]}" if pages and one.span != (0, len(document.text)) else ""
        named = f" ({', '.join(one.unit.categories)})" if one.unit.categories else ""
        message = f"the model gave no answer that can be used{named}{where}: {one.why}"
        yield Check(merge.pointer(one.unit.field), "not_analyzed", "warning", message)


def _page(document: Document, offset: int) -> int | None:
    """The page of the first word from an offset on."""
    if not document.paged or offset < 0:
        return None
    places = document.places(offset, min(offset + 200, len(document.text))) or document.places(
        max(0, offset - 200), offset
    )
    return places[0].page if places else None


def _coverage(document: Document, kind: Kind, verified: Verified, left: Iterable[Open]) -> Coverage:
    """What was asked and answered for all of the document, and what of it is not there."""
    unanswered = {name for one in left for name in one.unit.names}
    if kind.model is Answers:
        named = zip(as_fields(kind).fields, kind.categories["answers"], strict=True)
        unanswered = {text for name, text in named if name in unanswered}
    asked: list[str] = []
    missing: list[str] = []
    for name in kind.fields:
        for label, there in pipeline.questions(kind, name, _believed(verified, name)):
            if label in unanswered and not there:
                continue
            asked.append(label)
            missing += [] if there else [label]
    conditional = {name for name in missing if name in kind.about and kind.about[name].ask_if}
    asked, missing = ([name for name in names if name not in conditional] for names in (asked, missing))
    share = len(document.pages_read) / len(document.pages) if document.pages else 1.0
    return Coverage(len(document.pages_read), round(share, 4), tuple(asked), tuple(missing))


def _believed(verified: Verified, name: str) -> Json:
    """The value of a field less what has no place in the document."""
    value, path = verified.data.get(name), merge.pointer(name)
    lost = {at for at, trust in verified.trust.items() if trust.state == "ungrounded"}
    if isinstance(value, list):
        return [element for index, element in enumerate(value) if f"{path}/{index}" not in lost]
    return None if path in lost else value
