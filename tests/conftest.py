"""What holds for every test: marks, and programs and data that are not part of the repository.

`slow` are whole folders and modules, named here, and single tests of other modules that say so themselves.

A test asks for a program by a fixture. The program is found, or installed from Debian's packages when root runs the
tests, or the test is skipped with the reason. Tests get the marks `browser`, `postgres`, `spark` and `data` from these
fixtures.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from benchmarks.browsing import BROWSER_ARGUMENTS, chromium_program
from benchmarks.data import casc, data_folder
from benchmarks.service.running import Postgres, postgres_programs
from benchmarks.spark_cluster import OLDEST_JAVA, Driver, SparkCluster, java_program

# How long an example takes says more about the machine than about us. The same examples in every run: a suite that
# fails by chance is no help to whoever changed something else.
settings.register_profile("shoal", deadline=None, derandomize=True)
settings.load_profile("shoal")

# A shell that starts the suite in the background hands down an ignored SIGINT; tests of interrupts press the real one.
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
# They run the whole program.
SLOW_FOLDERS = (
    "cli",
    "docs",
    "package",
    "provider",
    "reference",
    "service",
    "service_page",
    "survey_page",
    "survey_scan",
)
SLOW_MODULES = (  # more than 8 s of CPU with compiled code at hand
    "encode/test_encode_categories.py",
    "encode/test_encode_coarse.py",
    "encode/test_encode_date_forms.py",
    "journey/test_journey.py",
    "journey/test_stories.py",
    "partition/test_best.py",
    "partition/test_best_families.py",
    "partition/test_best_interrupts.py",
    "partition/test_best_programs.py",
    "partition/test_best_repeated.py",
    "partition/test_cores.py",
    "partition/test_graph.py",
    "partition/test_lower_bounds.py",
    "partition/test_pcl.py",
    "quantizer/test_quantizer_both_ways.py",
    "quantizer/test_quantizer_hostile.py",
    "quantizer/test_quantizer_models.py",
    "quantizer/test_quantizer_sources.py",
    "quantizer/test_quantizer_streaming.py",
    "quantizer/test_quantizer_telling.py",
    "quantizer/test_quantizer_text_rows.py",
    "release/test_release_report_pictures.py",
    "survey/test_survey_commands.py",
    "survey/test_survey_design.py",
    "survey/test_survey_vectors.py",
    "survey_boxes/test_box_kernels.py",
    "survey_repository/test_repository_openapi.py",
    "survey_repository/test_repository_http.py",
    "survey_repository/test_repository_tampering.py",
    "table/test_table_hostile_files.py",
    "table/test_table_odd_names.py",
)
MARK_OF_FIXTURE = {
    "chromium": "browser",
    "postgres": "postgres",
    "java": "spark",
    "casc_points": "data",
    "street_data": "data",
}
SPARK_FOLDER = "tests/spark/"
OLDEST_NODE = 20
# Two processes of one run may want to install at the same time; the second waits.
INSTALL = ("apt-get", "-o", "DPkg::Lock::Timeout=600", "-y", "-q")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = [TESTS / name for name in (*SLOW_FOLDERS, *SLOW_MODULES)]
    gone = [path.name for path in slow if not path.exists()]
    if gone:
        raise pytest.UsageError(f"tests/conftest.py calls {', '.join(gone)} slow, which is not there.")
    for item in items:
        if any(item.path.is_relative_to(path) for path in slow):
            item.add_marker("slow")
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in MARK_OF_FIXTURE:
                item.add_marker(MARK_OF_FIXTURE[fixture])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `pytest -n 2`, all tests of `spark/` go to the same process: a second one would start a second cluster.

    A group of pytest-xdist would say so in fewer words, but version 3.8 does not see groups with pytest 9.2
    (https://github.com/pytest-dev/pytest-xdist/issues/1386).
    """
    from xdist.scheduler import LoadScheduling

    class SparkTogether(LoadScheduling):
        def needs_spark(self, test: int) -> bool:
            return self.collection[test].startswith(SPARK_FOLDER)

        def _send_tests(self, node: Any, num: int) -> None:
            ahead = self.pending[num - 1 :]
            if ahead and self.needs_spark(ahead[0]):
                num += sum(1 for _ in takewhile(self.needs_spark, ahead[1:]))
            super()._send_tests(node, num)

    return SparkTogether(config, log) if config.getvalue("dist") == "load" else None


