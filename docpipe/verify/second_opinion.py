"""Two engines on one document: where the rules found the same as the model, and where something else.

Agreement confirms a value only where both rest on the same words, or the model's own quote was read again: two may come
to one figure by chance. Where they differ, the model's value stands, and a check says what the rules read and where.
"""

from __future__ import annotations

import typing
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from docpipe.kinds.base import Kind
from docpipe.kinds.shape import annotation_at, choices, fields_of, object_model
from docpipe.merge import pointer, same_length
from docpipe.patterns import compiled
from docpipe.rules.jurisdictions import find_jurisdictions
from docpipe.types import Check, Evidence, Json, Severity, Trust
from docpipe.verify import THE_VALUE, UNREAD, Verified
from docpipe.verify.confirm import number
from docpipe.verify.ground import letters, squeeze

RULES = "rules"

FIGURES = ("amount", "rate", "value")
"""Leaves by which elements that stand in one place are known to be the same, however they are described."""

CODES = ("currency", "identifier")
"""Leaves that are text in one form: another text is another value."""

UNDECIDED = ("other", "unknown")
"""Choices by which rules say that they cannot tell: no opinion that a model could differ from."""

SURE = 0.9
"""Confidence from which on a clause of the rules is told where the model finds none of its category: .974 of those were
right in contracts of filers that the rules had not seen."""

CHINA = frozenset(("中国", "中国大陆", "中国内地", "中华人民共和国"))
"""Names of one jurisdiction that share no word."""

DOUBTED = frozenset({"unconfirmed", "ungrounded"})


class _Pair(Struct, frozen=True):
    """Two values that claim to be the same: pointers and plain values."""

    path: str
    value: Json
    theirs: str
    other: Json


def second_opinion(model: Verified, rules: Verified, kind: Kind, asked: Iterable[str]) -> Verified:
    """The model's value with what the rules say of it. ``asked`` are the fields that the model answered."""
    trust = dict(model.trust)
    checks: list[Check] = []
    twice: set[str] = set()
    for field in asked:
        ours, theirs = model.data.get(field), rules.data.get(field)
        if field in kind.prose or theirs in (None, [], {}):
            continue
        by_category = field in kind.categories
        checks += _categories_missed(field, model, rules) if by_category else ()
        if ours in (None, [], {}):
            checks += () if by_category else _missed(field, theirs, rules)
            continue
        if _apart(ours, theirs):
            path = f"{pointer(field)}/0"
            checks.append(_differs(_Pair(path, ", ".join(ours), path, ", ".join(theirs)), model, rules))
            continue
        for pair in _pairs(field, kind, model, rules):
            agreed, different = _compared(pair, kind.model, model, rules)
            trust |= agreed
            checks += different
            trust |= {check.path: _doubted(trust[check.path]) for check in different if check.path in trust}
            twice |= agreed.keys()
    return replace(model, trust=trust, checks=(*_less_read(model.checks, twice), *checks))


def _less_read(checks: Iterable[Check], twice: Collection[str]) -> Iterator[Check]:
    """The checks, less the parts that no parser read again and that the rules read from the same words: a figure of a
    row whose heads say its period and what it counts in."""
    for check in checks:
        if not check.message.startswith(UNREAD):
            yield check
            continue
        names = check.message.removeprefix(UNREAD).split(", ")
        left = [name for name in names if check.path + ("" if name == THE_VALUE else pointer(name)) not in twice]
        if left:
            yield replace(check, message=UNREAD + ", ".join(left))


def _doubted(trust: Trust) -> Trust:
    """What the rules read otherwise is not confirmed, however well it was read again."""
    return replace(trust, state="located") if trust.state == "confirmed" and RULES not in trust.by else trust


def _missed(field: str, theirs: Json, rules: Verified) -> Iterator[Check]:
    """What the rules found and the model says is not there; of lists the field alone."""
    path = pointer(field)
    places = [entry for at, entries in rules.evidence.items() if _below(at, path) for entry in entries]
    shown = _shown(theirs)
    if places:
        message = f"the model finds nothing; the rules read {shown} here"
        yield Check(path, "second_opinion", "info", message, tuple(places[:3]))


