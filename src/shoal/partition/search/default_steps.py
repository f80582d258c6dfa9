"""The steps of a search without a budget: by the records, so that the same seed gives the same cells on every machine.

`best` takes about ten seconds for a few thousand records, `auto` one or two. Small cells are recombined. PCL designs
larger ones, and annealing goes on from there, from high temperatures to low ones.
"""

from __future__ import annotations

from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Problem
from shoal.partition.search.decomposition import WHOLE_RECORDS
from shoal.partition.search.race import FIRST_SHARE, LEVELS, MENDINGS
from shoal.partition.search.state import should_recombine
from shoal.partition.search.steps import HOT, LATER, Anneal, Choose, Recombine, Redesign, Step

DEFAULT_TRIALS = 5e7  # of a chain: about ten seconds (`benchmarks.best`)
QUICK_TRIALS = 2_500  # a record: a second or two for a thousand records (`benchmarks.nominal_speed`)
QUICK_PIVOTS = 16_000_000  # over the records: a linear program of two seconds at most (`benchmarks.nominal_speed`)


def default_steps(problem: Problem) -> tuple[Step, ...]:
    """About ten seconds' worth for a few thousand records."""
    n_records = len(problem.points)
    if n_records > WHOLE_RECORDS:
        return (Anneal(300, HOT), Anneal(150, LATER), Anneal(100, LATER))
    trials = DEFAULT_TRIALS / n_records
    if not should_recombine(problem):
        return (Redesign(PCL(starts=2)), *_cooling(trials))
    return (
        *_recombining(trials / 7),
        *_recombining(2 * trials / 7),
        *_recombining(4 * trials / 7),
    )  # turns that double


def quick_steps(problem: Problem) -> tuple[Step, ...]:
    """A second or two for a thousand records."""
    n_records = len(problem.points)
    if n_records > WHOLE_RECORDS:
        return (Anneal(150, HOT), Anneal(75, LATER))
    if not should_recombine(problem):
        return _cooling(QUICK_TRIALS)
    hot = Anneal(_whole(0.8 * QUICK_TRIALS), HOT)
    return (hot, Recombine(QUICK_PIVOTS // n_records), Anneal(_whole(0.2 * QUICK_TRIALS)))


def _recombining(trials: float) -> tuple[Step, ...]:
    """A turn of a race that recombines: so many trials a record, half of them hot."""
    mending = (Recombine(), Anneal(_whole(0.5 * trials / MENDINGS)))
    return (Anneal(_whole(0.5 * trials), HOT), *mending * MENDINGS, Choose(FIRST_SHARE))


def _cooling(trials: float) -> tuple[Step, ...]:
    """So many trials a record from all levels, the highest first."""
    return tuple(Anneal(_whole(trials / len(LEVELS)), level) for level in sorted(LEVELS, reverse=True))


def _whole(trials: float) -> int:
    return max(1, round(trials))
