"""One giant cell at the start of a search: room for so many members in every cell would not fit into memory."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import ParameterError
from shoal.guarantee.confidential import Closeness, ConfidentialPromise, ConfidentialValues
from shoal.partition.search.annealing import MOST_SLOTS, Block, Chain, n_slots_for


def test_memory_bounds_the_cells_that_nobody_uses_yet() -> None:
    """k = 2 and one cell of 100,000 records: room for the members of 50,000 such cells would be 40 GB."""
    assert n_slots_for(1, 50_000, 100_001) * 100_001 <= MOST_SLOTS
    assert n_slots_for(1, 50_000, 100_001) > 1_000
    assert n_slots_for(300, 50_000, 16) == 50_000  # as many as could be needed, where that fits
    with pytest.raises(ParameterError, match="memory for 50,000 cells of 100,001 records each"):
        n_slots_for(50_000, 50_000, 100_001)


def test_a_search_divides_a_giant_cell_with_the_memory_that_there_is() -> None:
    rng = np.random.default_rng(0)
    points = rng.standard_normal((24_000, 2))
    values = ConfidentialValues.counted("x", rng.integers(0, 9, len(points)), is_ordered=True)
    block = Block.of(points, 2, confidential=ConfidentialPromise(((values, Closeness(0.4)),)))
    chain = Chain(block, np.zeros(len(points), dtype=np.int64), (1,))
    assert chain.moving.members.size <= MOST_SLOTS
    assert len(chain.moving.members) < len(points) // 2
