"""Attained: the results of a survey compared with its design. Counts and probabilities only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.guarantee.effective import any_of
from shoal.survey.collection.dependent_attained import as_few_together, as_many_failed
from shoal.survey.shared.chances.few_answers import as_few_answered, mean_share
from shoal.survey.shared.scheme import Scheme
from shoal.table.wording import found

SMALLEST_TOLD = 1e-300  # about where doubles end: what is 0 there is at most this
UNLIKELY = 1e-3  # so many failed cells, or more, once in a thousand surveys: then the participation was misjudged
FAR_TOO_FEW = 1e-6  # so few answers, or fewer, once in a million surveys: no chance, but another participation


@dataclass(frozen=True)
class Attained:
    """The results compared with the design. Counts only."""

    n_frame: int  # members of the frame
    n_answers: int  # taken into account, withheld ones included
    n_duplicates: int  # left out
    n_wrong_cells: int  # left out
    n_not_issued: int  # left out: without an issued token; 0 where there is no list of issued ones
    n_released: int
    n_withheld: int  # with those below, and those in cells with more answers than members
    n_repeated: int  # of the withheld ones: together with an earlier release they would reveal fewer than k answers
    n_cells: int
    n_cells_released: int
    n_cells_failed: int  # with some answers, but fewer than k
    n_cells_joined: int  # with fewer than k answers, or none: released as part of the nearest cell's class
    n_cells_failed_joined: int  # of the failed ones
    n_cells_repeated: int  # with k answers or more, withheld because of an earlier release
    n_cells_empty: int
    n_cells_overfull: int  # with more answers than members of the frame; withheld
    n_revealing: int  # of the withheld ones: in cells that do not keep a promise about answers
    n_cells_revealing: int
    designed_failure: float  # acceptable, for each cell
    expected_failed: float  # cells, by design
    any_failed: float  # probability, by design
    as_many_failed: float  # probability, by design, of at least as many failed cells as there are
    designed_participation: float
    as_few_answered: float  # at most: probability, by design, of as few answers as there are, or fewer
    smallest_class: int

    @property
    def attained_failure(self) -> float:
        """The share of the cells that failed."""
        return self.n_cells_failed / self.n_cells

    @property
    def attained_participation(self) -> float:
        """Answers for each member of the frame."""
        return self.n_answers / self.n_frame

    @property
    def n_cells_lacking(self) -> int:
        """Cells that everybody sees to be in no class of the release."""
        return self.n_cells - self.n_cells_released - self.n_cells_joined

    @property
    def n_cells_withheld(self) -> int:
        """Cells with answers of which none is released."""
        failed = self.n_cells_failed - self.n_cells_failed_joined
        return failed + self.n_cells_repeated + self.n_cells_overfull + self.n_cells_revealing


def _at_least(failures: FloatArray, n_failed: int) -> float:
    """P(at least so many cells fail). Failures are yes-or-noes too, so the recursion for answers counts them."""
    # compiled code is loaded only when something is counted
    from shoal.kernels.participation.poisson_binomial import active_counts

    return 1.0 if n_failed == 0 else max(0.0, 1.0 - float(active_counts(np.array(failures), n_failed).sum()))


def attained_of(
    scheme: Scheme,
    counts: IntArray,
    released_of: IntArray,
    smallest_class: int,
    left_out: dict[str, int],
    joined: BoolArray,
) -> Attained:
    """``released_of``: the class of every answer that is released; ``joined``: cells in the class of another."""
    failed = (counts > 0) & (counts < scheme.k)
    overfull = counts > scheme.frame_counts
    n_failed, n_large = int(failed.sum()), int(((counts >= scheme.k) & ~overfull).sum())
    n_answers, n_released, n_cells_released = int(counts.sum()), len(released_of), len(np.unique(released_of))
    frame, share = scheme.frame_counts, mean_share(scheme)
    return Attained(
        n_frame=int(frame.sum()),
        n_answers=n_answers,
        n_released=n_released,
        n_withheld=n_answers - n_released,
        n_repeated=n_answers - n_released - int(counts[(failed & ~joined) | overfull].sum()) - left_out["n_revealing"],
        n_cells=scheme.n_cells,
        n_cells_released=n_cells_released,
        n_cells_failed=n_failed,
        n_cells_joined=int(joined.sum()),
        n_cells_failed_joined=int((failed & joined).sum()),
        n_cells_repeated=n_large - n_cells_released - left_out["n_cells_revealing"],
        n_cells_empty=int((counts == 0).sum()),
        n_cells_overfull=int(overfull.sum()),
        designed_failure=scheme.failure,
        expected_failed=float(scheme.failures.sum()),
        any_failed=any_of(scheme.failures),
        as_many_failed=as_many_failed(n_failed, scheme, _at_least),
        designed_participation=share,
        as_few_answered=as_few_answered(n_answers, int(frame.sum()), share)
        if scheme.dependence is None
        else as_few_together(n_answers, scheme.dependence),
        smallest_class=smallest_class,
        **left_out,
    )


def warnings_about(attained: Attained, *, has_digests: bool, is_dependent: bool) -> list[str]:
    """What the collector should know before publishing."""
    said = []
    if attained.as_few_answered < FAR_TOO_FEW:
        said.append(
            f"Far fewer answered than the cells were designed for: {attained.n_answers:,} of {attained.n_frame:,}, a "
            f"share of {attained.attained_participation:.3g}, against {attained.designed_participation:.3g}. By design "
            f"the probability of so few answers is at most {max(attained.as_few_answered, SMALLEST_TOLD):.2g}. So the "
            f"designed failure of {attained.designed_failure:.3g} does not hold."
        )
    if attained.as_many_failed < UNLIKELY:
        said.append(
            f"{found(attained.n_cells_failed, 'cell', 'cells')} failed. By design the probability of so many failed "
            f"cells is {attained.as_many_failed:.2g}. Either fewer people answered than assumed, or they "
            + (
                "depend on each other more than assumed."
                if is_dependent
                else "did not answer independently of each other."
            )
        )
    if attained.n_cells_overfull:
        said.append(
            f"{found(attained.n_cells_overfull, 'cell has', 'cells have')} more answers than members of the frame. "
            "Such cells are withheld. Somebody answered twice, chose a wrong cell, is not in the frame, or invented "
            "answers."
        )
    n_lacking = attained.n_cells_lacking
    if n_lacking:
        said.append(
            f"The design is public, so everybody sees which {n_lacking:,} of the {attained.n_cells:,} cells the "
            "release lacks. "
            + (
                "The earlier release shows which of them had answers."
                if attained.n_repeated
                else "Nobody sees which of them had answers, as long as you keep these counts to yourself."
            )
        )
    if not has_digests:
        said.append("No column says which design the answers belong to, so answers to another design were not noticed.")
    return said
