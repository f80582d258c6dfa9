"""What a report says about households: how many there are, and the risk that any member of one is found."""

from __future__ import annotations

from typing import Any

import numpy as np

from shoal.guarantee import ClassPromise, HouseholdAnonymity
from shoal.guarantee.behind_figures import enough_records
from shoal.release.classes import Classes

RISK_DECIMALS = 3  # the mean of a few dozen households must not give the size of one


def household_facts(promise: ClassPromise, classes: Classes) -> dict[str, Any]:
    """Nothing unless k counts households. ``promise`` is for the released records, in the order of the classes.

    The largest risk is told by its bound alone: exact, it would be the members of one household by the size of its
    class.
    """
    if not isinstance(promise, HouseholdAnonymity):
        return {}
    risks = promise.risks(classes.class_of)
    told = enough_records(len(risks), promise.k)
    return {
        "households": {
            "n_households": len(risks),
            "largest_risk": min(1.0, promise.most_parts(classes.class_of) / promise.k),
            "mean_risk": round(float(np.mean(risks)), RISK_DECIMALS) if told else None,
        }
    }
