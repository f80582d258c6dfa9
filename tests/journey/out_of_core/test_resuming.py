"""A run that broke off is resumed: it gives the bytes of one that did not, and finished blocks are not formed again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.cli.shared.signals import EndedBySignal

N_RECORDS = 4_000
ANNEALED = "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])"
ASKED: dict[str, Any] = {
    "k": 4,
    "quasi_identifiers": ["age", "income", "region"],
    "identifiers": ["name"],
    "confidential": ["diagnosis"],
    "method": ANNEALED,
    "seed": 1,
    "block_records": 800,
}
Marks = dict[str, tuple[int, bytes]]


def people(n_records: int = N_RECORDS) -> pl.DataFrame:
    """One in four stands at one place, so there is a heavy point."""
    chance = np.random.default_rng(0)
    is_twin = chance.random(n_records) < 0.25
    return pl.DataFrame(
        {
            "name": [f"person {number}" for number in range(n_records)],
            "age": np.where(is_twin, 40, chance.integers(18, 90, n_records)),
            "income": np.where(is_twin, 1000.25, np.round(chance.lognormal(10, 0.5, n_records), 2)),
            "region": np.where(is_twin, "north", chance.choice(["north", "south", "east"], n_records)),
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records),
        }
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("table") / "people.parquet"
    people().write_parquet(path)
    return path


@pytest.fixture(scope="module")
def whole(table: Path) -> bytes:
    """What a run writes that nothing interrupts."""
    return written(table, table.parent)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def written(table: Path, scratch: Path, **settings: Any) -> bytes:
    """The bytes of the release."""
    path = scratch.parent / "written.parquet"
    with shoal.anonymize(table, scratch=scratch, **{**ASKED, **settings}) as release:
        release.write(path)
    return path.read_bytes()


def killed(table: Path, scratch: Path, share: float, **settings: Any) -> int:
    """A run in another process, until so much is done; the number of records that it told last."""
    program = [sys.executable, Path(__file__).with_name("dying_run.py")]
    asked = json.dumps({**ASKED, **settings})
    ended = subprocess.run([*program, table, scratch, str(share), asked], capture_output=True, check=False)
    assert ended.returncode == -9, ended.stderr.decode()
    return int(ended.stdout.split()[-1])


def interrupted(
    table: Path, scratch: Path, share: float, by: BaseException | None = None, **settings: Any
) -> BaseException:
    """The same by Ctrl-C or by something else, in this process."""
    cause = KeyboardInterrupt() if by is None else by

    def stop(done: int, total: int) -> None:
        if done >= share * total:
            raise cause

    with pytest.raises(type(cause)) as stopped:
        shoal.anonymize(table, scratch=scratch, progress=stop, **{**ASKED, **settings})
    return stopped.value


def marks_in(scratch: Path) -> Marks:
    """The marks of all stages, and when they were written."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in scratch.glob(".shoal-*/*.mark")}


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.8, 2.0])
def test_a_killed_run_is_resumed_and_finished_blocks_are_not_formed_again(
    table: Path, whole: bytes, scratch: Path, share: float
) -> None:
    """In the first pass and in the second one, at their ends, and when the release was made but not written."""
    last = killed(table, scratch, share)
    before = marks_in(scratch)
    begun: list[int] = []
    kept: list[bool] = []

    def watch(done: int, total: int) -> None:
        begun.append(done)
        assert total == 2 * N_RECORDS
        now = marks_in(scratch)
        kept.append(all(now[name] == mark for name, mark in before.items()))

    assert written(table, scratch, resume=True, progress=watch) == whole
    assert all(kept), "a stage that was finished has been marked again"
    assert begun[-1] == 2 * N_RECORDS
    assert begun == sorted(begun)
    assert begun[0] > last or begun == [2 * N_RECORDS], "the blocks of the time before were formed again"
    assert not list(scratch.iterdir())


def test_a_run_may_break_off_again_and_again(table: Path, whole: bytes, scratch: Path) -> None:
    interrupted(table, scratch, 0.1)
    for share in (0.2, 0.4, 0.6, 0.8):
        interrupted(table, scratch, share, resume=True)
        assert len(list(scratch.iterdir())) == 1
    assert written(table, scratch, resume=True) == whole


def test_the_report_of_a_resumed_run_is_that_of_the_whole(table: Path, scratch: Path) -> None:
    """Sums and shown records of finished blocks come from the marks."""
    interrupted(table, scratch, 0.7)
    with (
        shoal.anonymize(table, scratch=scratch, resume=True, **ASKED) as resumed,
        shoal.anonymize(table, scratch=scratch, **ASKED) as alone,
    ):
        # The digest of the input has a salt of its own in each run.
        own, other = ({**release.report.facts, "date": "", "digests": {}} for release in (resumed, alone))
        assert own == other
        assert resumed.manifest["release_digest"] == alone.manifest["release_digest"]


@pytest.mark.parametrize("cause", [KeyboardInterrupt(), EndedBySignal(signal.SIGTERM), MemoryError()])
def test_what_is_kept_is_private_and_is_told(table: Path, whole: bytes, scratch: Path, cause: BaseException) -> None:
    """Records would lie on the disk for ever, and nobody would know."""
    note = "\n".join(interrupted(table, scratch, 0.4, cause).__notes__)
    (folder,) = scratch.iterdir()
    assert f"What was finished is kept in {folder}, with records of the table." in note
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())
    with pytest.warns(shoal.ShoalWarning, match=f"{folder.name} holds records of a run that broke off"):
        assert written(table, scratch) == whole
    assert list(scratch.iterdir()) == [folder]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert written(table, scratch, resume=True) == whole


def test_a_drawn_seed_is_kept_where_the_records_are(table: Path, scratch: Path) -> None:
    """Nobody could resume such a run otherwise, and the records that are there say more than the seed."""
    interrupted(table, scratch, 0.4, seed=None)
    (told,) = scratch.glob(".shoal-*/run")
    seed = json.loads(told.read_text())["settings"]["seed"]
    resumed = written(table, scratch, seed=None, resume=True)
    assert not list(scratch.iterdir())
    assert resumed == written(table, scratch, seed=seed)