def installed(name: str, package: str, find: Callable[[], Path | None]) -> Path:
    """Where a program is; installed when missing and root, otherwise the tests are skipped with advice."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (("update",), ("install", package)):
            subprocess.run([*INSTALL, *words], check=False, capture_output=True)
        found = find()
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


def _node() -> Path | None:
    path = shutil.which("node")
    if path is None:
        return None
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", said)
    return Path(path) if version and int(version[1]) >= OLDEST_NODE else None


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The system's Chromium."""
    return installed("Chromium", "chromium", chromium_program)


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Any]:
    """A real browser. Not for the whole session: Playwright keeps an event loop running, which others may not share."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed. Install the dev extra.")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(BROWSER_ARGUMENTS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def node() -> Path:
    """Node.js, for the JavaScript of the pages."""
    return installed(f"Node.js {OLDEST_NODE} or newer", "nodejs", _node)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests, on loopback."""
    installed("PostgreSQL", "postgresql", postgres_programs)
    folder = Path(tempfile.mkdtemp(prefix="shoal-postgres-", dir="/tmp"))
    server = Postgres(folder / "cluster").create()
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def java() -> Path:
    """Java, for Apache Spark."""
    return installed(f"Java {OLDEST_JAVA} or newer", "default-jre-headless", java_program)


@pytest.fixture(scope="session")
def spark_cluster(java: Path) -> Iterator[SparkCluster]:
    """One Spark for all tests, on loopback: a master and two workers."""
    pytest.importorskip("pyspark", reason="pyspark is not installed. Install the dev extra.")
    folder = Path(tempfile.mkdtemp(prefix="shoal-spark-", dir="/tmp"))
    cluster = SparkCluster(folder)
    try:
        yield cluster.start()
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def spark_driver(spark_cluster: SparkCluster) -> Iterator[Driver]:
    """The application of the tests; it has both workers."""
    driver = Driver(spark_cluster).start()
    yield driver
    driver.stop()


@pytest.fixture(scope="session")
def spark_session(spark_driver: Driver) -> Any:
    """A classic session of Spark."""
    return spark_driver.session


@pytest.fixture(scope="session")
def connect_session(spark_driver: Driver) -> Iterator[Any]:
    """A session of Spark Connect: its client knows an address and nothing else."""
    session = spark_driver.connect()
    yield session
    session.stop()


class SmallDisk:
    """A disk with room for so many bytes. It can be given more."""

    def __init__(self, path: Path, n_bytes: int) -> None:
        self.path = path
        path.mkdir()
        if self._mount("-t", "tmpfs", "-o", f"size={n_bytes}", "tmpfs").returncode != 0:
            path.rmdir()
            pytest.skip("root cannot mount a small disk (tmpfs) here: run the tests where mount is allowed")

    def resize(self, n_bytes: int) -> None:
        """Room for so many bytes in all."""
        self._mount("-o", f"remount,size={n_bytes}").check_returncode()

    def remove(self) -> None:
        """Also if an error that somebody still has keeps a file open."""
        subprocess.run(["umount", "--lazy", self.path], check=True, capture_output=True)

    def _mount(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["mount", *words, self.path], check=False, capture_output=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[int], SmallDisk]]:
    """A function that makes a small disk, so that it can be full."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk (tmpfs) needs root: run the tests as root")
    disks: list[SmallDisk] = []

    def make(n_bytes: int) -> SmallDisk:
        disks.append(SmallDisk(tmp_path / f"disk-{len(disks)}", n_bytes))
        return disks[-1]

    yield make
    for disk in disks:
        disk.remove()


@pytest.fixture(scope="session")
def casc_points() -> Callable[[str], np.ndarray]:
    """A CASC data set by its name, standardised."""

    def points(name: str) -> np.ndarray:
        if not (data_folder() / f"{name}.csv").exists():
            pytest.skip(
                f"{name}.csv is not in {data_folder().name}/: set SHOAL_DATA to the folder of the CASC data sets"
            )
        return casc(name)

    return points


@pytest.fixture(scope="session")
def street_data() -> tuple[np.ndarray, ...]:
    """Pieces of streets, incidents and schools of a real town."""
    names = ("streets", "street_incidents", "street_schools")
    missing = [name for name in names if not (data_folder() / f"{name}.csv").exists()]
    if missing:
        pytest.skip(
            f"{missing[0]}.csv is not in {data_folder().name}/: set SHOAL_DATA to the folder of the street data sets"
        )
    return tuple(np.loadtxt(data_folder() / f"{name}.csv", delimiter=",", skiprows=1) for name in names)
