"""The search of `best` for many records: large blocks, cut anew for every round.

The cells of a start (for very many records, of a greedy method block by block) are annealed from hot. Where that ends
above the start, as with many twins and large cells, the start is only warmed up a little. Blocks are made by halving
along the widest coordinate. Every later round cuts the CELLS into other blocks, by their centroids and at other
places, and anneals those: what was a border lies inside a block now. A block is a plain task, arrays in, cells out,
with random numbers of its own; it does not matter where or in which order the tasks of a round are run.

A block that the clock or somebody stops descends from where it stands, and keeps the cells it began with if that is
worse. It tells after how many of its batches that was, and can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome, ParameterError
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.control import n_threads
from shoal.partition.participation_repair import keep_promise
from shoal.partition.partition import Partition, sse_of
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.search.annealing import COLD, HOT, STILL, Around, Block, Chain, look_around, look_around_many
from shoal.partition.search.pcl_beside import PclBeside
from shoal.partition.search.portfolio import (
    FLAT_DIMS,
    SURE,
    greedy_by_merit,
    starts_for,
    starts_for_many,
    time_for_pcl_of_many,
)
from shoal.partition.search.starts import Made, best_of

LARGEST_PIECE = 600_000  # records of a block at most: in ten dimensions most cells of a small block lie at its border …
FLAT_PIECE = 50_000  # … in few dimensions hardly any; then the cache counts
PIECE_SHARE = 0.66  # … and no more than this share of all, so that there are two; but up to …
LONE_RECORDS = 20_000  # … so many records stay together
LONE_CHAINS = 2  # annealed side by side when there is one block only; the better one is kept
EXACT_RECORDS = 20_000  # up to here every record's nearest are looked for, beyond only records near to it …
FEW_DIMS = 4  # … unless there are few dimensions, in which the nearest are found at once
GENTLE = 0.1  # warmth at which rounds begin once a hot one has ended above what it began with
AGAIN = 0.5  # warmth at which later rounds begin: cells keep their place, borders give way
CUT_RANGE = (0.35, 0.65)  # where a block is cut, in shares of its records: another place in every round
STARTS_SHARE = 0.2  # of the budget for greedy starts beyond those that are made in any case
BATCHES = 20  # of a block's trials; between them the clock and the keyboard are looked at
DESCENT = 10  # trials a record at the end of a block
PASSES = (0.35, 0.3, 0.2, 0.15)  # of a budget's trials
RESERVE = 0.85  # of the time left is planned with: a round that the clock stops was too hot to the end
LEAST_TRIALS = 30.0  # a record, or there is no time for another round …
FEWEST_TRIALS = 8.0  # … and in the first one, so that every block gets some
PROBE_TRIALS = 200_000  # of a block that tell how fast this machine is: part of a second
GREEDY_PIECE = 100_000  # records of a block that gets greedy cells of its own; their time grows faster than the records

Wanted = Callable[[], bool]
Turn = Callable[[Wanted], AbstractContextManager[bool]]  # a core, while it is wanted


def _always(_: Wanted) -> AbstractContextManager[bool]:
    """There is a core for everybody."""
    return nullcontext(True)


@dataclass(frozen=True)
class Task:
    """One block: everything that is needed to anneal it, wherever that is done."""

    points: FloatArray
    k: int
    weights: FloatArray | None
    promise: ProbabilisticAnonymity | None
    around: Around
    cell_of: IntArray  # what it begins with
    hot: float
    trials: float
    seed: tuple[int, ...]
    batches: int = BATCHES  # of its trials, after which it descends

    def __call__(self, late: Callable[[], bool] = lambda: False, core: Turn = _always) -> tuple[IntArray, int]:
        """The cells of the block, numbered from 0, and after how many batches of trials it ended.

        Every batch waits for a ``core``.
        """
        centred, start = _centred(self.points), self.cell_of
        if len(centred) < 2 * self.k or self.trials <= 0.0:
            return start, self.batches
        if self.batches == 0 or late():
            return start, 0
        chain, hot = self._begun(centred)
        n_trials = round(self.trials * len(centred))
        warmth = hot * (COLD / hot) ** (np.arange(BATCHES + 1) / BATCHES)
        ends = np.round(np.linspace(0, n_trials, BATCHES + 1)).astype(np.int64)
        done = 0
        while done < self.batches and not (done > 0 and late()):
            with core(lambda: not late()) as is_mine:
                if not is_mine:
                    break
                chain.run(float(warmth[done]), float(warmth[done + 1]), int(ends[done + 1] - ends[done]))
            done += 1
        if done == 0:
            return start, 0
        chain.run(STILL, STILL, DESCENT * len(centred))
        if done < BATCHES and sse_of(centred, chain.cell_of, self.weights) > sse_of(centred, start, self.weights):
            return start, done  # it was still hot
        return chain.cell_of, done

    def pace(self, n_trials: int) -> tuple[float, float]:
        """Seconds that a record takes before its first trial, and a trial; nothing is kept."""
        begun = perf_counter()
        chain, hot = self._begun(_centred(self.points))
        ready = perf_counter()
        chain.run(hot, hot, n_trials)
        return (ready - begun) / len(self.points), (perf_counter() - ready) / n_trials

    def _begun(self, centred: FloatArray) -> tuple[Chain, float]:
        """The chain at the cells it begins with, and how hot that is."""
        block = Block.of(centred, self.k, self.weights, self.promise, self.around)
        return block.chain(self.cell_of, self.seed), block.warmth(self.hot)


class Mosaic:
    """A table of many records, and the cells it has so far."""

    def __init__(self, problem: Problem, deadline: float, beside: PclBeside | None = None) -> None:
        self.problem = problem
        self.deadline = deadline
        self.beside = beside
        self.seed = problem.seed if problem.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
        self.cell_of: IntArray = np.zeros(len(problem.points), dtype=np.int64)
        self.best = self.cell_of
        self.history: list[float] = []
        self.gentle = False
        self.interrupted = False
        few = len(problem.points) <= EXACT_RECORDS or problem.points.shape[1] <= FEW_DIMS
        self.around = (
            look_around(problem.points, problem.k) if few else look_around_many(problem.points, problem.k, self.seed)
        )

    def searched(
        self, begun: Made, rounds: Sequence[float], batches: Sequence[int] | None, named: Callable[..., str]
    ) -> Cells:
        """All rounds from these cells, or as many as the budget allows, or until PCL beside them has ended ahead; of
        the last one, so many batches in each block.
        """
        start, chosen = begun
        self.cell_of, self.history, self.gentle = start.cell_of, [], False
        self.interrupted = start.outcome is Outcome.INTERRUPTED
        self._keep()
        plan: Iterable[float] = rounds if np.isinf(self.deadline) else self._planned()
        done: list[float] = []
        cut: Sequence[int] | None = None
        outcome = Outcome.COMPLETE if np.isinf(self.deadline) else Outcome.BUDGET_SPENT
        try:
            if self.interrupted:
                raise KeyboardInterrupt
            for number, trials in enumerate(plan):
                last = np.isinf(self.deadline) and number == len(rounds) - 1
                reached = self._round(number, trials, batches if last else None)
                self._keep()
                done, cut = [*done, trials], reached
                if self.interrupted:
                    raise KeyboardInterrupt
                if cut is not None or (self.beside is not None and self.beside.is_ahead_of(self.history[-1])):
                    break
        except KeyboardInterrupt:
            outcome = Outcome.INTERRUPTED
        found = Cells(self.best, outcome, history=tuple(self.history), method=named(done, chosen, cut))
        return replace(found, costs=start.costs, sites=start.sites) if self.best is start.cell_of else found

    def begun(self, start: Any) -> Made:
        """The cells to begin with, and what makes them again: None for the greedy cells of blocks."""
        problem, since = self.problem, perf_counter()
        budget_s = self.deadline - since
        starts: Sequence[Partitioner | Partition]
        starts = starts_for_many(problem, budget_s) if start is None else starts_for(start, problem)
        if not starts:
            return self._greedy_cells(greedy_by_merit(problem)[0]), None
        if self.beside is not None:
            starts = [one for one in starts if not isinstance(one, PCL)]
        cells, chosen = best_of(
            problem,
            starts,
            since + STARTS_SHARE * budget_s,
            n_sure=SURE + (problem.points.shape[1] <= FLAT_DIMS),  # the one that tells whether there are clusters
            cores=None if self.beside is None else self.beside.n_free,
            pcl_s=lambda is_smooth: time_for_pcl_of_many(problem, budget_s, is_smooth),
        )
        is_whole = np.isinf(self.deadline) and cells.outcome is not Outcome.INTERRUPTED  # nothing was cut short
        return keep_promise(problem, cells), start if is_whole else chosen

    def _greedy_cells(self, greedy: Partitioner) -> Cells:
        """Block by block, on all cores. Somebody who has had enough waits for them: there are no other cells yet."""
        points, weights = self.problem.points, self.problem.weights
        most = max(GREEDY_PIECE, 20 * self.problem.k)
        parts = _cut(points, np.ones(len(points), dtype=np.int64), most, np.random.default_rng(self.seed))
        blocks = [np.sort(part) for part in parts]

        def made(block: IntArray) -> IntArray:
            held = None if weights is None else weights[block]
            return greedy(Problem(_centred(points[block]), self.problem.k, held)).cell_of

        outcome = Outcome.COMPLETE
        with ThreadPoolExecutor(n_threads()) as threads:
            tasks = [threads.submit(made, block) for block in blocks]
            try:
                wait(tasks)
            except KeyboardInterrupt:
                outcome = Outcome.INTERRUPTED
        return Cells(_joined(len(points), blocks, [task.result() for task in tasks]), outcome)

    def _keep(self) -> None:
        """The best cells so far, from which the next round goes on; a hot round may end above what it began with."""
        sse = sse_of(self.problem.points, self.cell_of, self.problem.weights)
        if not self.history or sse < self.history[-1]:
            self.best = self.cell_of
        else:  # the order of these cells is better than what heat finds in such a time
            self.cell_of, self.gentle = self.best, True
        self.history.append(min([sse, *self.history[-1:]]))

    def _round(self, number: int, trials: float, batches: Sequence[int] | None) -> Sequence[int] | None:
        """Cut, anneal the blocks on all cores, put the cells together; how far each block came, if not to its end."""
        blocks = self._blocks(number, self._piece)
        is_alone = len(blocks) == 1
        if is_alone:
            blocks *= LONE_CHAINS
        asked = [BATCHES] * len(blocks) if batches is None else list(batches)
        if len(asked) != len(blocks):
            raise ParameterError(f"best: batches has {len(asked)} numbers, and the last round {len(blocks)} blocks.")
        stop = Event()

        def late() -> bool:
            return stop.is_set() or perf_counter() >= self.deadline

        core: Turn = _always if self.beside is None else self.beside.cores.turn
        with ThreadPoolExecutor(n_threads()) as threads:
            tasks: list[Future[tuple[IntArray, int]]] = []
            try:
                for index, block in enumerate(blocks):
                    tasks.append(threads.submit(self._task(block, trials, number, index, asked[index]), late, core))
                for count, _ in enumerate(as_completed(tasks), 1):
                    self.problem.progress(count * len(self.problem.points) // len(blocks), len(self.problem.points))
            except KeyboardInterrupt:
                stop.set()
                self.interrupted = True
                if len(tasks) < len(blocks):  # the others have no cells of this round
                    raise
            except BaseException:
                stop.set()
                raise
        found = [task.result() for task in tasks]
        cells = [cell_of for cell_of, _ in found]
        points, weights = self.problem.points, self.problem.weights
        if is_alone:
            self.cell_of = min(cells, key=lambda cell_of: sse_of(points, cell_of, weights))
        else:
            self.cell_of = _joined(len(points), blocks, cells)
        done = [batch for _, batch in found]
        return done if min(done) < BATCHES else None

    def _task(self, block: IntArray, trials: float, number: int, index: int, batches: int = BATCHES) -> Task:
        """A block's part of the round."""
        problem = self.problem
        return Task(
            points=problem.points[block],
            k=problem.k,
            weights=None if problem.weights is None else problem.weights[block],
            promise=None if problem.promise is None else problem.promise.of(block),
            around=self.around.inside(block),
            cell_of=np.unique(self.cell_of[block], return_inverse=True)[1],
            hot=GENTLE if self.gentle else HOT if number == 0 else AGAIN,
            trials=trials,
            seed=(self.seed, number, index),
            batches=batches,
        )

    def _blocks(self, number: int, most: int) -> list[IntArray]:
        """Records of each block, in whole cells."""
        shape = Partition.from_cells(self.problem.points, self.cell_of, method="")
        of_block = np.empty(shape.n_cells, dtype=np.int64)
        parts = _cut(shape.centroids, shape.sizes, most, np.random.default_rng((self.seed, number)))
        for block, cells in enumerate(parts):
            of_block[cells] = block
        order = np.argsort(of_block[self.cell_of], kind="stable")
        return np.split(order, np.flatnonzero(np.diff(of_block[self.cell_of][order])) + 1)

    @property
    def _piece(self) -> int:
        """Records of a block at most; many cells fit into one."""
        n_records, n_dims = self.problem.points.shape
        most = FLAT_PIECE if n_dims <= FEW_DIMS else LARGEST_PIECE
        if n_records > LONE_RECORDS:
            most = min(most, int(PIECE_SHARE * n_records))
        return max(most, 20 * self.problem.k)

    def _planned(self) -> Iterable[float]:
        """Rounds for a budget."""
        if perf_counter() >= self.deadline:
            return
        before_s, trial_s = self._pace()
        n_records = len(self.problem.points)
        for number in range(len(PASSES)):
            at_once = self._at_once
            left_s = RESERVE * (self.deadline - perf_counter()) * at_once / n_records
            trials = _affordable_trials(number, left_s, before_s, trial_s)
            if trials is None:
                return
            begun = perf_counter()
            yield trials
            took = (perf_counter() - begun) * max(at_once, self._at_once) / n_records  # PCL may have ended meanwhile
            trial_s = max(took - before_s, 0.1 * took) / (trials + DESCENT)

    def _pace(self) -> tuple[float, float]:
        """Seconds that a record takes before its first trial, and a trial: of blocks as they will be, side by side."""
        blocks = self._blocks(0, self._piece)[: self._n_cores]
        self._task(blocks[0][: 4 * self.problem.k], 1.0, 0, 0).pace(1)  # compiles
        with ThreadPoolExecutor(n_threads()) as threads:
            begun = perf_counter()
            tasks = [self._task(block, 1.0, 0, 0) for block in blocks]
            copied_s = (perf_counter() - begun) / sum(map(len, blocks))
            paces = list(threads.map(Task.pace, tasks, [PROBE_TRIALS] * len(tasks)))
        begun_s, trial_s = np.mean(paces, axis=0)
        return copied_s * self._n_cores + float(begun_s), float(trial_s)

    @property
    def _at_once(self) -> float:
        """How many cores' worth of different trials are made at present; chains of one block repeat each other's."""
        is_alone = len(self.problem.points) <= LONE_RECORDS
        return min(1.0, self._n_cores / LONE_CHAINS) if is_alone else float(self._n_cores)

    @property
    def _n_cores(self) -> int:
        """Cores for the blocks at present."""
        return n_threads() if self.beside is None else self.beside.n_free


