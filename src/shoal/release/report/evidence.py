"""Evidence: everything that a report is made from, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.guarantee import ClassPromise
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer
from shoal.release.classes import ClassSizes
from shoal.release.confidential.counting import CountedPromise
from shoal.release.report.audit_facts import Audit
from shoal.release.report.certificate import TableBound
from shoal.release.report.several_releases import ComparedReleases
from shoal.release.utility.loss import ReleaseLoss
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles


def today() -> str:
    """The date in UTC, to the day: a report needs a date, and two runs on one day still give the same report."""
    return datetime.now(UTC).date().isoformat()


@dataclass(frozen=True, kw_only=True)
class Whole:
    """What is known of a whole release whose `Evidence` has a sample of its records only."""

    n_records_in: int
    n_pooled: int
    n_cells: int
    sizes: ClassSizes
    n_broken: int  # classes that do not keep a promise in persons or households
    loss: ReleaseLoss
    cells_loss: float  # of the centroids, before rounding and decoding
    untold: Sequence[str]  # attributes of whose loss one record makes most
    privacy: Audit  # of all records
    uniqueness: Mapping[str, Any]  # of all records on the columns that are published
    households: Mapping[str, Any] | None = None  # if k counts them
    promises: Sequence[Mapping[str, Any]] = ()  # about confidential values, counted on all classes


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """A release and the run that made it.

    ``original`` and ``released`` are the tables before and after, in any row order. ``original`` holds exactly the
    records and the values that the release shows: what was removed is missing in it already, or figures over it would
    give the removed value back. ``points`` are the original records as points, in the order of ``partition.cell_of``; a
    value that is missing, or was removed, stands at the mean of its attribute. ``released_points`` are the released
    values of the same records in the same order and encoding. ``settings`` and ``digests`` are plain JSON-able data and
    are printed as they are; they must not hold values of records.
    """

    promise: ClassPromise  # for the released records, in the order of ``released``
    original: Table
    released: Table
    roles: Roles
    points: FloatArray
    released_points: FloatArray
    partition: Partition
    slices: Mapping[str, slice]  # the coordinates of each attribute
    settings: Mapping[str, Any]  # with seed and version
    digests: Mapping[str, str]
    warnings: Sequence[str] = ()
    stratum_of: IntArray | None = None  # the stratum of each record, as a number, when there are strata
    weights: FloatArray | None = None
    seed: int = 0  # of the sample that the linkage attack is run on
    n_records_in: int | None = None  # how many records came in, when some were dropped before ``original``
    quantizer: Quantizer | None = None  # of these cells, when it is made already
    bound: TableBound | None = None  # what no cells of these points can go below, for the certificate
    drawn_points: FloatArray | None = None  # released values in the units of the sites, if ``released_points`` are not
    void: Mapping[str, BoolArray] = field(default_factory=dict)  # by attribute, which records have it as missing
    pooled: BoolArray | None = None  # which records had all their quasi-identifiers removed
    ways: FloatArray | None = None  # along streets: how long the way of each record to its crossing is
    dominance: Mapping[str, Any] | None = None  # what `dominated_values` found
    earlier: ComparedReleases | None = None  # of the same people
    n_blocks: int = 1  # groups of records that share no cells
    suppressed: Mapping[str, Any] | None = None  # who was left out to lower the loss, as a group
    confidential: CountedPromise | None = None  # about the records of ``released``, in their order
    whole: Whole | None = None  # if the records are a sample of whole classes
    date: str = field(default_factory=today)  # of the run, YYYY-MM-DD
