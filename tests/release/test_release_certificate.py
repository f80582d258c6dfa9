"""The certificate in a report: right figures, rounded to the safe side, one for the whole table or none."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError
from shoal.journey import repeat
from shoal.partition.lower_bounds import BoundKind
from shoal.partition.partition import Partition
from shoal.release.report_certificate import (
    NOTHING_FOUND,
    TOO_LARGE,
    TOO_SMALL,
    WEIGHTED,
    TableBound,
    bound_of_table,
    certificate_facts,
)
from shoal.release.wording import BOUND_READINGS, certificate_reading, method_reading, short_certificate

K = 3
QI = ["x", "y"]


def table(n_records: int = 120) -> pl.DataFrame:
    rng = np.random.default_rng(11)
    return pl.DataFrame(
        {
            "x": rng.normal(size=n_records).round(4),
            "y": rng.normal(size=n_records).round(4),
            "part": np.resize(["north", "south", "south"], n_records),
            "mass": rng.uniform(1, 2, n_records).round(3),
        }
    )


def points_of(frame: pl.DataFrame) -> np.ndarray:
    columns = frame.select(QI).to_numpy()
    return (columns - columns.mean(axis=0)) / columns.std(axis=0)


def cells_of(sse: float, sst: float = 10.0) -> Partition:
    nothing = np.zeros((1, 2))
    return Partition(np.zeros(4, dtype=np.int64), np.array([4]), nothing, sse, sst, "mdav")


def certified(**settings: Any) -> tuple[shoal.Release, dict[str, Any]]:
    release = shoal.anonymize(table(), k=K, seed=3, insensitive=["part", "mass"], quasi_identifiers=QI, **settings)
    return release, release.report.facts["certificate"]


def test_the_report_certifies_the_cells_by_the_quick_bound() -> None:
    release, facts = certified(method="mdav")
    points = points_of(table())
    exact = shoal.certificate(points, K, release.partition.sse)
    assert facts["at_most_above"] == pytest.approx(exact.gap, abs=1e-4)
    assert facts["at_most_above"] >= exact.gap
    assert facts["least_loss"] <= exact.bound / release.partition.sst
    assert facts["rests_on"] == ["nearest neighbours"]
    assert facts["absent"] is None
    said = f"at most {100 * facts['at_most_above']:.2f} % above the optimum"
    assert said in " ".join(release.report.to_text().split())
    assert said in release.report.to_html()
    assert json.loads(release.report.to_json())["certificate"] == facts
    assert release.manifest["achieved"]["certificate"] == facts


def test_seconds_buy_a_sharper_bound_and_the_same_release(tmp_path: Path) -> None:
    quick, quick_facts = certified(method="mdav")
    slow, facts = certified(method="mdav", certify_s=3)
    assert facts["at_most_above"] < quick_facts["at_most_above"]
    assert facts["least_loss"] > quick_facts["least_loss"]
    assert facts["rests_on"][0].startswith("linear program")
    assert "linear program" in slow.report.to_html()
    assert slow.table.equals(quick.table)  # records in the same order too: the bound decides nothing
    assert slow.manifest["settings"]["certify_s"] == 3
    _, identical = repeat(slow.save(tmp_path)["manifest"], table=table())
    assert identical


def test_rounding_changes_the_loss_and_not_the_certificate() -> None:
    _, exact = certified(method="mdav")
    release, coarse = certified(method="mdav", rounding={"x": 0, "y": 0})
    assert release.report.facts["loss"]["overall"] > 2 * release.report.facts["loss"]["cells"]
    assert coarse == exact


def test_strata_are_bounded_one_by_one() -> None:
    frame = table()
    release = shoal.anonymize(frame, k=K, by="part", quasi_identifiers=QI, insensitive="mass", method="mdav", seed=3)
    facts = release.report.facts["certificate"]
    points = points_of(frame)
    parts = [points[(frame["part"] == name).to_numpy()] for name in ("north", "south")]
    bound = sum(shoal.lower_bound(part, K) for part in parts)
    assert facts["n_blocks"] == 2
    assert facts["at_most_above"] == pytest.approx(release.partition.sse / bound - 1, abs=1e-4)
    assert bound > shoal.lower_bound(points, K)  # neighbours across strata would be nearer
    assert "strata" in certificate_reading(facts, K)


def test_a_stratum_of_one_cell_counts_whole() -> None:
    points = points_of(table(40))
    block_of = np.array([0] * 35 + [1] * 5)
    bound = bound_of_table(points, block_of, K)
    alone = ((points[35:] - points[35:].mean(axis=0)) ** 2).sum()
    assert bound.sse == pytest.approx(shoal.lower_bound(points[:35], K) + alone)
    assert bound.kinds == (BoundKind.NEAREST,)  # nothing is said of the small one


def test_one_coordinate_is_told_as_the_optimum() -> None:
    frame = table().select("x")
    release = shoal.anonymize(frame, k=K, quasi_identifiers="x", seed=1)
    facts = release.report.facts["certificate"]
    assert facts["at_most_above"] == 0
    assert facts["rests_on"] == ["optimum on a line"]
    assert "best possible" in release.report.to_text()
    poor = shoal.anonymize(frame, k=K, quasi_identifiers="x", seed=1, method="mst").report.facts["certificate"]
    assert poor["at_most_above"] > 0


def test_weights_have_no_bound_and_the_report_says_so() -> None:
    release = shoal.anonymize(table(), k=K, quasi_identifiers=QI, weight="mass", by="part", method="mdav", seed=1)
    assert release.report.facts["certificate"]["absent"] == WEIGHTED
    assert release.report.facts["certificate"]["at_most_above"] is None
    assert "no bound is known for weighted records" in " ".join(release.report.to_text().split())
    assert "no bound is known for weighted records" in release.report.to_html()


def test_a_tiny_table_is_told_nothing() -> None:
    release = shoal.anonymize(table(20).select(QI), k=K, quasi_identifiers=QI, seed=1, method="mdav")
    assert release.report.facts["certificate"]["absent"] == TOO_SMALL
    one_cell = shoal.anonymize(table(5).select(QI), k=K, quasi_identifiers=QI, seed=1).report.facts["certificate"]
    assert one_cell["at_most_above"] is None
    assert "nothing to choose" in one_cell["absent"]
    assert "above the optimum" not in release.report.to_html()


def test_a_large_table_waits_for_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.release.report_certificate.QUICK_WORK", 4 * 99.0**2)
    points = np.random.default_rng(0).normal(size=(100, 4))
    block_of = np.zeros(100, dtype=np.int64)
    assert bound_of_table(points, block_of, K).absent == TOO_LARGE
    assert bound_of_table(points, block_of, K, certify_s=0.2).sse > 0
    assert bound_of_table(points[:99], block_of[:99], K).sse > 0
    assert bound_of_table(points[:, :3], block_of, K).sse > 0  # a search in few coordinates is quick


@pytest.mark.parametrize(
    ("sse", "bound", "told"),
    [(2.0, 2.0, 0.0), (2.0, 2.0 * (1 - 1e-9), 0.0), (2.0, 1.99, 0.0051), (3.0, 2.0, 0.5), (0.0, 0.0, 0.0)],
)
def test_the_gap_is_rounded_up(sse: float, bound: float, told: float) -> None:
    facts = certificate_facts(cells_of(sse), TableBound(bound, (BoundKind.NEAREST,)), detail=True)
    assert facts["at_most_above"] == told
    assert facts["least_loss"] <= bound / 10


def test_a_bound_of_nothing_is_no_certificate() -> None:
    facts = certificate_facts(cells_of(2.0), TableBound(0.0, (BoundKind.NEAREST,)), detail=True)
    assert facts["absent"] == NOTHING_FOUND
    assert facts["at_most_above"] is None
    assert "not known" in short_certificate(facts)
    assert certificate_facts(cells_of(2.0), None, detail=True)["absent"]


def test_every_kind_of_bound_has_its_words() -> None:
    told = {kind.value for kind in BoundKind} - {BoundKind.ONE_CELL.value}
    assert told == set(BOUND_READINGS)
    facts = certificate_facts(cells_of(2.0), TableBound(1.0, (BoundKind.LINE, BoundKind.PROGRAM), 3), detail=True)
    assert all(BOUND_READINGS[kind] in certificate_reading(facts, K) for kind in facts["rests_on"])
    assert short_certificate(facts) == "at most 100.00 % above the optimum (optimum on a line and linear program)"


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, "long", True])
def test_wrong_seconds(seconds: object) -> None:
    with pytest.raises(ParameterError, match="certify_s must be a positive number"):
        certified(certify_s=seconds)


def test_seconds_for_weighted_records_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="no bound is known for weighted"):
        shoal.anonymize(table(), k=K, quasi_identifiers=QI, weight="mass", insensitive="part", certify_s=1)
    roles = tmp_path / "roles.toml"
    columns = {"x": "quasi_identifying", "y": "quasi_identifying", "part": "insensitive", "mass": "weight"}
    roles.write_text("".join(f'[columns.{name}]\nrole = "{role}"\n' for name, role in columns.items()))
    with pytest.raises(ParameterError, match="no bound is known for weighted"):
        shoal.anonymize(table(), k=K, roles=roles, certify_s=1)


def test_the_report_prints_what_auto_chose_and_by_which_rule() -> None:
    release, _ = certified()
    promise = release.report.facts["promise"]
    assert promise["method"].startswith("auto: best(rounds=")
    for said in (release.report.to_text(), release.report.to_html()):
        plain = " ".join(said.split())
        assert "Made by auto: best(rounds=" in plain
        assert "The rule of auto: optimal-1d for one coordinate" in plain
    asked, _ = certified(method="mdav")
    assert asked.report.facts["promise"]["method_rule"] is None
    assert "The rule of auto" not in method_reading(asked.report.facts["promise"])
