"""``docpipe analyze`` as a user or a script meets it."""

import json
import os
import stat
import subprocess
import sys
import unicodedata

import pytest

KEYS = "docpipe created document kind run route value evidence trust checks coverage filtered usage seconds audit"


def test_stdout_holds_one_json_result_and_stderr_says_what_was_done(pdf, docpipe):
    done = docpipe("analyze", pdf("lease.pdf"))
    assert done.returncode == 0
    result = json.loads(done.stdout)
    assert list(result) == KEYS.split()
    assert result["document"]["name"] == "lease.pdf"
    assert result["run"]["engine"] == "rules"
    first = done.stderr.splitlines()[0]
    assert first.startswith("rules engine, 1 of 1 page, ")
    assert first.endswith("nothing sent")


def test_every_value_is_cited_with_page_box_and_quote(pdf, docpipe):
    result = json.loads(docpipe("analyze", pdf("lease.pdf"), "--include-text").stdout)
    assert "Quillfeather Mills, Inc." in [party["name"] for party in result["value"]["parties"]]
    for entries in result["evidence"].values():
        for entry in entries:
            assert entry["page"] == 1
            assert len(entry["bbox"]) == 4
            assert result["document"]["text"][slice(*entry["span"])] == entry["quote"]


def test_several_files_give_json_lines_of_those_that_worked(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf"), "missing.pdf", pdf("b.pdf"))
    assert [json.loads(line)["document"]["name"] for line in done.stdout.splitlines()] == ["a.pdf", "b.pdf"]
    assert "missing.pdf" in done.stderr
    assert done.returncode == 1


def test_a_folder_gets_one_file_per_document_and_an_error_file_for_a_bad_one(pdf, docpipe, tmp_path):
    pdf("room/a.pdf")
    pdf("room/sub/a.pdf")
    (tmp_path / "room/bad.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (tmp_path / "room/a.docx").write_bytes(b"GIF89a, not read")
    names = ["room/a.pdf", "room/sub/a.pdf", "room/bad.pdf", "room/a.docx"]
    done = docpipe("analyze", *names, "--output", "out")
    assert (done.returncode, done.stdout) == (1, "")
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.json"))
    assert written == ["a.docx.error.json", "a.json", "bad.error.json", "sub/a.json"]
    error = json.loads((tmp_path / "out/a.docx.error.json").read_text(encoding="utf-8"))["error"]
    assert error["code"] == "UnsupportedFormat"


def test_a_path_with_an_extension_is_a_file_that_only_its_owner_may_read(pdf, docpipe, tmp_path):
    (tmp_path / "results").mkdir()
    assert docpipe("analyze", pdf("a.pdf"), "--output", "results/one.json").returncode == 0
    written = tmp_path / "results/one.json"
    assert json.loads(written.read_text(encoding="utf-8"))["document"]["name"] == "a.pdf"
    assert [path.name for path in written.parent.iterdir()] == ["one.json"]
    if os.name == "posix":
        assert stat.S_IMODE(written.stat().st_mode) == 0o600


NAMES = [
    "租赁合同 第二版.pdf",
    "عقد.pdf",
    unicodedata.normalize("NFD", "Vertrag für Zürich.pdf"),
    "two  spaces & 'quotes' (1).pdf",
    "-starts-with-a-dash.pdf",
    "CON.pdf",
    "n" * 251 + ".pdf",
]


def test_file_names_in_any_script_and_length_work(pdf, docpipe, tmp_path):
    for name in NAMES:
        pdf("room/short.pdf").rename(tmp_path / "room" / name)
    done = docpipe("analyze", "--output", "out", "--", *(f"room/{name}" for name in NAMES))
    assert done.returncode == 0, done.stderr
    written = [json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "out").iterdir()]
    assert sorted(result["document"]["name"] for result in written) == sorted(NAMES)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_not_unicode_works(pdf, docpipe, tmp_path):
    name = os.fsdecode(b"caf\xe9.pdf")
    pdf("a.pdf").rename(tmp_path / name)
    done = docpipe("analyze", name)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["document"]["name"] == name


def test_a_password_opens_an_encrypted_document_and_is_never_shown(pdf, docpipe, tmp_path):
    path = pdf("secret.pdf", password="opensesame")
    (tmp_path / "password.txt").write_text("opensesame\n", encoding="utf-8")
    assert error_code(docpipe("analyze", path, "--error-format", "json")) == "Encrypted"
    assert error_code(docpipe("analyze", path, "--password", "wrong", "--error-format", "json")) == "WrongPassword"
    done = docpipe("analyze", path, "--password-file", "password.txt", "--verbose")
    assert done.returncode == 0
    assert "opensesame" not in done.stderr + done.stdout


def error_code(done):
    (line,) = done.stderr.splitlines()
    return json.loads(line)["error"]["code"]


def test_wrong_usage_is_exit_code_2_and_json_where_asked(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf"), "--formt", "json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--format" in done.stderr
    done = docpipe("analyze", "a.pdf", "--formt", "json", "--error-format", "json")
    assert (done.returncode, error_code(done)) == (2, "SettingsError")


def test_settings_given_as_options_reach_the_route(pdf, docpipe):
    result = json.loads(docpipe("analyze", pdf("a.pdf"), "--threshold", 50, "--set", "chunk_tokens=64").stdout)
    assert result["route"]["mode"] == "map_reduce"
    assert result["route"]["chunks"] > 1


def test_pages_limits_what_is_read(pdf, docpipe):
    path = pdf("long.pdf", [["First page."], ["Second page."], ["Third page."]])
    result = json.loads(docpipe("analyze", path, "--pages", "2-3", "--include-text").stdout)
    assert result["coverage"]["pages_read"] == 2
    assert "First" not in result["document"]["text"]


def test_quiet_says_nothing_and_json_errors_say_nothing_when_all_is_well(pdf, docpipe):
    path = pdf("a.pdf")
    assert docpipe("analyze", path, "--quiet").stderr == ""
    assert docpipe("analyze", path, "--error-format", "json").stderr == ""


def test_fail_on_never_leaves_only_wrong_usage_as_failure(pdf, docpipe):
    assert docpipe("analyze", pdf("a.pdf"), "missing.pdf", "--fail-on", "never").returncode == 0
    assert docpipe("analyze", "a.pdf", "--set", "x=1", "--fail-on", "never").returncode == 2


def test_an_impossible_date_is_exit_code_3_unless_only_failures_count(pdf, docpipe):
    lines = ["SUPPLY AGREEMENT", "This Supply Agreement is made as of February 30, 2021 by and between"]
    path = pdf("odd.pdf", [[*lines, "Quillfeather Mills, Inc. and Sandbar Looms LLC."]])
    assert docpipe("analyze", path).returncode == 3
    assert docpipe("analyze", path, "--fail-on", "failure").returncode == 0


def test_pretty_in_a_pipe_has_no_colour_codes_and_cuts_nothing(pdf, docpipe):
    done = docpipe("analyze", pdf("a.pdf"), "--format", "pretty", COLUMNS="80")
    assert "\x1b" not in done.stdout
    assert "Quillfeather Mills, Inc." in done.stdout
    assert "…" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_reader_that_goes_away_is_no_traceback(pdf, tmp_path):
    paths = [str(pdf(f"{index}.pdf")) for index in range(3)]
    running = subprocess.Popen(
        [sys.executable, "-m", "docpipe", "analyze", *paths],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.stdout.close()
    complaint = running.stderr.read().decode()
    running.stderr.close()
    assert running.wait(300) == 141
    assert "Traceback" not in complaint
    assert "BrokenPipe" not in complaint
