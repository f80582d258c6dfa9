"""The clustering paper repeated: what is counted and compared on its tables and figures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.published import GAINS, losses
from benchmarks.published_figures import BEST_GAINS, KS, PRINTED, PRINTED_DIFFERENCES
from benchmarks.reproduction.clustering.curves import falls_of, losses_at
from benchmarks.reproduction.clustering.example import cells_in_words, example_partitions
from benchmarks.reproduction.clustering.losses import MethodLosses, missing_files
from benchmarks.reproduction.clustering.tables import (
    deviation,
    difference,
    error_of_difference,
    gains_of_least_loss,
    in_ranges,
)

Points = Callable[[str], np.ndarray]


def test_every_gain_with_the_least_loss_is_named() -> None:
    by_gain = np.full(21, 5.0)
    by_gain[[3, 4, 7]] = 4.0
    by_gain[8] = 4.0 * (1 + 1e-12)  # sums of the same cells
    by_gain[9] = 4.0001
    assert gains_of_least_loss(by_gain) == [0.3, 0.4, 0.7, 0.8]
    assert in_ranges([0.3, 0.4, 0.7, 0.8]) == "0.3 to 0.4, 0.7 to 0.8"
    assert in_ranges([0.0]) == "0.0"
    assert in_ranges(GAINS) == "0.0 to 2.0"


def test_a_difference_is_negative_where_the_loss_is_smaller() -> None:
    assert difference(9.0, 10.0) == pytest.approx(-10.0)
    assert difference(11.0, 10.0) == pytest.approx(10.0)


def test_what_sets_have_in_common_cancels() -> None:
    others = np.array([10.0, 12.0, 8.0, 10.0])
    assert error_of_difference(0.9 * others, others) == pytest.approx(0.0, abs=1e-9)
    noisy = 0.9 * others + np.array([0.1, -0.1, -0.1, 0.1])
    assert error_of_difference(noisy, others) == pytest.approx(100 * np.sqrt(0.04 / 3) / 10)


def test_distances_are_counted_in_standard_errors_beyond_the_rounding() -> None:
    assert deviation(printed=-3.0, ours=-3.04, error=1.0, n_sets=100, unit=0.1) == 0.0
    error_of_distance = np.sqrt(1 / 25 + 1 / 100)
    assert deviation(printed=-3.0, ours=-4.05, error=1.0, n_sets=100, unit=0.1) == pytest.approx(1 / error_of_distance)


def test_means_take_the_best_gain_of_each_set() -> None:
    by_gain = np.full((2, 21), 9.0)
    by_gain[0, 5], by_gain[1, 9] = 3.0, 5.0
    measured = MethodLosses(np.array([1.0, 3.0]), np.array([2.0, 2.0]), by_gain)
    assert measured.means() == {"mdav": 2.0, "mdav+": 9.0, "vmdav": 4.0, "mdav*": 2.0}


def test_table_3_a_is_one_about_mdav() -> None:
    """Its heading says MDAV⁺; the printed losses give the printed differences with MDAV only."""
    off = {
        method: [
            abs(difference(PRINTED[source]["mdav*"][place], PRINTED[source][method][place]) - printed)
            for source, row in PRINTED_DIFFERENCES["a"].items()
            for place, printed in enumerate(row)
        ]
        for method in ("mdav", "mdav+")
    }
    assert max(off["mdav"]) < 0.1  # one unit of the last digit
    assert sum(each < 0.1 for each in off["mdav+"]) < 5


def test_the_curves_are_those_of_the_tables() -> None:
    figures = losses_at("SimC", range(1), 5)
    assert figures["mdav*"] == losses("SimC", 0, "mdav*", 5)[0]
    assert figures["vmdav"] == min(losses("SimC", 0, "vmdav", 5))
    assert figures["mdav+"] == losses("SimC", 0, "mdav+", 5)[0]


def test_falls_of_a_curve_are_counted() -> None:
    told = falls_of({"eia": {"mdav": np.array([1.0, 2.0, 1.0, 3.0]), "mdav*": np.array([1.0, 2.0, 3.0, 4.0])}})
    assert told.endswith("EIA 1 of 6, by at most 50.0 %.")


def test_the_worked_example_is_the_printed_one() -> None:
    words = {method: cells_in_words(partition) for method, partition in example_partitions().items()}
    assert words == {"vmdav": "1 2 3; 5 6 19 20 21; 98 99 100", "mdav*": "1 2 3 5 6; 19 20 21; 98 99 100"}


@pytest.mark.parametrize("source", ["census", "tarragona", "eia"])
def test_the_printed_gains_have_the_least_loss(casc_points: Points, source: str) -> None:
    casc_points(source)  # skips where the file is missing
    assert f"{source}.csv" not in missing_files()
    for k, printed in zip(KS, BEST_GAINS[source], strict=True):
        assert printed in gains_of_least_loss(np.array(losses(source, 0, "vmdav", k)))
