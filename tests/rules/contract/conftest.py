"""What a rule module makes of a few paragraphs: found, united, derived and settled."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from building import document

from docpipe.kinds.contract import CONTRACT
from docpipe.merge import Draft, settle, unite
from docpipe.rules.view import View
from docpipe.types import Chunk

Settled = Callable[..., Draft]


@pytest.fixture
def settled() -> Settled:
    """``settled(module, *paragraphs)``: the draft of a document of these paragraphs, by one module alone."""

    def run(module: ModuleType, *paragraphs: str) -> Draft:
        made = document(*paragraphs)
        found = unite(module.find(View(made, Chunk(0, 0, len(made.text), 0))), CONTRACT)
        return settle(module.derive(made, found), CONTRACT)

    return run
