import pytest

pytest.importorskip("striprtf", reason="the extra office is not installed")


def test_paragraphs_and_tables_of_rtf_are_read(read_in):
    rows = r"\trowd\cellx1\cellx2 Unit\cell Rent\cell\row\trowd\cellx1\cellx2 A\cell 5,120\cell\row"
    document = read_in(rb"{\rtf1\ansi\ansicpg1252 Lease \'e9.\par " + rows.encode() + rb"\pard Signed.\par}")
    assert document.text == "Lease é.\nUnit\tRent\nA\t5,120\nSigned."
    assert document.tables[0].rows == (("Unit", "Rent"), ("A", "5,120"))


def test_chinese_rtf_is_read_in_its_code_page(read_in):
    written = "".join(f"\\'{byte:02x}" for byte in "合同".encode("gbk"))
    assert read_in(rb"{\rtf1\ansi\ansicpg936 " + written.encode() + rb"\par}").text == "合同"
