"""Promises about confidential values, beyond k. Open `rules.py` first.

Input: codes of confidential values and rules. Output: which cells break them. `rules.py` has a type for each rule,
`values.py` a column as rules see it, `promise.py` all rules of a table with the check of cells, `judging.py` the arrays
that compiled code judges cells by, `households.py` the promise where several records are of one household.
"""

from shoal.guarantee.confidential.households import PromiseBesideHouseholds
from shoal.guarantee.confidential.promise import ConfidentialPromise
from shoal.guarantee.confidential.rules import (
    BetaLikeness,
    Closeness,
    ConfidentialRule,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.guarantee.confidential.values import ConfidentialValues

__all__ = [
    "BetaLikeness",
    "Closeness",
    "ConfidentialPromise",
    "ConfidentialRule",
    "ConfidentialValues",
    "DeltaDisclosure",
    "DistinctDiversity",
    "EntropyDiversity",
    "GroundDistance",
    "LargestShare",
    "PromiseBesideHouseholds",
    "RecursiveDiversity",
]
