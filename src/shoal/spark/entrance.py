"""The way in: `anonymize` a DataFrame; and a table of Spark as a source of the command line."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, PromiseNotKept, Setting, ShoalWarning, TableError, WrongUse, needs_extra
from shoal.journey.entrance import release_of, roles_of
from shoal.journey.opened import nothing_to_resume_text
from shoal.journey.passes.account import account_of
from shoal.journey.passes.beginning import refuse_what_needs_memory
from shoal.journey.passes.resuming import with_seed_of
from shoal.journey.run import Run, Settings
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.release.confidential.asked import ByColumn, MissingConfidential
from shoal.release.pages.verdict import but_unique, is_doubtful
from shoal.release.saving import DEFAULT_SUFFIX
from shoal.spark.engine import run_passes
from shoal.spark.faults import asked_of_spark
from shoal.spark.release import SparkRelease
from shoal.spark.scratch import Scratch
from shoal.spark.sending import require_workers
from shoal.spark.shapes import Shape
from shoal.table.batches.sizes import records_at_once
from shoal.table.frames.column_names import refuse_patterns
from shoal.table.frames.table import Origin, Table
from shoal.table.roles.roles import Decimals, MissingPolicy, Names
from shoal.table.roles.roles_file import reading_for, worded_for_file

ENGINE = "spark"
MARK = "\x1f"  # in the names of columns of our own


def anonymize(
    dataframe: Any,
    *,
    k: int,
    scratch: str | Path,
    quasi_identifiers: Names = None,
    identifiers: Names = (),
    confidential: Names = (),
    insensitive: Names = (),
    roles: str | Path | None = None,
    weight: str | None = None,
    mass: str | None = None,
    household: str | None = None,
    household_members: str | None = None,
    by: Names = (),
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
    accept_proposal: bool = False,
    method: str | Partitioner = "auto",
    seed: int | None = None,
    dominance: float | None = None,
    fewest_records: int | None = None,
    suppress: float | None = None,
    diversity: ByColumn | None = None,
    closeness: ByColumn | None = None,
    missing_confidential: str = MissingConfidential.VALUE,
    block_records: int | None = None,
    resume: bool = False,
    progress: Progress = no_progress,
) -> SparkRelease:
    """Anonymise a DataFrame of Apache Spark; ``dataframe, report = shoal.spark.anonymize(…)``.

    The arguments are those of `shoal.anonymize`, without those that need all records at once. The cells are those that
    `shoal.anonymize` forms out of core, to the last bit.

    Parameters
    ----------
    dataframe : of a classic session or of Spark Connect. It is read several times, so it must give the same records
        each time, in whatever order.
    scratch : a folder on storage that the driver and all workers share: the stages of the run are written there. They
        hold original records, without identifiers, until the release is closed.
    resume : use the finished stages that a run with the same settings left in ``scratch``.
    """
    settings = Settings.checked(
        k=k,
        method=method,
        seed=seed,
        dominance=dominance,
        fewest_records=fewest_records,
        suppress=suppress,
        block_records=block_records,
    ).promising(diversity, closeness, missing_confidential)
    source = SparkSource.opened(dataframe, scratch, resume=resume)
    for remark in source.remarks:
        warnings.warn(remark, ShoalWarning, stacklevel=2)
    given = {
        "quasi_identifiers": quasi_identifiers,
        "identifiers": identifiers,
        "confidential": confidential,
        "insensitive": insensitive,
        "weight": weight,
        "mass": mass,
        "household": household,
        "household_members": household_members,
        "by": by,
        "types": types,
        "orders": orders,
        "taxonomies": taxonomies,
        "attribute_weights": attribute_weights,
        "rounding": rounding,
        "missing": missing,
    }
    column_roles = roles_of(
        source.beginning, roles, given, accept_proposal=accept_proposal, asked=settings.confidential
    )
    release = release_of(source, column_roles, settings, reading_for(dataframe, roles), progress)
    if is_doubtful(release.report.facts):
        unique = but_unique(release.report.facts["uniqueness"])
        warnings.warn(f"The promise is kept. {unique} They are in release.report.", ShoalWarning, stacklevel=2)
    return release


def spark_session(url: str | None) -> Any:
    """The session at a URL: sc://… of Spark Connect, or a master; the usual one if none is given."""
    with needs_extra("spark", "The engine Spark", ("pyspark", "grpc")):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.appName("shoal")
        if url is not None and url.startswith("sc://"):
            builder = builder.remote(url)
        elif url is not None:
            builder = builder.master(url)
        return asked_of_spark(
            "begin a session; it needs Java 17 or later, or the address of a server", builder.getOrCreate
        )


