"""Types of a kind → JSON schemas of replies. Every string and list is bounded: a model that loops comes to an end.

Only what constrained decoders of vLLM (xgrammar) take is used: no ``format``, no ``uniqueItems``, and of ``pattern``
such as need no look-around.
"""

from __future__ import annotations

import datetime
import json
import typing
from decimal import Decimal
from typing import Any, Literal

from docpipe.kinds.shape import choices, fields_of, is_list, is_object

Schema = dict[str, Any]

TEXT_CHARACTERS = 300
"""Longest text of a value: an address, a duty in the words of its clause."""

PROSE_CHARACTERS = 1_600
QUOTE_CHARACTERS = 320
PLACES = 3
MOST_INNER = 12
"""Elements of a list inside a value: aliases, carve-outs."""

_DATE = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
_DECIMAL = {"type": "string", "pattern": "^-?[0-9]{1,18}([.][0-9]{1,8})?$"}

TEXT_TOKENS, WORD_TOKENS = 30, 10
"""What a text, and what a figure, day or choice takes in a reply, key and quotation marks counted: twenty words, and
one. Estimates only size the groups; a reply that is cut all the same is asked for again in parts."""


def value_schema(annotation: Any) -> Schema:
    """The schema of a value that is there; what may be null is asked for one level higher."""
    options = [_choice_schema(choice) for choice in choices(annotation)]
    return options[0] if len(options) == 1 else {"anyOf": options}


def answer_schema(value: Schema, last: int, places: int = PLACES) -> Schema:
    """A value with its places: quotes first, so that a model reads before it decides."""
    return closed({"places": places_schema(last, places), "value": value})


def places_schema(last: int, most: int = PLACES) -> Schema:
    """One to ``most`` quotes, each with the id of its paragraph, which has no more digits than the ``last`` one.

    So most chunks and documents share their schemas, which servers compile once; an id that was not shown counts as
    none whatever the schema allows.
    """
    quote = {"type": "string", "minLength": 1, "maxLength": QUOTE_CHARACTERS}
    block = {"type": "integer", "minimum": 1, "maximum": 10 ** len(str(last)) - 1}
    return {"type": "array", "minItems": 1, "maxItems": most, "items": closed({"block": block, "quote": quote})}


def closed(properties: dict[str, Schema]) -> Schema:
    """An object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def text_schema(characters: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": characters}


def tokens_of(annotation: Any) -> int:
    """About how many tokens a value takes in a reply."""
    return max(_tokens_of_choice(choice) for choice in choices(annotation))


def in_words(annotation: Any) -> str:
    """A type in words for a prompt: ``{"name": text, "role": text or null}``."""
    return " or ".join(dict.fromkeys(_in_words(choice) for choice in choices(annotation)))


def _choice_schema(choice: Any) -> Schema:
    origin = typing.get_origin(choice)
    if origin is list:
        return {"type": "array", "maxItems": MOST_INNER, "items": value_schema(typing.get_args(choice)[0])}
    if origin is Literal:
        return {"enum": list(typing.get_args(choice))}
    if is_object(choice):
        return closed({name: _nullable(name, part, choice) for name, part in fields_of(choice).items()})
    return dict(_SIMPLE.get(choice, text_schema(TEXT_CHARACTERS)))


_SIMPLE: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -(10**12), "maximum": 10**12},
    float: {"type": "number"},
    Decimal: _DECIMAL,
    datetime.date: _DATE,
}


def _nullable(name: str, annotation: Any, model: type) -> Schema:
    """A part of an object: null where the model allows that, or has something else if it is left out."""
    schema = value_schema(annotation)
    optional = not is_list(annotation) and (may_be_null(annotation) or _has_default(name, model))
    return {"anyOf": [schema, {"type": "null"}]} if optional else schema


def may_be_null(annotation: Any) -> bool:
    """Whether a type allows null."""
    return type(None) in typing.get_args(annotation)


def _has_default(name: str, model: Any) -> bool:
    if hasattr(model, "model_fields"):
        return not model.model_fields[name].is_required()
    from dataclasses import MISSING, fields

    return next(field for field in fields(model) if field.name == name).default is not MISSING


def _tokens_of_choice(choice: Any) -> int:
    origin = typing.get_origin(choice)
    if origin is list:
        return 3 * tokens_of(typing.get_args(choice)[0])
    if is_object(choice):
        return sum(tokens_of(part) for part in fields_of(choice).values())
    return TEXT_TOKENS if choice is str else WORD_TOKENS


def _in_words(choice: Any) -> str:
    origin = typing.get_origin(choice)
    if origin is list:
        return f"[{in_words(typing.get_args(choice)[0])}, …]"
    if origin is Literal:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in typing.get_args(choice))
    if is_object(choice):
        parts = (f'"{name}": {_part_in_words(part)}' for name, part in fields_of(choice).items())
        return f"{{{', '.join(parts)}}}"
    return _NAMES.get(choice, "text")


def _part_in_words(annotation: Any) -> str:
    return in_words(annotation) + (" | null" if may_be_null(annotation) else "")


_NAMES: dict[Any, str] = {
    bool: "true | false",
    int: "integer",
    float: "number",
    Decimal: '"123456.78"',
    datetime.date: '"YYYY-MM-DD"',
}
