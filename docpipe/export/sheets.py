"""What stands in the sheets of a workbook: a result in, rows of cells out. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from docpipe.export.layout import CONTRACTS, MAIN_TITLES, NO_DATES, Column, Sheet, Sort, sheets_of
from docpipe.facts import Fact, Named, cited, facts, named_elements, trusted
from docpipe.kinds.contract import CATEGORIES
from docpipe.merge import tokens
from docpipe.sinks.looks import perhaps
from docpipe.sinks.rows import in_words, label, pages_in_words, path_in_words
from docpipe.types import Evidence, Json

ABSENT = {"not_found": "Not found", "not_analyzed": "Not checked", "contradictory": "contradictory"}


class Cell(Struct, frozen=True):
    """What is shown, and whence: ``pointer`` leads to the value, ``quote`` and ``where`` to its place."""

    value: str | None
    pointer: str | None = None
    state: str | None = None
    quote: str | None = None
    where: str | None = None
    doubted: bool = False


_EMPTY = Cell(None)


class Decision(Struct, frozen=True):
    """What the columns for review say already."""

    decision: str = ""
    corrected: str = ""
    note: str = ""


def main_sheet(result: Mapping[str, Json]) -> Sheet:
    """The sheet with one row a document, for results of this kind."""
    kind = result["kind"]
    if kind == "contract":
        return CONTRACTS
    simple = [name for name, value in result["value"].items() if not _is_list_of_objects(value)]
    columns = tuple(Column(label(name), name, _sort(name), 24) for name in simple)
    return Sheet(MAIN_TITLES.get(kind, label(kind)[:31]), columns)


def listed_columns(names: Iterable[str]) -> tuple[Column, ...]:
    """The columns of the list of documents that a batch was given."""
    return tuple(Column(name, f"manifest/{name}") for name in names)


def main_row(result: Mapping[str, Json], sheet: Sheet) -> list[Cell]:
    """One cell a column."""
    asked = _Asked.of(result)
    said = result["document"].get("manifest", {})
    return [
        Cell(said.get(column.name.removeprefix("manifest/")) or None)
        if column.name.startswith("manifest/")
        else _field_cell(result, column, asked)
        for column in sheet.columns
    ]


def list_rows(result: Mapping[str, Json], sheet: Sheet) -> Iterator[tuple[list[Cell], Named]]:
    """For each element of a list: its cells, and its name."""
    assert sheet.field is not None
    asked = _Asked.of(result)
    for named, element in named_elements(result, sheet.field):
        at = named.pointer
        yield [_part(result, f"{at}/{one.name}", element.get(one.name), asked) for one in sheet.columns], named


def _absent(fact: Fact) -> Cell:
    """What a value that is not there says; where the document contradicts itself, whence."""
    where = str(fact.page) if fact.page is not None else fact.place
    return Cell(ABSENT[fact.state], state=fact.state, quote=fact.quote, where=where, doubted=fact.quote is not None)


def identity(fact: Fact | Named) -> str:
    """A row's lasting name, document and pointer, as ``identified`` takes them apart."""
    return f"{fact.id} {fact.sha256} {fact.pointer}"


def identified(text: str) -> tuple[str, str, str]:
    """Lasting name, document and pointer of a row; empty for one that has lost them."""
    name, _, rest = text.partition(" ")
    sha256, _, pointer = rest.partition(" ")
    return (name, sha256, pointer) if pointer.startswith("/") else ("", "", "")


def value_rows(result: Mapping[str, Json]) -> Iterator[tuple[list[Cell], Fact]]:
    """A row for each value that stands on no sheet of its own, and for each field that is not there."""
    apart = {str(sheet.field) for sheet in sheets_of(result["kind"])}
    asked = _Asked.of(result)
    for fact in facts(result, apart):
        if fact.field in apart or fact.state == "not_analyzed" or (fact.field == "clauses" and fact.value is None):
            continue
        told = _absent(fact) if fact.value is None else _told(result, fact.pointer, fact.value, asked)
        about = label(fact.field) + (f", {fact.attribute.replace('_', ' ')}" if fact.attribute else "")
        yield [Cell(about), told, Cell(told.where), Cell(told.quote)], fact


def clause_row(result: Mapping[str, Json]) -> list[Cell]:
    """Yes, Perhaps, Not found or Not checked for every category: its first place that is more than perhaps one, else
    its first."""
    places: dict[str, list[int]] = {}
    for index, clause in enumerate(result["value"]["clauses"]):
        places.setdefault(clause["category"], []).append(index)
    asked = _Asked.of(result)
    return [
        _clause(result, places[category], asked) if category in places else Cell(asked.absent(f"clauses: {category}"))
        for category in CATEGORIES
    ]


