"""An opened table: in memory if it fits, else in batches. The doors do not have to know which."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from shoal.errors import ParameterError, PromiseNotKept, Setting, WrongUse
from shoal.journey.machine import Machine
from shoal.journey.out_of_core.own_stages import OwnStages
from shoal.journey.out_of_core.run_folder import PREFIX
from shoal.journey.out_of_core.stored import StoredRelease
from shoal.journey.out_of_core.travel import travel_out_of_core
from shoal.journey.run import Run, Settings
from shoal.journey.stages import travel
from shoal.journey.table_distance import with_position_types
from shoal.partition.problem import Progress, no_progress
from shoal.release.manifest import new_salt
from shoal.release.release import Release
from shoal.release.saving import DEFAULT_SUFFIX, SavedRelease, own_suffix
from shoal.table.batches.sizes import records_at_once
from shoal.table.batches.source import Batches, can_be_batched, open_batches, spread_sample, whole_table
from shoal.table.files.part_files import can_be_written_in_parts, require_writable_in_parts
from shoal.table.frames.table import Table
from shoal.table.roles.disclosures import refuse_rare_values
from shoal.table.roles.roles import Roles
from shoal.table.roles.roles_file import worded_for_file
from shoal.table.sources import table_of

Made_co = TypeVar("Made_co", bound=SavedRelease, covariant=True)


class Opened(Protocol[Made_co]):
    """A table that is going to be anonymised."""

    @property
    def beginning(self) -> Table:
        """The records that its roles are checked on: all, or the first ones."""
        ...

    @property
    def suffix(self) -> str:
        """Of the file that a release of it is written to, if nobody names another one."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user should know before the work begins, about runs that broke off."""
        ...

    def require_writable(self, path: Path) -> None:
        """Refuse a file that its release cannot be written to."""
        ...

    def run(self, run: Run, progress: Progress = no_progress) -> Made_co:
        """Make the release of a checked run."""
        ...


@dataclass(frozen=True)
class InMemory:
    """A table that fits."""

    beginning: Table
    remarks = ()

    @property
    def suffix(self) -> str:
        """That of its own file."""
        return own_suffix(self.beginning.origin.path)

    def require_writable(self, path: Path) -> None:
        """Whatever can be written at all."""

    def run(self, run: Run, progress: Progress = no_progress) -> Release:
        """The journey in memory."""
        with worded_for_file(run.roles.file):
            refuse_rare_values(self.beginning, run.roles, run.settings.promise.k)
        return travel(self.beginning, run, progress)


@dataclass(frozen=True)
class InBatches:
    """A table that does not fit."""

    source: Batches
    stages: OwnStages

    @property
    def beginning(self) -> Table:
        """The first batch."""
        return self.source.beginning.as_beginning()

    @property
    def remarks(self) -> tuple[str, ...]:
        """Folders that nobody resumes; or that there is none to resume."""
        if self.stages.resume:
            return (nothing_to_resume_text(self.stages.scratch),) if self.stages.has_nothing_to_resume else ()
        return tuple(map(left_behind_text, self.stages.left_behind))

    @property
    def suffix(self) -> str:
        """That of its own file, if such files can be written in parts."""
        path = self.source.origin.path
        return own_suffix(path) if path is not None and can_be_written_in_parts(path) else DEFAULT_SUFFIX

    def require_writable(self, path: Path) -> None:
        """Files that can be written in parts."""
        require_writable_in_parts(path)

    def run(self, run: Run, progress: Progress = no_progress) -> StoredRelease:
        """The journey out of core."""
        with worded_for_file(run.roles.file):
            return travel_out_of_core(self.source, run, self.stages, progress)


@contextmanager
def opened(
    source: Any,
    reading: Mapping[str, Any],
    machine: Machine,
    block_records: int | None = None,
    *,
    resume: bool = False,
) -> Iterator[InMemory | InBatches]:
    """Open a table. What was written to disk on the way is removed at the end. Blocks, and what can be resumed, there
    are out of core only.
    """
    if block_records is not None and not can_be_batched(source):
        raise ParameterError(
            Setting("block_records"),
            " is for tables that do not fit into memory, and this one is in memory already or cannot be read in parts.",
            hint="Leave it out, or give a CSV or Parquet file, a LazyFrame or a Dataset.",
        )
    if block_records is not None:
        with opened_out_of_core(source, reading, machine, resume=resume) as batches:
            yield batches
    elif machine.holds(source, reading):
        _refuse_to_resume(resume)
        yield InMemory(table_of(source, **reading))
    else:
        with opened_out_of_core(source, reading, machine, resume=resume) as batches:
            fits = machine.has_room_for(batches.source.bytes_in_memory)
            _refuse_to_resume(resume and fits)
            yield InMemory(whole_table(batches.source)) if fits else batches


@contextmanager
def opened_out_of_core(
    source: Any, reading: Mapping[str, Any], machine: Machine, *, resume: bool = False
) -> Iterator[InBatches]:
    """Open a table in batches, whatever its size. What a run has finished stays on disk if it breaks off."""
    text = {name: value for name, value in reading.items() if name != "sheet"}
    scratch = machine.scratch or Path(tempfile.gettempdir())
    stages = OwnStages(scratch, resume=resume)
    try:
        with open_batches(source, scratch=stages.folder.path, **text) as batches:
            yield InBatches(batches, stages)
    except (WrongUse, PromiseNotKept):
        stages.give_up()
        raise
    except BaseException as error:
        stages.break_off(error)
        raise
    finally:
        stages.close()


def left_behind_text(folder: Path) -> str:
    """About a folder of a run that broke off."""
    return f"{folder} holds records of a run that broke off. Resume that run, or remove the folder: nobody else will."


def looked_at(source: Any, reading: Mapping[str, Any], machine: Machine) -> tuple[Table, int]:
    """A table for somebody who only looks at it: all records if they fit, else some; and how many it has."""
    if machine.holds(source, reading):
        table = table_of(source, **reading)
        return table, table.n_records
    text = {name: value for name, value in reading.items() if name != "sheet"}
    with (
        tempfile.TemporaryDirectory(prefix=PREFIX, dir=machine.scratch) as scratch,
        open_batches(source, scratch=Path(scratch), **text) as batches,
    ):
        if machine.has_room_for(batches.bytes_in_memory):
            table = whole_table(batches)
            return table, table.n_records
        table = spread_sample(batches, records_at_once(len(batches.columns)))
        return table, table.n_records if batches.n_records is None else batches.n_records


def nothing_to_resume_text(scratch: str | Path) -> str:
    """About a run that was to go on from another one."""
    return f"There is nothing to resume in {scratch}, so the run begins anew."


def _refuse_to_resume(resume: bool) -> None:
    if resume:
        raise ParameterError(
            Setting("resume"), " is for tables that do not fit into memory, and this one does.", hint="Leave it out."
        )


def checked_run(
    opened_table: Opened[SavedRelease], roles: Roles, settings: Settings, reading: Mapping[str, Any]
) -> Run:
    """A run of this table; ``reading``: how it was read."""
    with worded_for_file(roles.file):
        settings = settings.for_roles(roles)
        roles = with_position_types(opened_table.beginning, roles, settings.methods[0])
    return Run(settings, roles, {**reading, "na": list(reading["na"])}, new_salt())
