"""Records of one point are too many for one worker, so their sums must not depend on who has which of them."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.journey.passes.releasing import AttributeSums
from shoal.journey.passes.twins import TwinSums, exact_sum
from shoal.release.utility.vanished import CategoryFigures


@given(st.lists(st.floats(min_value=1e-300, max_value=1e300), min_size=1))
def test_the_exact_sum_is_that_of_fractions(values):
    assert exact_sum(np.array(values)) == sum(map(Fraction, values))


def twins(weights: np.ndarray) -> TwinSums:
    """Twins with these weights; the distance that each loses is 0.1, which no float is."""
    one = AttributeSums(mass=1.0, lost=0.1, lost_to_centroids=0.3, n_records=1, sums=(0.7,), squares=(0.49,))
    mass, squares = exact_sum(weights), exact_sum(weights**2)
    seen = {"region": {"north": len(weights)}}
    largest, categories = float(weights.max()), CategoryFigures(seen, seen)
    return TwinSums({"x": one}, len(weights), 0, mass, Fraction(0), squares, largest, categories, {"x": 1})


def test_however_twins_are_divided_their_sums_are_the_same_to_the_last_bit():
    """They were sums of floats over the pieces in which they lay on disk: other pieces, another last bit."""
    weights = np.random.default_rng(0).lognormal(size=1_000)
    whole = twins(weights).sums
    for n_parts in (2, 7, 100):
        parts = [twins(part) for part in np.array_split(weights[::-1], n_parts)]
        together = parts[0]
        for part in parts[1:]:
            together = part.and_also(together)
        assert together.sums.attributes == whole.attributes
        assert (together.sums.mass, together.sums.square_of_masses) == (whole.mass, whole.square_of_masses)
        assert together.sums.n_cells == 1
        assert together.sums.categories == whole.categories
    assert whole.mass == math.fsum(weights)


@pytest.mark.parametrize("names", [["age", "sex"], ["age"]])
def test_a_table_with_few_different_records_has_a_report(tmp_path, names):
    """All its points were heavy, or none of its few classes was drawn: the report of no record ended in a crash."""
    chance = np.random.default_rng(0)
    n_records = 6_000
    frame = pl.DataFrame(
        {
            "age": chance.integers(1, 3, n_records),
            "sex": chance.choice(["a", "b"], n_records),
            "illness": chance.choice(["x", "y"], n_records),
        }
    )
    asked = {"k": 4, "quasi_identifiers": names, "confidential": ["illness"], "method": "mdav", "seed": 1}
    with shoal.anonymize(frame.lazy(), block_records=1_000, scratch=tmp_path, **asked) as release:
        facts = release.report.facts
        assert facts["loss"]["overall"] == 0.0
        assert facts["promise"]["n_classes"] == facts["promise"]["n_cells"] == 2 ** len(names)
        assert facts["promise"]["n_records"] == n_records
