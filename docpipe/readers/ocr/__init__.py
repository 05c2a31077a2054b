"""Optical character recognition of pages whose text layer is missing or bad; nothing heavy is imported before one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from msgspec import Struct, field

from docpipe.errors import LimitExceeded, MissingExtra, ReadError
from docpipe.readers import overtime, quality
from docpipe.readers.ocr.need import Need, need
from docpipe.readers.options import ReadOptions
from docpipe.readers.pdfium import Frame, TextPage
from docpipe.readers.turning import Group
from docpipe.types import Removed

ASKEW = "runs askew: a stamp, or print across the page"

INSTALL = "pip install 'docpipe[ocr]'"
PROGRAM = "apt install tesseract-ocr, brew install tesseract, or its installer for Windows"

SURE = 0.8
"""Mean confidence below which a page counts as hard to read, and a damaged text layer is kept instead. Scans of 200
dots an inch have .97 to .99, the same pages turned on their side .5 to .76, scripts that the model does not know .4."""

DOUBTFUL_SHARE = 0.15
"""Share of a page's characters, read with less than `SURE`, from which it is hard to read whatever its mean is."""

GRACE = 3.0
"""The time that the process is given for a page, in times of the page's own limit, which a busy machine doubles and
which is looked at between steps."""


def installed(engine: str = "auto") -> bool:
    """Whether what reads pictures is there: one of the two engines, or the one that is named."""
    if engine != "tesseract" and find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None:
        return True
    from docpipe.readers.ocr import tesseract  # imports what starts programs

    return engine != "rapidocr" and tesseract.program() is not None


STARTING_SECONDS = 30.0
"""What the engine may take to start: 1 to 4 seconds, more on a busy machine."""


class Ocr(Struct):
    """What became of the pages of one document that were, or should have been, read from their pictures."""

    mode: str = "auto"
    page_seconds: float = 60.0
    threads: int = 1
    read: dict[int, str] = field(default_factory=dict)  # page → why
    doubtful: list[int] = field(default_factory=list)
    failed: dict[int, str] = field(default_factory=dict)
    empty: list[int] = field(default_factory=list)
    lacking: list[int] = field(default_factory=list)  # the extra is not installed
    stamped: list[int] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    engine: str = "auto"

    @classmethod
    def of(cls, options: ReadOptions) -> Ocr:
        """Raises MissingExtra where every page is to be read and nothing is there to do it, or the engine that is named
        is not there."""
        if options.ocr == "always" and not installed(options.ocr_engine):
            raise MissingExtra(f"--ocr always needs what reads pictures: {INSTALL}")
        if options.ocr_engine == "tesseract" and not installed("tesseract"):
            raise MissingExtra(f"ocr_engine = tesseract, and that is not installed: {PROGRAM}")
        return cls(options.ocr, options.limits.ocr_page_seconds, options.threads, engine=options.ocr_engine)

    def groups(self, page: Any, text_page: TextPage, frame: Frame, damage: str | None, number: int) -> list[Group]:
        """The words of a page that must be read from its picture, in reading order; none where its text will do."""
        wanted = self._need(page, text_page, frame, damage)
        if wanted is None:
            return []
        if not installed(self.engine):
            self.lacking.append(number)
            return []
        from docpipe.readers.ocr.scan import How, scanned  # imports Pillow, and the engine when it is first used

        overtime.ask(GRACE * self.page_seconds + STARTING_SECONDS)
        try:
            scan = scanned(page, frame, How(self.engine, self.threads, self.page_seconds))
        except (LimitExceeded, ReadError) as error:
            self.failed[number] = error.message
            return []
        if not scan.groups:
            self.empty.append(number)
            return []
        doubtful = (
            scan.confidence < SURE
            or scan.share_below(SURE) > DOUBTFUL_SHARE
            or quality.damage("\n".join(words.text for _, words in scan.groups)) is not None
        )
        if scan.characters < wanted.least or (doubtful and wanted.has_text):
            return []  # the text layer, with what is said of it, is the better one
        self.read[number] = wanted.why
        if doubtful:
            self.doubtful.append(number)
        if scan.stamps:
            self.stamped.append(number)
        self.removed += [Removed("watermark", number, box, text, ASKEW) for text, box in scan.askew]
        return scan.groups

    def warnings(self) -> list[tuple[list[int], str]]:
        """What to say of which pages."""
        found = [([page for page, reason in self.read.items() if reason == why], f"{why}, read by OCR")
                 for why in dict.fromkeys(self.read.values())]  # fmt: skip
        found.append((self.stamped, "a stamp lies over the page; what stands in the stamp was not read"))
        found.append((self.doubtful, "hard to read by OCR; values from it may be wrong"))
        for why in dict.fromkeys(self.failed.values()):
            found.append(([page for page, reason in self.failed.items() if reason == why], why))
        return [(pages, what) for pages, what in found if pages]

    def advice(self, pictures: Sequence[int]) -> str:
        """What to do about pages without text that have pictures."""
        if not set(self.lacking).isdisjoint(pictures):
            return f"to read scans: {INSTALL}"
        if reasons := [why for page, why in self.failed.items() if page in pictures]:
            return reasons[0]
        return "--ocr auto reads scans" if self.mode == "never" else "nothing in them that OCR can read"

    def _need(self, page: Any, text_page: TextPage, frame: Frame, damage: str | None) -> Need | None:
        if self.mode == "never":
            return None
        return Need("asked for", 0, False) if self.mode == "always" else need(page, text_page, frame, damage)
