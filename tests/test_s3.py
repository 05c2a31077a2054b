"""A bucket on a server that speaks S3, in this process: what lies there is found, read and missed as elsewhere."""

import socket
from pathlib import Path

import pytest

from docpipe import remote
from docpipe.addresses import Address
from docpipe.batch.folder import found_in
from docpipe.batch.sources import gathered
from docpipe.errors import ReadError, SettingsError

pytest.importorskip("s3fs", reason="s3fs is not installed: S3 is not tried")
server = pytest.importorskip("moto.server", reason="moto is not installed: there is no S3 to try")

KEYS = {"AWS_ACCESS_KEY_ID": "a-key-of-nobody", "AWS_SECRET_ACCESS_KEY": "hunter2-hunter2", "AWS_REGION": "us-east-1"}
NAMES = [
    *("lease.txt", "sub folder/with space.txt", "合同/租赁 合同.txt", "odd/a#b.txt", "odd/50%25 off.txt"),
    *("odd/100% done.txt", "odd/plus+and&amp.txt"),
]
MANY = 1_050
"""More than one page of a listing."""


@pytest.fixture(scope="module")
def bucket():
    import s3fs

    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    endpoint = "http://{}:{}".format(*running.get_host_and_port())
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**KEYS, "AWS_ENDPOINT_URL": endpoint}.items():
            patch.setenv(name, value)
        system = s3fs.S3FileSystem()
        system.mkdir("room")
        system.mkdir("many")
        system.pipe({f"room/{name}": name.encode() for name in NAMES})
        system.pipe({f"many/{number:05}.txt": b"%d" % number for number in range(MANY)})
        system.call_s3("put_object", Bucket="room", Key="odd/", Body=b"")
        yield system
    running.stop()


def test_every_object_is_found_under_its_name_and_fetched(bucket):
    found = found_in(gathered(["s3://room"], None), Path("out"))
    assert sorted(job.told for job in found.jobs) == sorted(f"s3://room/{name}" for name in NAMES)
    for job in found.jobs:
        assert f"s3://room/{remote.fetched(job.file, 1_000).decode()}" == job.told


def test_a_listing_of_more_than_one_page_is_whole(bucket):
    assert len(remote.listed(Address("s3://many"))) == MANY


def test_an_object_that_vanished_after_it_was_found_is_its_own_failure(bucket):
    bucket.pipe("room/gone/soon.txt", b"x")
    (file,) = gathered(["s3://room/gone"], None).files
    bucket.rm("room/gone/soon.txt")
    with pytest.raises(ReadError, match=r"nothing is at s3://room/gone/soon\.txt"):
        remote.fetched(file.address, 1_000)


@pytest.mark.parametrize("wrong", ["s3://nowhere", "s3://room/none.pdf", "s3://key-of-mine:hunter2@room/lease.txt"])
def test_what_is_not_there_is_told_without_secrets(bucket, wrong):
    with pytest.raises(SettingsError) as raised:
        gathered([wrong], None)
    assert "hunter2" not in str(raised.value)
    assert "key-of-mine" not in str(raised.value)


def test_a_server_that_does_not_answer_is_told(bucket, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{taken.getsockname()[1]}")
        monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
        type(bucket).clear_instance_cache()
        with pytest.raises(SettingsError, match=r"EndpointConnectionError.*see to its name"):
            gathered(["s3://elsewhere"], None)
