"""The result of a Chinese contract does not depend on how it is cut into chunks."""

from __future__ import annotations

from building import document

from docpipe import kinds, pipeline
from docpipe.settings import load

CONTRACT = (
    "设备采购合同",
    "买方（甲方）：北京远航商贸有限公司",
    "卖方（乙方）：上海启明制造股份有限公司",
    "签订日期：2024 年 3 月 5 日",
    "第二条 合同价款",
    "2.1 本合同总价款为人民币叁佰捌拾陆万肆仟元整（¥3,846,000.00）。",
    "第三条 违约责任",
    "3.1 乙方逾期交货的，每逾期一日，应按逾期交付设备价款的 1‰向甲方支付违约金。",
    "3.2 任何一方的累计赔偿责任总额以合同总价的 100% 为限。",
    "第四条 保密",
    "4.1 保密期限自本合同签订之日起至本合同终止后五年止。",
    "第五条 争议解决",
    "5.1 本合同适用中华人民共和国法律。",
    "5.2 争议应提交中国国际经济贸易仲裁委员会在上海仲裁。",
    "5.3 本合同自双方签字盖章之日起生效。",
    "甲方（盖章）：北京远航商贸有限公司",
    "日期：2024年3月5日",
    "乙方（盖章）：上海启明制造股份有限公司",
    "日期：2024年3月7日",
    "附件一 设备清单",
    "序号 名称 金额（元）",
    "1 供料机 59,000.00",
    "合计（大写：叁佰捌拾陆万肆仟元整） 3,864,000.00",
)


def test_chunks_of_any_size_give_the_same_value_and_checks():
    made, kind = document(*CONTRACT), kinds.load("contract")
    whole = pipeline.analyze(made, kind, load({"threshold_tokens": 10**9}))
    assert whole.data["effective_date"] == "2024-03-07"
    for size in (64, 120, 300):
        cut = pipeline.analyze(made, kind, load({"threshold_tokens": 1, "chunk_tokens": size}))
        assert len(cut.route.chunks) > 1
        assert cut.data == whole.data
        assert [(check.path, check.rule) for check in cut.checks] == [
            (check.path, check.rule) for check in whole.checks
        ]
