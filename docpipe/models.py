"""Documents through a model: an engine that is opened once, and for each document what it finds, verified.

Imported only where an engine other than the rules is chosen. The pipeline's steps after finding are the same; the rules
find too, and give their opinion of what the model found.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace as replaced
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from docpipe import escalation, filters, judging, kinds, model_findings, pipeline, prompts, tokens
from docpipe.completions import Completion, Prompt, Spent, summed
from docpipe.engines import Engine, EngineInfo, TokenCount, make_engine
from docpipe.engines.counting import qwen_tokens
from docpipe.engines.journal import journaled
from docpipe.errors import DocpipeError, EngineError, SettingsError
from docpipe.kinds.base import Kind
from docpipe.kinds.questions import Answers
from docpipe.llm.analysis import Analysis, Event, Found
from docpipe.llm.background import Background
from docpipe.llm.costs import priced
from docpipe.llm.driver import Turns, drive
from docpipe.llm.early import IN_VAIN, Early, First
from docpipe.llm.fitting import Fitted, Limits, fitted, surely_mapped
from docpipe.llm.wanted import Wanted
from docpipe.model_answers import as_fields
from docpipe.readers.so_far import SoFar
from docpipe.readers.workers import Reading
from docpipe.rules.unstruck import unstruck
from docpipe.settings import Settings
from docpipe.types import Check, Document, Result, Route, Run


class More:
    """Engines beside the first: of kinds with a model of their own, and a larger one. Each is opened when it is first
    needed, in the one loop that all live in."""

    def __init__(self) -> None:
        self._names: dict[str, asyncio.Task[Opened]] = {}

    async def opened(self, name: str, settings: Settings) -> Opened:
        """The engine of that name. Raises EngineError and SettingsError; the next time it is tried again."""
        if name not in self._names:
            self._names[name] = asyncio.create_task(_opened(settings))
        try:
            return await asyncio.shield(self._names[name])
        except DocpipeError:
            self._names.pop(name, None)
            raise

    async def aclose(self) -> None:
        for task in self._names.values():
            task.cancel()
        for made in await asyncio.gather(*self._names.values(), return_exceptions=True):
            if isinstance(made, Opened):
                await made.engine.aclose()
        self._names.clear()


class Opened(Struct, frozen=True):
    """An open engine, in the loop that it was opened in, and those that are opened beside it."""

    engine: Engine
    info: EngineInfo
    settings: Settings
    more: More = field(default_factory=More)


Tell = Callable[[list[Event]], None]
Call = Callable[..., object]


class Model(Struct, frozen=True):
    """An open engine, and the loop in the background that it lives in."""

    engine: Engine
    info: EngineInfo
    loop: Background
    settings: Settings
    more: More = field(default_factory=More)

    @property
    def opened(self) -> Opened:
        return Opened(self.engine, self.info, self.settings, self.more)


class Asked(Struct, frozen=True):
    """A document's way through the model, and what it found. ``info`` is the model that was asked, ``larger`` the name
    of one that was asked again where that failed; ``checks`` say of what."""

    route: Route
    found: Found
    info: EngineInfo | None = None
    larger: str | None = None
    checks: tuple[Check, ...] = ()
    spent: tuple[Spent, ...] = ()


class Known(Struct, frozen=True):
    """What a result says of an engine, for processes that have none open."""

    info: EngineInfo
    settings: Settings


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
            loop.run(model.more.aclose())
            loop.run(engine.aclose())
    finally:
        loop.close()


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Opened]:
    """``connected`` in the loop of the caller."""
    engine = engine_of(settings)
    made: Opened | None = None
    try:
        made = Opened(engine, await engine.open(), settings)
        yield made
    finally:
        if made is not None:
            await made.more.aclose()
        await engine.aclose()


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
    """What would be sent, counted by the model that would get it. Raises DoesNotFit."""
    chosen = opened if opened.settings.chosen_engine == "rules" else await _for_kind(opened, kind)
    fit = await fit_document(chosen, document, kind)
    asked = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room).start()
    return Planned(fit.route, tuple([(prompt, await chosen.engine.count(prompt)) for prompt in asked]))


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


def listening(opened: Opened, reading: Future[Document], kind: Kind | None, call: Call) -> Early:
    """What asks about the first chunks of a document, of a kind or the one that fits, while it is read. ``call`` calls
    a function in the engine's loop."""
    early = Early(partial(_first, opened, kind))
    if isinstance(reading, Reading):
        reading.listen(lambda so_far: call(early.hear, so_far))
    return early


