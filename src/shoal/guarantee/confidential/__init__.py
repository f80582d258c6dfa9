"""Promises about confidential values, beyond k. Open `rules.py` first."""

from shoal.guarantee.confidential.promise import ConfidentialPromise
from shoal.guarantee.confidential.rules import (
    BetaLikeness,
    Closeness,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    Ground,
    LargestShare,
    RecursiveDiversity,
    Rule,
)
from shoal.guarantee.confidential.values import ConfidentialValues

__all__ = [
    "BetaLikeness",
    "Closeness",
    "ConfidentialPromise",
    "ConfidentialValues",
    "DeltaDisclosure",
    "DistinctDiversity",
    "EntropyDiversity",
    "Ground",
    "LargestShare",
    "RecursiveDiversity",
    "Rule",
]
