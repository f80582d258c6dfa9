"""Points full of ties: whatever the cells, the quantizer is saved, loaded and applied, and repeats are counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import shoal
from shoal import Quantizer
from shoal.errors import ParameterError
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import quantizer_of
from shoal.quantizer.rules.neighbour import NeighbourRule

GREEDY = ("mdav", "mdav+", "vmdav", "mdav*", "md", "mst", "mu-approx", "tfrp")
FORMS = ("q.json", "q.shoalq")


def require_round_trip(points: np.ndarray, partition: Partition, k: int, folder: Path) -> Quantizer:
    """Saved, loaded and applied in both forms; records elsewhere are those forced apart, beside an identical one."""
    made = quantizer_of(points, partition, KAnonymity(k))
    assert sum(block.rule.n_cells for block in made.blocks) == made.n_cells == partition.n_cells
    assigned = made.assign_points(points)
    moved = np.flatnonzero(assigned != partition.cell_of)
    assert len(moved) == made.forced_apart
    for record in moved:
        alike = (points == points[record]).all(axis=1)
        assert assigned[record] in partition.cell_of[alike]
    for name in FORMS:
        made.save(folder / name, disclose=True)
        loaded = Quantizer.load(folder / name)
        assert loaded.digest == made.digest
        assert loaded.assign_points(points).tolist() == assigned.tolist()
    return made


@pytest.mark.parametrize("method", GREEDY)
@given(data=st.data())
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_greedy_method_on_a_grid_full_of_ties(method: str, data: st.DataObject, tmp_path: Path) -> None:
    seed, side, k = data.draw(st.integers(0, 10**6)), data.draw(st.integers(1, 4)), data.draw(st.integers(2, 5))
    n_records = data.draw(st.integers(2 * k, 60))
    points = np.random.default_rng(seed).integers(0, side, (n_records, 2)).astype(np.float64)
    require_round_trip(points, shoal.microaggregate(points, k, method=method), k, tmp_path)


def test_a_cell_of_repeats_alone_is_there_and_nobody_falls_into_it(tmp_path: Path) -> None:
    """Ten identical points in two cells, and a crossed pair that no diagram tells apart: the last cell has no place."""
    points = np.array([[0.0]] * 4 + [[1.0], [2.0], [1.0], [2.0]] * 2 + [[0.0]] * 4)
    cell_of = np.array([0] * 4 + [1, 2, 2, 1] * 2 + [3] * 4)
    rule = NeighbourRule.of(points, cell_of)
    assert (rule.n_cells, set(rule.cell_of_record.tolist())) == (4, {0, 1, 2})
    back = NeighbourRule.from_arrays(rule.arrays(np.zeros((4, 1))), np.zeros((4, 1)))
    assert back.n_cells == 4
    assert back.assign(points).max() == 2
    made = require_round_trip(points, Partition.from_cells(points, cell_of, method="toy"), 4, tmp_path)
    assert made.forced_apart >= 4


@pytest.mark.parametrize("cells", [[0, 4], [-1, 0], [0.0, 1.0], [], [0]])
def test_a_neighbour_table_that_names_other_cells_is_refused(cells: list[float]) -> None:
    arrays = {"records": np.zeros((0 if not cells else 2, 1)), "cell_of_record": np.array(cells)}
    with pytest.raises(ParameterError):
        NeighbourRule.from_arrays(arrays, np.zeros((4, 1)))
