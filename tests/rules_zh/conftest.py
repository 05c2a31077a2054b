"""What the rules make of a Chinese contract of a few paragraphs, through the whole way from Document to Result."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.settings import load
from docpipe.types import Result

Read = Callable[..., Result]


@pytest.fixture
def read() -> Read:
    """``read(*paragraphs)``: the result of a contract of these paragraphs; a heading line makes it one."""

    def run(*paragraphs: str) -> Result:
        made = document("技术服务合同书（示例文本）", *paragraphs)
        return pipeline.analyze(made, kinds.load("contract"), load({}))

    return run
