"""shoal warm: afterwards no command compiles anything."""

from __future__ import annotations

import fcntl
import json
import threading
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from typer.testing import CliRunner

import shoal.kernels
from shoal.cli.app import app
from shoal.cli.release.warm import LOCK, _alone
from shoal.kernels.jit import at_each_compilation
from shoal.table.people import synthetic_people


def run(*words):
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def warmed():
    return json.loads(run("warm", "--json"))


def test_it_says_where_and_how_long(warmed):
    assert warmed["cpu_seconds"] > 0
    assert "kernels" in warmed["cache"] or "__pycache__" in warmed["cache"]


def test_no_kernel_is_forgotten(warmed):
    kept = {file.name.rsplit("-", 1)[0] for file in Path(warmed["cache"]).rglob("*.nbi")}
    wanted = set()
    for module in walk_packages(shoal.kernels.__path__, "shoal.kernels."):
        functions = vars(import_module(module.name))
        stem = module.name.rpartition(".")[2]
        wanted |= {
            f"{stem}.{name}"
            for name, function in functions.items()
            if isinstance(function, Dispatcher) and function.__module__ == module.name
        }
    assert len(wanted) > 200
    assert wanted - kept == set()


@pytest.mark.usefixtures("warmed")
@pytest.mark.parametrize(
    "words",
    [
        ["anonymize", "--qi", "age"],
        ["anonymize", "--qi", "age,income"],
        ["anonymize", "--qi", "age,sex,income", "--by", "marital_status"],
        ["anonymize", "--qi", "age,sex,income", "--weight", "mass"],
        ["anonymize", "--qi", "age,sex,marital_status,education,income,weekly_hours", "--k", "12"],
        ["anonymize", "--qi", "age,income", "--method", "pcl", "--quantizer", "model.shoalq"],
        ["anonymize", "--qi", "age,income", "--certify", "1"],
    ],
    ids=lambda words: " ".join(words[1:]),
)
def test_nothing_is_compiled_afterwards(words, tmp_path):
    people = synthetic_people(250, 1).with_columns(mass=np.linspace(1.0, 3.0, 250))
    named = [column for column in people.columns if column in ",".join(words).split(",")]
    people.select(named).write_csv(tmp_path / "people.csv")
    command, *options = words
    if "--k" not in options:
        options += ["--k", "4"]
    options = [str(tmp_path / word) if word.endswith(".shoalq") else word for word in options]
    compiled = []
    with at_each_compilation(lambda: compiled.append(1)):
        run(
            command,
            tmp_path / "people.csv",
            *options,
            "--seed",
            1,
            "-o",
            tmp_path / "release.csv",
            "--quiet",
            "--delimiter",
            ",",
        )
    assert compiled == []


def test_the_second_process_waits(tmp_path):
    entered = threading.Event()

    def second():
        with _alone(tmp_path, silent=True):
            entered.set()

    with (tmp_path / LOCK).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        waiting = threading.Thread(target=second)
        waiting.start()
        assert not entered.wait(0.2)
    waiting.join()
    assert entered.is_set()
