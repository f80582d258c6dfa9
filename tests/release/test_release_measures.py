"""Every privacy measure: a toy computed by hand, and a slow twin written straight from the definition."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.release.classes import classes_of
from shoal.release.risk import closeness, disclosure, diversity
from shoal.release.risk.value_counts import ValueCounts, counts_of_table


def counts_of(class_of: list[int], values: list[int]) -> ValueCounts:
    classes = classes_of([np.array(class_of)], len(class_of))
    return counts_of_table(classes, np.array(values))


def average_risk_bits(counts: ValueCounts) -> float:
    return disclosure.average_risk_bits(disclosure.risk_units(counts), counts.n_records)


def cells_of(class_of: list[int], values: list[int]) -> list[list[int]]:
    cells: dict[int, list[int]] = {}
    for cell, value in zip(class_of, values, strict=True):
        cells.setdefault(cell, []).append(value)
    return list(cells.values())


# Two classes of four: values 0 0 1 2 and 0 1 1 1. Shares in the table: 3/8, 4/8, 1/8.
CLASS_OF = [0, 0, 0, 0, 1, 1, 1, 1]
VALUES = [0, 0, 1, 2, 0, 1, 1, 1]

some_table = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 8)), min_size=1, max_size=60)


class TestClasses:
    def test_missing_equals_missing_and_nothing_else(self):
        first = np.array([1.0, np.nan, np.nan, 1.0, 0.0])
        second = np.array([3, 3, 3, 3, 3])
        classes = classes_of([first, second], 5)
        assert classes.class_of.tolist() == [0, 1, 1, 0, 2]
        assert classes.sizes.tolist() == [2, 2, 1]
        assert classes.k == 1
        assert classes.size_counts.share_below(2) == pytest.approx(1 / 5)

    def test_negative_zero_is_zero(self):
        assert classes_of([np.array([0.0, -0.0])], 2).sizes.tolist() == [2]

    def test_no_columns_make_one_class(self):
        assert classes_of([], 4).sizes.tolist() == [4]

    def test_no_records(self):
        classes = classes_of([np.array([])], 0)
        assert (classes.n_classes, classes.k, classes.size_counts.share_below(2)) == (0, 0, 0.0)

    @given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)), min_size=1))
    def test_agrees_with_counting_rows(self, rows):
        columns = [np.array(column) for column in zip(*rows, strict=True)]
        classes = classes_of(columns, len(rows))
        assert sorted(classes.sizes) == sorted(Counter(rows).values())
        for left, one in enumerate(rows):
            for right, other in enumerate(rows):
                assert (classes.class_of[left] == classes.class_of[right]) == (one == other)


class TestDiversity:
    def test_distinct_by_hand(self):
        assert diversity.distinct_values(counts_of(CLASS_OF, VALUES)) == 2

    def test_classes_with_a_single_value_by_hand(self):
        assert diversity.single_valued(counts_of(CLASS_OF, VALUES)) == (0, 0)
        assert diversity.single_valued(counts_of([0, 0, 1, 1, 1, 2], [0, 1, 1, 1, 1, 0])) == (2, 4)

    @given(some_table)
    def test_classes_with_a_single_value_agree_with_counting(self, rows):
        class_of, values = (list(column) for column in zip(*rows, strict=True))
        single = [cell for cell in cells_of(class_of, values) if len(set(cell)) == 1]
        assert diversity.single_valued(counts_of(class_of, values)) == (len(single), sum(map(len, single)))

    def test_entropy_by_hand(self):
        # second class: 1/4, 3/4
        entropy = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75))
        assert diversity.entropy_values(counts_of(CLASS_OF, VALUES)) == pytest.approx(math.exp(entropy))

    def test_entropy_of_equally_frequent_values_is_their_number(self):
        assert diversity.entropy_values(counts_of([0] * 6, [0, 0, 1, 1, 2, 2])) == pytest.approx(3.0)

    @pytest.mark.parametrize(
        ("c", "expected"),
        [
            (3.0, 1),  # second class: 3 < 3·1 fails for l = 2
            (3.1, 2),  # 3 < 3.1 holds; first class: 2 < 3.1·1 holds even for l = 3
            (0.5, 0),  # 3 < 0.5·4 fails already for l = 1
        ],
    )
    def test_recursive_by_hand(self, c, expected):
        assert diversity.recursive_values(counts_of(CLASS_OF, VALUES), c) == expected

    @given(some_table, st.sampled_from([0.5, 1.0, 2.0, 3.0]))
    def test_slow_twins(self, rows, c):
        class_of, values = (list(column) for column in zip(*rows, strict=True))
        counts = counts_of(class_of, values)
        cells = cells_of(class_of, values)
        assert diversity.distinct_values(counts) == min(len(set(cell)) for cell in cells)

        def entropy(cell):
            return -sum(n / len(cell) * math.log(n / len(cell)) for n in Counter(cell).values())

        assert diversity.entropy_values(counts) == pytest.approx(math.exp(min(entropy(cell) for cell in cells)))

        def recursive(cell):
            falling = sorted(Counter(cell).values(), reverse=True)
            holds = [level for level in range(1, len(falling) + 1) if falling[0] < c * sum(falling[level - 1 :])]
            return max(holds, default=0)

        assert diversity.recursive_values(counts, c) == min(recursive(cell) for cell in cells)


class TestCloseness:
    def test_ordered_by_hand(self):
        # cumulative: table 3/8 7/8 1, first class 2/4 3/4 1, second class 1/4 1 1
        expected = [(1 / 8 + 1 / 8) / 2, (1 / 8 + 1 / 8) / 2]
        assert closeness.ordered_distances(counts_of(CLASS_OF, VALUES)) == pytest.approx(expected)

    def test_nominal_by_hand(self):
        # first class − table: 1/8 −1/4 1/8; second: −1/8 1/4 −1/8
        assert closeness.nominal_distances(counts_of(CLASS_OF, VALUES)) == pytest.approx([0.25, 0.25])

    def test_example_of_the_paper(self):
        # Li et al. 2007: nine salaries 3k…11k; {3k, 4k, 5k} is at 0.375, {6k, 8k, 11k} at 0.167
        class_of = [0, 0, 0, 1, 2, 1, 2, 2, 1]
        distances = closeness.ordered_distances(counts_of(class_of, list(range(9))))
        assert distances[0] == pytest.approx(0.375)
        assert distances[1] == pytest.approx(1 / 6, abs=1e-12)

    def test_one_value_is_at_no_distance(self):
        assert closeness.closeness(counts_of([0, 1, 1], [5, 5, 5]), ordered=True) == 0.0

    @given(some_table)
    def test_slow_twins(self, rows):
        class_of, values = (list(column) for column in zip(*rows, strict=True))
        counts = counts_of(class_of, values)
        domain = sorted(set(values))
        overall = np.array([values.count(value) for value in domain]) / len(values)
        ordered, nominal = [], []
        for cell in cells_of(class_of, values):
            difference = np.array([cell.count(value) for value in domain]) / len(cell) - overall
            ordered.append(np.abs(np.cumsum(difference)).sum() / max(len(domain) - 1, 1))
            nominal.append(np.abs(difference).sum() / 2)
        assert closeness.ordered_distances(counts) == pytest.approx(ordered, abs=1e-12)
        assert closeness.nominal_distances(counts) == pytest.approx(nominal, abs=1e-12)
        assert closeness.closeness(counts, ordered=True) == pytest.approx(max(ordered), abs=1e-12)

    def test_many_values_and_classes_stay_exact(self):
        n = 30_000
        rng = np.random.default_rng(3)
        class_of = rng.integers(0, 3_000, n)
        values = rng.permutation(n)
        counts = counts_of_table(classes_of([class_of], n), values)
        distances = closeness.ordered_distances(counts)
        first = np.sort(values[class_of == class_of[0]])
        inside = np.searchsorted(first, np.arange(n), side="right") / len(first)
        assert distances[0] == pytest.approx(np.abs(inside - np.arange(1, n + 1) / n).sum() / (n - 1), rel=1e-12)


class TestDisclosure:
    def test_by_hand(self):
        counts = counts_of(CLASS_OF, VALUES)
        gains = [2 / 8 * math.log2(4 / 3), 1 / 8 * math.log2(1 / 2), 1 / 8 * math.log2(2)]
        gains += [1 / 8 * math.log2(2 / 3), 3 / 8 * math.log2(3 / 2)]
        assert average_risk_bits(counts) == pytest.approx(sum(gains))
        assert disclosure.delta(counts) == pytest.approx(math.log(2))
        assert disclosure.basic_beta(counts) == pytest.approx(1.0)
        assert disclosure.enhanced_beta(counts) == pytest.approx(1.0)  # ≤ −ln p for each: 0.98, 0.69, 2.08

    def test_enhanced_beta_may_not_exist(self):
        # value 0: p = 1/2, q = 1, gain 1 > −ln(1/2)
        assert disclosure.enhanced_beta(counts_of([0, 0, 1, 1], [0, 0, 1, 1])) is None

    def test_classes_that_mirror_the_table_teach_nothing(self):
        counts = counts_of([0, 0, 1, 1], [0, 1, 0, 1])
        assert average_risk_bits(counts) == 0.0
        assert disclosure.delta(counts) == 0.0
        assert disclosure.basic_beta(counts) == 0.0

    def test_alone_in_the_class_everything_is_learnt(self):
        counts = counts_of([0, 1, 2, 3], [0, 1, 2, 3])
        assert average_risk_bits(counts) == pytest.approx(2.0)
        assert disclosure.entropy_bits(counts.value_totals) == pytest.approx(2.0)

    @given(some_table)
    def test_slow_twins(self, rows):
        class_of, values = (list(column) for column in zip(*rows, strict=True))
        counts = counts_of(class_of, values)
        n = len(values)
        overall = {value: values.count(value) / n for value in values}
        risk, delta, beta = 0.0, 0.0, 0.0
        for cell in cells_of(class_of, values):
            for value, number in Counter(cell).items():
                ratio = number / len(cell) / overall[value]
                risk += number / n * math.log2(ratio)
                delta = max(delta, abs(math.log(ratio)))
                beta = max(beta, ratio - 1)
        assert average_risk_bits(counts) == pytest.approx(risk, abs=1e-9)
        assert average_risk_bits(counts) <= disclosure.entropy_bits(counts.value_totals) + 1e-9
        assert disclosure.delta(counts) == pytest.approx(delta, abs=1e-12)
        assert disclosure.basic_beta(counts) == pytest.approx(beta, abs=1e-12)


def test_the_entropy_of_one_value_is_no_negative_zero() -> None:
    assert str(disclosure.entropy_bits(np.array([7]))) == "0.0"
