"""Bytes of a file and its kind -> what is in it: one parser a kind, loaded when it is first needed."""

from __future__ import annotations

from localrag.records.extract import Extract


def parse(media: str, data: bytes) -> Extract:
    """What a file of a kind of ``MediaType`` holds.

    Raises:
        UnparsableError: It cannot be read as that kind.
    """
    match media:
        case "pdf":
            from localrag.ingest.pdf_layout import parse_pdf

            return parse_pdf(data)
        case "docx":
            from localrag.ingest.word import parse_docx

            return parse_docx(data)
        case "xlsx":
            from localrag.ingest.workbook import parse_xlsx

            return parse_xlsx(data)
        case "csv":
            from localrag.ingest.csv_rows import parse_csv

            return parse_csv(data)
        case "html":
            from localrag.ingest.web_page import parse_html

            return parse_html(data)
        case "eml":
            from localrag.ingest.mail import parse_eml

            return parse_eml(data)
        case _:
            from localrag.ingest.written import parse_written

            return parse_written(media, data)
