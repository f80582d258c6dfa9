"""MDAV cell by cell against its NumPy twin, and small tables worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.twins import numpy_mdav
from shoal import microaggregate
from shoal.partition.microaggregate import centred_points


def cases() -> dict[str, tuple[np.ndarray, int]]:
    rng = np.random.default_rng(0)
    return {
        "gaussian": (rng.standard_normal((3000, 4)), 7),
        "ten dimensions": (rng.standard_normal((2000, 10)), 10),
        "ties": (rng.integers(0, 12, (1500, 2)).astype(float), 5),
        "identical": (np.zeros((200, 2)), 3),
        "heavy tails": (rng.standard_cauchy((2000, 3)), 4),
        "drifting centre": (np.exp(3 * rng.standard_normal((2500, 2))), 6),
    }


@pytest.mark.parametrize("name", cases())
def test_same_cells_as_the_numpy_twin(name: str) -> None:
    points, k = cases()[name]
    centred, _ = centred_points(points)
    ours = microaggregate(points, k, method="mdav").cell_of
    np.testing.assert_array_equal(ours, numpy_mdav(centred, k, ties_by_index=True))


def test_worked_by_hand() -> None:
    # centre 6.2; farthest is 20 (cell 18 19 20), farthest from 20 is 0 (cell 0 1 2), the rest is the last cell
    points = np.array([0.0, 1, 2, 4, 5, 6, 7, 18, 19, 20]).reshape(-1, 1)
    cells = microaggregate(points, 3, method="mdav")
    assert cells.cell_of.tolist() == [1, 1, 1, 2, 2, 2, 2, 0, 0, 0]
    assert cells.sse == pytest.approx(2 + 2 + 5)


def test_ties_go_to_the_lower_record() -> None:
    # Both ends are equally far from the centre 2: record 0 opens the first cell. Its neighbours 1 and 2 are equally
    # near, and so are the neighbours 3 and 4 of record 5: the lower record joins each time.
    points = np.array([[0.0], [1.0], [1.0], [3.0], [3.0], [4.0]])
    assert microaggregate(points, 2, method="mdav").cell_of.tolist() == [0, 0, 2, 1, 2, 1]
