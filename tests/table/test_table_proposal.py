"""What shoal roles proposes for columns that are easily mistaken."""

from __future__ import annotations

import tomllib

import numpy as np
import polars as pl

from shoal.table import propose_roles, table_of

N = 60


def comments_of(proposal: str, column: str) -> str:
    """The comment lines above a column."""
    lines = proposal.splitlines()
    end = lines.index(f"[columns.{column}]")
    start = max((place for place in range(end) if not lines[place].startswith("#")), default=-1)
    return " ".join(line.removeprefix("# ") for line in lines[start + 1 : end])


def test_whole_numbers_that_are_codes_are_nominal() -> None:
    rows = np.arange(N)
    frame = pl.DataFrame(
        {"postcode": 8000 + rows % 6, "zip_code": 100 + rows % 4, "job_code": rows % 3, "age": rows % 9}
    )
    columns = tomllib.loads(propose_roles(table_of(frame)))["columns"]
    assert [columns[name]["type"] for name in frame.columns] == ["nominal", "nominal", "nominal", "integer"]


def test_numbers_with_a_few_words_are_described_as_such() -> None:
    ages = [str(20 + row % 7) for row in range(N - 2)] + ["secretword", "secretword"]
    figures = [str(row % 5) for row in range(N - 1)] + ["secretword"]
    proposal = propose_roles(table_of(pl.DataFrame({"age": ages, "mystery": figures})))
    assert tomllib.loads(proposal)["columns"]["age"] == {"role": "quasi_identifying", "type": "numeric"}
    assert "Numbers, except for 2 values, the first in row 59" in comments_of(proposal, "age")
    assert "numbers, except for 1 value" in comments_of(proposal, "mystery")
    assert "secretword" not in proposal


def test_numbers_with_separators_get_no_type() -> None:
    frame = pl.DataFrame({"income": [f"{10 + row % 7}.345,00" for row in range(N)]})
    proposal = propose_roles(table_of(frame))
    assert tomllib.loads(proposal)["columns"]["income"] == {"role": "quasi_identifying"}
    assert "separators between thousands" in comments_of(proposal, "income")


def test_a_column_that_tells_another_is_said_to() -> None:
    rows = np.arange(N)
    frame = pl.DataFrame(
        {
            "birth_date": pl.Series(rows * 100, dtype=pl.Int32).cast(pl.Date),
            "age": 50 - rows // 4,
            "town": [("x", "y")[row % 2] for row in rows],
            "postcode": rows % 4,  # the even ones are in x
            "score": rows % 4 + 10,
        }
    )
    proposal = propose_roles(table_of(frame))
    assert "birth_date determines age: keep one of them" in comments_of(proposal, "birth_date")
    assert "postcode determines town: keep one of them" in comments_of(proposal, "postcode")
    assert "tells" not in comments_of(proposal, "town")
    assert "score determines town: published as it is" in comments_of(proposal, "score")


def test_strange_column_names_stay_inside_their_comment() -> None:
    rows = np.arange(N)
    strange = "town\n[columns.evil]\x7f"
    frame = pl.DataFrame({strange: [("x", "y")[row % 2] for row in rows], "postcode": rows % 4})
    columns = tomllib.loads(propose_roles(table_of(frame)))["columns"]
    assert set(columns) == {strange, "postcode"}
