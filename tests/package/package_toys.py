"""The package as others get it: built from its sources, and installed where only what it asks for is there."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

CHECKOUT = Path(__file__).parents[2]
PATIENCE_S = 300
# Where this process keeps the checkout, its variables lead there as well.
OUTSIDE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SHOAL_", "COV_"))}


def build(sources: Path, target: str, into: Path) -> Path:
    """A wheel or an sdist by the build backend itself, with the packages that are installed here."""
    into.mkdir()
    run(sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", into, cwd=sources)
    (built,) = into.iterdir()
    return built


def unpacked(sdist: Path, into: Path) -> Path:
    """The one folder of an sdist."""
    with tarfile.open(sdist) as archive:
        archive.extractall(into, filter="data")
    (folder,) = into.iterdir()
    return folder


def requirements_of(wheel: Path) -> list[Requirement]:
    """What a wheel asks for, extras included."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode())
    return [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]


def wanted(requirements: list[Requirement], extra: str = "") -> list[Requirement]:
    """Those that hold on this machine, without any extra or with this one."""
    return [each for each in requirements if each.marker is None or each.marker.evaluate({"extra": extra})]


def installed(wheel: Path, folder: Path, requirements: list[Requirement]) -> Path:
    """The python of a new environment with the wheel, and of the packages here only what the requirements name."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    for path in _paths(requirements):
        if not (site / path.name).exists():
            (site / path.name).symlink_to(path)
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return python


def _paths(requirements: list[Requirement]) -> Iterator[Path]:
    """Files and folders, beside each other in a folder of packages, of all that the requirements lead to."""
    waiting = list(requirements)
    met: set[tuple[str, str]] = set()
    while waiting:
        requirement = waiting.pop()
        held = distribution(requirement.name)
        for extra in ("", *requirement.extras):
            if (requirement.name, extra) in met:
                continue
            met.add((requirement.name, extra))
            waiting += wanted([Requirement(line) for line in held.requires or []], extra)
        for file in held.files or []:
            if file.parts[0] not in ("..", "__pycache__"):
                yield Path(str(held.locate_file(file.parts[0])))


def run(*command: object, cwd: Path | None = None, **variables: str) -> str:
    """What a program says, which must end well."""
    done = ended(*command, cwd=cwd, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ended(*command: object, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    """A program that has ended, well or not."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=OUTSIDE | variables,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
