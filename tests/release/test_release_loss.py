"""Loss, statistics and the marginals that must not give anybody away."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.partition.partition import Partition
from shoal.release.utility.loss import (
    correlations,
    loss_of_release,
    moments,
    one_record_makes_the_loss,
    round_loss,
)
from shoal.release.utility.marginals import (
    OTHER_VALUES,
    category_marginal,
    merge_small_bins,
    numeric_marginal,
    timeline_marginal,
)


def test_loss_by_hand():
    points = np.array([[0.0, 1.0], [2.0, 1.0], [10.0, 1.0], [12.0, 1.0]])
    released = np.array([[1.0, 1.0], [1.0, 1.0], [11.0, 1.0], [11.0, 1.0]])
    lost = loss_of_release(points, released, {"x": slice(0, 1), "y": slice(1, 2)})
    assert lost.overall == lost.attributes["x"].loss_share == pytest.approx(4 / 104)
    assert lost.attributes["y"].loss_share == 0.0  # never varied, nothing to lose


def test_values_moved_beyond_the_mean_lose_more_than_everything():
    """Ages rounded to thousands are all 0: further from the people than the mean of all of them would be."""
    ages = np.array([[20.0], [40.0], [60.0]])
    lost = loss_of_release(ages, np.zeros((3, 1)), {"age": slice(0, 1)})
    assert lost.overall == pytest.approx(5_600 / 800)


def test_a_constant_that_was_rounded_away_has_nothing_to_lose():
    """It has no spread to measure its loss by; rounding noise of its mean must not pass for one."""
    points = np.column_stack([np.full(7, 0.1), np.arange(7.0)])
    lost = loss_of_release(points, np.zeros((7, 2)), {"same": slice(0, 1), "x": slice(1, 2)})
    assert lost.attributes["same"].loss_share == lost.attributes["same"].part_of_total == 0.0
    assert lost.overall == lost.attributes["x"].loss_share


def test_a_removed_value_counts_as_lost_entirely_whatever_it_was():
    """Half of the records lost their value: the loss is what it is among the others, and all of it for these."""
    points = np.array([[-2.0], [2.0], [-4.0], [4.0], [0.0], [0.0], [0.0], [0.0]])
    released = np.array([[0.0], [0.0], [-4.0], [4.0], [0.0], [0.0], [0.0], [0.0]])
    void = np.arange(8) >= 4
    slices = {"x": slice(0, 1)}
    assert loss_of_release(points, released, slices).overall == pytest.approx(8 / 40)
    assert loss_of_release(points, released, slices, None, {"x": void}, void).overall == pytest.approx((8 + 40) / 80)
    # A record without a value has nothing to lose.
    assert loss_of_release(points, released, slices, None, {"x": void}, ~void).overall == pytest.approx(8 / 40)


def test_a_loss_that_one_record_makes_is_noticed():
    points = np.zeros((40, 2))
    points[7] = 5.0
    assert one_record_makes_the_loss(points, np.zeros_like(points))
    points[8] = 5.0
    assert not one_record_makes_the_loss(points, np.zeros_like(points))
    assert one_record_makes_the_loss(points, np.zeros_like(points), np.where(np.arange(40) == 8, 3.0, 1.0))
    assert not one_record_makes_the_loss(1e-12 * points, np.zeros_like(points)), "rounding is no loss"


@pytest.mark.parametrize("weighted", [False, True])
def test_parts_add_up_to_the_whole(weighted):
    rng = np.random.default_rng(2)
    points = rng.normal(size=(200, 5)) + 1e6
    weights = rng.uniform(0.5, 2, 200) if weighted else None
    partition = Partition.from_cells(points, np.arange(200) // 10, method="test", weights=weights)
    slices = {"a": slice(0, 2), "b": slice(2, 5)}
    lost = loss_of_release(points, partition.centroids[partition.cell_of], slices, weights)
    assert sum(part.part_of_total for part in lost.attributes.values()) == pytest.approx(lost.overall)
    assert lost.overall == pytest.approx(partition.loss, rel=1e-6)  # centroids released as they are


@pytest.mark.parametrize(
    ("share", "told"), [(0.123456, 0.1235), (1e-5 / 3, 3.3e-06), (0.0, 0.0), (10.123456, 10.1235), (1.0, 1.0)]
)
def test_a_loss_is_told_as_it_is_shown(share, told):
    assert round_loss(share) == told


def test_the_loss_does_not_undo_the_rounding_of_statistics():
    """Variance after / (1 − loss) is the variance before: exact losses gave back all digits of the deviation."""
    rng = np.random.default_rng(3)
    values = np.sort(rng.normal(size=(400, 1)), axis=0)
    released = np.repeat(values.reshape(80, 5).mean(axis=1), 5)[:, None]
    lost = loss_of_release(values, released, {"x": slice(0, 1)})

    def deviation(loss):
        return float(released.std() / np.sqrt(1 - loss))

    assert deviation(lost.overall) == pytest.approx(float(values.std()), rel=1e-12)  # the attack, on the exact loss
    assert abs(deviation(round_loss(lost.overall)) - float(values.std())) > 1e-7


def test_moments_keep_the_digits_that_differ():
    rng = np.random.default_rng(1)
    values = 1e9 + rng.normal(size=1_000)
    told = moments(values, values)
    assert told.mean_before == pytest.approx(1e9 + float((values - 1e9).mean()), abs=1e-3)
    assert told.deviation_before == pytest.approx(1.0, abs=0.1)
    assert told.deviation_before == round(float(values.std()), 4)


def test_moments_of_nothing_are_nothing():
    assert moments(np.array([np.nan]), np.array([1.0])).mean_before is None


def test_correlations_by_hand():
    up = np.array([1.0, 2.0, 3.0, np.nan])
    matrix = correlations([up, -up, np.full(4, 1e9 + 0.1)])
    assert matrix == pytest.approx(np.array([[1, -1, 0], [-1, 1, 0], [0, 0, 1]]), abs=1e-12)


def test_a_weight_of_m_is_m_equal_records():
    rng = np.random.default_rng(5)
    values, others = rng.normal(50, 10, 40), rng.normal(size=40)
    values[3] = np.nan
    weights = rng.integers(1, 6, 40)
    many, many_others = np.repeat(values, weights), np.repeat(others, weights)
    weighted = moments(values, values[::-1], weights * 1e300, weights[::-1] * 1e-300)
    assert weighted == moments(many, many)
    assert weighted.mean_before != moments(values, values).mean_before
    assert correlations([values, others], weights.astype(float)) == pytest.approx(correlations([many, many_others]))


counts = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=20)


@given(counts, st.integers(2, 6))
def test_no_small_bin_survives(pairs, k):
    before, after = (list(column) for column in zip(*pairs, strict=True))
    groups = merge_small_bins(before, after, k)
    assert [bin_ for group in groups for bin_ in group] == list(range(len(pairs)))
    for column in (before, after):
        totals = [sum(column[bin_] for bin_ in group) for group in groups]
        if len(groups) > 1:
            assert all(total == 0 or total >= k for total in totals)


def test_the_extremes_of_the_original_set_no_border():
    rng = np.random.default_rng(0)
    before = np.append(rng.normal(size=500), [1234.5678, -4321.8765])
    after = np.repeat(np.sort(before)[:500].reshape(100, 5).mean(axis=1), 5)
    marginal = numeric_marginal(before, after, 5)
    assert marginal is not None
    assert min(marginal.borders) > after.min()
    assert max(marginal.borders) < after.max()
    assert marginal.labels[0].startswith("below ")
    assert marginal.labels[-1].endswith(" or more")
    assert sum(marginal.before) == pytest.approx(1, abs=0.02)


@given(st.lists(st.floats(-1e6, 1e6), min_size=10, max_size=200), st.integers(2, 5))
def test_every_numeric_bin_hides_its_records(values, k):
    before = np.array(values)
    after = np.full(len(before), before.mean())
    after[: len(after) // 2] = np.median(before)
    marginal = numeric_marginal(before, after, k)
    assert marginal is not None
    bins = np.searchsorted(np.array(marginal.borders), before, side="right")
    occupied = np.bincount(bins, minlength=len(marginal.labels))
    assert all(count == 0 or count >= k for count in occupied)
    assert len(marginal.labels) == len(marginal.before) == len(marginal.after) == len(marginal.borders) + 1


def test_constant_attribute_is_one_bin():
    marginal = numeric_marginal(np.ones(10), np.ones(10), 3)
    assert marginal is not None
    assert marginal.labels == ("all values",)
    assert marginal.before == (1.0,)


def test_whole_numbers_get_whole_borders():
    values = np.repeat([1.0, 2.0, 3.0], 10)
    marginal = numeric_marginal(values, values, 3, whole=True)
    assert marginal is not None
    assert marginal.borders == (2.0,)  # 1 falls below 2; 3 is not strictly inside the range


def test_rare_categories_are_not_named():
    before = {"frequent": 90, "rare": 1, "usual": 9}
    after = {"frequent": 90, "usual": 10}
    marginal = category_marginal(before, after, 5)
    assert marginal is not None
    # 'rare' alone would be 1 record: 'usual' joins it
    assert marginal.labels == ("frequent", f"usual and {OTHER_VALUES}")
    assert marginal.before == (0.9, 0.1)


def test_frequent_categories_stay_visible_beside_a_rare_one():
    """Story: 4 people of a third sex made all men 'other values'."""
    marginal = category_marginal({"w": 500, "m": 496, "d": 4}, {"w": 503, "m": 497}, 5)
    assert marginal is not None
    assert marginal.labels == ("w", f"m and {OTHER_VALUES}")
    assert marginal.before == (0.5, 0.5)
    # What nobody had before cannot hide the four: the smallest one that can is taken.
    marginal = category_marginal({"w": 500, "m": 496, "d": 4}, {"w": 503, "m": 490, "new": 7}, 5)
    assert marginal is not None
    assert marginal.labels == ("w", "new", f"m and {OTHER_VALUES}")


def test_a_given_order_is_kept():
    counts_of = {"low": 5, "mid": 30, "high": 9}
    marginal = category_marginal(counts_of, counts_of, 5, ["low", "mid", "high"])
    assert marginal is not None
    assert marginal.labels == ("low", "mid", "high")


def test_generalised_categories_may_be_new():
    marginal = category_marginal({"Paris": 5, "Lyon": 5}, {"France": 10}, 5)
    assert marginal is not None
    assert marginal.labels == ("France", OTHER_VALUES)
    assert (marginal.before, marginal.after) == ((0.0, 1.0), (1.0, 0.0))


@given(
    st.dictionaries(st.sampled_from("abcdefghijklmnopqrst"), st.integers(1, 30), min_size=1),
    st.dictionaries(st.sampled_from("abcdefghijklmnopqrst"), st.integers(1, 30), min_size=1),
    st.integers(2, 8),
)
def test_every_named_category_hides_its_records(before, after, k):
    marginal = category_marginal(before, after, k)
    if marginal is None:
        assert min(sum(before.values()), sum(after.values())) < k
        return
    named = [label for label in marginal.labels if not label.endswith(OTHER_VALUES)]
    for counts_of in (before, after):
        assert all(counts_of.get(name, 0) == 0 or counts_of.get(name, 0) >= k for name in named)
        rest = sum(counts_of.values()) - sum(counts_of.get(name, 0) for name in named)
        assert rest == 0 or rest >= k


def test_dates_are_labelled_as_dates():
    days = np.repeat(np.arange(18_262.0, 18_282.0), 5)  # twenty days from 2020-01-01
    marginal = timeline_marginal(days, days, 5)
    assert marginal is not None
    assert marginal.labels[0].startswith("below 2020-01-0")
    years = np.repeat(np.arange(0.0, 365.2425 * 60, 365.2425), 5)
    marginal = timeline_marginal(years, years, 5)
    assert marginal is not None
    assert marginal.labels[0] == "below 1975"
