"""The search for boxes: a tree of splits of least distortion, each box large enough.

Symbols: n records, d coordinates, q questions. One growth of the tree costs O(n·q·d) a level of the tree. It is grown a
few times with different thrift, the best is kept, then branches of it are grown again, any at first, small ones then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.guarantee.cell_sizes import effective_size
from shoal.kernels.boxes.splits import NOMINAL, ORDERED, Frame
from shoal.kernels.boxes.trees import THRIFTS, Tree, empty_tree, grow_tree, improve_tree
from shoal.survey.boxes.drafts import Draft
from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Flow, Fork
from shoal.survey.boxes.thresholds import FloatArray, IntArray

Promise = KAnonymity | ProbabilisticAnonymity

# A search that was not told its effort: so many visits a record, unless that takes too many steps (visits × questions ×
# coordinates × levels of the tree), which last about half a minute. Measured by benchmarks/boxes.py.
VISITS_A_RECORD = 4_000
MOST_STEPS = 6_000_000_000

# What is grown again: (share of the visits, cells of a branch at most, heat at the beginning, heat at the end). First
# any branch, then smaller ones, whose improvements the larger would undo. Heat in units of the SSE of a mean cell: in
# small branches a bad step is soon put right again, so more of it pays there. Adult wants the middle ones, the Gaussian
# set the small ones (benchmarks/boxes.py).
PHASES = ((0.15, float("inf"), 0.0, 0.0), (0.25, 64.0, 0.05, 0.01), (0.6, 16.0, 0.25, 0.004))

SHARES_TRIED = 64  # needs of a record are interpolated between so many participations; they only steer the search


@dataclass(frozen=True)
class Population:
    """A frame on its way: its points, drafts of its questions, and what is promised."""

    points: FloatArray = field(repr=False)
    drafts: Sequence[Draft]
    promise: Promise
    fewest: int  # records of a box; where participation is uneven a box also has to fail rarely enough
    slices: dict[str, slice]  # the coordinates of each column

    @property
    def n_records(self) -> int:
        """How many people the frame has."""
        return len(self.points)

    @property
    def mass(self) -> FloatArray:
        """What a record weighs in centroids and distortion: its participation where it is uneven."""
        shares = uneven_shares(self.promise)
        return np.ones(self.n_records) if shares is None else shares

    def frame(self) -> Frame:
        """For the kernels."""
        uneven = uneven_shares(self.promise)
        sets = [draft.n_levels for draft in self.drafts if draft.kind != ORDERED]
        above = np.full((len(self.drafts), max(sets, default=1)), -1, dtype=np.int64)
        for question, draft in enumerate(self.drafts):
            above[question, : len(draft.above)] = draft.above
        n = self.n_records
        return Frame(
            point=np.ascontiguousarray(self.points),
            mass=self.mass,
            share=np.full(n, 1.0 / self.fewest) if uneven is None else _needs(self.promise, uneven, self.fewest),
            participation=np.empty(0) if uneven is None else uneven,
            level=np.array([draft.level_of for draft in self.drafts], dtype=np.int64),
            kind=np.array([draft.kind for draft in self.drafts], dtype=np.int64),
            n_levels=np.array([draft.n_levels for draft in self.drafts], dtype=np.int64),
            above=above,
            least=np.array([self.fewest, self.promise.k], dtype=np.int64),
            failure=np.array([getattr(self.promise, "failure", 1.0)]),
        )


def fewest_records(promise: Promise, n_records: int, most_boxes: int | None, where: str) -> int:
    """How many records a box must have; refuses a frame that cannot fill one."""
    promise.require_feasible(n_records, where)
    fewest = promise.k
    if isinstance(promise, ProbabilisticAnonymity) and promise.constant is not None:
        fewest = promise.cell_size(n_records, where)
    return fewest if most_boxes is None else max(fewest, ceil(n_records / most_boxes))


def keeps_promise(population: Population, box_of: IntArray) -> bool:
    """Whether boxes with these members keep the promise."""
    if np.bincount(box_of).min() < population.fewest:
        return False
    uneven = isinstance(population.promise, ProbabilisticAnonymity) and population.promise.constant is None
    return not uneven or population.promise.kept_by(box_of)


def uneven_shares(promise: Promise) -> FloatArray | None:
    """The participation of each record, where it differs."""
    if isinstance(promise, ProbabilisticAnonymity) and promise.constant is None:
        return np.array(promise.participation, dtype=np.float64)
    return None


def search_flow(population: Population, effort: float | None, seed: int) -> tuple[Tree, IntArray]:
    """The best tree that was found, and the records in the order of its boxes."""
    n, fewest = population.n_records, population.fewest
    frame = population.frame()
    size = (2 * (n // fewest) + 1, frame.above.shape[1])
    state = np.array([seed], dtype=np.uint64)
    best, best_order = empty_tree(*size), np.arange(n)
    for thrift in THRIFTS:
        tree, order = empty_tree(*size), np.arange(n)
        grow_tree(frame, order, thrift, 0.0, state, tree)
        if best.n_nodes[0] == 0 or tree.score[0] > best.score[0]:
            best, best_order = tree, order
    visits = round(effort * n) if effort is not None else _usual_visits(frame)
    rooms = empty_tree(*size), empty_tree(*size)
    n_cells = (int(best.n_nodes[0]) + 1) // 2
    unit = (float(frame.mass @ (frame.point**2).sum(axis=1)) - best.score[0]) / n_cells
    for part, most_cells, hot, cold in PHASES:
        most = int(min(n, most_cells * fewest))
        improve_tree(frame, best_order, round(part * visits), most, hot * unit, cold * unit, state, best, *rooms)
    return best, best_order


def _usual_visits(frame: Frame) -> int:
    n, n_coordinates = frame.point.shape
    n_levels = 1 + int(n // frame.least[0]).bit_length()
    steps_a_visit = int(n_coordinates) * len(frame.kind) * n_levels
    return min(VISITS_A_RECORD * int(n), MOST_STEPS // steps_a_visit)


def flow_of(
    tree: Tree, order: IntArray, drafts: Sequence[Draft], texts: Sequence[str]
) -> tuple[tuple[Question, ...], Flow, IntArray]:
    """Questions with the thresholds in use, the flow over their levels, and every record's box."""
    n_nodes = int(tree.n_nodes[0])
    cuts: list[list[int]] = []
    for number in range(len(drafts)):
        own = tree.cut[:n_nodes][tree.question[:n_nodes] == number]
        cuts.append(sorted({int(cut) for cut in own}) if drafts[number].kind == ORDERED else [])
    questions = tuple(draft.published(text, used) for draft, text, used in zip(drafts, texts, cuts, strict=True))
    nodes: list[Fork | int] = []
    box_of = np.empty(len(order), dtype=np.int64)
    n_boxes = 0
    for node in range(n_nodes):
        records = order[tree.first[node] : tree.first[node] + tree.size[node]]
        number = int(tree.question[node])
        if number < 0:
            box_of[records] = n_boxes
            nodes.append(n_boxes)
            n_boxes += 1
        else:
            nodes.append(
                Fork(number, _left_levels(tree, node, drafts[number], questions[number], cuts[number], records))
            )
    return questions, Flow(tuple(nodes)), box_of


