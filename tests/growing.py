"""How processor time grows with what is worked on: seconds would tell of the machine and of what else it does."""

import time

LONGER = 8
MOST = 32
"""Times the processor time for eight times as much: 8 are linear, 64 quadratic."""

PASSES = 5


def grows_linearly(work, size):
    """Whether ``work`` takes about eight times as long for eight times the size; of several passes the best count."""
    short = long = float("inf")
    for _ in range(PASSES):
        short, long = min(short, _seconds(work, size)), min(long, _seconds(work, LONGER * size))
        if long < MOST * short:
            return True
    return False


def _seconds(work, size):
    began = time.process_time()
    work(size)
    return time.process_time() - began
