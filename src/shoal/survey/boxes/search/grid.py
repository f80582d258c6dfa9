"""A grid of ranges: each question has one list of ranges, and every occupied combination of them is a box.

Cuts are added one at a time, the best of all questions first, while every occupied combination keeps the promise; then
each cut in turn is taken out or moved and the best ones are put in, while that lowers the distortion. Categories are
put in an order first (a taxonomy in that of its branches, others along the direction in which their means spread most),
so that a set of them is a run, too.

A combination that nobody of the frame has gets the box whose centroid is nearest: a person who has it sends
the code of a box that many share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.boxes.grid import best_grid_cut
from shoal.kernels.boxes.splits import NESTED, NOMINAL, ORDERED, Frame
from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Grid, Part
from shoal.survey.boxes.search.drafts import Draft
from shoal.survey.boxes.search.population import Population, keeps_promise

MOST_COMBINATIONS = 240  # of a table in which a person looks up the code: about four pages
BETTER = 1e-9  # relative; smaller gains are rounding
QUANTILES = (0.25, 0.5, 0.75)  # where a cut is tried between its neighbours, as shares of the records there
MOST_ROUNDS = 50  # of exchanging cuts; a handful is usual


@dataclass
class _GridCuts:
    """The grid that is being made: for each question the ranks at which its ranges begin."""

    frame: Frame
    rank_of: list[IntArray]
    most: int
    cuts: list[list[int]]
    orders: list[IntArray] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.orders = [np.argsort(ranks, kind="stable") for ranks in self.rank_of]

    def ranges(self) -> IntArray:
        """(questions, records) the range of each record."""
        return np.array(
            [np.searchsorted(cuts, ranks, side="right") for cuts, ranks in zip(self.cuts, self.rank_of, strict=True)]
        )

    def boxes(self, ranges: IntArray) -> tuple[IntArray, int]:
        """The box of each record: occupied combinations in their order."""
        index = np.ravel_multi_index(tuple(ranges), [len(cuts) + 1 for cuts in self.cuts])
        used, box_of = np.unique(index, return_inverse=True)
        return box_of.astype(np.int64), len(used)

    def score(self) -> float:
        """Σ ‖S‖²/M over the boxes."""
        box_of, n_boxes = self.boxes(self.ranges())
        mass = np.bincount(box_of, self.frame.mass, n_boxes)
        sums = [np.bincount(box_of, self.frame.mass * column, n_boxes) for column in self.frame.point.T]
        return float(sum((total**2 / mass).sum() for total in sums))

    def fill(self) -> None:
        """Add the best cut of all questions until no cut is allowed."""
        while self._add():
            pass

    def _add(self) -> bool:
        ranges = self.ranges()
        box_of, n_boxes = self.boxes(ranges)
        sizes = [len(cuts) + 1 for cuts in self.cuts]
        best, where, at = 0.0, -1, -1
        for question, size in enumerate(sizes):
            if prod(sizes) // size * (size + 1) > self.most:
                continue
            gain, rank = best_grid_cut(
                self.frame,
                self.orders[question],
                self.rank_of[question],
                ranges[question].astype(np.int64),
                box_of,
                n_boxes,
            )
            if gain > best:
                best, where, at = gain, question, int(rank)
        if where < 0:
            return False
        self.cuts[where] = sorted([*self.cuts[where], at])
        return True


def search_grid(population: Population, most_boxes: int | None) -> list[list[int]]:
    """For each question the ranks (see `_ranks`) at which its ranges begin."""
    rank_of = [_ranks(draft, population)[draft.level_of] for draft in population.drafts]
    most = MOST_COMBINATIONS if most_boxes is None else min(MOST_COMBINATIONS, most_boxes)
    best = _GridCuts(population.frame(), rank_of, most, [[] for _ in rank_of])
    best.fill()
    score = best.score()
    for _ in range(MOST_ROUNDS):
        improved = False
        for question, cut in [(number, cut) for number, cuts in enumerate(best.cuts) for cut in cuts]:
            for other in _variants(best, question, cut, population):
                other_score = other.score()
                if other_score > score + BETTER * abs(score):
                    best, score, improved = other, other_score, True
        if not improved:
            break
    return best.cuts


def _variants(grid: _GridCuts, question: int, cut: int, population: Population) -> Iterator[_GridCuts]:
    """The grid without this cut, or with it elsewhere between its neighbours, each filled up with the best cuts."""
    if cut not in grid.cuts[question]:
        return  # exchanged meanwhile
    at = grid.cuts[question].index(cut)
    rest = grid.cuts[question][:at] + grid.cuts[question][at + 1 :]
    ranks = grid.rank_of[question]
    low = rest[at - 1] if at > 0 else int(ranks.min())
    high = rest[at] if at < len(rest) else int(ranks.max()) + 1
    between = ranks[(ranks >= low) & (ranks < high)]
    tried = {int(rank) for rank in np.quantile(between, QUANTILES, method="higher")} - {low, cut}
    for own in (rest, *(sorted([*rest, rank]) for rank in sorted(tried))):
        cuts = [own if number == question else list(cuts) for number, cuts in enumerate(grid.cuts)]
        other = _GridCuts(grid.frame, grid.rank_of, grid.most, cuts)
        if keeps_promise(population, other.boxes(other.ranges())[0]):
            other.fill()
            yield other


def grid_of(
    cuts: Sequence[Sequence[int]], population: Population, texts: Sequence[str]
) -> tuple[tuple[Question, ...], Grid, IntArray]:
    """Questions with the thresholds in use, the grid over their levels, and every record's box."""
    questions: list[Question] = []
    parts: list[tuple[Part, ...]] = []
    ranges = []
    for draft, own, text in zip(population.drafts, cuts, texts, strict=True):
        ranks = _ranks(draft, population)
        question = draft.published(text, own)
        range_of_level = np.searchsorted(own, ranks, side="right")
        ranges.append(range_of_level[draft.level_of])
        if draft.kind == ORDERED and question.n_levels != draft.n_levels:
            range_of_level = np.arange(question.n_levels)  # one level between two cuts
        parts.append(tuple(tuple(np.flatnonzero(range_of_level == number).tolist()) for number in range(len(own) + 1)))
        questions.append(question)
    shape = tuple(len(own) + 1 for own in cuts)
    index = np.ravel_multi_index(tuple(ranges), shape)
    used, box_of = np.unique(index, return_inverse=True)
    box_of_index = _nearest_boxes(population, np.array(ranges), shape, used, box_of)
    grid = Grid(tuple(parts), tuple(box_of_index.tolist()), tuple(used.tolist()))
    return tuple(questions), grid, box_of.astype(np.int64)


