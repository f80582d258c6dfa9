"""What the report says of a release is true of the table that is published, not of the cells behind it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal

N_RECORDS = 60
K = 5
ROUNDED_TO = 1e-4  # losses are told in hundredths of a percent


def numbers() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    return pl.DataFrame(
        {"age": rng.integers(18, 90, N_RECORDS), "income": np.round(rng.normal(3_000, 300, N_RECORDS), 2)}
    )


def true_loss(before: pl.DataFrame, after: pl.DataFrame, name: str) -> float:
    """SSE/SST of two columns as anybody would compute it."""
    old, new = before[name].to_numpy().astype(float), after[name].to_numpy().astype(float)
    return float(((old - new) ** 2).sum() / ((old - old.mean()) ** 2).sum())


@pytest.mark.parametrize("decimals", [None, 0, -1, -3])
def test_the_loss_is_that_of_the_published_numbers(decimals):
    """Rounded to thousands, the table had lost ten times its variance while the report said 0.235: it looked at the
    centroids before they were rounded.
    """
    frame = numbers()
    rounding = {} if decimals is None else {"age": decimals, "income": decimals}
    release = shoal.anonymize(
        frame, k=K, quasi_identifiers=["age", "income"], rounding=rounding, keep_order=True, seed=1
    )
    loss = release.report.facts["loss"]
    for told in loss["attributes"]:
        assert told["loss_share"] == pytest.approx(true_loss(frame, release.table, told["name"]), abs=ROUNDED_TO)
    shares = [true_loss(frame, release.table, name) for name in ("age", "income")]
    assert loss["overall"] == pytest.approx(np.mean(shares), abs=ROUNDED_TO)  # both attributes have variance 1
    assert loss["cells"] == pytest.approx(release.partition.loss, abs=ROUNDED_TO)
    if decimals == -3:
        assert loss["overall"] > 1 > loss["cells"]
        assert "further from the original ones than the mean" in " ".join(release.report.to_text().split())
        assert "further from the original ones than the mean" in release.report.to_html()


def test_one_class_is_called_one_class():
    """Everybody was given age 0 and income 3,000: the report still spoke of 12 cells and of a ceiling of 1 in 5."""
    frame = numbers()
    release = shoal.anonymize(
        frame, k=K, quasi_identifiers=["age"], confidential=["income"], rounding={"age": -3}, seed=1
    )
    facts = release.report.facts
    assert facts["promise"]["n_classes"] == 1
    assert facts["linkage"]["ceiling"] == facts["linkage"]["success"] == pytest.approx(1 / N_RECORDS)
    assert [size for _, _, size in facts["picture"]["points"]] == [N_RECORDS]


def test_the_loss_of_categories_is_that_of_the_published_modes():
    """With 40 a cell the mode misses most records; the centroid, which nobody publishes, lay much nearer."""
    rng = np.random.default_rng(5)
    frame = pl.DataFrame({"town": rng.choice(list("abcdefgh"), 400), "age": rng.normal(size=400)})
    release = shoal.anonymize(
        frame,
        k=40,
        quasi_identifiers=["town", "age"],
        attribute_weights={"town": 0.01},
        keep_order=True,
        seed=1,
    )
    share = frame["town"].value_counts()["count"].to_numpy() / 400
    missed = (frame["town"] != release.table["town"]).mean()
    # Two different towns are 2 apart in squared indicators, which vary by Σ p(1 − p).
    expected = 2 * missed / float((share * (1 - share)).sum())
    facts = release.report.facts["loss"]
    assert facts["attributes"][0]["loss_share"] == pytest.approx(expected, abs=ROUNDED_TO)
    assert expected > 1


def test_suppressed_values_are_charged():
    """Three records miss the age and three the income, too few for cells of their own: all their values go. That used
    to cost nothing. They cost as much as an average record: their own distances would tell their values.
    """
    row = pl.int_range(pl.len())
    frame = numbers().with_columns(
        age=pl.when(row < 3).then(None).otherwise("age"),
        income=pl.when(row < 3).then(1e5).when(row < 6).then(None).otherwise("income"),
    )
    release = shoal.anonymize(
        frame, k=K, quasi_identifiers=["age", "income"], missing="own-cell", keep_order=True, seed=1
    )
    assert release.table["income"][:6].is_null().all()
    told = {row["name"]: row["loss_share"] for row in release.report.facts["loss"]["attributes"]}
    assert told["income"] >= 6 / frame.height
    assert release.report.facts["loss"]["overall"] > release.partition.loss


def test_a_taxonomy_releases_general_nodes_and_says_what_they_cost(tmp_path: Path):
    tree = tmp_path / "jobs.csv"
    tree.write_text("value,parent\nbaker,crafts\njoiner,crafts\nnurse,care\nmedic,care\ncrafts,any\ncare,any\n")
    jobs = ["baker", "joiner", "nurse", "medic"] * 15
    release = shoal.anonymize(
        pl.DataFrame({"job": jobs}),
        k=60,
        quasi_identifiers=["job"],
        taxonomies={"job": tree},
        keep_order=True,
        seed=1,
    )
    assert set(release.table["job"]) == {"any"}
    # Each job is 2 edges below 'any'; an edge with share p varies by p(1 − p): 4 leaves and 2 groups.
    assert release.report.facts["loss"]["overall"] == pytest.approx(2 / (4 * 3 / 16 + 2 / 4), abs=ROUNDED_TO)