def test_two_runs_that_nobody_can_tell_apart_are_refused(table: Path, whole: bytes, scratch: Path) -> None:
    for seed in (1, 2):
        with warnings.catch_warnings(action="ignore"):
            interrupted(table, scratch, 0.4, seed=seed)
    with pytest.raises(shoal.WrongUse, match=r"^2 runs with these settings broke off in .*, each with another"):
        written(table, scratch, seed=None, resume=True)
    assert written(table, scratch, resume=True) == whole
    (other,) = scratch.glob(".shoal-*/run")
    assert json.loads(other.read_text())["settings"]["seed"] == 2


def test_nothing_to_resume_is_a_new_run_and_is_told(table: Path, whole: bytes, scratch: Path) -> None:
    """Nobody knew that hours would pass again."""
    told = f"There is nothing to resume in {scratch}, so the run begins anew."
    with pytest.warns(shoal.ShoalWarning, match=re.escape(told)):
        assert written(table, scratch, resume=True) == whole
    ran = command(table, scratch / "release.parquet", "--resume", "--json")
    assert json.loads(ran.stdout)["warnings"][0] == told.replace(str(scratch), str(scratch.parent))


@pytest.mark.parametrize("changed", [{"k": 3}, {"seed": 2}, {"method": "mdav"}, {"confidential": []}])
def test_other_settings_are_refused(table: Path, scratch: Path, changed: dict[str, Any]) -> None:
    interrupted(table, scratch, 0.4)
    before = marks_in(scratch)
    with pytest.raises(shoal.WrongUse, match="had other settings, another table, or other versions of the libraries"):
        written(table, scratch, resume=True, **changed)
    assert marks_in(scratch) == before


