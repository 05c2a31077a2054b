"""Facts of gold and values of a result, put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz

from docpipe.evaluate.fields import Rule, paths_of
from docpipe.evaluate.gold import Answer, Fact, GoldDocument
from docpipe.evaluate.sameness import alike_text, days_of, same, same_length, squeeze
from docpipe.evaluate.values import Value, Written, chosen, evidence, part_of, trust, values
from docpipe.types import Json

Verdict = Literal["right", "wrong", "missing", "tolerated"]

WORDING_LETTERS = range(4, 401)
"""Letters of a quote that can show that a field rests on the right words: a whole page would always do."""


class Outcome(Struct, frozen=True):
    """One fact or value, judged.

    ``wrong`` is a value that no fact wants, ``missing`` a fact without its value: a wrong value in the place of a right
    one is both. ``on_page`` says whether a right value is cited on the answer's page, ``cited`` whether where people
    found it; None where gold or result say nothing about it. ``confidence`` is the value's own.
    """

    document: str
    field: str
    group: str
    verdict: Verdict
    pointer: str = ""
    value: Json = None
    expected: Json = None
    quote: str = ""
    on_page: bool | None = None
    cited: bool | None = None
    confidence: float | None = None
    state: str = ""


def judged(
    gold: GoldDocument, result: Written, rules: Mapping[str, Rule], labels: Mapping[str, set[str]]
) -> list[Outcome]:
    """The outcomes of one document. ``labels`` are all values of a ``split`` field that gold knows."""
    outcomes: list[Outcome] = []
    for name in dict.fromkeys(fact.field for fact in gold.facts):
        facts = [fact for fact in gold.facts if fact.field == name]
        desk = Desk(gold.name, result, rules[name])
        if rules[name].compare == "conflict":
            outcomes += desk.conflicts(facts)
        elif rules[name].split:
            outcomes += desk.split(name, facts, labels[name])
        else:
            outcomes += desk.field(name, facts)
    return outcomes


class Desk(Struct, frozen=True):
    """Where the facts and values of one field of one document are put together."""

    document: str
    result: Written
    rule: Rule

    def field(self, name: str, facts: list[Fact]) -> Iterator[Outcome]:
        """A field: the facts of each choice of elements against the values there."""
        found = self._wording(name) if self.rule.compare == "wording" else values(self.result, name, self.rule)
        for label, where in _choices(facts):
            mine = [fact for fact in facts if fact.label == label and fact.where == where]
            yield from self._meet(label, mine, chosen(found, where, self.result) if where else found)

    def split(self, name: str, facts: list[Fact], labels: set[str]) -> Iterator[Outcome]:
        """A field whose every value is asked for by itself."""
        found = {str(value.value).casefold(): value for value in reversed(values(self.result, name, self.rule))}
        wanted = {str(fact.answers[0].value).casefold(): fact for fact in facts if fact.answers}
        for label in sorted({*labels, *(str(value.value) for value in found.values() if value.value)}):
            key = label.casefold()
            own = [found[key]] if key in found else []
            fact = wanted.get(key) or Fact(name, name, ())
            yield from self._meet(f"{name}: {label}", [fact], own)

    def conflicts(self, facts: list[Fact]) -> Iterator[Outcome]:
        """Checks of two places or more against the conflicts that gold knows."""
        checks = [check for check in self.result.get("checks") or [] if len(check.get("evidence") or []) >= 2]
        known = [fact for fact in facts if fact.sides]
        for fact in known:
            seen = any(_sees(check, fact) for check in checks)
            yield Outcome(
                self.document, fact.label, self.rule.group, "right" if seen else "missing", expected=list(fact.sides)
            )
        for check in checks:
            if check.get("severity") != "info" and not any(_sees(check, fact) for fact in known):
                shown = f"{check.get('rule')}: {check.get('message')}"
                yield Outcome(self.document, facts[0].label, self.rule.group, "wrong", check.get("path", ""), shown)

    def _meet(self, label: str, facts: list[Fact], found: list[Value]) -> Iterator[Outcome]:
        left = list(found)
        right = missing = 0
        for fact in _distinct(facts, self.rule):
            pair = next(((v, a) for a in fact.answers for v in self._open(left, found) if self._same(v, a)), None)
            if pair is None:
                missing += 1
                yield Outcome(self.document, label, self.rule.group, "missing", expected=fact.answers[0].value)
                yield from self._attributes(fact, None)
                continue
            right += 1
            if pair[0] in left:
                left.remove(pair[0])
            yield self._outcome(label, "right", *pair)
            yield from self._attributes(fact, pair[0])
        if self.rule.match != "each":
            left = [value for value in left if self.rule.match == "any" or not self._answers(facts, value)]
        extra = [] if self.rule.extra == "ignored" or (self.rule.extra == "once" and right) else left
        tolerated = [answer for fact in facts for answer in fact.tolerated]
        for value in extra[: 1 if self.rule.extra == "once" else None]:
            verdict: Verdict = "tolerated" if any(self._same(value, answer) for answer in tolerated) else "wrong"
            yield replace(self._outcome(label, verdict, value), expected=_expected(facts))

    def _open(self, left: list[Value], found: list[Value]) -> list[Value]:
        return found if self.rule.match == "any" else left

    def _answers(self, facts: list[Fact], value: Value) -> bool:
        return any(self._same(value, answer) for fact in facts for answer in fact.answers)

    def _same(self, value: Value, answer: Answer) -> bool:
        if self.rule.compare == "wording":
            alike = any(alike_text(entry["quote"], quote) for entry in self._citing(value) for quote in answer.quotes)
            lengths = days_of(value.value) is not None and days_of(answer.value) is not None
            return alike and (not lengths or same_length(value.value, answer.value, 0.03))
        if not same(value.value, answer, self.rule):
            return False
        return not self.rule.on_page or bool({entry["page"] for entry in self._citing(value)} & set(answer.pages))

    def _citing(self, value: Value) -> list[dict[str, Any]]:
        """What is quoted for a value, without what is too short or too long to say where."""
        entries = evidence(self.result, value.root)
        return [
            entry for entry in entries if len(squeeze(entry.get("quote") or "")) in WORDING_LETTERS or not self._wordy
        ]

    @property
    def _wordy(self) -> bool:
        return self.rule.compare == "wording"

    def _wording(self, name: str) -> list[Value]:
        """A filled field as one value: its quotes decide."""
        data = self.result.get("value") or {}
        filled = [path for path in paths_of(name, self.rule) if data.get(path.strip("/")) not in (None, "", [], {})]
        return [Value(path, path, data[path.strip("/")]) for path in filled]

    def _outcome(self, label: str, verdict: Verdict, value: Value, answer: Answer | None = None) -> Outcome:
        entries = evidence(self.result, value.root)
        on_page = cited = None
        if answer is not None and answer.pages and entries:
            on_page = any(entry.get("page") in answer.pages for entry in entries)
        if answer is not None and answer.quotes:
            others = [entry for root in value.again for entry in evidence(self.result, root)]
            cited = any(_hits(entry.get("quote") or "", answer.quotes) for entry in (*entries, *others))
        covering = trust(self.result, value)
        return Outcome(
            document=self.document,
            field=label,
            group=self.rule.group,
            verdict=verdict,
            pointer=value.pointer,
            value=value.value,
            expected=None if answer is None else answer.value,
            quote=" … ".join((entry.get("quote") or "") for entry in entries[:2]),
            on_page=on_page,
            cited=cited,
            confidence=covering.get("confidence"),
            state=covering.get("state", ""),
        )

    def _attributes(self, fact: Fact, value: Value | None) -> Iterator[Outcome]:
        """Further attributes of the element that answers a fact: each right or missing, never wrong by itself."""
        for name, wanted in fact.attributes.items():
            got = None if value is None else part_of(self.result, value, name)
            right = got is not None and squeeze(str(got)) == squeeze(str(wanted))
            root = "" if value is None else value.root
            verdict: Verdict = "right" if right else "missing"
            yield Outcome(self.document, f"{fact.field}.{name}", self.rule.group, verdict, root, got, wanted)


def _choices(facts: Iterable[Fact]) -> list[tuple[str, Mapping[str, Json]]]:
    """The names and choices of elements that facts are about, each once."""
    made = {(fact.label, repr(sorted(fact.where.items(), key=str))): fact.where for fact in facts}
    return [(label, where) for (label, _), where in made.items()]


def _distinct(facts: list[Fact], rule: Rule) -> list[Fact]:
    """The facts that say something; of names that are the same in another print only the first."""
    from docpipe.evaluate.sameness import key_of

    kept: dict[str, Fact] = {}
    for index, fact in enumerate(facts):
        if not fact.answers:
            continue
        key = key_of(fact.answers[0].value, rule) if rule.compare == "name" else str(index)
        if key:
            kept.setdefault(key, fact)
    return list(kept.values())


def _expected(facts: list[Fact]) -> Json:
    said = [fact.answers[0].value for fact in facts if fact.answers]
    return said[0] if len(said) == 1 else said or None


def _sees(check: Mapping[str, Any], fact: Fact) -> bool:
    """Whether a check cites two sides of a conflict."""
    cited = [entry.get("quote") or "" for entry in check["evidence"]]
    return sum(any(alike_text(quote, side) for quote in cited) for side in fact.sides) >= 2


HIT_OF_QUOTE = 0.8
HIT_OF_BOTH = 0.2
"""A quote is where people found the value if this much of it stands in theirs, or they share this much of both."""


def _hits(quote: str, golds: tuple[str, ...]) -> bool:
    mine = squeeze(quote)
    for gold in (part for whole in golds for part in whole.split("<omitted>")):
        theirs = squeeze(gold)
        common = _common(mine, theirs) if mine and theirs else 0
        if common and (
            common >= HIT_OF_QUOTE * len(mine) or common >= HIT_OF_BOTH * (len(mine) + len(theirs) - common)
        ):
            return True
    return False


def _common(mine: str, theirs: str) -> int:
    """Letters of the stretch that two texts share, nearly."""
    if mine in theirs:
        return len(mine)
    if theirs in mine:
        return len(theirs)
    found = fuzz.partial_ratio_alignment(mine, theirs, score_cutoff=85)
    return int((found.src_end - found.src_start) * found.score / 100) if found else 0
