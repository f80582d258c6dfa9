"""Issued tokens: the list that says whose answers count towards k.

k counts people, and a table of answers holds rows. Anybody who can send answers can invent some: two real answers and
two invented ones look like four people, and the inventor can subtract their own. So the organiser gives every person
one secret token, and only answers with such a token count, each token once.

The organiser keeps hashes of the tokens and not the tokens: a stolen list lets nobody answer. Tokens are random and
have more than 128 bits, so a plain hash cannot be reversed by trying. Each hash also covers the digest of the design:
the list of one survey is of no use in another.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.encode.attributes.category import text_of
from shoal.errors import ParameterError, RolesError, Setting, TableError, WriteError, WrongUse
from shoal.quantizer.files.plain_json import parsed
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.codes import SIGNS
from shoal.survey.collection.schemes import scheme_of
from shoal.survey.shared.scheme import Scheme
from shoal.survey.specification.signing import write_for_owner
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens import paper
from shoal.survey.tokens.paper import RegisteredCodes
from shoal.survey.tokens.survey_digest import digest_bytes
from shoal.table.files.formats import suffix_of
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import first_row, found

WHAT = "shoal issued tokens"
FORMAT = 1  # of the first release
TOKEN_SIGNS, GROUP = 30, 5  # 30 of 23 signs are 135 bits, above the usual 128; people copy groups of five
HASHED_AS = "shoal token"  # so that the hash is that of a token and of nothing else
HASH = re.compile(r"[0-9a-f]{64}")  # of SHA-256
GUESSED_BELOW = 10  # signs; shorter tokens, such as running numbers, can be found by trying
DELIMITERS = ",;\t|"  # of tables in text files, the usual one first
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
LONGEST_HEADER = 10_000  # signs; a list of tokens has a few short names
TOKENS_FILE, ISSUED_FILE = "tokens.csv", "issued.json"
TOKEN_COLUMN = "token"
NOT_ISSUED = -1


@dataclass(frozen=True)
class NewTokens:
    """Tokens that were just made. ``hashes`` is what the organiser keeps."""

    tokens: tuple[str, ...] = field(repr=False)
    hashes: tuple[str, ...] = field(repr=False)
    design: str

    def write(self, folder: str | Path) -> dict[str, Path]:
        """tokens.csv to hand out and issued.json to collect with, both readable by their owner alone."""
        target = Path(folder)
        paths = {name: target / name for name in (TOKENS_FILE, ISSUED_FILE)}
        refuse_other_tokens(target)
        try:
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"The folder {folder} cannot be made. Choose another name.") from error
        content = {"what": WHAT, "format": FORMAT, "design": self.design, "hashes": list(self.hashes)}
        write_for_owner(paths[ISSUED_FILE], f"{json.dumps(content, indent=1)}\n".encode())
        write_for_owner(paths[TOKENS_FILE], pl.DataFrame({TOKEN_COLUMN: self.tokens}).write_csv().encode())
        return paths


def issue_tokens(design: Specification | BoxDesign, n_tokens: int | None = None) -> NewTokens:
    """New secret tokens for a survey: one for each member of the frame, or fewer."""
    scheme = scheme_of(design)
    n_frame = int(scheme.frame_counts.sum())
    wanted = n_frame if n_tokens is None else n_tokens
    if isinstance(wanted, bool) or not isinstance(wanted, int) or not 1 <= wanted <= n_frame:
        raise ParameterError(
            "The number of tokens (",
            Setting("n_tokens"),
            f") must be a whole number from 1 to {n_frame:,}, the members of the frame, found {wanted!r}. "
            "Everybody who may be asked gets one token; spare ones could be used for invented answers.",
        )
    drawn: set[str] = set()
    while len(drawn) < wanted:
        drawn.add("".join(secrets.choice(SIGNS) for _ in range(TOKEN_SIGNS)))
    hashes = tuple(sorted(_hash(scheme.digest, token) for token in drawn))  # in an order that reveals nothing
    shown = ("-".join(token[at : at + GROUP] for at in range(0, TOKEN_SIGNS, GROUP)) for token in drawn)
    return NewTokens(tuple(shown), hashes, scheme.digest)


def refuse_other_tokens(folder: Path) -> None:
    """Refuse a folder that holds tokens already: people may have them in their hands."""
    if folder.is_file():
        raise WriteError(f"{folder} is a file. Name a folder for the tokens.")
    if any((folder / name).exists() for name in (TOKENS_FILE, ISSUED_FILE)):
        raise WriteError(f"{folder} holds tokens already, and they may be in use. Choose another folder.")


@dataclass(frozen=True)
class IssuedTokens:
    """The tokens whose answers count. ``entry_of``: what the list has in the place of a token that somebody typed."""

    number_of: Mapping[str, int] = field(repr=False)
    entry_of: Callable[[object], str]
    n_short: int = 0  # tokens of a plain list that can be guessed

    @property
    def n_tokens(self) -> int:
        """How many there are."""
        return len(self.number_of)

    def numbers(self, table: Table, column: str) -> IntArray:
        """The position of every answer's token in the list; −1 if the token is missing or was not issued."""
        codes, values = table.codes(column)
        known = [self.number_of.get(self.entry_of(value), NOT_ISSUED) for value in values]
        numbers: IntArray = np.array([*known, NOT_ISSUED], dtype=np.int64)[codes]
        return numbers