def test_another_table_is_refused(table: Path, tmp_path: Path, scratch: Path) -> None:
    interrupted(table, scratch, 0.4)
    before = marks_in(scratch)
    other = tmp_path / "people.parquet"
    people().with_columns(pl.col("age") + 1).write_parquet(other)
    with pytest.raises(shoal.WrongUse, match="had other settings, another table"):
        written(other, scratch, resume=True)
    assert marks_in(scratch) == before


def test_the_same_records_in_another_order_and_in_several_files_are_the_same_table(
    table: Path, whole: bytes, tmp_path: Path, scratch: Path
) -> None:
    interrupted(table, scratch, 0.4)
    again = tmp_path / "again"
    again.mkdir()
    for number, part in enumerate(people().sample(fraction=1.0, shuffle=True, seed=7).iter_slices(900)):
        part.write_parquet(again / f"{number}.parquet")
    assert written(again, scratch, resume=True) == whole


def test_another_taxonomy_in_the_same_file_is_refused(tmp_path: Path, scratch: Path) -> None:
    """The path alone was compared. The blocks of two trees would have been one release."""
    table, tree = tmp_path / "people.parquet", tmp_path / "tree.csv"
    people(1_500).write_parquet(table)
    tree.write_text("value,parent\nland,\nnorth,land\nsouth,land\neast,land\n")
    asked = {"taxonomies": {"region": str(tree)}, "method": "mdav"}
    interrupted(table, scratch, 0.4, **asked)
    tree.write_text("value,parent\nland,\ncoast,land\nnorth,coast\nsouth,land\neast,coast\n")
    with pytest.raises(shoal.WrongUse, match="had other settings"):
        written(table, scratch, resume=True, **asked)


@pytest.mark.parametrize("kind", ["mark", "records", "lost records", "short records", "run"])
def test_damaged_stages_are_refused_in_words(table: Path, scratch: Path, kind: str) -> None:
    interrupted(table, scratch, 0.5)
    (folder,) = scratch.iterdir()
    records = folder / "blocks-1"
    path = {"mark": folder / "blocks-1-0001.mark", "run": folder / "run"}.get(kind, records)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data[:-100] if kind == "short records" else data)
    if kind == "lost records":
        path.unlink()
    with pytest.raises(shoal.ShoalError, match=f"What a run left in {folder} is damaged") as refused:
        written(table, scratch, resume=True)
    assert refused.value.__context__ is None
    assert not hasattr(refused.value, "__notes__")
    assert folder.is_dir()
    assert not list(scratch.parent.glob("written*"))