async def _first(opened: Opened, kind: Kind | None, so_far: SoFar) -> First | None:
    """The first prompts of the chunks that have their end, of a document that surely goes in chunks."""
    document = so_far.document
    kind = kind or (await asyncio.to_thread(kinds.chosen, document))[0]
    chosen = await _for_kind(opened, kind)
    limits = _limits(chosen, kind)
    count = await asyncio.to_thread(tokens.count, document.text)
    if not surely_mapped(limits, count, len(document.pages) / so_far.page_count):
        return None
    fit = await _fitted(chosen, document, kind, replace(limits, threshold=0))
    started = Analysis(fit.asker, fit.route.chunks[:-1], tokens.count, fit.room).start
    turns = Turns(chosen.engine, chosen.info.window, prompts_at_once(chosen.settings))
    return First(chosen.engine, turns, tuple(await asyncio.to_thread(started)))


def begin(model: Model, document: Document, kind: Kind, early: Early | None = None) -> Future[Asked]:
    """Start to ask a model about a document; others may be asked meanwhile."""
    return model.loop.submit(ask(model.opened, document, kind, early=early))


async def ask(
    opened: Opened, document: Document, kind: Kind, tell: Tell | None = None, early: Early | None = None
) -> Asked:
    """What a model finds in a document; ``tell`` hears of every reply, ``early`` has asked about its first chunks.

    Raises DoesNotFit, and the EngineError of one that answered nothing.
    """
    early = early or Early(partial(_first, opened, kind))
    try:
        return await _asked(opened, (document, kind), tell, early)
    finally:
        early.close()


async def _asked(opened: Opened, about: tuple[Document, Kind], tell: Tell | None, early: Early) -> Asked:
    document, kind = about
    chosen = await _for_kind(opened, kind)
    fit = await fit_document(chosen, document, kind)
    started = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room).start
    found = await _found(replace(chosen, engine=await early.settled(chosen.engine, started)), fit, None, tell)
    in_vain = [(IN_VAIN, early.in_vain)] if early.in_vain.calls else []
    spent = priced(chosen.info.model, [*found.spent, *in_vain], chosen.settings.prices)
    made = Asked(fit.route, found, chosen.info, None, (), spent)
    if opened.settings.escalates:
        made = await _asked_again(opened, document, made, fit, tell)
    return await _judged(opened, document, fit.asker.kind, made) if opened.settings.judges else made


async def _found(opened: Opened, fit: Fitted, wanted: Wanted | None, tell: Tell | None) -> Found:
    analysis = Analysis(fit.asker, fit.route.chunks, tokens.count, fit.room, wanted)
    await drive(analysis, opened.engine, opened.info.window, tell, prompts_at_once(opened.settings))
    return analysis.result()


async def _for_kind(opened: Opened, kind: Kind) -> Opened:
    """The engine of a kind's own model, else the first one."""
    model = opened.settings.for_kind(kind.name).model
    if model == opened.settings.model:
        return opened
    if opened.settings.chosen_engine == "vllm":
        raise SettingsError(f"kinds: {kind.name} has model {model}, and this process holds one: serve it (--base-url)")
    return await opened.more.opened(f"kind {model}", replaced(opened.settings, model=model))


async def _asked_again(opened: Opened, document: Document, made: Asked, fit: Fitted, tell: Tell | None) -> Asked:
    """With what the larger model says of the fields to which the first one gave no sure answer.

    It is asked of the same chunks; in a smaller window, what does not fit is asked of halves.
    """
    used: list[Opened] = []

    def tell_of(events: list[Event]) -> None:
        if tell is not None:
            tell([replace(event, findings=escalation.larger(event.findings)) for event in events])

    async def ask_larger(wanted: Wanted) -> Found:
        larger = await opened.more.opened("larger", _larger(opened.settings))
        used.append(larger)
        room = fit.room + min(0, larger.info.window - (made.info or larger.info).window)
        return await _found(larger, replace(fit, room=room), wanted, tell_of)

    settings = opened.settings
    name = settings.escalation_model or "the larger model"
    reading = escalation.Reading(document, fit.asker.kind, made.found, fit.route.chunks)
    again = await escalation.escalated(reading, name, ask_larger)
    if again.more is None:
        return replace(made, checks=again.checks)
    model = used[0].info.model
    spent = (*made.spent, *priced(model, again.more.spent, settings.prices))
    return replace(made, found=again.found, larger=model, checks=again.checks, spent=spent)


