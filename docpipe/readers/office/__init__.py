"""Formats without pages: text, Markdown, Word, mail, web pages, sheets, slides → Document.

A reader makes pieces (headings, paragraphs, tables …) with the names of their places; ``pieces.written`` makes the
Document. Nothing of it is imported before a document of its type is read.
"""
