"""The readable form: one JSON object, the header first, so that it can be read alone."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import WrongUse
from shoal.quantizer.files.content import TYPES, Arrays, Content, require_header
from shoal.quantizer.files.plain_json import DAMAGED, parsed, parsed_beginning

MOST_HEADER_BYTES = 1 << 24  # far beyond any header; an inspection reads no more than this
FIRST_BYTES = 1 << 16  # holds nearly every header
BEGINNING = re.compile(r'\s*\{\s*"header"\s*:\s*')


def json_text(content: Content) -> str:
    """Header, then arrays, one row of an array a line. Floats are written with as many digits as bring them back."""
    return form_of({**content.header, "digest": content.digest}, content.arrays) + "\n"


def form_of(header: Any, arrays: Arrays) -> str:
    """The JSON object of a header and its arrays."""
    head = json.dumps(header, indent=1, ensure_ascii=False, allow_nan=False)
    rows = ",\n".join(f"{json.dumps(name)}: {_rows(array)}" for name, array in arrays.items())
    return f'{{\n"header": {head},\n"arrays": {{\n{rows}\n}}\n}}'


def read_json(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Header and arrays of a file; the header has passed its checks, the arrays have the shapes it gives them."""
    where = path.name
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = ""
    return header_and_arrays(parsed(text, where), where)


def header_and_arrays(whole: Any, where: str) -> tuple[dict[str, Any], Arrays]:
    """The same of a JSON value that has been read."""
    if not isinstance(whole, dict) or set(whole) != {"header", "arrays"} or not isinstance(whole["arrays"], dict):
        raise WrongUse(f"{where} is not a quantizer. Give a .json or .shoalq file that Quantizer.save wrote.")
    header = require_header(whole["header"], where)
    listed = {described["name"]: described for described in header["arrays"]}
    if set(listed) != set(whole["arrays"]) or len(listed) < len(header["arrays"]):
        raise WrongUse(f"{where} does not hold the arrays that its header lists. {DAMAGED}")
    return header, {name: _array(whole["arrays"][name], listed[name], where) for name in listed}


def json_header(path: Path) -> Any:
    """The header alone, unchecked, from the beginning of a file; None when there is none.

    Other programs may have sorted the keys anew, which changes nothing. Only then the whole file is read.
    """
    decoder, text, n_bytes = getincrementaldecoder("utf-8")(), "", 0
    with path.open("rb") as stream:
        while n_bytes < MOST_HEADER_BYTES:
            part = stream.read(max(FIRST_BYTES, n_bytes))  # twice as much each time
            n_bytes += len(part)
            try:
                text += decoder.decode(part)
            except UnicodeDecodeError:
                return None
            begun = BEGINNING.match(text)
            if begun is None:
                return _header_in(path) if text.lstrip().startswith("{") else None
            header = parsed_beginning(text, begun.end())
            if header is not None or not part:
                return header
    return None


def _header_in(path: Path) -> Any:
    whole = parsed_beginning(path.read_text(encoding="utf-8", errors="replace").lstrip(), 0)
    return whole.get("header") if isinstance(whole, dict) else None


def begins_like_one(path: Path) -> bool:
    """Whether a file begins as this form does; nothing else is read."""
    with path.open("rb") as stream:
        return BEGINNING.match(stream.read(FIRST_BYTES).decode("utf-8", errors="replace")) is not None


def _rows(array: Any) -> str:
    rows = array.tolist()
    if array.ndim == 1:
        return json.dumps(rows, allow_nan=False)
    return "[\n" + ",\n".join(json.dumps(row, allow_nan=False) for row in rows) + "\n]"


def _array(values: Any, described: dict[str, Any], where: str) -> Any:
    """A list, or a list of lists, of numbers and nothing else, of the shape that the header gives."""
    shape, wanted = tuple(described["shape"]), (int,) if described["type"] == "int64" else (int, float)
    wrong = WrongUse(f"The array '{described['name']}' of {where} is not what its header says. {DAMAGED}")
    rows = values if len(shape) == 2 else [values]
    if not isinstance(rows, list) or (len(shape) == 2 and len(rows) != shape[0]):
        raise wrong
    for row in rows:
        if not isinstance(row, list) or len(row) != shape[-1] or any(type(value) not in wanted for value in row):
            raise wrong
    try:
        return np.array(values, dtype=TYPES[described["type"]]).reshape(shape)
    except (ValueError, OverflowError):
        raise wrong from None
