"""What a server's trouble means."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from docpipe.engines.flight import Flight
from docpipe.engines.served import _last
from docpipe.engines.servers import Patience, Server, choose
from docpipe.engines.trouble import TOLD, Passing, refusal, retry_after
from docpipe.errors import EngineError


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7), ("0.5", 0.5), ("-3", 0), ("inf", 0), ("nan", 0), ("soon", 0), ("", 0), (None, 0)],
)
def test_the_time_that_a_server_asks_for_in_seconds(value, seconds):
    assert retry_after(value) == seconds


def test_the_time_that_a_server_asks_for_as_a_date():
    later = datetime.now(UTC) + timedelta(hours=1)
    assert 3_000 < retry_after(format_datetime(later, usegmt=True)) <= 3_600
    assert retry_after(format_datetime(later - timedelta(days=1), usegmt=True)) == 0


def test_a_server_that_repeats_the_document_is_cut_short():
    error = refusal("http://127.0.0.1/v1", 400, {}, b"word " * 10_000)
    assert isinstance(error, EngineError)
    assert len(error.message) < TOLD + 100


def test_no_message_has_the_key_or_the_password_of_an_address():
    for status in (307, 400, 401, 429):
        told = refusal("http://name:secret@127.0.0.1:8000/v1", status, {}, b"no")
        assert "secret" not in str(told)


@pytest.mark.parametrize(
    ("root", "name"),
    [
        ("/data/models/Qwen3-32B/", "Qwen3-32B"),
        (r"D:\models\Qwen3-32B", "Qwen3-32B"),
        ("Qwen/Qwen3-32B", "Qwen/Qwen3-32B"),
        (None, ""),
    ],
)
def test_a_model_is_the_same_wherever_its_folder_lies(root, name):
    assert _last(root) == name


def servers(count):
    return [Server(f"http://127.0.0.1:{8000 + number}/v1", Flight(1, 1)) for number in range(count)]


def test_only_the_documents_of_a_server_that_goes_move():
    all_of_them = servers(4)
    groups = [str(number) for number in range(200)]
    before = {group: choose(all_of_them, group) for group in groups}
    gone = all_of_them[0]
    gone.failed()
    gone.down_until += 3_600
    after = {group: choose(all_of_them, group) for group in groups}
    assert {group for group in groups if before[group] is not after[group]} == {
        group for group in groups if before[group] is gone
    }
    assert len({server.url for server in before.values()}) == 4
    gone.worked()
    assert {group: choose(all_of_them, group) for group in groups} == before


def test_when_all_are_down_the_one_that_failed_least_is_asked_next():
    first, second = servers(2)
    second.failed()
    first.failed()
    first.down_until += 60
    assert choose([first, second], "any") is second


def test_pauses_grow_and_end():
    patience, busy = Patience(60.0), Passing("busy")
    pauses = [patience.pause(busy, others=False) for _ in range(6)]
    assert all(0.25 * 2**number <= pause <= 0.5 * 2**number for number, pause in enumerate(pauses))
    assert Patience(60.0).pause(Passing("busy", wait_seconds=7.0), others=False) == 7
    with pytest.raises(EngineError, match=r"busy \(tried once"):
        Patience(0.0).pause(busy, others=False)


def test_another_server_is_asked_at_once():
    assert Patience(60.0).pause(Passing("gone", elsewhere=True), others=True) == 0
    assert Patience(60.0).pause(Passing("busy"), others=True) > 0