def issued_tokens(given: Any, scheme: Scheme, column: str) -> IssuedTokens:
    """The list in issued.json or code-ids.json, or plain text in a table: its column ``column``, or its only one."""
    if isinstance(given, (str, Path)) and Path(given).suffix.lower() == ".json":
        return _hashed(Path(given), scheme)
    table = _plain_list(given)
    if column not in table.columns and len(table.columns) != 1:
        raise RolesError(
            f"{table.origin.name} is to hold the issued tokens, and none of its columns is called '{column}'.",
            column=column,
            hint="Rename the column with the tokens, or delete the others.",
        )
    name = column if column in table.columns else table.columns[0]
    codes, values = table.codes(name)
    number_of: dict[str, int] = {}
    alike = [number_of.setdefault(spelled_alike(value), len(number_of)) for value in values]
    of_row = np.array([*alike, NOT_ISSUED], dtype=np.int64)[codes]
    first = np.unique(of_row, return_index=True)[1]
    again = np.ones(table.n_records, dtype=np.bool_)
    again[first] = False
    again &= of_row != NOT_ISSUED
    if again.any():
        raise TableError(
            f"{table.origin.name} holds {found(int(again.sum()), 'token', 'tokens')} twice, the first in "
            f"{first_row(again, header=table.origin.has_header_row)}; capital letters and spaces make no "
            "difference. Every person needs a token of their own.",
            count=again.sum(),
        )
    n_short = sum(len(token) < GUESSED_BELOW for token in number_of)
    return IssuedTokens(number_of, spelled_alike, n_short)


def _plain_list(given: Any) -> Table:
    """The table of a plain list; its header shows what separates columns, and a single column needs nothing."""
    if isinstance(given, (str, Path)) and Path(given).is_file() and suffix_of(Path(given))[0] in TEXT_SUFFIXES:
        with Path(given).open(encoding="utf-8", errors="replace") as lines:
            header = lines.readline(LONGEST_HEADER)
        return table_of(given, delimiter=max(DELIMITERS, key=header.count))
    return table_of(given)


def spelled_alike(token: object) -> str:
    """A token as everybody means it: case, spaces, invisible signs and full-width letters make no difference."""
    text = unicodedata.normalize("NFKC", text_of(token)).casefold()
    seen = (sign for sign in unicodedata.normalize("NFKC", text) if not sign.isspace())
    return "".join(sign for sign in seen if unicodedata.category(sign) != "Cf")


def _hash(design: str, token: object) -> str:
    """SHA-256 of a token of ours, which is made of letters and figures only: hyphens make no difference either."""
    plain = "".join(sign for sign in spelled_alike(token) if sign.isalnum())
    return hashlib.sha256(f"{HASHED_AS}\n{design}\n{plain}".encode()).hexdigest()


def _hashed(path: Path, scheme: Scheme) -> IssuedTokens:
    other_file = (
        "Give the issued.json that shoal issue wrote for this survey, or the code-ids.json of shoal tokens codes."
    )
    try:
        content = parsed(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError):
        raise WrongUse(f"There is no list of issued tokens {path} that can be read. {other_file}") from None
    kind = content.get("what") if isinstance(content, dict) else None
    if kind == paper.WHAT:
        codes = RegisteredCodes.of(content, path.name)
        if codes.survey != digest_bytes(scheme.digest).hex():
            raise WrongUse(
                f"The codes in {path.name} were made for another survey or design than the one collected here. Codes "
                "that are collected with a design are made for it (shoal tokens codes names the design). Codes for a "
                "survey file are checked by the repository of that survey."
            )
        number_of = {each: number for number, each in enumerate(sorted(codes.ids))}
        return IssuedTokens(number_of, lambda typed: codes.id_of(text_of(typed)) or "")
    if kind != WHAT:
        raise WrongUse(f"{path.name} is not a list of issued tokens. {other_file}")
    if content.get("format") != FORMAT:
        raise WrongUse(f"{path.name} has another format number than {FORMAT}. Update Shoal.")
    if content.get("design") != scheme.digest:
        raise WrongUse(f"The tokens in {path.name} were issued for another design. {other_file}")
    hashes = content.get("hashes")
    sound = isinstance(hashes, list) and all(isinstance(each, str) and HASH.fullmatch(each) for each in hashes)
    if not sound or not hashes or len(set(hashes)) < len(hashes):
        raise WrongUse(f"{path.name} is damaged: its hashes are not all there, or not all different. {other_file}")
    return IssuedTokens({each: number for number, each in enumerate(hashes)}, partial(_hash, scheme.digest))
