"""Contracts in traditional characters: read by the same rules, answered and quoted as they are printed."""

import subprocess
import sys
from datetime import date

import pytest
from building import document

from docpipe import kinds, pipeline
from docpipe.cleaning.numbering import marker
from docpipe.rules.zh_dates import find_dates
from docpipe.rules.zh_durations import find_durations
from docpipe.rules.zh_text import fold
from docpipe.settings import load

TAIPEI = (
    "房屋租賃契約書",
    "出租人：青禾不動產股份有限公司（以下簡稱「甲方」）\n統一編號：24536807\n地址：臺北市信義區松仁路一百號十二樓",
    "承租人：晨星設計有限公司（以下簡稱「乙方」）\n統一編號：53920416\n地址：新北市板橋區文化路二段三十號",
    "第一條　租賃標的：甲方將臺北市大安區和平東路一段五號三樓出租予乙方使用。",
    "第二條　租賃期間",
    "租賃期間自中華民國113年4月1日起至中華民國116年3月31日止，共計三年。",
    "第三條　租金",
    "每月租金為新臺幣捌萬伍仟元整（NT$85,000），乙方應於每月五日前給付甲方。押租金為新臺幣170,000元。"
    "管理費每月3,500元由乙方負擔。",
    "第四條　乙方遲延給付租金者，每逾期一日，應按欠付金額之千分之一給付違約金。",
    "第五條　乙方未經甲方書面同意，不得將租賃權轉讓予第三人。",
    "第六條　雙方就營業秘密負保密義務，保密期間自本契約終止後三年。",
    "第七條　本契約以中華民國法律為準據法。雙方同意以臺灣臺北地方法院為第一審管轄法院。",
    "第八條　本契約自雙方簽章之日起生效。",
    "甲方：青禾不動產股份有限公司（蓋章）",
    "乙方：晨星設計有限公司（蓋章）",
    "中華民國一一三年三月十五日",
)
KEELUNG = (
    "採購合約書",
    "買方：遠山機械股份有限公司",
    "賣方：北溪電子股份有限公司",
    "一、合約總價為新臺幣參佰貳拾萬元整（含稅），買方應於驗收後三十日內以電匯方式支付賣方。",
    "二、賣方逾期交貨者，每逾期一日，應按合約總價千分之二向買方支付違約金，但總額不超過合約總價之百分之十。",
    "三、賣方對買方之賠償責任總額以合約總價為上限。本合約所生之智慧財產權歸買方所有。",
    "四、本合約有效期間為二年，自民國一百一十三年五月一日起至民國一百一十五年四月三十日止。"
    "期滿前三個月任一方未以書面表示不續約者，本合約自動續約一年。",
    "五、因本合約所生之爭議，雙方同意提付中華民國仲裁協會於臺北仲裁。",
    "買方：遠山機械股份有限公司（簽章）\n簽署日期：民國113年4月20日",
    "賣方：北溪電子股份有限公司（簽章）\n簽署日期：民國113年4月22日",
)
HONG_KONG = (
    "軟件服務協議",
    "甲方：維港數據有限公司（香港公司註冊號碼：2876543）\n地址：香港九龍觀塘道88號",
    "乙方：南島軟件（香港）有限公司\n地址：香港中環德輔道中10號",
    "1. 本協議由雙方於2024年5月20日簽訂，有效期為兩年，自2024年6月1日起計算。",
    "2. 甲方應向乙方支付服務費港幣1,200,000元，於收到發票後三十日內支付。",
    "3. 乙方在本協議下的賠償責任總額不超過港幣600,000元。",
    "4. 本協議適用香港特別行政區法律。因本協議引起的爭議，應提交香港國際仲裁中心仲裁。",
    "5. 本協議以中文文本為準。",
)


def read(paragraphs):
    return pipeline.analyze(document(*paragraphs), kinds.load("contract"), load({}))


def texts(value):
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("paragraphs", [TAIPEI, KEELUNG, HONG_KONG], ids=["lease", "purchase", "software"])
def test_values_and_quotes_are_the_printed_text(paragraphs):
    result = read(paragraphs)
    printed = result.document.text
    han = {character for text in texts(result.data) for character in text if character >= "\u3400"}
    assert han <= set(printed)
    assert result.evidence
    for entries in result.evidence.values():
        for entry in entries:
            assert printed[slice(*entry.span)] == entry.quote
    assert not any(check.rule in ("ungrounded", "conflict", "unconfirmed") for check in result.checks if check.evidence)


