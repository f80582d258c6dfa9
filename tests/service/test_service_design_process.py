"""The designing process itself: nice, on its own cores, found dead, stopped with its server."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from service_toys import csv_of, town

from benchmarks.service.running import Server
from shoal.service.design.process import NICENESS

K = 5


def designers(server: Server) -> list[int]:
    """Designing processes of this server."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"shoal.service.design.process" in (folder / "cmdline").read_bytes() and (
                f"SHOAL_FOLDER={server.folder}".encode() in (folder / "environ").read_bytes()
            ):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def manners(process: int) -> set[tuple[int, int]]:
    """Niceness and number of cores of each thread."""
    threads = [int(folder.name) for folder in Path(f"/proc/{process}/task").iterdir()]
    return {(os.getpriority(os.PRIO_PROCESS, own), len(os.sched_getaffinity(own))) for own in threads}


def wait_for(what: Callable[[], object], seconds: float = 60.0) -> object:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def test_a_designer_is_nice_and_its_death_is_noticed_at_once(serve: Callable[..., Server]) -> None:
    server = serve(SHOAL_K=str(K), SHOAL_LEASE_S="30")
    with server.client() as client:
        client.sign_up_directory(csv_of(town(40), "town-"))
        number = client.design()["id"]
        (process,) = wait_for(lambda: designers(server))  # type: ignore[misc]
        wait_for(lambda: (NICENESS, 1) in manners(process))
        assert os.getpriority(os.PRIO_PROCESS, process) == 0  # the thread that stores does not make others wait
        os.kill(process, signal.SIGKILL)
        wait_for(lambda: client.generation(number)["state"] == "failed", 10)
        assert "ended with code -9" in client.generation(number)["failure"]
        again = client.design()["id"]
        wait_for(lambda: designers(server))
        server.stop()
    assert not designers(server)
    server.start()
    with server.client() as client:
        assert "shut down" in client.generation(again)["failure"]
        assert client.overview()["designing"] is None


def test_policies_start_the_first_generation_by_themselves(serve: Callable[..., Server]) -> None:
    server = serve(SHOAL_K=str(K), SHOAL_POLICIES="true", SHOAL_POLICY_INTERVAL_S="0.3")
    with server.client() as client:
        client.sign_up_directory(csv_of(town(40), "town-"))
        wait_for(lambda: client.overview()["current"])
        found = client.generations()
        assert [own["asked_by"] for own in found] == ["policy: first generation"]
        time.sleep(1.0)
        assert len(client.generations()) == 1  # the pause is kept
