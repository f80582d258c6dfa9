"""Printed codes, for people who answer without a computer: cards to hand out, and the list of their ids to register.

Whoever draws a card at random gets a code that nobody connects with them, so no issuer is needed. The list holds ids
only, sorted: it does not reveal in which order the cards were printed, and nobody can answer with an id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import ParameterError, Setting, WriteError, WrongUse
from shoal.quantizer.files.plain_json import parsed
from shoal.survey.tokens.codes import CodeError, new_codes
from shoal.survey.tokens.secret import code_id
from shoal.survey.tokens.survey_digest import digest_bytes
from shoal.table.atomic import atomically, make_private_folder

WHAT = "shoal survey codes"
FORMAT = 2  # 1: nobody who saw a code was kept from answering under it
DIGEST = re.compile(r"[0-9a-f]{64}")  # of SHA-256
OTHER_FILE = "Give the code-ids.json that shoal tokens codes wrote for this survey."
CARDS_FILE, CODES_FILE, IDS_FILE = "cards.txt", "codes.csv", "code-ids.json"
MOST_CODES = 10_000_000  # a code for everybody in a large city; more is a slip of the finger
CARD_WIDTH = 40  # signs, about 8 cm in a usual type: the width of a business card


@dataclass(frozen=True)
class PaperCodes:
    """Codes that were just made. ``ids`` is what the repository gets."""

    codes: tuple[str, ...] = field(repr=False)
    ids: tuple[str, ...] = field(repr=False)
    survey: str

    @classmethod
    def made(cls, n_codes: int, survey_digest: str) -> PaperCodes:
        """So many codes for this survey."""
        if isinstance(n_codes, bool) or not isinstance(n_codes, int) or not 1 <= n_codes <= MOST_CODES:
            raise ParameterError(Setting("n_codes"), f" must be a whole number from 1 to {MOST_CODES:,}.")
        survey = digest_bytes(survey_digest).hex()
        codes = tuple(new_codes(n_codes))
        return cls(codes, tuple(sorted(code_id(survey, code) for code in codes)), survey)

    def registered(self) -> dict[str, object]:
        """The content of code-ids.json."""
        return {"what": WHAT, "format": FORMAT, "survey": self.survey, "ids": list(self.ids)}

    def write(self, folder: str | Path) -> dict[str, Path]:
        """cards.txt and codes.csv to print, code-ids.json to register; readable by their owner alone."""
        target = Path(folder)
        paths = {name: target / name for name in (CARDS_FILE, CODES_FILE, IDS_FILE)}
        refuse_other_codes(target)
        make_private_folder(target)
        content = {
            IDS_FILE: f"{json.dumps(self.registered(), indent=1)}\n",
            CODES_FILE: pl.DataFrame({"code": self.codes}).write_csv(),
            CARDS_FILE: "".join(map(_card, self.codes)),
        }
        for name, text in content.items():
            with atomically(paths[name], private=True) as draft:
                draft.write_text(text, encoding="utf-8")
        return paths


@dataclass(frozen=True)
class RegisteredCodes:
    """The codes whose answers count, by their ids."""

    survey: str  # its digest
    ids: frozenset[str] = field(repr=False)

    @classmethod
    def load(cls, path: str | Path) -> RegisteredCodes:
        """Read code-ids.json."""
        name = Path(path).name
        try:
            content = parsed(Path(path).read_text(encoding="utf-8"), name)
        except OSError:
            raise WrongUse(f"There is no list of codes {path} that can be read. {OTHER_FILE}") from None
        except UnicodeDecodeError:
            content = None
        if not isinstance(content, dict) or content.get("what") != WHAT:
            raise WrongUse(f"{name} is not a list of codes. {OTHER_FILE}")
        return cls.of(content, name)

    @classmethod
    def of(cls, content: Mapping[str, Any], name: str) -> RegisteredCodes:
        """From the content of the file."""
        if content.get("format") != FORMAT:
            raise WrongUse(f"{name} has another format number than {FORMAT}. Use the Shoal that made it.")
        survey, ids = content.get("survey"), content.get("ids")
        sound = isinstance(ids, list) and all(isinstance(each, str) and DIGEST.fullmatch(each) for each in ids)
        if not sound or not ids or len(set(ids)) < len(ids) or not DIGEST.fullmatch(str(survey)):
            raise WrongUse(f"{name} is damaged: its ids are not all there, or not all different. {OTHER_FILE}")
        return cls(str(survey), frozenset(ids))

    def id_of(self, typed: str) -> str | None:
        """The id of a code as somebody typed it; None if it was mistyped or is not registered."""
        try:
            found = code_id(self.survey, typed)
        except CodeError:
            return None
        return found if found in self.ids else None


def refuse_other_codes(folder: Path) -> None:
    """Refuse a folder that holds codes already: people may have them in their hands."""
    if folder.is_file():
        raise WriteError(f"{folder} is a file. Name a folder for the codes.")
    if any((folder / name).exists() for name in (CARDS_FILE, CODES_FILE, IDS_FILE)):
        raise WriteError(f"{folder} holds codes already, and they may be in use. Choose another folder.")


def _card(code: str) -> str:
    rule = "-" * CARD_WIDTH
    return f"{rule}\n\n{code.center(CARD_WIDTH).rstrip()}\n\n"
