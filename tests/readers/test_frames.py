"""What goes between processes: one message after another, and an end amid one is an end."""

import io
from functools import partial

import pytest

from docpipe.readers.frames import receive, send

MESSAGES = ["a", bytes(300_000), {"b": [1, 2, "c" * 70_000]}, None]


@pytest.fixture
def sent():
    stream = io.BytesIO()
    for message in MESSAGES:
        send(stream, message)
    return stream.getvalue()


def test_messages_come_in_their_order_and_then_nothing(sent):
    stream = io.BufferedReader(io.BytesIO(sent))
    assert [receive(stream) for _ in MESSAGES] == MESSAGES
    with pytest.raises(EOFError):
        receive(stream)


@pytest.mark.parametrize("length", [1, 5, 40, 200, 70_000, 299_000, 350_000])
def test_a_message_that_breaks_off_is_the_end(sent, length):
    stream = io.BufferedReader(io.BytesIO(sent[:length]))
    with pytest.raises(EOFError):
        list(iter(partial(receive, stream), "no such message"))
