"""The bundle, read line by line. One that is damaged, or not whole, or of another survey, is refused as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from shoal.errors import WrongUse
from shoal.quantizer.files.plain_json import parsed
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.bundle_format import BUNDLE_KIND, BUNDLE_VERSION

ROOM_BYTES = 4096  # of a line, beside the envelope: a token with a signature of 4096 bits has fewer than 1,000
OTHER_FILE = "Give the file that shoal survey repository export wrote."


@dataclass(frozen=True)
class Bundle:
    """The entries as they stand in the file, nothing of them checked but that they are JSON."""

    entries: tuple[Any, ...] = field(repr=False)
    digest: str  # sha256 of the whole file


def read_bundle(path: str | Path, survey: Survey) -> Bundle:
    """All entries, or an error in words that repeats nothing of the file."""
    source, hashed = Path(path), hashlib.sha256()
    longest = 2 * survey.envelope_size + ROOM_BYTES
    try:
        with source.open("rb") as file:
            lines = _lines(file, longest, source.name)
            head = next(lines, b"")
            hashed.update(head)
            n_entries = _stated(_value(head, source.name, 1), source.name, survey)
            entries = []
            for number, line in enumerate(lines, start=2):
                hashed.update(line)
                entries.append(_value(line, source.name, number))
    except OSError:
        raise WrongUse(f"There is no bundle {path} that can be read. {OTHER_FILE}") from None
    if len(entries) != n_entries:
        raise WrongUse(
            f"{source.name} is not whole: it says that it has {n_entries:,} answers, and it has {len(entries):,}.",
            hint="Take it from the repository again.",
        )
    return Bundle(tuple(entries), hashed.hexdigest())


def _lines(file: BinaryIO, longest: int, name: str) -> Iterator[bytes]:
    while line := file.readline(longest + 1):
        if len(line) > longest or not line.endswith(b"\n"):
            raise WrongUse(f"{name} is damaged: a line is too long, or the last one is cut off. {OTHER_FILE}")
        yield line


def _value(line: bytes, name: str, number: int) -> Any:
    try:
        return parsed(line.decode("utf-8"), name)
    except (UnicodeDecodeError, WrongUse):
        raise WrongUse(f"{name} is no bundle, or is damaged: line {number} is not JSON. {OTHER_FILE}") from None


def _stated(head: Any, name: str, survey: Survey) -> int:
    """How many answers the header promises."""
    if not isinstance(head, dict) or head.get("kind") != BUNDLE_KIND:
        raise WrongUse(f"{name} is not a bundle of a repository. {OTHER_FILE}")
    if head.get("version") != BUNDLE_VERSION:
        raise WrongUse(f"{name} has another version than {BUNDLE_VERSION}. Use the Shoal that made the survey.")
    if str(head.get("survey")).removeprefix("sha256:") != survey.hex_digest:
        raise WrongUse(f"{name} holds the answers to another survey. Give its survey file, or another bundle.")
    n_entries = head.get("answers")
    if isinstance(n_entries, bool) or not isinstance(n_entries, int) or n_entries < 0:
        raise WrongUse(f"{name} does not say how many answers it has. {OTHER_FILE}")
    return n_entries
