"""Documents at addresses, and what is secret in an address."""

import pickle
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from docpipe import remote
from docpipe.addresses import Address, address_of, is_address, without_secrets
from docpipe.batch.folder import found_in, name_of, sha256, with_originals
from docpipe.batch.sources import gathered
from docpipe.errors import LimitExceeded, MissingExtra, ReadError, SettingsError, Unreachable
from docpipe.network import require_address
from docpipe.readers import ReadOptions, loaded
from docpipe.settings import load

fsspec = pytest.importorskip("fsspec")
SECRETS = ("hunter2", "sigsig", "reader")


@pytest.fixture
def memory():
    """What lies at memory://, which is empty before and after."""
    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


@pytest.mark.parametrize(
    ("full", "shown"),
    [
        ("s3://room/3.1/lease.pdf", "s3://room/3.1/lease.pdf"),
        ("ftp://reader:hunter2@host:21/a b.pdf", "ftp://host:21/a b.pdf"),
        ("https://host/a.pdf?X-Amz-Signature=sigsig&x=1#top", "https://host/a.pdf"),
        ("https://hunter2@host/a.pdf", "https://host/a.pdf"),
        ("s3://room/why?.pdf", "s3://room/why?.pdf"),
        ("s3://room/a.pdf?versionId=sigsig", "s3://room/a.pdf"),
        ("abfs://room@account.dfs.core.windows.net/a.pdf", "abfs://room@account.dfs.core.windows.net/a.pdf"),
        ("file:///room/a@b.pdf", "file:///room/a@b.pdf"),
    ],
)
def test_what_is_secret_in_an_address_is_never_shown(full, shown):
    address = address_of(full)
    for told in (str(address), f"{address!r}", address.__fspath__(), str(address.beneath("x"))):
        assert not any(secret in told for secret in SECRETS)
    assert str(address) == shown
    assert pickle.loads(pickle.dumps(address)).full == full


@pytest.mark.parametrize("wrong", ["ftp://reader:hun/ter2@host/a.pdf", "zip://a.pdf::s3://room/a.zip"])
def test_an_address_whose_secrets_cannot_be_told_is_refused_without_showing_it(wrong):
    with pytest.raises(SettingsError) as raised:
        address_of(wrong)
    assert "hun" not in str(raised.value)
    assert "room" not in str(raised.value)


def test_a_drive_is_no_address():
    assert not is_address("C://room/a.pdf")
    assert not is_address("room/a.pdf")


def test_a_query_stays_behind_the_path_of_what_lies_below():
    assert Address("https://host/room/?t=sigsig").beneath("a.pdf").full == "https://host/room/a.pdf?t=sigsig"


def test_messages_of_others_lose_what_is_secret():
    address = address_of("https://reader:hunter2@host/a.pdf?sig=sigsig")
    told = without_secrets("403 for https://reader:hunter2@host/a.pdf?sig=sigsig (user reader, key 'hunter2')", address)
    assert told.startswith("403 for https://host/a.pdf")
    assert not any(secret in told for secret in SECRETS)


def test_what_lies_at_an_address_is_listed_and_fetched(memory):
    memory.pipe({"/room/a.pdf": b"1", "/room/deep/b.pdf": b"22", "/room/.git/c.pdf": b"3", "/else/d.pdf": b"4"})
    found = found_in(gathered(["memory://room"], None), Path("out"))
    assert [name_of(job, found.folder) for job in found.jobs] == ["memory://room/a.pdf", "memory://room/deep/b.pdf"]
    assert [job.slot.result.as_posix() for job in found.jobs] == ["out/a.json", "out/deep/b.json"]
    data, source = loaded(found.jobs[1].file, ReadOptions())
    assert (data, source.name, source.path) == (b"22", "b.pdf", "memory://room/deep/b.pdf")
    assert sha256(found.jobs[1].file) == source.sha256


def test_a_pattern_chooses_among_what_lies_there(memory):
    memory.pipe({"/room/a.pdf": b"1", "/room/deep/b.pdf": b"22", "/room/deep/c.txt": b"3"})
    assert [str(one.address) for one in gathered(["memory://room/**/*.pdf"], None).files] == [
        "memory://room/a.pdf",
        "memory://room/deep/b.pdf",
    ]
    assert gathered(["memory://room/*.docx"], None).without == ("memory://room/*.docx",)


