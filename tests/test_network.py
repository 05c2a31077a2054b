"""What ``offline`` lets through."""

import subprocess
import sys

import pytest

from docpipe.errors import SettingsError
from docpipe.network import allowed, require
from docpipe.settings import load


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8000/v1",
        "http://127.0.0.1:8000/v1",
        "http://127.8.9.1/",
        "https://[::1]:8443/",
        "http://[::ffff:127.0.0.1]/",
        "http://model.localhost/",
    ],
)
def test_loopback_is_allowed_offline(url):
    assert allowed(url, load({"offline": True}))


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.com/v1",
        "http://10.0.0.5:8000",
        "http://localhost.example.com",
        "http://localhost@example.com/",
        "http://127.0.0.1@example.com/",
        "http://example.com\\@localhost/",
        "http://localhost\t.example.com/",
        "http://2130706433/",
        "http://0.0.0.0/",
        "http://[::ffff:10.0.0.5]/",
        "localhost:8000",
        "http://localhost:port/",
        "http://[::1/",
        "",
    ],
)
def test_everything_else_is_refused_offline(url):
    assert not allowed(url, load({"offline": True}))


def test_hosts_on_the_list_are_allowed_offline_by_their_whole_name():
    settings = load({"offline": True, "allowed_hosts": ["gpu.Mill.example", "10.0.0.5"]})
    assert allowed("https://GPU.mill.example/v1", settings)
    assert allowed("http://10.0.0.5:8000", settings)
    assert not allowed("https://evil.gpu.mill.example", settings)


def test_without_offline_only_what_is_no_address_is_refused():
    assert allowed("https://api.example.com/v1", load())
    assert not allowed("file:///etc/passwd", load())


def test_the_error_names_the_host_and_no_password():
    with pytest.raises(SettingsError, match=r"api\.example\.com is refused") as error:
        require("https://ann:lantern@api.example.com", load({"offline": True}))
    assert "lantern" not in str(error.value)


GUARDED = """
import socket
from docpipe.network import enforce
from docpipe.settings import load
enforce(load({"offline": True}))
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
for attempt in (lambda: socket.create_connection(("192.0.2.1", 80), 1), lambda: socket.getaddrinfo("example.com", 80)):
    try:
        attempt()
    except PermissionError as error:
        print(error)
"""


def test_a_guarded_process_connects_to_this_machine_alone():
    done = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines() == [
        "offline: a connection to 192.0.2.1 was refused",
        "offline: a connection to example.com was refused",
    ]