def test_a_folder_that_somebody_else_could_have_filled_is_not_looked_at(
    table: Path, whole: bytes, tmp_path: Path, scratch: Path
) -> None:
    """What is in a mark is believed, and loading it can run a program: in /tmp anybody can make such a folder."""
    interrupted(table, scratch, 0.4)
    (folder,) = scratch.iterdir()
    away = folder.rename(tmp_path / "away")
    folder.symlink_to(away)
    before = {path: path.read_bytes() for path in away.iterdir()}
    assert written(table, scratch, resume=True) == whole
    folder.unlink()
    away.rename(folder).chmod(0o755)
    assert written(table, scratch, resume=True) == whole
    assert {away / path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_run_that_is_at_work_is_not_resumed_by_another_one(table: Path, whole: bytes, scratch: Path) -> None:
    release = shoal.anonymize(table, scratch=scratch, **ASKED)
    with pytest.warns(shoal.ShoalWarning, match="There is nothing to resume"):
        assert written(table, scratch, resume=True) == whole
    with release:
        release.write(scratch / "release.parquet")
    assert (scratch / "release.parquet").read_bytes() == whole


def test_a_refused_run_leaves_nothing(table: Path, scratch: Path) -> None:
    """It would be refused again."""
    with pytest.raises(shoal.WrongUse):
        written(table, scratch, diversity={"diagnosis": 4})
    assert not list(scratch.iterdir())


def test_the_text_of_a_killed_run_is_removed_by_the_one_that_resumes_it(tmp_path: Path, scratch: Path) -> None:
    """A text file is translated with all columns, identifiers too. Nobody would have removed that."""
    table = tmp_path / "people.csv"
    people().write_csv(table)
    killed(table, scratch, 0.3)
    (folder,) = scratch.iterdir()
    assert [path for path in folder.iterdir() if path.is_dir()]
    assert written(table, scratch, resume=True) == written(table, scratch)
    assert not list(scratch.iterdir())


def test_a_table_that_fits_has_nothing_to_resume(table: Path, scratch: Path) -> None:
    asked = {**ASKED, "block_records": None, "method": "mdav"}
    for source in (table, pl.scan_parquet(table)):
        with pytest.raises(shoal.WrongUse, match=r"^resume is for tables that do not fit into memory"):
            shoal.anonymize(source, scratch=scratch, resume=True, **asked)


def command(table: Path, output: Path | str, *more: str) -> Any:
    roles = ("--qi", "age,income,region", "--id", "name", "--confidential", "diagnosis")
    asked = ("--k", "4", "--method", ANNEALED, "--block-records", "800")
    return CliRunner().invoke(app, ["anonymize", str(table), "-o", str(output), *roles, *asked, *more])


@pytest.mark.parametrize("n_bytes", [250_000, 450_000, 600_000])
def test_the_command_line_resumes_when_a_full_disk_has_room_again(
    table: Path, whole: bytes, small_disk: Callable[[int], Any], n_bytes: int
) -> None:
    """Full when records have been placed, when some cells have been formed, and in the last pass."""
    disk = small_disk(n_bytes)
    ran = command(table, f"{disk.path}/release/", "--seed", "1")
    assert ran.exit_code == 2
    told = " ".join(ran.output.split())
    assert "Cannot write" in told and "No space left on device" in told
    assert [path.name[:7] for path in disk.path.iterdir()] == [".shoal-"]
    assert "What was finished is kept in" in told
    disk.resize(10_000_000)
    ran = command(table, f"{disk.path}/release/", "--resume")
    assert ran.exit_code == 0, ran.output
    assert (disk.path / "release" / "release.parquet").read_bytes() == whole
    assert {path.name for path in disk.path.iterdir()} == {"release", "private-release"}


def test_no_record_is_left_in_a_folder_that_may_be_published(
    table: Path, whole: bytes, small_disk: Callable[[int], Any]
) -> None:
    """With ``-o published/people.parquet`` the folder of a run that broke off lay in ``published``."""
    disk = small_disk(450_000)
    published = disk.path / "published"
    published.mkdir()
    ran = command(table, published / "people.parquet", "--seed", "1")
    assert ran.exit_code == 2 and "What was finished is kept in" in " ".join(ran.output.split())
    assert not list(published.iterdir())
    disk.resize(10_000_000)
    ran = command(table, published / "people.parquet", "--resume")
    assert ran.exit_code == 0, ran.output
    assert (published / "people.parquet").read_bytes() == whole
    assert [path.name for path in disk.path.iterdir()] == ["published"]


def test_the_command_line_tells_what_a_run_left_behind(table: Path, tmp_path: Path) -> None:
    """In the folder beside the output, whose name begins with a dot: nobody sees it there."""
    interrupted(table, tmp_path, 0.4)
    (folder,) = tmp_path.iterdir()
    told = f"{folder} holds records of a run that broke off. Resume that run, or remove the folder"
    ran = command(table, f"{tmp_path}/release/")
    assert ran.exit_code == 0 and told in " ".join(ran.stderr.split())
    ran = command(table, f"{tmp_path}/again/", "--json")
    assert ran.exit_code == 0 and not ran.stderr
    assert json.loads(ran.stdout)["warnings"][0].startswith(told)
    ran = command(table, f"{tmp_path}/last/", "--resume", "--json")
    assert ran.exit_code == 0 and "broke off" not in ran.output
    assert not folder.exists()
