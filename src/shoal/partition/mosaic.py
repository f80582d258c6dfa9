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
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from shoal.errors import Outcome, ParameterError
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.annealing import COLD, HOT, STILL, Around, Block, look_around, look_around_many
from shoal.partition.mdav import MDAV
from shoal.partition.participation_repair import keep_promise
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.portfolio import best_of, greedy_for, starts_for, starts_for_many
from shoal.partition.power_diagram import n_threads
from shoal.partition.problem import Cells, Partitioner, Problem

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
BATCHES = 20  # of a block's trials; between them the clock and the keyboard are looked at
DESCENT = 10  # trials a record at the end of a block
PASSES = (0.35, 0.3, 0.2, 0.15)  # of a budget's trials
RESERVE = 0.85  # of the time left is planned with: a round that the clock stops is lost
LEAST_TRIALS = 30.0  # a record, or there is no time for another round …
FEWEST_TRIALS = 8.0  # … and in the first one, so that every block gets some
PROBE_BLOCKS = 2  # blocks that tell how fast this machine is


@dataclass(frozen=True)
class Task:
    """One block: everything that is needed to anneal it, wherever that is done."""

    points: FloatArray
    k: int
    weights: FloatArray | None
    promise: ProbabilisticAnonymity | None
    around: Around
    cell_of: IntArray | None  # None: a greedy start is made first …
    greedy: Partitioner  # … by this method
    hot: float
    trials: float
    seed: tuple[int, ...]
    batches: int = BATCHES  # of its trials, after which it descends

    def __call__(self, late: Callable[[], bool] = lambda: False) -> tuple[IntArray, int]:
        """The cells of the block, numbered from 0, and after how many batches of trials it ended."""
        centred = self._centred
        start = self._begun()
        if len(centred) < 2 * self.k or self.trials <= 0.0 or self.batches == 0 or late():
            return start, self.batches if self.trials <= 0.0 or len(centred) < 2 * self.k else 0
        block = Block.of(centred, self.k, self.weights, self.promise, self.around)
        chain = block.chain(start, self.seed)
        n_trials = round(self.trials * len(centred))
        hot = block.warmth(self.hot)
        warmth = hot * (COLD / hot) ** (np.arange(BATCHES + 1) / BATCHES)
        ends = np.round(np.linspace(0, n_trials, BATCHES + 1)).astype(np.int64)
        done = 0
        while done < self.batches and not (done > 0 and late()):
            chain.run(float(warmth[done]), float(warmth[done + 1]), int(ends[done + 1] - ends[done]))
            done += 1
        chain.run(STILL, STILL, DESCENT * len(centred))
        if done < BATCHES and self._sse(chain.cell_of) > self._sse(start):  # it was still hot
            return start, done
        return chain.cell_of, done

    def _begun(self) -> IntArray:
        """The cells it begins with: those given, or greedy ones."""
        if self.cell_of is not None:
            return self.cell_of
        problem = Problem(self._centred, self.k, self.weights, promise=self.promise)
        return keep_promise(problem, self.greedy(problem)).cell_of

    def _sse(self, cell_of: IntArray) -> float:
        return Partition.from_cells(self._centred, cell_of, method="", weights=self.weights).sse

    @property
    def _centred(self) -> FloatArray:
        centred: FloatArray = self.points - self.points.mean(axis=0)
        return centred


