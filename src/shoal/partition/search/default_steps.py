"""The steps of a search without a budget: by the records, so that the same seed gives the same cells on every machine.

`best` takes about ten seconds for a few thousand records, `auto` one or two. Small cells are recombined. PCL designs
larger ones, and annealing goes on from there, from high temperatures to low ones.
"""

from __future__ import annotations

from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Problem
from shoal.partition.search.decomposition import WHOLE_RECORDS
from shoal.partition.search.race import LEVELS
from shoal.partition.search.state import can_recombine, should_recombine
from shoal.partition.search.steps import HOT, LATER, Anneal, Choose, Propose, Recombine, Redesign, Step

DEFAULT_TRIALS = 5e7  # of a chain: about ten seconds (`benchmarks.best`)
PROPOSED_K = 4  # beyond, the program of the lower bound takes minutes (`benchmarks.certificate`)
CHOICES = 4  # exact choices, each between two annealings
QUICK_TRIALS = 2_500  # a record: below every greedy method and PCL in a second or two for a thousand records
QUICK_K = 5  # up to here a recombination takes no longer than the annealing (`benchmarks.nominal_speed`) …
QUICK_PIVOTS = 16_000_000  # … and so many pivots, over the records, take two seconds at most (the same)


def default_steps(problem: Problem) -> tuple[Step, ...]:
    """About ten seconds' worth for a few thousand records."""
    n_records, k = len(problem.points), problem.k
    if n_records > WHOLE_RECORDS:
        return (Anneal(300, HOT), Anneal(150, LATER), Anneal(100, LATER))
    trials = DEFAULT_TRIALS / n_records
    if not should_recombine(problem):
        return (Redesign(PCL(starts=2)), *_cooling(trials))
    short = Anneal(_whole(0.05 * trials))
    proposal = (Propose(),) if k <= PROPOSED_K and problem.weights is None else ()
    choices = (Recombine(), short, Recombine(), Choose(0.25), short) * CHOICES
    return (Anneal(_whole(0.1 * trials), HOT), Anneal(_whole(0.2 * trials), HOT), *proposal, *choices)


def quick_steps(problem: Problem) -> tuple[Step, ...]:
    """A second or two for a thousand records."""
    n_records, k = len(problem.points), problem.k
    if n_records > WHOLE_RECORDS:
        return (Anneal(150, HOT), Anneal(75, LATER))
    if not can_recombine(problem) or k > QUICK_K:
        return _cooling(QUICK_TRIALS)
    return (
        Anneal(0.2 * QUICK_TRIALS, HOT),
        Anneal(0.6 * QUICK_TRIALS, HOT),
        Recombine(QUICK_PIVOTS // n_records),
        Anneal(0.2 * QUICK_TRIALS),
    )


def _cooling(trials: float) -> tuple[Step, ...]:
    """So many trials a record from all levels, the highest first."""
    return tuple(Anneal(_whole(trials / len(LEVELS)), level) for level in sorted(LEVELS, reverse=True))


def _whole(trials: float) -> float:
    return float(max(1, round(trials)))
