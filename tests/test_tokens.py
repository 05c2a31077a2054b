"""Exact counts. The expected figures were taken from Qwen3's own tokenizer.json,
but for markup: the tokenizer would take it as one token, docpipe never sends a document's text as markup."""

import pytest

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
