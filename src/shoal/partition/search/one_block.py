"""One block of a table that is too large for one search: cells from a method, and annealing steps one by one.

A block is all that a call sees, and a seed decides the rest. So it does not matter who calls, or in which order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import Clock
from shoal.partition.problem import Cells, Problem, Progress, no_progress
from shoal.partition.repair import keep_persons
from shoal.partition.search.decomposition import centred
from shoal.partition.search.state import SearchState
from shoal.partition.search.steps import Anneal

if TYPE_CHECKING:
    from shoal.guarantee import PersonAnonymity
    from shoal.guarantee.confidential import ConfidentialPromise


def annealed_block(
    points: FloatArray,
    cell_of: IntArray,
    k: int,
    step: Anneal,
    seed: Sequence[int],
    *,
    weights: FloatArray | None = None,
    confidential: ConfidentialPromise | None = None,
    progress: Progress = no_progress,
) -> IntArray:
    """The better of these cells and of what one chain of trials makes of them; ``progress`` may end the work."""
    if len(points) < 2 * k:
        return cell_of
    number = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
    problem = Problem(centred(points), k, weights, number, confidential=confidential)
    state = SearchState(problem, Cells(cell_of), recombines=False)
    if not state.is_perfect:
        state.anneal(step.trials, step.level, None, Clock(), lambda: progress(0, len(points)), in_one=True)
    return state.cell_of


def exchanged_block(
    points: FloatArray,
    cell_of: IntArray,
    persons: PersonAnonymity,
    *,
    weights: FloatArray | None = None,
    progress: Progress = no_progress,
) -> IntArray:
    """These cells of persons after records were exchanged between them; they keep the promise before and after."""
    problem = Problem(centred(points), persons.k, weights, progress=progress, persons=persons)
    return keep_persons(problem, Cells(cell_of)).cell_of
