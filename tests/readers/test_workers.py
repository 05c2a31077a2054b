import io
import os
import subprocess
import sys
import zlib

import pikepdf
import pytest
from patience import lives, until

from docpipe import errors
from docpipe.readers import Limits, ReadOptions
from docpipe.readers.workers import Pool

STEPS = ("docpipe.cleaning:clean",)


@pytest.fixture(scope="module")
def pool():
    with Pool(1, STEPS) as workers:
        yield workers


def test_a_worker_reads_and_cleans_path_and_bytes_alike(pool, pdf, tmp_path):
    data = pdf([[(72, 700, "The parties agree to"), (72, 688, "this.")]])
    path = tmp_path / "合同 é.pdf"
    path.write_bytes(data)
    from_path, from_bytes = pool.submit(path).result(300), pool.submit(data, name="mail.pdf").result(300)
    assert from_path.text == from_bytes.text == "The parties agree to this."
    assert (from_path.source.name, from_bytes.source.name) == ("合同 é.pdf", "mail.pdf")


def test_errors_come_back_as_ours_with_the_document_named(pool, pdf, tmp_path):
    with pytest.raises(errors.UnsupportedFormat) as caught:
        pool.submit(b"GIF89a", name="note.txt").result(300)
    assert caught.value.document == "note.txt"
    with pytest.raises(errors.ReadError, match="no such file"):
        pool.submit(tmp_path / "gone.pdf").result(300)


def test_a_document_over_its_time_ends_and_the_next_one_is_read(pool, pdf):
    slow = pdf([[(72, 700, "words")] for _ in range(400)])
    with pytest.raises(errors.LimitExceeded, match=r"timeout_seconds = 0\.01"):
        pool.submit(slow, ReadOptions(limits=Limits(seconds=0.01)), "slow.pdf").result(300)
    assert pool.submit(pdf([[(72, 700, "next")]])).result(300).text == "next"


def test_a_document_over_its_memory_ends_and_the_next_one_is_read(pool, pdf):
    big = pdf([[(72, 20 * line, "many words " * 8) for line in range(1, 38)] for _ in range(150)])
    with pytest.raises(errors.LimitExceeded, match=r"memory_mb = 1;.*--set memory_mb=2"):
        pool.submit(big, ReadOptions(limits=Limits(memory_mb=1)), "big.pdf").result(300)
    assert pool.submit(pdf([[(72, 700, "next")]])).result(300).text == "next"


def test_a_page_that_unfolds_to_hundreds_of_megabytes_ends_at_the_memory_limit(pool, pdf):
    packer = zlib.compressobj(1)
    packed = b"".join([*(packer.compress(b" " * 1_048_576) for _ in range(250)), packer.flush()])
    bomb = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf([[(72, 700, "words")]]))) as file:
        contents = file.make_stream(packed)
        contents.Filter = pikepdf.Name.FlateDecode
        file.pages[0].Contents = contents
        file.save(bomb, compress_streams=False)
    assert len(bomb.getvalue()) < 2_000_000
    with pytest.raises(errors.LimitExceeded, match="memory_mb = 150"):
        pool.submit(bomb.getvalue(), ReadOptions(limits=Limits(memory_mb=150)), "bomb.pdf").result(300)
    assert pool.submit(pdf([[(72, 700, "next")]])).result(300).text == "next"


def test_a_worker_that_crashes_costs_its_document_only(pdf, tmp_path, monkeypatch):
    (tmp_path / "faulty.py").write_text(
        "import os\ndef step(document):\n    os.abort() if 'crash' in document.text else None\n    return document\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    with Pool(1, ("faulty:step",)) as workers:
        bad, good = (
            workers.submit(pdf([[(72, 700, "crash")]]), name="bad.pdf"),
            workers.submit(pdf([[(72, 700, "fine")]])),
        )
        with pytest.raises(errors.ReadError, match="crashed"):
            bad.result(300)
        assert good.result(300).text == "fine"


def test_a_step_that_raises_becomes_a_read_error(pdf, tmp_path, monkeypatch):
    (tmp_path / "raising.py").write_text("def step(document):\n    raise KeyError('x')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with Pool(1, ("raising:step",)) as workers, pytest.raises(errors.ReadError, match="KeyError"):
        workers.submit(pdf([[(72, 700, "text")]])).result(300)


def test_close_ends_what_is_running(pdf):
    workers = Pool(1, STEPS)
    slow = [workers.submit(pdf([[(72, 700, "words")] for _ in range(300)])) for _ in range(3)]
    workers.close()
    until(lambda: all(future.done() for future in slow))


@pytest.mark.skipif(os.name == "nt", reason="asks for processes by signal 0")
@pytest.mark.parametrize("way", ["script", "command", "stdin"])
def test_a_parent_without_a_main_guard_works_and_leaves_nothing_behind(pdf, tmp_path, way):
    (tmp_path / "one.pdf").write_bytes(pdf([[(72, 700, "unguarded")]]))
    program = (
        "from docpipe.readers.workers import Pool\n"
        f"pool = Pool(2, {STEPS})\n"
        f"print(pool.submit({str(tmp_path / 'one.pdf')!r}).result(300).text)\n"
        "print(*[worker._process.pid for worker in pool._workers])\n"
    )
    script = tmp_path / "script.py"
    script.write_text(program, encoding="utf-8")
    arguments = {"script": [str(script)], "command": ["-c", program], "stdin": ["-"]}[way]
    ran = subprocess.run(
        [sys.executable, *arguments],
        input=program if way == "stdin" else None,
        capture_output=True,
        text=True,
        timeout=300,
    )
    text, pids = ran.stdout.splitlines()
    assert (text, ran.stderr) == ("unguarded", "")
    until_ended(map(int, pids.split()))


@pytest.mark.skipif(os.name == "nt", reason="asks for processes by signal 0")
def test_workers_end_when_their_parent_is_killed(tmp_path):
    program = (
        "from docpipe.readers.workers import Pool\nimport time\npool = Pool(2)\n"
        "print(*[worker._process.pid for worker in pool._workers], flush=True)\ntime.sleep(3600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = parent.stdout.readline().split()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until_ended(map(int, pids))


@pytest.mark.skipif(os.name == "nt", reason="asks for processes by signal 0")
def test_workers_end_amid_a_document_when_their_parent_is_killed(pdf, tmp_path):
    (tmp_path / "sleeping.py").write_text(
        "import pathlib, time\ndef step(document):\n    pathlib.Path('begun').touch()\n    time.sleep(3600)\n",
        encoding="utf-8",
    )
    (tmp_path / "one.pdf").write_bytes(pdf([[(72, 700, "words")]]))
    program = (
        "from docpipe.readers.workers import Pool\nimport time\npool = Pool(1, ('sleeping:step',))\n"
        "pool.submit('one.pdf')\nprint(pool._workers[0]._process.pid, flush=True)\ntime.sleep(3600)\n"
    )
    command, environment = [sys.executable, "-c", program], os.environ | {"PYTHONPATH": str(tmp_path)}
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    until((tmp_path / "begun").exists)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until_ended([pid])


def test_a_worker_imports_nothing_heavy():
    program = (
        "import sys, docpipe.readers.worker, docpipe.readers.pdf, docpipe.cleaning\n"
        "print([name for name in ('pydantic', 'click', 'rich', 'numpy', 'tiktoken') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def until_ended(pids):
    pids = list(pids)
    until(lambda: not any(map(lives, pids)))
