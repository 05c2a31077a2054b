"""Do other formats give the facts of their PDFs? ``python benchmarks/formats.py [--errors]``

Each sample is made anew from its text in every format and analysed; the values are compared with those of its PDF.
``--formats epub,odt,rst,org`` are made of the sample's Word file by pandoc, and need the extra ``unstructured``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docpipe
from docpipe.api import analyze_many
from docpipe.settings import load
from docpipe.sinks.json import result_to_json
from docpipe.types import Failure, Result

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
NAMES = (
    *("services_agreement", "nda", "conflict", "two_caps", "hidden_instruction"),
    *("purchase_contract_zh", "bilingual_agreement"),
)
BY_PANDOC = ("epub", "odt", "rst", "org")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--errors", action="store_true", help="show every value that differs")
    arguments.add_argument("--formats", default="docx,html,eml,zip,md,txt", metavar="LIST")
    arguments.add_argument("--names", default=",".join(NAMES), metavar="LIST")
    given = arguments.parse_args()
    same = total = 0
    for medium in given.formats.split(","):
        own_same = own_total = 0
        began = time.perf_counter()
        for name in given.names.split(","):
            for where, kept, lost, new in compared(name, medium):
                own_same += len(kept)
                own_total += len(kept) + len(lost) + len(new)
                if given.errors and (lost or new):
                    print(f"{medium} {name} {where}")
                    for sign, values in (("-", lost), ("+", new)):
                        for value in sorted(values):
                            print(f"   {sign} {value[:150]}")
        seconds = time.perf_counter() - began
        share = own_same / own_total
        print(f"{medium:5} {own_same:5} of {own_total:5} values as in the PDF, {share:.4f}, {seconds:.1f} s")
        same, total = same + own_same, total + own_total
    print(f"all   {same:5} of {total:5} values as in the PDF, {same / total:.4f}")
    return 0


def compared(name: str, medium: str) -> Iterator[tuple[str, set[str], set[str], set[str]]]:
    """For each document of the sample's file: its name, values as in the PDF, those lost and those that are new."""
    sys.path.insert(0, str(SAMPLES))
    from formats import made
    from markup import parse

    settings = load({"audit": False})
    pdf = SAMPLES / f"{name}.pdf"
    wanted = facts(docpipe.analyze(pdf, kind="contract", settings=settings))
    text = parse((SAMPLES / "texts" / f"{name}.txt").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"sample.{medium}"
        if medium in BY_PANDOC:
            by_pandoc(made(text, "docx", b""), path)
        else:
            path.write_bytes(made(text, medium, pdf.read_bytes()))
        for outcome in analyze_many([path], "contract", settings):
            if isinstance(outcome, Failure):
                raise outcome.error
            found = facts(outcome)
            yield outcome.document.source.name, found & wanted, wanted - found, found - wanted


def by_pandoc(word: bytes, path: Path) -> None:
    """Write what pandoc makes of a Word file."""
    import pypandoc

    source = path.with_suffix(".docx")
    source.write_bytes(word)
    pypandoc.convert_file(str(source), path.suffix[1:], outputfile=str(path), extra_args=["--metadata", "title=Sample"])


def facts(result: Result) -> set[str]:
    """Every value of a result as a line."""
    value = result_to_json(result)["value"]
    return {line for field, part in value.items() for line in _lines(field, part)}


def _lines(path: str, value: Any) -> Iterator[str]:
    if value in (None, [], {}):
        return
    if isinstance(value, list):
        for one in value:
            yield f"{path}: {json.dumps(one, ensure_ascii=False, sort_keys=True)}"
    elif path == "title":
        yield f"{path}: {value.casefold()}"  # PDFs show small capitals as capitals
    else:
        yield f"{path}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}"


if __name__ == "__main__":
    sys.exit(main())
