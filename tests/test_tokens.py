"""Exact counts. The expected figures were taken from Qwen3's own tokenizer.json,
but for markup: the tokenizer would take it as one token, docpipe never sends a document's text as markup."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docpipe import tokens

EXACT = {
    "": 0,
    "This Agreement is governed by the laws of the State of New York.": 14,
    "Total: $3,000,000.00 (Three Million Dollars)": 20,
    "甲方应于二〇二四年三月五日前支付人民币叁佰万元整（¥3,000,000.00）。": 33,
    "cafe\u0301 re\u0301sume\u0301": 5,
    "한글 텍스트 ﬁ ligature Å": 10,
    "👩‍👩‍👧 🇨🇳 emoji": 12,
    "def f(x):\n\treturn x  \n\n\n": 7,
    "1234567890 12,345.67": 20,
    "<|im_start|> is plain text here": 10,
}


@pytest.mark.parametrize("text", EXACT)
def test_counts_are_qwen3s_own(text):
    assert tokens.count(text) == EXACT[text]


def test_the_same_text_in_another_unicode_form_counts_the_same():
    assert tokens.count("cafe\u0301") == tokens.count("caf\u00e9")


def test_nothing_is_written_or_downloaded_to_count(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    tokens.load.cache_clear()
    assert tokens.count("hello world") == 2
    assert list(tmp_path.iterdir()) == []


SCRAPS = st.sampled_from(
    ["The ", "party", " shall", ".\n", ",", "  ", "\n\n", "(a)", " $1,000.00", "____", "\t", "\u00a0", "甲方", "，",
     "\u3000", "é", "👩‍👩‍👧", "\r\n", "'s", " don't", "--", "……", "a" * 40, " " * 90, "Ａ", "e\u0301"]
)  # fmt: skip


@pytest.fixture
def unloaded(monkeypatch):
    monkeypatch.setattr(tokens, "is_loaded", lambda: False)


@settings(max_examples=40)
@given(st.lists(st.one_of(SCRAPS, st.text(max_size=8)), max_size=60))
def test_counting_once_is_as_exact(scraps):
    text = "".join(scraps).encode("utf-8", "replace").decode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "is_loaded", lambda: False)
        assert tokens.count_once(text) == tokens.count(text)


@pytest.mark.parametrize("text", EXACT)
def test_counting_once_gives_qwen3s_own(text, unloaded):
    assert tokens.count_once(text) == EXACT[text]


def test_counting_once_does_not_build_the_whole_tokenizer():
    code = "from docpipe import tokens; print(tokens.count_once('hello world'), tokens.is_loaded())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "False"]
