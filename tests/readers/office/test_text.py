import pytest

from docpipe import errors
from docpipe.readers.office.plain_text import decoded

CHINESE = "本合同由甲方与乙方于二〇二四年五月签订，双方应当遵守。"


@pytest.mark.parametrize(
    ("data", "text", "guessed"),
    [
        ("Straße".encode(), "Straße", ""),
        ("Straße".encode("utf-8-sig"), "Straße", ""),
        ("Lease é".encode("utf-16"), "Lease é", ""),
        ("The lease of the house é".encode("utf-16-le"), "The lease of the house é", "UTF-16-LE"),
        (CHINESE.encode("gb18030"), CHINESE, "GB18030"),
        ("Die Gebühr beträgt 5 € für Müller".encode("cp1252"), "Die Gebühr beträgt 5 € für Müller", "Windows-1252"),
    ],
)
def test_text_is_decoded_and_a_guess_is_said(data, text, guessed):
    found, warning = decoded(data)
    assert found == text
    assert (guessed in warning) if guessed else warning == ""


def test_paragraphs_are_parted_by_blank_lines_and_full_lines_are_joined(read_in):
    line = "This Agreement is made between the Landlord and the Tenant, who agree as"
    document = read_in(f"LEASE\n\n{line}\nfollows.\n\nALPHA INC.\nBy: Ann\n".encode())
    assert document.text == f"LEASE\n{line} follows.\nALPHA INC.\nBy: Ann"


def test_markdown_loses_its_signs_and_keeps_what_they_say(read_in):
    text = "# Lease\n\nThe **Rent** is due\nmonthly.\n\n- one\n- two\n\n| Year | Rent |\n|:--|--:|\n| 1 | 5,120 |\n"
    document = read_in(text.encode(), "lease.md")
    assert document.text == "Lease\nThe Rent is due monthly.\none\ntwo\nYear\tRent\n1\t5,120"
    assert [block.kind for block in document.blocks] == ["heading", "paragraph", "list_item", "list_item", "table"]
    assert document.tables[0].header_rows == 1


def test_snake_case_and_products_are_no_emphasis_in_markdown(read_in):
    assert read_in(b"a_b_c and 2 * 3 * 4", "x.md").text == "a_b_c and 2 * 3 * 4"


@pytest.mark.parametrize("name", ["lease.pdf", "lease.docx", "room.zip"])
def test_text_under_the_name_of_another_format_is_a_broken_download(read_in, name):
    with pytest.raises(errors.ReadError, match="broken downloads"):
        read_in(b"404 Not Found", name)


def test_only_white_space_is_no_text(read_in):
    with pytest.raises(errors.NoText):
        read_in(b"  \n\n ")
