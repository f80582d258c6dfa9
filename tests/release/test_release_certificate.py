"""The certificate in a report: right figures, rounded to the safe side, one for the whole table or none."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError
from shoal.journey import repeat
from shoal.partition.bound import certificate, pricing
from shoal.partition.bound.certificate import BoundKind
from shoal.partition.partition import Partition
from shoal.release.report.certificate import (
    INTERRUPTED,
    NOTHING_FOUND,
    ONE_RECORD,
    TOO_LARGE,
    TOO_SMALL,
    TableBound,
    bound_of_table,
    certificate_facts,
)
from shoal.release.wording import (
    BOUND_READINGS,
    WEAK_BOUND,
    WEIGHTED_BOUND,
    bound_ground,
    certificate_reading,
    method_reading,
    short_certificate,
)

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
    release = shoal.anonymize(table(), k=K, seed=3, confidential=["part", "mass"], quasi_identifiers=QI, **settings)
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
    said = certificate_reading(facts, K)  # a bound above 100 % is only said to be too weak
    assert said in " ".join(release.report.to_text().split())
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
    release = shoal.anonymize(frame, k=K, by="part", quasi_identifiers=QI, confidential="mass", method="mdav", seed=3)
    facts = release.report.facts["certificate"]
    points = points_of(frame)
    parts = [points[(frame["part"] == name).to_numpy()] for name in ("north", "south")]
    bound = sum(shoal.lower_bound(part, K) for part in parts)
    assert facts["n_blocks"] == 2
    assert facts["at_most_above"] == pytest.approx(release.partition.sse / bound - 1, abs=1e-4)
    assert bound > shoal.lower_bound(points, K)  # neighbours across strata would be nearer
    assert "strata" in certificate_reading({**facts, "at_most_above": 0.5}, K)


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


def weighted_optimum(points: np.ndarray, weights: np.ndarray, k: int) -> float:
    """The least weighted SSE of all partitions into cells of k to 2k − 1, by looking at all of them."""

    def sse_of(cell: tuple[int, ...]) -> float:
        own, mass = points[list(cell)], weights[list(cell)]
        return float((mass[:, None] * (own - np.average(own, axis=0, weights=mass)) ** 2).sum())

    def best(records: tuple[int, ...]) -> float:
        if not records:
            return 0.0
        return min(
            (
                sse_of((records[0], *others)) + best(tuple(set(records[1:]) - set(others)))
                for size in range(k, min(2 * k, len(records) + 1))
                for others in combinations(records[1:], size - 1)
            ),
            default=math.inf,
        )

    return best(tuple(range(len(points))))


@pytest.mark.parametrize("certify_s", [None, 20.0])
@pytest.mark.parametrize("n_dims", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_with_weights_no_cells_go_below_the_bound(seed: int, n_dims: int, certify_s: float | None) -> None:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(16, n_dims))
    weights = rng.uniform(0.5, 2.0, 16) if seed % 2 else np.full(16, 3.0)
    block_of = np.array([0] * 8 + [1] * 5 + [2] * 3)  # the last one has no choice
    bound = bound_of_table(points, block_of, 3, weights=weights, certify_s=certify_s)
    optimum = sum(weighted_optimum(points[block_of == b], weights[block_of == b], 3) for b in range(3))
    assert 0 < bound.sse <= optimum
    unweighted = [shoal.lower_bound(points[block_of == b], 3, budget_s=certify_s) for b in range(3)]
    least = [weights[block_of == b].min() for b in range(3)]
    assert bound.sse == pytest.approx(np.dot(least, unweighted))
    assert bound.is_weighted == bool(seed % 2)  # equal weights take nothing from it


def test_a_bound_with_weights_is_told_as_weak() -> None:
    """Weighted records had no certificate, although the least weight times the bound is one."""
    release = shoal.anonymize(table(), k=K, quasi_identifiers=QI, weight="mass", by="part", method="mdav", seed=1)
    facts = release.report.facts["certificate"]
    assert facts["is_weighted"] is True
    assert facts["at_most_above"] > 1
    assert WEAK_BOUND in release.report.to_html()
    assert facts["absent"] is None
    assert bound_ground(facts["rests_on"], is_weighted=True) == "nearest neighbours, weakened by the weights"
    assert WEIGHTED_BOUND in " ".join(release.report.to_text().split())
    assert WEIGHTED_BOUND in release.report.to_html()
    _, plain = certified(method="mdav")
    assert plain["is_weighted"] is False
    assert WEIGHTED_BOUND not in certificate_reading(plain, K)


def test_seconds_sharpen_a_bound_with_weights() -> None:
    settings = {"k": K, "quasi_identifiers": QI, "weight": "mass", "insensitive": "part", "method": "mdav", "seed": 1}
    quick = shoal.anonymize(table(), **settings).report.facts["certificate"]
    slow = shoal.anonymize(table(), certify_s=3, **settings).report.facts["certificate"]
    assert slow["at_most_above"] < quick["at_most_above"]
    assert slow["rests_on"][0].startswith("linear program")


def interrupted_at(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, call: int) -> list[int]:
    """Ctrl-C at this call of the function; the list counts its calls.

    A real one would come at another call on every machine.
    """
    plain, calls = getattr(module, name), [0]

    def once(*given: Any) -> Any:
        calls[0] += 1
        if calls[0] == call:
            raise KeyboardInterrupt
        return plain(*given)

    monkeypatch.setattr(module, name, once)
    return calls


@pytest.mark.parametrize("is_late", [False, True])
def test_an_interrupt_of_the_bound_keeps_the_release(is_late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C during certify_s lost the finished release."""
    quick, quick_facts = certified(method="mdav")
    shoal.lower_bound(np.random.default_rng(0).normal(size=(30, 2)), 3, budget_s=60)  # compiles, with its own calls
    with monkeypatch.context() as counting:
        all_calls = interrupted_at(counting, pricing, "highest_prices", 0)
        certified(method="mdav", certify_s=60)
    call = all_calls[0] if is_late else 1
    calls = interrupted_at(monkeypatch, pricing, "highest_prices", call)
    release, facts = certified(method="mdav", certify_s=60)
    assert calls == [call]
    assert release.table.equals(quick.table)
    assert facts["rests_on"] == ["linear program, interrupted"]
    assert facts["at_most_above"] <= quick_facts["at_most_above"]
    if is_late:
        assert facts["at_most_above"] < quick_facts["at_most_above"]  # what was found until then counts
    assert "was interrupted" in certificate_reading(facts, K)


