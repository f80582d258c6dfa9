"""A run that leaves records out breaks off, and is resumed: the same bytes and the same report, whoever left."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal

N_RECORDS = 2_400
N_ROUNDS = 2
ASKED: dict[str, Any] = {
    "k": 4,
    "quasi_identifiers": ["age", "income"],
    "confidential": ["diagnosis"],
    "method": "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])",
    "seed": 1,
    "block_records": 800,
    "suppress": 0.02,
}


def people() -> pl.DataFrame:
    """One in four stands at one place, so there is a heavy point; and some incomes stand out."""
    chance = np.random.default_rng(0)
    is_twin = chance.random(N_RECORDS) < 0.25
    return pl.DataFrame(
        {
            "age": np.where(is_twin, 40, chance.integers(18, 90, N_RECORDS)),
            "income": np.where(is_twin, 1000.25, np.round(chance.lognormal(10, 3, N_RECORDS), 2)),
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], N_RECORDS),
        }
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("table") / "people.parquet"
    people().write_parquet(path)
    return path


@pytest.fixture(scope="module")
def whole(table: Path) -> tuple[bytes, dict[str, Any]]:
    """What a run writes and reports that nothing interrupts."""
    return released(table, table.parent)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def released(table: Path, scratch: Path, **settings: Any) -> tuple[bytes, dict[str, Any]]:
    """The bytes of the release, and its report without what is drawn for each run."""
    path = scratch.parent / "written.parquet"
    with shoal.anonymize(table, scratch=scratch, **{**ASKED, **settings}) as release:
        release.write(path)
        return path.read_bytes(), {**release.report.facts, "date": "", "digests": {}}


class Stop:
    """Ctrl-C in one of the rounds, each of which begins with nothing done, when so much of it is done."""

    def __init__(self, in_round: int, share: float) -> None:
        self._in_round, self._share = in_round, share
        self._round, self._last = 1, 0

    def __call__(self, done: int, total: int) -> None:
        self._round += done < self._last
        self._last = done
        if self._round == self._in_round and done >= self._share * total:
            raise KeyboardInterrupt


def interrupted(table: Path, scratch: Path, stop: Stop, **settings: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        shoal.anonymize(table, scratch=scratch, progress=stop, **{**ASKED, **settings})


def marks_in(scratch: Path) -> dict[str, tuple[int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in scratch.glob(".shoal-*/*.mark")}


@pytest.mark.parametrize(
    ("in_round", "share", "last"),
    [
        (1, 0.1, "all-blocks-1"),
        (1, 0.45, "all-cells"),
        (1, 0.65, "all-steps"),
        (1, 0.85, "all-staying"),
        (2, 0.2, "staying-blocks-1"),
        (2, 0.8, "staying-parts"),
    ],
)
def test_what_was_finished_in_either_round_is_not_made_again(
    table: Path, whole: tuple[bytes, dict[str, Any]], scratch: Path, in_round: int, share: float, last: str
) -> None:
    """``last``: the stage that was at work. Values that stand out and who left are told as by a run in one piece."""
    assert whole[1]["suppressed"]["n_records"] > 30
    assert whole[1]["suppressed"]["saved"] is not None
    assert whole[1]["dominance"]["attributes"]
    interrupted(table, scratch, Stop(in_round, share))
    before = marks_in(scratch)
    assert f"{last}-0000.mark" in before
    kept: list[bool] = []

    def watch(done: int, total: int) -> None:
        now = marks_in(scratch)
        kept.append(all(now[name] == mark for name, mark in before.items()))

    assert released(table, scratch, resume=True, progress=watch) == whole
    assert kept and all(kept), "a stage that was finished has been marked again"
    assert not list(scratch.iterdir())


def test_a_run_may_break_off_in_both_rounds(table: Path, whole: tuple[bytes, dict[str, Any]], scratch: Path) -> None:
    interrupted(table, scratch, Stop(1, 0.5))
    interrupted(table, scratch, Stop(2, 0.3), resume=True)
    interrupted(table, scratch, Stop(2, 0.7), resume=True)
    assert len(list(scratch.iterdir())) == 1
    assert released(table, scratch, resume=True) == whole


def test_a_run_that_is_killed_when_its_release_was_made_is_resumed(
    table: Path, whole: tuple[bytes, dict[str, Any]], scratch: Path
) -> None:
    """The records that stay are gone by then: their census, and in how many classes a value stands out, were kept."""
    program = [sys.executable, Path(__file__).with_name("dying_run.py")]
    ended = subprocess.run([*program, table, scratch, "2.0", json.dumps(ASKED)], capture_output=True, check=False)
    assert ended.returncode == -9, ended.stderr.decode()
    (folder,) = scratch.iterdir()
    with_records = {path.name for path in folder.iterdir() if path.suffix != ".mark" and path.stat().st_size}
    assert with_records == {"release", "run"}
    before = marks_in(scratch)
    kept: list[bool] = []

    def watch(done: int, total: int) -> None:
        kept.append(marks_in(scratch) == before)

    assert released(table, scratch, resume=True, progress=watch) == whole
    assert kept and all(kept)
    assert not list(scratch.iterdir())


def test_without_suppression_it_is_another_run(table: Path, scratch: Path) -> None:
    interrupted(table, scratch, Stop(1, 0.5))
    before = marks_in(scratch)
    for changed in ({"suppress": None}, {"suppress": 0.01}, {"dominance": 0.3}):
        with pytest.raises(shoal.WrongUse, match="had other settings"):
            released(table, scratch, resume=True, **changed)
    assert marks_in(scratch) == before


def needed() -> tuple[pl.DataFrame, dict[str, Any]]:
    """The only four who are ill cost most, and without them no class has two values."""
    chance = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "age": [*np.round(chance.normal(40, 1, 300), 2), 400.0, 410.0, 420.0, 430.0],
            "income": np.round(chance.normal(40, 1, 304), 2),
            "diagnosis": ["none"] * 300 + ["ill"] * 4,
        }
    )
    return frame, {"diversity": {"diagnosis": 2}, "suppress": 0.02, "k": 3}


@pytest.mark.parametrize("why", ["nobody may leave", "a promise needs them"])
def test_that_nobody_leaves_is_not_found_out_again(table: Path, tmp_path: Path, scratch: Path, why: str) -> None:
    """Then everybody makes the second round, and what was put on the disk for those who stay is gone."""
    path, asked = table, {"suppress": 0.0001}
    if why == "a promise needs them":
        path = tmp_path / "needed.parquet"
        frame, asked = needed()
        frame.write_parquet(path)
    alone = released(path, scratch, **asked)
    assert alone[1]["suppressed"]["n_records"] == 0
    interrupted(path, scratch, Stop(2, 0.5), **asked)
    (folder,) = scratch.iterdir()
    assert (folder / "nobody-leaves-0000.mark").is_file()
    assert not [found for found in folder.glob("all-*") if found.suffix != ".mark"]
    assert not [found for found in folder.glob("staying-*") if found.suffix != ".mark"]
    rounds: list[int] = []
    assert released(path, scratch, resume=True, progress=lambda done, _: rounds.append(done), **asked) == alone
    assert rounds == sorted(rounds), "there was a round before the last one"


def test_a_disk_that_is_full_in_either_round(
    table: Path, whole: tuple[bytes, dict[str, Any]], small_disk: Callable[[int], Any]
) -> None:
    for n_bytes in (150_000, 200_000, 250_000, 300_000, 500_000):
        disk = small_disk(n_bytes)
        folder = disk.path / "scratch"
        folder.mkdir()
        with pytest.raises(shoal.ShoalError, match="No space left on device"):
            released(table, folder)
        disk.resize(20_000_000)
        assert released(table, folder, resume=True) == whole
        assert not list(folder.iterdir())
