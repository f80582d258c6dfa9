"""k in households, counted by hand and by an attacker."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept
from shoal.guarantee import HouseholdAnonymity
from shoal.partition.methods import find_method
from shoal.partition.people.households import microaggregate_households


def test_five_records_of_one_household_are_no_class_of_five() -> None:
    promise = HouseholdAnonymity(3, np.array([0, 0, 0, 1, 2, 3, 4, 5]))
    assert promise.broken(np.array([0, 0, 0, 1, 1, 1, 1, 1])).tolist() == [True, False]
    assert promise.broken(np.zeros(8, dtype=np.int64)).tolist() == [True]  # 3 of 8 is more than a third
    assert promise.broken(np.array([0, 1, 2, 0, 1, 2, 0, 1])).tolist() == [False, False, True]
    assert promise.most_of_one(np.zeros(8, dtype=np.int64)).tolist() == [3]


def test_refusals_name_no_household() -> None:
    promise = HouseholdAnonymity(3, np.array([0, 0, 0, 1, 2, 3, 4, 5]))
    with pytest.raises(InfeasiblePromise, match="One household has more than 1/3 of the records of the table"):
        promise.require_feasible(8)
    with pytest.raises(PromiseNotKept, match="in 1 cell one household has more than 1/3"):
        promise.require_kept(np.zeros(8, dtype=np.int64), "the table")
    with pytest.raises(ParameterError, match="8 numbers of households and 7 records"):
        promise.broken(np.zeros(7, dtype=np.int64))
    with pytest.raises(ParameterError, match="numbered from 0"):
        HouseholdAnonymity(3, np.array([-1, 0]))


def test_the_risk_by_hand() -> None:
    """Two members in a class of four: an attacker looks for both, 1 − (3/4)²; one alone in a class of two: 1/2."""
    promise = HouseholdAnonymity(2, np.array([0, 0, 1, 2, 3, 4]))
    risks = promise.risks(np.array([0, 0, 0, 0, 1, 1]))
    assert risks == pytest.approx([7 / 16, 1 / 4, 1 / 4, 1 / 2, 1 / 2])


TABLES = st.lists(st.integers(0, 9), min_size=2, max_size=24)


@settings(max_examples=200, deadline=None)
@given(TABLES, st.data())
def test_what_is_kept_is_safe_and_a_union_keeps_it(households: list[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 4))
    cell_of = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(households), max_size=len(households))))
    cell_of = np.unique(cell_of, return_inverse=True)[1]
    promise = HouseholdAnonymity(k, np.array(households))
    broken = promise.broken(cell_of)
    for cell in range(cell_of.max() + 1):
        inside = [house for house, own in zip(households, cell_of, strict=True) if own == cell]
        right = max(inside.count(house) / len(inside) for house in inside)  # a guess at the record of a member
        assert bool(broken[cell]) == (right > 1 / k + 1e-12)
        if not broken[cell]:
            assert len(set(inside)) >= k
    if not broken.any():
        parts = [
            len({own for own, other in zip(cell_of, households, strict=True) if other == house}) for house in households
        ]
        assert promise.risks(cell_of).max() <= max(parts) / k + 1e-12
        assert max(parts) == promise.most_parts(cell_of)
    kept = np.flatnonzero(~broken)
    if len(kept) > 1:
        united = np.unique(np.where(cell_of == kept[1], kept[0], cell_of), return_inverse=True)[1]
        assert not promise.broken(united)[united[cell_of == kept[0]][0]]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["mdav", "pcl", "best(steps=[])"]), st.booleans())
def test_cells_are_of_whole_households(seed: int, method: str, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    members = rng.integers(1, 6, 40)
    household_of = rng.permutation(np.repeat(np.arange(40), members))
    points = rng.standard_normal((len(household_of), 2))
    promise = HouseholdAnonymity(3, household_of)
    weights = rng.uniform(0.5, 2, len(household_of)) if weighted else None
    blocks = np.zeros(len(household_of), dtype=np.int64)
    partition, used = microaggregate_households(
        points, blocks, promise, methods=[find_method(method)], seed=0, weights=weights
    )
    assert promise.kept_by(partition.cell_of)
    assert len(used) == 1
    for household in range(40):
        assert len(set(partition.cell_of[household_of == household])) == 1
    mass = np.ones(len(points)) if weights is None else weights
    sse = 0.0
    for cell in range(partition.n_cells):
        inside = partition.cell_of == cell
        centre = np.average(points[inside], axis=0, weights=mass[inside])
        assert partition.centroids[cell] == pytest.approx(centre)
        sse += float((mass[inside, None] * (points[inside] - centre) ** 2).sum())
    assert partition.sse == pytest.approx(sse)
