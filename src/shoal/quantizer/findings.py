"""Findings: what a check of a quantizer comes to, and of a table in its cells. Counts and column names only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import IntArray
from shoal.errors import ParameterError, Setting, WrongUse
from shoal.partition.problem import Progress, no_progress
from shoal.quantizer.application import known_intake, small_cells
from shoal.quantizer.design_counts import agree, drift_between
from shoal.quantizer.disclosures import disclosed_by
from shoal.quantizer.files.content import content_of, model_from, require_header
from shoal.quantizer.files.storage import load
from shoal.quantizer.intake.batches import BatchSource, can_be_batched
from shoal.quantizer.model import QuantizerModel
from shoal.quantizer.streaming.stream import CellCounts, count_cells
from shoal.table.parts import in_parts
from shoal.table.wording import found


@dataclass(frozen=True)
class Check:
    """One question, its answer, and the answer in words.

    ``open``: nothing speaks against it, but the file alone cannot answer; the reader has to look elsewhere.
    """

    name: str
    ok: bool
    words: str
    open: bool = False

    @property
    def mark(self) -> str:
        """The answer in three letters."""
        return "NOT" if not self.ok else "?  " if self.open else "ok "


@dataclass(frozen=True)
class Findings:
    """Everything that was checked; ``facts`` are the counts behind the words."""

    checks: tuple[Check, ...]
    facts: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether no check failed; some may be open."""
        return all(check.ok for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"ok": self.ok, "checks": [asdict(check) for check in self.checks], **self.facts}

    def to_text(self) -> str:
        """One line for each check."""
        width = max(len(check.name) for check in self.checks)
        lines = [f"{check.mark}  {check.name.ljust(width)}  {check.words}" for check in self.checks]
        return "\n".join(lines) + "\n"


def verify(
    quantizer: QuantizerModel | str | Path,
    table: Any = None,
    *,
    weights: npt.ArrayLike | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Sequence[str] = (),
    sheet: str | int | None = None,
    progress: Progress = no_progress,
) -> Findings:
    """Check a quantizer, or the file of one, and count the cells of a table.

    A file that is damaged is a finding, not an error. ``table`` may be of any size as the path of a text or Parquet
    file, a folder of Parquet files, a pattern of files, a polars LazyFrame or a pyarrow Dataset (``encoding``,
    ``delimiter`` and ``na`` say how a text file is read). For a quantizer of bare points it is an array of them, or a
    file whose columns are the coordinates in their order; ``weights`` are theirs, where the rule is of the weighted
    kind. ``taxonomies``: see `Quantizer.with_taxonomies`.
    """
    checks: list[Check] = []
    model = _sound(quantizer) if isinstance(quantizer, QuantizerModel) else _loaded(Path(quantizer), checks)
    if model is None:
        return Findings(tuple(checks), {})
    digest, discloses = content_of(model).digest, disclosed_by(model)
    checks += _soundness(model, digest, discloses)
    facts: dict[str, Any] = {
        "k": model.guarantee.k,
        "n_cells": model.n_cells,
        "digest": digest,
        "discloses": list(discloses),
    }
    model = model.with_taxonomies(taxonomies or {})
    if table is not None:
        reading = {"encoding": encoding, "delimiter": delimiter, "na": na, "sheet": sheet}
        checks += _table_checks(model, _counted(model, table, weights, progress, reading), facts)
    return Findings(tuple(checks), facts)


def _sound(model: QuantizerModel) -> QuantizerModel:
    """The model itself, after every check that the file of it would have to pass."""
    content = content_of(model)
    header = require_header({**content.header, "digest": content.digest}, "the quantizer")
    model_from(header, content.arrays, "the quantizer")
    return model


def _loaded(path: Path, checks: list[Check]) -> QuantizerModel | None:
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. Give a .json or .shoalq file that Quantizer.save wrote.")
    try:
        return load(path)
    except WrongUse as error:
        checks.append(Check("file", False, str(error)))
    return None


def _soundness(model: QuantizerModel, digest: str, discloses: Sequence[str]) -> list[Check]:
    k, sizes = model.guarantee.k, model.sizes
    checks = [
        Check("structure", True, "Every array has its shape, every number is finite, the encoding is sound."),
        Check("digest", True, f"{digest} is the digest of the content."),
        Check(
            "design",
            True,
            f"{found(len(sizes), 'cell', 'cells')} of {int(sizes.min())} to {int(sizes.max())} of the "
            f"{model.origin.n_records} {'samples of a model' if model.origin.drawn else 'design records'}; "
            f"k = {k} was promised.",
        ),
    ]
    if discloses:
        checks.append(Check("disclosure", True, f"Not for publication. {' '.join(discloses)}"))
    return checks


