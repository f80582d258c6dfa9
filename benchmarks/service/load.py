"""Location requests at a steady rate, without and during a redesign: latency from outside, and how many failed.

python -m benchmarks.service.load [--records 50000] [--rate 300] [--seconds 30] [--highest]

The load generator is open-loop: requests are due at fixed times whether or not earlier ones were answered, and latency
counts from the time a request was due, so that a stall is not hidden. One process of its own, loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np

from benchmarks.results import write_result
from benchmarks.service.running import Server, designed

CONNECTIONS = 16
RATES = (300, 450, 600, 800, 1000, 1300)
HELD_P99_S = 0.150


async def generate(base: str, devices: list[tuple[str, str]], rate: float, seconds: float) -> dict[str, float]:
    """Ask for places at this rate."""
    draw = random.Random(0)
    n_requests = int(rate * seconds)
    queue: asyncio.Queue[tuple[float, str, str]] = asyncio.Queue()
    latencies: list[float] = []
    failures = 0
    start = time.perf_counter() + 0.5

    async def worker(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal failures
        while True:
            due, own, token = await queue.get()
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            try:
                ask = f"GET /v1/devices/{own}/location HTTP/1.1\r\nHost: load\r\nAuthorization: Bearer {token}\r\n\r\n"
                writer.write(ask.encode())
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                body = await reader.readexactly(length)
                if not head.startswith(b"HTTP/1.1 200") or b'"placed"' not in body:
                    failures += 1
            except (OSError, asyncio.IncompleteReadError, IndexError):
                failures += 1
            latencies.append(time.perf_counter() - due)
            queue.task_done()

    host, port = base.removeprefix("http://").split(":")
    pairs = [await asyncio.open_connection(host, int(port)) for _ in range(CONNECTIONS)]
    for number in range(n_requests):
        queue.put_nowait((start + number / rate, *draw.choice(devices)))
    workers = [asyncio.create_task(worker(*pair)) for pair in pairs]
    await queue.join()
    for task in workers:
        task.cancel()
    took = time.perf_counter() - start
    p50, p99 = np.quantile(latencies, [0.5, 0.99])
    return {
        "rate": n_requests / took,
        "p50_ms": 1e3 * float(p50),
        "p99_ms": 1e3 * float(p99),
        "worst_ms": 1e3 * max(latencies),
        "failed": failures,
        "requests": n_requests,
    }


def run(base: str, devices_file: Path, rate: float, seconds: float) -> dict[str, float]:
    """The generator in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.service.load", "--generate", base, str(devices_file)]
    command += ["--rate", str(rate), "--seconds", str(seconds)]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def row(name: str, found: dict[str, float]) -> str:
    """One line of the table."""
    return (
        f"| {name} | {found['rate']:.0f} | {found['p50_ms']:.1f} | {found['p99_ms']:.1f} | {found['worst_ms']:.0f} | "
        f"{found['failed']:.0f} of {found['requests']:.0f} |"
    )


def main() -> None:
    """Fill a service, load it, redesign under load."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--k", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--highest", action="store_true", help="Also look for the highest rate that is held.")
    parser.add_argument("--generate", nargs=2, metavar=("BASE", "DEVICES"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.generate:
        base, path = arguments.generate
        devices = [tuple(pair) for pair in json.loads(Path(path).read_text())]
        print(json.dumps(asyncio.run(generate(base, devices, arguments.rate, arguments.seconds))))
        return
    lines = ["| while | requests a second | p50 ms | p99 ms | worst ms | failed |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        lines += measured(Path(folder), arguments)
    command = f"python -m benchmarks.service.load --records {arguments.records} --seconds {arguments.seconds:.0f}"
    command += " --highest" if arguments.highest else ""
    write_result("service_load", "Location requests while a redesign runs", command, lines)


def measured(folder: Path, arguments: argparse.Namespace) -> list[str]:
    """The rows of the table."""
    draw = np.random.default_rng(0)
    town = np.column_stack(
        [40.7 + draw.normal(0, 0.1, arguments.records), -74 + draw.normal(0, 0.1, arguments.records)]
    )
    content = "latitude,longitude\n" + "\n".join(f"{up},{across}" for up, across in town.tolist())
    server = Server(folder / "service").start()
    lines = []
    try:
        with server.client() as client:
            client._http.timeout = httpx.Timeout(300)
            signed_up = client.sign_up_directory(content.encode())
            designed(client, k=arguments.k, publish=True, seed=1)
            devices = folder / "devices.json"
            devices.write_text(json.dumps([(own["id"], own["token"]) for own in signed_up]))
            lines.append(row("nothing else", run(server.base, devices, arguments.rate, arguments.seconds)))
            number = client.design(k=arguments.k, publish=True, seed=2)["id"]
            found = run(server.base, devices, arguments.rate, arguments.seconds)
            state = client.generation(number)["state"]
            lines.append(row(f"a redesign of {arguments.records:,} ({state} at the end)", found))
            for _ in client.watched(number):
                pass
            for rate in RATES if arguments.highest else ():
                found = run(server.base, devices, rate, min(10.0, arguments.seconds))
                lines.append(row(f"nothing else, {rate} asked for", found))
                if found["failed"] or found["p99_ms"] > 1e3 * HELD_P99_S or found["rate"] < 0.97 * rate:
                    break
    finally:
        server.stop()
    for line in lines:
        print(line, flush=True)
    return lines


if __name__ == "__main__":
    main()