def _left_levels(
    tree: Tree, node: int, draft: Draft, question: Question, cuts: Sequence[int], records: IntArray
) -> tuple[int, ...]:
    if draft.kind == ORDERED:
        cut = int(tree.cut[node])
        # a question on numbers has one level between two cuts in use; one on an order keeps all its levels
        return tuple(range(cut if question.n_levels == draft.n_levels else cuts.index(cut) + 1))
    left = tree.left[node, : draft.n_levels].copy()
    if draft.kind == NOMINAL:
        counts = np.bincount(draft.level_of[records], minlength=draft.n_levels)
        left_is_larger = counts[left].sum() >= counts[~left].sum()
        # What nobody here has said goes where 'anything else' goes; that goes to the larger side, unless somebody has.
        left[counts == 0] = left[-1] if counts[-1] else left_is_larger
    return tuple(int(level) for level in np.flatnonzero(left))


def _needs(promise: Promise, shares: FloatArray, fewest: int) -> FloatArray:
    """What part of a cell's need each record brings, were all of its cell like it."""
    if not isinstance(promise, ProbabilisticAnonymity):
        return np.full(len(shares), 1.0 / fewest)
    tried = np.unique(np.quantile(shares, np.linspace(0.0, 1.0, SHARES_TRIED)))
    sizes = [max(fewest, effective_size(promise.k, float(share), promise.failure)) for share in tried]
    needs: FloatArray = 1.0 / np.interp(shares, tried, sizes)
    return needs
