"""Other readers of PDFs, measured like docpipe: each in a process of its own, warm, by its processor time.

    python benchmarks/peers.py list
    python benchmarks/peers.py measure ENGINE FILE.pdf [--every 10]
    python benchmarks/peers.py text ENGINE FILE.pdf [--password TEXT]

It is started by ``reading.py`` with the interpreter that has the peers, and prints JSON. Peers are those with
permissive licences.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

WARM_PAGES = 5
"""Pages that are read before the clock starts: imports, caches and tables are there then."""


class Peer(NamedTuple):
    """A package; what is timed, which takes the pages to do and gives how many it did; what gives the text of pages."""

    package: str
    work: Callable[[str, range], int]
    text: Callable[[str, str | None], Iterator[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["list", "measure", "text"])
    parser.add_argument("engine", nargs="?", choices=PEERS)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--every", type=int, default=1, help="measure only every so many pages")
    parser.add_argument("--password")
    asked = parser.parse_args()
    if asked.what == "list":
        print(json.dumps({name: _version(peer.package) for name, peer in PEERS.items()}))
    elif asked.what == "measure":
        print(json.dumps(_measured(PEERS[asked.engine], asked.file, asked.every)))
    else:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        pages = [
            page.encode("utf-8", "replace").decode() for page in PEERS[asked.engine].text(asked.file, asked.password)
        ]
        print(json.dumps(pages))


def _measured(peer: Peer, path: str, every: int) -> dict[str, float]:
    """Milliseconds of processor time a page, those of them that docpipe looks for tables, and the process's peak of
    memory in MB (0 on Windows)."""
    count = _page_count(path)
    peer.work(path, range(1, min(WARM_PAGES, count) + 1))
    tables = _timed_tables() if peer.work is _docpipe else []
    began = time.process_time()
    done = peer.work(path, range(1, count + 1, every))
    spent = time.process_time() - began
    return {"ms": 1000 * spent / done, "tables": 1000 * sum(tables) / done, "mb": peak_mb()}


def _timed_tables() -> list[float]:
    """The seconds of processor time that docpipe looks for the tables of each page from now on."""
    from docpipe.readers import pdf

    seconds: list[float] = []
    find = pdf.page_tables

    def timed(*given: Any) -> Any:
        began = time.process_time()
        found = find(*given)
        seconds.append(time.process_time() - began)
        return found

    pdf.page_tables = timed
    return seconds


def peak_mb(children: bool = False) -> float:
    """The most memory that this process, or the largest of those it waited for, has held; 0 where nobody says."""
    try:
        import resource
    except ImportError:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF).ru_maxrss
    return used / 1_048_576 if sys.platform == "darwin" else used / 1024


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _page_count(path: str) -> int:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        return len(pdf)


def _docpipe(path: str, pages: range) -> int:
    """Words with boxes, layout, cleaning, as a reading worker does it; every page, since cleaning compares them."""
    from docpipe import readers
    from docpipe.cleaning import clean
    from docpipe.readers.worker import settle

    settle()
    wanted = f"1-{pages[-1]}" if pages.step == 1 else None
    data, source = readers.load(path, readers.Limits())
    return len(clean(readers.read(data, source, readers.ReadOptions(wanted))).pages_read)


def _docpipe_text(path: str, password: str | None) -> Iterator[str]:
    raise NotImplementedError("docpipe is scored by its own command")


def _pdfium(path: str, pages: range) -> int:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        for number in pages:
            _pdfium_page(pdf, number)
    return len(pages)


def _pdfium_page(pdf: Any, number: int) -> str:
    page = pdf[number - 1]
    text_page = page.get_textpage()
    text: str = text_page.get_text_range()
    text_page.close()
    page.close()
    return text


def _pdfium_text(path: str, password: str | None) -> Iterator[str]:
    import pypdfium2

    with pypdfium2.PdfDocument(path, password) as pdf:
        yield from (_pdfium_page(pdf, number + 1) for number in range(len(pdf)))


def _pdfplumber(path: str, pages: range) -> int:
    """Its characters alone, which everything else of it begins with."""
    import pdfplumber

    with pdfplumber.open(path, pages=list(pages)) as pdf:
        for page in pdf.pages:
            assert page.chars is not None
            page.close()
    return len(pages)


def _pdfplumber_text(path: str, password: str | None) -> Iterator[str]:
    import pdfplumber

    with pdfplumber.open(path, password=password or "") as pdf:
        yield from (page.extract_text() for page in pdf.pages)


def _pypdf(path: str, pages: range) -> int:
    import pypdf

    reader = pypdf.PdfReader(path)
    for number in pages:
        reader.pages[number - 1].extract_text()
    return len(pages)


def _pypdf_text(path: str, password: str | None) -> Iterator[str]:
    import pypdf

    yield from (page.extract_text() for page in pypdf.PdfReader(path, password=password).pages)


def _pdfminer(path: str, pages: range) -> int:
    from pdfminer.high_level import extract_pages

    for _ in extract_pages(path, page_numbers=[number - 1 for number in pages]):
        pass
    return len(pages)


def _pdfminer_text(path: str, password: str | None) -> Iterator[str]:
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTTextContainer

    for page in extract_pages(path, password=password or ""):
        yield "".join(part.get_text() for part in page if isinstance(part, LTTextContainer))


def _pdf_oxide(path: str, pages: range) -> int:
    import pdf_oxide

    pdf = pdf_oxide.PdfDocument(path)
    for number in pages:
        pdf.extract_words(number - 1)
    return len(pages)


def _pdf_oxide_text(path: str, password: str | None) -> Iterator[str]:
    import pdf_oxide

    pdf = pdf_oxide.PdfDocument(path)
    if password:
        pdf.authenticate(password)
    yield from (pdf.extract_text(index) for index in range(pdf.page_count()))


def _kreuzberg(path: str, pages: range) -> int:
    """The whole file, whatever pages are asked for: it knows no others."""
    import kreuzberg

    kreuzberg.extract_file_sync(path)
    return _page_count(path)


def _kreuzberg_text(path: str, password: str | None) -> Iterator[str]:
    import kreuzberg

    passwords = kreuzberg.PdfConfig(passwords=[password]) if password else None
    asked = kreuzberg.ExtractionConfig(pages=kreuzberg.PageConfig(extract_pages=True), pdf_options=passwords)
    for page in kreuzberg.extract_file_sync(path, config=asked).pages or ():
        yield page["content"]


def _pdf_inspector(path: str, pages: range) -> int:
    import pdf_inspector

    pdf_inspector.extract_text_with_positions(path, list(pages))
    return len(pages)


def _pdf_inspector_text(path: str, password: str | None) -> Iterator[str]:
    import pdf_inspector

    yield from (page.markdown for page in pdf_inspector.extract_pages_markdown(path).pages)


def _docling_parse(path: str, pages: range) -> int:
    from docling_parse.pdf_parser import DoclingPdfParser

    pdf = DoclingPdfParser(loglevel="fatal").load(path)
    for number in pages:
        pdf.get_page(number)
        pdf.unload_pages((number, number + 1))
    return len(pages)


def _docling_parse_text(path: str, password: str | None) -> Iterator[str]:
    from docling_parse.pdf_parser import DoclingPdfParser

    for _, page in DoclingPdfParser(loglevel="fatal").load(path, password=password).iterate_pages():
        yield "\n".join(cell.text for cell in page.textline_cells)


PEERS = {
    "docpipe": Peer("docpipe", _docpipe, _docpipe_text),
    "PDFium text": Peer("pypdfium2", _pdfium, _pdfium_text),
    "pdfplumber chars": Peer("pdfplumber", _pdfplumber, _pdfplumber_text),
    "pypdf": Peer("pypdf", _pypdf, _pypdf_text),
    "pdfminer.six": Peer("pdfminer.six", _pdfminer, _pdfminer_text),
    "pdf_oxide words": Peer("pdf_oxide", _pdf_oxide, _pdf_oxide_text),
    "kreuzberg": Peer("kreuzberg", _kreuzberg, _kreuzberg_text),
    "pdf-inspector": Peer("pdf-inspector", _pdf_inspector, _pdf_inspector_text),
    "docling-parse": Peer("docling-parse", _docling_parse, _docling_parse_text),
}


if __name__ == "__main__":
    main()
