"""Workers that raise, die or hang cost the item they had, and nothing else. Items here are calls to make."""

import multiprocessing
import os
import time
from functools import partial
from operator import call

from patience import until

from docpipe.batch.pool import Desk, Lost, run_all

A, B, C, D = (partial(str.upper, letter) for letter in "abcd")
RAISE = partial(int, "many")
DIE = partial(os._exit, 7)
HANG = partial(time.sleep, 3600)
WHO = [partial(os.getpid) for _ in range(6)]


def answers(*items, workers, limit_seconds=None):
    waiting = iter(items)
    return run_all(call, lambda: next(waiting, None), workers, limit_seconds)


def test_each_item_comes_back_with_its_answer():
    assert {item.args: answer for item, answer in answers(A, B, C, D, workers=2)} == {
        ("a",): "A",
        ("b",): "B",
        ("c",): "C",
        ("d",): "D",
    }


def test_nothing_to_do_starts_nothing():
    assert list(answers(workers=4)) == []


def test_one_process_takes_many_items():
    processes = {process for _, process in answers(*WHO, workers=1)}
    assert len(processes) == 1
    assert os.getpid() not in processes


def test_an_item_that_raises_dies_or_hangs_is_lost_and_all_others_are_done():
    limit = 2.0 + 20 * seconds_to_start()
    found = list(answers(A, RAISE, B, DIE, C, HANG, D, workers=2, limit_seconds=limit))
    assert sorted(answer for _, answer in found if isinstance(answer, str)) == ["A", "B", "C", "D"]
    assert {answer for _, answer in found if isinstance(answer, Lost)} == {
        Lost("raised", "ValueError: invalid literal for int() with base 10: 'many'"),
        Lost("died", "its worker process ended unexpectedly (exit code 7)"),
        Lost("late", f"took longer than {limit:g} seconds and was ended"),
    }


def seconds_to_start():
    """What it takes here and now until a worker answers: an item's time runs from when it is handed out."""
    began = time.monotonic()
    assert len(list(answers(A, workers=1))) == 1
    return time.monotonic() - began


def test_leaving_early_ends_the_workers_at_work():
    running = answers(A, HANG, HANG, workers=2)
    _, answer = next(running)
    assert answer == "A"
    at_work = multiprocessing.active_children()
    assert at_work
    running.close()
    assert not any(process.is_alive() for process in at_work)


def test_an_item_that_there_is_only_after_another_is_done_is_taken_then():
    done = []
    waiting = [A, B]

    def following():
        return waiting.pop(0) if waiting and len(done) == 2 - len(waiting) else None

    for _, answer in run_all(call, following, 2):
        done.append(answer)
    assert done == ["A", "B"]


def test_a_desk_answers_by_futures_and_a_worker_that_dies_costs_its_item_alone():
    desk = Desk(call, 2)
    try:
        asked = [desk.submit(item) for item in (A, DIE, B, C)]
        made = [answer.result(300) for answer in asked]
    finally:
        desk.close()
    assert [made[0], *made[2:]] == ["A", "B", "C"]
    assert (made[1].how, "exit code 7" in made[1].why) == ("died", True)


def test_a_desk_that_closes_gives_up_what_is_open():
    desk = Desk(call, 1)
    asked = [desk.submit(HANG), desk.submit(A)]
    until(asked[0].running)
    desk.close()
    assert asked[0].result(300).how == "died"
    assert asked[1].cancelled()