def _clause(result: Mapping[str, Json], places: Sequence[int], asked: _Asked) -> Cell:
    surely = (at for at in places if not perhaps(trusted(result, f"/clauses/{at}/category").get("confidence")))
    first = next(surely, None)
    told = "Perhaps" if first is None else "Yes"
    return _told(result, f"/clauses/{places[0] if first is None else first}", told, asked)


def check_rows(result: Mapping[str, Json]) -> Iterator[list[Cell]]:
    """The checks, but those that only say what nobody was asked."""
    for check in result["checks"]:
        if check["rule"] == "not_analyzed":
            continue
        first = next(iter(check["evidence"]), None)
        quote, where = (None, None) if first is None else (first["quote"], _where(check["evidence"]))
        texts = [path_in_words(check["path"]) or "Document", check["rule"].replace("_", " ")]
        cells = [*texts, check["severity"], check["message"], where, quote]
        yield [Cell(text, check["path"] if index == 0 else None) for index, text in enumerate(cells)]


class _Asked(Struct, frozen=True):
    """What was asked and is missing, what was not asked, and the pointers that checks are about."""

    not_found: frozenset[str]
    not_analyzed: frozenset[str]
    doubted: frozenset[str]
    partly: str  # how much was read, where that is not all

    @staticmethod
    def of(result: Mapping[str, Json]) -> _Asked:
        left = (check["path"] for check in result["checks"] if check["rule"] == "not_analyzed")
        doubted = (
            check["path"]
            for check in result["checks"]
            if check["severity"] != "info" and check["rule"] != "not_analyzed"
        )
        return _Asked(frozenset(result["coverage"]["not_found"]), frozenset(left), frozenset(doubted), _partly(result))

    def absent(self, name: str) -> str | None:
        """What an empty cell says; nothing where an attribute of something found is empty."""
        field = name.partition(": ")[0]
        if f"/{field}" in self.not_analyzed:
            return ABSENT["not_analyzed"]
        return self.missing if name in self.not_found else None

    @property
    def missing(self) -> str:
        return ABSENT["not_found"] + self.partly


def _partly(result: Mapping[str, Json]) -> str:
    """`` in 8 of 13 pages`` where pages of the file were not read: the rest may say it."""
    read, pages = result["coverage"]["pages_read"], result["document"]["pages"]
    return f" in {read:,} of {pages:,} pages" if pages and read < pages else ""


def _field_cell(result: Mapping[str, Json], column: Column, asked: _Asked) -> Cell:
    if column.name == NO_DATES:
        return Cell("; ".join(one.title for one in CONTRACTS.columns if one.sort == "date" and asked.absent(one.name)))
    field, _, attribute = column.name.partition("/")
    value, pointer = result["value"].get(field), f"/{field}"
    if value in (None, [], {}):
        return Cell(asked.absent(field) if column.sort == "text" else None)
    if isinstance(value, list):
        parts = [part.get(attribute) if attribute and isinstance(part, dict) else part for part in value]
        text = "; ".join(filter(None, map(in_words, parts)))
        return _told(result, f"{pointer}/0{'/' + attribute if attribute else ''}", text or None, asked)
    if attribute:
        if value.get(attribute) is None and column.sort == "text":
            return Cell(asked.missing)
        return _cell(result, f"{pointer}/{attribute}", value.get(attribute), asked)
    return _cell(result, pointer, value, asked)


def _cell(result: Mapping[str, Json], pointer: str, value: Json, asked: _Asked) -> Cell:
    text = in_words(value)
    return _told(result, pointer, text, asked) if text else Cell(None)


def _part(result: Mapping[str, Json], pointer: str, value: Json, asked: _Asked) -> Cell:
    """A cell without its place."""
    if value is None or not (text := in_words(value)):
        return _EMPTY
    doubted = bool(asked.doubted) and (pointer in asked.doubted or pointer.rpartition("/")[0] in asked.doubted)
    return Cell(text, pointer, trusted(result, pointer).get("state"), doubted=doubted)


def _told(result: Mapping[str, Json], pointer: str, text: str | None, asked: _Asked) -> Cell:
    evidence = cited(result, pointer)
    parent = pointer.rpartition("/")[0]
    return Cell(
        text,
        pointer,
        trusted(result, pointer).get("state"),
        evidence[0]["quote"] if evidence else None,
        _where(evidence) or None,
        pointer in asked.doubted or parent in asked.doubted,
    )


def _where(evidence: Sequence[Mapping[str, Json]]) -> str:
    if len(evidence) == 1 and (page := evidence[0]["page"]) is not None:
        return str(page)
    entries = (Evidence(one["page"], None, (), (0, 0), "", "exact", place=one.get("place")) for one in evidence)
    return pages_in_words(entries)


def _is_list_of_objects(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _sort(name: str) -> Sort:
    return "date" if tokens(f"/{name}")[0] == "period_end" or name.endswith("_date") else "text"
