"""Values of cells lose the digits that mean nothing, and no cell is lost."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.survey.collection.rounded_cells import rounded_cells


def test_means_are_not_published_to_eleven_decimals() -> None:
    """Story: a release had incomes such as 2987.33333333333, which says how many people were averaged."""
    values = np.random.default_rng(3).normal(3000.0, 700.0, 40) / 3.0
    frame = pl.DataFrame({"income": values, "age": list(range(40)), "share": values / 1e6, "stratum": values})
    rounded = rounded_cells(frame, ["income", "age", "share"])
    assert max(len(str(value).partition(".")[2]) for value in rounded["income"]) <= 1
    assert np.abs(rounded["income"].to_numpy() - values).max() <= 0.0005 * values.std()
    assert np.abs(rounded["share"].to_numpy() - values / 1e6).max() <= 0.0005 * values.std() / 1e6
    assert rounded["stratum"].to_list() == values.tolist() and rounded["age"].to_list() == list(range(40))


def test_no_two_cells_become_one() -> None:
    frame = pl.DataFrame({"x": [0.0, 1.00001, 1.00002, 1000.0, None, float("nan")]})
    rounded = rounded_cells(frame, ["x"])
    assert rounded.n_unique() == frame.n_unique() and rounded["x"][1] == 1.00001


def test_a_constant_stays_as_it_is() -> None:
    frame = pl.DataFrame({"x": [0.123456789, 0.123456789], "y": [1, 2]})
    assert rounded_cells(frame, ["x", "y"]).equals(frame)
