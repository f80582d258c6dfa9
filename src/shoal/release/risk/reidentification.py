"""Re-identification: how probable it is that somebody picks the record of a person.

The attacker knows all quasi-identifiers of a person, finds the class with these values, and picks one of its records.

* *Prosecutor*: knows that the person is in the table. Right with probability 1/f in a class of f records.
* *Journalist*: knows only that the person belongs to the population, of which F have these values. Right with
  probability 1/F. F comes from a table of the population, or, for a random sample, from its expectation
  (`individual.py`).
* *Marketer*: links all records to people and counts those that are right: the mean of the probabilities.

K. El Emam, F. K. Dankar, Protecting privacy using k-anonymity, JAMIA 15 (2008); F. K. Dankar, K. El Emam, A method for
evaluating marketer re-identification risk, EDBT workshops 2010.

Leaving out one quasi-identifier at a time shows which one contributes most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes
from shoal.release.columns import classes_by
from shoal.release.risk.individual import expected_inverse_size
from shoal.table.frames.table import Table


@dataclass(frozen=True)
class Probability:
    """A probability that differs between records: the largest, and the mean, which is what a marketer achieves."""

    largest: float
    mean: float


def prosecutor(classes: Classes) -> Probability:
    """1/f."""
    return Probability(1 / classes.k, classes.n_classes / classes.n_records)


def journalist_in_sample(classes: Classes, fraction: float) -> Probability:
    """E[1/F | f] of a random sample with this fraction."""
    return _over(classes, expected_inverse_size(classes.sizes, np.full(classes.n_classes, float(fraction))))


def journalist_in_population(classes: Classes, population_sizes: IntArray) -> Probability:
    """1/F, with the members of each class in a table of the population."""
    return _over(classes, 1 / population_sizes)


def population_sizes(released: Table, population: Table, names: Sequence[str], classes: Classes) -> IntArray:
    """(classes,) how many records of the population have exactly the released values of a class."""
    first = classes.first_records()
    keys = [_shown(released.taken(first), name) for name in names]
    counts: dict[tuple[object, ...], int] = {}
    for row in zip(*(_shown(population, name) for name in names), strict=True):
        counts[row] = counts.get(row, 0) + 1
    return np.array([counts.get(key, 0) for key in zip(*keys, strict=True)], dtype=np.int64)


@dataclass(frozen=True)
class LeftOut:
    """What is left of the risk without one quasi-identifier."""

    name: str
    mean_without: float  # marketer risk in the release
    unique_without: float | None  # share of the originals that are unique; None without the originals


def contributions(released: Table, original: Table | None, names: Sequence[str]) -> list[LeftOut]:
    """Each quasi-identifier left out in turn, the one that contributes most to the uniqueness of the originals first.

    Without the originals, or if they are equally unique, the mean risk in the release decides.
    """
    found = [
        LeftOut(
            name,
            prosecutor(classes_by(released, [other for other in names if other != name])).mean,
            None if original is None else unique_share(original, [other for other in names if other != name]),
        )
        for name in names
    ]
    return sorted(found, key=lambda out: (out.unique_without or 0.0, out.mean_without))


def unique_share(table: Table, names: Sequence[str]) -> float:
    """The share of records that no other record equals on these columns."""
    classes = classes_by(table, names)
    return float((classes.sizes == 1).sum() / classes.n_records)


def _over(classes: Classes, probability_of_class: FloatArray) -> Probability:
    mean = float(classes.sizes @ probability_of_class / classes.n_records)
    return Probability(float(probability_of_class.max()), mean)


def _shown(table: Table, name: str) -> list[str | None]:
    """Values as text, so that two tables can be compared; None where missing."""
    codes, values = table.codes(name)
    texts = [*map(str, values), None]  # code −1, missing, reads the last entry
    return [texts[code] for code in codes.tolist()]
