"""What a report or an audit says about households: how many there are, and the risk that any member of one is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from shoal.errors import RolesError, Setting
from shoal.guarantee import SMALLEST_K, ClassPromise, HouseholdAnonymity
from shoal.guarantee.behind_figures import enough_records
from shoal.release.classes import Classes
from shoal.release.columns import classes_by
from shoal.table.frames.table import Table
from shoal.table.roles.checks import households_of
from shoal.table.roles.roles import HouseholdMembers, require_column

RISK_DECIMALS = 3  # the mean of a few dozen households must not give the size of one


def household_facts(promise: ClassPromise, classes: Classes) -> dict[str, Any]:
    """Nothing unless k counts households. ``promise`` is for the released records, in the order of the classes.

    The largest risk is told by its bound alone: exact, it would be the members of one household by the size of its
    class. Where members may be in different classes, the bound would count the members of the largest household.
    """
    if not isinstance(promise, HouseholdAnonymity):
        return {}
    risks = promise.risks(classes.class_of)
    told = enough_records(len(risks), promise.k)
    return {
        "households": {
            "n_households": len(risks),
            "members": (HouseholdMembers.TOGETHER if promise.together else HouseholdMembers.COUNTED).value,
            "largest_risk": min(1.0, promise.most_parts(classes.class_of) / promise.k) if promise.together else None,
            "mean_risk": round(float(np.mean(risks)), RISK_DECIMALS) if told else None,
        }
    }


def audited_households(source: Table, household: str | None, columns: Sequence[str]) -> dict[str, Any] | None:
    """How well the classes hide households; the k that they have in households."""
    if household is None:
        return None
    if household in columns:
        raise RolesError(
            f"Column '{household}' is both the ",
            Setting("household"),
            " and one by which records are told apart.",
            column=household,
            hint="Give every column one role.",
        )
    if household not in source.columns:
        raise source.unknown_column(household, columns, parameter="household", kind=RolesError).retold(
            after="Shoal drops the column of households: in its releases they cannot be counted any more."
        )
    require_column(source, household, columns, "household")
    promise = HouseholdAnonymity(SMALLEST_K, households_of(source, household))
    classes = classes_by(source, columns)
    most = promise.most_of_one(classes.class_of)
    return {
        "name": household,
        "n_households": int(promise.household_of.max()) + 1,
        "k": int((classes.sizes // most).min()),
        "n_single_classes": int(np.count_nonzero(most == classes.sizes)),
        "most_parts": promise.most_parts(classes.class_of),
        "mean_risk": float(promise.risks(classes.class_of).mean()),
    }
