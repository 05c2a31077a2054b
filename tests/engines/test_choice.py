"""Which engine the settings name."""

import sys

import pytest

from docpipe.engines import make_engine
from docpipe.engines.fake import Fake
from docpipe.errors import SettingsError
from docpipe.settings import load


def words(text):
    return len(text.split())


def test_the_fake_engine_answers_from_the_file_that_model_names(tmp_path):
    (tmp_path / "replies.json").write_text('{"a": {"x": 1}}', encoding="utf-8")
    engine = make_engine(load({"engine": "fake", "model": str(tmp_path / "replies.json")}), words)
    assert isinstance(engine, Fake)


def test_an_engine_of_ones_own_is_named_by_its_place(tmp_path, monkeypatch):
    (tmp_path / "house_engine.py").write_text("def open(settings, count): return settings.model\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert make_engine(load({"engine": "house_engine:open", "model": "ours"}), words) == "ours"
    sys.modules.pop("house_engine")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no.such.place:open", "no.such.place cannot be imported"),
        ("docpipe.engines:nothing", "docpipe.engines has no nothing"),
        ("docpipe.engines.fake:Fake", r"Fake\(settings, count\) gives no engine"),
        ("docpipe.engines:", "no engine 'docpipe.engines:'"),
    ],
)
def test_a_place_that_leads_nowhere_is_a_wrong_setting(name, told):
    with pytest.raises(SettingsError, match=told):
        make_engine(load({"engine": name}), words)


def test_a_misspelt_engine_is_refused_with_the_name_that_was_meant():
    with pytest.raises(SettingsError, match="did you mean 'openai'"):
        load({"engine": "openia"})
