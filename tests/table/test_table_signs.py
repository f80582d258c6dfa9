"""Numbers that carry a sign (89%, $5, 12,50 €) are numbers, and are written with their sign again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import TableError
from shoal.table.files.text_types import spelled
from shoal.table.files.text_typing import typed
from shoal.table.files.writing import write_table
from shoal.table.frames.table import ColumnKind
from shoal.table.roles.checks import looks_measured, refuse_stray_text
from shoal.table.roles.proposal import propose_roles
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of


@pytest.mark.parametrize(
    ("texts", "free", "values", "again"),
    [
        (["89%", "5%", ""], False, [89, 5, None], ["89%", "5%", ""]),
        (["89 %", "5.5 %", "NA"], False, [89, 5.5, None], ["89.0 %", "5.5 %", ""]),
        (["€ 12.50", "€ 3"], False, [12.5, 3], ["€ 12.5", "€ 3.0"]),
        (["12,50 €", "3,1 €"], True, [12.5, 3.1], ["12,5 €", "3,1 €"]),
        (["-$5", "$7"], False, [-5, 7], ["-$5", "$7"]),
        (["£5", "£7"], False, [5, 7], ["£5", "£7"]),
        (["3‰", "4‰"], False, [3, 4], ["3‰", "4‰"]),
    ],
)
def test_sign_is_read_and_written_again(texts: list[str], free: bool, values: list[float], again: list[str]) -> None:
    column, form = typed(pl.Series(texts), comma_is_free=free)
    assert column.to_list() == values
    assert spelled(column, form).to_list() == again


@pytest.mark.parametrize("texts", ["5$ 5€", "89% 0", "C50 C61", "%5 5%", "$$5 $4", "% 5%", "5kg 6kg", "1,234€ 5€"])
def test_what_is_no_such_number_stays_text(texts: str) -> None:
    assert typed(pl.Series(texts.split()), comma_is_free=False)[0].dtype == pl.String


def people(folder: Path, shares: list[str], separator: str = ",") -> Path:
    path = folder / "people.csv"
    rows = [separator.join([str(20 + row), share, "a"]) for row, share in enumerate(shares)]
    path.write_text("\n".join([separator.join(["age", "share", "note"]), *rows]) + "\n", encoding="utf-8")
    return path


def test_percentages_are_released_as_percentages(tmp_path: Path) -> None:
    """As categories they were released with a loss of 119.93 %."""
    path = people(tmp_path, [f"{50 + row}%" for row in range(12)])
    release = shoal.anonymize(
        path, k=3, quasi_identifiers=["age", "share"], insensitive=["note"], method="mdav", seed=1
    )
    assert release.report.facts["loss"]["overall"] < 0.2
    release.write(tmp_path / "release.csv")
    written = [line.split(",")[1] for line in (tmp_path / "release.csv").read_text().splitlines()[1:]]
    assert all(text.endswith("%") for text in written)
    assert np.mean([float(text[:-1]) for text in written]) == pytest.approx(55.5, abs=1)


def test_column_that_nobody_changes_keeps_its_spelling(tmp_path: Path) -> None:
    path = people(tmp_path, ["50%", "50.50 %", "7 %"])
    table = table_of(path)
    assert table.kind("share") == ColumnKind.NUMBER
    write_table(table, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("values", "measured"),
    [
        (["89%", "5%", "7"], True),  # some without it
        (["$5", "€6", "7"], True),
        (["72 kg", "80 kg"], True),
        (["180cm", "175cm"], True),
        (["72 kg", "160 lb"], False),
        (["C50", "C61"], False),
        (["12a", "14b"], False),
        (["first", "second"], False),
        (["5", "6"], False),
    ],
)
def test_numbers_with_signs_or_units_among_texts_are_refused(values: list[str], measured: bool) -> None:
    table = table_of(pl.DataFrame({"x": values * 4}))
    assert looks_measured(table, "x") is measured
    if measured:
        with pytest.raises(TableError, match="with a sign or a unit"):
            refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="x"))
        refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="x", types={"x": "nominal"}))


def test_the_proposal_says_that_some_numbers_carry_a_sign() -> None:
    """Story: a share with a per cent sign on most rows was proposed as identifying, without a word about the signs."""
    shares = [f"{row / 2}" + ("" if row % 9 == 0 else " %") for row in range(200)]
    frame = pl.DataFrame({"quota": shares, "town": ["x", "y"] * 100, "mass": [f"{row % 30} kg" for row in range(200)]})
    table = table_of(frame)
    proposal = propose_roles(table)
    why, _, rest = proposal.partition("[columns.quota]")
    assert rest.startswith('\nrole = "identifying"')
    assert "with a sign or a unit" in " ".join(why.replace("# ", "").split())
    mass = tomllib.loads(proposal)["columns"]["mass"]
    assert "type" not in mass  # it is no code: a release is refused until the numbers are plain
    assert proposal.count("with a sign or a unit") == 2


def test_new_records_are_read_with_their_sign(tmp_path: Path) -> None:
    path = people(tmp_path, [f"{50 + row}%" for row in range(12)])
    release = shoal.anonymize(
        path, k=3, quasi_identifiers=["age", "share"], insensitive=["note"], method="mdav", seed=1
    )
    expected = release.quantizer.assign(path)
    bare = people(tmp_path, [f"{50 + row}" for row in range(12)])
    assert release.quantizer.assign(bare).tolist() == expected.tolist()
    mixed = people(tmp_path, [f"{50 + row}" + ("%" if row % 2 else "") for row in range(12)])
    with pytest.raises(TableError, match="writes some numbers with a sign"):
        release.quantizer.assign(mixed)
