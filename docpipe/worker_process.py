"""The process of a reading worker: ``python -m docpipe.worker_process STEP…``. It makes its imports cheap first."""

from __future__ import annotations

from docpipe.light import import_msgspec


def main() -> None:
    """Answer requests until the input ends."""
    import_msgspec()
    from docpipe.readers.worker import main as answer

    answer()


if __name__ == "__main__":
    main()
