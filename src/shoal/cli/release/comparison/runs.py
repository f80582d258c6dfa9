"""The runs behind shoal compare: every method at every k, with its time, its loss and its smallest cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.arrays import FloatArray, IntArray
    from shoal.encode.encoded import Encoded
    from shoal.guarantee.confidential import ConfidentialPromise
    from shoal.partition.partition import Partition
    from shoal.partition.problem import Partitioner
    from shoal.release.confidential.asked import AskedPromises
    from shoal.release.report.certificate import TableBound
    from shoal.table.frames.table import Table
    from shoal.table.roles.roles import Roles

WARM_UP_RECORDS = 64  # enough for every kernel of a method to be called
WARM_UP_K = 3
MOST_RUNS = 3  # of one contender: a second one finds nothing left to compile, unless its search takes another turn
ENDED_BY_ITSELF = 0.5  # of its budget: a method that needed less gives the same cells with a larger one
SHOWN_DIGITS = 2  # of seconds


@dataclass(frozen=True)
class Contender:
    """One method, as it was asked for, and the seconds it is given."""

    asked: str
    method: Partitioner
    budget_s: float | None = None


@dataclass(frozen=True)
class Comparison:
    """One method at one k."""

    method: str  # as it was asked for
    budget_s: float | None  # as given; a method may need less
    made_by: str  # with all its settings, so that it can be repeated
    k: int
    loss: float
    seconds: float
    n_cells: int
    smallest_cell: int
    largest_cell: int
    at_most_above: float | None  # share above the optimum, by the bound; None: no bound
    is_interrupted: bool = False  # left to itself it would have gone on: neither its time nor its loss is its own
    on_front: bool = False  # no other run at this k is as quick and loses as little
    risk: float = 1.0  # share of right guesses of an attacker who knows all quasi-identifiers (`risk/cell_risk.py`)
    risk_about: str = ""  # the record, or the confidential column that is guessed
    on_risk_front: bool = False  # no other run, at any k, has as little risk and loses as little
    is_recommended: bool = False
    promises: str = ""  # what the cells keep about confidential values, if several sets are compared

    @property
    def setting(self) -> str:
        """Everything that distinguishes this run from the others of the comparison."""
        return f"k = {self.k}, {self.named}"

    @property
    def named(self) -> str:
        """The title, and the set of promises."""
        return f"{self.title}, {self.promises}" if self.promises else self.title

    @property
    def kind(self) -> str:
        """What has one mark in a picture: the method, and the set of promises."""
        return f"{self.method}, {self.promises}" if self.promises else self.method

    @property
    def title(self) -> str:
        """The method, its budget, and whether it was interrupted, as on the screen."""
        budget = [] if self.budget_s is None else [f"{self.budget_s:g} s"]
        return ", ".join([self.method, *budget, *(["interrupted"] if self.is_interrupted else [])])

    @property
    def above_shown(self) -> float | None:
        """``at_most_above`` as a reader is shown it: by the rule of the report, a weak bound is not shown."""
        from shoal.release.wording import bound_says_something

        return self.at_most_above if bound_says_something({"at_most_above": self.at_most_above}) else None


@dataclass(frozen=True)
class LeastLoss:
    """What no cells at this k can go below, as a share of the variance; or why that is not known."""

    k: int
    loss: float | None
    rests_on: tuple[str, ...]
    absent: str | None
    is_weighted: bool = False
    promises: str = ""  # as of the runs


def contenders(methods: Mapping[str, Partitioner], budgets: Sequence[float]) -> list[Contender]:
    """Each method, once for every budget if it can use one."""
    return [
        Contender(asked, method, budget_s)
        for asked, method in methods.items()
        for budget_s in (sorted(budgets) if takes_budget(method) else [None])
    ]


def takes_budget(method: Partitioner) -> bool:
    """Whether a budget changes what it does. auto with a budget is best, so here it runs without."""
    return method.uses_budget and method.name != "auto" and getattr(method, "steps", None) is None


def compared(
    table: Table,
    roles: Roles,
    ks: Sequence[int],
    entered: Sequence[Contender],
    *,
    sets: Sequence[tuple[str, AskedPromises]],
    seed: int,
    certify_s: float | None,
) -> Iterator[tuple[list[Comparison], LeastLoss]]:
    """For each k, and each set of promises with its name, all runs, the least loss first, and the bound.

    An interrupt goes on to the caller after the runs that came to something, the interrupted one among them.
    """
    from shoal.guarantee import KAnonymity

    if roles.mass is None and roles.household is None:
        KAnonymity(max(ks)).require_feasible(table.n_records, table.origin.name)
    warmed = False
    for k, (named, asked) in product(ks, sets):
        encoded, confidential = _encoded(table, roles, k, asked)
        if not warmed:
            for method in dict.fromkeys(contender.method for contender in entered):
                _warm_up(method, *encoded.points.shape)
        warmed = True
        runs, least, is_interrupted = _measured(k, encoded, confidential, roles, entered, seed, certify_s)
        if least is not None:
            yield _ranked([replace(run, promises=named) for run in runs]), replace(least, promises=named)
        if is_interrupted:
            raise KeyboardInterrupt


def _encoded(table: Table, roles: Roles, k: int, asked: AskedPromises) -> tuple[Encoded, ConfidentialPromise | None]:
    """The points, and the promise about their records."""
    from shoal.encode.encoded import encoded_points
    from shoal.guarantee import KAnonymity
    from shoal.release.confidential.values import promise_of, require_possible

    encoded = encoded_points(
        table,
        roles,
        KAnonymity(k),
        may_leave_out=True,
        promised_values=lambda rows: promise_of(table.taken(rows), roles, asked),
    )
    confidential = promise_of(encoded.kept, roles, asked)
    require_possible(confidential, encoded.blocks, roles)
    return encoded, confidential


def _measured(
    k: int,
    encoded: Encoded,
    confidential: ConfidentialPromise | None,
    roles: Roles,
    entered: Sequence[Contender],
    seed: int,
    certify_s: float | None,
) -> tuple[list[Comparison], LeastLoss | None, bool]:
    """All runs at one k with one set of promises, the bound, and whether an interrupt ended them."""
    from shoal.release.report.certificate import bound_of_table
    from shoal.release.risk.cell_risk import secret_codes

    exact_points = encoded.units().points(encoded.points, encoded.blocks.void)  # losses are measured in these units
    bound = bound_of_table(
        exact_points,
        encoded.blocks.block_of,
        encoded.promise.least_size,
        weights=encoded.weights,
        confidential=confidential,
        certify_s=certify_s,
    )
    if bound.is_interrupted:
        raise KeyboardInterrupt
    secrets = {
        name: secret_codes(encoded.kept, name, nominal=roles.of(name).is_unordered) for name in roles.confidential
    }
    return _at(k, encoded, confidential, exact_points, entered, bound, seed, secrets)


def _at(
    k: int,
    encoded: Encoded,
    confidential: ConfidentialPromise | None,
    exact_points: FloatArray,
    entered: Sequence[Contender],
    bound: TableBound,
    seed: int,
    secrets: Mapping[str, IntArray],
) -> tuple[list[Comparison], LeastLoss | None, bool]:
    """The runs, the bound as a share of the variance if there are any, and whether an interrupt ended them early."""
    from shoal.errors import Outcome
    from shoal.release.classes import Classes
    from shoal.release.report.certificate import certificate_facts
    from shoal.release.risk.cell_risk import cell_risk

    runs: list[Comparison] = []
    least: LeastLoss | None = None
    ended: set[Partitioner] = set()
    for contender in entered:
        method, budget_s = contender.method, contender.budget_s
        if method in ended:
            continue
        try:
            partition, seconds = _timed(k, encoded, confidential, contender, seed)
        except KeyboardInterrupt:
            return runs, least, True
        partition = partition.measured_on(exact_points, encoded.weights)
        if budget_s is not None and partition.outcome is Outcome.COMPLETE and seconds < ENDED_BY_ITSELF * budget_s:
            ended.add(method)
        facts = certificate_facts(partition, bound, detail=True)
        risk = cell_risk(Classes(partition.cell_of, partition.sizes), secrets)
        least = LeastLoss(k, facts["least_loss"], tuple(facts["rests_on"]), facts["absent"], bound.is_weighted)
        runs.append(
            Comparison(
                method=contender.asked,
                budget_s=budget_s,
                made_by=partition.method,
                k=k,
                loss=partition.loss,
                seconds=seconds,
                n_cells=partition.n_cells,
                smallest_cell=int(partition.sizes.min()),
                largest_cell=int(partition.sizes.max()),
                at_most_above=facts["at_most_above"],
                is_interrupted=partition.outcome is Outcome.INTERRUPTED,
                risk=risk.value,
                risk_about=risk.about,
            )
        )
        if runs[-1].is_interrupted:
            return runs, least, True
    return runs, least, False


def _timed(
    k: int, encoded: Encoded, confidential: ConfidentialPromise | None, contender: Contender, seed: int
) -> tuple[Partition, float]:
    """One run and its seconds.

    A run in which something was compiled is made again: it spent its budget on the compiler. That is rare after
    the warm-up, but no small table calls everything that a large one may.
    """
    from shoal.errors import Outcome
    from shoal.guarantee import HouseholdAnonymity, PersonAnonymity
    from shoal.kernels.jit import at_first_compilation
    from shoal.partition.conditions.households import microaggregate_households
    from shoal.partition.conditions.strata import microaggregate_blocks

    for _ in range(MOST_RUNS):
        compiled: list[bool] = []
        with at_first_compilation(lambda noted=compiled: noted.append(True)):  # type: ignore[misc]
            started = perf_counter()
            if isinstance(encoded.promise, HouseholdAnonymity):
                partition, _used = microaggregate_households(
                    encoded.points,
                    encoded.blocks.block_of,
                    encoded.promise,
                    methods=(contender.method,),
                    weights=encoded.weights,
                    confidential=confidential,
                    seed=seed,
                    budget_s=contender.budget_s,
                )
            else:
                partition, _used = microaggregate_blocks(
                    encoded.points,
                    encoded.blocks.block_of,
                    k,
                    methods=(contender.method,),
                    weights=encoded.weights,
                    persons=encoded.promise if isinstance(encoded.promise, PersonAnonymity) else None,
                    confidential=confidential,
                    seed=seed,
                    budget_s=contender.budget_s,
                )
            seconds = perf_counter() - started
        if not compiled or partition.outcome is Outcome.INTERRUPTED:
            break
    return partition, seconds


def _ranked(runs: Sequence[Comparison]) -> list[Comparison]:
    """The least loss first, and the front marked: each of its runs is better than all that are as quick.

    An interrupted run is no part of it: what its method does in that time is not known.

    Times that look equal on the screen are equal: the milliseconds between them are chance.
    """
    front: set[int] = set()
    least = float("inf")
    for position in sorted(
        (position for position, run in enumerate(runs) if not run.is_interrupted),
        key=lambda position: (round(runs[position].seconds, SHOWN_DIGITS), runs[position].loss),
    ):
        if runs[position].loss < least:
            least = runs[position].loss
            front.add(position)
    marked = [replace(run, on_front=position in front) for position, run in enumerate(runs)]
    return sorted(marked, key=lambda run: (run.loss, run.seconds))


def _warm_up(method: Partitioner, n_records: int, n_coordinates: int) -> None:
    """Load or compile the kernels on a small table of as many coordinates, so that no run is charged for it."""
    import numpy as np

    from shoal.partition.microaggregate import microaggregate
    from shoal.partition.search.decomposition import WHOLE_RECORDS

    in_blocks = n_records > WHOLE_RECORDS
    for each in _rehearsed(method, n_coordinates, in_blocks=in_blocks):
        n_points = WHOLE_RECORDS + 1 if in_blocks and each.name == "best" else WARM_UP_RECORDS
        points = np.random.default_rng(0).normal(size=(n_points, n_coordinates))
        microaggregate(points, WARM_UP_K, method=each, seed=0)


def _rehearsed(method: Partitioner, n_coordinates: int, *, in_blocks: bool) -> list[Partitioner]:
    """What to run for a method: itself, but a search only as long as it takes to call each of its steps once."""
    from shoal.partition.methods import find_method
    from shoal.partition.pcl.pcl import PCL
    from shoal.partition.search.auto import Auto
    from shoal.partition.search.best import Best

    if isinstance(method, Auto) and n_coordinates > 1:
        method = Best(diagram=method.diagram)
    if not isinstance(method, Best):
        return [method]
    steps = "best(steps=[anneal(1)])" if in_blocks else "best(steps=[anneal(1), recombine])"  # one trial a record
    return [find_method(steps), PCL()]  # PCL may be a step of the search
