"""The count of promises about confidential values, compared with brute force over dense tables of shares."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from shoal.errors import PromiseNotKept, WriteError
from shoal.guarantee import KAnonymity
from shoal.guarantee.confidential import (
    BetaLikeness,
    Closeness,
    ConfidentialPromise,
    ConfidentialRule,
    ConfidentialValues,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.release.classes import classes_of
from shoal.release.columns import classes_by
from shoal.release.confidential.counting import CountedPromise
from shoal.release.confidential.measures import EQUALITY, excess_over, reached
from shoal.release.release import counted_draft
from shoal.table import table_of

RULES: tuple[ConfidentialRule, ...] = (
    DistinctDiversity(3),
    DistinctDiversity(2, apart=3.0),
    DistinctDiversity(3, relative=0.4),
    EntropyDiversity(2.2),
    RecursiveDiversity(1.5, 2),
    RecursiveDiversity(3.0, 3),
    LargestShare(0.5),
    Closeness(0.2),
    Closeness(0.2, GroundDistance.RANK),
    Closeness(0.3, GroundDistance.EQUAL),
    Closeness(0.3, GroundDistance.HIERARCHICAL),
    DeltaDisclosure(1.0),
    BetaLikeness(1.0),
    BetaLikeness(1.0, enhanced=False),
)
PARENT = np.array([100, 100, 101, 101, 102, 103])  # of values 0 … 5, at the level below the root


def column(codes: np.ndarray) -> ConfidentialValues:
    """Six values with numbers and a taxonomy of two levels."""
    numbers = np.array([1.0, 2.0, 4.0, 5.0, 9.0, np.inf])
    ancestors = np.column_stack([np.arange(6), PARENT])
    return ConfidentialValues.counted("x", codes, is_ordered=True, numbers=numbers, ancestors=ancestors)


def keeps(rule: ConfidentialRule, codes: np.ndarray, everybody: np.ndarray) -> bool:
    """The definition, for one class, over all six values."""
    count = np.bincount(codes, minlength=6)
    q, p = count / count.sum(), np.bincount(everybody, minlength=6) / len(everybody)
    here = q > 0
    if isinstance(rule, DistinctDiversity):
        numbers = [(1.0, 2.0, 4.0, 5.0, 9.0, math.inf)[code] for code in np.flatnonzero(here)]
        if rule.apart is None and rule.relative is None:
            return len(numbers) >= rule.l
        return any(apart_enough(rule, chosen) for chosen in subsets(numbers) if len(chosen) == rule.l)
    if isinstance(rule, EntropyDiversity):
        return -float(np.sum(q[here] * np.log(q[here]))) >= math.log(rule.l) - 1e-12
    if isinstance(rule, RecursiveDiversity):
        falling = np.sort(count)[::-1]
        return bool(falling[0] < rule.c * falling[rule.l - 1 :].sum() - 1e-12)
    if isinstance(rule, LargestShare):
        return float(q.max()) <= rule.share + 1e-12
    if isinstance(rule, DeltaDisclosure):
        return float(np.abs(np.log(q[here] / p[here])).max()) <= rule.delta + 1e-12
    if isinstance(rule, BetaLikeness):
        allowed = np.minimum(rule.beta, -np.log(p[here])) if rule.enhanced else rule.beta
        return bool(np.all((q[here] - p[here]) / p[here] <= allowed + 1e-12))
    if rule.ground is GroundDistance.EQUAL:
        return 0.5 * float(np.abs(q - p).sum()) <= rule.t + 1e-12
    if rule.ground is GroundDistance.HIERARCHICAL:
        above = [np.bincount(PARENT - 100, share, minlength=4) for share in (q, p)]
        return 0.25 * float(np.abs(q - p).sum() + np.abs(above[0] - above[1]).sum()) <= rule.t + 1e-12
    used = np.flatnonzero(np.bincount(everybody, minlength=6))
    totals = np.bincount(everybody, minlength=6)[used]
    place = np.arange(len(used)) / (len(used) - 1)
    if rule.ground is None:  # mean ranks of the records of each value
        place = (np.cumsum(totals) - totals + (totals - 1) / 2) / (len(everybody) - 1)
    difference = np.abs(np.cumsum(q[used]) - np.cumsum(p[used]))
    return float(np.sum(difference[:-1] * np.diff(place))) <= rule.t + 1e-12


def apart_enough(rule: DistinctDiversity, chosen: list[float]) -> bool:
    for low, high in pairwise(chosen):
        needed = rule.apart if rule.apart is not None else (rule.relative or 0) * high
        if not (math.isinf(high) or high - low >= needed):
            return False
    return True


def subsets(numbers: list[float]) -> list[list[float]]:
    return [[n for bit, n in enumerate(numbers) if mask >> bit & 1] for mask in range(1 << len(numbers))]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_the_count_agrees_with_the_definition_and_with_what_cells_are_formed_by(rule: ConfidentialRule) -> None:
    rng = np.random.default_rng(5)
    found = set()
    for _ in range(25):
        everybody = np.concatenate([np.arange(6), rng.choice(6, 54, p=[0.4, 0.2, 0.15, 0.15, 0.05, 0.05])])
        cell_of = rng.integers(0, 8, 60)
        cell_of = np.unique(cell_of, return_inverse=True)[1]
        classes = classes_of([cell_of], 60)
        values = column(everybody)
        kept = excess_over(rule, values, classes) <= EQUALITY
        by_definition = [keeps(rule, everybody[classes.class_of == at], everybody) for at in range(classes.n_classes)]
        assert kept.tolist() == by_definition
        promise = ConfidentialPromise(((values, rule),))
        assert (~promise.broken(classes.class_of)).tolist() == by_definition
        found |= set(by_definition)
        figures = reached(rule, values, classes)
        assert len(figures) == classes.n_classes
        assert np.isfinite(figures).all()
    assert found == {True, False}  # both sides were tried


def test_a_failed_count_names_column_and_number_of_classes_and_no_value() -> None:
    values = ConfidentialValues.counted("ill", np.array([0, 0, 1, 0, 1, 1]), is_ordered=False)
    counted = CountedPromise(((values, DistinctDiversity(2)),))
    with pytest.raises(PromiseNotKept, match="1 of 2 classes do not keep a promise") as refusal:
        counted.require_kept(classes_of([np.array([0, 0, 1, 1, 1, 1])], 6), "the released table")
    assert refusal.value.columns == ("ill",)
    assert refusal.value.count == 1


def test_two_cells_with_the_same_centroid_are_one_class_and_break_delta_disclosure() -> None:
    """δ-disclosure is the one rule that a union of cells may break: a value may be rare there."""
    table = table_of(
        pl.DataFrame(
            {
                "age": [30] * 12 + [50] * 4,
                "ill": ["a"] * 11 + ["b"] + ["b"] * 4,
            }
        )
    )
    values = ConfidentialValues.counted("ill", table.codes("ill")[0], is_ordered=False)
    rule = DeltaDisclosure(1.2)
    cells = np.repeat([0, 1, 2], [8, 4, 4])  # 8 × a; 3 × a and b; 4 × b
    assert ConfidentialPromise(((values, rule),)).kept_by(cells)
    counted = CountedPromise(((values, rule),))
    with pytest.raises(PromiseNotKept, match="δ-disclosure"):
        counted.require_kept(classes_by(table, ["age"]), "the released table")


def test_a_file_whose_classes_break_the_promise_never_takes_its_place(tmp_path: Path) -> None:
    table = table_of(pl.DataFrame({"age": [30, 30, 50, 50], "ill": ["a", "b", "a", "a"]}))
    values = ConfidentialValues.counted("ill", table.codes("ill")[0], is_ordered=False)
    counted = CountedPromise(((values, DistinctDiversity(2)),))
    target = tmp_path / "release.csv"
    with (
        pytest.raises(PromiseNotKept, match=r"release\.csv: 1 of 2 classes"),
        counted_draft(table, target, KAnonymity(2), ["age"], counted),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_values_that_a_file_would_merge_are_refused() -> None:
    table = table_of(pl.DataFrame({"age": [30, 30], "ill": ["a", "b"]}))
    merged = table_of(pl.DataFrame({"age": [30, 30], "ill": ["a", "a"]}))
    values = ConfidentialValues.counted("ill", table.codes("ill")[0], is_ordered=False)
    counted = CountedPromise(((values, DistinctDiversity(2)),))
    with pytest.raises(WriteError, match="different values of column 'ill'"):
        counted.require_written(merged, {"ill": "ill"}, classes_by(merged, ["age"]), "the file")
