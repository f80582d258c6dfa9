"""Where records lie as they were while a release of them is made: never in a folder that may be published."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from shoal.cli.shared.destinations import scratch_beside


@pytest.mark.parametrize(
    "output", ["site/release/", "site/new/", "site/new/newer/", "site/people.csv", "site/release/people.csv"]
)
def test_it_is_beside_the_folder_of_the_output(tmp_path: Path, output: str) -> None:
    (tmp_path / "site" / "release").mkdir(parents=True)
    found = scratch_beside(f"{tmp_path}/{output}")
    assert found == (tmp_path if output == "site/people.csv" else tmp_path / "site")


@pytest.mark.parametrize("output", ["people.csv", ".", "./", "new/.."])
def test_names_without_a_folder_are_of_the_folder_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    at_work = tmp_path / "at-work"
    (at_work / "new").mkdir(parents=True)
    monkeypatch.chdir(at_work)
    assert scratch_beside(output) == tmp_path


def test_a_link_leads_to_the_folder_that_is_published(tmp_path: Path) -> None:
    (tmp_path / "web" / "public").mkdir(parents=True)
    (tmp_path / "out").symlink_to(tmp_path / "web" / "public")
    assert scratch_beside(f"{tmp_path}/out/") == tmp_path / "web"


def test_another_disk_or_a_folder_of_somebody_else_is_not_taken(tmp_path: Path) -> None:
    """There may be no room, and the root of a file system has no folder above it."""
    assert scratch_beside("/people.csv") is None
    assert scratch_beside("/dev/shm/") is None or Path("/dev/shm").stat().st_dev == Path("/dev").stat().st_dev
    if os.geteuid() != 0:
        (tmp_path / "closed" / "release").mkdir(parents=True)
        (tmp_path / "closed").chmod(0o500)
        assert scratch_beside(f"{tmp_path}/closed/release/") is None
