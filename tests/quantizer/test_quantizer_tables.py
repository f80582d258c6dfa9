"""Tables: columns by name, strata and missing values, categories and moments, and what is refused in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from quantizer_toys import SECRETS, people, release

import shoal
from shoal.errors import MissingValuesError, RolesError, TableError

TAXONOMY = "value,parent\ncat,mammal\ndog,mammal\nperch,fish\npike,fish\nmammal,animal\nfish,animal\n"
NEWER = TAXONOMY + "corgi,dog\nminnow,fish\n"


def test_release_has_the_quantizer_of_its_own_cells() -> None:
    made = release()
    assert made.quantizer is made.quantizer
    assert made.quantizer.assign(people()).tolist() == made.partition.cell_of.tolist()
    assert made.quantizer.origin.seed == 1
    assert made.quantizer.origin.method == "mdav"
    assert made.quantizer.guarantee.k == 5


def test_columns_are_matched_by_name_in_any_order_and_container() -> None:
    made = release()
    table = people().with_columns(extra=pl.lit(1))
    for other in (
        table.select(table.columns[::-1]),
        table.to_pandas(),
        table.to_arrow(),
        table.drop("name", "illness"),
    ):
        assert made.quantizer.assign(other).tolist() == made.partition.cell_of.tolist()


def test_missing_columns_are_named() -> None:
    quantizer = release().quantizer
    with pytest.raises(TableError, match="'age' is not in"):
        quantizer.assign(people().drop("age"))
    with pytest.raises(TableError, match=r"lacks 2 of the 3 columns.*'age', 'sex'"):
        quantizer.assign(people().drop("age", "sex"))


def test_values_that_the_encoding_has_no_place_for_are_counted_not_shown() -> None:
    quantizer = release().quantizer
    table = people()
    for changed, words in (
        (table.with_columns(sex=pl.Series(["grault", *table["sex"][1:]])), "'sex' .* 1 value .*row 1.* not fitted to"),
        (table.with_columns(age=pl.Series(["grault", *map(str, table["age"][1:])])), "'age' .* not a number"),
        (table.with_columns(age=pl.Series([None, *table["age"][1:]])), "'age' .* missing in 1 record"),
        (table.with_columns(age=pl.Series([date(2020, 1, 1)] * len(table))), "'age' .* holds dates"),
    ):
        with pytest.raises(TableError, match=words) as refusal:
            quantizer.assign(changed)
        assert not any(secret in str(refusal.value) for secret in SECRETS)


def test_strata_have_cells_of_their_own_and_new_ones_are_refused() -> None:
    table = people()
    made = release(table, by="region")
    quantizer = made.quantizer
    assert [block.key.stratum for block in quantizer.blocks] == [("north",), ("south",)]
    assert quantizer.assign(table).tolist() == made.partition.cell_of.tolist()
    moved = table.with_columns(region=pl.Series(["grault"] * 3 + table["region"][3:].to_list()))
    with pytest.raises(
        TableError, match=r"3 records .* stratum of 'region' for which no cells were designed"
    ) as refusal:
        quantizer.assign(moved)
    assert "grault" not in str(refusal.value)
    with pytest.raises(MissingValuesError, match="Stratum column 'region'"):
        quantizer.assign(table.with_columns(region=pl.Series([None, *table["region"][1:]])))


def gapped() -> pl.DataFrame:
    table = people(120)
    age = [None if row % 6 == 0 else value for row, value in enumerate(table["age"])]
    income = [None if row in (1, 2, 3, 5, 7) else value for row, value in enumerate(table["income"])]
    return table.with_columns(age=pl.Series(age), income=pl.Series(income))


def test_missing_values_go_the_way_they_went_in_design() -> None:
    table = gapped()
    made = release(table, missing="own-cell")
    quantizer = made.quantizer
    assert quantizer.assign(table).tolist() == made.partition.cell_of.tolist()
    assert {block.key.void for block in quantizer.blocks} == {(), ("age",), ("income",)}
    strange = table.with_columns(sex=pl.Series([None, *table["sex"][1:]]))
    with pytest.raises(TableError, match=r"1 record .* set of quasi-identifiers for which no cells were designed"):
        quantizer.assign(strange)
    dropped = release(table, missing="drop")
    again = dropped.quantizer.assign(table)
    assert again.tolist() == dropped.partition.cell_of.tolist()
    assert (again < 0).sum() == 25


def test_pooled_records_are_released_with_nothing_and_take_in_unusual_ones() -> None:
    table = gapped().with_columns(sex=pl.Series([None if row == 6 else v for row, v in enumerate(gapped()["sex"])]))
    income = [None if row in (1, 2, 3, 5) else value for row, value in enumerate(people(120)["income"])]
    table = table.with_columns(income=pl.Series(income))
    made = release(table, missing="own-cell")
    quantizer = made.quantizer
    assert ("age", "income", "sex") in {block.key.void for block in quantizer.blocks}
    assert quantizer.assign(table).tolist() == made.partition.cell_of.tolist()
    unusual = table.with_columns(sex=pl.Series([None, *table["sex"][1:]]))
    cells = quantizer.assign(unusual)
    assert cells[0] == cells[6]


def test_complete_records_are_pooled_too_when_they_are_the_few() -> None:
    table = people(60)
    age = [value if row < 30 else None for row, value in enumerate(table["age"])]
    income = [value if row < 6 or row >= 30 else None for row, value in enumerate(table["income"])]
    sex = [value if row not in (4, 5) else None for row, value in enumerate(table["sex"])]
    table = table.with_columns(age=pl.Series(age), income=pl.Series(income), sex=pl.Series(sex))
    made = release(table, missing="own-cell")
    assert made.quantizer.assign(table).tolist() == made.partition.cell_of.tolist()
    assert len(set(made.partition.cell_of[:6].tolist())) == 1


def test_cells_designed_with_weights_ask_for_the_weights(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    table = pl.DataFrame({"x": rng.normal(size=120), "y": rng.normal(size=120), "mass": rng.integers(1, 5, 120)})
    made = shoal.anonymize(table, k=10, quasi_identifiers=["x", "y"], weight="mass", method="pcl", seed=1)
    quantizer = made.quantizer
    assert quantizer.kind == "weighted power"
    assert quantizer.discloses == ()
    quantizer.save(tmp_path / "q.json")
    for model in (quantizer, shoal.Quantizer.load(tmp_path / "q.json")):
        assert model.assign(table).tolist() == made.partition.cell_of.tolist()
        with pytest.raises(TableError, match="'mass' is not in"):
            model.assign(table.drop("mass"))
        with pytest.raises(TableError, match=r"'mass' .* zero or negative"):
            model.assign(table.with_columns(mass=pl.lit(0)))
    table.write_csv(tmp_path / "t.csv")
    assert shoal.verify(quantizer, tmp_path / "t.csv").facts["counts_as_designed"]


def with_taxonomy(folder: Path) -> tuple[pl.DataFrame, Any]:
    path = folder / "animals.csv"
    path.write_text(TAXONOMY, encoding="utf-8")
    rng = np.random.default_rng(0)
    table = pl.DataFrame({"pet": rng.choice(["cat", "dog", "perch"], 60), "age": rng.integers(1, 20, 60)})
    given = {"quasi_identifiers": ["pet", "age"], "taxonomies": {"pet": path}, "method": "mdav", "seed": 1}
    return table, shoal.anonymize(table, k=4, **given)


def test_a_category_that_only_a_newer_taxonomy_knows_counts_as_its_nearest_ancestor(tmp_path: Path) -> None:
    table, made = with_taxonomy(tmp_path)
    quantizer = made.quantizer
    dogs = table.with_columns(pet=pl.lit("dog"))
    corgis = table.with_columns(pet=pl.lit("corgi"))
    quantizer.assign(table.with_columns(pet=pl.lit("pike")))  # in the taxonomy, though nobody had one
    with pytest.raises(TableError, match=r"'pet' .* outside its taxonomy") as refusal:
        quantizer.assign(corgis)
    assert "corgi" not in str(refusal.value)
    newer = tmp_path / "newer.csv"
    newer.write_text(NEWER, encoding="utf-8")
    extended = quantizer.with_taxonomies({"pet": newer})
    assert extended.assign(corgis).tolist() == quantizer.assign(dogs).tolist()
    assert extended.assign(table).tolist() == quantizer.assign(table).tolist()
    newer.write_text(NEWER.replace("cat,mammal", "cat,fish"), encoding="utf-8")
    with pytest.raises(RolesError, match="puts 1 values elsewhere"):
        quantizer.with_taxonomies({"pet": newer})
    with pytest.raises(RolesError, match="'age' has no taxonomy"):
        quantizer.with_taxonomies({"age": newer})


def test_branches_of_a_taxonomy_that_few_records_use_are_disclosed(tmp_path: Path) -> None:
    path = tmp_path / "animals.csv"
    path.write_text(TAXONOMY, encoding="utf-8")
    table = pl.DataFrame({"pet": ["cat"] * 30 + ["dog"] * 29 + ["perch"], "age": list(range(60))})
    made = shoal.anonymize(table, k=4, quasi_identifiers=["pet", "age"], taxonomies={"pet": path}, method="mdav")
    assert made.quantizer.rare == {"pet": 3}  # fish, perch, and mammal, which all but one lie below


def test_moments_are_the_same_in_every_unit() -> None:
    rng = np.random.default_rng(2)
    times = [datetime(2020, 1, 1) + timedelta(seconds=int(s)) for s in rng.integers(0, 10**7, 60)]
    table = pl.DataFrame({"seen": pl.Series(times, dtype=pl.Datetime("us")), "age": rng.integers(1, 90, 60)})
    made = shoal.anonymize(table, k=4, quasi_identifiers=["seen", "age"], method="mdav", seed=1)
    expected = made.partition.cell_of.tolist()
    released = {}
    for unit in ("ms", "us", "ns"):
        other = table.with_columns(pl.col("seen").dt.cast_time_unit(unit))
        assert made.quantizer.assign(other).tolist() == expected
        released[unit] = made.quantizer.release(other, keep_order=True).table["seen"].dt.cast_time_unit("us").to_list()
    assert released["us"] == released["ns"]
    assert released["us"] == released["ms"]
    frame = pd.DataFrame({"seen": pd.Series(times).astype("datetime64[ns]"), "age": table["age"].to_numpy()})
    assert made.quantizer.assign(frame).tolist() == expected
    with pytest.raises(TableError, match="'date', and the encoding was fitted to 'datetime'"):
        made.quantizer.assign(table.with_columns(pl.col("seen").dt.date()))


def test_release_counts_what_comes_out() -> None:
    table = people()
    quantizer = release(table, by="region").quantizer
    applied = quantizer.release(table)
    assert applied.table.columns == ["age", "income", "sex", "region", "illness"]
    classes = applied.table.group_by("age", "income", "sex", "region").len()
    assert classes["len"].min() >= 5
    assert (applied.n_dropped, applied.n_withheld) == (0, 0)
    assert applied.table["age"].to_list() != quantizer.release(table, keep_order=True).table["age"].to_list()
    with pytest.raises(shoal.PromiseNotKept, match="would get fewer than k = 5 records") as refusal:
        quantizer.release(table.head(60))
    assert not any(secret in str(refusal.value) for secret in SECRETS)
    rest = quantizer.release(table.head(60), withhold=True)
    assert rest.n_withheld > 0
    assert len(rest.table) == 60 - rest.n_withheld
    assert (rest.cell_of < 0).sum() == rest.n_withheld
    assert rest.table.group_by("age", "income", "sex", "region").len()["len"].min() >= 5


def test_where_nothing_would_be_left_nothing_is_released() -> None:
    quantizer = release().quantizer
    for table in (people().head(3), people().head(0)):
        for withhold in (False, True):
            with pytest.raises(shoal.PromiseNotKept, match="nothing to release"):
                quantizer.release(table, withhold=withhold)
    assert quantizer.assign(people().head(0)).tolist() == []


def test_columns_that_the_design_did_not_know_meet_the_same_refusals() -> None:
    quantizer = release().quantizer
    table = people()
    mail = table.with_columns(email=pl.col("name"))
    with pytest.raises(RolesError, match=r"'email' .* no role"):
        quantizer.release(mail)
    assert "email" not in quantizer.release(mail, identifiers=["email"]).table.columns
    copied = table.with_columns(years=pl.col("age") * 2)
    with pytest.raises(RolesError, match="determines the quasi-identifier 'age'") as refusal:
        quantizer.release(copied)
    assert "make it" not in str(refusal.value)  # the cells are there already
    with pytest.raises(RolesError, match="'name' had another role"):
        quantizer.release(table, insensitive=["name"])
    told = quantizer.release(table.with_columns(hours=pl.Series([8, 4, 6] * 30)))
    assert "hours" in " ".join(told.warnings)
