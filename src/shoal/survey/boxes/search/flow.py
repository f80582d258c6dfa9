"""The search for boxes: a tree of splits of least distortion, each box large enough.

Symbols: n records, d coordinates, q questions. One growth of the tree costs O(n·q·d) a level of the tree. It is grown a
few times with different thrift, the best is kept, then branches of it are grown again, any at first, small ones then.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import IntArray
from shoal.kernels.boxes.splits import NOMINAL, ORDERED, Frame
from shoal.kernels.boxes.trees import THRIFTS, Tree, empty_tree, grow_tree, improve_tree
from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Flow, Fork
from shoal.survey.boxes.search.drafts import Draft
from shoal.survey.boxes.search.population import Population

# A search without a given effort: so many visits to each record, unless that takes too many steps (visits × questions ×
# coordinates × levels of the tree), which last about half a minute. Measured by benchmarks/boxes.py.
VISITS_A_RECORD = 4_000
MOST_STEPS = 6_000_000_000

# What is grown again: (share of the visits, cells of a branch at most, heat at the beginning, heat at the end). First
# any branch, then smaller ones, whose improvements the larger would undo. Heat in units of the SSE of a mean cell: in
# small branches a bad step is soon put right again, so more of it pays there. Adult wants the middle ones, the Gaussian
# set the small ones (benchmarks/boxes.py).
PHASES = ((0.15, float("inf"), 0.0, 0.0), (0.25, 64.0, 0.05, 0.01), (0.6, 16.0, 0.25, 0.004))


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
        # A category without records goes with 'anything else', and that to the larger side if it has none either.
        left[counts == 0] = left[-1] if counts[-1] else left_is_larger
    return tuple(int(level) for level in np.flatnonzero(left))
