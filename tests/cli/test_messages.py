"""What is said on stderr and the exit codes."""

import json

from docpipe.cli.messages import counted, printable, say_error, wants_json
from docpipe.cli.report import summed
from docpipe.errors import Encrypted, ReadError


def test_an_error_names_its_document_once(capsys):
    say_error(Encrypted("lease.pdf: needs a password", "room/lease.pdf"), json_errors=False)
    say_error(Encrypted("needs a password", "room/lease.pdf"), json_errors=False)
    assert capsys.readouterr().err.splitlines() == [
        "error: lease.pdf: needs a password",
        "error: room/lease.pdf: needs a password",
    ]


def test_a_json_error_is_one_line_whatever_the_name(capsys):
    say_error(ReadError("damaged"), "合同\n\udce9.pdf", json_errors=True)
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line) == {"error": {"code": "ReadError", "message": "damaged", "document": "合同\n\udce9.pdf"}}


def test_names_have_no_power_over_the_terminal():
    assert printable("a\x1b[31mb\nc") == "a [31mb c"


def test_json_errors_are_recognised_before_the_arguments_are_parsed():
    assert wants_json(["analyze", "--error-format", "json"])
    assert wants_json(["analyze", "--error-format=json", "--wrong"])
    assert not wants_json(["analyze", "--error-format", "text", "json"])
    assert not wants_json(["analyze", "--", "--error-format=json"])
    assert not wants_json(["analyze", "--error-format"])


def test_exit_codes_add_up():
    assert summed([], "error") == 0
    assert summed([3], "error") == 3
    assert summed([3], "failure") == 0
    assert summed([3, 1], "error") == 1
    assert summed([3, 1], "never") == 0
    assert summed([2, 2], "never") == 2
    assert summed([2, 1], "error") == 1


def test_counted_things_agree_with_their_number():
    assert [counted(number, "page") for number in (0, 1, 1204)] == ["0 pages", "1 page", "1,204 pages"]
