"""An order that comes with the table is data: its rare categories are not written down unless that was said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import WrongUse
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.design.frame import design_frame

RARE = "9-rarequux"
QUICK = shoal.PCL(rounds=2, iterations=3)
LEVELS = ["1-low", "2-mid", "3-high"]


def levels(n_rare: int = 1, n_records: int = 200) -> list[str]:
    rng = np.random.default_rng(0)
    return [RARE] * n_rare + rng.choice(LEVELS, n_records - n_rare).tolist()


def quantizer_of(edu: Any, **more: Any) -> Quantizer:
    rng = np.random.default_rng(1)
    columns = {"age": rng.integers(18, 90, 200), "edu": edu, "ill": rng.choice(["a", "b"], 200)}
    table = pd.DataFrame(columns) if isinstance(edu, (pd.Series, pd.Categorical)) else pl.DataFrame(columns)
    given = {"k": 5, "quasi_identifiers": ["age", "edu"], "confidential": ["ill"], "method": QUICK, "seed": 1} | more
    return shoal.anonymize(table, **given).quantizer


CONTAINERS = {
    "ordered pandas": lambda values: pd.Series(values).astype(pd.CategoricalDtype(ordered=True)),
    "nominal pandas": lambda values: pd.Series(values).astype("category"),
    "polars Enum": lambda values: pl.Series(values, dtype=pl.Enum([*LEVELS, RARE])),
    "polars Categorical": lambda values: pl.Series(values, dtype=pl.Categorical()),
    "text": pl.Series,
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_rare_category_is_not_written_down(container: str, tmp_path: Path) -> None:
    quantizer = quantizer_of(CONTAINERS[container](levels()))
    assert quantizer.rare == {"edu": 1}
    with pytest.raises(WrongUse, match="'edu' lists 1 category") as refusal:
        quantizer.save(tmp_path / "q.json")
    assert RARE not in str(refusal.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("container", CONTAINERS)
def test_common_categories_are_harmless(container: str, tmp_path: Path) -> None:
    quantizer = quantizer_of(CONTAINERS[container](levels(n_rare=5)))
    assert quantizer.discloses == ()
    quantizer.save(tmp_path / "q.json")


def test_an_order_that_the_steward_wrote_down_tells_nothing(tmp_path: Path) -> None:
    for container in ("ordered pandas", "polars Enum", "text"):
        quantizer = quantizer_of(CONTAINERS[container](levels()), orders={"edu": [*LEVELS, RARE]})
        assert quantizer.rare == {}
        quantizer.save(tmp_path / "q.json")


def test_a_category_of_records_that_were_left_out_is_still_in_the_order_of_the_table() -> None:
    """The order of an ordered Categorical keeps what no record has any more."""
    whole = pd.Series(levels(n_rare=0)).astype(pd.CategoricalDtype([*LEVELS, RARE], ordered=True))
    assert quantizer_of(whole).rare == {"edu": 1}
    assert quantizer_of(whole.cat.remove_unused_categories()).rare == {}


@pytest.mark.parametrize("type_", ["boolean", "ordinal", "nominal"])
def test_a_rare_truth_counts(type_: str) -> None:
    truths = pl.Series([True, *[False] * 199])
    assert quantizer_of(truths, types={"edu": type_}).rare == {"edu": 1}


def test_the_order_of_numbers_is_data() -> None:
    numbers = pl.Series([7, *np.random.default_rng(2).integers(1, 4, 199).tolist()])
    assert quantizer_of(numbers, types={"edu": "ordinal"}).rare == {"edu": 1}


def test_labels_of_a_statistical_file_are_data(tmp_path: Path) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    rng = np.random.default_rng(0)
    edu = rng.choice([1.0, 2.0, 3.0], 200)
    edu[5] = 7.0
    frame = pl.DataFrame(
        {"age": rng.integers(18, 90, 200).astype(float), "edu": edu, "ill": rng.choice([1.0, 2.0], 200)}
    )
    labels = {"edu": {1.0: "low", 2.0: "mid", 3.0: "high", 7.0: RARE}}
    pyreadstat.write_sav(
        frame, str(tmp_path / "s.sav"), variable_value_labels=labels, variable_measure={"edu": "ordinal"}
    )
    given = {"quasi_identifiers": ["age", "edu"], "confidential": ["ill"], "method": QUICK, "seed": 1}
    quantizer = shoal.anonymize(tmp_path / "s.sav", k=5, **given).quantizer
    assert quantizer.rare == {"edu": 1}
    with pytest.raises(WrongUse):
        quantizer.save(tmp_path / "q.json")
    assert not (tmp_path / "q.json").exists()


def test_a_rare_branch_of_a_taxonomy_counts(tmp_path: Path) -> None:
    tree = "value,parent\n" + "".join(f"{level},any\n" for level in [*LEVELS, RARE])
    (tmp_path / "tree.csv").write_text(tree, encoding="utf-8")
    assert quantizer_of(pl.Series(levels()), taxonomies={"edu": tmp_path / "tree.csv"}).rare == {"edu": 1}
    assert quantizer_of(pl.Series(levels(n_rare=0)), taxonomies={"edu": tmp_path / "tree.csv"}).rare == {}


def test_a_survey_does_not_publish_it_either() -> None:
    """The people of a frame are asked by the categories that the specification lists."""
    members = pl.DataFrame(
        {"age": np.random.default_rng(1).integers(18, 90, 200), "edu": CONTAINERS["polars Enum"](levels())}
    )
    given = {"k": 3, "failure": 0.05, "participation": 0.8, "quasi_identifiers": ["age", "edu"], "seed": 1}
    with pytest.raises(WrongUse, match="'edu' has 1 such value") as refusal:
        design_frame(members, **given, method=QUICK)
    assert RARE not in str(refusal.value)
    assert design_frame(members, **given, method=QUICK, orders={"edu": [*LEVELS, RARE]}).specification.verify().ok
