"""On a cluster k counts persons as it does on one machine: the same cells, counted on the files that were written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from spark_people import both_engines, people

from shoal.errors import PromiseNotKept
from shoal.spark.release import SparkRelease
from shoal.table.roles.roles import HouseholdMembers


def crowd(n_records: int) -> pl.DataFrame:
    """People at one place, others who miss an age; and the persons that each record stands for."""
    chance = np.random.default_rng(5)
    frame = people(n_records)
    same = pl.concat([frame[:1].select("age", "income", "born", "smokes")] * (n_records // 3))
    return pl.concat([frame[: same.height].with_columns(same), frame[same.height :]]).with_columns(
        pl.when(pl.int_range(pl.len()) % 25 == 24).then(None).otherwise("age").alias("age"),
        pl.Series("persons", np.minimum(chance.geometric(0.45, n_records), 7)),
        pl.Series("number", np.arange(n_records)),
        pl.Series("home", chance.integers(0, n_records // 2, n_records)),
    )


ASKED: dict[str, Any] = {"missing": "own-cell", "method": "auto", "by": ["region"], "confidential": ["number"]}
ASKED |= {"quasi_identifiers": ["age", "income", "born", "smokes"], "insensitive": ["diagnosis", "score"]}
CASES: dict[str, dict[str, Any]] = {
    "persons": {"mass": "persons", "k": 4, "fewest_records": 5},
    "households": {"household": "home", "by": (), "insensitive": ["diagnosis", "score", "region"]},
    "households counted": {"household": "home", "household_members": "counted"},
}


class TestWhatCounts:
    @pytest.mark.parametrize("case", CASES)
    def test_the_cells_are_those_of_one_machine_and_the_files_are_counted(
        self, case: str, spark_session: Any, tmp_path: Path
    ) -> None:
        frame = crowd(2_400).drop("home" if case == "persons" else "persons")
        with both_engines(spark_session, frame, tmp_path, **{**ASKED, **CASES[case]}) as release:
            release.write(tmp_path / "released.parquet")
            require_kept(pl.read_parquet(tmp_path / "released.parquet/*.parquet"), frame, release)
            finished = release.finished
            plan = replace(finished.plan, what=replace(finished.plan.what, k=60))
            with pytest.raises(PromiseNotKept):  # by the count on the files: what was released is as it was
                replace(release, finished=replace(finished, plan=plan)).write(tmp_path / "worse.parquet")
        assert not (tmp_path / "worse.parquet").exists()
        assert not (tmp_path / "stages").exists()


def require_kept(written: pl.DataFrame, original: pl.DataFrame, release: SparkRelease) -> None:
    """Join back what counts, and count every class."""
    roles = release.finished.plan.roles
    column, own = roles.mass or roles.household, [*roles.quasi_identifiers, *roles.stratum]
    assert column not in written.columns
    assert written.height == original.height
    joined = written.join(original.select("number", column), on="number")
    if roles.mass is not None:
        classes = joined.group_by(own).agg(pl.col(column).sum().alias("all"), pl.col(column).max().alias("most"))
        assert (classes["all"] >= 4).all()
        assert (classes["all"] >= 5 * classes["most"]).all()
        return
    members = joined.group_by(*own, column).len("n")
    classes = members.group_by(own).agg(pl.col("n").sum(), pl.col("n").max().alias("most"))
    assert (classes["n"] >= 4 * classes["most"]).all()
    if roles.household_members is HouseholdMembers.TOGETHER:
        assert members[column].value_counts()["count"].max() == 2  # those who miss an age are apart
