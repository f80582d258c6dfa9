"""From a model to releases: columns and roles, tables that are counted, files, and what they disclose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import shoal
from shoal import Quantizer, Raster
from shoal.errors import PromiseNotKept, ShoalError, WrongUse
from shoal.guarantee.equal_cells import equal_cells

INCOME = stats.lognorm(s=0.5, scale=30_000)
AGE = stats.norm(45, 15)
K = 10
ROLES = """
[columns.name]
role = "identifying"
[columns.age]
role = "quasi_identifying"
type = "integer"
[columns.income]
role = "quasi_identifying"
rounding = -2
[columns.diagnosis]
role = "confidential"
[columns.remark]
role = "confidential"
unjudged = true
"""


def people(n_records: int, seed: int) -> pl.DataFrame:
    """A table of the very population of the model."""
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "diagnosis": rng.choice(["a", "b"], n_records),
            "income": INCOME.rvs(n_records, random_state=rng).round(2),
            "age": np.rint(AGE.rvs(n_records, random_state=rng)).astype(int),
            "name": [f"person {row}" for row in range(n_records)],
        }
    )


def designed(**more: Any) -> Quantizer:
    usual: dict[str, Any] = {
        "columns": ["age", "income"],
        "types": {"age": "integer"},
        "rounding": {"income": -2},
        "cells": 40,
        "samples": 20_000,
        "seed": 1,
        "k": K,
    }
    return Quantizer.fit([AGE, INCOME], **{**usual, **more})


def roles_file(folder: Path, text: str = ROLES) -> Path:
    path = folder / "roles.toml"
    path.write_text(text, encoding="utf-8")
    return path


# --- design once, apply to many tables, count each


def test_one_design_for_two_years_each_counted(tmp_path: Path) -> None:
    designed().save(tmp_path / "model.shoalq")
    quantizer = Quantizer.load(tmp_path / "model.shoalq")
    for year in (1, 2):
        table = people(1_500, seed=year)
        applied = quantizer.release(table, identifiers=["name"], confidential=["diagnosis"], withhold=True)
        released = applied.table
        assert released.columns == ["diagnosis", "income", "age"]
        classes = released.group_by("age", "income").len()["len"]
        assert classes.min() >= K
        assert released.height == 1_500 - applied.n_withheld
        assert released["age"].dtype.is_integer()
        assert (released["income"] % 100 == 0).all()


def test_a_table_in_which_a_cell_is_small_is_refused() -> None:
    with pytest.raises(PromiseNotKept, match="would get fewer than k = 10"):
        designed().release(people(300, seed=1), identifiers=["name"], confidential=["diagnosis"])


def test_as_many_cells_fail_as_the_number_of_cells_was_chosen_for() -> None:
    n_records, failure = 2_000, 0.02
    n_cells = shoal.most_cells(K, n_records, failure)
    expected = equal_cells(n_cells, K, n_records)
    quantizer = designed(cells=n_cells, types={}, samples=50_000)
    failed, withheld = 0.0, 0.0
    n_tables = 100
    for seed in range(n_tables):
        counts = np.bincount(quantizer.assign(people(n_records, seed)), minlength=n_cells)
        failed += float(np.mean((counts > 0) & (counts < K))) / n_tables
        withheld += float(counts[counts < K].sum()) / n_records / n_tables
    # 100 tables of 100 cells each: the standard error of the failure is 0.14/√10,000 = 0.0014
    assert failed == pytest.approx(expected.cell_failure, abs=0.006)
    assert withheld == pytest.approx(expected.share_withheld, abs=0.005)


def test_the_drift_of_another_population_is_told() -> None:
    quantizer = designed(cells=20)
    table = people(2_000, seed=1)
    usual = {"identifiers": ["name"], "confidential": ["diagnosis"], "withhold": True}
    assert not quantizer.release(table, **usual).warnings
    thousands = table.with_columns(income=pl.col("income") / 1_000)
    assert "another population" in " ".join(quantizer.release(thousands, **usual).warnings)


# --- columns and roles


def test_roles_of_columns_that_only_later_tables_have(tmp_path: Path) -> None:
    quantizer = designed(roles=roles_file(tmp_path), types=None, rounding=None)
    table = people(2_000, seed=3).with_columns(remark=pl.lit("none"))
    applied = quantizer.release(table, withhold=True)
    assert "name" not in applied.table.columns
    assert applied.table["age"].dtype.is_integer()
    assert {column.name: str(column.role) for column in quantizer.intake.columns} == {  # type: ignore[union-attr]
        "age": "quasi_identifying",
        "income": "quasi_identifying",
        "name": "identifying",
        "diagnosis": "confidential",
    }  # and nothing about the remark, whose role nobody has judged
    quantizer.save(tmp_path / "model.json")
    assert Quantizer.load(tmp_path / "model.json").digest == quantizer.digest


def test_a_function_may_draw_tables(tmp_path: Path) -> None:
    quantizer = Quantizer.fit(
        lambda n, rng: people(n, int(rng.integers(1_000))),
        roles=roles_file(tmp_path),
        cells=10,
        samples=2_000,
        seed=0,
        k=K,
    )
    assert (np.bincount(quantizer.assign(people(2_000, seed=9))) > 100).all()
    assert not quantizer.origin.drawn  # the function may well draw records of people


def test_numbers_of_a_model_are_released_with_few_digits() -> None:
    quantizer = Quantizer.fit(
        [AGE, stats.uniform(0, 0.001), stats.norm(0, 1e7), stats.poisson(4)],
        columns=["age", "share", "wealth", "visits"],
        cells=8,
        samples=2_000,
        seed=0,
    )
    assert quantizer.encoding is not None
    # A ten-thousandth of the deviation: 15 → 0.0015, 0.00029 → 2.9e-8, 1e7 → 1000; whole numbers stay whole.
    assert [attribute.decimals for attribute in quantizer.encoding.attributes] == [3, 8, 0, 0]  # type: ignore[attr-defined]
    assert [attribute.integer for attribute in quantizer.encoding.attributes] == [False, False, False, True]  # type: ignore[attr-defined]


def test_a_raster_of_residents_for_positions() -> None:
    weights = np.random.default_rng(0).integers(0, 9, (30, 20))
    quantizer = Quantizer.fit(
        Raster(weights, [(8.0, 9.0), (47.0, 47.5)]),
        columns=["lon", "lat"],
        types={"lon": "longitude", "lat": "latitude"},
        cells=12,
        samples=6_000,
        seed=0,
        k=K,
    )
    rng = np.random.default_rng(1)
    pixel = rng.choice(600, 4_000, p=weights.ravel() / weights.sum())
    homes = pl.DataFrame(
        {"lat": 47 + (pixel % 20 + rng.random(4_000)) / 40, "lon": 8 + (pixel // 20 + rng.random(4_000)) / 30}
    )
    counts = np.bincount(quantizer.assign(homes), minlength=12)
    assert np.abs(counts / 4_000 - 1 / 12).max() < 4 * np.sqrt(1 / 12 / 4_000)
    assert quantizer.discloses == ()


# --- tables of samples


def test_a_table_of_samples_and_its_twin_as_an_array() -> None:
    table = people(400, seed=1)
    of_table = Quantizer.fit(table, columns=["age", "income"], cells=8, seed=0, k=K)
    of_pandas = Quantizer.fit(table.to_pandas(), columns=["age", "income"], cells=8, seed=0, k=K)
    assert of_table.digest == of_pandas.digest
    of_array = Quantizer.fit(table.select("age", "income").to_numpy(), columns=["age", "income"], cells=8, seed=0, k=K)
    np.testing.assert_array_equal(of_table.assign(table), of_array.assign(table))
    assert of_table.sizes.tolist() == [50] * 8


def test_the_weight_of_a_sample_is_how_much_of_the_population_it_is() -> None:
    # Four places with 10, 20, 30 and 40 residents, and one with none: two cells of 50 are {40, 10} and {20, 30}.
    places = pl.DataFrame({"x": [0.0, 10.0, 11.0, 1.0, 99.0], "residents": [10, 20, 30, 40, 0]})
    quantizer = Quantizer.fit(places, columns="x", weight="residents", cells=2, samples=1_000, seed=0)
    cells = quantizer.assign(places)
    assert cells[0] == cells[3] != cells[1] == cells[2]
    assert quantizer.sizes.tolist() == [500, 500]
    assert [column.name for column in quantizer.intake.columns] == ["x"]  # type: ignore[union-attr]
    assert quantizer.encoding is not None
    released = {round(float(value), 3) for value in quantizer.encoding.decode(quantizer.centroids)["x"]}
    assert released == {1.0, 11.0}  # means 0.8 and 10.6, with the decimals of the column: none


def test_records_with_a_missing_value(tmp_path: Path) -> None:
    table = people(400, seed=1).with_columns(age=pl.when(pl.col("income") > 60_000).then(None).otherwise(pl.col("age")))
    with pytest.raises(WrongUse, match="missing"):
        Quantizer.fit(table, columns=["age", "income"], cells=4, seed=0)
    dropping = Quantizer.fit(table, columns=["age", "income"], missing="drop", cells=4, seed=0)
    assert (dropping.assign(table) == -1).sum() == table["age"].null_count()
    with pytest.raises(WrongUse, match=r"own-cell.*complete records only"):
        Quantizer.fit(table, columns=["age", "income"], missing="own-cell", cells=4, seed=0)


# --- what is disclosed


def test_samples_of_a_model_are_no_records(tmp_path: Path) -> None:
    quantizer = designed()
    assert quantizer.origin.drawn
    assert quantizer.discloses == ()
    for name in ("model.json", "model.shoalq"):
        quantizer.save(tmp_path / name)
        assert Quantizer.load(tmp_path / name).origin == quantizer.origin
        assert Quantizer.inspect(tmp_path / name)["origin"]["drawn"] is True
    assert "20000 samples of a model" in shoal.verify(tmp_path / "model.json").to_text()
    told = shoal.verify(tmp_path / "model.json", people(4_000, seed=1))
    assert told.ok
    assert "promise nothing for single tables" in told.to_text()


def test_a_quantizer_from_records_says_nothing_new(tmp_path: Path) -> None:
    """Files of earlier versions have no such entries, and keep their digest."""
    Quantizer.fit(np.random.default_rng(0).random((100, 2)), cells=5, seed=0).save(tmp_path / "q.json")
    assert set(Quantizer.inspect(tmp_path / "q.json")["origin"]) == {
        *("method", "seed", "shoal", "n_records", "forced_apart", "table_bytes")
    }


def test_rare_categories_of_samples_are_disclosed(tmp_path: Path) -> None:
    table = people(200, seed=0).with_columns(job=pl.Series(["smith"] * 197 + ["king", "king", "pope"]))
    quantizer = Quantizer.fit(table, columns=["age", "job"], cells=4, seed=0, k=3)
    assert "lists 2 categories that fewer than k = 3" in " ".join(quantizer.discloses)
    with pytest.raises(WrongUse, match="Nothing was written"):
        quantizer.save(tmp_path / "q.json")
    assert not (tmp_path / "q.json").exists()


def test_a_sample_with_a_large_weight_is_disclosed(tmp_path: Path) -> None:
    """Story: one record that was drawn 500 times for its weight filled a cell, whose centroid was the record."""
    values, mass = np.arange(60.0), np.array([600.0] + [10.0] * 59)
    table = pl.DataFrame({"x": values, "mass": mass})
    quantizer = Quantizer.fit(table, columns="x", weight="mass", cells=2, samples=1_000, seed=0, k=3)
    assert quantizer.origin.thin_cells == 1
    assert "1 cell was designed on fewer than k = 3 different samples" in " ".join(quantizer.discloses)
    with pytest.raises(WrongUse, match="fewer cells"):
        quantizer.save(tmp_path / "q.json")
    quantizer.save(tmp_path / "q.json", disclose=True)
    again = Quantizer.load(tmp_path / "q.json")
    assert (again.digest, again.discloses) == (quantizer.digest, quantizer.discloses)


def test_a_sample_that_is_heavier_than_a_cell_is_refused() -> None:
    """Points are not drawn again for their weight, so a cell would hold the heavy sample alone."""
    values, mass = np.arange(60.0).reshape(-1, 1), np.array([600.0] + [10.0] * 59)
    with pytest.raises(ShoalError, match="larger mass than the smallest cell"):
        Quantizer.fit(values, weights=mass, cell_weights=mass, cells=2, seed=0, k=3)


# --- weights of points


def test_the_same_weights_in_both_go_with_columns() -> None:
    def mass(points: np.ndarray) -> np.ndarray:
        return 0.5 + points[:, 0]

    quantizer = Quantizer.fit(
        stats.uniform(), columns="x", cells=2, samples=20_000, seed=0, weights=mass, cell_weights=mass
    )
    # Under the density ½ + x the median b solves ½b + ½b² = ½, the golden section.
    fresh = pl.DataFrame({"x": np.linspace(0.0005, 0.9995, 1_000)})
    border = np.flatnonzero(np.diff(quantizer.assign(fresh)))
    assert fresh["x"][int(border[0])] == pytest.approx((np.sqrt(5) - 1) / 2, abs=0.005)


# --- wrong input


POINTS = np.random.default_rng(0).random((100, 2))
NAMED = {"columns": ["age", "income"]}
GRID = pl.DataFrame({"x": [0.0, 1.0, 2.0, 3.0], "n": [0, 0, 0, 0]})
STRATA = ROLES.replace('"confidential"\n[columns.remark]', '"stratum"\n[columns.remark]')


def of_points(**more: Any) -> dict[str, Any]:
    return {"source": POINTS, **more}


def of_people(**more: Any) -> dict[str, Any]:
    return {"source": people(100, seed=0), **more}


def of_grid(weights: list[Any]) -> dict[str, Any]:
    return {"source": GRID.with_columns(n=pl.Series(weights)), "columns": "x", "weight": "n"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (of_people(), "samples are a table.*Name its quasi-identifiers with columns"),
        (of_people(columns=["age", "incme"]), r"\(columns\).*Did you mean 'income'"),
        (of_points(columns="age"), "name each of the 2 coordinates"),
        (of_points(columns=["age", "age"]), "found 1 different"),
        (of_points(columns=["age", 3]), "name each of the 2"),
        (of_points(types={"age": "numeric"}), "name each of the 2"),
        (of_points(**NAMED, types={"x": "numeric"}), "is not in the table"),
        (of_points(**NAMED, types={"age": "latitude"}), "longitude"),
        (of_points(**NAMED, weight="age"), "names a column of a table"),
        (of_people(**NAMED, weights=np.ones(100)), "samples are a table"),
        (of_points(**NAMED, weights=np.arange(1.0, 101)), "differ, so the cell of a record"),
        (of_points(samples=50), "all samples that were given are used"),
        (of_people(**NAMED, samples=50), "all samples that were given are used"),
        (of_points(**NAMED, roles=ROLES, types={"age": "numeric"}), "types beside it"),
        (of_people(columns=["age"], roles=ROLES), "columns beside it"),
        (of_points(roles=ROLES), "name each of the 2"),
        (of_points(columns=["age", "x"], roles=ROLES), "'income' is not in the table"),
        (
            {"source": np.c_[POINTS, POINTS[:, 0]], "columns": ["age", "income", "x"], "roles": ROLES},
            "does not make 'x' quasi-identifying",
        ),
        (of_people(roles=STRATA), "'diagnosis' would divide the cells into strata"),
        (of_grid([0, 0, 0, 0]), "all 0"),
        (of_grid([1, -1, 1, 1]), "at least 0; 1 of 4"),
        (of_grid([1, None, 1, 1]), "at least 0; 1 of 4"),
        (of_grid(list("abcd")), "not numbers"),
        ({"source": np.full((50, 2), np.nan), **NAMED}, "NaN"),
        (of_points(**NAMED, k=101), "no cell can reach k"),
        ({"source": np.empty((0, 2)), **NAMED}, "no cell can reach k"),
        ({"source": people(100, seed=0).head(0), **NAMED}, "holds 0 records"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str, tmp_path: Path) -> None:
    file = {"roles": roles_file(tmp_path, arguments["roles"])} if "roles" in arguments else {}
    with pytest.raises(ShoalError, match=words):
        Quantizer.fit(**{"cells": 2, "seed": 0, **arguments, **file})
