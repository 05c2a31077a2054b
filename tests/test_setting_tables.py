"""Tables of the settings: what differs by kind, and what models cost."""

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.errors import SettingsError
from docpipe.setting_tables import ForKind, Price
from docpipe.settings import load

FILE = """
threshold_tokens = 50000
[kinds.contract]
model = "contracts-lora"
threshold_tokens = 32000
[prices."Qwen/Qwen3-32B"]
prompt = 0.10
cached = 0.02
reply = 0.40
currency = "USD"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docpipe.toml").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_tables_of_the_file_hold_for_their_kind_and_the_rest_for_the_others(folder):
    settings = load(start=folder)
    assert settings.for_kind("contract") == ForKind("contract", "contracts-lora", 32_000)
    assert settings.for_kind("summary") == ForKind("summary", None, 50_000)
    assert settings.prices == (Price("Qwen/Qwen3-32B", "0.1", "0.02", "0.4", "USD"),)
    assert settings.sources["kinds"] == str(folder / "docpipe.toml")


def test_an_argument_for_all_kinds_wins_over_the_table_of_one_in_a_file(folder):
    settings = load({"threshold_tokens": 8_000, "model": "base"}, folder)
    assert settings.for_kind("contract") == ForKind("contract", "base", 8_000)


def test_where_nothing_is_said_the_threshold_is_the_default_of_the_window(tmp_path):
    assert load(start=tmp_path).for_kind("contract") == ForKind("contract", None, None)


def test_elsewhere_than_in_the_file_tables_are_json_and_may_be_checked_twice(tmp_path, monkeypatch):
    monkeypatch.setenv("DOCPIPE_KINDS", '{"summary": {"threshold_tokens": 900}}')
    settings = load(start=tmp_path)
    assert settings.for_kind("summary").threshold_tokens == 900
    assert load({"kinds": settings.kinds}, tmp_path).kinds == settings.kinds


def test_tokens_in_the_cache_cost_as_much_as_others_unless_it_is_said(tmp_path):
    price = load({"prices": {"m": {"prompt": 3, "reply": 5, "currency": "EUR"}}}, tmp_path).prices[0]
    assert (price.prompt, price.cached) == ("3", "3")


@pytest.mark.parametrize(
    ("name", "table", "said"),
    [
        ("kinds", {"contract": {"threshold": 3}}, "no 'threshold'; known are model, threshold_tokens"),
        ("kinds", {"contract": {"threshold_tokens": 0}}, "whole number from 1 on"),
        ("kinds", {"contract": {"model": 3}}, "model must be a name"),
        ("kinds", {"contract": 3}, "a table for each name"),
        ("kinds", "{", "is no JSON"),
        ("prices", {"m": {"prompt": 1, "reply": 2}}, "currency is missing"),
        ("prices", {"m": {"prompt": "cheap", "reply": 2, "currency": "USD"}}, "must be a number"),
        ("prices", {"m": {"prompt": -1, "reply": 2, "currency": "USD"}}, "from 0 on"),
        ("prices", {"m": {"prompt": 1, "reply": 2, "currency": 3}}, "currency must be a code"),
    ],
)
def test_tables_that_make_no_sense_are_wrong_settings(tmp_path, name, table, said):
    with pytest.raises(SettingsError, match=said):
        load({name: table}, tmp_path)


def test_what_a_model_costs_changes_no_result_and_what_is_asked_of_it_does(tmp_path):
    prices = {"m": {"prompt": 1, "reply": 2, "currency": "USD"}}
    assert load({"prices": prices}, tmp_path).sha256 == load(start=tmp_path).sha256
    assert load({"kinds": {"contract": {"model": "x"}}}, tmp_path).sha256 != load(start=tmp_path).sha256


def test_the_rules_go_by_the_threshold_of_the_kind_too(tmp_path):
    made = document(*(f"Clause {n}. The tenant shall paint room {n} every year." for n in range(60)))
    settings = load({"kinds": {"summary": {"threshold_tokens": 100}}, "chunk_tokens": 80}, tmp_path)
    routes = [pipeline.analyze(made, kinds.load(name), settings).route for name in ("summary", "contract")]
    assert [(route.mode, route.threshold_tokens) for route in routes] == [("map_reduce", 100), ("direct", 98_304)]
