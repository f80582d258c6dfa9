"""--engine spark: the table of a command is read, and its release made, by a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.cli.shared.destinations import is_folder, scratch_beside
from shoal.errors import ParameterError, PromiseNotKept, Setting, TableError, WrongUse

if TYPE_CHECKING:
    from shoal.spark.entrance import SparkSource

SPARK = "spark"


@dataclass(frozen=True)
class Cluster:
    """Where the work is done. ``stages``: the folder for finished stages."""

    url: str | None
    stages: str
    resume: bool

    @classmethod
    def of(
        cls,
        engine: str | None,
        url: str | None,
        scratch: str | None,
        output: str,
        *,
        resume: bool,
        memory: str | None,
        quantizer: str | None,
        read: Mapping[str, Any],
    ) -> Cluster | None:
        """From the options; None if this machine does the work. What would be ignored is refused."""
        if engine not in (None, SPARK):
            raise ParameterError(Setting("engine"), f" can be {SPARK}.", hint="Leave it out for this machine.")
        if engine is None:
            _refuse(
                {"spark_url": url is not None},
                " is for tables that a cluster anonymises.",
                ("Add ", Setting("engine", SPARK), "."),
            )
            return None
        here = {"memory": memory is not None, "quantizer": quantizer is not None}
        text = {name: bool(value) for name, value in read.items()}
        _refuse({**here, **text}, f" is not for the engine {SPARK}.", ("Leave it out.",))
        home = scratch_beside(output) if scratch is None else scratch.rstrip("/")
        if home is None:
            raise ParameterError(
                f"Stages hold records as they were. Beside the folder of {output}, nobody may write them, or there is "
                "another disk.",
                parameter="scratch",
                hint=("Name a private folder that all machines share (", Setting("scratch"), ")."),
            )
        return cls(url, f"{home}/{_stages_of(output)}", resume)

    @contextmanager
    def opened(self, table: str) -> Iterator[SparkSource]:
        """The table. Its stages are removed when its release has been written, and stay if the run breaks off."""
        from shoal.spark.entrance import SparkSource, spark_session
        from shoal.spark.faults import asked_of_spark
        from shoal.table.batches.columnar_batches import require_alike
        from shoal.table.frames.table import Origin

        path = Path(table)
        if path.suffix.lower() not in ("", ".parquet"):
            raise TableError(
                f"{path.name} is not a Parquet file, nor a folder of them.",
                parameter="engine",
                hint="Write the table as Parquet first, or read it with Spark and call shoal.spark.anonymize.",
            )
        if path.exists():
            require_alike(_files_of(path), "parquet")
        session = spark_session(self.url)
        place = path.absolute().as_uri() if path.exists() else table
        dataframe = asked_of_spark(f"read {path.name}", lambda: session.read.parquet(place))
        origin = Origin("file", path, "parquet") if path.exists() else Origin("pyarrow")
        source = SparkSource.opened(dataframe, self.stages, resume=self.resume, origin=origin)
        try:
            yield source
        except (WrongUse, PromiseNotKept):  # the same run would be refused again
            source.scratch.remove()
            raise
        except BaseException as error:
            source.scratch.break_off(error)
            raise
        source.scratch.remove()


def _stages_of(output: str) -> str:
    """The name of the folder for the stages of this output, which the same command finds again."""
    path = Path(output).absolute()
    return f".shoal-{path.name}" if is_folder(output) else f".shoal-{path.parent.name}-{path.name}"


def _files_of(path: Path) -> list[Path]:
    """The files that Spark would read. It fills what a file lacks with missing values, and says nothing."""
    if path.is_file():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.is_file())
    hidden = (".", "_")
    return [file for file in found if not any(part.startswith(hidden) for part in file.relative_to(path).parts)]


def _refuse(given: Mapping[str, bool], why: str, hint: tuple[str | Setting, ...]) -> None:
    for name, is_given in given.items():
        if is_given:
            raise ParameterError(Setting(name), why, hint=hint)
