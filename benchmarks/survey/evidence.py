"""What the parties of a survey hold, as bytes, and a search for values in it in every usual spelling."""

from __future__ import annotations

import json
import sqlite3
import struct
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

Evidence = Mapping[str, bytes]


def files_of(folder: Path, *, but: Iterable[str] = ()) -> dict[str, bytes]:
    """Every file of a party by its name, also journals, write-ahead logs and logs."""
    left_out = set(but)
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in left_out
    }


def tables_of(path: Path) -> dict[str, list[dict[str, object]]]:
    """All rows of all tables of a database, in the order in which they lie in the file."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')] for name in names}


def spellings(value: str) -> set[bytes]:
    """The value as text, in JSON, in an address, as hexadecimal digits, in base64 at any place, and as a number."""
    plain = value.encode("utf-8")
    found = {plain, value.upper().encode("utf-8"), value.encode("utf-16-le"), quote(value, safe="").encode("ascii")}
    found |= {json.dumps(value)[1:-1].encode("ascii"), plain.hex().encode("ascii"), plain.hex().upper().encode("ascii")}
    found |= {part for encode in (b64encode, urlsafe_b64encode) for part in _inside(plain, encode)}
    return found | _numbers(value)


def _inside(plain: bytes, encode: Callable[[bytes], bytes]) -> set[bytes]:
    """The signs of base64 that depend on the value alone, wherever in a longer text it begins."""
    parts = set()
    for before in range(3):
        n_bits = 8 * (before + len(plain))
        text = encode(bytes(before) + plain)
        parts.add(text[-(-8 * before // 6) : n_bits // 6])
    return parts


def _numbers(value: str) -> set[bytes]:
    try:
        number = float(value)
    except ValueError:
        return set()
    return {struct.pack(">d", number), struct.pack("<d", number)}


def found_in(evidence: Evidence, values: Iterable[str]) -> list[tuple[str, str]]:
    """Where each value was found: pairs of value and the name of the evidence."""
    return [
        (value, name)
        for value in values
        for name, content in evidence.items()
        if any(spelled in content for spelled in spellings(value))
    ]
