"""What a rule module makes of a few paragraphs: found, united, derived and settled."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from building import document
from msgspec.structs import replace

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import Draft, settle, unite
from docpipe.rules.view import View
from docpipe.types import Chunk, Document

Settled = Callable[..., Draft]


@pytest.fixture
def settled() -> Settled:
    """``settled(module, *paragraphs)``: the draft of a document of these paragraphs, by one module alone."""

    def run(module: ModuleType, *paragraphs: str) -> Draft:
        return _settled(module, document(*paragraphs))

    return run


@pytest.fixture
def tabled_settled() -> Settled:
    """``tabled_settled(module, paragraph, rows)``: the same for a paragraph and a table, its cells between tabs."""

    def run(module: ModuleType, paragraph: str, rows: tuple[str, ...]) -> Draft:
        made = document(paragraph, "\n".join(rows))
        return _settled(module, replace(made, blocks=(made.blocks[0], replace(made.blocks[1], kind="table"))))

    return run


def _settled(module: ModuleType, made: Document) -> Draft:
    found = unite(module.find(View(made, Chunk(0, 0, len(made.text), 0))), CONTRACT)
    return settle(module.derive(made, found), CONTRACT)
