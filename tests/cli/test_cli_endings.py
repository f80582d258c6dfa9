"""How the program ends when others end it, and what it leaves: signals, closed pipes, links, runs side by side."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import CANARIES, ROLES, anonymize, shoal, write_people

from shoal.cli.shared.signals import ONE_PRESS_S
from shoal.errors import WriteError
from shoal.table.folder_lock import LOCK_NAME, held

PROGRAM = [sys.executable, "-c", "from shoal.cli import main; main()"]
PATIENCE_S = 300
LOOK_S = 0.002
TRIES = 5  # at catching a process in the act
SEARCHING = 40  # reports, after which a search has its first cells; it goes on reporting until its budget is spent
N_STREAMED = 400_000  # so many that writing them takes a while

# The program stops when it forms cells, and says so; what is under test is what happens then.
WAITING = (
    "import time\nfrom shoal.cli import main\nfrom shoal.cli.shared import progress\n"
    "def update(self, done, total):\n    print('forming cells', flush=True)\n    time.sleep(60)\n"
    "progress.Bar.update = update\nmain()\n"
)


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def words(table: Path, output: Path | str, *more: str) -> list[str]:
    return ["anonymize", str(table), "--k", "3", *ROLES, "--method", "mdav", "-o", str(output), *more]


def started(arguments: list[str], program: list[str] = PROGRAM) -> subprocess.Popen[str]:
    return subprocess.Popen([*program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def forming_cells(arguments: list[str]) -> subprocess.Popen[str]:
    process = started(arguments, [sys.executable, "-c", WAITING])
    assert process.stdout is not None
    assert process.stdout.readline() == "forming cells\n"
    return process


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# --- signals


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("output", ["release.csv", "out/"])
def test_a_signal_in_the_middle_leaves_nothing(
    number: signal.Signals, code: int, output: str, people: Path, tmp_path: Path
) -> None:
    process = forming_cells(words(people, f"{tmp_path}/{output}"))
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == code
    assert told.endswith(f"Ended by {number.name}; nothing was written.\n")
    assert "Traceback" not in told
    assert names(tmp_path) == {"people.csv"}


def test_an_ignored_hangup_stays_ignored(people: Path, tmp_path: Path) -> None:
    nohup = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    in_between = nohup + WAITING.replace("time.sleep(60)", "time.sleep(0.2)")
    process = started(words(people, tmp_path / "release.csv"), [sys.executable, "-c", in_between])
    assert process.stdout is not None
    assert process.stdout.readline() == "forming cells\n"
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert (tmp_path / "release.csv").exists()


def test_an_interrupted_search_says_so_in_a_sentence(people: Path, tmp_path: Path) -> None:
    """Story: Ctrl-C within a budget wrote a release, and only a word in a table said that it was interrupted."""
    report = WAITING.replace("time.sleep(60)", "pass")
    output = tmp_path / "release.csv"
    arguments = ["anonymize", str(people), "--k", "3", *ROLES, "--method", "best", "--budget-s", "100"]
    process = started([*arguments, "-o", str(output)], [sys.executable, "-c", report])
    assert process.stdout is not None
    for _ in range(SEARCHING):
        assert process.stdout.readline() == "forming cells\n"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, told
    assert told.count("The search was stopped by hand (Ctrl-C)") == 1
    assert "interrupted" not in told.lower()  # once is enough
    assert output.exists()


def test_a_second_interrupt_writes_nothing(people: Path, tmp_path: Path) -> None:
    """Story: Ctrl-C ended the search, and a second one was taken for the end of the bound: the release was written."""
    preparing = WAITING.replace("time.sleep(60)", "pass").replace(
        "main()\n",
        "from shoal.release.report import certificate as report_certificate\n"
        "def bound(*_):\n    print('preparing', flush=True)\n    time.sleep(60)\n"
        "report_certificate.bound_and_kind = bound\nmain()\n",
    )
    arguments = ["anonymize", str(people), "--k", "3", *ROLES, "--method", "best", "--budget-s", "100"]
    process = started([*arguments, "-o", f"{tmp_path}/out/"], [sys.executable, "-c", preparing])
    assert process.stdout is not None
    for _ in range(SEARCHING):
        assert process.stdout.readline() == "forming cells\n"
    process.send_signal(signal.SIGINT)
    while process.stdout.readline() == "forming cells\n":
        pass
    time.sleep(ONE_PRESS_S)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130, told
    assert told.endswith("Interrupted twice; nothing was written.\n")
    assert names(tmp_path) == {"people.csv"}


def caught_writing(arguments: list[str], folder: Path, is_there: Callable[[Path], bool]) -> subprocess.Popen[str]:
    """A process that is stopped (SIGSTOP) while a file of this kind stands in the folder."""
    for _ in range(TRIES):
        process = started(arguments)
        while process.poll() is None:
            if any(is_there(path) for path in folder.rglob("*")):
                process.send_signal(signal.SIGSTOP)
                if any(is_there(path) for path in folder.rglob("*")):
                    return process
                process.send_signal(signal.SIGCONT)
            time.sleep(LOOK_S)
        process.communicate()
    pytest.fail("the process was never caught while it wrote")


def test_a_signal_while_records_are_shuffled_leaves_no_draft_and_no_bucket(tmp_path: Path) -> None:
    """Story: SIGTERM left the draft of the release and a folder of bucket files, with everybody's records in them."""
    rng = np.random.default_rng(0)
    design, many = tmp_path / "design.csv", tmp_path / "many.csv"
    pl.DataFrame({"x": rng.integers(0, 1000, 200), "y": rng.integers(0, 1000, 200)}).write_csv(design)
    pl.DataFrame({"x": rng.integers(0, 1000, N_STREAMED), "y": rng.integers(0, 1000, N_STREAMED)}).write_csv(many)
    quantizer = tmp_path / "q.json"
    made = shoal(
        *("anonymize", design, "--k", "5", "--qi", "x,y", "--method", "pcl", "-o", tmp_path / "r.csv"),
        *("--quantizer", quantizer, "--disclose"),
    )
    assert made.exit_code == 0, made.output
    place = tmp_path / "place"
    place.mkdir()
    arguments = ["apply", str(quantizer), str(many), "-o", str(place / "out.csv"), "--withhold"]
    process = caught_writing(arguments, place, lambda path: path.name.startswith("bucket-"))
    drafts = [path for path in place.iterdir() if path.is_file()]
    assert [path.stat().st_mode & 0o777 for path in drafts] == [0o600] * len(drafts)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 143, told
    assert names(place) == set()


