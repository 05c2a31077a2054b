"""A PDF of single glyphs, each of which says any characters: what fonts of other scripts, and broken ones, do."""

from __future__ import annotations

import io

import pikepdf

POINTS, ADVANCE = 10, 6


def drawn(lines, *, size=(612, 792), widths=None):
    """The bytes of a page: of each line ``(x, y, glyphs)`` the glyphs stand side by side from x on, from the left.

    ``widths`` gives single glyphs a width of their own, in points.
    """
    codes = {said: code for code, said in enumerate(sorted({said for _, _, glyphs in lines for said in glyphs}), 1)}
    pdf = pikepdf.new()
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type0,
        BaseFont=pikepdf.Name.Drawn,
        Encoding=pikepdf.Name("/Identity-H"),
        DescendantFonts=[
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.CIDFontType2,
                BaseFont=pikepdf.Name.Drawn,
                CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
                DW=1000 * ADVANCE // POINTS,
                W=[part for said, width in (widths or {}).items() for part in (codes[said], [1000 * width // POINTS])],
            )
        ],
        ToUnicode=pdf.make_stream(_to_unicode(codes)),
    )
    page = pdf.add_blank_page(page_size=size)
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    page.Contents = pdf.make_stream(
        b"\n".join(
            f"BT /F {POINTS} Tf {x} {y} Td <{''.join(f'{codes[said]:04x}' for said in glyphs)}> Tj ET".encode()
            for x, y, glyphs in lines
        )
    )
    buffer = io.BytesIO()
    pdf.save(buffer)
    return buffer.getvalue()


def _to_unicode(codes):
    says = "\n".join(f"<{code:04x}> <{said.encode('utf-16-be').hex()}>" for said, code in codes.items())
    return f"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Says def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
{len(codes)} beginbfchar
{says}
endbfchar
endcmap end end""".encode()
