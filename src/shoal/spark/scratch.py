"""Scratch: finished stages of a run, as Parquet on storage that all machines share.

A stage is finished when its records have been written, its notes have been read, and a mark says so. A run that comes
to an end removes everything. One that broke off leaves its stages, and the same run can use them again.

Only the DataFrame API is used, so any storage that Spark can write to will do. It cannot remove files: what the driver
does not see as a folder of its own is written over with nothing.
"""

from __future__ import annotations

import json
import shutil
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from shoal.errors import ParameterError, Setting, WriteError
from shoal.journey.passes.resuming import another_run, kept_note
from shoal.spark.faults import asked_of_spark, condition_of
from shoal.spark.sending import Facts, notes_of, records_in
from shoal.spark.shapes import Shape
from shoal.table.atomic import OWNER_ONLY_FOLDER, make_private_folder

RUN = "run"
ABSENT = ("PATH_NOT_FOUND", "UNABLE_TO_INFER_SCHEMA")  # of Spark: no such folder, or nothing in it


class Scratch:
    """The stages of one run."""

    def __init__(self, session: Any, path: str | Path) -> None:
        self.session = session
        self.path = str(path).rstrip("/")
        self._stages: list[str] = []

    def earlier(self, *, resume: bool) -> Mapping[str, Any]:
        """What a run that broke off here said of itself; it is refused unless it is to be resumed."""
        found = self._mark(RUN)
        if not resume and (found or self._has_files()):
            raise ParameterError(
                Setting("scratch"),
                f" is for the stages of one run, and there is something in {self.path}.",
                hint=("Resume that run (", Setting("resume", True), "), empty the folder, or name another one."),
            )
        return found or {}

    def begin(self, told: Mapping[str, Any], *, resume: bool) -> None:
        """The run that works here now. Refuse to resume another one."""
        found = self._mark(RUN) if resume else None
        if found and found != json.loads(json.dumps(told)):
            raise another_run(self.path)
        make_private(self.path)
        self._stages.append(f"{RUN}.mark")
        if not found:
            self._set_mark(RUN, told)

    def stage(self, name: str, what: str, made: Callable[[], Any], shape: Shape) -> tuple[Any, Facts]:
        """The records of a stage, written once, and its facts."""
        place = f"{self.path}/{name}"
        self._stages += [name, f"{name}.mark"]
        is_finished = self._mark(name) is not None
        if not is_finished:
            asked_of_spark(what, lambda: made().write.mode("overwrite").parquet(place))
        frame = asked_of_spark(what, lambda: self.session.read.schema(shape.spark()).parquet(place))
        facts = notes_of(what, frame)
        if not facts:
            raise WriteError(
                f"What the workers wrote to {self.path} is not there.",
                parameter="scratch",
                hint="Name storage that the driver and all workers share, such as a mounted folder or a bucket.",
            )
        if not is_finished:
            self._set_mark(name, {})
        return records_in(frame), facts

    def remove(self) -> None:
        """Nobody needs the stages any more."""
        for name in self._stages:
            place = f"{self.path}/{name}"
            if Path(place).is_dir():
                shutil.rmtree(place, ignore_errors=True)
            else:
                write_nothing(self.session, place)
        self._stages.clear()
        folder = Path(self.path)
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()

    def break_off(self, error: BaseException) -> None:
        """The run ends before its time: say where its stages are, once."""
        note = kept_note(self.path)
        if self._stages and note not in getattr(error, "__notes__", ()):
            error.add_note(note)

    def _has_files(self) -> bool:
        folder = Path(self.path)
        return folder.is_dir() and any(folder.iterdir())

    def _mark(self, name: str) -> dict[str, Any] | None:
        if is_visible(self.path) and not Path(f"{self.path}/{name}.mark").exists():
            return None  # without asking Spark, which writes long warnings about it
        rows = found_at(self.session, f"{self.path}/{name}.mark")
        return None if not rows else json.loads(bytes.fromhex(rows[0]))

    def _set_mark(self, name: str, told: Mapping[str, Any]) -> None:
        text = json.dumps(told).encode().hex()
        self._write_mark(text, f"{self.path}/{name}.mark")

    def _write_mark(self, text: str, place: str) -> None:
        asked_of_spark(
            "write to the scratch folder",
            lambda: self.session.sql(f"SELECT '{text}' AS told").write.mode("overwrite").parquet(place),
        )


def make_private(place: str) -> None:
    """Let nobody else open this folder, where the driver sees it and its file system knows rights.

    A folder that was there, and in which a group may write, was made for processes of another user: the group keeps its
    rights.
    """
    if place.startswith("file:"):
        folder = Path(url2pathname(urlsplit(place).path))
    elif is_visible(place):
        folder = Path(place)
    else:
        return
    make_private_folder(folder)
    mode = stat.S_IMODE(folder.stat().st_mode)
    wanted = mode & ~stat.S_IRWXO if mode & stat.S_IWGRP else OWNER_ONLY_FOLDER
    if mode != wanted:
        with suppress(OSError):  # somebody else's folder, or a file system without rights
            folder.chmod(wanted)


def found_at(session: Any, place: str) -> list[str]:
    """The texts of a small table; none if there is no such table."""
    if not is_there(session, place):
        return []
    texts: list[str] = asked_of_spark(
        f"read {place}", lambda: session.read.parquet(place).toArrow().column(0).to_pylist()
    )
    return texts


def is_there(session: Any, place: str) -> bool:
    """Whether there is a table, or something else."""
    try:
        return bool(session.read.parquet(place).columns)
    except Exception as error:
        condition = condition_of(error)
    return condition.partition(".")[0] not in ABSENT


def is_visible(path: str | Path) -> bool:
    """Whether the driver itself could make a folder there; not so for s3://…"""
    return ":" not in str(path).partition("/")[0] and Path(path).absolute().parent.is_dir()


def write_nothing(session: Any, place: str) -> None:
    """Write over a table whose files only Spark can reach."""
    asked_of_spark(
        f"empty {place}",
        lambda: session.sql("SELECT '' AS told").limit(0).write.mode("overwrite").parquet(place),
    )
