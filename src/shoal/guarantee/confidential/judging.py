"""Rules and columns as the arrays that compiled code judges cells by (`kernels/confidential/judge.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee.confidential.rules import (
    BetaLikeness,
    Closeness,
    ConfidentialRule,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.guarantee.confidential.values import ConfidentialValues
from shoal.kernels.confidential import judge as kinds
from shoal.kernels.confidential.judge import Judge
from shoal.kernels.confidential.line import LISTED

ORDERED_GROUNDS = (GroundDistance.MIDRANK, GroundDistance.RANK)


def ground_of(values: ConfidentialValues, rule: Closeness) -> GroundDistance:
    """The ground that was asked for, or the usual one of the column."""
    if rule.ground is not None:
        return rule.ground
    return GroundDistance.MIDRANK if values.is_ordered else GroundDistance.EQUAL


def places(values: ConfidentialValues, ground: GroundDistance) -> FloatArray:
    """(values,) from 0 to 1, where the ground is a line."""
    if ground is GroundDistance.RANK:
        return np.arange(len(values.totals)) / max(1, len(values.totals) - 1)
    midrank = np.cumsum(values.totals) - values.totals + 0.5 * (values.totals - 1)
    spread: FloatArray = midrank / max(1, int(values.totals.sum()) - 1)
    return spread


def judge_of(asked: Sequence[tuple[ConfidentialValues, ConfidentialRule]]) -> Judge:
    """All rules, one after another."""
    n_records = len(asked[0][0].code_of) if asked else 0
    rules = [_RuleArrays.of(values, rule) for values, rule in asked]
    shares = [values.shares for values, _ in asked]
    below = [np.cumsum(values.totals) / values.totals.sum() for values, _ in asked]
    filled = [np.cumsum(share * rule.place) for share, rule in zip(shares, rules, strict=True)]
    node_shares = [rule.node_share for rule in rules]
    before = np.cumsum([0, *map(len, node_shares)])
    nodes = [rule.node + before[at] for at, rule in enumerate(rules)]
    return Judge(
        codes=np.array([values.code_of for values, _ in asked], dtype=np.int32).reshape(len(asked), n_records).T.copy(),
        kinds=np.array([rule.kind for rule in rules], dtype=np.int64),
        limits=np.array([rule.limits for rule in rules], dtype=np.float64).reshape(len(asked), 2),
        first=_firsts(shares),
        share=_joined(shares, np.float64),
        place=_joined([rule.place for rule in rules], np.float64),
        below=_joined(below, np.float64),
        filled=_joined(filled, np.float64),
        parts=np.array([_parts(*one) for one in zip(rules, below, filled, strict=True)]).reshape(
            len(asked), len(_SHARES)
        ),
        scale=np.array([rule.scale for rule in rules], dtype=np.float64),
        heights=np.array([rule.height for rule in rules], dtype=np.int64),
        first_node=_firsts(nodes)[:-1],
        node=_joined(nodes, np.int64),
        node_share=_joined(node_shares, np.float64),
    )


@dataclass(frozen=True)
class _RuleArrays:
    """A rule as numbers."""

    kind: int
    limits: tuple[float, float]
    place: FloatArray
    height: int = 0
    node: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    node_share: FloatArray = field(default_factory=lambda: np.empty(0))

    @property
    def scale(self) -> float:
        """Recursive diversity misses records, of which l values need about one each; all others miss their limit."""
        return self.limits[1] if self.kind == kinds.RECURSIVE else self.limits[0]

    @classmethod
    def of(cls, values: ConfidentialValues, rule: ConfidentialRule) -> _RuleArrays:
        """For the column of the rule."""
        if isinstance(rule, Closeness):
            return cls._closeness(values, ground_of(values, rule), rule.t)
        place = np.zeros(len(values.totals)) if values.numbers is None else values.numbers
        return cls(*_kind(rule), place)

    @classmethod
    def _closeness(cls, values: ConfidentialValues, ground: GroundDistance, t: float) -> _RuleArrays:
        if ground in ORDERED_GROUNDS:
            return cls(kinds.ORDERED, (t, 0.0), places(values, ground))
        nowhere = np.zeros(len(values.totals))
        if ground is GroundDistance.EQUAL or values.ancestors is None:
            return cls(kinds.EQUAL, (t, 0.0), nowhere)
        node, node_share = [], []
        n_nodes = 0
        for level in values.ancestors.T:
            numbers, node_of = np.unique(level, return_inverse=True)
            node.append(node_of + n_nodes)
            node_share.append(np.bincount(node_of, values.shares))
            n_nodes += len(numbers)
        height = values.ancestors.shape[1]
        return cls(kinds.HIERARCHICAL, (t, 0.0), nowhere, height, np.concatenate(node), np.concatenate(node_share))


def _kind(rule: ConfidentialRule) -> tuple[int, tuple[float, float]]:
    if isinstance(rule, DistinctDiversity):
        if rule.apart is not None:
            return kinds.APART, (rule.l, rule.apart)
        if rule.relative is not None:
            return kinds.FACTOR_APART, (rule.l, rule.relative)
        return kinds.DISTINCT, (rule.l, 0.0)
    if isinstance(rule, EntropyDiversity):
        return kinds.ENTROPY, (float(np.log(rule.l)), 0.0)
    if isinstance(rule, LargestShare):
        return kinds.LARGEST, (rule.share, 0.0)
    if isinstance(rule, DeltaDisclosure):
        return kinds.DELTA, (rule.delta, 0.0)
    if isinstance(rule, BetaLikeness):
        return kinds.BETA, (rule.beta, float(rule.enhanced))
    if isinstance(rule, RecursiveDiversity):
        return kinds.RECURSIVE, (rule.c, rule.l)
    raise TypeError(type(rule).__name__)  # closeness has its own arrays


_SHARES = np.concatenate([np.arange(1, count + 1) / count for count in range(1, LISTED + 1)])


def _parts(rule: _RuleArrays, below: FloatArray, filled: FloatArray) -> FloatArray:
    """The integral of the table's quantiles up to each share j/c."""
    if rule.kind != kinds.ORDERED:
        return np.zeros(len(_SHARES))
    value = np.minimum(np.searchsorted(below, _SHARES), len(below) - 1)
    parts: FloatArray = filled[value] - rule.place[value] * (below[value] - _SHARES)
    return parts


def _firsts(parts: Sequence[npt.NDArray[Any]]) -> IntArray:
    return np.cumsum([0, *map(len, parts)], dtype=np.int64)


def _joined(parts: Sequence[npt.NDArray[Any]], dtype: type) -> npt.NDArray[Any]:
    return np.concatenate([np.empty(0, dtype=dtype), *parts]).astype(dtype)


NO_RULES = judge_of(())