async def _judged(opened: Opened, document: Document, kind: Kind, made: Asked) -> Asked:
    """With the checks of a judge."""
    settings = opened.settings
    try:
        judge = await opened.more.opened("judge", _judge(settings))
    except DocpipeError as error:
        check = Check("", "second_opinion", "info", f"the judge gave no answer: {error.message}")
        return replace(made, checks=(*made.checks, check))
    verdict = await judging.judged(document, kind, made.found, judge.engine, judge.info.window)
    spent = priced(judge.info.model, [("judge", verdict.usage)], settings.prices)
    return replace(made, checks=(*made.checks, *verdict.checks), spent=(*made.spent, *spent))


def _judge(settings: Settings) -> Settings:
    """The settings of the judge: as the first model's where nothing else is said."""
    return replaced(
        settings,
        engine=settings.judge_engine or settings.chosen_engine,
        model=settings.judge_model,
        base_url=settings.judge_base_url or settings.base_url,
    )


def _larger(settings: Settings) -> Settings:
    """The settings of the larger model: as the first one's where nothing else is said."""
    return replaced(
        settings,
        engine=settings.escalation_engine or settings.chosen_engine,
        model=settings.escalation_model,
        base_url=settings.escalation_base_url or settings.base_url,
    )


async def _opened(settings: Settings) -> Opened:
    engine = engine_of(settings)
    try:
        return Opened(engine, await engine.open(), settings)
    except BaseException:
        await engine.aclose()
        raise


def prompts_at_once(settings: Settings) -> int:
    """Prompts that the servers of the settings take at once: as many as one document may have at them, so that a long
    one keeps them busy and a short one that comes later waits for one round of it, not for all."""
    return settings.requests_in_flight * max(1, len(settings.base_url))


async def fit_document(opened: Opened, document: Document, kind: Kind) -> Fitted:
    """The route of a document by the engine's own count."""
    return await _fitted(opened, document, kind, _limits(opened, kind))


async def _fitted(opened: Opened, document: Document, kind: Kind, limits: Limits) -> Fitted:
    async def count(prompt: Prompt) -> int:
        return (await opened.engine.count(prompt)).tokens

    asked = as_fields(kind) if kind.model is Answers else kind
    return await fitted(await asyncio.to_thread(unstruck, document), asked, limits, tokens.count, count)


def result(
    model: Model | Opened | Known,
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
    settings, info = model.settings, asked.info or model.info
    found = model_findings.verified(document, kind, (asked.route, asked.found), settings)
    verified, value = pipeline.validated(replace(found, checks=(*found.checks, *asked.checks)), kind)
    read, waited = seconds
    analyzed = waited + time.perf_counter() - began
    made = Result(
        document=document,
        tokens=asked.route.document_tokens,
        tokenizer=tokens.NAME,
        kind=kind.name,
        run=Run(info.name, info.model, kind.version, prompts.sha256(kind.name), settings.sha256, why, asked.larger),
        route=asked.route,
        data=verified.data,
        evidence=verified.evidence,
        trust=verified.trust,
        checks=verified.checks,
        coverage=model_findings.coverage(document, kind, verified, asked.found.open),
        usage=summed(one.usage for one in asked.spent),
        spent=asked.spent,
        seconds={"read": read, "analyze": analyzed, "total": read + analyzed},
        created=pipeline.now(),
        value=value,
    )
    return filters.apply(made, filters.policy(settings))


def _limits(opened: Opened, kind: Kind) -> Limits:
    settings = opened.settings
    threshold = settings.for_kind(kind.name).threshold_tokens
    return Limits(opened.info.window, threshold, settings.threshold_tokens, settings.chunk_tokens)
