"""What a workbook would unpack to, found out before any reader builds it.

A workbook (.xlsx) is an archive of XML parts. A few hundred bytes of it can stand for more than any memory holds: parts
that unpack a thousandfold, two cells in opposite corners of a sheet (readers build everything between them), one long
text that a million cells refer to. So the archive is read once as a stream, and refused in words if it is such a thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from shoal.errors import TableError
from shoal.table.files.decompression_limit import limit_of, require_sound_archive, too_large
from shoal.table.foreign_errors import attempt

MOST_CELLS = 20_000_000  # 1,000,000 records of 20 columns; a cell takes about 100 bytes of memory
DENSE_CELLS = 1_000_000  # up to so many, a sheet may be as empty as it likes
SPARSEST = 10  # of a larger sheet, at least one cell in so many holds something
XML_PARTS = (".xml", ".rels")
MACROS = re.compile(r"vbaproject|macrosheets", re.IGNORECASE)
WORKBOOK_PARTS = re.compile(r"(^|/)workbook\.xml\.rels$", re.IGNORECASE)
REFERENCE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
LETTERS = 26  # of a column's name: A to Z, AA to ZZ, …


class UnusualContent(Exception):
    """Something that no program writes into a workbook of values."""


def refuse_hostile(path: Path) -> None:
    """Refuse an archive that is damaged, has macros, or would fill the memory."""
    parts = _Parts()

    def look(name: str, chunk: bytes) -> None:
        attempt(lambda: parts.feed(name, chunk), lambda error: _unreadable(path, error))

    require_sound_archive(path, look)
    attempt(parts.close, lambda error: _unreadable(path, error))
    if parts.has_macros:
        raise TableError(f"{path.name} holds macros. Save it as a workbook without macros (.xlsx) or as CSV (UTF-8).")
    for sheet in parts.sheets:
        area = sheet.last_row * sheet.last_column
        if area > MOST_CELLS or (area > DENSE_CELLS and area > SPARSEST * sheet.n_cells):
            raise TableError(
                f"A sheet of {path.name} reaches to row {sheet.last_row:,} and column {sheet.last_column:,}, and "
                f"{sheet.n_cells:,} of these cells hold something. A workbook is read up to {MOST_CELLS:,} cells, and "
                f"not if nearly all of them are empty. Delete what stands far away from the table, or save it as CSV."
            )
    limit = limit_of(path)
    if parts.text_length() > limit:
        raise too_large(path, limit)


def _unreadable(path: Path, error: BaseException) -> TableError:
    return TableError(
        f"{path.name} cannot be read as a workbook ({type(error).__name__}). It may be damaged, or its "
        "suffix may be wrong."
    )


@dataclass
class _Sheet:
    """How far a sheet reaches, and which shared texts its cells refer to."""

    n_cells: int = 0
    last_row: int = 0
    last_column: int = 0
    uses: dict[int, int] = field(default_factory=dict)


class _Parts:
    """Follows the XML parts of an archive, chunk by chunk."""

    def __init__(self) -> None:
        self.sheets: list[_Sheet] = []
        self.has_macros = False
        self._shared: list[int] = []  # the length of every shared text
        self._name: str | None = None
        self._parser: expat.XMLParserType | None = None
        self._watch: _Watch | None = None

    def feed(self, name: str, chunk: bytes) -> None:
        """The next bytes of a part."""
        if name != self._name:
            self.close()
            self._name = name
            self.has_macros |= MACROS.search(name) is not None
            if name.lower().endswith(XML_PARTS):
                self._watch = _Watch(follows_sheets=WORKBOOK_PARTS.search(name) is not None)
                self._parser = self._watch.parser()
        if self._parser is not None:
            self._parser.Parse(chunk, False)

    def close(self) -> None:
        """The end of a part."""
        if self._parser is not None and self._watch is not None:
            self._parser.Parse(b"", True)
            self._shared += self._watch.shared
            if self._watch.sheet.n_cells:
                self.sheets.append(self._watch.sheet)
        self._parser = self._watch = self._name = None

    def text_length(self) -> int:
        """How many letters the cells have together, when each holds its own copy of the text it refers to."""
        return sum(
            self._shared[index] * count
            for sheet in self.sheets
            for index, count in sheet.uses.items()
            if index < len(self._shared)
        )


class _Watch:
    """Follows the elements of one part: cells of a sheet, or shared texts."""

    def __init__(self, *, follows_sheets: bool) -> None:
        self.sheet = _Sheet()
        self.shared: list[int] = []
        self._follows_sheets = follows_sheets
        self._row = self._column = 0
        self._refers = self._in_value = self._in_shared = False
        self._text = ""
        self._length = 0

    def parser(self) -> expat.XMLParserType:
        """A parser that reports to this object and refuses declarations of a document's own."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_declarations
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        return parser

    def _refuse_declarations(self, *_: object) -> None:
        raise UnusualContent

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        element = name.rpartition(":")[2]
        if element == "row":
            self._row = int(attributes["r"]) if "r" in attributes else self._row + 1
            self._column = 0
        elif element == "c":
            self._locate(attributes.get("r"))
            self._refers = attributes.get("t") == "s"
        elif element in ("v", "is"):
            self.sheet.n_cells += 1
            self.sheet.last_row = max(self.sheet.last_row, self._row)
            self.sheet.last_column = max(self.sheet.last_column, self._column)
            self._in_value = element == "v"
        elif element == "si":
            self._in_shared, self._length = True, 0
        elif element == "Relationship" and self._follows_sheets:
            target = attributes.get("Target", "")
            if "sheet" in attributes.get("Type", "").lower() and not target.lower().endswith(".xml"):
                raise UnusualContent  # a sheet in a part that nobody looked into

    def _locate(self, reference: str | None) -> None:
        if reference is None:
            self._column += 1
            return
        match = REFERENCE.fullmatch(reference)
        if match is None:
            raise UnusualContent
        self._row, self._column = int(match[2]), 0
        for letter in match[1].upper():
            self._column = self._column * LETTERS + ord(letter) - ord("A") + 1

    def _characters(self, text: str) -> None:
        if self._in_shared:
            self._length += len(text)
        elif self._in_value and self._refers:
            self._text += text

    def _end(self, name: str) -> None:
        element = name.rpartition(":")[2]
        if element == "v" and self._in_value:
            if self._refers and self._text.strip().isdigit():
                index = int(self._text.strip()[:9])
                self.sheet.uses[index] = self.sheet.uses.get(index, 0) + 1
            self._in_value, self._text = False, ""
        elif element == "si":
            self._in_shared = False
            self.shared.append(self._length)
