"""Workers that raise, die or hang cost the item they had, and nothing else. Items here are calls to make."""

import os
import time
from functools import partial
from operator import call

from docpipe.batch.pool import Lost, run_all

A, B, C, D = (partial(str.upper, letter) for letter in "abcd")
RAISE = partial(int, "many")
DIE = partial(os._exit, 7)
HANG = partial(time.sleep, 60)
WHO = [partial(os.getpid) for _ in range(6)]


def test_each_item_comes_back_with_its_answer():
    assert {item.args: answer for item, answer in run_all(call, [A, B, C, D], 2)} == {
        ("a",): "A",
        ("b",): "B",
        ("c",): "C",
        ("d",): "D",
    }


def test_nothing_to_do_starts_nothing():
    assert list(run_all(call, [], 4)) == []


def test_one_process_takes_many_items():
    processes = {process for _, process in run_all(call, WHO, 1)}
    assert len(processes) == 1
    assert os.getpid() not in processes


def test_an_item_that_raises_dies_or_hangs_is_lost_and_all_others_are_done():
    began = time.monotonic()
    answers = list(run_all(call, [A, RAISE, B, DIE, C, HANG, D], 2, limit_seconds=2.0))
    assert time.monotonic() - began < 20
    assert sorted(answer for _, answer in answers if isinstance(answer, str)) == ["A", "B", "C", "D"]
    assert {answer for _, answer in answers if isinstance(answer, Lost)} == {
        Lost("raised", "ValueError: invalid literal for int() with base 10: 'many'"),
        Lost("died", "its worker process ended unexpectedly (exit code 7)"),
        Lost("late", "took longer than 2 seconds and was ended"),
    }


def test_leaving_early_ends_the_workers_at_work():
    began = time.monotonic()
    answers = run_all(call, [A, HANG, HANG], 2)
    _, answer = next(answers)
    assert answer == "A"
    answers.close()
    assert time.monotonic() - began < 20