# --- a reader who goes away


TO_A_CLOSED_PIPE = {
    "help": ["--help"],
    "help of a command": ["anonymize", "--help"],
    "version": ["--version"],
    "wrong use": ["anonymize"],
    "plain": ["audit", "{people}", "--qi", "age"],
    "JSON": ["audit", "{people}", "--qi", "age", "--json"],
    "a table": ["compare", "{people}", "--qi", "age,income", "--k", "3", "--method", "mdav"],
    "an error": ["audit", "{people}", "--qi", "agee", "--json"],
}


@pytest.mark.parametrize("name", TO_A_CLOSED_PIPE)
def test_output_that_nobody_reads_ends_quietly(name: str, people: Path) -> None:
    """Story: `shoal audit … | head` ended with 1, which means that the promise is not kept."""
    reading, writing = os.pipe()
    os.close(reading)  # as head does when it has seen enough
    arguments = [word.format(people=people) for word in TO_A_CLOSED_PIPE[name]]
    process = subprocess.run([*PROGRAM, *arguments], stdout=writing, stderr=writing, timeout=PATIENCE_S, check=False)
    os.close(writing)
    assert process.returncode == 141


def test_nothing_is_said_about_the_closed_pipe_and_the_release_stands(people: Path, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    output = tmp_path / "release.csv"
    process = subprocess.run(
        [*PROGRAM, *words(people, output, "--json")],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    os.close(writing)
    assert process.returncode == 141
    assert not any(word in process.stderr for word in ("Traceback", "BrokenPipe", "ignored", "Error"))
    assert output.exists()


def test_a_pipe_that_is_read_to_its_end_is_no_reason_to_end(people: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "audit", str(people), "--qi", "age", "--json"], capture_output=True, timeout=PATIENCE_S, check=True
    )
    assert json.loads(done.stdout)["k"] >= 1


# --- who may read the manifest


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_folder_that_is_published_as_a_whole_publishes_no_salt(people: Path, tmp_path: Path) -> None:
    """Story: the manifest, whose salt helps anybody to guess the table, stood among the public files, mode 0644."""
    home = tmp_path / "release"
    assert anonymize(people, f"{home}/", "--seed", "1").exit_code == 0
    manifest = tmp_path / "private-release" / "manifest.json"
    salt = json.loads(manifest.read_text())["input"]["salt"]
    assert (mode(manifest), mode(manifest.parent)) == (0o600, 0o700)
    assert not any(salt in path.read_text() for path in home.rglob("*"))
    assert names(home) == {"release.csv", "report.html", "report.json"}
    for given in (manifest, home, f"{home}/"):
        assert shoal("replay", given).exit_code == 0
    lost = shoal("replay", home / "manifest.json")
    assert (lost.exit_code, str(manifest) in lost.stderr) == (2, True)
    assert anonymize(people, tmp_path / "r.csv", "--manifest", tmp_path / "m.json").exit_code == 0
    assert mode(tmp_path / "m.json") == 0o600


def test_a_release_of_the_first_version_is_replayed_and_replaced(people: Path, tmp_path: Path) -> None:
    home = tmp_path / "out"
    assert anonymize(people, f"{home}/").exit_code == 0
    new = tmp_path / "private-out" / "manifest.json"
    old = home / "manifest.json"
    new.rename(old)  # where it was once
    assert shoal("replay", home).exit_code == 0
    assert anonymize(people, f"{home}/").exit_code == 2
    assert anonymize(people, f"{home}/", "--force").exit_code == 0
    assert (old.exists(), new.exists()) == (False, True)


def test_an_earlier_manifest_is_not_lost_with_its_folder(people: Path, tmp_path: Path) -> None:
    """The release was published and its folder moved away: what repeats that run must stay."""
    home = tmp_path / "out"
    assert anonymize(people, f"{home}/").exit_code == 0
    home.rename(tmp_path / "published")
    refused = anonymize(people, f"{home}/")
    assert refused.exit_code == 2
    assert "private-out/manifest.json is the manifest of an earlier release" in " ".join(refused.stderr.split())
    assert names(tmp_path) == {"people.csv", "published", "private-out"}


def test_the_place_of_the_manifest_is_checked_first_and_can_be_chosen(people: Path, tmp_path: Path) -> None:
    home, taken = tmp_path / "out", tmp_path / "private-out"
    taken.write_text("a file")
    refused = anonymize(people, f"{home}/")
    assert refused.exit_code == 2
    assert "--manifest" in refused.stderr
    assert not home.exists()
    assert anonymize(people, f"{home}/", "--manifest", tmp_path / "m.json").exit_code == 0
    assert shoal("replay", tmp_path / "m.json").exit_code == 0
    assert taken.read_text() == "a file"


# --- links


LINKED = ["release.csv", "report.html", "report.json", "../private-out/manifest.json", "../private-out", LOCK_NAME]


@pytest.mark.parametrize("linked", LINKED)
@pytest.mark.parametrize("dangling", [False, True])
def test_links_where_files_would_be_written_are_refused(
    linked: str, dangling: bool, people: Path, tmp_path: Path
) -> None:
    """Story: a link called release.csv in the output folder had the file behind it replaced."""
    home, victim = tmp_path / "out", tmp_path / "victim"
    home.mkdir()
    link = home / linked
    link.parent.mkdir(exist_ok=True)
    if not dangling and linked.endswith("private-out"):
        victim.mkdir()
    elif not dangling:
        victim.write_text("precious")
    link.symlink_to(victim)
    result = anonymize(people, f"{home}/", "--force")
    assert result.exit_code == 2, result.output
    assert "is a symbolic link" in result.stderr
    if dangling:
        assert not victim.exists()
    elif victim.is_file():
        assert victim.read_text() == "precious"
    else:
        assert names(victim) == set()


SINGLE_FILES = {
    "audit": ["audit", "{people}", "--qi", "age", "--report", "{link}.txt"],
    "roles": ["roles", "{people}", "-o", "{link}.toml", "--force"],
    "compare": ["compare", "{people}", "--qi", "age", "--k", "3", "--method", "mdav", "--plot", "{link}.svg"],
    "report": [*words(Path("{people}"), "{folder}/r.csv"), "--report", "{link}.html"],
    "manifest": [*words(Path("{people}"), "{folder}/r.csv"), "--manifest", "{link}.json"],
    "keys": ["keys", "{link}"],
}


@pytest.mark.parametrize("name", SINGLE_FILES)
def test_a_single_file_is_not_written_through_a_link_either(name: str, people: Path, tmp_path: Path) -> None:
    given = [word.format(people=people, link=tmp_path / "link", folder=tmp_path) for word in SINGLE_FILES[name]]
    target = next((word for word in given if word.startswith(f"{tmp_path}/link.")), f"{tmp_path}/link.key")
    Path(target).symlink_to(tmp_path / "victim")
    result = shoal(*given)
    assert result.exit_code == 2, result.output
    assert "is a symbolic link" in result.stderr
    assert not (tmp_path / "victim").exists()
    assert not (tmp_path / "r.csv").exists()  # refused before the work
    assert not any(canary in result.output for canary in CANARIES)


# --- several runs in one folder


def test_of_three_runs_into_one_new_folder_one_writes(people: Path, tmp_path: Path) -> None:
    """Story: three runs at once left the table of one run beside report and manifest of another."""
    home = tmp_path / "out"
    first = forming_cells(words(people, f"{home}/", "--seed", "1"))
    others = [started(words(people, f"{home}/", "--seed", seed)) for seed in ("2", "3")]
    for other in others:
        _, told = other.communicate(timeout=PATIENCE_S)
        assert other.returncode == 2
        assert "Another run of Shoal is writing to" in told
    first.kill()  # a crash: SIGKILL can be handled by nobody
    first.communicate(timeout=PATIENCE_S)
    assert (home / LOCK_NAME).exists()
    assert anonymize(people, f"{home}/", "--seed", "4").exit_code == 0  # the lock of the dead run blocks nobody
    assert names(home) == {"release.csv", "report.html", "report.json"}


def test_runs_that_race_leave_one_whole_release(people: Path, tmp_path: Path) -> None:
    home = tmp_path / "out"
    runs = [started(words(people, f"{home}/", "--seed", seed)) for seed in ("1", "2", "3")]
    for run in runs:
        run.communicate(timeout=PATIENCE_S)
    assert sorted(run.returncode for run in runs) == [0, 2, 2]
    assert names(home) == {"release.csv", "report.html", "report.json"}
    assert shoal("replay", home).exit_code == 0
    noted = json.loads((tmp_path / "private-out" / "manifest.json").read_text())
    assert json.loads((home / "report.json").read_text())["settings"]["seed"] == noted["settings"]["seed"]


def test_a_lock_file_that_was_removed_is_not_trusted(tmp_path: Path) -> None:
    """A process that waits with the old file open must not believe that it has the lock."""
    home = tmp_path / "home"
    with held(home):
        stale = os.open(home / LOCK_NAME, os.O_RDWR)
        with pytest.raises(WriteError, match="Another run"), held(home):
            pass
    fcntl.flock(stale, fcntl.LOCK_EX | fcntl.LOCK_NB)  # free, but of a file that is gone
    with held(home):
        assert (home / LOCK_NAME).exists()
    os.close(stale)
    assert not home.exists()  # made for nothing, so it is gone again


def test_a_folder_that_holds_something_stays(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    with held(home):
        (home / "file").write_text("something")
    assert names(home) == {"file"}
