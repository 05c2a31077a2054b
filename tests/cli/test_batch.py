"""What a batch says of files that it does not work on, and of those that fail."""


def test_a_folder_without_a_document_is_told_so_and_is_no_success(docpipe, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Thumbs.db").write_bytes(b"x")
    (tmp_path / "in" / "a.csv").write_bytes(b"x")
    done = docpipe("batch", "in", "--output", "out")
    assert done.code == 2
    assert "skipped (not read): 1 .csv, 1 hidden" in done.err
    assert "error: in: no document is there" in done.err
    assert docpipe("batch", "in/*.docx", "--output", "out", "--dry-run").code == 2
    assert not (tmp_path / "out" / ".docpipe").exists()


def test_results_are_passed_over_wherever_they_lie_and_told(docpipe, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bad.pdf").write_bytes(b"no PDF at all")
    assert docpipe("batch", "in", "--output", "out").code == 1
    for source in ("out/*", "out/bad.error.json", "out/**/*.json"):
        done = docpipe("batch", source, "--output", "out")
        assert done.code == 2
        assert "that docpipe wrote" in done.err
    done = docpipe("batch", "*/*", "--output", "again")
    assert "skipped (not read): 2 files that docpipe wrote" in done.err
    assert "1 document: 0 done, 1 failed" in done.err


def test_an_error_names_the_path_below_the_folder(docpipe, tmp_path):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "bad.pdf").write_bytes(b"no PDF at all")
    done = docpipe("batch", "in", "--output", "out", "--workers", "1")
    assert done.code == 1
    assert "error: deep/bad.pdf: " in done.err.replace("\\", "/")
