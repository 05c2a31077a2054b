"""Entries as lines: their one way of being written, their hashes and signatures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

START = "0" * 64
"""What the first entry names as the hash before it."""

_SEALS = ("hash", "hmac")

UNHASHED = ("seconds", "audit")
UNHASHED_OF_DOCUMENT = ("text", "manifest")
"""Parts of a result that its hash is not of."""


class Entry(Struct, frozen=True):
    """One line of the log. A checkpoint has the number and hash of the last entry that was pruned."""

    content: Mapping[str, Any]

    @property
    def seq(self) -> int:
        return int(self.content["through"] if self.is_checkpoint else self.content["seq"])

    @property
    def hash(self) -> str:
        """The hash that the next entry names."""
        return str(self.content["through_hash"] if self.is_checkpoint else self.content["hash"])

    @property
    def what(self) -> str:
        return str(self.content["what"])

    @property
    def is_checkpoint(self) -> bool:
        return self.what == "checkpoint"

    @property
    def is_intact(self) -> bool:
        """Whether the content is what its hash was made of."""
        return bool(self.content["hash"] == _hash(self.content))

    def is_signed(self, key: bytes) -> bool:
        """Whether it carries the signature that the key gives."""
        return self.content.get("hmac") == _signature(str(self.content["hash"]), key)


def sealed(content: Mapping[str, Any], key: bytes | None) -> Entry:
    """An entry with its hash, and its signature if there is a key."""
    whole = {**content, "hash": _hash(content)}
    return Entry(whole if key is None else {**whole, "hmac": _signature(whole["hash"], key)})


def to_line(entry: Entry) -> bytes:
    """An entry as it is written, its line feed included."""
    return _canonical(entry.content) + b"\n"


def from_line(line: bytes) -> Entry | None:
    """The entry of a line without its line feed; None if it is not a line that this module wrote."""
    try:
        content = json.loads(line)
    except ValueError:
        return None
    if not isinstance(content, dict) or not {"what", "hash"} <= content.keys() or _canonical(content) != line:
        return None
    names = ("through", "through_hash") if content["what"] == "checkpoint" else ("seq", "prev")
    number, text = (content.get(name) for name in names)
    return Entry(content) if type(number) is int and isinstance(text, str) else None


def result_line(content: Mapping[str, Any]) -> bytes:
    """What the hash of a result is of: the result on one line, its parts in the order in which they are written.

    Without ``audit`` (which follows from it), ``seconds``, the embedded text (which ``text_sha256`` stands for) and
    what a list of documents says of this one.
    """
    kept = _hashed(content)
    try:
        return msgspec.json.encode(kept)
    except (TypeError, OverflowError, UnicodeEncodeError):  # integers of more than 64 bits, half a surrogate pair
        return json.dumps(kept, separators=(",", ":")).encode("ascii")


def result_hashes(content: Mapping[str, Any]) -> tuple[str, str]:
    """The hashes that the log may hold of a result: today's, and that of earlier versions, over sorted parts."""
    lines = result_line(content), _canonical(_hashed(content))
    return hashlib.sha256(lines[0]).hexdigest(), hashlib.sha256(lines[1]).hexdigest()


def head_signature(seq: int, last: str, key: bytes) -> str:
    """What signs the head file."""
    return _signature(f"head {seq} {last}", key)


def _hashed(content: Mapping[str, Any]) -> dict[str, Any]:
    """What of a result is hashed."""
    kept = {name: part for name, part in content.items() if name not in UNHASHED}
    kept["document"] = {name: part for name, part in content["document"].items() if name not in UNHASHED_OF_DOCUMENT}
    return kept


def _canonical(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii")


def _hash(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_canonical({name: part for name, part in content.items() if name not in _SEALS})).hexdigest()


def _signature(text: str, key: bytes) -> str:
    import hmac

    return hmac.new(key, text.encode("ascii"), "sha256").hexdigest()
