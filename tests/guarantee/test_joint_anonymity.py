"""What two releases show together, against attackers who try everything."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import PromiseNotKept
from shoal.guarantee.several_releases import NOBODY, JointAnonymity
from shoal.partition.people.several_releases import joint_cells


def joint(k: int, people: list[tuple[int, int, int, bool]], n_records: int) -> JointAnonymity:
    """Everybody of the earlier release: origin, trace, record now (or −1), changed."""
    origin, trace, record, changed = zip(*people, strict=True)
    return JointAnonymity(
        k,
        n_records,
        np.array(origin, dtype=np.int64),
        np.array(trace, dtype=np.int64),
        np.array(record, dtype=np.int64),
        np.array(changed, dtype=np.bool_),
    )


def grown(k: int, origins: list[list[tuple[int, bool, bool]]], n_new: int) -> JointAnonymity:
    """Each person as (trace, went, changed); records in their order, then the newcomers."""
    people, record = [], 0
    for number, members in enumerate(origins):
        for trace, went, changed in members:
            people.append((number, trace, NOBODY if went else record, changed and not went))
            record += not went
    return joint(k, people, record + n_new)


# --- attackers
# ---------------------------------------------------------------------------------------------------------------------


def sums_that_follow(promise: JointAnonymity, class_of: np.ndarray) -> list[tuple[set[int], set[int], set[int]]]:
    """Whose values every difference of sums of classes is the sum of: newcomers, people who went, people who stayed.

    Sums of classes are added and subtracted in every way (each once), as an attacker can who has both releases. People
    who stayed count as the same number in both, so they cancel where they are in a class of each.
    """
    n_classes = int(class_of.max()) + 1
    found = []
    for signs in product((-1, 0, 1), repeat=promise.n_origins + n_classes):
        new = {row for row in range(promise.n_records) if promise.is_new[row] and signs[class_of[row]] != 0}
        went, stayed = set(), set()
        for person in range(len(promise.origin_of)):
            then = signs[n_classes + promise.origin_of[person]]
            if promise.gone[person]:
                went |= {person} if then else set()
            elif then + signs[class_of[promise.record_of[person]]] != 0:
                stayed.add(person)
        found.append((new, went, stayed))
    return found


def candidates(promise: JointAnonymity, class_of: np.ndarray, person: int) -> int:
    """How many records, in either release, can be that of a person, given every way in which the records can go.

    The attacker knows the traces of all records, the class of the person in each release, who is new and what changed
    records show now, so also how many records of each trace the class has lost. Every choice of lost records with these
    counts is possible; a record is a candidate if the person's going (or staying) fits one.
    """
    goes = promise.gone | promise.changed
    home = {
        int(promise.origin_of[other]): int(class_of[promise.record_of[other]])
        for other in range(len(promise.origin_of))
        if not promise.gone[other]
    }
    own = home[int(promise.origin_of[person])]
    inside = [other for other in range(len(promise.origin_of)) if home.get(int(promise.origin_of[other])) == own]
    lost = sorted(int(promise.trace_of[other]) for other in inside if goes[other])
    fitting = set()
    for choice in product((False, True), repeat=len(inside)):
        chosen = [other for other, is_lost in zip(inside, choice, strict=True) if is_lost]
        if sorted(int(promise.trace_of[other]) for other in chosen) == lost:
            fitting |= set(chosen) if goes[person] else set(inside) - set(chosen)
    own_records = {other for other in fitting if promise.origin_of[other] == promise.origin_of[person]}
    if goes[person]:
        return len(own_records)
    shown = {int(promise.trace_of[other]) for other in own_records}  # by the record of the person in the newer release
    return min(len(own_records), sum(int(promise.trace_of[other]) in shown for other in inside if not goes[other]))


def is_safe(promise: JointAnonymity, class_of: np.ndarray) -> bool:
    """By attackers alone, for classes that hold whole origins."""
    k = promise.k
    for new, went, stayed in sums_that_follow(promise, class_of):
        everybody = len(new) + len(went) + len(stayed)
        if any(0 < count < k for count in (len(new), everybody, len(went) + len(stayed))):
            return False
    n_classes = int(class_of.max()) + 1
    for home in range(n_classes):  # who knows the newcomers knows the sum of those who went from the class
        inside = {int(origin) for origin in promise.origin_of_record[class_of == home] if origin >= 0}
        of_class = np.isin(promise.origin_of, list(inside))
        n_gone = int((promise.gone & of_class).sum())
        n_changed = int((promise.changed & of_class & ~promise.gone).sum())
        n_new = int(promise.is_new[class_of == home].sum())
        if any(0 < count < k for count in (n_gone, n_gone + n_changed, n_new + n_changed)):
            return False
    return all(
        candidates(promise, class_of, person) >= min(k, int(promise.origin_sizes[promise.origin_of[person]]))
        for person in range(len(promise.origin_of))
        if any(
            not promise.gone[other] and promise.origin_of[other] == promise.origin_of[person]
            for other in range(len(promise.origin_of))
        )
    )


# --- by hand
# ---------------------------------------------------------------------------------------------------------------------

STAYS = (0, False, False)


def test_one_newcomer_in_an_old_class_is_found_by_the_difference_of_two_means() -> None:
    promise = grown(2, [[STAYS] * 3], n_new=1)
    assert promise.broken(np.array([0, 0, 0, 0])).tolist() == [True]
    assert not grown(2, [[STAYS] * 3], n_new=2).broken(np.array([0, 0, 0, 0, 0])).any()


def test_one_person_who_left_is_found_and_two_are_not() -> None:
    left = (0, True, False)
    assert grown(2, [[STAYS, STAYS, left]], 0).broken(np.zeros(2, dtype=np.int64)).all()
    assert not grown(2, [[STAYS, STAYS, left, left]], 0).broken(np.zeros(2, dtype=np.int64)).any()
    merged = grown(2, [[STAYS, STAYS, left], [STAYS, STAYS, left]], 0)
    assert merged.broken(np.array([0, 0, 1, 1])).tolist() == [True, True]
    assert not merged.broken(np.zeros(4, dtype=np.int64)).any()


def test_a_value_that_only_one_record_has_shows_who_left_however_large_the_class_is() -> None:
    """The traces of the two who left are unique, so each is the only candidate of its own origin."""
    origins = [
        [(0, False, False), (0, False, False), (5, True, False)],
        [(1, False, False), (1, False, False), (6, True, False)],
    ]
    promise = grown(2, origins, 0)
    assert promise.broken(np.zeros(4, dtype=np.int64)).all()
    assert promise.unhidden(np.zeros(4, dtype=np.int64)).all()


def test_a_class_that_is_torn_shows_the_part_that_is_too_small() -> None:
    promise = grown(2, [[STAYS] * 5], 0)
    assert promise.broken(np.array([0, 0, 0, 0, 1])).tolist() == [True, True]
    assert not promise.broken(np.array([0, 0, 0, 1, 1])).any()
    with_one_gone = grown(2, [[STAYS] * 4 + [(0, True, False)]], 0)
    assert with_one_gone.broken(np.array([0, 0, 1, 1])).all()


def test_one_changed_record_is_one_that_went_and_one_that_came() -> None:
    changed = (0, False, True)
    assert grown(2, [[STAYS, STAYS, changed]], 0).broken(np.zeros(3, dtype=np.int64)).all()
    assert not grown(2, [[STAYS, STAYS, changed, changed]], 0).broken(np.zeros(4, dtype=np.int64)).any()
    assert not grown(2, [[changed] * 3], 0).broken(np.zeros(3, dtype=np.int64)).any()  # a new value for everybody


def test_a_class_that_is_gone_as_a_whole_shows_nothing_new() -> None:
    gone = (0, True, False)
    assert not grown(3, [[gone] * 3, [STAYS] * 3], 0).broken(np.zeros(3, dtype=np.int64)).any()


def test_an_earlier_class_below_k_may_stay_as_it_is_and_no_less() -> None:
    promise = grown(3, [[STAYS] * 2, [STAYS] * 3], 0)
    assert not promise.broken(np.zeros(5, dtype=np.int64)).any()
    assert promise.broken(np.array([0, 1, 1, 1, 1])).all()


def test_the_error_counts_classes_and_shows_no_value() -> None:
    promise = grown(2, [[STAYS] * 3], n_new=1)
    with pytest.raises(PromiseNotKept, match="1 class shows fewer than k = 2 people") as raised:
        promise.require_kept(np.zeros(4, dtype=np.int64), "the table")
    assert raised.value.count == 1


def test_records_in_another_order_are_the_same_records() -> None:
    promise = grown(2, [[STAYS] * 3, [STAYS] * 2], n_new=2)
    class_of = np.array([0, 0, 0, 1, 1, 2, 2])
    order = np.random.default_rng(0).permutation(7)
    assert promise.of(order).broken(class_of[order]).tolist() == promise.broken(class_of).tolist()
    assert promise.of(np.arange(6)).broken(class_of[:6]).tolist() == [False, False, True]


# --- against the attackers
# ---------------------------------------------------------------------------------------------------------------------


@st.composite
def small_worlds(draw: st.DrawFn) -> JointAnonymity:
    k = draw(st.sampled_from([2, 3]))
    person = st.tuples(st.integers(0, 2), st.booleans(), st.booleans())
    origins = draw(st.lists(st.lists(person, min_size=k, max_size=4), min_size=1, max_size=3))
    return grown(k, origins, draw(st.integers(0, 4)))


@settings(max_examples=150, deadline=None)
@given(small_worlds(), st.data())
def test_what_is_kept_is_safe_and_what_is_safe_is_kept(promise: JointAnonymity, data: st.DataObject) -> None:
    if promise.n_records == 0:
        return
    home = data.draw(st.lists(st.integers(0, 2), min_size=promise.n_origins + 1, max_size=promise.n_origins + 1))
    class_of = np.unique([home[origin] for origin in promise.origin_of_record], return_inverse=True)[1]
    if np.bincount(class_of).min() < promise.k:
        return  # k itself is promised elsewhere
    assert promise.kept_by(class_of) == is_safe(promise, class_of)


@settings(max_examples=150, deadline=None)
@given(small_worlds(), st.data())
def test_a_union_of_classes_that_keep_it_keeps_it(promise: JointAnonymity, data: st.DataObject) -> None:
    if promise.n_records == 0:
        return
    class_of = np.array(data.draw(st.lists(st.integers(0, 3), min_size=promise.n_records, max_size=promise.n_records)))
    class_of = np.unique(class_of, return_inverse=True)[1]
    kept = np.flatnonzero(~promise.broken(class_of))
    if len(kept) >= 2:
        united = np.where(class_of == kept[1], kept[0], class_of)
        united = np.unique(united, return_inverse=True)[1]
        home = united[class_of == kept[0]][0]
        assert not promise.broken(united)[home]


@settings(max_examples=100, deadline=None)
@given(small_worlds(), st.integers(0, 3), st.booleans())
def test_cells_that_are_repaired_are_safe(promise: JointAnonymity, seed: int, blockwise: bool) -> None:
    rng = np.random.default_rng(seed)
    block_of = rng.integers(0, 2, promise.n_records) if blockwise else np.zeros(promise.n_records, dtype=np.int64)
    stays = np.flatnonzero(~promise.unhidden(block_of))
    if not len(stays):
        return
    rest = promise.of(stays)
    blocks = np.unique(block_of[stays], return_inverse=True)[1]
    if np.bincount(blocks).min() < promise.k:
        return
    points = rng.standard_normal((len(stays), 2))
    cells = joint_cells(points, blocks, rest, lambda records, groups: groups)
    assert rest.kept_by(cells)
    assert np.bincount(cells).min() >= promise.k
    assert all(len(set(blocks[cells == cell])) == 1 for cell in range(cells.max() + 1))
    for new, went, stayed in sums_that_follow(rest, cells) if cells.max() + rest.n_origins < 8 else ():
        assert len(new) == 0 or len(new) >= promise.k
        assert len(went) + len(stayed) == 0 or len(went) + len(stayed) >= promise.k
