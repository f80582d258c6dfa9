"""Stages of a run on one machine: records in boxes on disk, with marks that say how far each stage has come.

A stage is made of items, such as blocks, one after the other. From time to time all that was made is brought to disk,
and then a mark says how many items are finished, where their records are, and what else was found. A run that breaks
off (kill −9, a full disk) loses what follows the last mark; the same run can go on from there.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import shutil
from collections import Counter
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from shoal.errors import ParameterError, Setting, WriteError
from shoal.journey.out_of_core.run_folder import RUN, RunFolder, left_behind
from shoal.journey.out_of_core.spill import Addition, Spill
from shoal.journey.passes.resuming import Told, another_run, kept_note, told_of_request, with_seed_of
from shoal.journey.run import Run
from shoal.table.atomic import atomically
from shoal.table.foreign_errors import attempt

MARKS = 64  # of a stage: pieces of a box of 8 MB (100,000 records) then have 128 KB, as when memory is full
DIGEST_BYTES = hashlib.blake2b().digest_size


class DamagedStages(WriteError):
    """Nobody can go on from what a run left behind."""


class Mark(NamedTuple):
    """How far a stage has come. ``facts``: about the items that were finished since the mark before."""

    n_done: int
    is_last: bool
    addition: Addition
    facts: tuple[Any, ...]


class Stage:
    """Boxes that are filled item by item. ``facts``: one of each finished item."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._marks = self._found_marks()
        self._unmarked: list[Any] = []
        self.facts: list[Any] = [fact for mark in self._marks for fact in mark.facts]

    @property
    def n_done(self) -> int:
        """How many items need not be done again."""
        return self._marks[-1].n_done if self._marks else 0

    @property
    def is_finished(self) -> bool:
        """Whether all items are done."""
        return bool(self._marks) and self._marks[-1].is_last

    @property
    def counts(self) -> dict[int, int]:
        """How many records each box has, as far as there are marks."""
        counts = Counter[int]()
        for mark in self._marks:
            for place in mark.addition.places:
                counts[place.box] += place.n_records
        return dict(counts)

    @property
    def n_records(self) -> int:
        """In all boxes, as far as there are marks."""
        return sum(self.counts.values())

    @cached_property
    def boxes(self) -> Spill:
        """The records; they are read, to see whether they are what the marks say."""
        path = self._folder / self._name
        if not self._marks:
            path.unlink(missing_ok=True)  # nothing in it was finished
            return Spill(path)
        return attempt(lambda: Spill(path, [mark.addition for mark in self._marks]), lambda _: _damaged(self._folder))

    def one_more(self, fact: Any, n_items: int) -> None:
        """An item is done: its records are in the boxes. A mark is set now and then, and after the last item."""
        self._unmarked.append(fact)
        self.facts.append(fact)
        n_done = self.n_done + len(self._unmarked)
        if n_done == n_items or len(self._unmarked) >= max(1, n_items // MARKS):
            self._set_mark(n_done, is_last=n_done == n_items)

    def finish(self) -> None:
        """There are no more items."""
        if not self.is_finished:
            self._set_mark(self.n_done + len(self._unmarked), is_last=True)

    def drop(self) -> None:
        """The records are not needed any more; what was found is."""
        if "boxes" in self.__dict__:
            self.boxes.remove()
        with suppress(OSError):
            (self._folder / self._name).unlink()

    def _set_mark(self, n_done: int, *, is_last: bool) -> None:
        mark = Mark(n_done, is_last, self.boxes.added(), tuple(self._unmarked))
        packed = pickle.dumps(mark)
        with atomically(self._mark_path(len(self._marks)), private=True) as draft:
            draft.write_bytes(hashlib.blake2b(packed).digest() + packed)
        self._marks.append(mark)
        self._unmarked.clear()

    def _mark_path(self, number: int) -> Path:
        return self._folder / f"{self._name}-{number:04}.mark"

    def _found_marks(self) -> list[Mark]:
        found: list[Mark] = []
        while (path := self._mark_path(len(found))).is_file():
            found.append(attempt(lambda path=path: _read(path), lambda _: _damaged(self._folder)))  # type: ignore[misc]
        return found


def remove_records(folder: Path, name: str) -> None:
    """Nobody needs the records of stages that are called so any more; their marks stay."""
    for path in folder.glob(f"{name}*"):
        if path.suffix != ".mark":
            with suppress(OSError):
                path.unlink()


class OwnStages:
    """Where the stages of a run are: in a new folder of ``scratch``, or in that of a run that broke off.

    ``folder``: the new one. What is removed before the run ends can be kept there as well.
    """

    def __init__(self, scratch: Path, *, resume: bool = False) -> None:
        self.scratch, self.resume = scratch, resume
        self.left_behind = left_behind(scratch)
        self.folder = RunFolder.new(scratch)
        self._begun: RunFolder | None = None
        self._fitting: dict[Path, Told] = {}  # runs that were asked for the same, as far as that is known

    @property
    def has_nothing_to_resume(self) -> bool:
        """Whether no run that broke off here has finished anything."""
        return not self._broken_off

    @cached_property
    def _broken_off(self) -> dict[Path, Told]:
        """What runs that broke off here said of themselves."""
        return {path: told for path in self.left_behind if (told := _told_in(path)) is not None}

    def resumed(self, run: Run) -> Run:
        """The run with the seed of the one that is resumed. Refused if all that broke off here were others."""
        if not self.resume:
            return run
        others = self._broken_off
        self._fitting = {path: told for path, told in others.items() if _is_asked(told, with_seed_of(run, told))}
        if others and not self._fitting:
            raise another_run(self.scratch)
        seeds = {told["settings"]["seed"] for told in self._fitting.values()}
        if len(seeds) > 1:
            raise ParameterError(
                f"{len(seeds)} runs with these settings broke off in {self.scratch}, each with another seed.",
                parameter=("resume", "scratch"),
                hint=("Give the ", Setting("seed"), ", or remove the folders of those that you do not resume."),
            )
        for told in self._fitting.values():
            return with_seed_of(run, told)
        return run

    def begin(self, told: Told) -> RunFolder:
        """The folder in which the stages of this run are, or will be."""
        plain = json.loads(json.dumps(told))
        same = [path for path, other in self._fitting.items() if other == plain]
        if self._fitting and not same:
            raise another_run(self.scratch)
        if same:
            self._begun = RunFolder(max(same, key=lambda path: len(list(path.glob("*.mark")))))
            for lost in filter(Path.is_dir, self._begun.path.iterdir()):  # what could not be removed any more
                shutil.rmtree(lost, ignore_errors=True)
        else:
            self._begun = self.folder
            with atomically(self.folder.path / RUN, private=True) as draft:
                draft.write_text(json.dumps(told))
        return self._begun

    def close(self) -> None:
        """Nothing more is put there, except by a release that was made."""
        if self.folder is not self._begun:
            self.folder.remove()

    def give_up(self) -> None:
        """The same run would be refused again."""
        self.folder.remove()
        if self._begun is not None:
            self._begun.remove()

    def break_off(self, error: BaseException) -> None:
        """Leave finished stages for another run, and say where they are; what is not finished helps nobody."""
        if self._begun is None or not any(self._begun.path.glob("*.mark")):
            self.give_up()
            return
        self._begun.leave()
        if not isinstance(error, DamagedStages):
            error.add_note(kept_note(self._begun.path))


def _told_in(folder: Path) -> Told | None:
    """What a run said of itself; None if it had finished nothing."""

    def read() -> Told | None:
        text = (folder / RUN).read_text()
        return json.loads(text) if text else None

    return attempt(read, lambda _: _damaged(folder))


def _is_asked(told: Told, run: Run) -> bool:
    asked = json.loads(json.dumps(told_of_request(run)))
    return all(told.get(name) == value for name, value in asked.items())


def _read(path: Path) -> Mark:
    """A mark. Only its owner can have written it: `run_folder` looks at that."""
    data = path.read_bytes()
    packed = data[DIGEST_BYTES:]
    if hashlib.blake2b(packed).digest() != data[:DIGEST_BYTES]:
        raise OSError("another digest")
    mark: Mark = pickle.loads(packed)
    return mark


def _damaged(folder: Path) -> DamagedStages:
    return DamagedStages(
        f"What a run left in {folder} is damaged, so nobody can go on from there.",
        parameter=("resume", "scratch"),
        hint=("Remove that folder, and run again without ", Setting("resume"), "."),
    )
