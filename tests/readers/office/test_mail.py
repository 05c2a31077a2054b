import hashlib
from email.message import EmailMessage

import pytest

from docpipe import errors
from docpipe.readers import ReadOptions, describe
from docpipe.readers.office.folders import members
from docpipe.readers.office.mail import attached


def mail(**headers):
    made = EmailMessage()
    for name, value in ({"From": "Ann <a@x.example>", "To": "b@x.example", "Subject": "Lease"} | headers).items():
        made[name] = value
    return made


def test_a_mail_is_its_headers_and_its_body_with_places(read_in):
    made = mail()
    made.set_content("Dear Bob,\n\nthe rent is due.\n")
    document = read_in(bytes(made))
    assert document.text == "From: Ann <a@x.example>\nTo: b@x.example\nSubject: Lease\nDear Bob,\nthe rent is due."
    assert document.place_name(document.text.index("the rent")) == "mail body, paragraph 2"
    assert document.place_name(0) == "mail header"


def test_the_body_with_tables_is_taken_and_not_both(read_in):
    made = mail()
    made.set_content("Rent 5,120")
    made.add_alternative("<p>Terms<table><tr><th>Rent<th>Heat<tr><td>5,120<td>7</table>", subtype="html")
    document = read_in(bytes(made))
    assert document.text.endswith("Subject: Lease\nTerms\nRent\tHeat\n5,120\t7")


def test_what_is_attached_is_named_and_taken_apart_and_logos_are_told(read_in):
    inner = mail(Subject="Before")
    inner.set_content("Yes.")
    made = mail()
    made.set_content("See below.")
    made.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="租约.pdf")
    made.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="logo.png")
    made.add_attachment(inner)
    found = dict(attached(bytes(made)))
    assert list(found) == ["租约.pdf", "attachment 3.eml"]
    assert found["租约.pdf"] == b"%PDF-1.7"
    assert b"Subject: Before" in found["attachment 3.eml"]
    assert read_in(bytes(made)).warnings == (
        "attached, each a document of its own: 租约.pdf, attachment 3.eml",
        "pictures in the mail are not read: 1",
    )


def test_a_mail_of_too_many_parts_is_a_limit(read_in):
    part = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n"
    data = f"From: a@x\r\nTo: b@x\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{part * 2500}--b--"
    with pytest.raises(errors.LimitExceeded, match="parts"):
        read_in(data.encode())


def test_parts_nested_without_end_are_a_limit_and_no_crash(read_in):
    head = "From: a@x\r\nTo: b@x\r\nSubject: s\r\n"
    levels = "".join(f"Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n" for at in range(1500))
    with pytest.raises((errors.LimitExceeded, errors.NoText)):
        read_in((head + levels + "\r\nx").encode())


def test_a_mail_in_an_unknown_encoding_is_read(read_in):
    data = b"From: a@x\r\nTo: b@x\r\nSubject: =?gb2312?B?us/NrA==?=\r\nContent-Type: text/plain; charset=x-none\r\n\r\n"
    assert "Subject: 合同" in read_in(data + "合同正文如下所示".encode("gb18030")).text


def test_members_of_a_mail_are_listed_with_their_hash():
    made = mail()
    made.set_content("See below.")
    made.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="b.pdf")

    (one,) = members(bytes(made), describe(bytes(made), "m.eml"), ReadOptions(), True)
    assert (one.path, one.media_type, one.size_bytes) == ("b.pdf", "application/pdf", 8)
    assert one.sha256 == hashlib.sha256(b"%PDF-1.7").hexdigest()


def test_texts_that_follow_each_other_are_all_of_the_body_whatever_their_form(read_in):
    made = mail()
    made.set_content("The rent is due on May 1.")
    made.make_mixed()
    signature = EmailMessage()
    signature.set_content("<p>Sent from my phone</p>", subtype="html")
    made.attach(signature)
    assert read_in(bytes(made)).text.endswith("The rent is due on May 1.\nSent from my phone")


def test_an_alternative_in_several_parts_is_taken_whole(read_in):
    made = mail()
    made.set_content("Rent 5,120")
    made.add_alternative("<p>Rent 5,120</p>", subtype="html")
    made.get_payload()[1].add_related(b"\x89PNG", maintype="image", subtype="png", cid="<logo>")
    made.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="a.pdf")
    document = read_in(bytes(made))
    assert document.text.endswith("Subject: Lease\nRent 5,120")
    assert document.warnings[0] == "attached, each a document of its own: a.pdf"


def test_a_mail_that_breaks_off_says_so(read_in):
    made = mail()
    made.set_content("See below.")
    made.add_attachment(bytes(range(256)) * 40, maintype="application", subtype="pdf", filename="a.pdf")
    whole = bytes(made)
    assert not any("breaks off" in one for one in read_in(whole).warnings)
    assert any("breaks off" in one for one in read_in(whole[: len(whole) // 2]).warnings)
