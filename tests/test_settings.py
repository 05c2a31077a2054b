"""Settings come from layers, and each knows which."""

import pytest

from docpipe.errors import SettingsError
from docpipe.settings import load


def test_later_layers_win_and_say_where_they_came_from(tmp_path, monkeypatch):
    (tmp_path / "docpipe.toml").write_text("chunk_tokens = 500\nthreshold_tokens = 900\n", encoding="utf-8")
    monkeypatch.setenv("DOCPIPE_THRESHOLD_TOKENS", "800")
    settings = load({"strict": True}, tmp_path)
    assert (settings.chunk_tokens, settings.threshold_tokens, settings.strict) == (500, 800, True)
    assert settings.sources["chunk_tokens"] == str(tmp_path / "docpipe.toml")
    assert settings.sources["threshold_tokens"] == "DOCPIPE_THRESHOLD_TOKENS"
    assert settings.sources["strict"] == "argument"
    assert settings.sources["pages"] == "default"


def test_the_file_is_found_in_a_folder_above(tmp_path):
    (tmp_path / "docpipe.toml").write_text("offline = true\n", encoding="utf-8")
    (tmp_path / "room" / "3.1").mkdir(parents=True)
    assert load(start=tmp_path / "room" / "3.1").offline


def test_an_unknown_name_gets_the_nearest_one(tmp_path):
    with pytest.raises(SettingsError, match=r"no setting 'chunk_token'; did you mean 'chunk_tokens'\?"):
        load({"chunk_token": 3}, tmp_path)


def test_an_option_that_was_not_given_leaves_the_weaker_layer(tmp_path, monkeypatch):
    monkeypatch.setenv("DOCPIPE_PAGES", "1-3")
    assert load({"pages": None}, tmp_path).pages == "1-3"


@pytest.mark.parametrize("value", ["0", "-5", "many"])
def test_a_value_that_makes_no_sense_names_its_setting_and_origin(tmp_path, monkeypatch, value):
    monkeypatch.setenv("DOCPIPE_THRESHOLD_TOKENS", value)
    with pytest.raises(SettingsError, match=r"DOCPIPE_THRESHOLD_TOKENS: threshold_tokens:"):
        load(start=tmp_path)


def test_a_broken_file_names_itself(tmp_path):
    (tmp_path / "docpipe.toml").write_text("offline = = true", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"docpipe\.toml: not a TOML file"):
        load(start=tmp_path)


def test_the_hash_changes_with_what_may_change_a_result_and_not_with_secrets(tmp_path):
    plain = load(start=tmp_path).sha256
    assert load({"password": "lantern", "workers": 4}, tmp_path).sha256 == plain
    assert load({"chunk_tokens": 1000}, tmp_path).sha256 != plain


def test_a_password_never_shows(tmp_path):
    assert "lantern" not in repr(load({"password": "lantern"}, tmp_path))


def test_a_number_of_processes_that_no_machine_has_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="workers: is 100000; the most is 256"):
        load({"workers": "100000"}, tmp_path)
