"""The compact form: a magic word, the format number, the header as JSON, then the arrays as they lie in memory.

| bytes | what |
|---|---|
| 8 | 89 53 48 4F 41 4C 51 0A: no text file begins like this, and a transfer that changes line ends breaks it |
| 4 | format number, little-endian |
| 8 | length of the header, little-endian |
| … | the header, JSON in UTF-8 |
| … | the arrays in the order of the header, little-endian, without gaps |

Nothing follows. Every length is checked against the size of the file before anything is allocated, and the digest in
the header covers the rest.
"""

from __future__ import annotations

import json
import struct
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from shoal.errors import WrongUse
from shoal.quantizer.files.content import FORMAT, TYPES, Arrays, Content, require_format, require_header
from shoal.quantizer.files.plain_json import DAMAGED, parsed, parsed_beginning

MAGIC = b"\x89SHOALQ\n"
START = struct.Struct("<IQ")  # format number, length of the header


def write_binary(content: Content, path: Path) -> None:
    """Write header and arrays."""
    with path.open("wb") as stream:
        header = _header_bytes(content)
        stream.write(MAGIC + START.pack(FORMAT, len(header)) + header)
        for array in content.arrays.values():
            stream.write(np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes())


def binary_size(content: Content) -> int:
    """How many bytes `write_binary` writes."""
    n_values = sum(array.nbytes for array in content.arrays.values())
    return len(MAGIC) + START.size + len(_header_bytes(content)) + n_values


def read_binary(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Header and arrays of a file; the header has passed its checks, the arrays have the shapes it gives them."""
    where = path.name
    with path.open("rb") as stream:
        text = _header_text(stream, path)
        if text is None:
            raise WrongUse(f"{where} is cut off in its header. {DAMAGED}")
        header = require_header(parsed(text, where), where)
        listed = [(item["name"], TYPES[item["type"]], tuple(item["shape"])) for item in header["arrays"]]
        expected = stream.tell() + sum(dtype.itemsize * prod(shape) for _, dtype, shape in listed)
        size = path.stat().st_size
        if size != expected or len({name for name, _, _ in listed}) < len(listed):
            raise WrongUse(f"{where} has {size} bytes where its header speaks of {expected}: it is cut off. {DAMAGED}")
        arrays: Arrays = {}
        for name, dtype, shape in listed:
            block = stream.read(dtype.itemsize * prod(shape))
            flat = np.frombuffer(block, dtype=dtype)
            arrays[name] = (flat.astype(np.int64) if dtype.kind == "i" else flat.astype(np.float64)).reshape(shape)
    return header, arrays


def binary_header(path: Path) -> Any:
    """The header alone, unchecked; None when it is cut off or no JSON."""
    with path.open("rb") as stream:
        text = _header_text(stream, path)
    return None if text is None else parsed_beginning(text, 0)


def is_binary(path: Path) -> bool:
    """Whether the file begins with the magic word."""
    with path.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def _header_text(stream: BinaryIO, path: Path) -> str | None:
    """The text of the header, after checking its length against the file; None when it is cut off."""
    start = stream.read(len(MAGIC) + START.size)[len(MAGIC) :]
    if len(start) < START.size:
        return None
    number, length = START.unpack(start)
    require_format(number, path.name)
    if length > path.stat().st_size - stream.tell():
        return None
    try:
        return stream.read(length).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _header_bytes(content: Content) -> bytes:
    return json.dumps({**content.header, "digest": content.digest}, separators=(",", ":"), allow_nan=False).encode()