def _categories_missed(field: str, model: Verified, rules: Verified) -> Iterator[Check]:
    """The categories of which the rules are sure to have a clause, and the model says that there is none."""
    ours = {element["category"] for element in model.data.get(field) or ()}
    places: dict[str, list[Evidence]] = {}
    for i, element in enumerate(rules.data[field]):
        path, category = pointer(field, i), element["category"]
        confidence = rules.trust[path].confidence if path in rules.trust else None
        if category not in ours and confidence is not None and confidence >= SURE:
            places.setdefault(category, []).extend(rules.evidence.get(path, ()))
    for category, found in places.items():
        message = f"{category}: the model finds no such clause; the rules read one here"
        yield Check(pointer(field), "second_opinion", "info", message, tuple(found[:3]))


def _pairs(field: str, kind: Kind, model: Verified, rules: Verified) -> Iterator[_Pair]:
    path, ours, theirs = pointer(field), model.data[field], rules.data[field]
    if not isinstance(ours, list):
        yield _Pair(path, ours, path, theirs)
        return
    key = kind.item_keys.get(field, str)
    taken: set[int] = set()
    for i, element in enumerate(ours):
        for j, other in enumerate(theirs):
            pair = _Pair(f"{path}/{i}", element, f"{path}/{j}", other)
            if j not in taken and _same_element(pair, key, model, rules):
                taken.add(j)
                yield pair
                break


def _same_element(pair: _Pair, key: Any, model: Verified, rules: Verified) -> bool:
    near = _overlap(_places(model, pair.path), _places(rules, pair.theirs))
    if isinstance(pair.value, str) and isinstance(pair.other, str) and near and _one_place(pair.value, pair.other):
        return True
    if key(pair.value) == key(pair.other):
        return near or not isinstance(pair.value, dict) or "category" not in pair.value
    if not near or not isinstance(pair.value, dict) or not isinstance(pair.other, dict):
        return False
    figures = ((number(pair.value.get(name)), number(pair.other.get(name))) for name in FIGURES)
    return any(one is not None and one == other for one, other in figures)


def _compared(pair: _Pair, kind: type, model: Verified, rules: Verified) -> tuple[dict[str, Trust], list[Check]]:
    """The trust of what agrees, and a check for each part that differs."""
    annotation = annotation_at(kind, pair.path)
    if not isinstance(pair.value, dict) or set(pair.value) == {"count", "unit"} or not isinstance(pair.other, dict):
        same = _same(pair.value, pair.other, annotation)
        if same:
            return _agreed(pair, model, rules, [""]), []
        return {}, [] if same is None else [_differs(pair, model, rules)]
    known = fields_of(object_model(annotation))
    agreed: list[str] = []
    checks: list[Check] = []
    for name, leaf in pair.value.items():
        other = pair.other.get(name)
        if leaf in (None, []) or other in (None, []) or (other in UNDECIDED and other != leaf):
            continue
        same = bool(leaf == other) if name in CODES else _same(leaf, other, known[name])
        if same:
            agreed.append(name)
        elif same is False:
            part = _Pair(pair.path + pointer(name), leaf, pair.theirs + pointer(name), other)
            checks.append(_differs(part, model, rules, judged=_is_choice(known[name])))
    return _agreed(pair, model, rules, agreed), checks


def _agreed(pair: _Pair, model: Verified, rules: Verified, names: Sequence[str]) -> dict[str, Trust]:
    """Confirmed by both, unless the model's place is doubted or nothing ties the two together."""
    state = model.trust.get(pair.path)
    doubted = any(
        check.rule in DOUBTED and _below(check.path, pair.path) and not check.message.startswith(UNREAD)
        for check in model.checks
    )
    if state is None or state.state not in ("located", "confirmed") or doubted or not names:
        return {}
    near = _overlap(_places(model, pair.path), _places(rules, pair.theirs))
    if not near and state.state != "confirmed":
        return {}
    both = tuple(dict.fromkeys((RULES, *state.by)))
    return {pair.path + (pointer(name) if name else ""): Trust("confirmed", both, state.confidence) for name in names}