def test_files_and_addresses_are_worked_on_together(memory, tmp_path):
    memory.pipe({"/room/a.pdf": b"1"})
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    found = found_in(gathered(["memory://room", str(tmp_path)], None), tmp_path / "out")
    below = [job.slot.result.relative_to(tmp_path / "out").as_posix() for job in found.jobs]
    assert below == ["a.json", "memory/room/a.json"]


def test_a_key_that_leads_out_stays_below_the_output(memory, tmp_path):
    memory.store["/room/../../evil.pdf"] = memory.open("/x", "wb")
    found = found_in(gathered(["memory://room"], None), tmp_path / "out")
    assert all(job.slot.result.resolve().is_relative_to(tmp_path / "out") for job in found.jobs)


def test_copies_elsewhere_are_found_by_what_is_told_of_them_or_by_their_bytes(memory):
    memory.pipe({"/room/a.pdf": b"same", "/room/b.pdf": b"same", "/room/c.pdf": b"else"})
    jobs = with_originals(found_in(gathered(["memory://room"], None), Path("out")).jobs)
    assert [job.original and job.original.source.name for job in jobs] == [None, "a.pdf", None]


def test_a_document_in_an_archive_elsewhere_is_loaded(memory):
    with memory.open("/room/all.zip", "wb") as stream, zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("deep/a.txt", "words")
    data, source = loaded(Address("memory://room/all.zip", "deep/a.txt"), ReadOptions())
    assert (data, source.path, source.container) == (b"words", "memory://room/all.zip/deep/a.txt", "all.zip")
    with pytest.raises(ReadError, match="holds no b"):
        loaded(Address("memory://room/all.zip", "b.txt"), ReadOptions())


def test_a_file_over_the_limit_is_not_taken_whole(memory):
    memory.pipe({"/room/a.pdf": b"x" * 11})
    with pytest.raises(LimitExceeded, match="max_bytes = 10"):
        remote.fetched(Address("memory://room/a.pdf"), 10)
    assert remote.fetched(Address("memory://room/a.pdf"), 11) == b"x" * 11


def test_what_is_not_there_is_told(memory):
    with pytest.raises(SettingsError, match="nothing is at memory://room"):
        gathered(["memory://room/gone"], None)
    with pytest.raises(ReadError, match="nothing is at memory://room/a"):
        remote.fetched(Address("memory://room/a.pdf"), 10)


def test_a_package_that_is_missing_is_named():
    with pytest.raises(MissingExtra, match="s3fs") as raised:
        remote.fetched(Address("s3://reader:hunter2@room/a.pdf"), 10)
    assert "hunter2" not in str(raised.value)


def test_an_address_of_no_kind_is_wrong_usage():
    with pytest.raises(SettingsError, match="begin with nix://"):
        gathered(["nix://room"], None)


class Shut(fsspec.AbstractFileSystem):
    """A system that lets nobody in, and says with which address."""

    protocol = "shut"

    def info(self, path, **_):
        raise PermissionError(f"403 at https://reader:hunter2@host/{path}?sig=sigsig")

    _open = info


def test_who_is_not_let_in_is_told_so_without_secrets():
    fsspec.register_implementation("shut", Shut, clobber=True)
    address = address_of("shut://reader:hunter2@host/a.pdf?sig=sigsig")
    for ask in (remote.listed, lambda one: remote.fetched(one, 10), lambda one: list(remote.chunks(one))):
        with pytest.raises(Unreachable) as raised:
            ask(address)
        assert "403" in str(raised.value)
        assert not any(secret in f"{raised.value!r} {raised.value}" for secret in SECRETS)


def test_offline_opens_no_address_that_needs_a_network():
    offline = load({"offline": True})
    require_address(address_of("memory://room"), offline)
    with pytest.raises(SettingsError, match=r"s3://room/a\.pdf is refused") as raised:
        require_address(address_of("s3://room/a.pdf?versionId=sigsig"), offline)
    assert "sigsig" not in str(raised.value)
    bucket = load({"offline": True, "allowed_hosts": ("room",)})
    require_address(address_of("s3://room/a.pdf"), bucket)


