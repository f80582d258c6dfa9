"""Rules without any one household: compiled code, the count of a release and an attacker must agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import ParameterError
from shoal.guarantee.confidential import (
    BetaLikeness,
    Closeness,
    ConfidentialPromise,
    ConfidentialValues,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    PromiseBesideHouseholds,
    RecursiveDiversity,
)
from shoal.partition.confidential.merging import merged
from shoal.release.classes import Classes
from shoal.release.confidential.counting import CountedPromise

RULES = (
    DistinctDiversity(2),
    DistinctDiversity(3, apart=2.0),
    DistinctDiversity(2, relative=0.3),
    EntropyDiversity(1.8),
    RecursiveDiversity(2.0, 2),
    LargestShare(0.6),
    Closeness(0.3),
    Closeness(0.3, ground=GroundDistance.RANK),
    Closeness(0.4, ground=GroundDistance.EQUAL),
    BetaLikeness(1.5),
)


def promise_of(codes: np.ndarray, households: np.ndarray, *rules: object) -> PromiseBesideHouseholds:
    values = ConfidentialValues.counted("x", codes, is_ordered=True, numbers=np.arange(int(codes.max()) + 1) * 1.5)
    return PromiseBesideHouseholds(tuple((values, rule) for rule in rules), households)


def test_a_household_that_shares_a_value_is_not_what_makes_a_class_diverse() -> None:
    """Two values in the class, and one of them is that of household 0 alone: who knows it knows all the others."""
    codes, households = np.array([1, 1, 0, 0, 0]), np.array([0, 0, 1, 2, 3])
    promise = promise_of(codes, households, DistinctDiversity(2))
    assert ConfidentialPromise(promise.asked).kept_by(np.zeros(5, dtype=np.int64))
    assert not promise.kept_by(np.zeros(5, dtype=np.int64))
    assert promise_of(np.array([1, 1, 0, 1, 0]), households, DistinctDiversity(2)).kept_by(np.zeros(5, dtype=np.int64))


def test_a_class_of_one_household_keeps_nothing() -> None:
    promise = promise_of(np.array([0, 1, 2]), np.zeros(3, dtype=np.int64), DistinctDiversity(2))
    assert promise.broken(np.zeros(3, dtype=np.int64)).all()


def test_what_no_cells_could_mend_is_refused() -> None:
    with pytest.raises(ParameterError, match="'x': δ-disclosure cannot be promised"):
        promise_of(np.array([0, 1]), np.array([0, 1]), DeltaDisclosure(1.0))


TABLES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4), st.integers(0, 2)), min_size=4, max_size=40)


@settings(max_examples=150, deadline=None)
@given(TABLES, st.sampled_from(RULES))
def test_compiled_code_and_the_count_agree_with_taking_each_household_out(
    table: list[tuple[int, int, int]], rule: object
) -> None:
    households, codes, cell_of = (np.unique(column, return_inverse=True)[1] for column in np.array(table).T)
    households = households * (int(cell_of.max()) + 1) + cell_of  # together
    promise = promise_of(codes, households, rule)
    plain = ConfidentialPromise(promise.asked)
    expected = plain.broken(cell_of)
    for cell in range(int(cell_of.max()) + 1):
        inside = np.flatnonzero(cell_of == cell)
        for household in np.unique(households[inside]):
            left = inside[households[inside] != household]
            none = np.zeros(len(left), dtype=np.int64)
            expected[cell] |= len(left) == 0 or not plain.of(left).kept_by(none)
    assert promise.broken(cell_of).tolist() == expected.tolist()
    counted = CountedPromise.of(promise)
    assert counted is not None
    classes = Classes(cell_of, np.bincount(cell_of))
    assert counted.counts(classes)[0].n_broken == expected.sum()
    order = np.random.default_rng(0).permutation(len(codes))
    shuffled = Classes(cell_of[order], classes.sizes)
    assert counted.taken(order).counts(shuffled)[0].n_broken == expected.sum()


@settings(max_examples=60, deadline=None)
@given(TABLES, st.sampled_from(RULES))
def test_merging_ends_with_cells_that_keep_the_rule(table: list[tuple[int, int, int]], rule: object) -> None:
    """A union keeps what its parts keep, so cells are merged until all do, at the latest as one."""
    households, codes, _ = (np.unique(column, return_inverse=True)[1] for column in np.array(table).T)
    promise = promise_of(codes, households, rule)
    points = np.random.default_rng(1).standard_normal((len(codes), 2))
    cell_of = merged(points, households, promise)
    assert promise.kept_by(cell_of) or int(cell_of.max()) == 0


def test_a_large_cell_is_judged_as_a_small_one_is() -> None:
    """Where a bound passes households over, the answer is that of trying them all."""
    rng = np.random.default_rng(4)
    households = np.repeat(np.arange(400), 3)
    for rule in RULES:
        for codes in (rng.integers(0, 3, 1_200), np.repeat(rng.integers(0, 40, 400), 3)):
            promise = promise_of(codes, households, rule)
            one = np.zeros(1_200, dtype=np.int64)
            plain = ConfidentialPromise(promise.asked)
            expected = plain.kept_by(one) and all(plain.of(households != home).kept_by(one[3:]) for home in range(400))
            assert promise.kept_by(one) == expected
            counted = CountedPromise.of(replace(promise))
            assert counted is not None
            assert (counted.counts(Classes(one, np.array([1_200])))[0].n_broken == 0) == expected