def _counted(
    model: QuantizerModel, table: Any, weights: npt.ArrayLike | None, progress: Progress, reading: dict[str, Any]
) -> CellCounts:
    if model.intake is None:
        return _counted_points(model, table, weights, reading)
    if weights is not None:
        raise ParameterError(
            "The weights of records are a column of their table.",
            parameter="weights",
            hint=("Leave ", Setting("weights"), " out."),
        )
    return _counted_records(model, table, progress, reading)


def _counted_points(
    model: QuantizerModel, points: Any, weights: npt.ArrayLike | None, reading: dict[str, Any]
) -> CellCounts:
    counts = np.zeros(model.n_cells, dtype=np.int64)
    for some in _points_of(points, reading) if weights is None else [np.concatenate([*_points_of(points, reading)])]:
        counts += np.bincount(model.assign_points(some, weights), minlength=model.n_cells)
    return CellCounts(counts, 0)


def _points_of(points: Any, reading: dict[str, Any]) -> Iterator[npt.ArrayLike]:
    """The points that were given, or those of a file, part by part."""
    if not isinstance(points, (str, Path)):
        yield points
        return
    with in_parts(points, **reading) as source:
        for table in source.tables():
            yield np.column_stack([table.numbers(name) for name in table.columns])


def _counted_records(model: QuantizerModel, table: Any, progress: Progress, reading: dict[str, Any]) -> CellCounts:
    if isinstance(table, (str, Path)) and can_be_batched(table):
        return count_cells(model, BatchSource.of(table, known_intake(model), **reading), progress)
    with in_parts(table, **reading) as source:
        return count_cells(model, source, progress)


def _population(model: QuantizerModel, counts: IntArray) -> tuple[bool, str]:
    """Whether the cells hold just what the rule gave them of the design records, and that in words."""
    of_design = model.design_counts
    n_twins = found(model.forced_apart, "record", "records")
    if of_design is not None and agree(counts, of_design, model.origin.n_records):
        twins = f", but for {n_twins} with identical quasi-identifiers that design put into different cells"
        return True, f"The cells hold what they held in design{twins if model.forced_apart else ''}."
    if model.origin.drawn:
        return False, (
            "The cells were designed on samples of a model, which promise nothing for single tables. What holds is "
            "what is counted here."
        )
    if of_design is None and int(counts.sum()) == model.origin.n_records:
        return False, (
            f"Whether these are the records of the design cannot be told: {n_twins} of it had identical "
            "quasi-identifiers in different cells, and the file, of an older version, does not say where its rule puts "
            "them. What holds is what is counted here."
        )
    return False, (
        "The counts are not those of the design: this is another population, and the promise of the design does not "
        "carry over to it. What holds is what is counted here."
    )


def _table_checks(model: QuantizerModel, counted: CellCounts, facts: dict[str, Any]) -> list[Check]:
    k, counts = model.guarantee.k, counted.counts
    n_assigned = int(counts.sum())
    small = small_cells(model, counts)
    n_empty = int(np.count_nonzero(counts == 0))
    same, population = _population(model, counts)
    drift = drift_between(counts, model.design_counts, model.origin.n_records)
    facts |= {
        "n_records": counted.n_records,
        "n_dropped": counted.n_dropped,
        "smallest_cell": int(counts[counts > 0].min()) if n_assigned else 0,
        "n_cells_below_k": int(small.sum()),
        "n_records_below_k": int(counts[small].sum()),
        "n_cells_empty": n_empty,
        "drift": drift,
        "counts_as_designed": same,
    }
    nobody = "None of the records has a cell: there is nothing that the promise could hold for."
    kept_words = (
        nobody
        if n_assigned == 0
        else f"Every cell that has records has at least k = {k} of the {n_assigned}."
        if not small.any()
        else f"{found(int(small.sum()), 'cell has', 'cells have')} fewer than k = {k} records "
        f"({found(int(counts[small].sum()), 'record', 'records')} in all): released as they are, these would not be "
        "protected. Withhold them."
    )
    return [
        Check("population", True, population),
        Check(
            "drift",
            True,
            f"{'An unknown share' if drift is None else f'{100 * drift:.1f} %'} of the records stand elsewhere than by "
            f"the shares of the design; {found(n_empty, 'cell is', 'cells are')} empty.",
        ),
        Check("promise", n_assigned > 0 and not small.any(), kept_words),
    ]