@dataclass(frozen=True)
class SparkSource:
    """A table that is going to be anonymised on a cluster (see `journey/opened.py`)."""

    dataframe: Any
    scratch: Scratch
    resume: bool
    origin: Origin
    earlier: Mapping[str, Any]  # what a run that broke off said of itself

    suffix = DEFAULT_SUFFIX

    @classmethod
    def opened(cls, dataframe: Any, scratch: str | Path, *, resume: bool, origin: Origin | None = None) -> SparkSource:
        """Refuse a scratch folder that is in use, and a cluster that cannot do the work."""
        session = dataframe.sparkSession
        stages = Scratch(session, scratch)
        earlier = stages.earlier(resume=resume)
        require_workers(session)
        own = Origin("pyarrow") if origin is None else origin
        return cls(dataframe, stages, resume, own.without_rows, earlier)  # Spark gives records in no order

    @property
    def remarks(self) -> tuple[str, ...]:
        """That there is nothing to resume. Stages that nobody resumes were refused already."""
        return (nothing_to_resume_text(self.scratch.path),) if self.resume and not self.earlier else ()

    @cached_property
    def _first(self) -> Any:
        """The first records, as Arrow has them. All columns are among them, because roles are checked on them."""
        names = self.dataframe.columns
        if len({*names}) < len(names):
            raise TableError("Two columns of the DataFrame have the same name. Rename one of them.")
        refuse_patterns(names, self.origin.name)
        if any(MARK in name for name in names):
            raise TableError("The name of a column holds a control character. Rename the column.")
        first = asked_of_spark(
            "read the first records", lambda: self.dataframe.limit(records_at_once(len(names))).toArrow()
        )
        if first.num_rows == 0:
            raise TableError("The DataFrame holds no records. Give one with at least one row.")
        return first

    @cached_property
    def beginning(self) -> Table:
        """The records that roles are checked on."""
        return self._records.as_beginning()

    @cached_property
    def _records(self) -> Table:
        frame = pl.DataFrame(pl.from_arrow(self._first))
        return Table(nw.from_native(frame, eager_only=True), self.origin)

    def require_writable(self, path: Path) -> None:
        """Folders of Parquet files."""
        if path.suffix.lower() != DEFAULT_SUFFIX:
            raise ParameterError(
                f"Spark writes a folder of Parquet files, so the name of the release must end with {DEFAULT_SUFFIX}.",
                parameter="output",
            )

    def run(self, run: Run, progress: Progress = no_progress) -> SparkRelease:
        """The journey on the cluster."""
        run = with_seed_of(run, self.earlier)
        with worded_for_file(run.roles.file):
            refuse_what_needs_memory(run)
            if run.settings.quote_formulas:
                raise ParameterError(
                    Setting("quote_formulas"), " is for files of spreadsheet programs, and Spark writes Parquet."
                )
            shape = Shape.of_spark(self.dataframe.schema, self._first.schema)
            try:
                finished = run_passes(
                    self.dataframe, self._records, shape, run, self.scratch, progress, resume=self.resume
                )
                report, manifest = account_of(finished.gathered, finished.counting, finished.plan, run, ENGINE)
            except (WrongUse, PromiseNotKept):  # the same run would be refused again
                self.scratch.remove()
                raise
            except BaseException as error:
                self.scratch.break_off(error)
                raise
        return SparkRelease(report, manifest, finished, self.scratch)
