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
records near the borders instead of finite differences; small cells have an annealed start, with noise that falls
(`pcl/noising.py`); speed 1 by default instead of 1/2, for which the distortion never increases. No cell is ever empty
after an assignment; cells that are empty during Newton's method are filled by their cost alone
(`transport/empty_cells.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome, ParameterError, Setting
from shoal.partition.control import Clock, GivenUpError, StepClock, clock_for, n_threads
from shoal.partition.distances.named import DISTANCES, find_distance
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.method_text import describe
from shoal.partition.partition import Partition
from shoal.partition.pcl.finish import finish
from shoal.partition.pcl.fixed_point import fixed_point
from shoal.partition.pcl.given_starts import FRESH_STARTS, as_done, method_named, state_of_cells, state_of_diagram
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, ReportProgress, alternate, cells_of
from shoal.partition.pcl.multilevel import Plan, design
from shoal.partition.pcl.noising import WIDTH, annealed_start, rounds_for
from shoal.partition.pcl.persons import in_persons
from shoal.partition.pcl.starts import NOISE_RECORDS
from shoal.partition.problem import Cells, Problem
from shoal.partition.sizes import even_sizes, given_sizes, sizes_from_shares
from shoal.partition.transport.assignment import NEWTON_RECORDS_PER_CELL
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN, SquaredEuclidean

FEW_RECORDS = 6_000  # up to here MDAV takes a few milliseconds (`benchmarks.mdav_speed`)
Start = Any  # a word of FRESH_STARTS, a method or its name, a Partition, or anything with sites and costs


@dataclass(frozen=True)
class PCL:
    """Least distortion for prescribed sizes.

    Parameters
    ----------
    start : 'auto' (stirred for small cells or few records, else random), 'random', 'stirred' (annealed: noise that
        falls); a method such as 'mdav*' or ``VMDAV(gain=1.1)``, or a Partition, whose sizes are kept and which can only
        be improved; or a PowerDiagram or Quantizer, whose sites and costs (or, if it has none, centroids) are taken up.
    starts : how many fresh starts are tried, in parallel; the best is kept.
    cells : how many cells; ⌊n/k⌋ when not given.
    sizes, shares : the size of each cell in records, or its share of them; as even as possible when not given.
    speed : how far the centroids move towards the means, in (0, 1].
    iterations, tolerance : stop after so many iterations, or when one gains less than this share of the distortion.
    levels : levels of macrocells: 0 for none; chosen from n and k when not given (`pcl/multilevel.py` states the rule).
    rounds : of noise, in a stirred start; chosen from n when not given. With 'auto' they ask for a stirred start; with
        a method, a Partition or a diagram, the cells or sites to begin with are stirred.
    distance : 'squared-euclidean' when not given; 'euclidean', 'manhattan', 'cosine', 'great-circle'; a `Graph`, a
        matrix of distances, or a function (`distances/`). The representative of a cell is then the best one in that
        distance: the geometric median, medians, the mean direction, a vertex, a column, a record. In a table also
        'taxonomy': the nodes that are released take part in the iteration.
    steps : where to stop, as a budget does: for each of the starts a list of how many steps it may take (a round of
        noise, an iteration, a macrocell begun), and of how many inside each of the last macrocells. The method text of
        a result that a budget stopped states them, and repeats it without a clock.
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
    steps: Sequence[Sequence[int]] | None = None
    distance: Any = None

    name: ClassVar[str] = "pcl"
    uses_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for setting, least in (("starts", 1), ("iterations", 1), ("levels", 0), ("cells", 1), ("rounds", 1)):
            value = getattr(self, setting)
            if value is not None and (
                isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least
            ):
                raise ParameterError("pcl: ", Setting(setting), f" must be a whole number of at least {least}.")
        if not (isinstance(self.speed, (int, float)) and 0.0 < self.speed <= 1.0):
            raise ParameterError("pcl: ", Setting("speed"), " must be above 0 and at most 1.")
        if not (isinstance(self.tolerance, (int, float)) and self.tolerance >= 0.0):
            raise ParameterError("pcl: ", Setting("tolerance"), " must be a number of at least 0.")
        if sum(value is not None for value in (self.cells, self.sizes, self.shares)) > 1:
            raise ParameterError(
                "pcl: give ",
                Setting("cells"),
                ", ",
                Setting("sizes"),
                " or ",
                Setting("shares"),
                ", not several of them.",
            )
        if isinstance(self.start, str) and self.start not in FRESH_STARTS:
            object.__setattr__(self, "start", method_named(self.start))
        for setting in ("sizes", "shares"):  # a tuple can be compared and hashed
            value = getattr(self, setting)
            if isinstance(value, (list, np.ndarray)):
                object.__setattr__(self, setting, tuple(value.tolist() if isinstance(value, np.ndarray) else value))
        measure = find_distance(self.distance)
        named = DISTANCES.get(measure.name) is measure
        known = measure.name if named else measure
        object.__setattr__(self, "distance", None if measure is SQUARED_EUCLIDEAN else known)
        self._refuse_unused()
        if self.steps is not None:
            object.__setattr__(self, "steps", _checked_steps(self.steps, self.starts))

    @property
    def measure(self) -> Distance:
        """The distance."""
        return find_distance(self.distance)

    @property
    def moves_with_points(self) -> bool:
        """Whether the origin of the points does not matter."""
        return self.measure.moves_with_points

    def _refuse_unused(self) -> None:
        """Refuse what would be ignored."""
        fresh = isinstance(self.start, str) and self.start in FRESH_STARTS
        if self.starts > 1 and not fresh:
            raise ParameterError("pcl: only a fresh start (auto, random, stirred) can be tried several times.")
        if self.levels is not None and not fresh:
            raise ParameterError(
                "pcl: ",
                Setting("levels"),
                " of macrocells are for a fresh start (auto, random, stirred); this one has cells already.",
                hint=("Leave ", Setting("levels"), " out."),
            )
        if self.rounds is not None and isinstance(self.start, str) and self.start == "random":
            raise ParameterError(
                "pcl: ",
                Setting("rounds"),
                " are rounds of noise, which a random start does not have.",
                hint=("Leave ", Setting("rounds"), " out."),
            )

        if not isinstance(self.measure, SquaredEuclidean):
            self._refuse_squared_only(fresh=fresh)

    def _refuse_squared_only(self, *, fresh: bool) -> None:
        """Refuse settings that only the squared Euclidean distance, or one of points in R^d, can follow."""
        if self.levels is not None:
            raise ParameterError(
                "pcl: ", Setting("levels"), " of macrocells go with the squared Euclidean distance only."
            )
        if not fresh and not callable(self.start) and not isinstance(self.start, Partition):
            raise ParameterError(
                "pcl: sites and costs to begin with go with the squared Euclidean distance only.",
                parameter="start",
                hint="Begin with a Partition, a method, or a fresh start.",
            )
        if not self.measure.is_smooth:
            for setting, is_used in (("start", self.start == "stirred"), ("rounds", self.rounds is not None)):
                if is_used:
                    raise ParameterError(
                        "pcl: ",
                        Setting(setting),
                        f" adds noise to points, and the distance {self.measure.name!r} has no such points.",
                        hint=("Leave it out; several ", Setting("starts"), " help instead."),
                    )
            if self.speed != 1.0:
                raise ParameterError(
                    "pcl: ",
                    Setting("speed"),
                    f" must be 1 with the distance {self.measure.name!r}, which has no points between two others.",
                )

    @property
    def prescribes_sizes(self) -> bool:
        """Whether the user asked for sizes, or for a number of cells."""
        return self.cells is not None or self.sizes is not None or self.shares is not None

    def __call__(self, problem: Problem) -> Cells:
        """Start, iterate, finish."""
        if problem.persons is not None:
            return in_persons(self, problem, problem.persons, PCL.alternated)
        measure = self.measure
        if isinstance(measure, SquaredEuclidean):
            embedded = replace(problem, points=measure.embedded(problem.points))
            return self._run(problem, partial(finish, measure=measure), embedded)
        embedded = replace(problem, points=np.ascontiguousarray(measure.embedded(problem.points)))
        measure.require_affordable(len(problem.points), len(problem.points) // problem.k)

        def end(embedded: Problem, sizes: IntArray, state: LloydState) -> Cells:
            return fixed_point(embedded, sizes, state, measure)

        return self._run(problem, end, embedded)

    def alternated(self, problem: Problem) -> Cells:
        """The cells before `finish`, without costs: much faster for many records."""

        def without_costs(_: Problem, __: IntArray, state: LloydState) -> Cells:
            return Cells(cells_of(state), history=state.history)

        return self._run(problem, without_costs)

    def _run(
        self, given: Problem, end: Callable[[Problem, IntArray, LloydState], Cells], embedded: Problem | None = None
    ) -> Cells:
        """Start from the points as they were given; iterate and finish in the form in which the distance has them."""
        problem, measure = given if embedded is None else embedded, self.measure
        steps = (None,) * self.starts if self.steps is None else self.steps
        options = [
            LloydOptions(self.speed, self.iterations, self.tolerance, clock_for(self.name, problem.budget_s, most))
            for most in steps
        ]
        sizes, present, repeatable_start = self._sizes_and_start(given, problem)
        if present is not None:
            lloyd = LloydProblem(problem.points, sizes, problem.weights, n_threads(), measure)
            report = _reporter(problem, 1)
            if self.rounds is not None:
                rng = np.random.default_rng(problem.seed)
                present = annealed_start(lloyd, present.sites, WIDTH, options[0], rng, report, self.rounds)
            state = alternate(lloyd, present, options[0], report)
        else:
            state = self._best_of_starts(problem, sizes, options)
            if self._may_follow_mdav(problem):
                state = self._also_from_mdav(given, problem, sizes, state, options[0])
        cells = end(problem, sizes, state)
        return (
            cells
            if problem.budget_s is None
            else self._with_outcome(cells, [one.clock for one in options], repeatable_start)
        )

    def _may_follow_mdav(self, problem: Problem) -> bool:
        """Whether nobody has prescribed sizes, and the table is small enough that MDAV takes no time."""
        is_plain = self.start == "auto" and self.measure is SQUARED_EUCLIDEAN
        is_even = problem.promise is None  # with uneven participation MDAV has other numbers of cells
        return is_plain and is_even and not self.prescribes_sizes and len(problem.points) <= FEW_RECORDS

    def _also_from_mdav(
        self, given: Problem, problem: Problem, sizes: IntArray, state: LloydState, options: LloydOptions
    ) -> LloydState:
        """The state; or the better one that begins with MDAV, if the cells of MDAV are better than those of the state:
        of ten records, one start in twenty ends in a poor local optimum.
        """
        mdav = MDAV()(given).cell_of
        largest_first = np.argsort(np.argsort(-np.bincount(mdav), kind="stable"), kind="stable")
        cell_of = largest_first[mdav]  # as the prescribed sizes are ordered
        _, begun = state_of_cells(problem, cell_of, None, self.measure)
        if begun.sse >= state.sse:
            return state
        _, start = state_of_cells(problem, cell_of, sizes, self.measure)
        lloyd = LloydProblem(problem.points, sizes, problem.weights, n_threads(), self.measure)
        return min(state, alternate(lloyd, start, options, _reporter(problem, 1)), key=lambda one: one.sse)

    def _with_outcome(self, cells: Cells, clocks: Sequence[StepClock], repeatable_start: Start) -> Cells:
        """The cells with their outcome, and the method text that repeats them without a budget."""
        spent = any(clock.spent for clock in clocks)
        done = replace(self, start=repeatable_start, steps=tuple(clock.told for clock in clocks) if spent else None)
        return replace(cells, outcome=Outcome.BUDGET_SPENT if spent else Outcome.COMPLETE, method=describe(done))

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
                    f"{n_records}.",
                    parameter="cells",
                    count=n_records,
                    hint=f"Ask for at most {n_records // k} cells.",
                )
            return even_sizes(n_records, self.cells)
        return None

    def _sizes_and_start(self, given: Problem, problem: Problem) -> tuple[IntArray, LloydState | None, Start]:
        """The sizes; the cells or sites to begin with, None for a fresh start; and the start as it can be repeated.

        A method to begin with gets the points as they were ``given``.
        """
        prescribed = self._prescribed(problem)
        if isinstance(self.start, str) and self.start in FRESH_STARTS:
            sizes = even_sizes(len(problem.points), len(problem.points) // problem.k)
            return sizes if prescribed is None else prescribed, None, self.start
        if callable(self.start):
            cells = self.start(given)
            if cells.outcome is Outcome.INTERRUPTED:  # these cells are not what the start makes when it is repeated
                raise KeyboardInterrupt
            repeatable_start = self.start if problem.budget_s is None else as_done(self.start, cells)
            return *state_of_cells(problem, cells.cell_of, prescribed, self.measure), repeatable_start
        if isinstance(self.start, Partition):
            if len(self.start.cell_of) != len(problem.points) or self.start.cell_of.min() < 0:
                raise ParameterError(
                    f"pcl: the partition to begin with has {len(self.start.cell_of)} records and the problem "
                    f"{len(problem.points)}.",
                    parameter="start",
                    count=len(self.start.cell_of),
                )
            return *state_of_cells(problem, self.start.cell_of, prescribed, self.measure), self.start
        return *state_of_diagram(problem, self.start, prescribed), self.start

    def _best_of_starts(self, problem: Problem, sizes: IntArray, options: Sequence[LloydOptions]) -> LloydState:
        seeds = np.random.SeedSequence(problem.seed).spawn(self.starts)
        threads = n_threads()
        if self.starts == 1:
            return self._one_start(problem, sizes, options[0], seeds[0], threads, _reporter(problem, 1))
        shares, clock = np.zeros(self.starts), Clock()

        def one(number: int) -> LloydState:
            def report(share: float) -> None:
                shares[number] = max(shares[number], share)
                if clock.is_interrupted:
                    raise GivenUpError

            return self._one_start(problem, sizes, options[number], seeds[number], 1, report)

        states = clock.run(
            [partial(one, number) for number in range(self.starts)],
            lambda: problem.progress(int(shares.mean() * len(problem.points)), len(problem.points)),
        )
        if clock.is_interrupted:
            raise KeyboardInterrupt
        return min(states, key=lambda state: state.sse)

    def _one_start(
        self,
        problem: Problem,
        sizes: IntArray,
        options: LloydOptions,
        seed: np.random.SeedSequence,
        threads: int,
        report: ReportProgress,
    ) -> LloydState:
        kind = self.start
        straight: FloatArray | None = None
        if kind == "auto":
            straight = self.measure.straight_points(problem.points)
            small = sizes.mean() < NEWTON_RECORDS_PER_CELL
            asked = self.rounds is not None
            has_coordinates = self.measure.is_smooth or straight is not None
            stirs = has_coordinates and (small or asked or len(problem.points) <= NOISE_RECORDS)
            kind = "stirred" if stirs else "random"
        rounds = rounds_for(len(problem.points)) if self.rounds is None else self.rounds
        plan = Plan(kind, options, self.levels, threads, rounds, report, self.measure, straight)
        return design(problem.points, sizes, problem.weights, plan, np.random.default_rng(seed))


def _checked_steps(steps: Any, n_starts: int) -> tuple[tuple[int, ...], ...]:
    """As tuples, which can be compared and hashed."""
    lists = list(steps) if isinstance(steps, (list, tuple)) else []
    if len(lists) != n_starts or not all(isinstance(numbers, (list, tuple)) and numbers for numbers in lists):
        raise ParameterError(
            "pcl: ", Setting("steps"), " must hold one list of whole numbers for each of the starts, as in [[12]]."
        )
    for number in chain.from_iterable(lists):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 0:
            raise ParameterError("pcl: ", Setting("steps"), " must be whole numbers of at least 0.")
    return tuple(tuple(int(number) for number in numbers) for numbers in lists)


def _reporter(problem: Problem, parts: int) -> ReportProgress:
    n_records = len(problem.points)

    def report(share: float) -> None:
        problem.progress(int(share * n_records / parts), n_records)

    return report
