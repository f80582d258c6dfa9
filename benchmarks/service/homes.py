"""New York homes through the service: bulk sign-up, designs for several k, and what masks and grids do instead.

python -m benchmarks.service.homes [--records N] [--k 20 1000] [--peer-python PYTHON]

Beside the service's designs stand MDAV on the same points (loss, time, smallest cell) and, if a peer environment with
h3 and maskmypy is given (benchmarks/requirements-service.txt), plain H3 cells and random masks. Every device's place is
asked for over HTTP and counted from outside.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import numpy as np

from benchmarks.data import data_folder
from benchmarks.results import write_result
from benchmarks.service.running import Server, designed
from shoal import microaggregate
from shoal.partition.partition import Partition
from shoal.service.design.design import distortion
from shoal.service.geometry.sphere import metres_between, released_places, unit_vectors

PEERS = Path(__file__).with_name("homes_peers.py")
ASKING_THREADS = 4


def homes(n_records: int | None) -> np.ndarray:
    """Latitude and longitude of the homes; a random part of them if fewer are wanted."""
    import polars as pl

    table = pl.read_csv(data_folder() / "homes_nyc.csv").to_numpy()
    if n_records is None or n_records >= len(table):
        return table
    return table[np.sort(np.random.default_rng(0).permutation(len(table))[:n_records])]


def directory(table: np.ndarray) -> bytes:
    """The homes as an address directory."""
    lines = (f"{latitude},{longitude},home-{row}" for row, (latitude, longitude) in enumerate(table.tolist()))
    return "\n".join(["latitude,longitude,key", *lines]).encode()


def told_from_outside(server: Server, signed_up: list[dict[str, str]]) -> np.ndarray:
    """Ask for every device's place over HTTP: latitude and longitude for each; nobody may be waiting."""
    places = np.empty((len(signed_up), 2))

    def ask(start: int) -> None:
        with httpx.Client(base_url=server.base, timeout=60) as http:
            for number in range(start, len(signed_up), ASKING_THREADS):
                headers = {"Authorization": f"Bearer {signed_up[number]['token']}"}
                path = f"/v1/devices/{signed_up[number]['id']}/location"
                body = http.get(path, headers=headers).raise_for_status().json()
                places[number] = body["geometry"]["coordinates"][::-1]

    with ThreadPoolExecutor(ASKING_THREADS) as pool:
        list(pool.map(ask, range(ASKING_THREADS)))
    return places


def measured_from_outside(points: np.ndarray, told: np.ndarray, k: int) -> tuple[int, float, dict[str, int]]:
    """The fewest that share a place, 100·SSE/SST of those who share one, and the distances in metres."""
    _, place_of = np.unique(told, axis=0, return_inverse=True)
    shared = Partition.from_cells(points, place_of.reshape(-1), method="told")
    metres = metres_between(points, unit_vectors(told[:, 0], told[:, 1]))
    return int(shared.sizes.min()), 100 * shared.loss, distortion(metres, k, decimals=None)


def mdav_row(points: np.ndarray, k: int) -> str:
    """MDAV on the same points, released without rounding."""
    began = time.process_time()
    cells = microaggregate(points, k, method="mdav")
    seconds = time.process_time() - began
    told = unit_vectors(*released_places(cells.centroids, None))[cells.cell_of]
    metres = metres_between(points, told)
    return row("MDAV", k, seconds, 100 * cells.loss, int(cells.sizes.min()), distortion(metres, k, decimals=None))


def row(name: str, k: int, seconds: float, loss: float, smallest: int, metres: dict[str, int]) -> str:
    """One line of the table."""
    spread = f"{metres['mean']} / {metres['median']} / {metres['p95']}"
    return f"| {name} | {k} | {seconds:.0f} | {loss:.4f} | {smallest} | {spread} |"


def peers(python: str | None, table: np.ndarray, ks: list[int]) -> list[str]:
    """Grids and masks, in an environment of their own."""
    if python is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "homes.npy"
        np.save(path, table)
        done = subprocess.run(
            [python, str(PEERS), str(path), *map(str, ks)], check=True, capture_output=True, text=True
        )
    return ["", *done.stdout.splitlines()]


def main() -> None:
    """Sign up, design, count, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int)
    parser.add_argument("--k", type=int, nargs="+", default=[20, 1000])
    parser.add_argument("--peer-python")
    arguments = parser.parse_args()
    table = homes(arguments.records)
    points = unit_vectors(table[:, 0], table[:, 1])
    lines = [
        "| method | k | design, CPU s | 100·SSE/SST | smallest | mean / median / 95 % in m |",
        "|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "service").start()
        try:
            with server.client() as client:
                client._http.timeout = httpx.Timeout(300)
                began = time.perf_counter()
                signed_up = client.sign_up_directory(directory(table))
                sign_up_s = time.perf_counter() - began
                for k in arguments.k:
                    for decimals in (None, 3):
                        number = designed(client, k=k, snap_decimals=decimals, publish=True, seed=1)
                        figures = client.generation(number)["figures"]
                        told = told_from_outside(server, signed_up)
                        smallest, loss, metres = measured_from_outside(points, told, k)
                        assert smallest >= k
                        name = "service (PCL)" + ("" if decimals is None else f", {decimals} decimals")
                        name += ", warm start" if figures["warm_start"] else ""
                        lines.append(row(name, k, figures["design_cpu_s"], loss, smallest, metres))
                        print(lines[-1], flush=True)
        finally:
            server.stop()
    lines += [mdav_row(points, k) for k in arguments.k]
    lines += [
        "",
        f"{len(table):,} homes signed up in bulk in {sign_up_s:.1f} s; smallest counted from outside, over HTTP.",
    ]
    lines += peers(arguments.peer_python, table, arguments.k)
    command = "python -m benchmarks.service.homes" + (f" --records {arguments.records}" if arguments.records else "")
    command += " --peer-python PYTHON" if arguments.peer_python else ""
    write_result("service_homes", "New York homes through the location anonymiser", command, lines)


if __name__ == "__main__":
    main()
