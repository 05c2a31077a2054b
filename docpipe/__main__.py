"""The command ``docpipe``, also as ``python -m docpipe``: a worker that will be needed starts before anything else."""

from __future__ import annotations

import sys

from docpipe.launch import end_waiting, head_start
from docpipe.light import import_msgspec


def main() -> None:
    """Run the command line and exit with its code."""
    if sys.argv[1:2] == ["analyze"]:
        head_start()
        import_msgspec()
    try:
        from docpipe.cli import main as run

        run()
    finally:
        end_waiting()


if __name__ == "__main__":
    main()