def test_a_lease_of_taipei():
    data = read(TAIPEI).data
    assert data["title"] == "房屋租賃契約書"
    parties = [(one["name"], one["role"], one["side"], one["identifier"]) for one in data["parties"]]
    assert parties == [
        ("青禾不動產股份有限公司", "出租人", "甲方", "24536807"),
        ("晨星設計有限公司", "承租人", "乙方", "53920416"),
    ]
    assert (data["agreement_date"], data["effective_date"]) == ("2024-03-15", "2024-03-15")
    assert data["effective_condition"] == "雙方簽章之日"
    assert (data["term"], data["expiration_date"]) == ({"count": 3, "unit": "year"}, "2027-03-31")
    assert data["governing_law"] == ["中華民國"]
    assert (data["dispute_resolution"]["method"], data["dispute_resolution"]["venue"]) == (
        "litigation",
        "臺灣臺北地方法院",
    )
    assert [(one["what"], one["amount"], one["currency"], one["role"]) for one in data["amounts"]] == [
        ("租金", "85000", "TWD", "price"),
        ("押租金", "170000", "TWD", "deposit"),
        ("管理費", "3500", "TWD", "fee"),
    ]
    assert (data["penalties"][0]["rate"], data["penalties"][0]["base"]) == ("1", "欠付金額")
    assert data["confidentiality_term"] == {"count": 3, "unit": "year"}
    assert {one["category"] for one in data["clauses"]} == {"Liquidated Damages", "Anti-Assignment"}


def test_a_purchase_of_keelung():
    data = read(KEELUNG).data
    assert [(one["name"], one["role"]) for one in data["parties"]] == [
        ("遠山機械股份有限公司", "買方"),
        ("北溪電子股份有限公司", "賣方"),
    ]
    assert (data["agreement_date"], data["expiration_date"]) == ("2024-04-22", "2026-04-30")
    assert [(one["amount"], one["currency"], one["tax"]) for one in data["amounts"]] == [("3200000", "TWD", "含稅")]
    assert (data["payment_terms"]["days"], data["payment_terms"]["from_event"]) == (30, "驗收")
    assert data["penalties"][0]["cap"] == "合約總價之百分之十"
    assert (data["liability_cap"]["formula"], data["liability_cap"]["applies_to"]) == ("合約總價", "賣方")
    assert data["ip_ownership"] == [{"owner": "買方", "what": "本合約所生之智慧財產權"}]
    assert (data["renewal_term"], data["notice_period"]) == (
        {"count": 1, "unit": "year"},
        {"count": 3, "unit": "month"},
    )
    assert data["dispute_resolution"]["venue"] == "中華民國仲裁協會"


def test_a_software_agreement_of_hong_kong():
    data = read(HONG_KONG).data
    assert [(one["name"], one["identifier"]) for one in data["parties"]] == [
        ("維港數據有限公司", "2876543"),
        ("南島軟件（香港）有限公司", None),
    ]
    assert (data["agreement_date"], data["expiration_date"]) == ("2024-05-20", "2026-06-01")
    assert (data["governing_law"], data["governing_language"]) == (["香港特別行政區"], "中文")
    assert data["dispute_resolution"]["venue"] == "香港國際仲裁中心"
    assert (data["liability_cap"]["amount"], data["liability_cap"]["currency"]) == ("600000", "HKD")
    assert [(one["what"], one["role"]) for one in data["amounts"]] == [("服務費", "fee"), ("責任總額", "cap")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("民國113年3月5日", date(2024, 3, 5)),
        ("中華民國一一三年三月十五日", date(2024, 3, 15)),
        ("民國九十九年十二月三十一日", date(2010, 12, 31)),
        ("中華民國 113 年 2 月 30 日", None),
    ],
)
def test_years_of_the_republic_count_from_1912(text, day):
    (found,) = find_dates(f"簽署日期：{text}。")
    assert (found.value, found.partial) == (day, False)


def test_a_year_of_the_republic_is_no_duration_and_a_blank_one_is_partial():
    assert find_durations("民國九十九年十二月") == ()
    assert [found.partial for found in find_dates("中華民國　　年　　月　　日")] == [True]


def test_folding_keeps_every_character_in_its_place():
    text = "雙方同意本契約之租賃期間為參年，依準據法解釋著作權。"
    folded = fold(text)
    assert folded.text == "双方同意本合同之租赁期限为參年，依准据法解释著作权。"
    assert folded.span(0, len(text)) == (0, len(text))


def test_a_bare_yuan_is_renminbi_where_that_is_named_too():
    result = read(("供貨合約", "貨款為人民幣100,000元，運費2,000元。", "另付新臺幣5,000元。" * 2))
    assert {one["amount"]: one["currency"] for one in result.data["amounts"]}["2000"] == "CNY"


def test_traditional_numbers_of_articles_count():
    assert (marker("第十二條　違約金").number, marker("第三節 總則").family) == ("第十二條", "zh_article")


def test_an_english_contract_loads_none_of_it():
    script = (
        "from building import document; from docpipe import kinds, pipeline; from docpipe.settings import load;"
        "pipeline.analyze(document('SERVICES AGREEMENT', 'The Supplier shall pay USD 5,000 to the Customer.'),"
        " kinds.load('contract'), load({}));"
        "sys.exit('docpipe.rules.zh_traditional' in sys.modules)"
    )
    path = [part for part in sys.path if part.endswith("tests")]
    subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {script}"], check=True, timeout=300)
