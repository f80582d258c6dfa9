"""Real servers and real databases, started and stopped by tests and benchmarks of the service. Loopback only."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from shoal.client import Client

OPERATOR_KEY = "operator-key-of-the-tests-0123456789"
VAULT_KEY = "vault-key-of-the-tests-0123456789abcdef"
START_S = 60.0


def postgres_programs() -> Path | None:
    """Where Debian keeps the programs of the newest PostgreSQL; None: nowhere."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A server in a process of its own: `shoal serve`, or what a subclass says."""

    folder: Path
    url: str | None = None
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("SHOAL_")}
        own |= {"SHOAL_FOLDER": str(self.folder), "SHOAL_KEY": VAULT_KEY, "SHOAL_OPERATOR_KEY": OPERATOR_KEY}
        own |= {"SHOAL_SIGN_UP_RATE": "100000/minute", "SHOAL_WRONG_TOKEN_RATE": "100000/minute"}
        own |= {"SHOAL_MOVES_PER_DAY": "100000"}
        own |= {} if self.url is None else {"SHOAL_DATABASE_URL": self.url}
        return own | self.settings

    @property
    def words(self) -> list[str]:
        """What `shoal` is told."""
        return ["serve", "--upgrade"]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log_path(self) -> Path:
        return self.folder / f"log-{self.port}.txt"

    @property
    def logs(self) -> str:
        return self.log_path.read_text("utf-8")

    def start(self, *, workers: int = 1) -> Server:
        """Start and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-c", "from shoal.cli import main; main()", *self.words]
        command += ["--port", str(self.port), *(["--workers", str(workers)] if workers > 1 else [])]
        with self.log_path.open("ab") as stream:
            self.process = subprocess.Popen(
                command, env=self.environment, stdout=stream, stderr=stream, start_new_session=True
            )
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.logs[-2000:]}")
            try:
                if httpx.get(f"{self.base}/health/live", timeout=1.0).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.logs[-2000:]}")

    def client(self) -> Client:
        return Client(self.base, operator_key=OPERATOR_KEY)

    def cpu_s(self) -> float:
        """CPU time of the server process so far, without the designing processes."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # utime and stime

    def kill(self) -> None:
        """kill −9, without a word."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an operator stops it."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


def designed(client: Client, **wish: object) -> int:
    """A generation designed by the service itself."""
    number = int(client.design(**wish)["id"])
    for found in client.watched(number):
        last = found
    assert last["state"] in ("designed", "published"), last
    return number


@dataclass
class Postgres:
    """A PostgreSQL of our own, on loopback, in a folder of its own."""

    folder: Path
    port: int = field(default_factory=free_port)

    def _run(self, program: str, *arguments: str) -> None:
        programs = postgres_programs()
        assert programs is not None, "PostgreSQL is not installed: apt-get install postgresql"
        command = [str(programs / program), *arguments]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        assert done.returncode == 0, f"{program}: {done.stderr}"

    def create(self) -> Postgres:
        """Make the cluster and start it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            for path in (self.folder, *self.folder.parents):
                if path == Path("/tmp"):
                    break
                path.chmod(path.stat().st_mode | 0o055)
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "shoal", "--auth=trust", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        """Start; returns when it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop; immediate: as if the machine had lost power."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def database(self, name: str) -> str:
        """A new database; returns its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "shoal", name)
        return f"postgresql://shoal@127.0.0.1:{self.port}/{name}"

    def dump(self, name: str) -> bytes:
        """All rows of a database, as text."""
        path = self.folder / f"{name}.sql"
        path.unlink(missing_ok=True)
        self._run("pg_dump", "-h", "127.0.0.1", "-p", str(self.port), "-U", "shoal", "-f", str(path), "--inserts", name)
        return path.read_bytes()
