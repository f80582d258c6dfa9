"""How far each column of the release is from that of the original, as a distribution and in its spread.

* Numbers: the Wasserstein distance W₁ = ∫ |F − G| between the distributions, in standard deviations of the original.
  It is the mean distance that values have to be moved (Villani 2009). 0: equal.
* Categories: the total variation distance ½ Σ |p − q|: the share of records whose category would have to change.
* Spread kept: the variance of the release as a share of that of the original. If each released value is the mean of
  its cell, what is missing to 1 is exactly the loss SSE/SST of the column, because the variance is the sum of that
  within and that between the cells. So the loss is known without knowing which row was which.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.release.pairs.paired_column import NumberPair, Pair
from shoal.release.utility.loss import correlations


def distances(pairs: Sequence[Pair]) -> dict[str, float]:
    """By column. A column of numbers that does not vary in the original has no unit and is left out."""
    from scipy.stats import wasserstein_distance

    found: dict[str, float] = {}
    for pair in pairs:
        if not isinstance(pair, NumberPair):
            found[pair.name] = float(np.abs(pair.shares_before() - pair.shares_after()).sum() / 2)
            continue
        before, after = pair.before[~np.isnan(pair.before)], pair.after[~np.isnan(pair.after)]
        if pair.varies:
            found[pair.name] = float(wasserstein_distance(before, after) / before.std())
    return found


def variances_kept(pairs: Sequence[Pair]) -> dict[str, float]:
    """The variance of each column of numbers in the release, as a share of that in the original."""
    return {
        pair.name: float(np.nanvar(pair.after) / np.nanvar(pair.before))
        for pair in pairs
        if isinstance(pair, NumberPair) and pair.varies
    }


def correlation_changes(pairs: Sequence[Pair]) -> dict[tuple[str, str], float]:
    """By two columns of numbers: how much their correlation changed. Constant columns are left out."""
    numbers = [pair for pair in pairs if isinstance(pair, NumberPair) and pair.varies]
    if len(numbers) < 2:
        return {}
    change = correlations([pair.after for pair in numbers]) - correlations([pair.before for pair in numbers])
    return {
        (one.name, other.name): float(change[place, later])
        for place, one in enumerate(numbers)
        for later, other in enumerate(numbers)
        if place < later
    }