def _affordable_trials(number: int, left_s: float, before_s: float, trial_s: float) -> float | None:
    """Trials a record of this round; as many rounds follow as there is time for, but none that would be too short.

    All times are seconds a record. The first round takes place in any case.
    """
    for end in range(len(PASSES), number, -1):
        shares = np.array(PASSES[number:end]) / sum(PASSES[number:end])
        trials = (left_s * shares - before_s) / trial_s - DESCENT
        if trials.min() >= LEAST_TRIALS or end == 1:
            return float(max(FEWEST_TRIALS, round(trials[0])))
    return None


def _cut(places: FloatArray, counts: IntArray, most: int, rng: np.random.Generator) -> list[IntArray]:
    """Parts of at most ``most`` records: halved along the widest coordinate, at a place drawn near the middle."""
    parts = [np.arange(len(places))]
    finished = []
    while parts:
        part = parts.pop()
        held = int(counts[part].sum())
        if held <= most or len(part) == 1:
            finished.append(part)
            continue
        inside = places[part]
        order = part[np.argsort(inside[:, int(np.argmax(np.ptp(inside, axis=0)))], kind="stable")]
        upto = np.cumsum(counts[order])
        cut = int(np.searchsorted(upto, held * rng.uniform(*CUT_RANGE))) + 1
        cut = min(max(cut, 1), len(order) - 1)
        parts += [order[cut:], order[:cut]]
    return finished


def _joined(n_records: int, blocks: list[IntArray], cells: list[IntArray]) -> IntArray:
    """The cells of all blocks, numbered on."""
    cell_of = np.empty(n_records, dtype=np.int64)
    n_cells = 0
    for number, block in enumerate(blocks):
        cell_of[block] = cells[number] + n_cells
        n_cells += int(cells[number].max()) + 1
    return cell_of


def _centred(points: FloatArray) -> FloatArray:
    centred: FloatArray = points - points.mean(axis=0)
    return centred
