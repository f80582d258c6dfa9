"""What a report says about earlier releases of the same people: counts and the price, never who."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.guarantee.releases.several_releases import JointAnonymity
from shoal.partition.partition import Partition


@dataclass(frozen=True)
class ComparedReleases:
    """A release beside the earlier ones. ``free`` are the cells that would have been formed without these."""

    joint: JointAnonymity = field(repr=False)  # for the records that are released, in the order of ``free``
    n_releases: int
    smallest_before: int  # class of any earlier release, in records
    linked_by: tuple[str, ...]  # columns that link the records of the releases
    free: Partition = field(repr=False)
    n_left_out: int  # because their coming or going cannot be hidden
    one_value_left: Mapping[str, int]  # confidential column → records with one possible value by all classes together


def several_releases_facts(compared: ComparedReleases | None, told: Callable[[float], float]) -> dict[str, Any] | None:
    """The facts. ``told`` rounds a loss as the others of the report are."""
    if compared is None:
        return None
    joint, free = compared.joint, compared.free
    broken = joint.broken(free.cell_of)
    return {
        "n_releases": compared.n_releases,
        "text": joint.describe(),
        "linked_by": list(compared.linked_by),
        "n_stayed": int(np.count_nonzero(~joint.gone)),
        "n_came": int(np.count_nonzero(joint.is_new)),
        "n_went": int(np.count_nonzero(joint.gone)),
        "n_changed": int(np.count_nonzero(joint.changed & ~joint.gone)),
        "n_left_out": compared.n_left_out,
        "without": {
            "cells": len(free.sizes),
            "cells_that_tell": int(np.count_nonzero(broken)),
            "records_in_them": int(np.count_nonzero(broken[free.cell_of])),
            "loss": told(free.loss),
        },
        "one_value_left": dict(compared.one_value_left),
        "smaller_class_before": compared.smallest_before < joint.k,
    }