def _nearest_boxes(
    population: Population, ranges: IntArray, shape: tuple[int, ...], used: IntArray, box_of: IntArray
) -> IntArray:
    """The box of every combination. One without people stands where the ranges it is made of stand on average."""
    mass, points = population.mass, population.points
    weight = np.bincount(box_of, mass)
    centroids = np.array([np.bincount(box_of, mass * column) for column in points.T]).T / weight[:, None]
    result = np.full(prod(shape), -1, dtype=np.int64)
    result[used] = np.arange(len(used))
    empty = np.flatnonzero(result < 0)
    combinations = np.array(np.unravel_index(empty, shape))
    centre = np.zeros((len(empty), points.shape[1]))
    for question, draft in enumerate(population.drafts):
        part = population.slices[draft.column]
        total = np.bincount(ranges[question], mass, shape[question])
        for each in range(part.start, part.stop):
            mean = np.bincount(ranges[question], mass * points[:, each], shape[question]) / total
            centre[:, each] = mean[combinations[question]]
    result[empty] = [int(np.argmin(((centroids - own) ** 2).sum(axis=1))) for own in centre]
    return result


def _ranks(draft: Draft, population: Population) -> IntArray:
    """The rank of every level in the order in which the question is cut."""
    if draft.kind == NESTED:
        return _branch_order(draft.above)
    if draft.kind == NOMINAL:
        return _spread_order(draft, population.points, population.mass)
    return np.arange(draft.n_levels)


def _branch_order(above: Sequence[int]) -> IntArray:
    """Every branch of a tree is a run: a node, then its branches one after the other."""
    n_below = np.ones(len(above), dtype=np.int64)
    for node in range(len(above) - 1, 0, -1):
        n_below[above[node]] += n_below[node]
    ranks = np.zeros(len(above), dtype=np.int64)
    following = np.ones(len(above), dtype=np.int64)  # where the next child of a node begins
    for node in range(1, len(above)):
        ranks[node] = following[above[node]]
        following[above[node]] += n_below[node]
        following[node] = ranks[node] + 1
    return ranks


def _spread_order(draft: Draft, points: FloatArray, mass: FloatArray) -> IntArray:
    """Categories along the first principal direction of their means; those that nobody has stand last."""
    weight = np.bincount(draft.level_of, mass, draft.n_levels)
    sums = np.array([np.bincount(draft.level_of, mass * column, draft.n_levels) for column in points.T]).T
    held = weight > 0.0
    means = sums[held] / weight[held, None]
    centred = (means - np.average(means, axis=0, weights=weight[held])) * np.sqrt(weight[held, None])
    direction = np.linalg.svd(centred, full_matrices=False)[2][0]
    direction *= np.sign(direction[np.argmax(np.abs(direction))])  # a direction has no sign of its own
    along = np.full(draft.n_levels, np.inf)
    along[held] = means @ direction
    ranks = np.empty(draft.n_levels, dtype=np.int64)
    ranks[np.argsort(along, kind="stable")] = np.arange(draft.n_levels)
    return ranks
