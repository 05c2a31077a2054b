"""One run's share of the documents of a folder."""

import os
from contextlib import closing

from docpipe.batch.folder import Wanted, search
from docpipe.batch.ledger import Again, Ledger
from docpipe.batch.sharing import Work


def test_documents_that_change_or_go_while_a_run_works_are_known(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "out").mkdir()
    for name in ("same.pdf", "grows.pdf", "goes.pdf"):
        (tmp_path / "room" / name).write_bytes(b"%PDF-1.4 " + name.encode())
    found = search(tmp_path / "room", tmp_path / "out")
    with closing(Ledger(tmp_path / "out")) as ledger:
        work = Work(found, Wanted("auto", "auto", "0"), ledger, tmp_path / "out")
        work.begin(Again(), lambda job: None)
        assert work.changed() == set()
        os.utime(tmp_path / "room/grows.pdf", (1, 1))
        (tmp_path / "room/goes.pdf").unlink()
        assert {result.name for result in work.changed()} == {"grows.json", "goes.json"}
