"""Waiting for what another process, thread or task does: as long as tells one that hangs from one on a busy machine."""

import asyncio
import os
import time
from pathlib import Path

SECONDS = 300.0
PAUSE = 0.02


def until(true):
    """What ``true`` gives, as soon as that is true."""
    ends = time.monotonic() + SECONDS
    while not (answer := true()):
        assert time.monotonic() < ends, f"not within {SECONDS:g} s"
        time.sleep(PAUSE)
    return answer


async def until_then(true):
    """``until``, while the loop goes on."""
    ends = time.monotonic() + SECONDS
    while not (answer := true()):
        assert time.monotonic() < ends, f"not within {SECONDS:g} s"
        await asyncio.sleep(PAUSE / 10)
    return answer


def lives(pid):
    """Whether a process of this number runs; a zombie, which nobody reaps in a container, does not."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
        return status.rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self/stat").exists()  # elsewhere nobody tells; here it has ended meanwhile
