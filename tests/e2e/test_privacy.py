"""What a run really touches, seen by a hook in all of its processes, against what ``doctor --privacy`` says."""

import os

HOOK = """
import os, sys
noting = False
def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.__new__":
        note(f"socket {event} {arguments}")
    elif event == "open" and isinstance(arguments[0], str) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        note(f"write {os.path.abspath(arguments[0])}")
def note(line):
    global noting
    if not noting:
        noting = True
        with open(os.environ["WATCHED"], "a", encoding="utf-8") as stream:
            stream.write(line + chr(10))
        noting = False
sys.addaudithook(watch)
"""


def test_a_run_connects_to_nothing_and_writes_only_what_is_told(docpipe, pdf, tmp_path):
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    watched = tmp_path / "watched.txt"
    state = tmp_path / "state"
    environment = {
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "hook"), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "WATCHED": str(watched),
        "XDG_STATE_HOME": str(state),
        "XDG_CACHE_HOME": str(state),
        "LOCALAPPDATA": str(state),
    }
    pdf("in/lease.pdf")
    done = docpipe("batch", "in", "--output", "out", "--workers", "1", **environment)
    assert done.returncode == 0, done.stderr
    seen = set(watched.read_text(encoding="utf-8").splitlines())
    assert not [line for line in seen if line.startswith("socket")]
    log = str(state / "docpipe" / "audit.jsonl")
    allowed = (
        f"write {log}",
        f"write {state / 'docpipe' / 'patterns-'}",
        f"write {state / 'docpipe' / 'reading-'}",
        f"write {tmp_path / 'out'}{os.sep}",
        f"write {os.devnull}",
        "write /dev/",
    )
    assert [line for line in seen if not line.startswith(allowed)] == []
    assert f"write {log}" in seen


def test_results_are_readable_by_their_owner_alone(docpipe, pdf, tmp_path):
    docpipe("analyze", pdf("lease.pdf"), "--output", "result.json")
    docpipe("analyze", pdf("lease.pdf"), "--output", "folder")
    docpipe("read", pdf("lease.pdf"), "--output", "text.txt")
    if os.name == "posix":
        written = (tmp_path / "result.json", tmp_path / "folder" / "lease.json", tmp_path / "text.txt")
        assert {path.stat().st_mode & 0o777 for path in written} == {0o600}


def test_no_pattern_of_a_document_or_of_the_users_terms_is_kept(docpipe, pdf, tmp_path):
    pdf("lease.pdf", [["LEASE AGREEMENT", "This Lease is made between Quagga Holdings Inc. and Okapi Farms LLC."]])
    kept = {"XDG_CACHE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}
    done = docpipe("analyze", "lease.pdf", "--set", "blocked_terms=zebra,re:tap.r", "--format", "json", **kept)
    assert done.returncode == 0, done.stderr
    content = b"".join(store.read_bytes().lower() for store in tmp_path.rglob("*-*.bin"))
    assert b"agreement" in content
    assert [word for word in (b"quagga", b"okapi", b"zebra", b"tap.r", b"lease.pdf") if word in content] == []
