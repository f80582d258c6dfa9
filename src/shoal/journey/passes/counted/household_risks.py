"""Household risks: the risk that any member of a household is found, for households that are drawn by their keys.

A household can have members in several classes, and so in several parts. So each part tells, of each drawn household,
by how much its own classes change the risk, and the parts are added. Up to 262,144 records every household is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.guarantee.behind_figures import enough_records
from shoal.journey.passes.counted.households import HouseholdFacts
from shoal.journey.passes.counted.what_counts import WhatCounts
from shoal.journey.passes.values.value_times import is_drawn
from shoal.release.report.households import RISK_DECIMALS
from shoal.table.roles.roles import HouseholdMembers


def drawn_households(households: IntArray, class_of: IntArray, share: float) -> pl.DataFrame:
    """Of each drawn "household" the logarithm of the probability that somebody who looks for each of its members, and
    guesses a record of the right class each time, is "never" right. Classes are whole."""
    never = np.log1p(-1.0 / np.bincount(class_of)[class_of])
    found = pl.DataFrame({"household": households, "never": never}).filter(
        pl.Series(is_drawn(households.view(np.uint64), share))
    )
    return found.group_by("household").agg(pl.col("never").sum())


def told_households(
    parts: Sequence[pl.DataFrame], share: float, households: HouseholdFacts | None, what: WhatCounts
) -> dict[str, Any]:
    """What a report says; ``households``: what is known of all households of the release, if they stay together."""
    drawn = pl.concat(parts).group_by("household").agg(pl.col("never").sum())
    n_households = round(drawn.height / share) if households is None else households.n_households
    risks = -np.expm1(np.sort(drawn["never"].to_numpy()))
    told = enough_records(min(n_households, drawn.height), what.k)
    members = HouseholdMembers.COUNTED if households is None else HouseholdMembers.TOGETHER
    return {
        "n_households": n_households,
        "members": members.value,
        "largest_risk": None if households is None else min(1.0, households.most_groups / what.k),
        "mean_risk": round(float(np.mean(risks)), RISK_DECIMALS) if told else None,
        **({"about": True} if households is None and share < 1.0 else {}),
    }
