"""The process of a worker, and the pipe through which it answers."""

import pytest

from docpipe.launch import PIPE_BYTES, end, launch


def test_the_pipe_of_a_worker_holds_what_it_asks_for_where_that_can_be_had():
    fcntl = pytest.importorskip("fcntl", reason="pipes of Windows")
    if not hasattr(fcntl, "F_GETPIPE_SZ"):
        pytest.skip("only Linux tells the size of a pipe")
    process = launch(())
    try:
        assert process.stdout is not None
        try:
            fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        except OSError:
            pytest.skip("this system lets nobody have so much")
        other = launch(())
        try:
            assert fcntl.fcntl(other.stdout, fcntl.F_GETPIPE_SZ) == PIPE_BYTES
        finally:
            end(other)
    finally:
        end(process)
