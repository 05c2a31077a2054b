"""``doctor --privacy`` and ``--licences``."""

import json

import pytest

from docpipe.cli.doctor_licences import flag_of, is_weak
from docpipe.settings import NAMES


def test_privacy_names_the_log_and_its_neighbours(docpipe, tmp_path, monkeypatch):
    monkeypatch.setenv("DOCPIPE_AUDIT_LOG", str(tmp_path / "log.jsonl"))
    monkeypatch.setenv("DOCPIPE_OFFLINE", "true")
    done = docpipe("doctor", "--privacy", "--format", "json")
    places = {place["what"]: place for place in json.loads(done.out)}
    assert done.code == 0
    assert places["audit log"]["where"] == str(tmp_path / "log.jsonl")
    assert places["environment"]["where"] == "DOCPIPE_AUDIT_LOG, DOCPIPE_OFFLINE"
    assert places["addresses"]["detail"].endswith("offline: only this machine")


def test_privacy_names_the_settings_file_and_no_log_where_there_is_none(docpipe, tmp_path):
    (tmp_path / "docpipe.toml").write_text('audit = false\nblocked_terms_file = "terms.txt"\n', encoding="utf-8")
    out = docpipe("doctor", "--privacy").out
    assert str(tmp_path / "docpipe.toml") in out
    assert str(tmp_path / "terms.txt") in out
    assert "switched off" in out


def test_licences_lists_what_runs_and_finds_nothing_to_look_at(docpipe):
    done = docpipe("doctor", "--licences", "--format", "json")
    found = {one["package"]: one for one in json.loads(done.out)}
    assert {"docpipe", "pydantic", "pypdfium2", "rich"} <= set(found)
    assert "pytest" not in found
    assert next(one["licence"] for name, one in found.items() if name.startswith("CUAD")) == "CC-BY-4.0"
    assert done.code == 0


def test_weak_copyleft_is_named_with_the_packages_that_bring_it(docpipe):
    said = docpipe("doctor", "--licences").out
    for line in ("Nothing under GPL, LGPL or AGPL", "Weak copyleft: certifi, comes with "):
        assert line in said
    assert [is_weak(one) for one in ("MPL-2.0", "MIT OR MPL-2.0", "MIT", "LGPL-2.1")] == [True, False, False, False]


@pytest.mark.parametrize(
    ("licence", "flagged"),
    [
        ("MIT", False),
        ("Apache-2.0 AND CNRI-Python", False),
        ("MIT OR GPL-3.0-or-later", False),
        ("GPL-2.0-only", True),
        ("GNU Affero General Public License v3", True),
        ("LGPL-2.1", True),
        ("unknown", True),
    ],
)
def test_copyleft_and_unknown_licences_are_flagged(licence, flagged):
    assert (flag_of(licence) is not None) == flagged


def test_settings_are_listed_with_value_origin_and_meaning_but_no_secret(docpipe, tmp_path, monkeypatch):
    (tmp_path / "docpipe.toml").write_text('personal_data = "redact"\n', encoding="utf-8")
    monkeypatch.setenv("DOCPIPE_PASSWORD", "sesame")
    done = docpipe("doctor", "--settings", "--format", "json")
    found = {one["name"]: one for one in json.loads(done.out)}
    assert set(found) == set(NAMES)
    assert all(one["about"] for one in found.values())
    assert (found["personal_data"]["value"], found["password"]["value"]) == ("redact", "***")
    assert found["personal_data"]["origin"].endswith("docpipe.toml")
    text = docpipe("doctor", "--settings").out
    assert "sesame" not in text
    assert len(text.splitlines()) == len(NAMES)