@pytest.mark.parametrize("certify_s", [None, 60])
def test_an_interrupt_before_there_is_a_bound_is_told(certify_s: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    shoal.lower_bound(np.random.default_rng(0).normal(size=(30, 2)), 3, budget_s=60)  # compiles, with its own calls
    interrupted_at(monkeypatch, certificate, "ground_of", 1)
    release, facts = certified(method="mdav", certify_s=certify_s)
    assert facts["absent"] == INTERRUPTED
    assert facts["at_most_above"] is None
    assert INTERRUPTED in " ".join(release.report.to_text().split())


def test_after_an_interrupt_other_strata_get_their_quick_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    points = points_of(table())
    block_of = np.repeat([0, 1, 2], 40)
    quick = [shoal.lower_bound(points[block_of == block], K) for block in range(3)]
    shoal.lower_bound(points[:30], 3, budget_s=60)  # compiles
    calls = interrupted_at(monkeypatch, pricing, "highest_prices", 1)
    bound = bound_of_table(points, block_of, K, certify_s=60)
    assert calls == [1]
    assert bound.sse == pytest.approx(sum(quick))
    assert bound.kinds == (BoundKind.NEAREST, BoundKind.INTERRUPTED)
    assert bound.is_interrupted
    interrupted_at(monkeypatch, certificate, "ground_of", 2)
    assert bound_of_table(points, block_of, K).sse == pytest.approx(quick[0])  # 0 for the others is true too


def test_a_tiny_table_is_told_nothing() -> None:
    release = shoal.anonymize(table(20).select(QI), k=K, quasi_identifiers=QI, seed=1, method="mdav")
    assert release.report.facts["certificate"]["absent"] == TOO_SMALL
    one_cell = shoal.anonymize(table(5).select(QI), k=K, quasi_identifiers=QI, seed=1).report.facts["certificate"]
    assert one_cell["at_most_above"] is None
    assert "nothing to choose" in one_cell["absent"]
    assert "above the optimum" not in release.report.to_html()


def test_a_large_table_waits_for_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    # With the real limit the tables would be so large that the test takes minutes, and how many seconds they take
    # depends on the machine.
    monkeypatch.setattr("shoal.release.report.certificate.QUICK_WORK", 4 * 99.0**2)
    monkeypatch.setattr("shoal.release.report.certificate.listing_s", lambda *_: 5.1)
    points = np.random.default_rng(0).normal(size=(100, 4))
    block_of = np.zeros(100, dtype=np.int64)
    assert bound_of_table(points, block_of, K).absent == TOO_LARGE
    assert bound_of_table(points, block_of, K, certify_s=0.2).sse > 0
    assert bound_of_table(points[:99], block_of[:99], K).sse > 0
    assert bound_of_table(points[:, :3], block_of, K).sse > 0  # a search in few coordinates is quick
    assert bound_of_table(points, block_of, K, cells_s=50).absent == TOO_LARGE
    assert bound_of_table(points, block_of, K, cells_s=52).sse > 0  # a tenth of what the cells took
    monkeypatch.setattr("shoal.release.report.certificate.listing_s", lambda *_: 2.0)
    assert bound_of_table(points, block_of, K).sse > 0
    monkeypatch.setattr("shoal.release.report.certificate.QUICK_WORK", 1.0)
    assert bound_of_table(points, np.arange(100) % 2, K).sse > 0
    assert bound_of_table(points, np.arange(100) % 3, K).absent == TOO_LARGE  # 2 s for each


def test_the_quick_bound_is_there_where_it_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of 48,842 records and six attributes was refused the quick bound by its size alone."""
    # On a machine that is busy it takes longer than a second, and the clock is not what is tested.
    monkeypatch.setattr("shoal.release.report.certificate.listing_s", lambda *_: 1.0)
    points = np.random.default_rng(0).normal(size=(48_842, 6))
    assert bound_of_table(points, np.zeros(len(points), dtype=np.int64), K).sse > 0


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
    assert short_certificate(facts) == "at most 100.00 % more loss than the best possible cells"
    assert bound_ground(facts["rests_on"], is_weighted=False) == "optimum on a line and linear program"


def test_a_bound_that_says_nothing_is_not_shown() -> None:
    """“At most 1789.01 % above the optimum” alarmed people whose cells were good."""
    facts = certificate_facts(cells_of(2.0), TableBound(0.11, (BoundKind.NEAREST,)), detail=True)
    assert facts["at_most_above"] > 17  # for machines
    said = certificate_reading(facts, K)
    assert WEAK_BOUND in said
    assert "%" not in said
    assert "--certify" in said
    assert "not known" in short_certificate(facts)


def test_a_certificate_is_withheld_where_one_record_makes_the_loss() -> None:
    bound = TableBound(1.5, (BoundKind.NEAREST,))
    facts = certificate_facts(cells_of(2.0), bound, detail=True, dominated=True)
    assert facts["absent"] == ONE_RECORD
    assert facts["at_most_above"] is facts["least_loss"] is None


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, "long", True])
def test_wrong_seconds(seconds: object) -> None:
    with pytest.raises(ParameterError, match="certify_s must be a positive number"):
        certified(certify_s=seconds)


def test_the_report_prints_what_auto_chose_and_by_which_rule() -> None:
    release, _ = certified()
    promise = release.report.facts["promise"]
    assert promise["method"].startswith("auto: best(steps=")
    for said in (release.report.to_text(), release.report.to_html()):
        plain = " ".join(said.split())
        assert "Method: best, chosen automatically." in plain
        assert "The rule of the automatic choice: optimal-1d if there is one coordinate" in plain
        assert plain.count("best(steps=") == 1  # among the settings
    asked, _ = certified(method="mdav")
    assert asked.report.facts["promise"]["method_rule"] is None
    assert "automatic" not in method_reading(asked.report.facts["promise"])