@pytest.mark.parametrize("name", ["100% done.txt", "租赁 合同.pdf", "a#b.txt", "50%25.txt", "back\\slash.txt"])
def test_what_lies_at_an_address_may_be_called_anything(name):
    require_address(address_of(f"s3://room/sub folder/{name}"), load())


def test_a_file_that_is_told_to_be_another_one_is_done_again(memory):
    from docpipe.batch.folder import Wanted, entries

    def entry():
        found = found_in(gathered(["memory://room"], None), Path("out"))
        return next(iter(entries(found, Wanted("auto", "rules", ""), Path("out"))))

    memory.pipe({"/room/a.pdf": b"1"})
    first = entry()
    assert entry() == first
    memory.pipe({"/room/a.pdf": b"2"})
    assert entry().modified != first.modified
    assert 0 < first.modified < 1 << 63


def served(status):
    """A web server of this machine that answers everything so; its address."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(status)

        do_HEAD = do_GET

        def log_message(self, *told):
            return

    return ThreadingHTTPServer(("127.0.0.1", 0), Answers)


@pytest.mark.parametrize(("status", "error"), [(403, Unreachable), (500, Unreachable), (404, ReadError)])
def test_only_what_a_server_says_is_not_there_is_not_there(status, error):
    pytest.importorskip("aiohttp")
    with served(status) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(error):
            remote.fetched(Address(f"http://127.0.0.1:{server.server_port}/a.pdf"), 1000)
        server.shutdown()


def test_a_refused_connection_is_no_file_that_is_not_there(tmp_path):
    pytest.importorskip("aiohttp")
    with served(200) as server:
        port = server.server_port
    address = f"http://127.0.0.1:{port}/a.pdf"
    with pytest.raises(Unreachable, match="cannot be opened"):
        remote.fetched(Address(address), 1000)
    (tmp_path / "list.txt").write_text(f"{address}\n", encoding="utf-8")
    (file,) = gathered([], str(tmp_path / "list.txt")).files
    assert not file.is_there


def test_one_address_of_a_list_whose_package_is_missing_does_not_stop_the_others(tmp_path, monkeypatch):
    def missing(address):
        raise MissingExtra("no package", str(address))

    monkeypatch.setattr(remote, "listed", missing)
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    (tmp_path / "list.txt").write_text("s3://room/b.pdf\na.pdf\n", encoding="utf-8")
    assert [one.is_there for one in gathered([], str(tmp_path / "list.txt")).files] == [True, False]
    with pytest.raises(MissingExtra):
        gathered(["s3://room/b.pdf"], None)


class Behind(fsspec.AbstractFileSystem):
    """A system that says of everything that it is not there, and why, as fsspec's own for the web does."""

    protocol = "behind"
    cachable = False

    def info(self, path, **more):
        why = ConnectionRefusedError("refused") if "refused" in path else None
        raise FileNotFoundError(path) from why

    def find(self, path, **more):
        return {}

    def _open(self, path, *more, **others):
        return self.info(path)


class Bucket(fsspec.AbstractFileSystem):
    """What S3 tells of a bucket in which a folder was made by hand: an empty file whose name ends in a slash."""

    protocol = "bucket"
    cachable = False

    def info(self, path, **more):
        return {"name": path, "type": "directory", "size": 0}

    def find(self, path, **more):
        names = ("room/sub/", "room/sub/lease.pdf")
        return {name: {"name": name, "type": "file", "size": len(name)} for name in names}


def test_what_stands_for_a_folder_is_no_document():
    fsspec.register_implementation("bucket", Bucket, clobber=True)
    assert [one.below for one in remote.listed(Address("bucket://room"))] == ["sub/lease.pdf"]


def test_who_is_not_let_in_is_told_where_keys_come_from(tmp_path, monkeypatch):
    def closed(address):
        raise Unreachable(f"{address} cannot be opened", str(address))

    monkeypatch.setattr(remote, "listed", closed)
    with pytest.raises(SettingsError, match="keys, which are taken from the environment"):
        gathered(["s3://room"], None)


@pytest.mark.parametrize(("name", "error"), [("refused.pdf", Unreachable), ("gone.pdf", ReadError)])
def test_what_could_not_be_asked_for_is_not_told_to_be_missing(name, error):
    fsspec.register_implementation("behind", Behind, clobber=True)
    with pytest.raises(error):
        remote.fetched(Address(f"behind://room/{name}"), 1000)