class Mosaic:
    """A table of many records, and the cells it has so far."""

    def __init__(self, problem: Problem, start: Any, deadline: float) -> None:
        self.problem = problem
        self.start = start
        self.deadline = deadline
        self.seed = problem.seed if problem.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
        self.cell_of: IntArray | None = None
        self.best: IntArray = np.zeros(len(problem.points), dtype=np.int64)
        self.history: list[float] = []
        self.gentle = False
        self.interrupted = False
        self.greedy = greedy_for(problem) if start is None else MDAV()
        few = len(problem.points) <= EXACT_RECORDS or problem.points.shape[1] <= FEW_DIMS
        self.around = (
            look_around(problem.points, problem.k) if few else look_around_many(problem.points, problem.k, self.seed)
        )

    def searched(self, rounds: Sequence[float], batches: Sequence[int] | None, named: Callable[..., str]) -> Cells:
        """All rounds, or as many as the budget allows; of the last one, so many batches in each block."""
        chosen, interrupted = self._begin()
        plan: Iterable[float] = rounds if np.isinf(self.deadline) else self._planned()
        done: list[float] = []
        cut: Sequence[int] | None = None
        outcome = Outcome.COMPLETE if np.isinf(self.deadline) else Outcome.BUDGET_SPENT
        try:
            if interrupted:
                raise KeyboardInterrupt
            for number, trials in enumerate(plan):
                last = np.isinf(self.deadline) and number == len(rounds) - 1
                cut = self._round(number, trials, batches if last else None)
                self._keep()
                done.append(trials)
                if self.interrupted:
                    raise KeyboardInterrupt
                if cut is not None:
                    break
        except KeyboardInterrupt:
            outcome = Outcome.INTERRUPTED
            if not self.history:  # nothing was begun yet
                self._round(0, 0.0, None)
                self._keep()
        begun_with = self.start if np.isinf(self.deadline) else chosen  # without a clock, the same start is found again
        return Cells(self.best, outcome, history=tuple(self.history), method=named(done, begun_with, cut))

    def _begin(self) -> tuple[Any, bool]:
        """Take the cells to begin with, if any; what made them, and whether somebody has had enough."""
        problem = self.problem
        budget_s = self.deadline - perf_counter()
        starts: Sequence[Partitioner | Partition] = starts_for(self.start, problem) if self.start is not None else ()
        if self.start is None:
            starts = starts_for_many(problem, self.greedy, budget_s)
        if not starts:
            return None, False
        cells, chosen = best_of(problem, starts, np.inf)
        self.cell_of = keep_promise(problem, cells).cell_of
        self._keep()
        return chosen, cells.outcome is Outcome.INTERRUPTED

    def _keep(self) -> None:
        """The best cells so far, from which the next round goes on; a hot round may end above what it began with."""
        if self.cell_of is None:
            return
        sse = self._sse(self.cell_of)
        if not self.history or sse < self.history[-1]:
            self.best = self.cell_of
        else:  # the order of these cells is better than what heat finds in such a time
            self.cell_of, self.gentle = self.best, True
        self.history.append(min([sse, *self.history[-1:]]))

    def _sse(self, cell_of: IntArray) -> float:
        return Partition.from_cells(self.problem.points, cell_of, method="", weights=self.problem.weights).sse

    def _round(self, number: int, trials: float, batches: Sequence[int] | None) -> Sequence[int] | None:
        """Cut, anneal the blocks on all cores, put the cells together; how far each block came, if not to its end."""
        blocks = self._blocks(np.random.default_rng((self.seed, number)))
        is_alone = len(blocks) == 1
        if is_alone:
            blocks *= LONE_CHAINS
        asked = [BATCHES] * len(blocks) if batches is None else list(batches)
        if len(asked) != len(blocks):
            raise ParameterError(f"best: batches has {len(asked)} numbers, and the last round {len(blocks)} blocks.")
        stop = Event()

        def late() -> bool:
            return stop.is_set() or perf_counter() >= self.deadline

        with ThreadPoolExecutor(n_threads()) as threads:
            tasks = [
                threads.submit(self._task(block, trials, number, index, asked[index]), late)
                for index, block in enumerate(blocks)
            ]
            try:
                for count, _ in enumerate(as_completed(tasks), 1):
                    self.problem.progress(count * len(self.problem.points) // len(blocks), len(self.problem.points))
            except KeyboardInterrupt:
                stop.set()
                self.interrupted = True
            except BaseException:
                stop.set()
                raise
        found = [task.result() for task in tasks]
        cells = [cell_of for cell_of, _ in found]
        self.cell_of = min(cells, key=self._sse) if is_alone else _joined(len(self.problem.points), blocks, cells)
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
            cell_of=None if self.cell_of is None else np.unique(self.cell_of[block], return_inverse=True)[1],
            greedy=self.greedy,
            hot=GENTLE if self.gentle else HOT if number == 0 else AGAIN,
            trials=trials,
            seed=(self.seed, number, index),
            batches=batches,
        )

    def _blocks(self, rng: np.random.Generator) -> list[IntArray]:
        """Records of each block; once there are cells, whole cells."""
        points = self.problem.points
        if self.cell_of is None:
            return [np.sort(part) for part in _cut(points, np.ones(len(points), dtype=np.int64), self._piece, rng)]
        shape = Partition.from_cells(points, self.cell_of, method="")
        of_block = np.empty(shape.n_cells, dtype=np.int64)
        for block, cells in enumerate(_cut(shape.centroids, shape.sizes, self._piece, rng)):
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
        """Rounds for a budget: two blocks are annealed to see how fast that goes."""
        blocks = self._blocks(np.random.default_rng((self.seed, 0)))[:PROBE_BLOCKS]
        for block in blocks:  # compiles, and warms the caches
            self._task(block[: 4 * self.problem.k], 1.0, 0, 0)()
        begun = perf_counter()
        for block in blocks:
            self._task(block, 0.0, 0, 0)()
        before_s = (perf_counter() - begun) / sum(map(len, blocks))  # seconds a record before the first trial
        begun = perf_counter()
        for block in blocks:
            self._task(block, LEAST_TRIALS, 0, 0)()
        trial_s = max((perf_counter() - begun) / sum(map(len, blocks)) - before_s, 1e-9) / LEAST_TRIALS
        n_records = len(self.problem.points)
        at_once = (
            1 if n_records <= LONE_RECORDS else n_threads()
        )  # records are annealed; chains of one block repeat them
        for number, share in enumerate(PASSES):
            left = (self.deadline - perf_counter()) * at_once / n_records  # seconds a record
            rest = sum(PASSES[number:])
            trials = (left * RESERVE - before_s * (len(PASSES) - number)) / trial_s * share / rest
            if number > 0 and trials < LEAST_TRIALS:
                return
            trials = float(max(FEWEST_TRIALS, round(trials)))
            begun = perf_counter()
            yield trials
            trial_s = max((perf_counter() - begun) * at_once / n_records - before_s, 1e-9) / trials


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
