"""Three releases of the same people, one after the other: what sums of the classes of all of them show together."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from shoal.guarantee.releases.hidden_origins import NOBODY
from shoal.guarantee.releases.several_releases import JointAnonymity, SeenRelease
from shoal.partition.conditions.several_releases import earlier_cells, joint_cells

MOST = 40  # people of a world
MOST_CLASSES = 10  # of all releases together: 59,049 sums are tried


def promise(k: int, past: list[tuple[np.ndarray, np.ndarray]], newer: np.ndarray, values: np.ndarray) -> JointAnonymity:
    """``past`` has the people of each release and their classes; ``newer`` the people of the newest, by record."""
    record = np.full(MOST, NOBODY, dtype=np.int64)
    record[newer] = np.arange(len(newer))
    seen = []
    for people, classes in past:
        class_of = np.full(MOST, NOBODY, dtype=np.int64)
        class_of[people] = classes
        both = (class_of >= 0) & (record >= 0)
        shown = np.where(class_of >= 0, values, NOBODY)
        seen.append(SeenRelease(class_of, shown, np.where(both, values, NOBODY), np.where(both, 0, NOBODY)))
    known = np.any([release.class_of >= 0 for release in seen], axis=0)
    return JointAnonymity.of_releases(k, len(newer), record[known], [release.of(known) for release in seen])


def sums_over_few(k: int, releases: list[tuple[np.ndarray, np.ndarray]]) -> set[tuple[int, ...]]:
    """The people of every sum and difference of classes (each once) that is about 1 to k − 1 people."""
    members = [np.isin(np.arange(MOST), people[classes == one]) for people, classes in releases for one in set(classes)]
    if len(members) > MOST_CLASSES:
        return set()
    signs = np.array(list(product((-1, 0, 1), repeat=len(members))), dtype=np.int8)
    inside = signs @ np.array(members, dtype=np.int8) != 0
    count = inside.sum(axis=1)
    return {tuple(np.flatnonzero(row).tolist()) for row in inside[(count > 0) & (count < k)]}


def in_pairs_of_k(k: int, points: np.ndarray, records: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Cells of k neighbours on a line, and up to k − 1 more in the last of each group."""
    cell_of, n_cells = np.empty(len(records), dtype=np.int64), 0
    for group in np.unique(groups):
        rows = np.flatnonzero(groups == group)
        order = rows[np.argsort(points[records[rows]])]
        cell_of[order] = n_cells + np.minimum(np.arange(len(rows)) // k, max(1, len(rows) // k) - 1)
        n_cells += max(1, len(rows) // k)
    return cell_of


def chained(seed: int) -> tuple[int, list[tuple[np.ndarray, np.ndarray]]]:
    """People come, go and come back; releases as far as one can be made."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 4))
    n = k * int(rng.integers(2, 5))
    values, points = rng.integers(0, rng.integers(1, 3), MOST), rng.standard_normal(MOST)
    leaves_out = rng.random() < 0.5
    first = np.arange(n)
    size = k * int(rng.integers(1, 3))
    releases = [(first, in_pairs_of_k(min(size, n), points, first, np.zeros(n, dtype=np.int64)))]
    seen = n
    for _ in range(2):
        current = releases[-1][0]
        away = np.setdiff1d(np.arange(seen), current)
        stayed = current[rng.random(len(current)) > rng.choice([0.0, 0.15, 0.3])]
        back = away[rng.random(len(away)) < rng.choice([0.0, 0.5, 1.0])]
        new = np.arange(seen, seen + int(rng.choice([0, 0, k, k + 1, 1])))
        seen += len(new)
        newer = np.concatenate([stayed, back, new])
        joint = promise(k, releases, newer, values)
        block_of = np.zeros(len(newer), dtype=np.int64)
        out = joint.unhidden(earlier_cells(block_of, joint) if leaves_out else block_of)
        newer = newer[~out]
        if len(newer) < k or (out.any() and not leaves_out):
            return k, releases
        joint, own = promise(k, releases, newer, values), points[newer]
        cells = joint_cells(
            own[:, None], block_of[~out], joint, lambda records, groups, own=own: in_pairs_of_k(k, own, records, groups)
        )
        assert joint.kept_by(cells)
        releases.append((newer, cells))
    return k, releases


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_no_sum_of_classes_of_three_releases_is_about_fewer_than_k(first: int) -> None:
    """The rests of classes that lost somebody were released one by one: with the first release, these were found."""
    n_chains = 0
    for seed in range(first, first + 100):
        k, releases = chained(seed)
        n_chains += len(releases) == 3
        assert not sums_over_few(k, releases), seed
    assert n_chains > 20


def three_classes() -> tuple[JointAnonymity, np.ndarray]:
    """By hand, k = 2: A = {0, 1, 2} and B = {3, 4, 5}; then one of each is gone, and the rest is one class."""
    values = np.zeros(MOST, dtype=np.int64)
    first = (np.arange(6), np.array([0, 0, 0, 1, 1, 1]))
    second = (np.array([0, 1, 3, 4]), np.zeros(4, dtype=np.int64))
    newer = np.array([0, 1, 3, 4])
    return promise(2, [first, second], newer, values), newer


def test_the_rest_of_a_class_alone_shows_who_went_from_it() -> None:
    joint, newer = three_classes()
    assert joint.broken(np.array([0, 0, 1, 1])).all()  # {0, 1, 2} − {0, 1} is person 2
    assert not joint.broken(np.zeros(len(newer), dtype=np.int64)).any()


def test_one_person_who_comes_back_is_found_and_all_are_not() -> None:
    values = np.zeros(MOST, dtype=np.int64)
    first = (np.arange(6), np.array([0, 0, 0, 1, 1, 1]))
    second = (np.array([0, 1, 3, 4]), np.zeros(4, dtype=np.int64))
    one_back, all_back = np.array([0, 1, 2, 3, 4]), np.arange(6)
    assert promise(2, [first, second], one_back, values).broken(np.zeros(5, dtype=np.int64)).all()
    assert not promise(2, [first, second], all_back, values).broken(np.zeros(6, dtype=np.int64)).any()
