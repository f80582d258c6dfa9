"""Location requests at a steady rate, without and during redesigns: latency from outside, and how many failed.

python -m benchmarks.service.load [--records 50000] [--k 20] [--rate 300] [--seconds 30] [--highest]

The load generator is open-loop: requests are due at fixed times whether or not earlier ones were answered, and latency
counts from the time a request was due, so that a stall is not hidden. Full answers are asked for, not 304. One process
of its own, loopback only. Redesigns are begun one after the other for as long as requests come, and published by
themselves. The server's own CPU time for each request stands beside the latencies: it is what they depend on, and it
depends less than they do on what else the machine does. On a machine that others use too, `nice -n -15` before the
command (as root) puts server, load and, ten steps behind, designs before them; the result says so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import httpx
import numpy as np
import uvloop

from benchmarks.results import write_result
from benchmarks.service.running import Server, designed

CONNECTIONS = 16
RATES = (450, 600, 800, 1000, 1200, 1400, 1700, 2000)
HELD_P99_S = 0.150
HELD_SHARE = 0.97  # of the rate that was asked for
FIRST_WAIT_S = 0.5  # until the connections are open
COLUMNS = ("while", "requests a second", "p50 ms", "p99 ms", "worst ms", "failed", "server CPU, ms a request")


class Asker(asyncio.Protocol):
    """A connection: sends one request at a time and tells whether the answer, head and body, is the wished one."""

    def __init__(self, wished: Callable[[bytes, bytes], bool]) -> None:
        self._wished = wished
        self._heard = b""
        self._answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, content: bytes) -> None:
        self._heard += content
        head, end, body = self._heard.partition(b"\r\n\r\n")
        if not end:
            return
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or b"0")
        if len(body) >= length and not self._answer.done():
            self._answer.set_result(self._wished(head, body))

    def connection_lost(self, _: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_result(False)

    async def ask(self, request: bytes) -> bool:
        """Whether it was answered as wished."""
        assert self._transport is not None
        if self._transport.is_closing():
            return False
        self._heard, self._answer = b"", asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer


def is_placed(head: bytes, body: bytes) -> bool:
    """Whether a place was given."""
    return head.startswith(b"HTTP/1.1 200") and b'"placed"' in body


async def generate(base: str, devices: list[tuple[str, str]], rate: float, seconds: float) -> dict[str, float]:
    """Ask for places at this rate."""
    chosen = random.Random(0).choices(devices, k=int(rate * seconds))
    requests = [
        f"GET /v1/devices/{own}/location HTTP/1.1\r\nHost: load\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        for own, token in chosen
    ]
    return await paced(base, requests, rate, is_placed)


async def paced(
    base: str, requests: list[bytes], rate: float, wished: Callable[[bytes, bytes], bool]
) -> dict[str, float]:
    """Send requests at this rate, whether or not earlier ones were answered; latency counts from when each was due."""
    host, port = base.removeprefix("http://").split(":")
    loop = asyncio.get_running_loop()
    askers = [(await loop.create_connection(lambda: Asker(wished), host, int(port)))[1] for _ in range(CONNECTIONS)]
    latencies: list[float] = []
    failures = 0
    upcoming = iter(range(len(requests)))
    start = time.perf_counter() + FIRST_WAIT_S

    async def work(asker: Asker) -> None:
        nonlocal failures
        for number in upcoming:
            due = start + number / rate
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            failures += not await asker.ask(requests[number])
            latencies.append(time.perf_counter() - due)

    await asyncio.gather(*(work(asker) for asker in askers))
    took = time.perf_counter() - start
    p50, p99 = np.quantile(latencies, [0.5, 0.99])
    return {
        "rate": len(requests) / took,
        "p50_ms": 1e3 * float(p50),
        "p99_ms": 1e3 * float(p99),
        "worst_ms": 1e3 * max(latencies),
        "failed": failures,
        "requests": len(requests),
    }


def run(server: Server, devices_file: Path, rate: float, seconds: float) -> dict[str, float]:
    """The generator in a process of its own, and what the server spent on it."""
    command = [sys.executable, "-m", "benchmarks.service.load", "--generate", server.base, str(devices_file)]
    command += ["--rate", str(rate), "--seconds", str(seconds)]
    before = server.cpu_s()
    found = dict(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout))
    return found | {"cpu_ms": 1e3 * (server.cpu_s() - before) / found["requests"]}


class Redesigning:
    """Designs and publishes one generation after the other until it is told to stop."""

    def __init__(self, server: Server, k: int) -> None:
        self._server, self._k = server, k
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.n_published = 0
        self.n_published_meanwhile = 0

    def __enter__(self) -> Redesigning:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.n_published_meanwhile = self.n_published
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        with self._server.client() as client:
            while not self._stop.is_set():
                designed(client, k=self._k, publish=True, seed=2 + self.n_published)
                self.n_published += 1


def row(name: str, found: dict[str, float]) -> str:
    """One line of the table."""
    return (
        f"| {name} | {found['rate']:.0f} | {found['p50_ms']:.1f} | {found['p99_ms']:.1f} | {found['worst_ms']:.0f} | "
        f"{found['failed']:.0f} of {found['requests']:.0f} | {found['cpu_ms']:.2f} |"
    )


def directory(n_records: int) -> bytes:
    """A town with a normal distribution of homes."""
    town = np.array([40.7, -74.0]) + np.random.default_rng(0).normal(0, 0.1, (n_records, 2))
    return ("latitude,longitude\n" + "\n".join(f"{up},{across}" for up, across in town.tolist())).encode()


def measured(folder: Path, arguments: argparse.Namespace) -> list[str]:
    """The rows of the table."""
    server = Server(folder / "service").start()
    lines: list[str] = []

    def note(name: str, found: dict[str, float]) -> None:
        lines.append(row(name, found))
        print(lines[-1], flush=True)

    try:
        with server.client() as client:
            client._http.timeout = httpx.Timeout(300)
            signed_up = client.sign_up_directory(directory(arguments.records))
            designed(client, k=arguments.k, publish=True, seed=1)
        devices = folder / "devices.json"
        devices.write_text(json.dumps([(own["id"], own["token"]) for own in signed_up]))
        note("nothing else", run(server, devices, arguments.rate, arguments.seconds))
        with Redesigning(server, arguments.k) as redesigning:
            found = run(server, devices, arguments.rate, arguments.seconds)
        published = redesigning.n_published_meanwhile
        note(f"redesigns of {arguments.records:,} at k = {arguments.k} ({published} published meanwhile)", found)
        for rate in RATES if arguments.highest else ():
            found = run(server, devices, rate, min(10.0, arguments.seconds))
            note(f"nothing else, {rate} asked for", found)
            if found["failed"] or found["p99_ms"] > 1e3 * HELD_P99_S or found["rate"] < HELD_SHARE * rate:
                break
    finally:
        server.stop()
    return lines


def main() -> None:
    """Fill a service, load it, redesign under load."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--k", type=int, default=20)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--highest", action="store_true", help="Also look for the highest rate that is held.")
    parser.add_argument("--generate", nargs=2, metavar=("BASE", "DEVICES"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.generate:
        base, path = arguments.generate
        devices = [tuple(pair) for pair in json.loads(Path(path).read_text())]
        print(json.dumps(uvloop.run(generate(base, devices, arguments.rate, arguments.seconds))))
        return
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        rows = measured(Path(folder), arguments)
    command = f"python -m benchmarks.service.load --records {arguments.records} --seconds {arguments.seconds:.0f}"
    command += " --highest" if arguments.highest else ""
    lines = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|", *rows]
    lines += [
        "",
        f"Load average of the machine before it began: {busy:.1f}; niceness of server and load: {os.nice(0)}.",
    ]
    write_result("service_load", "Location requests while a redesign runs", command, lines)


if __name__ == "__main__":
    main()
