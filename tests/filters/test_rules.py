"""What counts as personal data, a secret or a blocked term, and what does not."""

import pytest

from docpipe import filters
from docpipe.errors import SettingsError
from docpipe.filters.scan import hits
from docpipe.settings import load


def matched(text, **settings):
    policy = filters.policy(load(settings))
    return {(hit.rule, text[hit.start : hit.end]) for hit in hits(text, policy)}


@pytest.mark.parametrize(
    ("text", "rule", "stretch"),
    [
        ("Email: ann.finch@mill-race.co.uk.", "email", "ann.finch@mill-race.co.uk"),
        ("邮箱：ann＠mill.com。", "email", "ann＠mill.com"),
        ("write to ann.finch@mill\nrace.com today", "email", "ann.finch@mill\nrace.com"),
        ("Tel.: +49 (0)89 1234567", "phone", "+49 (0)89 1234567"),
        ("Fax No.: (212) 957-2950\n11.7 Notices", "phone", "(212) 957-2950"),
        ("手机：13800138000", "phone", "13800138000"),
        ("Tel: 2846-1888", "phone", "2846-1888"),
        ("身份证 11010519491231002X", "chinese_id", "11010519491231002X"),
        ("to DE89 3704 0044 0532 0130 00 by", "iban", "DE89 3704 0044 0532 0130 00"),
        ("to GB82-WEST-1234-5698-7654-32.", "iban", "GB82-WEST-1234-5698-7654-32"),
        ("IBAN DE02 1203 0000 0000 2020 51 and DE89370400440532013000", "iban", "DE89370400440532013000"),
        ("4111 1111 1111 1111", "card", "4111 1111 1111 1111"),
        ("３７８２８２２４６３１０００５", "card", "３７８２８２２４６３１０００５"),
        ("key AKIAIOSFODNN7EXAMPLE set", "secret", "AKIAIOSFODNN7EXAMPLE"),
        ("AKIAIOSF\nODNN7EXAMPLE", "secret", "AKIAIOSF\nODNN7EXAMPLE"),
        ("postgres://app:s3cr3t@db.local/x", "secret", "app:s3cr3t"),
        ("Password: Tr0ub4dor&3", "secret", "Tr0ub4dor&3"),
        ("password is kX9#mm2Lq", "secret", "kX9#mm2Lq"),
    ],
)
def test_a_stretch_is_matched(text, rule, stretch):
    assert (rule, stretch) in matched(text)


@pytest.mark.parametrize(
    "text",
    [
        "Section 10.1.2 and 10.1.3 of 12 March 2021",
        "USD 1,234,567.00 in 2019 2020 2021 2022 2023",
        "registered under number 91110108MA01ABCD2X",
        "11010519491231002 and 110105194912310021",  # wrong check digits
        "DE89 3704 0044 0532 0130 01",
        "4111 1111 1111 1112",
        "866,324.45\n74 010405932002 2",  # an amount and an item number
        "account 3205 0166 7788 0000 1203",
        "at 10 business days after the end of term",
        "trade secrets: technical and commercial information",
        "The password: shall be kept confidential; the token is non-transferable.",
        "a password is 8-characters long; api key: ______________________",
        "see http://www.sec.gov/Archives/edgar/data/1045810/000104581024000029.txt",
    ],
)
def test_what_only_looks_like_it_is_not_matched(text):
    assert matched(text) == set()


@pytest.mark.parametrize(
    "text", ["Acme Corp", "ACME\nCORP", "Ac\u00admeＣorp".replace("Ｃ", " Ｃ"), "acme\u00a0corp", "Ac-\nme Corp"]
)
def test_a_blocked_term_is_found_however_it_is_printed(text):
    assert {rule for rule, _ in matched(f"with {text} and", blocked_terms=["Acme Corp"])} == {"blocked_term"}


def test_a_blocked_term_is_not_found_within_other_words():
    assert matched("The artist and the therapist started.", blocked_terms=["art", "the rapist"]) == set()


def test_a_blocked_term_may_be_an_expression():
    assert matched("file NJ-0042 of", blocked_terms=[r"re:NJ-\d{4}"]) == {("blocked_term", "NJ-0042")}


def test_blocked_terms_come_from_a_file_as_well(tmp_path):
    listed = tmp_path / "terms.txt"
    listed.write_text("# matters\nNightjar\n\n海燕\n", encoding="utf-8")
    found = matched("Nightjar 海 燕", blocked_terms_file=str(listed))
    assert found == {("blocked_term", "Nightjar"), ("blocked_term", "海 燕")}


@pytest.mark.parametrize("terms", [["re:["], ["---"]])
def test_terms_that_make_no_sense_are_wrong_settings(terms):
    with pytest.raises(SettingsError, match="blocked_terms"):
        filters.policy(load({"blocked_terms": terms}))


def test_a_file_of_terms_that_is_missing_is_a_wrong_setting(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        filters.policy(load({"blocked_terms_file": str(tmp_path / "none.txt")}))
