"""The program as a process of its own: exit codes, Ctrl-C, full disks, and what an unforeseen failure says."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_toys import CANARIES, ROLES, anonymize, write_people

from shoal.release.release import Release

PROGRAM = [sys.executable, "-c", "from shoal.cli import main; main()"]
PATIENCE_S = 300


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def words(table: Path, output: Path, *more: str) -> list[str]:
    return ["anonymize", str(table), "--k", "3", *ROLES, "--method", "mdav", "-o", str(output), *more]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=False, **options
    )


def test_exit_codes_of_the_program(people: Path, tmp_path: Path) -> None:
    done = run(*words(people, tmp_path / "release.csv", "--json"))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kept"] is True
    assert run("audit", str(people), "--qi", "age", "--k", "5").returncode == 1
    wrong = run("audit", str(people), "--qi", "agee")
    assert wrong.returncode == 2
    assert wrong.stderr == "Error: Column 'agee' is not in people.csv. Did you mean 'age'?\n"
    assert wrong.stdout == ""


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom shoal.cli import main\nsys.argv = ['shoal', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numpy', 'numba', 'polars', 'matplotlib', 'scipy', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_screen_without_the_letters_is_no_crash(people: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run("audit", str(people), "--qi", "age", "--confidential", "diagnosis", env=environment)
    assert done.returncode == 0, done.stderr
    assert "-disclosure" in done.stdout


def test_ctrl_c_in_the_middle_leaves_the_old_file(people: Path, tmp_path: Path) -> None:
    """The program stops in the middle of forming cells, says so, and waits; then comes a real SIGINT."""
    output = tmp_path / "release.csv"
    output.write_text("old\n")
    # Cells of a table that a test can afford are formed in milliseconds: a Ctrl-C by the clock would miss them.
    stop = (
        "import time\nfrom shoal.cli import main\nfrom shoal.cli.shared import progress\n"
        "def update(self, done, total):\n    print('forming cells', flush=True)\n    time.sleep(60)\n"
        "progress.Bar.update = update\nmain()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", stop, *words(people, output, "--report", str(tmp_path / "r.html"))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "forming cells\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said.endswith("Interrupted; nothing was written.\n")
    assert "Traceback" not in said
    assert output.read_text() == "old\n"
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv", "release.csv"}


def test_ctrl_c_between_two_files_says_what_stands(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    # Nobody can press Ctrl-C between two files that are written within milliseconds.
    monkeypatch.setattr(Release, "write_report", interrupt)
    result = anonymize(people, tmp_path / "release.csv", "--report", tmp_path / "r.html")
    assert result.exit_code == 130
    assert result.stderr == f"Interrupted. Already written: {tmp_path / 'release.csv'}.\n"


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_a_file_that_may_not_grow_leaves_the_old_one(people: Path, tmp_path: Path, suffix: str) -> None:
    output = tmp_path / f"release{suffix}"
    assert run(*words(people, output, "-q")).returncode == 0  # also fills the cache of compiled code
    output.write_text("old\n")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

    done = run(*words(people, output), preexec_fn=limit)
    assert done.returncode == 2, done.stderr
    assert "Cannot write" in done.stderr or "could not be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert not any(canary in done.stderr + done.stdout for canary in CANARIES)
    assert output.read_text() == "old\n"
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv", output.name}


@pytest.fixture
def small_disk(tmp_path: Path) -> Any:
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_full_disk_leaves_the_old_file(tmp_path: Path, small_disk: Path, suffix: str) -> None:
    table = write_people(tmp_path, n_records=2_000)
    output = small_disk / f"release{suffix}"
    output.write_text("old\n")
    result = anonymize(table, output)
    assert result.exit_code == 2, result.output
    assert "Error:" in result.stderr
    assert output.read_text() == "old\n"
    assert [path.name for path in small_disk.iterdir()] == [output.name]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_may_not_be_written_to(people: Path, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    result = anonymize(people, closed / "release.csv")
    assert result.exit_code == 2
    assert "Permission denied" in result.stderr


def test_a_report_that_fails_late_says_what_stands(people: Path, tmp_path: Path) -> None:
    output = tmp_path / "release.csv"
    assert run(*words(people, output, "-q")).returncode == 0  # also fills the cache of compiled code
    largest = output.stat().st_size + 1024  # enough for the release, not for its report

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    done = run(*words(people, output, "--report", str(tmp_path / "r.html"), "--json"), preexec_fn=limit)
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr
    assert f"Already written: {output}." in done.stderr
    assert not any(canary in done.stdout + done.stderr for canary in CANARIES)
    assert not (tmp_path / "r.html").exists()


def test_a_bug_shows_its_place_and_no_value(people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Zyxwina 3")

    monkeypatch.delenv("SHOAL_DEBUG", raising=False)
    # A bug that we knew of would be mended.
    monkeypatch.setattr(Release, "write", broken)
    result = anonymize(people, tmp_path / "release.csv", "--json")
    assert result.exit_code == 70
    assert "bug in Shoal (KeyError at shoal/cli/shared/destinations.py:" in result.stderr
    assert json.loads(result.stdout)["error"]["type"] == "KeyError"
    assert not any(canary in result.output for canary in CANARIES)
    monkeypatch.setenv("SHOAL_DEBUG", "1")
    assert "Traceback" in anonymize(people, tmp_path / "release.csv").stderr


def test_a_broken_promise_is_exit_code_1(people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from shoal.errors import PromiseNotKept

    def count(*_: object) -> None:
        raise PromiseNotKept("the file release.csv: 1 cell holds fewer than k = 3 records (smallest 2).")

    # No table is known whose release breaks the promise.
    monkeypatch.setattr(Release, "write", count)
    result = anonymize(people, tmp_path / "release.csv")
    assert result.exit_code == 1
    assert not (tmp_path / "release.csv").exists()


def test_compilation_is_announced_once() -> None:
    import numba

    from shoal.kernels.jit import at_first_compilation

    said: list[str] = []
    first, second = numba.njit(lambda x: x + 1), numba.njit(lambda x: x + 2)
    with at_first_compilation(lambda: said.append("compiling")):
        assert said == []
        assert (first(1), second(1)) == (2, 3)
    assert said == ["compiling"]
