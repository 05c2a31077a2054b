"""Kinds written in YAML."""

from __future__ import annotations

import datetime

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.errors import SettingsError
from docpipe.settings import Settings

LEASE = """
name: lease
description: what a landlord asks
fields:
  effective_date: {type: date, required: true}
  initial_term: duration
  heated: {type: enum, values: [yes, no]}
  guarantor:
  guaranteed: {type: money, ask_if: guarantor}
  tenants: {type: list, of: text, examples: [Tern Books]}
"""
PARAGRAPHS = ("# LEASE", "Effective Date: May 4, 2026", "Initial Term: 3 years", "Heated: no", "Guaranteed: $50")


def written(folder, text: str) -> str:
    path = folder / "lease.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_kind_is_read_and_asked(tmp_path):
    kind = kinds.load(written(tmp_path, LEASE))
    assert (kind.name, kind.description) == ("lease", "what a landlord asks")
    result = pipeline.analyze(document(*PARAGRAPHS), kind, Settings())
    assert result.value.effective_date == datetime.date(2026, 5, 4)
    assert result.data["initial_term"] == {"count": 3, "unit": "year"}
    assert result.data["heated"] == "no"
    assert result.data["tenants"] == []


def test_a_field_is_asked_only_if_its_condition_holds(tmp_path):
    kind = kinds.load(written(tmp_path, LEASE))
    result = pipeline.analyze(document(*PARAGRAPHS), kind, Settings())
    assert result.data["guaranteed"] is None
    (check,) = (check for check in result.checks if check.path == "/guaranteed")
    assert check.message.endswith("asked only if guarantor")
    result = pipeline.analyze(document(*PARAGRAPHS, "Guarantor: Otter Bank"), kind, Settings())
    assert result.data["guaranteed"] == {"amount": "50", "currency": "USD"}


def test_a_required_field_that_is_not_there_leaves_no_value(tmp_path):
    result = pipeline.analyze(document("# LEASE"), kinds.load(written(tmp_path, LEASE)), Settings())
    assert result.value is None
    assert ("/effective_date", "missing_required") in {(check.path, check.rule) for check in result.checks}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: [", "line 1: is no YAML"),
        ("- a", "is no kind"),
        ("name: x", "has no fields"),
        ("nmae: x\nfields: {a: text}", "there is no 'nmae'; did you mean 'name'"),
        ("fields: {a: {typ: text}}", "field 'a': there is no 'typ'; did you mean 'type'"),
        ("fields: {a: mony}", "field 'a': there is no type 'mony'; did you mean 'money'"),
        ("fields: {a: {type: enum}}", "field 'a': an enum needs 'values'"),
        ("fields: {a: {type: text, values: [b, c]}}", "field 'a': 'values' belong to an enum"),
        ("fields: {a: {type: list, of: list}}", "field 'a': a list of 'list' cannot be asked for"),
        ("fields: {a: {type: text, required: perhaps}}", "field 'a': required: is 'perhaps'"),
        ("fields: {a: {type: text, ask_if: bb}, b: text}", "field 'a': ask_if names another field"),
        ("fields: {'a b': text}", "letters, figures and underscores"),
        ("fields:\n  a: text\n  a: date", "line 3: 'a' stands there twice"),
        ("name: contract\nfields: {a: text}", "the name contract is taken"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, text, words):
    with pytest.raises(SettingsError, match=words):
        kinds.load(written(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"gone\.yaml: cannot be read"):
        kinds.load(str(tmp_path / "gone.yaml"))
