"""Results as small JSON that people can read in a diff: no times, no hashes, no versions, no boxes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from docpipe.sinks.json import result_to_json
from docpipe.types import Result

WIDTH = 120
WORD = 45  # characters of an item that shares its line with others; the name of a category fits


def answers(result: Result) -> Any:
    """Each answer with its trust and its quotes by page, the checks, and what was not found."""
    written = json.loads(json.dumps(result_to_json(result)))
    found = {name: value for name, value in written["value"].items() if _present(value) not in (None, [])}
    return {
        "document": {name: written["document"][name] for name in ("pages", "languages", "warnings")},
        "answers": {name: _answers(f"/{name}", value, written) for name, value in found.items()},
        "checks": [_check(check) for check in written["checks"] if check["rule"] != "unconfirmed"],
        "not_found": written["coverage"]["not_found"],
    }


def reading(result: Result) -> Any:
    """How a document was read, in numbers, for one whose values would fill a book."""
    document = result.document
    written: Any = result_to_json(result)
    blocks, removed = Counter(one.kind for one in document.blocks), Counter(one.kind for one in document.removed)
    return {name: written["document"][name] for name in ("pages", "languages", "warnings")} | {
        "pages_read": result.coverage.pages_read,
        "blocks": dict(sorted(blocks.items())),
        "removed": dict(sorted(removed.items())),
        "value": _present(written["value"]),
    }


def as_text(value: Any, indent: int = 0, used: int = 0) -> str:
    """JSON in which whatever fits a line stands on one, and words fill their lines."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or len(flat) + indent + used < WIDTH:
        return flat
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        named = [(json.dumps(name, ensure_ascii=False) + ": ", one) for name, one in value.items()]
        parts = [pad + name + as_text(one, indent + 1, len(name)) for name, one in named]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    lines = list(_filled(value, pad)) if max(map(len, map(str, value))) < WORD else None
    items = lines or [pad + as_text(one, indent + 1) for one in value]
    return "[\n" + ",\n".join(items) + "\n" + " " * indent + "]"


def _filled(values: list[Any], pad: str) -> Iterator[str]:
    line = ""
    for one in (json.dumps(value, ensure_ascii=False) for value in values):
        if line and len(line) + len(one) + 2 > WIDTH:
            yield line
            line = ""
        line = f"{line}, {one}" if line else pad + one
    yield line


def _answers(path: str, value: Any, written: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_answer(f"{path}/{index}", one, written) for index, one in enumerate(value)]
    return _answer(path, value, written)


def _answer(path: str, value: Any, written: dict[str, Any]) -> dict[str, Any]:
    """A value with its trust, where its parts are trusted otherwise, and the quotes of both, each once."""
    parts = {one[len(path) + 1 :]: trust["state"] for one, trust in written["trust"].items() if _below(one, path)}
    states = {state: [part for part in parts if parts[part] == state] for state in dict.fromkeys(parts.values())}
    own = written["trust"].get(path, {}).get("state")
    cited = [places for one, places in written["evidence"].items() if one == path or _below(one, path)]
    quotes = dict.fromkeys(place for places in cited for place in _places(places))
    return {"value": _present(value), "trust": own} | states | {"quotes": list(quotes)}


def _below(path: str, above: str) -> bool:
    return path.startswith(f"{above}/")


def _check(check: dict[str, Any]) -> dict[str, Any]:
    name = f"{check['severity']} {check['rule']} {check['path']}".strip()
    return {name: check["message"], "quotes": _places(check["evidence"])}


def _places(evidence: list[dict[str, Any]]) -> list[str]:
    matches = ["" if one["match"] == "exact" else f" ({one['match']})" for one in evidence]
    return [f"p. {one['page']}{match}: {one['quote']}" for one, match in zip(evidence, matches, strict=True)]


def _present(value: Any) -> Any:
    """Without nulls and empty lists: ``not_found`` names them."""
    if isinstance(value, dict):
        return {name: _present(one) for name, one in value.items() if one not in (None, [])}
    return [_present(one) for one in value] if isinstance(value, list) else value
