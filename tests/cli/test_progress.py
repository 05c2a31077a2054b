"""The progress line and its arithmetic."""

from docpipe.cli.progress import Progress, columns, duration, fitted


def test_wide_characters_take_two_columns_and_combining_ones_none():
    assert columns("合同.pdf") == 8
    assert columns("e\u0301") == 1
    assert fitted("合同书", 5) == "合同"


def test_durations_are_rounded_up():
    assert [duration(seconds) for seconds in (0.2, 45, 100, 3599, 7300)] == [
        "1 s",
        "46 s",
        "2 min",
        "1 h 0 min",
        "2 h 2 min",
    ]


def test_a_live_line_is_rewritten_and_leaves_nothing_behind(capsys):
    progress = Progress(live=True)
    progress.show("1 of 2")
    progress.clear()
    progress.clear()
    said = capsys.readouterr().err
    assert "\n" not in said
    assert said.count("1 of 2") == 1
    assert said.endswith(" \r")


def test_elsewhere_than_on_a_terminal_short_work_shows_no_progress(capsys):
    progress = Progress(live=False, logged=True)
    progress.show("1 of 2")
    progress.clear()
    assert capsys.readouterr().err == ""
