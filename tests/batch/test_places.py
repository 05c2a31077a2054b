"""Which file a document's result goes into: the one that it had, whatever else is worked on with it."""

from contextlib import closing

import pytest

from docpipe.addresses import Address
from docpipe.batch.folder import Found, Job, file_of, found_in, key_of, storable
from docpipe.batch.ledger import Ledger
from docpipe.batch.places import placed
from docpipe.batch.sources import gathered
from docpipe.sinks.files import slots


@pytest.fixture
def rooms(tmp_path, monkeypatch):
    for name in ("a/1.pdf", "a/2.pdf", "b/2.pdf", "b/3.pdf"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"%PDF")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def batch(output, *given, write=True):
    """Documents and their results, which are written."""
    with closing(Ledger(output)) as ledger:
        found = placed(found_in(gathered(given, None), output), output, ledger)
    for job in found.jobs if write else ():
        job.slot.write_result('{\n  "docpipe": "1"}')
    return {job.source.as_posix(): job.slot.result.relative_to(output).as_posix() for job in found.jobs}


def test_a_result_keeps_its_name_when_sources_are_added_or_left_out(rooms):
    first = {"a/1.pdf": "1.json", "a/2.pdf": "2.json"}
    assert batch(rooms / "out", "a") == first
    both = first | {"b/2.pdf": "b/2.json", "b/3.pdf": "b/3.json"}
    assert batch(rooms / "out", "a", "b") == both
    assert batch(rooms / "out", "b", "a") == both
    assert batch(rooms / "out", "b") == {"b/2.pdf": "b/2.json", "b/3.pdf": "b/3.json"}
    assert batch(rooms / "out", str(rooms / "a" / "*.pdf")) == {
        (rooms / name).as_posix(): result for name, result in first.items()
    }


def test_the_result_of_another_document_is_not_overwritten(rooms):
    batch(rooms / "out", "a")
    assert batch(rooms / "out", "b") == {"b/2.pdf": "2.pdf.json", "b/3.pdf": "3.json"}


def test_the_name_of_a_document_that_is_gone_is_free_and_so_is_one_without_a_result(rooms):
    batch(rooms / "out", "a")
    (rooms / "a").rename(rooms / "moved")
    assert batch(rooms / "out", "moved") == {"moved/1.pdf": "1.json", "moved/2.pdf": "2.json"}
    (rooms / "out/2.json").unlink()
    assert batch(rooms / "out", "b")["b/2.pdf"] == "2.json"


def test_a_name_that_a_living_run_was_given_is_not_free(rooms):
    with closing(Ledger(rooms / "out")) as ledger:
        placed(found_in(gathered(["a"], None), rooms / "out"), rooms / "out", ledger)
        assert batch(rooms / "out", "b", write=False)["b/2.pdf"] == "2.pdf.json"
    assert batch(rooms / "out", "b", write=False)["b/2.pdf"] == "2.pdf.json"


def elsewhere(output, *addresses):
    here = [output / "x" / Address(one).name for one in addresses]
    found = [
        Job(source, 1, slot, address=Address(one))
        for one, source, slot in zip(addresses, here, slots(here, output / "x", output), strict=True)
    ]
    with closing(Ledger(output)) as ledger:
        jobs = placed(Found(found, [], (), output / "x"), output, ledger).jobs
    for job in jobs:
        job.slot.write_result('{\n  "docpipe": "1"}')
    return [job.slot.result.name for job in jobs]


def test_addresses_are_told_apart_by_their_query_but_not_by_who_signed_it(rooms):
    one, two = "https://host/get.pdf?id=1", "https://host/get.pdf?id=2"
    assert elsewhere(rooms / "out", f"{one}&sig=x&se=1", f"{two}&sig=y") == ["get.json", "get.pdf.json"]
    assert elsewhere(rooms / "out", f"{two}&sig=z", f"{one}&sig=z") == ["get.pdf.json", "get.json"]
    assert Address(f"{one}&X-Amz-Signature=s&X-Amz-Date=1").identity == Address(one).identity
    assert Address("https://host/get.pdf?sv=1&sig=2").identity == "https://host/get.pdf"


def test_addresses_that_differ_in_their_query_are_two_documents(rooms):
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe({"/x/a.pdf?id=1": b"1", "/x/a.pdf?id=2": b"2"})
    (rooms / "list.txt").write_text("memory://x/a.pdf?id=1\nmemory://x/a.pdf?id=2\n", encoding="utf-8")
    assert [one.address.full[-4:] for one in gathered([], "list.txt").files] == ["id=1", "id=2"]
    fsspec.filesystem("memory").store.clear()


def test_a_name_that_is_no_utf_8_can_be_kept_and_found_again(tmp_path):
    file = tmp_path / "deep" / "bad\udcff\udcfe.json"
    key = key_of(file, tmp_path)
    key.encode("utf-8")
    assert file_of(key, tmp_path) == file
    assert key != key_of(tmp_path / "deep" / "bad\\udcff\\udcfe.json", tmp_path)
    assert storable("合同.pdf") == "合同.pdf"
