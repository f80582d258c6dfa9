"""What every partitioner is given, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome
from shoal.guarantee import PersonAnonymity, ProbabilisticAnonymity
from shoal.progress import Progress as Progress  # known here to all who report from a partitioner
from shoal.progress import no_progress as no_progress

if TYPE_CHECKING:
    from shoal.guarantee.confidential import ConfidentialPromise


@dataclass(frozen=True)
class Problem:
    """Points to be put into cells of at least k. Checked at the entrance; a partitioner trusts it.

    ``points`` is (n, d), float64, C-contiguous, finite, with the mean moved to the origin, and n ≥ k ≥ 2.
    ``weights`` weigh records in centroids and in the distortion, never in the count. ``progress`` is called
    between compiled batches, which is also where an interrupt is noticed. ``origin`` is for starts that come in the
    coordinates of the points as they were given. With a ``promise``, records differ in how likely they take part; ``k``
    is then only the size that a cell needs as a rule, and cells that break the promise are repaired at the entrance.
    The same holds with ``persons``, where records stand for several persons each, and with a ``confidential`` promise,
    which cells have to keep besides their size.
    """

    points: FloatArray
    k: int
    weights: FloatArray | None = None
    seed: int | None = None
    budget_s: float | None = None
    progress: Progress = no_progress
    origin: FloatArray | None = None  # what was taken off the points as they were given; None: nothing
    promise: ProbabilisticAnonymity | None = None  # set when cells are judged by their failure and not by their size
    persons: PersonAnonymity | None = None  # set when cells are judged by their persons and not by their records
    confidential: ConfidentialPromise | None = None  # set when cells are judged by their confidential values as well


@dataclass(frozen=True)
class Represented:
    """What cells are replaced with, and what that costs, in another distance than the squared Euclidean one."""

    distance: str  # its name
    representatives: FloatArray  # of the cells, in the coordinates of the points
    distortion: float  # total distance of the records to the representatives of their cells
    of_one_cell: float  # the same with a single representative for all records


@dataclass(frozen=True)
class Cells:
    """A partitioner's answer: every record in exactly one cell, numbered from 0 without gaps."""

    cell_of: IntArray
    outcome: Outcome = Outcome.COMPLETE
    costs: FloatArray | None = None
    sites: FloatArray | None = None  # with costs: the power diagram that gives exactly these cells
    history: tuple[float, ...] = ()  # SSE after each outer iteration of an iterative method
    method: str | None = None  # set by a partitioner that chose another one: what really made these cells
    sizes_are_prescribed: bool = False  # they were asked for, so nothing is moved unless the promise needs it
    represented: Represented | None = None  # None: by the means, in squared Euclidean distance


class Partitioner(Protocol):
    """A frozen settings object whose call is the algorithm."""

    name: ClassVar[str]
    uses_budget: ClassVar[bool]
    # A method may have a property ``moves_with_points``: False if the origin of the points matters to its distance.

    def __call__(self, problem: Problem) -> Cells:
        """Put the points into cells."""
        ...
