"""The promise in persons: what it counts, what it refuses, and that merged cells keep it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import KAnonymity, PersonAnonymity, PromiseNotKept
from shoal.errors import InfeasiblePromise, ParameterError


def kept(masses: list[int], cell_of: list[int], k: int, fewest_records: int) -> bool:
    """Counted by hand."""
    cells = [[mass for mass, own in zip(masses, cell_of, strict=True) if own == cell] for cell in set(cell_of)]
    return all(sum(cell) >= k and sum(cell) >= fewest_records * max(cell) for cell in cells)


def test_a_household_alone_hides_nobody() -> None:
    # Six persons of one household are more than k = 5, and its own values would be released.
    alone = PersonAnonymity(5, np.array([6, 2, 2, 2]), 2)
    assert not alone.kept_by(np.array([0, 1, 1, 1]))
    assert alone.kept_by(np.array([0, 0, 0, 0]))
    with pytest.raises(PromiseNotKept, match=r"the table: 1 cell holds fewer than k = 5 persons, or is mostly one"):
        alone.require_kept(np.array([0, 1, 1, 1]), "the table")


def test_persons_and_share_of_the_largest_record() -> None:
    promise = PersonAnonymity(5, np.array([2, 2, 2, 1, 1, 1, 3, 3, 3]))
    assert promise.fewest_records == promise.least_size == 3
    cell_of = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2])
    assert promise.persons(cell_of).tolist() == [6, 3, 9]
    assert promise.broken(cell_of).tolist() == [False, True, False]  # three persons are fewer than five
    np.testing.assert_allclose(promise.largest_shares(cell_of), 1 / 3)
    assert promise.of([6, 7, 8, 3]).broken(np.array([0, 0, 0, 1])).tolist() == [False, True]
    uneven = PersonAnonymity(5, np.array([4, 2, 2, 2]))
    assert uneven.broken(np.zeros(4, dtype=int)).tolist() == [True]  # 4 of 10 persons are more than a third


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 4)), min_size=1, max_size=30),
    st.integers(2, 12),
    st.integers(2, 5),
)
def test_counts_like_a_hand_and_is_kept_by_unions(records: list[tuple[int, int]], k: int, fewest: int) -> None:
    masses = [mass for mass, _ in records]
    _, numbered = np.unique([cell for _, cell in records], return_inverse=True)
    promise = PersonAnonymity(k, np.array(masses), fewest)
    assert promise.kept_by(numbered) == kept(masses, numbered.tolist(), k, fewest)
    if promise.kept_by(numbered):
        assert np.bincount(numbered).min() >= fewest
        assert promise.kept_by(np.minimum(numbered, 1))
        promise.require_feasible(len(masses))


def test_one_person_each_and_as_many_records_is_k_anonymity() -> None:
    cell_of = np.repeat([0, 1, 2], [5, 4, 6])
    persons = PersonAnonymity(5, np.ones(15), 5)
    np.testing.assert_array_equal(persons.broken(cell_of), KAnonymity(5).broken(cell_of))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"masses": [1, 2, 0]}, "at least 1; 1 are not, the first in row 3"),
        ({"masses": [1, -2, 3]}, "the first in row 2"),
        ({"masses": [1.0, np.nan, 2.0]}, "the first in row 2"),
        ({"masses": [1.0, np.inf, 2.0]}, "the first in row 2"),
        ({"masses": [1.5, 2.5, 3.0]}, "whole numbers of at least 1; 2 are not"),
        ({"masses": ["two"]}, "must be whole numbers"),
        ({"masses": [[1, 2]]}, "shape"),
        ({"masses": [2.0**53, 2.0**53]}, "counted exactly"),
        ({"k": 1}, "smallest k"),
        ({"fewest_records": 1}, "at least 2"),
        ({"fewest_records": 2.5}, "at least 2"),
        ({"fewest_records": True}, "at least 2"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        PersonAnonymity(**{"k": 3, "masses": [1, 2, 3], **arguments})


def test_tables_without_a_single_cell_are_refused_without_a_mass() -> None:
    with pytest.raises(InfeasiblePromise, match="fewer persons") as few:
        PersonAnonymity(50, [17, 13, 11]).require_feasible(3)
    with pytest.raises(InfeasiblePromise, match="more than 1/3 of all persons") as heavy:
        PersonAnonymity(5, [17, 13, 11]).require_feasible(3)
    for refusal in (few, heavy):
        assert not {"17", "13", "11", "41"} & set(str(refusal.value).replace(".", " ").split())
    with pytest.raises(ParameterError, match="holds 3 numbers, and there are 4 records"):
        PersonAnonymity(5, [3, 3, 3]).kept_by(np.zeros(4, dtype=int))
    assert "17" not in repr(PersonAnonymity(5, [17, 17, 17]))
