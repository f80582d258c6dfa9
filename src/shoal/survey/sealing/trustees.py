"""Trustees: several people who can open the answers together, and of whom too few can open nothing.

A random key of 128 bits encrypts the private key. Shamir's secret sharing (Communications of the ACM 22, 1979) splits
that key: any ``needed`` of its parts give it, and fewer say nothing about it at all. The sharing is that of the package
pycryptodome. Each part is a file for one trustee.
"""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from pathlib import Path
from typing import Any, ClassVar

from shoal.errors import ParameterError, Setting, WrongUse
from shoal.quantizer.files.plain_json import DAMAGED
from shoal.survey.sealing.suite import needs_sealing
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.design_files import FileKind, require_digest
from shoal.survey.shared.key_texts import json_of_file, pretty

SHARED_KEY_BYTES = 16  # what pycryptodome shares: an element of GF(2^128), a key of AES-128
SPLIT_NAME_BYTES = 16
FEWEST_NEEDED = 2  # one trustee alone would be a passphrase
MOST_PARTS = 99  # more people than will ever come together
MOST_TRIED = 5_000  # sets of parts; one of eight takes 2 ms, so ten seconds at most. All sets of 6 of 15 are 5,005
PART_FILE = FileKind(
    "shoal trustee part", "a trustee's part", 1, "trustee-part.schema.json", "Give the files that the trustees keep."
)


@dataclass(frozen=True)
class Split:
    """How a key was split. ``name`` is random: parts of different splits do not fit, be it of the same key."""

    KIND: ClassVar[str] = "trustees"

    name: str
    needed: int
    parts: int

    @classmethod
    def new(cls, needed: int, parts: int) -> Split:
        """A new split; numbers that make no sense are refused."""
        if not FEWEST_NEEDED <= needed <= parts <= MOST_PARTS:
            raise ParameterError(
                Setting("trustees"),
                f" must say how many of how many, as in 3-of-5: at least {FEWEST_NEEDED}, and at most {MOST_PARTS} "
                "in all.",
                hint="A key for one person is protected by a passphrase.",
            )
        return cls(secrets.token_hex(SPLIT_NAME_BYTES), needed, parts)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"kind": self.KIND, "needed": self.needed, "parts": self.parts, "split": self.name}


@dataclass(frozen=True)
class Part:
    """What one trustee keeps. ``survey`` and ``public_key`` say what for; ``share`` is the secret."""

    split: Split
    number: int
    survey: str
    public_key: str
    share: bytes = field(repr=False)

    def to_text(self) -> str:
        """The file, with a checksum over all of it."""
        document = {
            "what": PART_FILE.what,
            "format": PART_FILE.newest,
            "survey": self.survey,
            "public_key": self.public_key,
            "split": self.split.name,
            "needed": self.split.needed,
            "parts": self.split.parts,
            "part": self.number,
            "share": b64encode(self.share).decode("ascii"),
        }
        return pretty({**document, "digest": digest_of(document)})


def read_part(path: str | Path) -> Part:
    """A trustee's file, or an error that says what is wrong with it."""
    source = Path(path)
    document: Mapping[str, Any] = json_of_file(source, "trustee's part")
    PART_FILE.require_structure(document, source.name)
    require_digest(document, source.name)
    split = Split(document["split"], document["needed"], document["parts"])
    if not max(split.needed, document["part"]) <= split.parts:
        raise WrongUse(f"{source.name} contradicts itself: it counts more parts than there are. {DAMAGED}")
    return Part(split, document["part"], document["survey"], document["public_key"], b64decode(document["share"]))


def new_parts(split: Split, *, survey: str, public_key: str) -> tuple[bytes, list[Part]]:
    """A random key, and the part of each trustee."""
    shamir = _shamir()
    key = secrets.token_bytes(SHARED_KEY_BYTES)
    shares: list[tuple[int, bytes]] = shamir.split(split.needed, split.parts, key)
    return key, [Part(split, number, survey, public_key, share) for number, share in shares]


Fits = Callable[[bytes], bool]  # whether a key opens what was encrypted with it


@dataclass(frozen=True)
class Combined:
    """The key that was split, or None where no parts give it; and the parts that were altered, as far as that shows."""

    key: bytes | None = field(repr=False)
    wrong: tuple[Part, ...] = ()


def combined(split: Split, parts: Sequence[Part], fits: Fits) -> Combined:
    """The key that was split; foreign parts, and too few of them, are refused in words."""
    foreign = [part for part in parts if part.split != split]
    if foreign:
        numbers = part_numbers(foreign)
        raise WrongUse(
            f"{numbers} {'does' if len(foreign) == 1 else 'do'} not belong to this key, but to the survey "
            f"'{foreign[0].survey}', or to an earlier key for it.",
            count=len(foreign),
            hint="Ask these trustees for the file that belongs to this key.",
        )
    different = dict.fromkeys(parts)  # a part that two files hold counts once
    present = {part.number for part in different}
    if len(present) < split.needed:
        repeated = f" ({len(parts)} files, some of them the same part)" if len(present) < len(parts) else ""
        raise WrongUse(
            f"{split.needed} different parts of the {split.parts} are needed to open this key, and "
            f"{len(present)} {'is' if len(present) == 1 else 'are'} here{repeated}.",
            count=len(present),
            hint="Ask further trustees for theirs.",
        )
    return _first_that_fits(sorted(different, key=lambda part: part.number), split.needed, fits)


def _first_that_fits(parts: Sequence[Part], needed: int, fits: Fits) -> Combined:
    """Wrong parts spoil every key that they are in, so sets of parts are tried until one is without any."""
    for chosen in islice(combinations(parts, needed), MOST_TRIED):
        if len({part.number for part in chosen}) == needed and fits(key := _combined(chosen)):
            others = (part for part in parts if part not in chosen)
            # a true part gives the same key when it takes the place of another one
            return Combined(key, tuple(part for part in others if _combined((*_without(chosen, part), part)) != key))
    return Combined(None)


def _without(chosen: Sequence[Part], part: Part) -> Sequence[Part]:
    """All but one of these parts: the one with the number of ``part``, or else the first."""
    same = [position for position, one in enumerate(chosen) if one.number == part.number]
    left_out = same[0] if same else 0
    return [one for position, one in enumerate(chosen) if position != left_out]


def _combined(parts: Sequence[Part]) -> bytes:
    key: bytes = _shamir().combine([(part.number, part.share) for part in parts])
    return key


def part_numbers(parts: Iterable[Part]) -> str:
    """'Part 2', or 'Parts 1, 3'."""
    numbers = sorted({part.number for part in parts})
    return f"Part {numbers[0]}" if len(numbers) == 1 else f"Parts {', '.join(map(str, numbers))}"


def _shamir() -> Any:
    with needs_sealing():
        from Crypto.Protocol.SecretSharing import Shamir
    return Shamir