def _same(ours: Json, theirs: Json, annotation: Any) -> bool | None:
    """Whether two values of a type are the same; None where they are two wordings, which nobody can compare here."""
    if isinstance(ours, list) or isinstance(theirs, list):
        return True if ours == theirs else None
    if isinstance(ours, str) and isinstance(theirs, str) and choices(annotation) == [str]:
        return True if letters(ours) == letters(theirs) or _one_place(ours, theirs) else None
    if isinstance(ours, dict) and isinstance(theirs, dict) and set(ours) != {"count", "unit"}:
        return True if ours == theirs else None
    if Decimal in choices(annotation) and number(ours) is not None:
        return number(ours) == number(theirs)
    return bool(same_length(ours) == same_length(theirs))


def _apart(ours: Json, theirs: Json) -> bool:
    """Whether two lists of plain texts, such as jurisdictions, have nothing in common."""
    if not isinstance(ours, list) or not all(isinstance(element, str) for element in (*ours, *theirs)):
        return False
    return not any(_one_name(one, other) for one in ours for other in theirs)


def _one_name(ours: str, theirs: str) -> bool:
    one, other = squeeze(ours), squeeze(theirs)
    return one in other or other in one or _one_place(ours, theirs)


def _one_place(ours: str, theirs: str) -> bool:
    """Whether two texts name one jurisdiction and nothing else: New York and the State of New York."""
    places = {_place(ours), _place(theirs)}
    return len(places) == 1 and None not in places


def _place(text: str) -> str | None:
    """The jurisdiction that a text is the name of."""
    if text in CHINA:
        return "People's Republic of China"
    found = find_jurisdictions(text)
    if len(found) != 1:
        return None
    rest = text[: found[0].start] + text[found[0].end :]
    return None if _OF_STATES.sub("", rest) else found[0].name


_OF_STATES = compiled(r"(?i)\b(?:the|state|commonwealth|province|federal|republic|kingdom|laws?|of)\b|[\W_]+")


def _is_choice(annotation: Any) -> bool:
    return any(typing.get_origin(choice) is typing.Literal for choice in choices(annotation))


def _differs(pair: _Pair, model: Verified, rules: Verified, judged: bool = False) -> Check:
    """A warning where nothing but the model's word speaks for its value, else, and for judgements, information."""
    state = model.trust.get(pair.path)
    sure = judged or (state is not None and state.state == "confirmed")
    severity: Severity = "info" if sure else "warning"
    message = f"the model says {_shown(pair.value)}, the rules {_shown(pair.other)}"
    places = (*_places(model, pair.path)[:1], *_places(rules, pair.theirs)[:1])
    return Check(pair.path, "second_opinion", severity, message, places)


def _places(verified: Verified, path: str) -> tuple[Evidence, ...]:
    """The evidence at a pointer or at the nearest object above it, and below."""
    evidence: Mapping[str, tuple[Evidence, ...]] = verified.evidence
    own = [entry for at, entries in evidence.items() if _below(at, path) for entry in entries]
    return tuple(own) or evidence.get(path.rpartition("/")[0], ())


def _below(at: str, path: str) -> bool:
    return at == path or at.startswith(f"{path}/")


def _overlap(ours: Sequence[Evidence], theirs: Sequence[Evidence]) -> bool:
    return any(a.span[0] < b.span[1] and b.span[0] < a.span[1] for a in ours for b in theirs)


def _shown(value: Json) -> str:
    """A value in words; of a list its plain elements, or how many there are."""
    if isinstance(value, list):
        plain = [element for element in value if isinstance(element, str)]
        return ", ".join(plain) if plain else f"{len(value)} of them"
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part not in (None, []))
    return str(value)
