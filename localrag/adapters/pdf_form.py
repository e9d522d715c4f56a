"""A page of a PDF form -> what was filled in, as lines of field and value, by PDFium."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

_MAX_FIELDS = 2_000
"""Of a page (guess)."""
_MAX_VALUE_CHARS = 20_000


def filled_fields(document: Any, page: Any) -> Iterator[str]:
    """``Last name: Doe`` for each field that holds something; a box that is ticked says ``yes``.

    Args:
        document: Of pypdfium2, with its form opened; without a form nothing is given.
        page: One of its pages.
    """
    import pypdfium2

    raw, form = pypdfium2.raw, document.formenv
    if form is None:
        return
    for number in range(min(raw.FPDFPage_GetAnnotCount(page), _MAX_FIELDS)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        if not annotation:
            continue
        try:
            if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_WIDGET and (
                value := _value(raw, form, annotation)
            ):
                yield f"{_name(raw, form, annotation)}: {value}"
        finally:
            raw.FPDFPage_CloseAnnot(annotation)


def _value(raw: Any, form: Any, annotation: Any) -> str:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
        if not raw.FPDFAnnot_IsChecked(form, annotation):
            return ""
        value = _text(raw.FPDFAnnot_GetFormFieldExportValue, form, annotation)
        return "yes" if value.lower() in ("", "on", "1", "yes") else value
    if kind in (
        raw.FPDF_FORMFIELD_TEXTFIELD,
        raw.FPDF_FORMFIELD_COMBOBOX,
        raw.FPDF_FORMFIELD_LISTBOX,
    ):
        return _text(raw.FPDFAnnot_GetFormFieldValue, form, annotation)[:_MAX_VALUE_CHARS]
    return ""


def _name(raw: Any, form: Any, annotation: Any) -> str:
    """What the field is called for people, else the last part of its name (``form[0].LastName[0]``)."""
    shown = _text(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    return shown or _text(raw.FPDFAnnot_GetFormFieldName, form, annotation).rpartition(".")[2] or "Field"


def _text(call: Any, form: Any, annotation: Any) -> str:
    size = call(form, annotation, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(form, annotation, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return " ".join(buffer.raw[: size - 2].decode("utf-16-le", "replace").split())
