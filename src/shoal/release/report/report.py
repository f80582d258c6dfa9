"""Report: one release explained to whoever has to answer for it, as HTML, text or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer
from shoal.release.pages.pictures import CellDesign, design_of
from shoal.release.report.certificate import TableBound
from shoal.release.report.facts import gather_facts
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles


@dataclass(frozen=True)
class Report:
    """``facts`` is plain data with a ``schema_version``; every form below writes the same facts.

    ``design`` is for two more pictures of the HTML page, when an iterative method made the cells.
    """

    facts: dict[str, Any]
    design: CellDesign | None = field(default=None, repr=False)

    def to_json(self) -> str:
        """The facts as JSON."""
        return json.dumps(self.facts, indent=2, ensure_ascii=False, allow_nan=False)

    def to_text(self) -> str:
        """The facts as plain text."""
        from shoal.release.pages.text import report_text

        return report_text(self.facts)

    def to_html(self) -> str:
        """The facts as one self-contained HTML page: no script, nothing to fetch."""
        from shoal.release.pages.html import report_html

        return report_html(self.facts, self.design)


def build_report(
    *,
    k: int,
    promise: str,
    original: Table,
    released: Table,
    roles: Roles,
    points: FloatArray,
    released_points: FloatArray,
    partition: Partition,
    slices: Mapping[str, slice],
    settings: Mapping[str, Any],
    digests: Mapping[str, str],
    warnings: Sequence[str] = (),
    stratum_of: IntArray | None = None,
    weights: FloatArray | None = None,
    seed: int = 0,
    n_records_in: int | None = None,
    quantizer: Quantizer | None = None,
    bound: TableBound | None = None,
    drawn_points: FloatArray | None = None,
    void: Mapping[str, BoolArray] | None = None,
    pooled: BoolArray | None = None,
    dominance: Mapping[str, Any] | None = None,
    date: str | None = None,
) -> Report:
    """Measure a release and explain it.

    original, released: the tables before and after, in any row order. ``original`` holds exactly the records and the
    values that the release shows: what was removed is missing in it already, or figures over it would give the removed
    value back. n_records_in: how many records came in, when some were dropped before ``original``. points, partition,
    slices: the original records as points, in the order of ``partition.cell_of``; a value that is missing, or was
    removed, stands at the mean of its attribute.
    released_points: the released values of the same records in the same order and encoding; what was suppressed
    stands at the mean. settings (with seed and version) and digests are plain JSON-able data and are printed as they
    are; they must not hold values of records. stratum_of: the stratum of each record, as a number, when there are
    strata. seed: of the sample that the linkage attack is run on. quantizer: of these cells, when it is made already.
    bound: what no cells of these points can go below, for the certificate. drawn_points: the released values in the
    units of the partition's sites, for the picture of the cells, if those of ``released_points`` are others. void: by
    attribute, which records have it released as missing. pooled: which records had all their quasi-identifiers removed.
    dominance: what `dominated_values` found. date: of the run, YYYY-MM-DD; today (UTC) when not given.
    """
    facts = gather_facts(
        k=k,
        promise=promise,
        original=original,
        released=released,
        roles=roles,
        points=points,
        released_points=released_points,
        partition=partition,
        slices=slices,
        settings=settings,
        digests=digests,
        warnings=warnings,
        weights=weights,
        stratum_of=stratum_of,
        seed=seed,
        n_records_in=original.n_records if n_records_in is None else n_records_in,
        quantizer=quantizer,
        bound=bound,
        void=void or {},
        pooled=pooled,
        dominance=dominance,
        date=today() if date is None else date,
    )
    # A loss after each iteration is as exact as the loss itself.
    detail = not facts["loss"]["rough"]
    drawn = released_points if drawn_points is None else drawn_points
    design = design_of(partition, drawn, slices, original, roles, weighted=weights is not None, detail=detail)
    return Report(facts, design)


def today() -> str:
    """The date in UTC, to the day: a report needs a date, and two runs on one day still give the same report."""
    return datetime.now(UTC).date().isoformat()
