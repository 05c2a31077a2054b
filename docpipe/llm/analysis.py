"""The analysis of one document with a model, as a machine that does no input or output.

``start`` gives the first prompts; ``receive`` takes a reply, or the news that there is none, and gives more prompts;
``result`` gives the findings. Replies may come in any order and lead to the same result: what is asked again depends
on a reply alone; prompts that failed are tried once more when all others are in, then come the fields that are asked
only if another one has a value, and prose is reduced after that.

A reply that was cut off or cannot be used says nothing about its fields: they are asked again in smaller groups, then
of halves of the chunk, until the budget of the ask is used up. What is still open then is not analyzed. A list that is
full is asked of halves, too; at the end of the budget what it has is kept, and that there may be more is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from docpipe.completions import Completion, Prompt, PromptFailure, Usage, summed
from docpipe.errors import DoesNotFit, EngineError
from docpipe.llm.asking import REDUCE_AGAIN_WORDS, REDUCE_WORDS, Ask, Asker
from docpipe.llm.families import Failed, Families
from docpipe.llm.questions import Unit, conditional, groups, halves, is_prose, name_of
from docpipe.llm.reducing import Level, Reducing, batches, cited, reduced_text
from docpipe.llm.reply import BY, Answered, Malformed, answers, parse
from docpipe.llm.wanted import Wanted
from docpipe.routing import Count, halved
from docpipe.types import Chunk, Finding
from docpipe.words import Span

BUDGET = 6
"""How deep asking again goes: a reply that was cut takes one step, one that is useless two, and one more where all
parts of a split were no use. Eleven fields need four steps until the one that is too long is alone, which leaves its
chunk two halvings."""

LOOPED = 0.5
"""Share of white space at the end of a reply from which on it ran in a loop: asking for less will hardly help."""


LEAST_QUOTED = 8
"""Characters, white space apart, of a quote that does not stand in a text by chance."""

FULL = "the list has as many elements as a reply may give"


class Event(Struct, frozen=True):
    """What a reply led to: fields were answered, are asked again, or stay open (``why`` says the reason)."""

    kind: Literal["answered", "again", "open"]
    names: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    why: str = ""


class Open(Struct, frozen=True):
    """A unit that has no answer for a stretch of the document, or ``partly`` one."""

    unit: Unit
    span: Span
    why: str
    partly: bool = False


class Found(Struct, frozen=True):
    """What a model found. Findings are in the order of chunks and questions; their quotes are not located yet.
    ``spans`` has for each finding the stretch of the document that it was asked of, ``spent`` what each group of
    questions took."""

    findings: tuple[Finding, ...]
    open: tuple[Open, ...]
    usage: Usage
    spans: tuple[Span, ...] = ()
    spent: tuple[tuple[str, Usage], ...] = ()


Step = tuple[list[Prompt], list[Event]]


class Analysis:
    """``count`` is the tokens of a text: it only decides where chunks are halved. ``room`` is the tokens of text that a
    prompt has room for. Everything is asked, unless a part is ``wanted``."""

    def __init__(
        self, asker: Asker, chunks: tuple[Chunk, ...], count: Count, room: int, wanted: Wanted | None = None
    ) -> None:
        self._asker, self._chunks, self._count, self._room = asker, chunks, count, room
        self._wanted = wanted
        self._begun: set[str] = set()
        self._asks: dict[str, Ask] = {}
        self._families = Families()
        self._reducing: dict[str, Reducing] = {}
        self._failed: dict[str, tuple[Ask, EngineError]] = {}
        self._retried = False
        self._answered: dict[str, tuple[tuple[int, str], _Answer]] = {}
        self._open: dict[tuple[str, str], Open] = {}
        self._prose: dict[str, list[Finding]] = {}
        self._spent: dict[str, Usage] = {}
        self._replies = 0
        self._text = _plain(asker.document.text)

    def start(self) -> list[Prompt]:
        """The prompts of every chunk, chunk by chunk."""
        return self._round()

    def receive(self, prompt_id: str, reply: Completion | PromptFailure) -> Step:
        """What follows from a reply: more prompts, and events. Raises KeyError for a prompt that is not open."""
        if prompt_id in self._reducing:
            reducing = self._reducing.pop(prompt_id)
            questions = f"reduce/{reducing.level.name}"
            more, events = self._reduced(reducing, reply)
        else:
            ask = self._asks.pop(prompt_id)
            questions = ask.questions
            more, events = self._received(prompt_id, ask, reply)
        if isinstance(reply, Completion):
            self._replies += 1
            self._spent[questions] = summed((self._spent.get(questions, Usage()), reply.usage))
        if not more and not self._asks and not self._reducing:
            more = self._when_idle()
        return more, events

    @property
    def done(self) -> bool:
        return not self._asks and not self._reducing

    def result(self) -> Found:
        """What was found. Raises the EngineError of a document of which not one prompt was answered."""
        if not self._replies and self._failed:
            raise next(iter(self._failed.values()))[1]
        ordered = sorted(self._answered.values(), key=lambda one: one[0])
        local = [(f, a.span) for _, a in ordered for f in a.answered.findings if not self._is_prose(f)]
        everything = (0, len(self._asker.document.text))
        whole = [(finding, everything) for name in sorted(self._prose) for finding in self._prose[name]]
        missing = tuple(self._open[key] for key in sorted(self._open))
        return Found(
            tuple(finding for finding, _ in (*local, *whole)),
            missing,
            summed(self._spent.values()),
            tuple(span for _, span in (*local, *whole)),
            self._in_order(),
        )

    def _in_order(self) -> tuple[tuple[str, Usage], ...]:
        """What was spent, in the order of the questions, and on prose at the end."""
        order = {name_of(units): at for at, units in enumerate(groups(self._asker.kind))}
        return tuple(sorted(self._spent.items(), key=lambda one: (order.get(one[0], len(order)), one[0])))

    def _round(self) -> list[Prompt]:
        """The prompts of the fields whose turn it is, chunk by chunk: first those without a condition."""
        kind = self._asker.kind
        due = {name for name in kind.fields if name not in self._begun and self._applies(name)}
        self._begun |= due
        made: list[Prompt] = []
        grouped = groups(kind) if due else []
        for chunk in self._chunks:
            asks: list[Ask] = []
            for group in grouped:
                units = tuple(part for unit in group if unit.field in due and (part := self._part(unit, chunk)))
                asks += [Ask(str(chunk.index), chunk, units, 0, name_of(group))] if units else []
            made += self._together(asks, first=True)
        return made

    def _applies(self, name: str) -> bool:
        """Whether a field's condition holds after what was answered so far."""
        if not conditional(self._asker.kind, name):
            return True
        known = self._wanted.known if self._wanted else ()
        answered = (finding for _, one in self._answered.values() for finding in one.answered.findings)
        values: dict[str, list[object]] = {}
        for finding in (*known, *answered):
            if not finding.problem:
                values.setdefault(finding.field, []).append(finding.value)
        return self._asker.kind.about[name].applies(values)

    def _part(self, unit: Unit, chunk: Chunk) -> Unit | None:
        return unit if self._wanted is None else self._wanted.part(unit, chunk)

    def _ask(self, ask: Ask) -> Prompt:
        prompt = self._asker.prompt(ask)
        self._asks[prompt.id] = ask
        return prompt

    def _received(self, prompt_id: str, ask: Ask, reply: Completion | PromptFailure) -> Step:
        failed: Failed | None = None
        step: Step = [], []
        quotes = False
        if isinstance(reply, PromptFailure):
            step = self._failure(prompt_id, ask, reply)
        elif isinstance(read := self._read(ask, reply), Failed):
            failed = read
        else:
            step, quotes = self._answers(ask, read), self._quotes(read)
        for one in self._families.settled(prompt_id, failed, quotes):
            again = self._again(one.ask, one.why, one.cost)
            step = step[0] + again[0], step[1] + again[1]
        return step

    def _read(self, ask: Ask, reply: Completion) -> list[Answered] | Failed:
        if reply.finish == "length":
            looped = len(reply.text.rstrip()) < LOOPED * len(reply.text)
            return Failed(ask, "the reply was cut off", 2 if looped else 1)
        try:
            return answers(parse(reply.text), ask.units, self._asker.kind, self._asker.blocks(ask))
        except Malformed as error:
            return Failed(ask, f"the reply {error}" if str(error).startswith("has") else str(error), 2)

    def _quotes(self, found: list[Answered]) -> bool:
        """Whether any answer quotes words of the document, as far as that is seen at a glance."""
        quoted = (_plain(quote.text) for one in found for finding in one.findings for quote in finding.quotes)
        return any(len(text) >= LEAST_QUOTED and text in self._text for text in quoted)

    def _answers(self, ask: Ask, found: list[Answered]) -> Step:
        """Keep what was answered; ask again, each unit alone, for what cannot be used."""
        more: list[Prompt] = []
        events: list[Event] = []
        for answered in found:
            if answered.full and not answered.why and (asks := self._halves(ask, answered.unit)):
                more += self._together(asks)
                events.append(Event("again", answered.unit.names, (), FULL))
                continue
            if not answered.why:
                self._keep(ask, answered)
                if answered.full:
                    self._leave_open(ask, answered.unit, FULL, partly=True)
                events.append(Event("answered", answered.unit.names, answered.findings))
                continue
            if len(ask.units) > 1 and ask.depth + 2 <= BUDGET:
                more.append(self._ask(replace(ask, units=(answered.unit,), depth=ask.depth + 2)))
                events.append(Event("again", answered.unit.names, (), answered.why))
                continue
            step = self._again(replace(ask, units=(answered.unit,)), answered.why, 2)
            more, events = more + step[0], events + step[1]
        return more, events

    def _keep(self, ask: Ask, answered: Answered) -> None:
        place = ask.chunk.start, self._order(answered.unit)
        self._answered[f"{ask.label}/{answered.unit.names}"] = (
            place,
            _Answer(answered, (ask.chunk.start, ask.chunk.end)),
        )

    def _order(self, unit: Unit) -> str:
        return f"{self._asker.kind.fields.index(unit.field):03d}{unit.categories}"

    def _again(self, ask: Ask, why: str, cost: int) -> Step:
        """The units of an ask in smaller groups, else of halves of its chunk, else never."""
        smaller = self._smaller(replace(ask, depth=ask.depth + cost)) if ask.depth + cost <= BUDGET else []
        names = tuple(name for unit in ask.units for name in unit.names)
        if smaller:
            return self._together(smaller), [Event("again", names, (), why)]
        for unit in ask.units:
            self._leave_open(ask, unit, why)
        return [], [Event("open", names, (), why)]

    def _together(self, asks: list[Ask], first: bool = False) -> list[Prompt]:
        """The prompts of the parts of one ask, or of the ``first`` questions about a chunk."""
        prompts = [self._ask(one) for one in asks]
        self._families.begin((prompt.id for prompt in prompts), first)
        return prompts

    def _smaller(self, ask: Ask) -> list[Ask]:
        parts = halves(ask.units)
        if len(parts) > 1:
            return [replace(ask, units=units) for units in parts]
        return self._of_halves(ask)

    def _halves(self, ask: Ask, unit: Unit) -> list[Ask]:
        """A unit whose list is full, of halves of its chunk; none where the budget or the chunk has no room for it."""
        deeper = replace(ask, units=(unit,), depth=ask.depth + 2)
        return self._of_halves(deeper) if deeper.depth <= BUDGET else []

    def _of_halves(self, ask: Ask) -> list[Ask]:
        chunks = halved(self._asker.document, ask.chunk, self._count)
        return [replace(ask, label=f"{ask.label}.{i}", chunk=chunk) for i, chunk in enumerate(chunks, 1)]

    def _failure(self, prompt_id: str, ask: Ask, reply: PromptFailure) -> Step:
        if isinstance(reply.error, DoesNotFit) and ask.depth < BUDGET:
            parts = self._of_halves(replace(ask, depth=ask.depth + 1))
            names = tuple(name for unit in ask.units for name in unit.names)
            if parts:
                return [self._ask(part) for part in parts], [Event("again", names, (), reply.error.message)]
        error = reply.error if isinstance(reply.error, EngineError) else EngineError(reply.error.message)
        self._failed[prompt_id] = ask, error
        if self._retried or isinstance(error, DoesNotFit):
            for unit in ask.units:
                self._leave_open(ask, unit, error.message)
        return [], []

    def _leave_open(self, ask: Ask, unit: Unit, why: str, partly: bool = False) -> None:
        self._open[self._order(unit), ask.label] = Open(unit, (ask.chunk.start, ask.chunk.end), why, partly)

    def _when_idle(self) -> list[Prompt]:
        """Once more what failed, where anything was answered at all; then what hangs on answers; then the prose."""
        if self._failed and not self._retried:
            self._retried = True
            failed = [ask for _, (ask, error) in sorted(self._failed.items()) if not isinstance(error, DoesNotFit)]
            if self._replies and failed:
                return [self._ask(ask) for ask in failed]
            for ask in failed:
                for unit in ask.units:
                    self._leave_open(ask, unit, "the engine gave no reply")
        if self._replies and (following := self._round()):
            self._failed, self._retried = {}, False
            return following
        return list(self._reduce())

    # prose

    def _is_prose(self, finding: Finding) -> bool:
        return is_prose(self._asker.kind, finding.field)

    def _reduce(self) -> Iterator[Prompt]:
        """The first prompts of the tree of each prose field that has several parts; once."""
        for name in self._asker.kind.fields:
            if not is_prose(self._asker.kind, name) or name in self._prose:
                continue
            ordered = sorted(self._answered.values(), key=lambda one: one[0])
            parts = [finding for _, one in ordered for finding in one.answered.findings if finding.field == name]
            self._prose[name] = parts[:1] if len(parts) == 1 else []
            if len(parts) > 1:
                yield from self._level(name, 1, parts)

    def _level(self, name: str, level: int, parts: list[Finding]) -> list[Prompt]:
        """The prompts that reduce the parts of one level; none and an open field where two don't fit."""
        together = batches(parts, self._count, self._room)
        if len(together) == len(parts):
            self._give_up(name, "its parts are too long to be made one")
            return []
        state = Level(name, level, together)
        made: list[Prompt] = []
        for index, batch in enumerate(together):
            if len(batch) == 1:
                state.done[index] = batch[0]
                continue
            made.append(self._reduction(Reducing(state, index, again=False)))
        return made

    def _reduction(self, reducing: Reducing) -> Prompt:
        """The prompt that makes a batch one; asked for again, in fewer words."""
        state, index = reducing.level, reducing.index
        name = f"reduce/{state.name}/{state.level}.{index}" + ("/again" if reducing.again else "")
        texts = [str(part.value) for part in state.batches[index]]
        words = REDUCE_AGAIN_WORDS if reducing.again else REDUCE_WORDS
        prompt = self._asker.reduce(name, state.name, texts, words)
        self._reducing[prompt.id] = reducing
        return prompt

    def _reduced(self, reducing: Reducing, reply: Completion | PromptFailure) -> Step:
        state = reducing.level
        try:
            text = reduced_text(reply)
        except Malformed as error:
            if not reducing.again:
                return [self._reduction(replace(reducing, again=True))], [Event("again", (state.name,), (), str(error))]
            state.failed[reducing.index] = str(error)
            self._give_up(state.name, state.failed[min(state.failed)])
            return [], [Event("open", (state.name,), (), str(error))]
        batch = state.batches[reducing.index]
        state.done[reducing.index] = Finding(state.name, text, cited(batch), BY)
        if state.failed or len(state.done) < len(state.batches):
            return [], []
        parts = [state.done[index] for index in range(len(state.batches))]
        if len(parts) > 1:
            return self._level(state.name, state.level + 1, parts), []
        self._prose[state.name] = parts
        return [], [Event("answered", (state.name,), tuple(parts))]

    def _give_up(self, name: str, why: str) -> None:
        whole = (0, len(self._asker.document.text))
        self._open[self._order(Unit(name)), "reduce"] = Open(Unit(name), whole, why)


def _plain(text: str) -> str:
    return "".join(text.split())


class _Answer(Struct, frozen=True):
    """An answer, and the stretch of the document that it is about."""

    answered: Answered
    span: Span
