"""What a batch says of files that it does not work on, and of those that fail."""


def test_a_folder_without_a_pdf_is_told_so(docpipe, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Thumbs.db").write_bytes(b"x")
    (tmp_path / "in" / "a.csv").write_bytes(b"x")
    done = docpipe("batch", "in", "--output", "out")
    assert done.code == 0
    assert "skipped (not read): 1 .csv, 1 hidden" in done.err
    assert "no document is below in" in done.err
    assert [path.name for path in (tmp_path / "out").iterdir()] == [".docpipe"]


def test_an_error_names_the_path_below_the_folder(docpipe, tmp_path):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "bad.pdf").write_bytes(b"no PDF at all")
    done = docpipe("batch", "in", "--output", "out", "--workers", "1")
    assert done.code == 1
    assert "error: deep/bad.pdf: " in done.err.replace("\\", "/")
