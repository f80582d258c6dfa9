"""A real Apache Spark on loopback, started and stopped by tests and benchmarks: a standalone master and its workers.

PyPI's pyspark brings the programs, Debian the Java. A worker with everything that it starts (its executors, and their
Python processes) is a family, that is, one session of processes: so it can be killed as if the machine had lost power,
and nothing of it is left at the end. The id of the family is the worker's own process id; a task reads it with
``os.getsid(0)``.

A worker has one core, and the session of the tests takes the cores of the first workers: a command that is an
application of its own needs another worker, and a lost executor starts again where a worker is added.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.service.running import free_port

OLDEST_JAVA = 17  # the oldest that Spark 4 runs on
HOST = "127.0.0.1"
WORKERS = 2
MEMORY = "1g"  # of each driver and executor; Spark refuses less than 450 MB
DAEMON_MEMORY = "256m"  # of the master and of a worker itself, which only start processes
# Starts with half the processor time, and runs long jobs slower: the tests of the cluster took 25 s instead of 54 s.
QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
START_S = 120.0  # a machine that is busy with other things


def java_program() -> Path | None:
    """The Java that Spark's own scripts would take, if it is new enough."""
    home = os.environ.get("JAVA_HOME")
    path = f"{home}/bin/java" if home else shutil.which("java")
    if path is None or not Path(path).exists():
        return None
    said = subprocess.run([path, "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', said)
    return Path(path) if version and int(version[1]) >= OLDEST_JAVA else None


def spark_home() -> Path:
    """Where PyPI's pyspark keeps its programs."""
    import pyspark

    return Path(pyspark.__file__).parent


def wait_for(what: str, done: Callable[[], Any]) -> Any:
    """The first true answer."""
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if found := done():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {START_S:g} s")


@dataclass
class Daemon:
    """The master or a worker, with all that it starts."""

    log: Path
    process: subprocess.Popen[bytes]

    @property
    def family(self) -> int:
        """The id of its family: its own processes, and no others, have it."""
        return self.process.pid

    def told(self, pattern: str) -> str | None:
        """What its log says, when it has said it."""
        assert self.process.poll() is None, f"{self.log.stem} ended:\n{self.log.read_text('utf-8')[-2000:]}"
        found = re.search(pattern, self.log.read_text("utf-8"))
        return found[1] if found else None

    def processes(self) -> list[int]:
        """All that run, orphans too."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.getsid(int(entry.name)) == self.family:
                    found.append(int(entry.name))
            except ProcessLookupError:
                continue
        return found

    def kill(self) -> None:
        """kill −9, without a word, until nobody is left."""
        while processes := [pid for pid in self.processes() if not _is_dead(pid)]:
            for pid in processes:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
        self.process.wait()


def _is_dead(pid: int) -> bool:
    """Gone, or waits only for its parent to ask how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


@dataclass
class SparkCluster:
    """One master and its workers."""

    folder: Path
    python: Path = Path(sys.executable)  # that of the workers
    java_options: str = QUICK_JAVA  # "" for what is measured
    master: Daemon = field(init=False)
    workers: list[Daemon] = field(default_factory=list)
    url: str = ""

    def start(self) -> SparkCluster:
        """Returns when all workers are there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.master = self._daemon("master", "master.Master")
        self.url = wait_for("the master", lambda: self.master.told(r"Starting Spark master at (\S+)"))
        for _ in range(WORKERS):
            self._start_worker()
        self._wait_for_workers()
        return self

    def add_worker(self) -> int:
        """One more; an application that misses an executor gets it there. Returns its family."""
        self._start_worker()
        self._wait_for_workers()
        return self.workers[-1].family

    def kill_worker(self, family: int) -> None:
        """kill −9 of a worker, its executors and their Python processes."""
        worker = next(worker for worker in self.workers if worker.family == family)
        self.workers.remove(worker)
        worker.kill()

    def stop(self) -> None:
        """Nothing of it is left."""
        for daemon in (*self.workers, self.master):
            daemon.kill()

    def settings(self) -> dict[str, str]:
        """Of a session: small, on loopback, with one core of each worker, and no task before all of them are there."""
        own = {"spark.master": self.url, "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
        own |= {"spark.driver.host": HOST, "spark.driver.bindAddress": HOST, "spark.driver.memory": MEMORY}
        own |= {"spark.executor.memory": MEMORY, "spark.executor.cores": "1", "spark.cores.max": str(WORKERS)}
        own |= dict.fromkeys(("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions"), self.java_options)
        own |= {"spark.scheduler.minRegisteredResourcesRatio": "1"}
        own |= {"spark.scheduler.maxRegisteredResourcesWaitingTime": f"{START_S:g}s"}
        own |= {"spark.pyspark.python": str(self.python), "spark.pyspark.driver.python": sys.executable}
        return own | {"spark.sql.shuffle.partitions": "4", "spark.sql.warehouse.dir": str(self.folder / "warehouse")}

    def environment(self) -> dict[str, str]:
        """Of everything that is started."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("SPARK_")}
        own |= {"SPARK_HOME": str(spark_home()), "SPARK_LOCAL_IP": HOST, "SPARK_PUBLIC_DNS": HOST}
        own |= dict.fromkeys(("SPARK_DAEMON_JAVA_OPTS", "SPARK_LAUNCHER_OPTS"), self.java_options)
        own |= {"SPARK_DAEMON_MEMORY": DAEMON_MEMORY, "SPARK_LOCAL_DIRS": str(self.folder / "local")}
        return own | {"PYSPARK_PYTHON": str(self.python)}

    def _daemon(self, name: str, program: str, *arguments: str) -> Daemon:
        log = self.folder / f"{name}.txt"
        command = [str(spark_home() / "bin" / "spark-class"), f"org.apache.spark.deploy.{program}"]
        command += ["--host", HOST, "--port", "0", "--webui-port", "0", *arguments]  # 0: any port that is free
        with log.open("wb") as stream:
            process = subprocess.Popen(
                command, env=self.environment(), stdout=stream, stderr=stream, start_new_session=True, cwd=self.folder
            )
        return Daemon(log, process)

    def _start_worker(self) -> None:
        name = f"worker-{len(list(self.folder.glob('worker-*.txt')))}"
        wishes = ("--cores", "1", "--memory", MEMORY, "--work-dir", str(self.folder / name))
        self.workers.append(self._daemon(name, "worker.Worker", *wishes, self.url))

    def _wait_for_workers(self) -> None:
        for worker in self.workers:
            wait_for(worker.log.stem, lambda worker=worker: worker.told(r"(Successfully registered) with master"))


@dataclass
class Driver:
    """An application on the cluster: a Java of this process, which serves Spark Connect as well.

    One driver for both kinds of sessions saves a Java and two executors. For a client of Spark Connect it is a server
    like any other: the client reaches it by its port only.
    """

    cluster: SparkCluster
    connect_port: int = field(default_factory=free_port)
    session: Any = field(init=False)

    def start(self) -> Driver:
        """Returns at once: Spark itself waits with the first task until all executors are there."""
        from pyspark.sql import SparkSession

        settings = self.cluster.settings() | {"spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin"}
        settings |= {"spark.connect.grpc.binding.address": HOST}
        settings |= {"spark.connect.grpc.binding.port": str(self.connect_port)}
        builder = SparkSession.builder.appName("shoal")
        for name, value in settings.items():
            builder = builder.config(name, value)
        before = dict(os.environ)
        os.environ |= self.cluster.environment()  # the new Java inherits it
        try:
            self.session = builder.getOrCreate()
        finally:
            os.environ.clear()
            os.environ.update(before)
        return self

    @property
    def connect_url(self) -> str:
        return f"sc://{HOST}:{self.connect_port}"

    def connect(self) -> Any:
        """A session of Spark Connect.

        Not by `SparkSession.builder.remote`: it refuses, because this process has a classic session already.
        """
        from pyspark.sql.connect.session import SparkSession

        return SparkSession.builder.remote(self.connect_url).getOrCreate()

    def stop(self) -> None:
        """The session ends, and its Java."""
        from pyspark import SparkContext

        gateway = SparkContext._gateway
        self.session.stop()
        gateway.shutdown()
        gateway.proc.stdin.close()  # Spark's word for: the Python is gone
        gateway.proc.wait(START_S)
        SparkContext._gateway = SparkContext._jvm = None
