"""``docpipe kinds``: what can be asked of a document."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from docpipe.kinds.base import Kind

Schema = Mapping[str, Any]

ABOUT = {
    "effective_condition": "what must happen before the agreement begins",
    "expiration_basis": "how the end is fixed: a day, a term from an anchor, an event",
    "term": "the first term; what follows it is renewal_term",
    "notice_period": "to end a renewal: how long before, not to terminate for a breach",
    "completeness": "what the document itself leaves out: blanks, redactions, missing exhibits",
    "status": "draft or signed, as the document shows",
}
"""Fields whose names are easily misunderstood."""

_TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "yes or no"}
_FORMATS = {"date": "date"}


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="json: JSON schemas by name."
)
def command(names: tuple[str, ...], form: str) -> int:
    """What can be asked: each kind with its fields and their types. NAME limits it to some kinds.

    NAME may be a kind of your own: pkg.mod:NAME for a pydantic model or dataclass, or a YAML file. The rules engine
    answers its fields where a document labels a value with the field's name, a model wherever it stands.

    Money is text with its currency beside it, a duration is a count and a unit, dates are whole days.
    """
    from docpipe.kinds import KINDS, SETS, load
    from docpipe.sinks.json import dumps

    kinds = [load(name) for name in names or sorted(KINDS)]
    if form == "json":
        sys.stdout.write(dumps({kind.name: kind.json_schema() for kind in kinds}, 2) + "\n")
    else:
        sys.stdout.write("\n".join("".join(f"{line}\n" for line in _described(kind)) for kind in kinds))
        if not names:
            sys.stdout.writelines(f"{line}\n" for line in _listed([load(name) for name in SETS]))
    return 0


def _listed(sets: Sequence[Kind]) -> Iterator[str]:
    """The question sets, a line each: their fields are told when they are named."""
    yield ""
    yield "question sets, for a model (docpipe kinds NAME shows their questions):"
    width = max(len(kind.name) for kind in sets)
    yield from (f"  {kind.name:<{width}}  {kind.description} ({len(kind.fields)} fields)" for kind in sets)


def _described(kind: Kind) -> Iterator[str]:
    from docpipe.rules import answers

    schema = kind.json_schema()
    parts = schema.get("$defs", {})
    answered = answers(kind.name)
    width = max(map(len, kind.fields))
    yield f"{kind.name}: {kind.description}"
    for name in kind.fields:
        silent = "" if name in answered or kind.about else "  (not answered by the rules engine)"
        remark = _remark(kind, name)
        about = f"  ({remark})" if remark else ""
        yield f"  {name:<{width}}  {type_in_words(schema['properties'][name], parts)}{about}{silent}"
        yield from (f"  {'':<{width}}    {line}" for line in _choices(schema["properties"][name], parts))
    for name, categories in kind.categories.items():
        yield f"  {name} are asked for one by one:"
        yield from (f"    {category}" for category in categories)


def _remark(kind: Kind, name: str) -> str:
    """What is said about a field beside its type."""
    if name not in kind.about:
        return ABOUT.get(name, "")
    about = kind.about[name]
    condition = f"asked only if {about.ask_if}" if about.ask_if else ""
    return "; ".join(filter(None, ["required" if about.required else "", about.description, condition]))


def type_in_words(schema: Schema, parts: Schema) -> str:
    """A JSON schema in words: ``date``, ``list of {name, role}``, ``fixed | term``; ``null`` goes without saying."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        properties = parts[name].get("properties", {})
        return f"{{{', '.join(properties)}}}"
    if "anyOf" in schema:
        words = _distinct(type_in_words(one, parts) for one in schema["anyOf"] if one.get("type") != "null")
        return "number" if words == ["number", "text"] else " or ".join(words)  # a decimal may be written as both
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return f'"{schema["const"]}"'
    if schema.get("type") == "array":
        return f"list of {type_in_words(schema.get('items', {}), parts)}"
    return _FORMATS.get(schema.get("format", ""), _TYPES.get(schema.get("type", ""), "anything"))


def _choices(schema: Schema, parts: Schema) -> Iterator[str]:
    """``modality: must | may | must_not`` for the attributes of an object or of a list's elements that allow few.

    The categories of a clause are listed one by one.
    """
    for one in (*schema.get("anyOf", ()), schema.get("items", {}), schema):
        named = parts.get(one.get("$ref", "").rsplit("/", 1)[-1], {})
        for name, attribute in named.get("properties", {}).items():
            words = type_in_words(attribute, parts)
            if " | " in words and name != "category":
                yield f"{name}: {words}"


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
