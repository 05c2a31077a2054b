"""Scripted readers for tests of what asks models: what a document says, and answers made of it."""

from collections.abc import Callable, Mapping
from typing import Any

from building import document

from docpipe.completions import Prompt
from docpipe.types import Document

AGREEMENT = (
    "# DISTRIBUTION AGREEMENT",
    'This Distribution Agreement (this "Agreement") is made as of March 5, 2021, by and between Harrowgate Kettles, '
    'Inc., a Delaware corporation ("Supplier"), and Pellmoor Trading LLC, a Nevada limited liability company '
    '("Distributor").',
    "# 1. Term",
    'This Agreement commences on the date hereof and shall continue for a period of three (3) years (the "Term").',
    "# 2. Price",
    "Distributor shall pay Supplier a fee of $3,000,000 within thirty (30) days of each invoice.",
    "# 3. Confidentiality",
    "The duty of confidence shall survive for seven (7) years after expiry of this Agreement.",
    "# 4. Governing Law",
    "This Agreement shall be governed by and construed in accordance with the laws of the State of New York.",
    "IN WITNESS WHEREOF, the parties have executed this Agreement.",
)


def agreement() -> Document:
    return document(*AGREEMENT)


def nothing(prompt: Prompt) -> dict[str, Any]:
    """The answer that nothing of what a prompt asks is in the document."""
    assert prompt.schema is not None
    properties = prompt.schema["properties"]
    return {name: [] if schema.get("type") == "array" else None for name, schema in properties.items()}


def answer(value: Any, *places: tuple[int, str]) -> dict[str, Any]:
    return {"places": [{"block": block, "quote": quote} for block, quote in places], "value": value}


def reader(answers: Mapping[str, Any]) -> Callable[[Prompt], dict[str, Any]]:
    """A reader that gives these answers where they are asked for, and says of all else that it is not there."""

    def read(prompt: Prompt) -> dict[str, Any]:
        asked = nothing(prompt)
        return {name: answers.get(name, empty) for name, empty in asked.items()}

    return read


def engine(_settings: object, count: Callable[[str], int]) -> Any:
    """For ``--engine scripted:engine``: every document has New York law, if it says so."""
    from docpipe.engines.fake import Fake

    def read(prompt: Prompt) -> dict[str, Any]:
        answers = nothing(prompt)
        text = prompt.messages[-1][1]
        if "governing_law" in answers and "State of New York" in text:
            number = text[: text.index("State of New York")].rpartition("[§")[2].partition("]")[0]
            answers["governing_law"] = [answer("New York", (int(number), "State of New York"))]
        return answers

    return Fake(read, count=count)
