"""What is promised, as types: validated where they are made, counted where they are kept.

In: k, and for surveys the acceptable failure and who is expected to take part. Out: objects that say whether cells
keep the promise. `k_anonymity.py` holds the plain promise: open it first. `probabilistic.py` holds the one for cells
that are designed before anybody answers, `effective.py` its numbers, `participation.py` models of who takes part,
`safety.py` what happens when they are wrong. `behind_figures.py` says when a figure over many records may be told.
"""

from shoal.guarantee.effective import EffectiveAnonymity, effective_anonymity
from shoal.guarantee.k_anonymity import SMALLEST_K, KAnonymity
from shoal.guarantee.probabilistic import ProbabilisticAnonymity

__all__ = ["SMALLEST_K", "EffectiveAnonymity", "KAnonymity", "ProbabilisticAnonymity", "effective_anonymity"]
