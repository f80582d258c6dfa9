"""What somebody learns who has two released tables about the same people, for any two tables.

Nothing in the tables says who is who. The *trace* of a record is what it shows in all columns that both tables publish
and that are no quasi-identifiers; records with one trace are *compatible*. If a trace occurs once in each table, its
two records are linked. A pair of classes with a linked record has a person in common, if values do not change.
Everybody in both of its classes is then among the records of each class that are compatible with some record of the
other:

    candidates(A, B) = min( Σ_v n_A(v) [n_B(v) > 0],  Σ_v n_B(v) [n_A(v) > 0] )        n(v): records with the trace v

This is a lower bound of what is learnt: who knows more links more. And it is about traces that stay: a person whose
values changed is not among the candidates.

Cost: the traces of the classes of each linked pair are compared, so about n records times the size of a class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.release.classes import Classes
from shoal.release.columns import classes_by
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.people_in_common import traces
from shoal.table.wording import listed


@dataclass(frozen=True, eq=False)
class _Shown:
    """A table as an attacker compares it: the class and the trace of each record."""

    classes: Classes
    trace_of: IntArray

    @property
    def class_of(self) -> IntArray:
        return self.classes.class_of

    def counts(self) -> tuple[IntArray, IntArray, IntArray]:
        """The traces of each class: class, trace, records."""
        pair, count = np.unique(np.column_stack([self.class_of, self.trace_of]), axis=0, return_counts=True)
        return pair[:, 0], pair[:, 1], count.astype(np.int64)


def two_releases_facts(newer: Table, earlier: Table, columns: Sequence[str], k: int) -> dict[str, Any]:
    """Counts about two tables; ``columns`` are the quasi-identifiers and strata, which form the classes of both."""
    absent = [name for name in columns if name not in earlier.columns]
    if absent:
        raise TableError(
            f"{earlier.origin.name} does not have {listed(absent)}, so its classes cannot be compared with those of "
            f"{newer.origin.name}.",
            parameter="earlier",
            column=absent,
            hint="Name quasi-identifiers that both tables have.",
        )
    common = [name for name in newer.columns if name in earlier.columns and name not in columns]
    then_trace, now_trace = traces([earlier, newer], common)
    then = _Shown(classes_by(earlier, columns), then_trace)
    now = _Shown(classes_by(newer, columns), now_trace)
    numeric = [name for name in columns if newer.kind(name) in (ColumnKind.NUMBER, ColumnKind.INTEGER)]
    return {
        "table": _name_beside(earlier, newer),
        "is_same": _is_same(newer, earlier),
        "n_records": earlier.n_records,
        "k": then.classes.k,
        "k_needed": k,
        "linked_by": common,
        "not_compared": sorted((set(newer.columns) ^ set(earlier.columns)) - set(columns)),
        **_by_record(then, now),
        **_by_pair(then, now, k),
        **_by_difference(then, now, k),
        "numeric": numeric,
    }


def _name_beside(earlier: Table, newer: Table) -> str:
    """What the earlier table is called: by its path if both files have one name."""
    one, other = earlier.origin, newer.origin
    return str(one.path) if one.path is not None and one.name == other.name else one.name


def _is_same(newer: Table, earlier: Table) -> bool:
    """Whether both tables hold the same records in the same columns, in whatever order."""
    if set(newer.columns) != set(earlier.columns) or newer.n_records != earlier.n_records:
        return False
    one, other = traces([earlier, newer], newer.columns)
    return bool(np.array_equal(np.sort(one), np.sort(other)))


def _by_record(then: _Shown, now: _Shown) -> dict[str, Any]:
    """How many records of the earlier table are compatible with each record of the newer one."""
    n_traces = int(max(then.trace_of.max(initial=-1), now.trace_of.max(initial=-1))) + 1
    before = np.bincount(then.trace_of, minlength=n_traces)
    after = np.bincount(now.trace_of, minlength=n_traces)
    homes = np.bincount(then.counts()[1], minlength=n_traces)  # earlier classes with a record of each trace
    matched = now.trace_of[before[now.trace_of] > 0]
    return {
        "fewest_records": int(before[matched].min()) if len(matched) else None,
        "median_records": int(np.median(before[matched])) if len(matched) else None,
        "fewest_classes": int(homes[matched].min()) if len(matched) else None,
        "n_without_match": int(np.count_nonzero(before[now.trace_of] == 0)),
        "n_earlier_without_match": int(np.count_nonzero(after[then.trace_of] == 0)),
        "n_linked": int(np.count_nonzero((before == 1) & (after == 1))),
    }


def _by_pair(then: _Shown, now: _Shown, k: int) -> dict[str, Any]:
    """Pairs of classes that have a linked record, and how many candidates they leave."""
    pairs, n_links = _linked_pairs(then, now)
    candidates = np.minimum(_compatible(pairs, then, now), _compatible(pairs[:, ::-1], now, then))
    # What the earlier release shows alone is no news: a class of fewer than k may stay as it is.
    below = candidates < np.minimum(k, then.classes.sizes[pairs[:, 0]])
    return {
        "n_pairs": len(pairs),
        "smallest_pair": int(candidates.min()) if len(pairs) else None,
        "n_pairs_below": int(np.count_nonzero(below)),
        "n_linked_below": int(n_links[below].sum()),
    }


def _linked_pairs(then: _Shown, now: _Shown) -> tuple[IntArray, IntArray]:
    """(pairs, 2) classes with a linked record, and how many they have."""
    n_traces = int(max(then.trace_of.max(initial=-1), now.trace_of.max(initial=-1))) + 1
    once = (np.bincount(then.trace_of, minlength=n_traces) == 1) & (np.bincount(now.trace_of, minlength=n_traces) == 1)
    homes = np.empty((n_traces, 2), dtype=np.int64)
    homes[then.trace_of, 0], homes[now.trace_of, 1] = then.class_of, now.class_of
    pairs, count = np.unique(homes[once], axis=0, return_counts=True)
    return pairs.reshape(-1, 2), count.astype(np.int64)


def _compatible(pairs: IntArray, one: _Shown, other: _Shown) -> IntArray:
    """For each pair the records of its first class with a trace that its second class has too."""
    home, trace, count = one.counts()
    other_home, other_trace, _ = other.counts()
    n_traces = int(max(one.trace_of.max(initial=-1), other.trace_of.max(initial=-1))) + 1
    first = np.searchsorted(home, np.arange(one.classes.n_classes + 1))
    length = np.diff(first)[pairs[:, 0]]
    pair = np.repeat(np.arange(len(pairs)), length)
    row = np.arange(len(pair)) - np.repeat(np.cumsum(length) - length, length) + first[pairs[pair, 0]]
    shared = np.isin(pairs[pair, 1] * n_traces + trace[row], other_home * n_traces + other_trace)
    records: IntArray = np.bincount(pair, weights=np.where(shared, count[row], 0), minlength=len(pairs)).astype(
        np.int64
    )
    return records


def _by_difference(then: _Shown, now: _Shown, k: int) -> dict[str, Any]:
    """Classes that seem to be classes of the other table and fewer than k records more: their means differ by these."""
    pairs, _ = _linked_pairs(then, now)
    return {
        "n_classes_with_few_more": _few_more(pairs, then, now, k),
        "n_earlier_classes_with_few_more": _few_more(pairs[:, ::-1], now, then, k),
    }


def _few_more(pairs: IntArray, parts: _Shown, wholes: _Shown, k: int) -> int:
    """How many classes of ``wholes`` hold all records of linked classes of ``parts``, and 1 to k − 1 records more."""
    fits = _compatible(pairs, parts, wholes) == parts.classes.sizes[pairs[:, 0]]
    held = np.bincount(pairs[fits, 1], weights=parts.classes.sizes[pairs[fits, 0]], minlength=wholes.classes.n_classes)
    more = wholes.classes.sizes - held
    return int(np.count_nonzero((held > 0) & (more > 0) & (more < k)))
