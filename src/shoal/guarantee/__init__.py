"""Promises as types: parameters are validated when they are made, and cells are counted to check them.

Input: k, and for surveys the acceptable failure and the participation. Output: objects that say whether cells keep
the promise. `k_anonymity.py` has the plain promise: open it first. `persons.py` has that of records that stand for
several persons each, `households.py` that of households of several records, `releases/` what is promised if
there are earlier releases.
`probabilistic.py` has the promise for cells that are designed before anybody answers, `effective.py` its numbers
(`cell_sizes.py` and `binomial.py` for one probability for all, `approximations.py` in closed form), `parameters.py`
the checks of its parameters, `participation.py` models of participation, `safety.py` the effect of wrong models,
`equal_cells.py` the number of cells that a later table can fill. `behind_figures.py` says when a statistic of many
records may be published.
"""

from shoal.guarantee.effective import EffectiveAnonymity, effective_anonymity
from shoal.guarantee.equal_cells import most_cells
from shoal.guarantee.households import HouseholdAnonymity
from shoal.guarantee.k_anonymity import SMALLEST_K, KAnonymity
from shoal.guarantee.persons import USUAL_FEWEST_RECORDS, PersonAnonymity
from shoal.guarantee.probabilistic import ProbabilisticAnonymity

ClassPromise = KAnonymity | PersonAnonymity | HouseholdAnonymity  # about the classes of a release

__all__ = [
    "SMALLEST_K",
    "USUAL_FEWEST_RECORDS",
    "ClassPromise",
    "EffectiveAnonymity",
    "HouseholdAnonymity",
    "KAnonymity",
    "PersonAnonymity",
    "ProbabilisticAnonymity",
    "effective_anonymity",
    "most_cells",
]
