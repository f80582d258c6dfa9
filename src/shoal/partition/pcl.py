"""PCL, the probability-constrained Lloyd algorithm: least distortion for prescribed cell sizes.

Idea. Like Lloyd's k-means algorithm, PCL alternates between cells and centroids; but a record goes to the cell of least
distance PLUS the cell's cost, and the costs are adjusted until every cell has exactly its prescribed size. For given
centroids that is the best of ALL assignments with these sizes (a transportation problem, whose dual variables are the
costs), and for given cells the means are the best centroids, so the distortion can only fall, from any start.

Formula. q(x) = argmin_q ‖x − x̂_q‖² + c_q;  Σ_j [q(x_j) = q] = s_q for every cell;  x̂_q ← s·mean + (1 − s)·x̂_q.
Symbols. x_j points[j]; x̂_q sites[q]; c_q costs[q]; s_q sizes[q]; s speed.

Papers. Rebollo-Monedero, Forné and Soriano 2011; Rebollo-Monedero, Forné, Pallarès and Parra-Arnau 2013 (docs/methods).

Cost. An iteration is O(n) in practice: the cells a record may fall into are found for whole neighbourhoods at once, the
costs by Newton's method (large cells) and shortest paths (small cells). Many small cells are designed in macrocells.

Differs from the papers in: sizes are exact, always, because the assignment is solved as a transportation problem
(theirs leaves ±1–2 records, and needs noisy copies of the records when cells are small); the Jacobian is read off the
records near the borders instead of finite differences; small cells start from a stirred state (`stirring.py`); speed 1
by default instead of 1/2, for which the distortion never increases. No cell is ever empty: there is nothing to rescue.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from shoal.errors import ParameterError
from shoal.partition.hierarchy import Plan, design
from shoal.partition.lloyd import Course, Crew, Pace, Watch, alternate, nobody_watches
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.pcl_finish import finish
from shoal.partition.pcl_starts import STIR_RECORDS
from shoal.partition.power_diagram import PowerDiagram, n_threads
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.sized_assignment import NEWTON_RECORDS_PER_CELL
from shoal.partition.sizes import even_sizes, given_sizes, sizes_from_shares
from shoal.partition.stirring import rounds_for

FRESH_STARTS = ("auto", "random", "stirred")
Start = Any  # a word of FRESH_STARTS, a method or its name, a Partition, or anything with sites and costs


@dataclass(frozen=True)
class PCL:
    """Least distortion for prescribed sizes.

    Parameters
    ----------
    start : 'auto' (stirred for small cells or few records, else random), 'random', 'stirred'; a method such as 'mdav*'
        or ``VMDAV(gain=1.1)``, or a Partition, whose sizes are kept and which can only be improved; or a PowerDiagram
        or Quantizer, whose sites and costs are taken up.
    starts : how many fresh starts are tried, in parallel; the best is kept.
    cells : how many cells; ⌊n/k⌋ when not given.
    sizes, shares : the size of each cell in records, or its share of them; as even as possible when not given.
    speed : how far the centroids move towards the means, in (0, 1].
    iterations, tolerance : stop after so many iterations, or when one gains less than this share of the distortion.
    levels : levels of macrocells: 0 for none; chosen from n and k when not given (`hierarchy.py` states the rule).
    rounds : of stirring; chosen from n when not given.
    """

    start: Start = "auto"
    starts: int = 1
    cells: int | None = None
    sizes: Sequence[int] | None = field(default=None, repr=False)
    shares: Sequence[float] | None = field(default=None, repr=False)
    speed: float = 1.0
    iterations: int = 100
    tolerance: float = 1e-4
    levels: int | None = None
    rounds: int | None = None

    name: ClassVar[str] = "pcl"
    uses_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for setting, least in (("starts", 1), ("iterations", 1), ("levels", 0), ("cells", 1), ("rounds", 1)):
            value = getattr(self, setting)
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least
            ):
                raise ParameterError(f"pcl: {setting} must be a whole number of at least {least}.")
        if not (isinstance(self.speed, (int, float)) and 0.0 < self.speed <= 1.0):
            raise ParameterError("pcl: speed must be above 0 and at most 1.")
        if not (isinstance(self.tolerance, (int, float)) and self.tolerance >= 0.0):
            raise ParameterError("pcl: tolerance must be a number of at least 0.")
        if sum(value is not None for value in (self.cells, self.sizes, self.shares)) > 1:
            raise ParameterError("pcl: give cells, sizes or shares, not several of them.")
        if isinstance(self.start, str) and self.start not in FRESH_STARTS:
            object.__setattr__(self, "start", _method_named(self.start))
        for setting in ("sizes", "shares"):  # a tuple can be compared and hashed
            value = getattr(self, setting)
            if isinstance(value, (list, np.ndarray)):
                object.__setattr__(self, setting, tuple(value.tolist() if isinstance(value, np.ndarray) else value))
        if self.starts > 1 and not (isinstance(self.start, str) and self.start in FRESH_STARTS):
            raise ParameterError("pcl: only a fresh start (auto, random, stirred) can be tried several times.")

    def __call__(self, problem: Problem) -> Cells:
        """Begin, alternate, finish."""
        pace = Pace(self.speed, self.iterations, self.tolerance, self._deadline(problem))
        sizes, given = self._sizes_and_start(problem)
        if given is not None:
            crew = Crew(problem.points, sizes, problem.weights, n_threads())
            course = alternate(crew, given, pace, _watch(problem, 1))
        else:
            course = self._best_of_starts(problem, sizes, pace)
        return finish(problem, sizes, course)

    def _deadline(self, problem: Problem) -> float:
        return np.inf if problem.budget_s is None else perf_counter() + problem.budget_s

    def _prescribed(self, problem: Problem) -> IntArray | None:
        """The sizes the user asked for, if any."""
        n_records, k = len(problem.points), problem.k
        if self.sizes is not None:
            return given_sizes(self.sizes, n_records, k)
        if self.shares is not None:
            return sizes_from_shares(self.shares, n_records, k=k)
        if self.cells is not None:
            if self.cells * k > n_records:
                raise ParameterError(
                    f"pcl: {self.cells} cells of at least {k} records need {self.cells * k} records, and there are "
                    f"{n_records}. Ask for at most {n_records // k} cells."
                )
            return even_sizes(n_records, self.cells)
        return None

    def _sizes_and_start(self, problem: Problem) -> tuple[IntArray, Course | None]:
        """The sizes, and the cells or sites to begin with; None for a fresh start."""
        prescribed = self._prescribed(problem)
        if isinstance(self.start, str) and self.start in FRESH_STARTS:
            return even_sizes(
                len(problem.points), len(problem.points) // problem.k
            ) if prescribed is None else prescribed, None
        if callable(self.start):
            partitioner: Partitioner = self.start
            return _from_cells(problem, partitioner(problem).cell_of, prescribed)
        if isinstance(self.start, Partition):
            if len(self.start.cell_of) != len(problem.points) or self.start.cell_of.min() < 0:
                raise ParameterError(
                    f"pcl: the partition to begin with has {len(self.start.cell_of)} records and the problem "
                    f"{len(problem.points)}."
                )
            return _from_cells(problem, self.start.cell_of, prescribed)
        return _from_diagram(problem, self.start, prescribed)

    def _best_of_starts(self, problem: Problem, sizes: IntArray, pace: Pace) -> Course:
        seeds = np.random.SeedSequence(problem.seed).spawn(self.starts)
        threads = n_threads()
        if self.starts == 1:
            return self._one_start(problem, sizes, pace, seeds[0], threads, _watch(problem, 1))
        with ThreadPoolExecutor(min(threads, self.starts)) as pool:
            courses = []
            for done, course in enumerate(
                pool.map(lambda seed: self._one_start(problem, sizes, pace, seed, 1, nobody_watches), seeds)
            ):
                courses.append(course)
                problem.progress((done + 1) * len(problem.points) // self.starts, len(problem.points))
        return min(courses, key=lambda course: course.sse)

    def _one_start(
        self, problem: Problem, sizes: IntArray, pace: Pace, seed: np.random.SeedSequence, threads: int, watch: Watch
    ) -> Course:
        kind = self.start
        if kind == "auto":
            small = sizes.mean() < NEWTON_RECORDS_PER_CELL
            kind = "stirred" if small or len(problem.points) <= STIR_RECORDS else "random"
        rounds = rounds_for(len(problem.points)) if self.rounds is None else self.rounds
        plan = Plan(kind, pace, self.levels, threads, rounds, watch)
        return design(problem.points, sizes, problem.weights, plan, np.random.default_rng(seed))


def _method_named(text: str) -> Partitioner:
    from shoal.partition.entrance import find_method  # which knows all methods, and therefore this one

    try:
        return find_method(text)
    except ParameterError as error:
        raise ParameterError(
            f"pcl: start must be one of {', '.join(FRESH_STARTS)}, a method, a Partition or a Quantizer. {error}"
        ) from None


def _watch(problem: Problem, parts: int) -> Watch:
    n_records = len(problem.points)

    def report(share: float) -> None:
        problem.progress(int(share * n_records / parts), n_records)

    return report


def _from_cells(problem: Problem, cell_of: IntArray, prescribed: IntArray | None) -> tuple[IntArray, Course]:
    """Begin with these cells and keep their sizes, unless others are prescribed."""
    sizes = np.bincount(cell_of).astype(np.int64)
    if prescribed is not None and len(prescribed) != len(sizes):
        raise ParameterError(f"pcl: the start has {len(sizes)} cells, and {len(prescribed)} are prescribed.")
    crew = Crew(problem.points, sizes, problem.weights)
    means = crew.means(cell_of)
    if prescribed is not None and not np.array_equal(prescribed, sizes):
        return prescribed, Course(means, np.zeros(len(sizes)))
    return sizes, Course(means, np.zeros(len(sizes)), cell_of, crew.sse(cell_of, means))


def _from_diagram(problem: Problem, start: object, prescribed: IntArray | None) -> tuple[IntArray, Course]:
    """Begin with the sites and costs of a diagram or quantizer."""
    sites, costs = getattr(start, "sites", None), getattr(start, "costs", None)
    if sites is None or costs is None or np.shape(sites) != (np.size(costs), problem.points.shape[1]):
        raise ParameterError(
            "pcl: start must be a word, a method, a Partition, or a PowerDiagram or Quantizer with sites and costs in "
            f"{problem.points.shape[1]} coordinates."
        )
    diagram = PowerDiagram(np.asarray(sites, dtype=np.float64), np.asarray(costs, dtype=np.float64))
    shift: FloatArray | float = 0.0 if problem.origin is None else problem.origin
    n_records, n_cells = len(problem.points), diagram.n_cells
    if prescribed is None:
        if n_cells * problem.k > n_records:
            raise ParameterError(
                f"pcl: the quantizer to begin with has {n_cells} cells; {n_records} records fill at most "
                f"{n_records // problem.k} cells of {problem.k}."
            )
        prescribed = even_sizes(n_records, n_cells)
    if len(prescribed) != n_cells:
        raise ParameterError(f"pcl: the start has {n_cells} cells, and {len(prescribed)} are prescribed.")
    return prescribed, Course(np.ascontiguousarray(diagram.sites - shift), diagram.costs - diagram.costs.mean())
