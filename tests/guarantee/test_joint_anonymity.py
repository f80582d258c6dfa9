"""What two releases show together, against attackers who try everything."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import PromiseNotKept
from shoal.guarantee.releases.hidden_origins import NOBODY
from shoal.guarantee.releases.several_releases import JointAnonymity, SeenRelease
from shoal.partition.conditions.several_releases import joint_cells

Person = tuple[int, int | None]  # earlier value, and the newer one: None if the person went


def grown(k: int, origins: list[list[Person]], n_new: int, *, columns: int = 1) -> JointAnonymity:
    """People by origin; records in their order, then the newcomers. Values of several columns are the digits."""
    people = [(number, then, now) for number, members in enumerate(origins) for then, now in members]
    place = np.cumsum([now is not None for _, _, now in people]) - 1
    record = np.array([at if now is not None else NOBODY for at, (_, _, now) in zip(place, people, strict=True)])
    then = np.array([then for _, then, _ in people])
    now = np.array([NOBODY if now is None else now for _, _, now in people])
    changes = np.where(now < 0, NOBODY, sum((then // 10**at % 10 != now // 10**at % 10) << at for at in range(columns)))
    seen = SeenRelease(np.array([origin for origin, _, _ in people]), then, now, changes)
    n_stayed = int((record >= 0).sum())
    return JointAnonymity.of_releases(k, n_stayed + n_new, record.astype(np.int64), [seen])


# --- attackers
# ---------------------------------------------------------------------------------------------------------------------


def sums_that_follow(promise: JointAnonymity, class_of: np.ndarray) -> list[tuple[set[int], set[int], set[int]]]:
    """Whose values every difference of sums of classes is the sum of: newcomers, people who went, people who stayed.

    Sums of classes are added and subtracted in every way (each once), as an attacker can who has both releases. People
    who stayed count as the same number in both, so they cancel where they are in a class of each.
    """
    (seen,) = promise.comparisons
    n_classes = int(class_of.max()) + 1
    found = []
    for signs in product((-1, 0, 1), repeat=seen.n_origins + n_classes):
        new = {row for row in range(promise.n_records) if promise.is_new[row] and signs[class_of[row]] != 0}
        went, stayed = set(), set()
        for person in range(len(seen.origin_of)):
            then = signs[n_classes + seen.origin_of[person]]
            if promise.gone[person]:
                went |= {person} if then else set()
            elif then + signs[class_of[promise.record_of[person]]] != 0:
                stayed.add(person)
        found.append((new, went, stayed))
    return found


def fates_of_records(promise: JointAnonymity, inside: list[int]) -> dict[int, set[tuple[int, int]]]:
    """What can have become of the record of each person, as (fate, newer value), in every world that fits.

    The attacker knows how many people of the class with which value met which fate and became what. A world gives the
    fates of all records with one value to these records in some order; every order is tried.
    """
    (seen,) = promise.comparisons
    found: dict[int, set[tuple[int, int]]] = {person: set() for person in inside}
    for value in {int(seen.then[person]) for person in inside}:
        records = [person for person in inside if seen.then[person] == value]
        fates = [(int(seen.fate[person]), -1 if promise.gone[person] else int(seen.now[person])) for person in records]
        for world in set(permutations(fates)):
            for record, fate in zip(records, world, strict=True):
                found[record].add(fate)
    return found


def fewest_candidates(promise: JointAnonymity, class_of: np.ndarray, person: int) -> int:
    """Among how many records of either release a person hides, whose fate the attacker knows."""
    (seen,) = promise.comparisons
    home = {
        int(seen.origin_of[other]): int(class_of[promise.record_of[other]])
        for other in range(len(seen.origin_of))
        if not promise.gone[other]
    }
    own = home[int(seen.origin_of[person])]
    inside = [other for other in range(len(seen.origin_of)) if home.get(int(seen.origin_of[other])) == own]
    became = fates_of_records(promise, inside)
    fate = int(seen.fate[person])
    of_origin = [other for other in inside if seen.origin_of[other] == seen.origin_of[person]]
    earlier = [other for other in of_origin if any(each == fate for each, _ in became[other])]
    if promise.gone[person]:
        return len(earlier)
    shown = {now for other in earlier for each, now in became[other] if each == fate}
    return min(len(earlier), sum(int(seen.now[other]) in shown for other in inside if not promise.gone[other]))


def is_safe(promise: JointAnonymity, class_of: np.ndarray) -> bool:
    """By attackers alone, for classes that hold whole origins."""
    k, (seen,) = promise.k, promise.comparisons
    for new, went, stayed in sums_that_follow(promise, class_of):
        everybody = len(new) + len(went) + len(stayed)
        if any(0 < count < k for count in (len(new), everybody, len(went) + len(stayed))):
            return False
    n_classes = int(class_of.max()) + 1
    for home in range(n_classes):  # who knows the newcomers knows the sum of those who went from the class
        inside = {int(origin) for origin in seen.origin_of_record[class_of == home] if origin >= 0}
        of_class = np.isin(seen.origin_of, list(inside))
        for fate in set(seen.fate[of_class].tolist()) - {0}:
            if (seen.fate[of_class] == fate).sum() < k:
                return False
    left = set(seen.origin_of[~promise.gone].tolist())
    return all(
        fewest_candidates(promise, class_of, person) >= min(k, int(seen.origin_sizes[seen.origin_of[person]]))
        for person in range(len(seen.origin_of))
        if int(seen.origin_of[person]) in left
    )


# --- by hand
# ---------------------------------------------------------------------------------------------------------------------

STAYS = (0, 0)
LEFT = (0, None)


def test_one_newcomer_in_an_old_class_is_found_by_the_difference_of_two_means() -> None:
    promise = grown(2, [[STAYS] * 3], n_new=1)
    assert promise.broken(np.array([0, 0, 0, 0])).tolist() == [True]
    assert not grown(2, [[STAYS] * 3], n_new=2).broken(np.array([0, 0, 0, 0, 0])).any()


def test_one_person_who_left_is_found_and_two_are_not() -> None:
    assert grown(2, [[STAYS, STAYS, LEFT]], 0).broken(np.zeros(2, dtype=np.int64)).all()
    assert not grown(2, [[STAYS, STAYS, LEFT, LEFT]], 0).broken(np.zeros(2, dtype=np.int64)).any()
    merged = grown(2, [[STAYS, STAYS, LEFT], [STAYS, STAYS, LEFT]], 0)
    assert merged.broken(np.array([0, 0, 1, 1])).tolist() == [True, True]
    assert not merged.broken(np.zeros(4, dtype=np.int64)).any()


def test_a_value_that_only_one_record_has_shows_who_left_however_large_the_class_is() -> None:
    """The traces of the two who left are unique, so each is the only candidate of its own origin."""
    origins = [
        [(0, 0), (0, 0), (5, None)],
        [(1, 1), (1, 1), (6, None)],
    ]
    promise = grown(2, origins, 0)
    assert promise.broken(np.zeros(4, dtype=np.int64)).all()
    assert promise.unhidden(np.zeros(4, dtype=np.int64)).all()


def test_a_class_that_is_torn_shows_the_part_that_is_too_small() -> None:
    promise = grown(2, [[STAYS] * 5], 0)
    assert promise.broken(np.array([0, 0, 0, 0, 1])).tolist() == [True, True]
    assert not promise.broken(np.array([0, 0, 0, 1, 1])).any()
    with_one_gone = grown(2, [[STAYS] * 4 + [LEFT]], 0)
    assert with_one_gone.broken(np.array([0, 0, 1, 1])).all()


def test_one_changed_record_shows_who_changed() -> None:
    changed = (0, 1)
    assert grown(2, [[STAYS, STAYS, changed]], 0).broken(np.zeros(3, dtype=np.int64)).all()
    assert not grown(2, [[STAYS, STAYS, changed, changed]], 0).broken(np.zeros(4, dtype=np.int64)).any()
    assert not grown(2, [[changed] * 3], 0).broken(np.zeros(3, dtype=np.int64)).any()  # a new value for everybody


def test_a_value_that_grows_for_everybody_links_as_well_as_one_that_stays() -> None:
    """Once, values that changed for everybody counted as unlinked: incomes that grew by 3 % showed who had left."""
    home = np.zeros(4, dtype=np.int64)
    assert grown(2, [[(1, 6), (2, 7), (3, None)], [(4, 8), (5, 9), (9, None)]], 0).broken(home).all()
    assert not grown(2, [[(1, 6), (2, 6), (1, None)], [(1, 6), (2, 6), (2, None)]], 0).broken(home).any()


def test_people_who_changed_in_one_column_are_counted_for_each_column() -> None:
    """Digits are columns. Two changed their first column, and two their second: known apart, they hide one another."""
    home = np.zeros(4, dtype=np.int64)
    assert not grown(2, [[(11, 12), (11, 12), (11, 21), (11, 21)]], 0, columns=2).broken(home).any()
    assert grown(2, [[(11, 12), (11, 12), (11, 12), (11, 21)]], 0, columns=2).broken(home).all()
    linked = [[(11, 12), (21, 22), (31, 32), (41, None)], [(11, 12), (21, 22), (31, 32), (41, None)]]
    assert grown(2, linked, 0, columns=2).broken(np.zeros(6, dtype=np.int64)).all()  # 41 is who went, in both origins


def test_a_class_that_is_gone_as_a_whole_shows_nothing_new() -> None:
    assert not grown(3, [[LEFT] * 3, [STAYS] * 3], 0).broken(np.zeros(3, dtype=np.int64)).any()


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
    value = st.sampled_from([0, 1, 10])
    person = st.tuples(value, st.one_of(st.none(), value)) | value.map(lambda same: (same, same))
    origins = draw(st.lists(st.lists(person, min_size=k, max_size=4), min_size=1, max_size=2))
    return grown(k, origins, draw(st.integers(0, 4)), columns=2)


@settings(max_examples=150, deadline=None)
@given(small_worlds(), st.data())
def test_what_is_kept_is_safe_and_what_is_safe_is_kept(promise: JointAnonymity, data: st.DataObject) -> None:
    if promise.n_records == 0:
        return
    home = data.draw(st.lists(st.integers(0, 2), min_size=4, max_size=4))
    class_of = np.unique([home[origin] for origin in promise.comparisons[0].origin_of_record], return_inverse=True)[1]
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
    for new, went, stayed in sums_that_follow(rest, cells) if cells.max() + rest.comparisons[0].n_origins < 8 else ():
        assert len(new) == 0 or len(new) >= promise.k
        assert len(went) + len(stayed) == 0 or len(went) + len(stayed) >= promise.k
