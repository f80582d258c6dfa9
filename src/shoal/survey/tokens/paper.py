"""Printed codes, for people who answer without a computer: cards to hand out, and the list of their ids to register.

Whoever draws a card at random gets a code that nobody connects with them, so no issuer is needed. The list holds ids
only, sorted: it does not reveal in which order the cards were printed, and nobody can answer with an id.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from shoal.errors import ParameterError, Setting, WriteError
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.plain_bytes import digest_bytes
from shoal.survey.tokens.token import code_id
from shoal.table.atomic import atomically, make_private_folder

WHAT = "shoal survey codes"
FORMAT = 1  # of the first release
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


def refuse_other_codes(folder: Path) -> None:
    """Refuse a folder that holds codes already: people may have them in their hands."""
    if folder.is_file():
        raise WriteError(f"{folder} is a file. Name a folder for the codes.")
    if any((folder / name).exists() for name in (CARDS_FILE, CODES_FILE, IDS_FILE)):
        raise WriteError(f"{folder} holds codes already, and they may be in use. Choose another folder.")


def _card(code: str) -> str:
    rule = "-" * CARD_WIDTH
    return f"{rule}\n\n{code.center(CARD_WIDTH).rstrip()}\n\n"
