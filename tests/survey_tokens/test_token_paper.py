"""Printed codes: cards for people, ids for the repository."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from token_toys import OTHER_SURVEY, SURVEY

from shoal.errors import WrongUse
from shoal.survey.tokens.codes import new_code, read_code
from shoal.survey.tokens.paper import PaperCodes, RegisteredCodes
from shoal.survey.tokens.secret import code_id, proof_of, secret_of_code


def test_cards_and_ids_fit_and_the_ids_hide_the_order(tmp_path: Path) -> None:
    paths = PaperCodes.made(50, SURVEY).write(tmp_path / "cards")
    codes = pl.read_csv(paths["codes.csv"])["code"].to_list()
    cards = paths["cards.txt"].read_text("utf-8")
    registered = json.loads(paths["code-ids.json"].read_text("utf-8"))
    assert [line.strip() for line in cards.splitlines() if "-" in line.strip("-")] == codes
    ids = [code_id(SURVEY, code) for code in codes]
    assert registered == {"what": "shoal survey codes", "format": 2, "survey": SURVEY, "ids": sorted(ids)}
    assert ids != sorted(ids)
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in paths.values())
    assert not any(read_code(code) in json.dumps(registered) for code in codes)


def test_ids_of_one_survey_are_of_no_use_in_another() -> None:
    made = PaperCodes.made(3, SURVEY)
    assert not set(made.ids) & {code_id(OTHER_SURVEY, code) for code in made.codes}


def test_the_repository_reads_the_list(tmp_path: Path) -> None:
    made = PaperCodes.made(3, SURVEY)
    listed = RegisteredCodes.load(made.write(tmp_path)["code-ids.json"])
    assert (listed.survey, listed.ids) == (SURVEY, frozenset(made.ids))
    code = made.codes[0]
    assert listed.id_of(code.lower()) == code_id(SURVEY, code)
    for typed in (code[:-1], "", new_code()):
        assert listed.id_of(typed) is None
    (tmp_path / "other.json").write_text('{"what": "shoal issued tokens"}')
    for name in ("none.json", "other.json"):
        with pytest.raises(WrongUse, match="list of codes"):
            RegisteredCodes.load(tmp_path / name)


@pytest.mark.parametrize("text", ["[", "[" * 100_000, "[" * 100 + "]" * 100, '{"ids": NaN}', "\xff", ""])
def test_a_list_that_is_damaged_is_refused_in_words(tmp_path: Path, text: str) -> None:
    """Story: brackets without end ended in a RecursionError."""
    path = tmp_path / "code-ids.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(WrongUse, match=r"code-ids\.json"):
        RegisteredCodes.load(path)


def test_a_list_of_format_1_is_refused_in_words(tmp_path: Path) -> None:
    path = PaperCodes.made(3, SURVEY).write(tmp_path)["code-ids.json"]
    path.write_text(path.read_text("utf-8").replace('"format": 2', '"format": 1'), encoding="utf-8")
    with pytest.raises(WrongUse, match="Use the Shoal that made it"):
        RegisteredCodes.load(path)


def test_an_id_is_two_steps_away_from_what_answers_with_it() -> None:
    """The repository sees the proof, and others the id. Neither is the secret that has to be in the envelope."""
    code = new_code()
    secret, named = secret_of_code(SURVEY, code), bytes.fromhex(code_id(SURVEY, code))
    assert len({secret, proof_of(secret), named}) == 3
    assert secret != secret_of_code(OTHER_SURVEY, code)


def test_codes_in_use_are_not_replaced(tmp_path: Path) -> None:
    PaperCodes.made(2, SURVEY).write(tmp_path)
    with pytest.raises(OSError, match="holds codes already"):
        PaperCodes.made(2, SURVEY).write(tmp_path)


@pytest.mark.parametrize("n_codes", [0, -1, 10_000_001, True, 1.5])
def test_a_number_of_codes_that_is_none_is_refused(n_codes: object) -> None:
    with pytest.raises(WrongUse, match="n_codes"):
        PaperCodes.made(n_codes, SURVEY)  # type: ignore[arg-type]
