"""Summaries of any document: which sentences, and what of them is cited."""

from __future__ import annotations

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.rules.summary.sentences import is_sentence
from docpipe.settings import Settings

REPORT = (
    "# The Mills of the Valley",
    "# Summary",
    "This report describes how the mills of the valley use the water of the river. The mills use less than before.",
    "# Water",
    "However, the farmers use more. The mills took forty litres of water for each sack of flour in the dry summer.",
    "The council decided to share the water of the river between mills and farmers.",
    "Each mill must report the water that it takes by March 5, 2026.",
    "The mills paid $40,000 for the repair of the weir.",
    "# Notes",
    "1 Miller, A. The water of mills and rivers was described by the author in 1990.",
)


def result(*paragraphs: str, **settings):
    return pipeline.analyze(document(*paragraphs), kinds.load("summary"), Settings(**settings))


def test_a_summary_is_whole_sentences_in_their_order_each_cited():
    made = result(*REPORT)
    quotes = [entry.quote for entry in made.evidence["/summary"]]
    assert made.data["summary"] == " ".join(quotes)
    assert quotes[0].startswith("This report describes")
    assert [entry.span for entry in made.evidence["/summary"]] == sorted(e.span for e in made.evidence["/summary"])
    assert {entry.match for entry in made.evidence["/summary"]} == {"supports"}
    assert made.trust["/summary"].state == "located"


def test_key_points_are_of_a_kind_stand_under_a_heading_and_repeat_nothing():
    points = result(*REPORT).value.key_points
    said = {point.kind: point.text for point in points}
    assert said["decision"].startswith("The council decided")
    assert said["obligation"].startswith("Each mill must report")
    assert said["amount"].startswith("The mills paid")
    assert {point.section for point in points} == {"Water"}


def test_dates_amounts_and_title_are_read():
    made = result(*REPORT)
    assert made.data["title"] == "The Mills of the Valley"
    assert [one["date"] for one in made.data["dates"]] == ["2026-03-05"]
    assert [(one["amount"], one["currency"]) for one in made.data["amounts"]] == [("40000", "USD")]
    assert made.trust["/dates/0"].state == "confirmed"


def test_organisations_are_named_once_without_the_words_around_them():
    text = (
        "In May the Department of Energy and Otter Lamps, Inc. met. Otter Lamps Inc. pays the University of New Haven."
    )
    assert result("# Minutes", text).data["organisations"] == [
        "Department of Energy", "Otter Lamps, Inc.", "University of New Haven",
    ]  # fmt: skip


@pytest.mark.parametrize("chunk_tokens", [64, 150])
def test_chunking_changes_nothing(chunk_tokens):
    chunked = result(*REPORT, threshold_tokens=1, chunk_tokens=chunk_tokens)
    assert chunked.route.mode == "map_reduce"
    assert chunked.data == result(*REPORT).data


@pytest.mark.parametrize(
    "text",
    [
        "However, the mills of the valley use more water than before.",
        "All rights reserved by the mills of the valley and their owners.",
        "THE MILLS OF THE VALLEY ARE SOLD AS THEY ARE WITHOUT A WARRANTY.",
        "the end of a sentence that began on the page before this one.",
        "The mills of the valley (and those of the hills use more water.",
        "Flour 2023 1,250 1,310 1,402 was more than the mills had sold.",
        "The mills of the valley and the rivers of the hills.",
    ],
)
def test_what_cannot_stand_alone_is_left_out(text):
    assert not is_sentence(text)


def test_a_chinese_document_is_summed_up_in_its_own_sentences():
    made = result(
        "# 云帆磨坊用水报告",
        "本报告说明云帆磨坊在旱季的用水情况。磨坊用水量比上年下降百分之十。但是农户用水增加。",
        "磨坊应当在2026年3月5日前报告用水量。磨坊修缮水坝支出人民币40,000元。",
    )
    assert made.data["summary"] == "本报告说明云帆磨坊在旱季的用水情况。"
    assert [(point["kind"], point["text"]) for point in made.data["key_points"]] == [
        ("obligation", "磨坊应当在2026年3月5日前报告用水量。"), ("amount", "磨坊修缮水坝支出人民币40,000元。"),
    ]  # fmt: skip
    assert [one["date"] for one in made.data["dates"]] == ["2026-03-05"]
