"""Gold: what documents say, as people read them. One JSON object a line, one line a document.

    {"kind": "contract", "fields": {"expiration_date": {"compare": "date", "slack_days": 4}}}
    {"document": "lease.pdf", "facts": [
      {"field": "governing_law", "value": "New York", "page": 12, "quote": "the laws of the State of New York"},
      {"field": "effective_date", "value": "2024-03-01", "accept": ["2024-03-04"]},
      {"field": "renewal_term", "value": null}]}

A first line without ``document`` is about all of them: the kind, and rules for fields that differ from the kind's own
(``fields.Rule``). ``document`` is a file's name, with or without folders and ending; ``sha256`` may stand beside it or
instead. A field that no fact of a document names is not scored there; ``"value": null`` says that the document does
not have it, so that any value is wrong. Of a list, every element is a fact of its own.

A fact: ``field``; ``value``; ``accept``, other right answers; ``tolerate``, values that are neither right nor wrong;
``page`` or ``pages``; ``quote`` or ``quotes`` (``<omitted>`` where words were left out); ``tolerance`` of a number;
``where`` chooses among a list's elements (``{"name": "revenue"}``, ``{"period_end": {"before": "2024-01-01"}}``,
``{"from": …}`` for not before, or without a date); ``as`` scores it under a name of its own (``revenue, current``);
``with`` names further attributes of the same element (``{"identifier": "91…"}``); ``sides``, the quotes between which a
check must see a conflict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from docpipe import kinds
from docpipe.errors import SettingsError
from docpipe.evaluate.fields import FIELDS, Rule, rule_of
from docpipe.settings import did_you_mean
from docpipe.types import Json


class Answer(Struct, frozen=True):
    """A right answer and where it stands."""

    value: Json
    pages: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()
    tolerance: float | None = None


class Fact(Struct, frozen=True):
    """What a document says about a field; no ``answers`` where it does not say it."""

    field: str
    label: str
    answers: tuple[Answer, ...]
    tolerated: tuple[Answer, ...] = ()
    where: Mapping[str, Json] = msgspec.field(default_factory=dict)
    attributes: Mapping[str, Json] = msgspec.field(default_factory=dict)
    sides: tuple[str, ...] = ()


class GoldDocument(Struct, frozen=True):
    """The facts of one document."""

    name: str
    sha256: str | None
    facts: tuple[Fact, ...]


class Gold(Struct, frozen=True):
    """A gold file: its documents, the kind that they are of and the rules of the fields that they name."""

    kind: str
    documents: tuple[GoldDocument, ...]
    rules: Mapping[str, Rule]


def load(path: Path) -> Gold:
    """A gold file. Raises SettingsError that names the line and what is wrong with it."""
    lines = list(_lines(path))
    head = lines.pop(0)[1] if lines and not {"document", "sha256"} & set(lines[0][1]) else {}
    kind = str(head.get("kind") or "contract")
    own = {name: _rule(path, name, rule) for name, rule in (head.get("fields") or {}).items()}
    documents = tuple(_document(f"{path}, line {number}", line) for number, line in lines)
    if not documents:
        raise SettingsError(f"{path}: names no document; each line is one, such as {EXAMPLE}")
    for (number, _), document in zip(lines, documents, strict=True):
        _asked(f"{path}, line {number}", document, kind, own)
    named = dict.fromkeys(fact.field for document in documents for fact in document.facts)
    return Gold(kind, documents, {name: own.get(name) or rule_of(kind, name) for name in named})


def _asked(where: str, document: GoldDocument, kind: str, own: Mapping[str, Rule]) -> None:
    """Raises SettingsError for a field that the kind does not have; kinds of somebody's own are not looked up."""
    if kind not in kinds.KINDS:
        return
    known = {*kinds.load(kind).fields, *FIELDS.get(kind, {}), *own}
    for at, fact in enumerate(document.facts, 1):
        if fact.field not in known:
            near = did_you_mean(fact.field, known)
            raise SettingsError(f"{where}, fact {at}: the kind {kind} has no field '{fact.field}'{near}")


EXAMPLE = '{"document": "lease.pdf", "facts": [{"field": "governing_law", "value": "New York"}]}'

_FACT = {
    "field", "value", "accept", "tolerate", "page", "pages", "quote", "quotes", "tolerance", "where", "as", "with",
    "sides", "note",
}  # fmt: skip
_DOCUMENT = {"document", "sha256", "facts", "note"}


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: is no text in UTF-8") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            made = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            raise SettingsError(f"{path}, line {number}: {_no_json(error)}, such as {EXAMPLE}") from error
        if not isinstance(made, dict):
            raise SettingsError(f"{path}, line {number}: is no JSON object, such as {EXAMPLE}")
        yield number, made


def _no_json(error: msgspec.DecodeError) -> str:
    """An object that goes on in the next line is the likeliest fault."""
    goes_on = "truncated" in str(error)
    return "holds a part of an object; write one object a line, whole" if goes_on else f"is no JSON: {error}"


def _rule(path: Path, name: str, given: Json) -> Rule:
    try:
        return msgspec.convert(given, Rule)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{path}: the rule of field '{name}': {error}") from error


def _document(where: str, line: dict[str, Any]) -> GoldDocument:
    _known(where, line, _DOCUMENT)
    facts = line.get("facts")
    if not isinstance(facts, list):
        raise SettingsError(f"{where}: has no list of facts, such as {EXAMPLE}")
    name = str(line.get("document") or line["sha256"])
    return GoldDocument(name, line.get("sha256"), tuple(_fact(f"{where}, fact {i}", f) for i, f in enumerate(facts, 1)))


def _fact(where: str, given: Json) -> Fact:
    if not isinstance(given, dict) or not given.get("field"):
        raise SettingsError(f"{where}: names no field")
    _known(where, given, _FACT)
    name = str(given["field"])
    sides = tuple(map(str, given.get("sides") or ()))
    first = _answer(given)
    said = first.value is not None or first.quotes or sides
    more = tuple(_answer(each, first) for each in given.get("accept") or ())
    return Fact(
        field=name,
        label=f"{name}: {given['as']}" if given.get("as") else name,
        answers=(first, *more) if said else (),
        tolerated=tuple(_answer(each, first) for each in given.get("tolerate") or ()),
        where=given.get("where") or {},
        attributes=given.get("with") or {},
        sides=sides,
    )


def _known(where: str, given: Mapping[str, Json], names: set[str]) -> None:
    for name in given:
        if name not in names:
            raise SettingsError(f"{where}: there is no '{name}'{did_you_mean(name, names)}")


def _answer(given: Json, like: Answer | None = None) -> Answer:
    """An answer, plain or with its place; another answer stands where the first does unless it says otherwise."""
    if not isinstance(given, dict) or not ({"value", "quote", "quotes", "field"} & set(given)):
        given = {"value": given}
    pages = tuple(given.get("pages") or ([given["page"]] if given.get("page") else []))
    quotes = tuple(given.get("quotes") or ([given["quote"]] if given.get("quote") else []))
    tolerance = given.get("tolerance")
    if like is None:
        return Answer(given.get("value"), pages, quotes, tolerance)
    near = like.tolerance if tolerance is None else tolerance
    return Answer(given.get("value"), pages or like.pages, quotes or like.quotes, near)
