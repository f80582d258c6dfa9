"""Wheel and sdist: complete, installable, and useful with nothing but what they ask for."""

from __future__ import annotations

import csv
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from package_toys import CHECKOUT, build, ended, installed, requirements_of, run, unpacked, wanted

import shoal
from shoal.errors import install_command

NEVER_SHIPPED = ("__pycache__", ".nbi", ".nbc", "shoal-warm.lock", "shoal-sources.json")
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}  # compiling in a new environment takes longer than all of these tests


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an sdist holds."""
    folder = tmp_path_factory.mktemp("sources")
    return unpacked(build(CHECKOUT, "sdist", folder / "dist"), folder / "unpacked")


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sdist, so that the sdist must be complete."""
    return build(sources, "wheel", tmp_path_factory.mktemp("wheel") / "dist")


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment after `pip install shoal-anonymity`, without any extra."""
    return installed(wheel, tmp_path_factory.mktemp("plain") / "venv", wanted(requirements_of(wheel)))


def own_files(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and not any(word in str(path) for word in NEVER_SHIPPED)
    }


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {f"shoal/{name}" for name in own_files(CHECKOUT / "src" / "shoal")}
    kinds = {Path(name).suffix or Path(name).name for name in held}
    assert kinds >= {".py", ".typed", ".json", ".j2", ".html", ".js", ".css", ".svg", ".mako", ".toml"}
    assert any("/migrations/versions/" in name for name in held)


def test_the_sdist_holds_what_building_and_testing_needs(sources: Path) -> None:
    for folder in ("src", "tests", "docs", "benchmarks"):
        assert own_files(sources / folder) == own_files(CHECKOUT / folder)
    assert {path.name for path in sources.iterdir()} >= {"Makefile", "requirements.lock", "CITATION.cff", "NOTICE"}


def test_the_version_is_written_in_one_place(wheel: Path) -> None:
    assert wheel.name == f"shoal_anonymity-{shoal.__version__}-py3-none-any.whl"
    assert "version" not in tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_program_answers_by_both_names(python: Path, tmp_path: Path) -> None:
    said = f"shoal {shoal.__version__}\n"
    assert run(python, "-m", "shoal", "--version", cwd=tmp_path) == said
    assert run(python.with_name("shoal"), "--version", cwd=tmp_path) == said
    place = run(python, "-c", "import shoal; print(shoal.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(python.parents[1])


def test_a_plain_installation_anonymises_a_table_and_writes_its_report(python: Path, tmp_path: Path) -> None:
    with (tmp_path / "people.csv").open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["age", "income"])
        rows.writerows([20 + 7 * row % 31, 1000 + 37 * row % 101] for row in range(30))
    words = ("people.csv", "--k", "6", "--qi", "age,income", "--method", "pcl(start=random,iterations=5)")
    run(python, "-m", "shoal", "anonymize", *words, "-o", "release/", cwd=tmp_path, **UNCOMPILED)
    run(python, "-m", "shoal", "audit", "release/release.csv", "--qi", "age,income", "--k", "6", cwd=tmp_path)
    report = (tmp_path / "release" / "report.html").read_text("utf-8")
    assert "matplotlib is not installed" in report and "shoal-anonymity[plots]" in report


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("service", ["serve"]),
        ("service", ["db", "upgrade"]),
        ("client", ["device", "location"]),
        ("survey", ["keys", "survey"]),
        ("survey", ["survey", "keys", "answers"]),
        ("stats", ["anonymize", "t.sav", "--k", "3", "--qi", "age", "-o", "release"]),
        ("excel", ["anonymize", "t.xlsx", "--k", "3", "--qi", "age", "-o", "release"]),
        ("plots", ["compare", "t.csv", "--k", "3", "--qi", "age", "--plot", "loss.png"]),
    ],
)
def test_a_command_without_its_extra_names_it(python: Path, tmp_path: Path, extra: str, words: list[str]) -> None:
    for suffix in ("sav", "xlsx", "csv"):
        (tmp_path / f"t.{suffix}").write_text("age\n" + "1\n2\n" * 6)
    done = ended(python, "-m", "shoal", *words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    # Wrapped to the width of the screen.
    assert install_command(extra) in re.sub(r"\s+", " ", done.stderr), done.stderr


def test_what_needs_a_public_name_is_always_there(python: Path, tmp_path: Path) -> None:
    run(python, "-c", "from shoal import *; Microaggregator, anonymize, design_boxes, collect", cwd=tmp_path)


def test_the_client_needs_httpx_and_nothing_of_the_library(wheel: Path, tmp_path: Path) -> None:
    only = [each for each in wanted(requirements_of(wheel), "client") if each.name == "httpx"]
    python = installed(wheel, tmp_path / "venv", only)
    code = (
        "import sys, shoal.client\nshoal.client.Client('http://127.0.0.1:9').close()\n"
        "print(*sorted(name for name in sys.modules if name.startswith('shoal')))"
    )
    loaded = ["shoal", "shoal.client", "shoal.client.client", "shoal.errors"]
    assert run(python, "-c", code, cwd=tmp_path).split() == loaded
    heavy = {"numpy", "numba", "scipy", "polars", "sklearn", "fastapi"}
    assert not heavy & {path.name for path in python.parents[1].rglob("site-packages/*")}


def test_every_extra_of_the_documentation_exists_and_the_other_way_round(wheel: Path) -> None:
    held = {marker for each in requirements_of(wheel) for marker in re.findall(r'extra == "(\w+)"', str(each.marker))}
    told = re.findall(r"^\| `(\w+)` \|", (CHECKOUT / "docs" / "install.md").read_text("utf-8"), re.MULTILINE)
    assert held == set(told)


def test_the_citation_holds_what_its_format_requires_and_the_licence_of_the_package() -> None:
    citation = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    assert citation.keys() >= {"cff-version", "message", "title", "authors"}
    assert citation["license"] == project["license"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]
    assert citation["keywords"] == project["keywords"]
